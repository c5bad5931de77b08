"""The arguments that a launch adds to the caller's, computed by the PrimFunc.

These are integers, TMA descriptors, and memory: recipes (:mod:`xtriton.recipes`) become TIR. TVM's
``runtime.cuTensorMapEncodeTiled`` makes descriptors, and ``TVMBackendAllocWorkspace`` allocates memory on the stream.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from xtriton.compiler.result import CompiledKernel
from xtriton.recipes import checked
from xtriton.tvm.expressions import UnsupportedLaunchError, Values, expression_of, wide
from xtriton.tvm.library import builder, tirx

_ENCODE = "runtime.cuTensorMapEncodeTiled"
_DEVICE_ATTRIBUTE = "runtime.GetDeviceAttr"
_IDENTITY = "vm.builtin.copy"
"""The VM's function that returns its argument."""
_CUDA, _MULTIPROCESSORS = 2, 7
"""``kDLCUDA`` and ``kMultiProcessorCount``."""

_DESCRIPTOR = "nvTmaDesc"
_L2_PROMOTION = 2
"""128 bytes, as Triton's descriptors have."""
_FLOATS = {6: "float16", 7: "float32", 9: "float64", 10: "bfloat16"}
"""TVM's element types by those of descriptors in PTX; NaN as padding needs a float, all else only copies."""
_MOST_ALIGNED = 256
"""Bytes at whose multiples memory of ``cudaMalloc`` begins, of which TVM's workspaces are."""
_LEAST = 16
"""Bytes that are allocated for a workspace that has none."""
_BYTES = (1, 8)
"""The type of workspaces: the code of unsigned integers, and their bits."""


@dataclass(frozen=True)
class Memory:
    """Memory in global memory that is allocated for a launch."""

    pointer: Any
    size: Any
    """In bytes, an expression of 64 bits that may be zero."""
    is_zero: bool
    """Whether the kernel expects zeros."""


@dataclass
class Added:
    """The arguments that a launch adds."""

    arguments: list[Any]
    programs: list[Any]
    """Along x, y and z."""
    memory: list[Memory] = field(default_factory=list[Memory])


class Device:
    """The GPU of a launch, on which its tensors are.

    TVM checks that, and knows the number of the GPU where it lowers a PrimFunc, but gives it no name there. It writes
    it to the DLPack tensors that are made on the stack, which is where it is read: the handle of a parameter is its
    DLPack tensor up to TVM 0.25, and a pointer to its elements since 0.27.
    """

    _DEVICE_ID = 9
    """TVM's number of the field ``device.device_id`` of a DLPack tensor."""

    @cached_property
    def index(self) -> Any:
        """The number of the GPU. Read where it is first used."""
        none = tirx.const(0, "int64")
        pointer = tirx.reinterpret("handle", none)
        made = tirx.tvm_stack_make_array(pointer, pointer, none, 1, "uint8", none)
        number = tirx.tvm_struct_get(made, 0, self._DEVICE_ID, "int32")
        return builder.Bind(tirx.Cast("int32", builder.call_packed(_IDENTITY, number)))

    def multiprocessors(self) -> Any:
        """The number of multiprocessors."""
        return tirx.Cast("int32", builder.call_packed(_DEVICE_ATTRIBUTE, _CUDA, self.index, _MULTIPROCESSORS))


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
    return f"int{max(int(type_.lstrip('iu')), 8)}" if type_[0] in "iu" else "int64"


def _launch_of(kernel: CompiledKernel) -> Mapping[str, Any]:
    return kernel.metadata.get("launch") or {}


def _scratch_pointers(kernel: CompiledKernel) -> int:
    """How many pointers to scratch memory the kernel takes last: those of its entry point that are not known."""
    entry = str(kernel.asm["ptx"]).partition(".entry")[2].partition(")")[0]
    added = _launch_of(kernel).get("arguments", [])
    return entry.count(".param") - len(kernel.metadata["signature"]) - len(added)


def needs_zeros(kernel: CompiledKernel) -> bool:
    """Whether launches set memory to zero: a workspace, in which programs count the parts of tiles."""
    return any("workspace" in entry for entry in _launch_of(kernel).get("arguments", []))


def added_arguments(kernel: CompiledKernel, own: Sequence[Any], grid: Sequence[Any], device: Device) -> Added:
    """The arguments after the caller's, and the programs for a grid of tiles. Memory is allocated, but not set to zero.

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
        memory = _allocated(values.of(checked(entry["workspace"])), device, is_zero=True)
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
    memory = _allocated(total, device, is_zero=False)
    added.memory.append(memory)
    return memory.pointer


def _allocated(size: Any, device: Device, *, is_zero: bool) -> Memory:
    """Allocate memory where the PrimFunc is being built. Running out of it is an error of TVM."""
    size = tirx.const(size, "int64") if isinstance(size, int) else size
    allocated = tirx.max(size, tirx.const(_LEAST, "int64")).astype("uint64")
    pointer = builder.Bind(tirx.TVMBackendAllocWorkspace(_CUDA, device.index, allocated, *_BYTES))
    with builder.If(tirx.isnullptr(pointer)), builder.Then():
        builder.evaluate(tirx.tvm_throw_last_error())
    return Memory(pointer, size, is_zero)


def release(memory: Memory, device: Device) -> None:
    """Give memory back. Launches on the same stream that get it run later."""
    builder.evaluate(tirx.TVMBackendFreeWorkspace(_CUDA, device.index, memory.pointer))


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
