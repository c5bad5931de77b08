"""Launches that add arguments to the caller's: TMA descriptors and integers, according to a kernel's recipes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from math import prod
from operator import index, itemgetter
from typing import Any, cast

from xtriton.backends.nvidia.workspace import CAPTURED, Owner, Workspace, owner_of_workspace
from xtriton.recipes import (
    DescriptorRecipe,
    Launch,
    Recipe,
    RecipeError,
    ScalarRecipe,
    WorkspaceRecipe,
    as_signed,
    checked,
    evaluator,
    from_json,
    leaves,
    leaves_of,
)
from xtriton.versions import V3_6, V3_7, by_version, default_version
from xtriton.wheel import triton_module


@dataclass(frozen=True)
class Reader:
    """Reads a kernel argument, an integer of this many bits, from the caller's arguments."""

    read: Callable[[Sequence[Any]], Any]
    bits: int


MOST_KEPT = 1024
"""How many different launches of a kernel are cached."""

_Make = Callable[[Launch], Any]
"""Computes an argument."""
Grid = tuple[int, int, int]
Added = tuple[Grid, tuple[Any, ...]]
"""The programs that a launch starts, and the arguments that it adds."""

_FILL = by_version({V3_6: "fill_tma_descriptor", V3_7: "fill_tma_descriptor_tiled"})
"""Triton's function that makes a descriptor."""

_ALIGNMENT = 16
"""The alignment of addresses and strides in bytes that TMA requires (CUDA driver API)."""
_LARGEST_EXTENT = 1 << 32
_LARGEST_STRIDE = 1 << 40
_LARGEST_COUNT = (1 << 31) - 1


class AddedArguments:
    """The arguments that launches of a kernel add. ``launch`` is the entry of that name in its metadata.

    Computed arguments depend on few integers and addresses, and are cached by these, and by the stream if there is a
    workspace: launches on one stream run one after the other and share it.
    """

    def __init__(self, name: str, types: Sequence[Any], launch: dict[str, Any], num_ctas: int) -> None:
        """``types`` are those of the caller's arguments, in the spelling of Triton's launcher."""
        self._name = name
        recipes = [from_json(_recipe(entry)) for entry in launch["arguments"]]
        self._added = [_added(recipe, entry) for recipe, entry in zip(recipes, launch["arguments"], strict=True)]
        self._axes: list[int] = launch.get("persistent", [])
        self._ctas_per_sm: int = launch.get("ctas_per_sm", 1)
        self._programs_per_tile: int = launch.get("programs_per_tile", 1)
        table = [checked(entry) for entry in launch.get("values", [])]
        self._values = [evaluator(entry) for entry in table]
        self._needed = evaluator(checked(launch["programs"])) if "programs" in launch else None
        self._has_workspace = any(isinstance(recipe, WorkspaceRecipe) for recipe in recipes)
        self._num_ctas = num_ctas
        readers = readers_of(types)
        read = {leaf for recipe in recipes for leaf in leaves_of(recipe, table)}
        read |= leaves(checked(launch.get("programs", 0)), table)
        used = {number for source, number in read if source == "arg"}
        self._used = sorted(used)
        self._reads = [readers[number].read for number in self._used]
        self._bits = [readers[number].bits for number in self._used]
        self._made: dict[tuple[Any, ...], Added] = {}

    def of(self, grid: Grid, arguments: Sequence[Any], stream: int | None) -> Added | None:
        """The grid and the arguments added by a launch over a grid of tiles; None if there are no tiles.

        Without a stream it is the current one of the device.
        """
        values = [read(arguments) for read in self._reads]
        owner = self._owner(stream)
        key = (grid, owner, *values)
        made = self._made.get(key)
        if made is None:
            if prod(grid) == 0:
                return None
            made = self._make(grid, values, owner)
            if owner != CAPTURED:
                if len(self._made) >= MOST_KEPT:
                    self._made.pop(next(iter(self._made)), None)
                self._made[key] = made
        return made

    def _owner(self, stream: int | None) -> Owner | None:
        """Whose workspace a launch on a stream uses, the current one if None is given; None if it uses none."""
        if not self._has_workspace:
            return None
        if stream is None:
            driver = triton_module("runtime.driver").driver.active
            return owner_of_workspace(driver.get_current_stream(driver.get_current_device()))
        return owner_of_workspace(stream)

    def _make(self, grid: Grid, values: Sequence[Any], owner: Owner | None) -> Added:
        """The programs for a grid, and the added arguments for the integers that they depend on."""
        numbers = zip(self._used, values, self._bits, strict=True)
        known = {number: as_signed(index(value), bits) for number, value, bits in numbers}
        programs = self._programs(grid)
        launch = Launch(known.__getitem__, (*grid, programs[0]), self._values)
        try:
            added = [self._argument(made, launch, owner) for made in self._added]
            if self._needed is not None:
                programs = (self._needed(launch), *programs[1:])
            return programs, tuple(added)
        except RecipeError as failure:
            raise ValueError(f"'{self._name}' cannot be launched: {failure}") from None

    @staticmethod
    def _argument(made: _Make | _Scratch, launch: Launch, owner: Owner | None) -> Any:
        if isinstance(made, _Scratch):
            assert owner is not None
            return made.workspace.memory(made.size(launch), owner)
        return made(launch)

    def _programs(self, grid: Grid) -> Grid:
        """The number of programs for a grid of tiles: along persistent axes at most as many as are resident."""
        if not self._axes:
            return grid
        tiles = prod(grid[axis] for axis in self._axes)
        running = max(1, self._sms * self._ctas_per_sm // self._num_ctas)
        if tiles > _LARGEST_COUNT - running:
            raise ValueError(f"'{self._name}' cannot be launched for {tiles} tiles: it counts them with 32 bits")
        x, y, z = (1 if axis in self._axes else extent for axis, extent in enumerate(grid))
        return (min(tiles * self._programs_per_tile, running) * x, y, z)

    @cached_property
    def _sms(self) -> int:
        driver = triton_module("runtime.driver").driver.active
        return driver.utils.get_device_properties(driver.get_current_device())["multiprocessor_count"]


class ComputedLaunch:
    """A kernel of Triton, launched with the caller's arguments and those that :class:`AddedArguments` adds."""

    def __init__(self, kernel: Any, arguments: AddedArguments) -> None:
        self._kernel = kernel
        self._arguments = arguments
        self._launchers: dict[Grid, Callable[..., None]] = {}

    def __getitem__(self, grid: Grid) -> Callable[..., None]:
        """A launcher of the kernel for a grid of tiles, with the caller's arguments."""

        def launch(*arguments: Any, stream: Any = None) -> None:
            made = self._arguments.of(grid, arguments, stream)
            if made is not None:
                programs, added = made
                self._launcher(programs)(*arguments, *added, stream=stream)

        return launch

    def _launcher(self, programs: Grid) -> Callable[..., None]:
        """Triton's launcher for so many programs."""
        known = self._launchers.get(programs)
        if known is None:
            if len(self._launchers) >= MOST_KEPT:
                self._launchers.pop(next(iter(self._launchers)), None)
            known = self._launchers[programs] = self._kernel[programs]
        return known


class ComputedRun:
    """``CompiledKernel.run`` of Triton's JIT with the arguments that :class:`AddedArguments` adds."""

    def __init__(self, run: Callable[..., None], arguments: AddedArguments) -> None:
        self._run = run
        self._arguments = arguments

    def __call__(self, x: int, y: int, z: int, stream: int, function: Any, *rest: Any) -> None:
        """Launch for a grid. ``rest`` has the metadata and hooks of Triton's launcher, then the kernel's arguments."""
        made = self._arguments.of((x, y, z), rest[_BEFORE_ARGUMENTS:], stream)
        if made is not None:
            programs, added = made
            self._run(*programs, stream, function, *rest, *added)


_BEFORE_ARGUMENTS = 4
"""The metadata of the kernel and of the launch, and the hooks before and after it."""


def _recipe(entry: dict[str, Any]) -> dict[str, Any]:
    """The recipe in a metadata entry."""
    return {name: value for name, value in entry.items() if name not in ("type", "tma")}


@dataclass(frozen=True)
class _Scratch:
    """A workspace, and the function that computes its size in bytes."""

    size: _Make
    workspace: Workspace


def _added(recipe: Recipe, entry: dict[str, Any]) -> _Make | _Scratch:
    """The function that computes an argument by its recipe, or the workspace that it is."""
    if isinstance(recipe, WorkspaceRecipe):
        return _Scratch(evaluator(recipe.size), Workspace(is_zero=recipe.contents == "zero"))
    if isinstance(recipe, ScalarRecipe):
        return evaluator(recipe.value)
    return _Descriptors(recipe, entry["tma"]).make


# Descriptors


@dataclass(frozen=True)
class _Tensor:
    """The tensor of a descriptor: an address, extents and strides in elements, the outermost first."""

    base: int
    shape: list[int]
    strides: list[int]


class _Descriptors:
    """Creates descriptors by a recipe, as Triton's launcher does for a ``TensorDescriptor``.

    ``access`` is Triton's metadata about the accesses of a kernel: the box, the swizzle, and the type of elements.
    """

    def __init__(self, recipe: DescriptorRecipe, access: dict[str, Any]) -> None:
        self._base = evaluator(recipe.base)
        self._shape = [evaluator(extent) for extent in recipe.shape]
        self._strides = [evaluator(stride) for stride in recipe.strides]
        self._pads_with_nan = recipe.padding == "nan"
        self._access = access
        self._size: int = access["elem_size"]

    def make(self, launch: Launch) -> Any:
        """The descriptor of a launch. Raises ``RecipeError`` if there is none."""
        shape = [extent(launch) for extent in self._shape]
        if 0 in shape:
            tensor = self._padding_only
        else:
            base = self._base(launch) & ((1 << 64) - 1)
            tensor = _Tensor(base, shape, [stride(launch) for stride in self._strides])
            _check(tensor, self._size)
        shape, access = tensor.shape, self._access
        if access["fp4_padded"]:
            shape = [*shape[:-1], shape[-1] * 2]
        how = (access["swizzle"], self._size, self._element, access["block_size"])
        return self._fill(tensor.base, *how, shape, tensor.strides, int(self._pads_with_nan))

    @cached_property
    def _fill(self) -> Callable[..., Any]:
        return getattr(triton_module("runtime.driver").driver.active.utils, _FILL.at(default_version()))

    @cached_property
    def _element(self) -> int:
        return triton_module("backends.nvidia.driver").TMA_DTYPE_DEVICE_TO_HOST[self._access["elem_type"]]

    @cached_property
    def _padding_only(self) -> _Tensor:
        """Stand-in for a tensor without elements, which hardware does not support: one element of padding."""
        self._memory = _memory(0xFF if self._pads_with_nan else 0)
        rank = len(self._shape)
        return _Tensor(self._memory.data_ptr(), [1] * rank, [*[_ALIGNMENT] * (rank - 1), 1])


def _check(tensor: _Tensor, size: int) -> None:
    """Raise ``RecipeError`` if TMA cannot access the tensor."""
    if tensor.base % _ALIGNMENT:
        raise RecipeError(f"the address {tensor.base:#x} of a tensor is not a multiple of {_ALIGNMENT}")
    for extent in tensor.shape:
        if not 0 < extent <= _LARGEST_EXTENT:
            raise RecipeError(f"an extent of a tensor is {extent}: it must be from 0 to {_LARGEST_EXTENT}")
    for stride in tensor.strides[:-1]:
        if not 0 < stride * size < _LARGEST_STRIDE or stride * size % _ALIGNMENT:
            raise RecipeError(f"a stride of a tensor is {stride * size} bytes: it must be a multiple of {_ALIGNMENT}")
    if tensor.strides[-1] != 1:
        raise RecipeError(f"the last stride of a tensor is {tensor.strides[-1]}: it must be 1")


def _memory(byte: int) -> Any:
    """A few bytes on the current device, each ``byte``. As floating point that is zero, or NaN for 255."""
    try:
        torch = import_module("torch")
    except ImportError:
        raise RecipeError("an extent of a tensor is 0, for which the launch needs the torch package") from None
    return torch.full((256,), byte, dtype=torch.uint8, device="cuda")


# Integers in a caller's arguments


Get = Callable[[Sequence[Any]], Any]

_CONSTANT = "constexpr"
"""The type of arguments that callers pass but the compiled kernel does not take."""


def readers_of(types: Sequence[Any]) -> list[Reader]:
    """Readers of a kernel's arguments from the caller's, with types in the spelling of Triton's launcher.

    Triton's front end flattens tuples, and passes a descriptor as itself, its extents, and its strides.
    """
    return [reader for number, type_ in enumerate(types) for reader in _readers(type_, itemgetter(number))]


def _readers(type_: Any, get: Get) -> list[Reader]:
    if isinstance(type_, tuple):
        inner = enumerate(cast("tuple[Any, ...]", type_))
        return [reader for at, inner_type in inner for reader in _readers(inner_type, _item(get, at))]
    if type_ == _CONSTANT:
        return []
    if type_.startswith("tensordesc"):
        rank = type_.count(",") + 1
        shape = [Reader(_item(_attribute(get, "shape"), dim), 32) for dim in range(rank)]
        strides = [Reader(_item(_attribute(get, "strides"), dim), 64) for dim in range(rank)]
        return [Reader(_address(_attribute(get, "base")), 64), *shape, *strides]
    if type_.startswith("*"):
        return [Reader(_address(get), 64)]
    digits = type_.lstrip("iu")
    return [Reader(get, int(digits) if digits.isdecimal() else 64)]


def _item(get: Get, at: int) -> Get:
    return lambda arguments: get(arguments)[at]


def _attribute(get: Get, name: str) -> Get:
    return lambda arguments: getattr(get(arguments), name)


def _address(get: Get) -> Get:
    """The address of an argument: tensors have one, and None is null."""

    def read(arguments: Sequence[Any]) -> Any:
        given = get(arguments)
        try:
            return given.data_ptr()
        except AttributeError:
            return 0 if given is None else given

    return read
