"""The buffers of arefs: their types, allocations and views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import SSAValue

from xtriton.dialects.nvws.aref import ArefCreateOp
from xtriton.dialects.nvws.attributes import ArefType
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp
from xtriton.ir.locations import Location
from xtriton.layouts.encodings import TensorMemoryScales
from xtriton.rewriting.rewriter import Rewriter


def memory_type(value: SSAValue) -> MemDescType:
    """The type of a buffer."""
    return cast("MemDescType", value.type)


def is_scales(type_: MemDescType) -> bool:
    """Whether the memory holds scales in tensor memory, of which there is always one buffer."""
    return isinstance(type_.layout(), TensorMemoryScales)


def with_shape(
    type_: MemDescType, shape: Sequence[int], *, mutable: bool = True, alloc_shape: Sequence[int] | None = None
) -> MemDescType:
    """Memory of the same kind with another shape."""
    return MemDescType(shape, type_.element_type, type_.encoding, type_.memory_space, mutable, alloc_shape)


def multi_buffered(type_: MemDescType, count: int) -> MemDescType:
    """``count`` mutable buffers of a type; scales stay one buffer."""
    return with_shape(type_, type_.get_shape() if is_scales(type_) else (count, *type_.get_shape()))


def entered_type(type_: MemDescType, *, mutable: bool = True) -> MemDescType:
    """The type of one of several buffers in an entered aref."""
    shape = type_.get_shape() if is_scales(type_) else type_.get_shape()[1:]
    return with_shape(type_, shape, mutable=mutable, alloc_shape=type_.get_alloc_shape())


def depth_of(type_: MemDescType) -> int:
    """The number of buffers."""
    return 1 if is_scales(type_) else type_.get_shape()[0]


def allocate(type_: MemDescType, rewriter: Rewriter, location: Location, alignment: int | None = None) -> SSAValue:
    """Allocate memory of a type in the space of that type; shared memory at an alignment in bytes, if given."""
    alloc = LocalAllocOp(alignment=alignment, result=type_) if type_.in_shared_memory else TMEMAllocOp(result=type_)
    return rewriter.insert(alloc, location).results[0]


def create_aref(buffers: Sequence[SSAValue], rewriter: Rewriter, location: Location) -> ArefCreateOp:
    """An aref on buffers."""
    type_ = ArefType([buffer.type for buffer in buffers])
    return rewriter.insert(ArefCreateOp(buffers, result=type_), location)
