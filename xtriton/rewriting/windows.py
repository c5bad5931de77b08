"""Windows of strided tensors in memory, as tensors of pointers and masks.

Block pointers and tensor descriptors both describe such windows: a block of some shape, at an offset along each
dimension. All offsets, extents and strides are of type i64.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerAttr, TensorType, i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.tt.memory import AddPtrOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, MakeRangeOp, ReshapeOp, SplatOp
from xtriton.dialects.upstream.arith import AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp, MulIOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_9, by_version


def splat(value: SSAValue, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    """A splat of ``type_``."""
    return rewriter.insert(SplatOp(value, result=type_)).result


def expand(value: SSAValue, rank: int, dim: int, rewriter: Rewriter) -> SSAValue:
    """A rank-1 tensor expanded to ``rank`` dimensions, all but ``dim`` of extent 1."""
    return _EXPANSION.now()(value, rank, dim, rewriter)


def _reshaped(value: SSAValue, rank: int, dim: int, rewriter: Rewriter) -> SSAValue:
    type_ = value.type
    assert is_tensor_type(type_)
    shape = [1] * rank
    shape[dim] = type_.get_shape()[0]
    return rewriter.insert(ReshapeOp(value, result=TensorType(type_.element_type, shape))).result


def _expanded(value: SSAValue, rank: int, dim: int, rewriter: Rewriter) -> SSAValue:
    for axis in range(rank):
        if axis != dim:
            value = rewriter.insert(ExpandDimsOp(value, axis=axis)).result
    return value


_EXPANSION = by_version({V3_6: _expanded, V3_9: _reshaped})
"""How Triton expands the indices of a block."""


def offsets_along(offset: SSAValue, shape: Sequence[int], dim: int, rewriter: Rewriter) -> SSAValue:
    """The indices along one dimension that a block of ``shape`` at ``offset`` covers, expanded to its rank."""
    extent = shape[dim]
    start = splat(offset, TensorType(i64, [extent]), rewriter)
    steps = rewriter.insert(MakeRangeOp(start=0, end=extent, result=TensorType(i32, [extent]))).result
    wide = rewriter.insert(ExtSIOp(steps, TensorType(i64, [extent]))).out
    return expand(rewriter.insert(AddIOp(start, wide)).result, len(shape), dim, rewriter)


def pointers_to(base: SSAValue, shape: Sequence[int], rewriter: Rewriter) -> SSAValue:
    """A splat of ``base`` with ``shape``."""
    return splat(base, TensorType(base.type, shape), rewriter)


def moved(
    pointers: SSAValue, offsets: SSAValue, stride: SSAValue, shape: Sequence[int], rewriter: Rewriter
) -> SSAValue:
    """Pointers advanced by ``offsets`` along one dimension."""
    # The stride is splatted to the expanded shape, not to a row, so that its divisibility stays known.
    strides = splat(stride, offsets.type, rewriter)
    distance = rewriter.insert(MulIOp(offsets, strides)).result
    distances = broadcast(distance, TensorType(i64, shape), rewriter)
    return rewriter.insert(AddPtrOp(pointers, distances, result=pointers.type)).result


def within(offsets: SSAValue, extent: SSAValue, shape: Sequence[int], rewriter: Rewriter) -> SSAValue:
    """Where ``offsets`` along one dimension are at least 0 and less than ``extent``, for a block of ``shape``."""
    zero = splat(rewriter.insert(ConstantOp(IntegerAttr(0, i64))).result, offsets.type, rewriter)
    above = rewriter.insert(CmpIOp(CmpIPredicate.SGE, offsets, zero)).result
    end = splat(extent, offsets.type, rewriter)
    below = rewriter.insert(CmpIOp(CmpIPredicate.SLT, offsets, end)).result
    inside = rewriter.insert(AndIOp(above, below)).result
    return broadcast(inside, TensorType(i1, shape), rewriter)


def broadcast(value: SSAValue, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    """``value`` broadcast to the shape of ``type_``, if it differs."""
    return rewriter.insert(BroadcastOp(value, result=type_)).result


def pointers_at(
    base: SSAValue, strides: Sequence[SSAValue], places: Sequence[SSAValue], shape: Sequence[int], rewriter: Rewriter
) -> SSAValue:
    """The pointers of a block that covers ``places`` along the dimensions."""
    pointers = pointers_to(base, shape, rewriter)
    for place, stride in zip(places, strides, strict=True):
        pointers = moved(pointers, place, stride, shape, rewriter)
    return pointers


def mask_at(
    extents: Sequence[SSAValue], places: Sequence[SSAValue], shape: Sequence[int], rewriter: Rewriter
) -> SSAValue:
    """Where a block that covers ``places`` is inside of a tensor with some extents."""
    mask = within(places[0], extents[0], shape, rewriter)
    for place, extent in zip(places[1:], extents[1:], strict=True):
        mask = rewriter.insert(AndIOp(mask, within(place, extent, shape, rewriter))).result
    return mask
