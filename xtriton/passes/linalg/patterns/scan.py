"""Scans: prefix reductions along a dimension."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import BoolAttr, Float32Type, TensorType
from xdsl.ir import Block, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.ttx import CumSumOp
from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, ExtFOp, SubIOp, TruncFOp
from xtriton.folds.elements import width_of
from xtriton.ir.narrowing import int_value
from xtriton.passes.linalg.patterns.builders import (
    Body,
    empty,
    over_elements,
    shape_of_value,
    tensor_type,
)
from xtriton.passes.linalg.patterns.loops import counted_loop
from xtriton.passes.linalg.patterns.reduce import sole_operation
from xtriton.rewriting.cloning import clone_body
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter

_F32 = Float32Type()


def _is_reverse(op: tt.ScanOp) -> bool:
    return bool(cast("BoolAttr", op.reverse).value.data)


@pattern(tt.ScanOp)
def cumsum(op: tt.ScanOp, rewriter: Rewriter) -> bool:
    """Sums along the last dimension of rank-1 and rank-2 tensors are ``ttx.cumsum``."""
    combine = sole_operation(op.combineOp.block)
    if len(op.srcs) != 1 or not isinstance(combine, AddFOp | AddIOp) or _is_reverse(op):
        return False
    source, axis = op.srcs[0], int_value(op.axis)
    shape = shape_of_value(source)
    if len(shape) > 2 or axis != len(shape) - 1:
        return False
    init = empty(shape, tensor_type(source).element_type, rewriter)
    rewriter.replace_by(op, CumSumOp.of(source, axis, init))
    return True


@pattern(tt.ScanOp)
def narrow_sums(op: tt.ScanOp, rewriter: Rewriter) -> bool:
    """Other sums of types narrower than ``f32`` are accumulated in ``f32``."""
    combine = sole_operation(op.combineOp.block)
    type_ = tensor_type(op.srcs[0])
    if len(op.srcs) != 1 or not isinstance(combine, AddFOp) or width_of(type_.element_type) >= _F32.bitwidth:
        return False
    block = Block(arg_types=[_F32, _F32])
    total = AddFOp(block.args[0], block.args[1])
    block.add_ops([total, tt.ScanReturnOp([total.result])])
    wide = TensorType(_F32, type_.get_shape())
    source = rewriter.insert(ExtFOp(op.srcs[0], wide)).results[0]
    sums = tt.ScanOp([source], axis=op.axis, reverse=op.reverse, combineOp=Region(block))
    rewriter.replace_by(op, TruncFOp(rewriter.insert(sums).results[0], type_))
    return True


@pattern(tt.ScanOp)
def scan(op: tt.ScanOp, rewriter: Rewriter) -> bool:
    """A loop along the dimension whose loop-carried values are the accumulators and the results so far."""
    axis, count = int_value(op.axis), len(op.srcs)
    extent = shape_of_value(op.srcs[0])[axis]
    first = index_constant(extent - 1 if _is_reverse(op) else 0, rewriter)
    carried = [_at(source, axis, first, rewriter) for source in op.srcs]
    outputs = [empty(shape_of_value(source), tensor_type(source).element_type, rewriter) for source in op.srcs]
    outputs = [_put(part, out, axis, first, rewriter) for part, out in zip(carried, outputs, strict=True)]

    def step(number: SSAValue, values: Sequence[SSAValue]) -> list[SSAValue]:
        place = rewriter.insert(SubIOp(first, number)).result if _is_reverse(op) else number
        current = [_at(source, axis, place, rewriter) for source in op.srcs]
        combined = _combined(op.combineOp.block, values[:count], current, rewriter)
        new = [_put(part, out, axis, place, rewriter) for part, out in zip(combined, values[count:], strict=True)]
        return [*combined, *new]

    results = counted_loop(1, extent, [*carried, *outputs], step, rewriter) if extent > 1 else [*carried, *outputs]
    rewriter.replace(op, results[count:])
    return True


def _slice(source: SSAValue, axis: int, place: SSAValue) -> tuple[list[SSAValue | int], list[int], list[int]]:
    shape = list(shape_of_value(source))
    offsets: list[SSAValue | int] = [0] * len(shape)
    offsets[axis], shape[axis] = place, 1
    return offsets, shape, [1] * len(shape)


def _at(source: SSAValue, axis: int, place: SSAValue, rewriter: Rewriter) -> SSAValue:
    """The slice at ``place`` along ``axis``: a scalar for rank 1, else a tensor of lower rank."""
    if len(shape_of_value(source)) == 1:
        return rewriter.insert(tensor.ExtractOp(source, [place])).result
    kept = [extent for dim, extent in enumerate(shape_of_value(source)) if dim != axis]
    type_ = TensorType(tensor_type(source).element_type, kept)
    return rewriter.insert(tensor.ExtractSliceOp.of(source, *_slice(source, axis, place), type_)).result


def _put(part: SSAValue, whole: SSAValue, axis: int, place: SSAValue, rewriter: Rewriter) -> SSAValue:
    """``whole`` with ``part`` at ``place`` along ``axis``."""
    if len(shape_of_value(whole)) == 1:
        return rewriter.insert(tensor.InsertOp(part, whole, [place])).result
    return rewriter.insert(tensor.InsertSliceOp.of(part, whole, *_slice(whole, axis, place))).result


def _combined(
    block: Block, before: Sequence[SSAValue], current: Sequence[SSAValue], rewriter: Rewriter
) -> list[SSAValue]:
    """The combine region applied to scalars, or to the elements of tensors."""
    if isinstance(current[0].type, TensorType):

        def fill(body: Body) -> Sequence[SSAValue]:
            return body.copy(block, body.args[: len(block.args)])

        rank = len(shape_of_value(current[0]))
        inits = [empty(shape_of_value(source), tensor_type(source).element_type, rewriter) for source in current]
        return list(over_elements([*before, *current], inits, rank, fill, rewriter).results)
    return clone_body(block, [*before, *current], rewriter)


PATTERNS = [cumsum, narrow_sums, scan]
