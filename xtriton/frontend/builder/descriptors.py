"""Tensor descriptors: tensors in memory that are accessed a block at a time."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
    MakeTensorDescOp,
)
from xtriton.dialects.tt.enums import DescriptorReduceKind
from xtriton.frontend.builder.casts import convert
from xtriton.frontend.builder.constants import scalar_constant
from xtriton.frontend.builder.dtypes import (
    DescriptorType,
    DType,
    bfloat16,
    block_of,
    float16,
    float32,
    int32,
    int64,
    ir_descriptor_type,
    ir_type,
    uint32,
    uint64,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.memory import index_values, padding, pointee
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.values import Descriptor, Value
from xtriton.versions import V3_9, active_version, since

_MIN_BYTES = 16
_MAX_RANK = 5
_MIN_ROWS = 8
_INTEGERS = frozenset({uint32, int32, uint64, int64})
_REDUCED: dict[str, frozenset[DType]] = {
    "add": frozenset({uint32, int32, uint64, float32, float16, bfloat16}),
    "min": _INTEGERS | {float16, bfloat16},
    "max": _INTEGERS | {float16, bfloat16},
    "and": _INTEGERS,
    "or": _INTEGERS,
    "xor": _INTEGERS,
}


def make_tensor_descriptor(
    base: Value,
    shape: Sequence[Value | int],
    strides: Sequence[Value | int],
    block_shape: Sequence[int],
    padding_option: str = "zero",
) -> Descriptor:
    """A descriptor of a tensor in memory. The last stride is 1; a block's last dimension has at least 16 bytes."""
    rank = len(shape)
    if not 1 <= rank <= _MAX_RANK:
        raise BuildError(f"a descriptor has 1 to {_MAX_RANK} dimensions, not {rank}")
    if len(strides) != rank or len(block_shape) != rank:
        raise BuildError("shape, strides and block_shape must be equally long")
    element = pointee(base, "make_tensor_descriptor")
    width = block_shape[-1] * (element.bits // 8)
    if width < _MIN_BYTES:
        raise BuildError(f"the last dimension of a descriptor's block has at least {_MIN_BYTES} bytes, not {width}")
    if isinstance(strides[-1], Value) or strides[-1] != 1:
        raise BuildError("the last stride of a descriptor is the number 1")
    _check_strides(strides, element)
    extents = [_scalar(extent, int32) for extent in shape]
    steps = [_scalar(stride, int64) for stride in strides]
    block = block_of(element, block_shape)
    option = padding(padding_option, element)
    if option is None:
        raise BuildError("padding_option of a descriptor is 'zero' or 'nan'")
    op = MakeTensorDescOp(
        base.handle,
        [extent.handle for extent in extents],
        [step.handle for step in steps],
        padding=option,
        result=ir_descriptor_type(block),
    )
    return Descriptor(session().emit(op).results[0], DescriptorType(block), extents, steps)


_CHECKS_STRIDES = since(V3_9)
"""The versions that reject strides known to be unaligned."""


def _check_strides(strides: Sequence[Value | int], element: DType) -> None:
    if active_version() not in _CHECKS_STRIDES:
        return
    for stride in strides[:-1]:
        if isinstance(stride, int) and stride * (element.bits // 8) % _MIN_BYTES:
            raise BuildError(f"the strides of a descriptor are multiples of {_MIN_BYTES} bytes, not {stride} {element}")


def _scalar(value: Value | int, dtype: DType) -> Value:
    if not isinstance(value, Value):
        return scalar_constant(value, dtype)
    if value.is_block:
        raise BuildError(f"expected a scalar, not {value.type}")
    return convert(value, dtype)


def _offsets(descriptor: Descriptor, offsets: Sequence[Value | int]) -> list[SSAValue]:
    rank = len(descriptor.block_shape)
    if len(offsets) != rank:
        raise BuildError(f"a descriptor of {rank} dimensions takes {rank} offsets, not {len(offsets)}")
    return index_values(offsets, wide=False)


def _check_block(descriptor: Descriptor, value: Value) -> None:
    if value.shape != descriptor.block_shape:
        raise BuildError(f"a block of shape {descriptor.block_shape} is stored, not {value.type}")


def load_block(descriptor: Descriptor, offsets: Sequence[Value | int]) -> Value:
    """See :meth:`Descriptor.load`."""
    indices = _offsets(descriptor, offsets)
    op = DescriptorLoadOp(descriptor.handle, indices, result=ir_type(descriptor.type.block))
    return emit(op, descriptor.type.block)


def store_block(descriptor: Descriptor, offsets: Sequence[Value | int], value: Value) -> None:
    """See :meth:`Descriptor.store`."""
    _check_block(descriptor, value)
    stored = convert(value, descriptor.dtype)
    indices = _offsets(descriptor, offsets)
    session().emit(DescriptorStoreOp(descriptor.handle, stored.handle, indices))


def reduce_block(kind: str, descriptor: Descriptor, offsets: Sequence[Value | int], value: Value) -> None:
    """Reduce a block into memory: ``add min max and or xor``."""
    _check_block(descriptor, value)
    if descriptor.dtype not in _REDUCED[kind]:
        raise BuildError(f"atomic_{kind} of a descriptor does not take {descriptor.dtype}")
    indices = _offsets(descriptor, offsets)
    reduce = DescriptorReduceOp(descriptor.handle, value.handle, indices, kind=DescriptorReduceKind[kind.upper()])
    session().emit(reduce)


def _check_rows(descriptor: Descriptor, x_offsets: Value) -> None:
    shape = descriptor.block_shape
    if len(shape) != 2 or shape[0] != 1:
        raise BuildError(f"rows are picked by a descriptor whose block is one row, not one of shape {shape}")
    if len(x_offsets.shape) != 1 or x_offsets.shape[0] < _MIN_ROWS:
        raise BuildError(f"at least {_MIN_ROWS} rows are picked, by a tensor of one dimension, not {x_offsets.type}")
    columns = 32 // descriptor.dtype.bits * 8
    if shape[1] < columns:
        raise BuildError(f"rows of {descriptor.dtype} have at least {columns} columns, not {shape[1]}")


def gather_rows(descriptor: Descriptor, x_offsets: Value, y_offset: Value | int) -> Value:
    """See :meth:`Descriptor.gather`."""
    _check_rows(descriptor, x_offsets)
    type_ = block_of(descriptor.dtype, [x_offsets.shape[0], descriptor.block_shape[1]])
    (column,) = index_values(y_offset, wide=False)
    op = DescriptorGatherOp(descriptor.handle, x_offsets.handle, column, result=ir_type(type_))
    return emit(op, type_)


def scatter_rows(descriptor: Descriptor, value: Value, x_offsets: Value, y_offset: Value | int) -> None:
    """See :meth:`Descriptor.scatter`."""
    _check_rows(descriptor, x_offsets)
    (column,) = index_values(y_offset, wide=False)
    session().emit(DescriptorScatterOp(descriptor.handle, x_offsets.handle, column, value.handle))


def load_tensor_descriptor(descriptor: Descriptor, offsets: Sequence[Value | int]) -> Value:
    """The block of a descriptor that starts at ``offsets``."""
    return load_block(descriptor, offsets)


def store_tensor_descriptor(descriptor: Descriptor, offsets: Sequence[Value | int], value: Value) -> None:
    """Store a block at ``offsets``."""
    store_block(descriptor, offsets, value)
