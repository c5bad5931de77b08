"""The arguments that a launch adds to the caller's, computed by the PrimFunc.

These are integers, TMA descriptors, and memory: recipes (:mod:`xtriton.recipes`) become TIR. TVM's
``runtime.cuTensorMapEncodeTiled`` makes descriptors; :mod:`xtriton.tvm.device_memory` has the memory.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xtriton.compiler.result import CompiledKernel
from xtriton.recipes import checked
from xtriton.tvm.device_memory import Device, Memory, allocate
from xtriton.tvm.expressions import UnsupportedLaunchError, Values, expression_of, wide
from xtriton.tvm.library import builder, tirx
from xtriton.tvm.scalars import is_integer_type, passed_dtype

_ENCODE = "runtime.cuTensorMapEncodeTiled"
_DESCRIPTOR = "nvTmaDesc"
_L2_PROMOTION = 2
"""128 bytes, as Triton's descriptors have."""
_FLOATS = {6: "float16", 7: "float32", 9: "float64", 10: "bfloat16"}
"""TVM's element types by those of descriptors in PTX; NaN as padding needs a float, all else only copies."""
_MOST_ALIGNED = 256
"""Bytes at whose multiples memory of ``cudaMalloc`` begins, of which TVM's workspaces are."""


@dataclass
class Added:
    """The arguments that a launch adds."""

    arguments: list[Any]
    programs: list[Any]
    """Along x, y and z."""
    memory: list[Memory] = field(default_factory=list[Memory])


def extra_types(kernel: CompiledKernel) -> list[str]:
    """The types of the arguments after the caller's; ``tensormap`` is a descriptor."""
    added = [_type(str(entry["type"])) for entry in _launch_of(kernel).get("arguments", [])]
    scratch = ["int64"] * _scratch_pointers(kernel)
    if scratch and kernel.metadata.get("global_scratch_size"):
        scratch[0] = "handle"
    return [*added, *scratch]


def _type(type_: str) -> str:
    if type_ == _DESCRIPTOR:
        return "tensormap"
    if type_.startswith("*"):
        return "handle"
    return passed_dtype(type_) if is_integer_type(type_) else "int64"


def _launch_of(kernel: CompiledKernel) -> Mapping[str, Any]:
    return kernel.metadata.get("launch") or {}


def _scratch_pointers(kernel: CompiledKernel) -> int:
    """How many pointers to scratch memory the kernel takes last: those of its entry point that are not known."""
    entry = str(kernel.asm["ptx"]).partition(".entry")[2].partition(")")[0]
    added = _launch_of(kernel).get("arguments", [])
    return entry.count(".param") - len(kernel.metadata["signature"]) - len(added)


def needs_zeros(kernel: CompiledKernel) -> bool:
    """Whether launches set memory to zero: workspaces in which programs count."""
    return any("workspace" in entry and _is_zero(entry) for entry in _launch_of(kernel).get("arguments", []))


def _is_zero(entry: Mapping[str, Any]) -> bool:
    """Whether the kernel expects zeros in a workspace."""
    return entry.get("contents", "zero") == "zero"


def added_arguments(kernel: CompiledKernel, own: Sequence[Any], grid: Sequence[Any], device: Device) -> Added:
    """The arguments after the caller's, and the programs for a grid of tiles. Memory is allocated, not yet zero.

    Raises ``UnsupportedLaunchError`` for what a PrimFunc cannot compute.
    """
    metadata, launch = kernel.metadata, _launch_of(kernel)
    if metadata.get("profile_scratch_size"):
        raise UnsupportedLaunchError("it needs memory of a profiler, which TVM's launches do not have")
    programs = _programs(launch, grid, metadata.get("num_ctas", 1), device)
    values = Values(own, [*grid, programs[0]], [checked(entry) for entry in launch.get("values", [])])
    added = Added([], programs)
    for entry in launch.get("arguments", []):
        added.arguments.append(_argument(entry, values, device, added))
    if "programs" in launch:
        programs[0] = values.of(checked(launch["programs"]))
    scratch: list[Any] = [tirx.const(0, "int64")] * _scratch_pointers(kernel)
    if scratch and metadata.get("global_scratch_size"):
        scratch[0] = _scratch(kernel, added, device)
    added.arguments += scratch
    return added


def _programs(launch: Mapping[str, Any], grid: Sequence[Any], num_ctas: int, device: Device) -> list[Any]:
    """The programs for a grid of tiles: along persistent axes at most as many as are resident."""
    axes: Sequence[int] = launch.get("persistent", [])
    if not axes:
        return list(grid)
    tiles: Any = 1
    for axis in axes:
        tiles = grid[axis] * tiles
    resident = device.multiprocessors() * launch.get("ctas_per_sm", 1) // num_ctas
    running = tirx.max(1, builder.Bind(resident))
    needed = tirx.min(tiles * launch.get("programs_per_tile", 1), running)
    x, y, z = (1 if axis in axes else extent for axis, extent in enumerate(grid))
    return [needed * x, y, z]


def _argument(entry: Mapping[str, Any], values: Values, device: Device, added: Added) -> Any:
    if "value" in entry:
        return expression_of(values.of(checked(entry["value"]))).astype(_type(str(entry["type"])))
    if "workspace" in entry:
        memory = allocate(values.of(checked(entry["workspace"])), device, is_zero=_is_zero(entry))
        added.memory.append(memory)
        return memory.pointer
    return _descriptor(entry, values)


def _scratch(kernel: CompiledKernel, added: Added, device: Device) -> Any:
    """Memory for what each program keeps in global memory, such as descriptors that it makes."""
    size, aligned = int(kernel.metadata["global_scratch_size"]), int(kernel.metadata.get("global_scratch_align", 1))
    if aligned > _MOST_ALIGNED:
        raise UnsupportedLaunchError(f"it needs scratch memory that is aligned to {aligned} bytes")
    total: Any = size * int(kernel.metadata.get("num_ctas", 1))
    for extent in added.programs:
        total = total * (extent if isinstance(extent, int) else wide(extent))
    memory = allocate(total, device, is_zero=False)
    added.memory.append(memory)
    return memory.pointer


def _descriptor(entry: Mapping[str, Any], values: Values) -> Any:
    """Encode a descriptor on the stack. Triton's order of dimensions is the opposite of CUDA's."""
    access = entry["tma"]
    size = int(access["elem_size"])
    if access["fp4_padded"]:
        raise UnsupportedLaunchError("it needs a descriptor of padded fp4")
    base = values.address(checked(entry["base"]))
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
        *[wide(extent) for extent in shape],
        *[wide(stride) * size for stride in strides],
        *box,
        *[1] * rank,
        0,
        int(access["swizzle"]),
        _L2_PROMOTION,
        int(entry["padding"] == "nan"),
    )
    builder.evaluate(encoded)
    return memory
