"""Memory in global memory for the launches of a PrimFunc: workspaces and scratch memory.

``TVMBackendAllocWorkspace`` allocates it for each launch on the launch's stream, without cost once a launch of the
thread has had as much. Kernels that expect zeros leave zeros behind. So for the default stream, on which launches of
all threads run one after the other and none is captured into a CUDA graph, such memory is allocated and set to zero
once, and kept. On other streams a kernel sets the memory of each launch to zero.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from xtriton.tvm.library import builder, tirx

_DEVICE_ATTRIBUTE = "runtime.GetDeviceAttr"
_IDENTITY = "vm.builtin.copy"
"""The VM's function that returns its argument."""
_CUDA, _MULTIPROCESSORS = 2, 7
"""``kDLCUDA`` and ``kMultiProcessorCount``."""
_STREAM = "TVMFFIEnvGetStream"
"""The function of TVM's C interface for the stream that launches of this thread run on; null is the default stream."""

_LEAST = 16
"""Bytes that are allocated for a workspace that has none."""
_BYTES = (1, 8)
"""The type of workspaces: the code of unsigned integers, and their bits."""
KEPT = 4096
"""Bytes of zeros that are kept for each kernel and GPU: TVM's smallest workspace. Larger ones are not kept."""
_DEVICES = 32
"""TVM's limit of GPUs."""

_DATA, _DEVICE_ID = 1, 9
"""TVM's numbers of the fields ``data``, the first one, and ``device.device_id`` of a DLPack tensor."""
_DLPACK_TENSOR = 48
"""Bytes of a DLPack tensor, of which TVM reads fields by index."""


class Device:
    """The GPU of a launch, on which its tensors are.

    TVM checks that, and knows the number of the GPU where it lowers a PrimFunc, but gives it no name there. It writes
    it to the DLPack tensors that are made on the stack, which is where it is read: the handle of a parameter is its
    DLPack tensor up to TVM 0.25, and a pointer to its elements since 0.27.
    """

    @cached_property
    def index(self) -> Any:
        """The number of the GPU. Read where it is first used."""
        none = tirx.const(0, "int64")
        pointer = tirx.reinterpret("handle", none)
        made = tirx.tvm_stack_make_array(pointer, pointer, none, 1, "uint8", none)
        number = tirx.tvm_struct_get(made, 0, _DEVICE_ID, "int32")
        return builder.Bind(tirx.Cast("int32", builder.call_packed(_IDENTITY, number)))

    def multiprocessors(self) -> Any:
        """The number of multiprocessors."""
        return tirx.Cast("int32", builder.call_packed(_DEVICE_ATTRIBUTE, _CUDA, self.index, _MULTIPROCESSORS))


@dataclass(frozen=True)
class Memory:
    """Memory that is allocated for a launch."""

    allocated: Any
    """The handle of TVM's workspace, which is released after the launch."""
    size: Any
    """In bytes, an expression of 64 bits that may be zero."""
    cell: Any = None
    """Where the kernel expects zeros: a variable on the stack that holds the pointer to them."""

    @property
    def pointer(self) -> Any:
        """The kernel's argument, to be read after :func:`provide_zeros`."""
        return self.allocated if self.cell is None else tirx.tvm_struct_get(self.cell, 0, _DATA, "handle")


def allocate(size: Any, device: Device, *, is_zero: bool) -> Memory:
    """Allocate memory where the PrimFunc is being built. Running out of it is an error of TVM.

    With ``is_zero``, the kernel expects zeros, and restores them: :func:`provide_zeros` must follow.
    """
    size = tirx.const(size, "int64") if isinstance(size, int) else size
    allocated = _allocated(tirx.max(size, tirx.const(_LEAST, "int64")), device)
    if not is_zero:
        return Memory(allocated, size)
    cell = builder.Bind(builder.tvm_stack_alloca("array", 1))
    _set_pointer(cell, 0, allocated)
    return Memory(allocated, size, cell)


def provide_zeros(memory: Memory, device: Device, fill: Callable[[Any, Any], None]) -> None:
    """Let memory be zero, if it has bytes. ``fill`` launches the kernel that sets memory of a size to zero.

    The workspace is allocated even where zeros are kept: the stream of a CUDA graph, which launches are captured into
    after they have run on the default stream, cannot allocate more than these had.
    """
    with builder.If(memory.size > 0), builder.Then():
        stream = builder.Bind(tirx.call_extern("handle", _STREAM, _CUDA, device.index))
        with builder.If(tirx.all(tirx.isnullptr(stream), memory.size <= KEPT)):
            with builder.Then():
                _set_pointer(memory.cell, 0, _kept_zeros(device, fill))
            with builder.Else():
                fill(memory.allocated, memory.size)


def _kept_zeros(device: Device, fill: Callable[[Any, Any], None]) -> Any:
    """The pointer to zeros on a GPU, which are allocated for the first launch on it.

    Threads that do that at the same time may allocate more than once: all but the last of these are used once.
    """
    static = builder.Bind(tirx.call_intrin("handle", "tirx.tvm_static_handle"))
    with builder.If(tirx.isnullptr(_pointer(static, 0))), builder.Then():
        sizes = (tirx.const(number, "uint64") for number in (_DEVICES, _DLPACK_TENSOR))
        _set_pointer(static, 0, tirx.call_extern("handle", "calloc", *sizes))
    table = builder.Bind(_pointer(static, 0))
    with builder.If(tirx.isnullptr(_pointer(table, device.index))), builder.Then():
        size = tirx.const(KEPT, "int64")
        memory = _allocated(size, device)
        fill(memory, size)
        _set_pointer(table, device.index, memory)
    return _pointer(table, device.index)


def _pointer(structure: Any, index: Any) -> Any:
    return tirx.tvm_struct_get(structure, index, _DATA, "handle")


def _set_pointer(structure: Any, index: Any, pointer: Any) -> None:
    builder.evaluate(tirx.tvm_struct_set(structure, index, _DATA, pointer))


def _allocated(size: Any, device: Device) -> Any:
    pointer = builder.Bind(tirx.TVMBackendAllocWorkspace(_CUDA, device.index, size.astype("uint64"), *_BYTES))
    with builder.If(tirx.isnullptr(pointer)), builder.Then():
        builder.evaluate(tirx.tvm_throw_last_error())
    return pointer


def release(memory: Memory, device: Device) -> None:
    """Give memory back. Launches on the same stream that get it run later."""
    builder.evaluate(tirx.TVMBackendFreeWorkspace(_CUDA, device.index, memory.allocated))
