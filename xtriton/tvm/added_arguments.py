"""The arguments that a launch adds to the caller's, computed by the PrimFunc: TMA descriptors and integers.

Recipes (:mod:`xtriton.recipes`) become TIR expressions. TVM's ``runtime.cuTensorMapEncodeTiled`` makes descriptors.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xtriton.compiler.result import CompiledKernel
from xtriton.recipes import Expression, checked
from xtriton.tvm.library import builder, tirx

_ENCODE = "runtime.cuTensorMapEncodeTiled"
_DEVICE_ATTRIBUTE = "runtime.GetDeviceAttr"
_CUDA, _MULTIPROCESSORS = 2, 7
"""``kDLCUDA`` and ``kMultiProcessorCount``."""

_DESCRIPTOR = "nvTmaDesc"
_SCRATCH = ("global_scratch_size", "profile_scratch_size")
_L2_PROMOTION = 2
"""128 bytes, as Triton's descriptors have."""
_FLOATS = {6: "float16", 7: "float32", 9: "float64", 10: "bfloat16"}
"""TVM's element types by those of descriptors in PTX; NaN as padding needs a float, all else only copies."""


class UnsupportedLaunchError(Exception):
    """A launch with arguments that a PrimFunc cannot compute."""


def extra_types(kernel: CompiledKernel) -> list[str]:
    """The types of the arguments after the caller's; ``tensormap`` is a descriptor."""
    launch: Mapping[str, Any] = kernel.metadata.get("launch") or {}
    added = [_type(str(entry["type"])) for entry in launch.get("arguments", [])]
    return [*added, *["int64"] * _scratch_pointers(kernel)]


def _type(type_: str) -> str:
    if type_ == _DESCRIPTOR:
        return "tensormap"
    return f"int{max(int(type_.lstrip('iu')), 8)}" if type_[0] in "iu" else "int64"


def _scratch_pointers(kernel: CompiledKernel) -> int:
    """How many pointers to scratch memory the kernel takes last: those of its entry point that are not known."""
    entry = str(kernel.asm["ptx"]).partition(".entry")[2].partition(")")[0]
    launch: Mapping[str, Any] = kernel.metadata.get("launch") or {}
    return entry.count(".param") - len(kernel.metadata["signature"]) - len(launch.get("arguments", []))


def needs_memory(kernel: CompiledKernel) -> bool:
    """Whether launches allocate memory for the kernel: scratch memory, or a workspace of tiles that programs share."""
    launch: Mapping[str, Any] = kernel.metadata.get("launch") or {}
    has_workspace = any("workspace" in entry for entry in launch.get("arguments", []))
    return has_workspace or any(kernel.metadata.get(name) for name in _SCRATCH)


def added_arguments(kernel: CompiledKernel, own: Sequence[Any], grid: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The arguments after the caller's, and the programs along x, y and z for a grid of tiles.

    Raises ``UnsupportedLaunchError`` for scratch memory and workspaces.
    """
    metadata = kernel.metadata
    if needs_memory(kernel):
        raise UnsupportedLaunchError("it needs scratch memory in global memory, which TVM's launches do not allocate")
    launch: Mapping[str, Any] = metadata.get("launch") or {}
    programs = _programs(launch, grid, metadata.get("num_ctas", 1))
    values = _Values(own, [*grid, programs[0]], [checked(entry) for entry in launch.get("values", [])])
    added = [_argument(entry, own, values) for entry in launch.get("arguments", [])]
    if "programs" in launch:
        programs[0] = values.of(checked(launch["programs"]))
    return [*added, *[tirx.const(0, "int64")] * _scratch_pointers(kernel)], programs


def _programs(launch: Mapping[str, Any], grid: Sequence[Any], num_ctas: int) -> list[Any]:
    """The programs for a grid of tiles: along persistent axes at most as many as are resident."""
    axes: Sequence[int] = launch.get("persistent", [])
    if not axes:
        return list(grid)
    tiles: Any = 1
    for axis in axes:
        tiles = grid[axis] * tiles
    units = builder.call_packed(_DEVICE_ATTRIBUTE, _CUDA, 0, _MULTIPROCESSORS)
    running = tirx.max(1, builder.Bind(tirx.Cast("int32", units)) * launch.get("ctas_per_sm", 1) // num_ctas)
    needed = tirx.min(tiles * launch.get("programs_per_tile", 1), running)
    x, y, z = (1 if axis in axes else extent for axis, extent in enumerate(grid))
    return [needed * x, y, z]


def _argument(entry: Mapping[str, Any], own: Sequence[Any], values: _Values) -> Any:
    if "value" in entry:
        return _expression(values.of(checked(entry["value"]))).astype(_type(str(entry["type"])))
    match checked(entry["base"]):
        case ("arg", int(number)):
            return _descriptor(entry, own[number], values)
        case _:
            raise UnsupportedLaunchError("it needs a descriptor of a part of a tensor")


def _expression(value: Any) -> Any:
    return tirx.const(value, "int64") if isinstance(value, int) else value


def _descriptor(entry: Mapping[str, Any], base: Any, values: _Values) -> Any:
    """Encode a descriptor on the stack. Triton's order of dimensions is the opposite of CUDA's."""
    access = entry["tma"]
    size = int(access["elem_size"])
    if access["fp4_padded"]:
        raise UnsupportedLaunchError("it needs a descriptor of padded fp4")
    shape = [values.of(checked(extent)) for extent in reversed(entry["shape"])]
    strides = [values.of(checked(stride)) for stride in reversed(entry["strides"])][1:]
    box = list(reversed(access["block_size"]))
    rank = len(shape)
    dtype = _FLOATS.get(access["elem_type"], f"uint{8 * size}")
    memory = builder.Bind(builder.tvm_stack_alloca("tensormap", 1))
    encoded = builder.call_packed(
        _ENCODE,
        memory,
        dtype,
        rank,
        base,
        *[_wide(extent) for extent in shape],
        *[_wide(stride) * size for stride in strides],
        *box,
        *[1] * rank,
        0,
        int(access["swizzle"]),
        _L2_PROMOTION,
        int(entry["padding"] == "nan"),
    )
    builder.evaluate(encoded)
    return memory


def _wide(value: Any) -> Any:
    return tirx.const(value, "int64") if isinstance(value, int) else value.astype("int64")


class _Values:
    """Evaluates expressions of recipes to TIR, in 64 bits that are wrapped where an operator has fewer."""

    def __init__(self, own: Sequence[Any], grid: Sequence[Any], table: Sequence[Expression]) -> None:
        self._own = own
        self._grid = grid
        self._table = table

    def of(self, expression: Expression) -> Any:
        """The value, an integer or a TIR expression of 64 bits. Raises ``UnsupportedLaunchError``."""
        match expression:
            case int():
                return expression
            case ("arg", int(number)):
                return _wide(self._own[number])
            case ("grid", int(axis)):
                return _wide(self._grid[axis])
            case ("programs", 0):
                return _wide(self._grid[-1])
            case ("value", int(number)):
                return self.of(self._table[number])
            case ("select", condition, first, second):
                chosen = (self.of(condition), self.of(first), self.of(second))
                return tirx.if_then_else(_expression(chosen[0]) != 0, *map(_expression, chosen[1:]))
            case ("extsi" | "trunci", int(before), int(after), value):
                return _wrapped(self.of(value), min(before, after))
            case ("extui", int(before), int(), value):
                return _expression(self.of(value)) & ((1 << before) - 1) if before < _WIDE else self.of(value)
            case (str(name), int(bits), first, second) if name in _OPERATORS:
                made = _OPERATORS[name](_expression(self.of(first)), _expression(self.of(second)))
                return _wrapped(made, bits) if name in _WRAPPING else made
            case _:
                raise UnsupportedLaunchError(f"it computes an argument by '{cast('tuple[Any, ...]', expression)[0]}'")


_WIDE = 64
_WRAPPING = ("addi", "subi", "muli", "shli")


def _wrapped(value: Any, bits: int) -> Any:
    """A value of 64 bits, wrapped to a signed integer of fewer bits."""
    if isinstance(value, int) or bits >= _WIDE:
        return value
    return (value << (_WIDE - bits)) >> (_WIDE - bits)


def _flag(condition: Any) -> Any:
    return tirx.Cast("int64", condition)


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divsi": tirx.truncdiv,
    "remsi": tirx.truncmod,
    "floordivsi": tirx.floordiv,
    "ceildivsi": lambda a, b: -tirx.floordiv(-a, b),
    "minsi": tirx.min,
    "maxsi": tirx.max,
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
    "shli": lambda a, b: a << b,
    "shrsi": lambda a, b: a >> b,
    "eq": lambda a, b: _flag(a == b),
    "ne": lambda a, b: _flag(a != b),
    "slt": lambda a, b: _flag(a < b),
    "sle": lambda a, b: _flag(a <= b),
    "sgt": lambda a, b: _flag(a > b),
    "sge": lambda a, b: _flag(a >= b),
}
"""The operators of recipes that are exact in 64 bits on sign-extended operands."""
