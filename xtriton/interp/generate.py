"""Inputs that seek the edges: for each argument of a function, by its type, from a seed.

Each seed has a profile. Some give sizes and strides that kernels expect (zero, one, ragged, large), so that most
accesses stay inside the arrays; some give the limits of types. Promises of argument attributes are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, TensorType
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.interp.arguments import descriptor_of, to_format
from xtriton.interp.numbers.formats import (
    Array,
    FloatFormat,
    Format,
    FormatError,
    IntegerFormat,
    PointerFormat,
    format_of,
    from_bits,
)
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.values import BlockPointer, Value
from xtriton.interp.writes import is_pointer
from xtriton.ir.narrowing import is_integer_type, is_tensor_type
from xtriton.ir.traits import shape_of

Address = int
MakeValue = Callable[[Address, Array], Value]

_ROWS = 3
"""How many times larger than its block the tensor behind a block pointer or descriptor is, along each dimension."""


@dataclass(frozen=True)
class Profile:
    """How the arguments of one run are chosen.

    ``size`` is what integer arguments are; "small" or "limits" for a different one each, and what is "whole" or
    "ragged" fills the blocks of two programs, or of one and a half (if there are several, some of them). ``integers``
    and ``floats`` are what tensors and memory hold: "tame" numbers (small integers, exact in every format), "positive"
    ones of them, "edges", or random "bits". ``mask`` is what they hold of ``i1``.
    """

    size: int | str
    integers: str
    floats: str
    mask: str = "random"


PROFILES: tuple[Profile, ...] = (
    Profile("small", "tame", "tame", "true"),
    Profile("ragged", "tame", "positive", "ragged"),
    Profile(33, "tame", "edges", "ragged"),
    Profile("small", "edges", "edges", "random"),
    Profile(1, "tame", "edges", "true"),
    Profile(0, "tame", "tame", "false"),
    Profile("whole", "tame", "bits", "true"),
    Profile(-1, "edges", "edges", "random"),
    Profile("limits", "edges", "edges", "random"),
    Profile("small", "bits", "bits", "ragged"),
)
"""The profile of each seed; seeds beyond them begin again, with other random numbers."""


@dataclass
class Buffer:
    """Memory that an argument points to: ``count`` elements of a format, filled from the seed."""

    form: Format
    count: int
    stored: Array


@dataclass
class Argument:
    """One argument: a value, or a buffer and how to make the value from its address."""

    type: Attribute
    value: Value = None
    buffer: Buffer | None = None
    make: MakeValue | None = None


@dataclass
class Inputs:
    """All arguments of one run, and the seed that they are made from."""

    seed: int
    arguments: list[Argument] = field(default_factory=list[Argument])

    @property
    def tame(self) -> bool:
        """Whether floating-point sums and products of the inputs are exact, so that their order does not matter."""
        return profile_of(self.seed).floats in ("tame", "positive")


def profile_of(seed: int) -> Profile:
    """The profile of a seed."""
    return PROFILES[seed % len(PROFILES)]


def generate(function: Operation, seed: int, counts: dict[int, int]) -> Inputs:
    """Arguments for a function. ``counts`` are the extents, in elements, of buffers that must be larger than usual.

    Raises ``FormatError`` for arguments of types that cannot be made.
    """
    inputs = Inputs(seed)
    scale = _largest_block(function)
    plain = is_plain(function)
    sizes = sum(is_integer_type(argument.type) for argument in function.regions[0].blocks[0].args)
    attributes = function.properties.get("arg_attrs")
    for index, parameter in enumerate(function.regions[0].blocks[0].args):
        promised = _divisibility(cast("ArrayAttr[Attribute]", attributes).data[index]) if attributes else 1
        maker = _Maker(
            np.random.default_rng([seed, index]), profile_of(seed), promised, scale, (seed, index), plain, sizes
        )
        inputs.arguments.append(maker.argument(parameter.type, counts.get(index)))
    return inputs


def is_plain(function: Operation) -> bool:
    """Whether a function takes no pointers: integers are then just numbers, and running it costs little."""
    return not any(is_pointer(argument.type) for argument in function.regions[0].blocks[0].args)


def reachable(function: Operation) -> list[Operation]:
    """The operations that a function may run: its own, or all of its module's if it calls any."""
    own = list(function.walk())
    module = function.parent_op()
    if module is None or not any(op.name in ("tt.call", "func.call", "func.call_indirect") for op in own):
        return own
    return list(module.walk())


def _largest_block(function: Operation) -> int:
    """The most elements that a range in the function's module has: kernels cut their work into such blocks."""
    ranges = [op.results[0].type for op in reachable(function) if op.name == "tt.make_range"]
    return max((shape[0] for type_ in ranges if (shape := shape_of(type_))), default=_NO_BLOCK)


_NO_BLOCK = 64


def _divisibility(attributes: Attribute) -> int:
    if not isinstance(attributes, DictionaryAttr):
        return 1
    found = attributes.data.get("tt.divisibility")
    return found.value.data if isinstance(found, IntegerAttr) else 1


_USUAL_COUNT = 1024


@dataclass
class _Maker:
    """Makes one argument."""

    random: np.random.Generator
    profile: Profile
    divisibility: int
    scale: int
    place: tuple[int, int]
    """The seed, and the number of the argument."""
    plain: bool
    sizes: int
    """How many integer arguments there are."""

    def argument(self, type_: Attribute, count: int | None) -> Argument:
        if isinstance(type_, TensorDescType):
            return self._window(type_, type_.block_type, count, self._descriptor)
        if isinstance(type_, PointerType):
            if is_tensor_type(type_.pointee_type):
                return self._window(type_, type_.pointee_type, count, self._block_pointer)
            form = format_of(type_.pointee_type)
            return Argument(type_, buffer=self._buffer(form, count or _USUAL_COUNT), make=_pointer)
        if is_tensor_type(type_):
            return self._tensor(type_, count)
        form = format_of(type_)
        if isinstance(form, IntegerFormat) and form.bits > 1 and not (self.plain and self.divisibility == 1):
            return Argument(type_, self._size(form))
        return Argument(type_, self._numbers(form, (1,)))

    def _tensor(self, type_: TensorType[Attribute], count: int | None) -> Argument:
        shape = tuple(type_.get_shape())
        form = format_of(type_)
        if isinstance(form, PointerFormat):
            if form.pointee is None:
                raise FormatError(f"arguments of type '{type_}' are not supported")
            offsets = self.random.permutation(int(np.prod(shape, dtype=np.int64))).reshape(1, *shape)
            size = form.pointee.size
            buffer = self._buffer(form.pointee, max(count or 0, offsets.size))
            return Argument(type_, buffer=buffer, make=lambda address, stored: address + offsets * size)
        return Argument(type_, self._numbers(form, (1, *shape)))

    def _window(
        self,
        type_: Attribute,
        block: TensorType[Attribute],
        count: int | None,
        make: Callable[[Address, Array, tuple[int, ...]], Value],
    ) -> Argument:
        """A block pointer or descriptor: what it points into is a bit smaller than a multiple of its block."""
        shape = tuple(extent * _ROWS - (extent > 1) for extent in block.get_shape())
        buffer = self._buffer(format_of(block.element_type), max(count or 0, int(np.prod(shape))))
        return Argument(type_, buffer=buffer, make=lambda address, stored: make(address, stored, shape))

    def _descriptor(self, address: Address, stored: Array, shape: tuple[int, ...]) -> Value:
        return descriptor_of(stored[: int(np.prod(shape))].reshape(shape), address)

    def _block_pointer(self, address: Address, stored: Array, shape: tuple[int, ...]) -> Value:
        strides = [int(np.prod(shape[dim + 1 :], dtype=np.int64)) for dim in range(len(shape))]
        return BlockPointer(
            np.array([address], np.int64),
            tuple(np.array([extent], np.int64) for extent in shape),
            tuple(np.array([stride], np.int64) for stride in strides),
            tuple(np.zeros(1, np.int32) for _ in shape),
        )

    def _buffer(self, form: Format, count: int) -> Buffer:
        return Buffer(form, count, np.ascontiguousarray(form.encode(self._numbers(form, (count,)))))

    def _size(self, form: IntegerFormat) -> Array:
        """An integer argument: as likely as not an extent or a stride."""
        match self.profile.size:
            case "small":
                value = int(self.random.choice(_SMALL_SIZES))
            case "whole":
                value = 2 * self.scale
            case "ragged":
                value = self.scale + self.scale // 2 + 1
                if self.sizes > 1 and self.random.integers(2):
                    value = int(self.random.choice(_SMALL_SIZES))
            case "limits":
                value = int(self.random.choice([form.minimum, form.maximum, -1, 0, 1, form.maximum - 1]))
            case size:
                value = int(size)
        step = self.divisibility
        if value % step:
            value = max(value // step, 1) * step if value > 0 else value // step * step
        return to_format(np.array([value]), form)

    def _numbers(self, form: Format, shape: tuple[int, ...]) -> Array:
        if isinstance(form, IntegerFormat):
            return self._mask(shape) if form.bits == 1 else self._integers(form, shape)
        if isinstance(form, FloatFormat):
            return self._floats(form, shape)
        return np.zeros(shape, form.dtype)

    def _in_turn(self, edges: Array, shape: tuple[int, ...]) -> Array | None:
        """One number after the other from seed to seed, and of pairs of scalars all in the end; None for tensors."""
        seed, index = self.place
        rounds, left = divmod(seed, len(PROFILES))
        turn = rounds * len(_EDGES_AT) + sum(at < left for at in _EDGES_AT)
        if not self.plain or shape != (1,) or turn % 4 == 3:
            return None
        return edges[[(turn + index * (turn // len(edges) + 1)) % len(edges)]]

    def _mask(self, shape: tuple[int, ...]) -> Array:
        count = int(np.prod(shape, dtype=np.int64))
        match self.profile.mask:
            case "true":
                flat = np.ones(count, np.bool_)
            case "false":
                flat = np.zeros(count, np.bool_)
            case "ragged":
                flat = np.arange(count) < (count * 2 + 2) // 3
            case _:
                flat = self.random.integers(0, 2, count).astype(np.bool_)
        return flat.reshape(shape)

    def _integers(self, form: IntegerFormat, shape: tuple[int, ...]) -> Array:
        if self.profile.integers == "tame":
            return form.wrap(self.random.integers(0, 8, shape))
        bits = self.random.integers(0, 256, (*shape, form.size), dtype=np.uint8)
        random = form.wrap(bits.view(form.dtype).reshape(shape))
        if self.profile.integers == "bits":
            return random
        low, high = form.minimum, form.maximum
        edges = [0, 1, -1, 2, low, high, low + 1, high - 1, form.bits - 1, form.bits, 1 << (form.bits // 2)]
        if (chosen := self._in_turn(np.array(edges, np.int64), shape)) is not None:
            return form.wrap(chosen)
        chosen = form.wrap(self.random.choice(np.array(edges, np.int64), shape))
        return np.where(self.random.random(shape) < 0.75, chosen, random)

    def _floats(self, form: FloatFormat, shape: tuple[int, ...]) -> Array:
        if self.profile.floats in ("tame", "positive"):
            least = -4 if self.profile.floats == "tame" else 1
            return round_to(form, self.random.integers(least, 5, shape).astype(np.float64))
        bits = self.random.integers(0, 256, (*shape, form.size), dtype=np.uint8)
        random = from_bits(form, bits.view(form.storage).reshape(shape))
        if self.profile.floats == "bits":
            return random
        normal = round_to(form, self.random.standard_normal(shape))
        tiny = float(np.ldexp(1.0, form.least_exponent - form.mantissa))
        limits = [form.greatest, -form.greatest, tiny, -tiny, float(np.ldexp(1.0, form.least_exponent))]
        edges = np.array([0.0, -0.0, 1.0, -1.0, 0.5, np.nan, np.inf, -np.inf, *limits])
        if (chosen := self._in_turn(edges, shape)) is not None:
            return round_to(form, chosen)
        # A format without infinities has its NaN in their place.
        chosen = round_to(form, self.random.choice(edges, shape))
        kind = self.random.random(shape)
        return np.where(kind < 0.5, chosen, np.where(kind < 0.9, normal, random)).astype(form.dtype)


_EDGES_AT = [at for at, profile in enumerate(PROFILES) if profile.floats == "edges"]

_SMALL_SIZES: Sequence[int] = (1, 2, 3, 7, 8, 16, 17, 31, 32, 33, 48, 64, 65, 100)


def _pointer(address: Address, stored: Array) -> Value:
    return np.array([address], np.int64)
