"""Scans: prefix reductions along a dimension."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import BoolAttr, Float32Type, LocationAttr, TensorType, i1, i8
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.ttx import CumSumOp, ScanOp, ScanReturnOp
from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, ExtFOp, ExtUIOp, SubIOp, TruncFOp, TruncIOp
from xtriton.folds.elements import width_of
from xtriton.ir.builder import Builder
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
from xtriton.rewriting.pattern import Pattern, pattern
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
def flags(op: tt.ScanOp, rewriter: Rewriter) -> bool:
    """Operands of ``i1`` are stored as ``i8``, which vectors can load; the region still combines ``i1``."""
    types = [tensor_type(source) for source in op.srcs]
    if all(type_.element_type != i1 for type_ in types):
        return False
    stored = [TensorType(_stored(type_.element_type), type_.get_shape()) for type_ in types]
    elements = [type_.element_type for type_ in stored]
    block = Block(arg_types=[*elements, *elements])
    body = Body(block, rewriter.location)
    given = [
        _resized(TruncIOp, value, old.element_type, body) for value, old in zip(block.args, types * 2, strict=True)
    ]
    results = body.copy(op.combineOp.block, given)
    body.insert(
        tt.ScanReturnOp([_resized(ExtUIOp, value, new, body) for value, new in zip(results, elements, strict=True)])
    )
    sources = [_resized(ExtUIOp, value, type_, rewriter) for value, type_ in zip(op.srcs, stored, strict=True)]
    wide = rewriter.insert(tt.ScanOp(sources, axis=op.axis, reverse=op.reverse, combineOp=Region(block)))
    rewriter.replace(
        op, [_resized(TruncIOp, value, type_, rewriter) for value, type_ in zip(wide.results, types, strict=True)]
    )
    return True


def _stored(element: Attribute) -> Attribute:
    return i8 if element == i1 else element


def _resized(kind: type[ExtUIOp | TruncIOp], value: SSAValue, type_: Attribute, builder: Builder) -> SSAValue:
    return value if value.type == type_ else builder.insert(kind(value, type_)).results[0]


@pattern(tt.ScanOp)
def last_dimension(op: tt.ScanOp, rewriter: Rewriter) -> bool:
    """Scans along the last dimension are ``ttx.scan``."""
    shape = shape_of_value(op.srcs[0])
    if int_value(op.axis) != len(shape) - 1:
        return False
    outputs = [empty(shape, tensor_type(source).element_type, rewriter) for source in op.srcs]
    block = Block(arg_types=[argument.type for argument in op.combineOp.block.args])
    for argument in block.args:
        argument.location = cast("LocationAttr", rewriter.location)
    body = Body(block, rewriter.location)
    body.insert(ScanReturnOp(body.copy(op.combineOp.block, block.args)))
    new = rewriter.insert(ScanOp.of(op.srcs, outputs, Region(block), reverse=_is_reverse(op)))
    rewriter.replace(op, new.results)
    return True


@pattern(tt.ScanOp)
def scan(op: tt.ScanOp, rewriter: Rewriter) -> bool:
    """A loop along the dimension whose loop-carried values are the accumulators and the results so far."""
    axis, count = int_value(op.axis), len(op.srcs)
    extent = shape_of_value(op.srcs[0])[axis]
    first = index_constant(extent - 1 if _is_reverse(op) else 0, rewriter)
    carried = [_at(source, axis, first, rewriter) for source in op.srcs]
    outputs = [empty(shape_of_value(source), tensor_type(source).element_type, rewriter) for source in op.srcs]
    # Of two slices the one with the lower address is stored first: LLVM 22's SROA merges the stores that fill a buffer
    # at the one with the highest address, where values that are stored later are not defined yet.
    late = _is_reverse(op) and extent == 2

    def begun(outs: Sequence[SSAValue]) -> list[SSAValue]:
        return [_put(part, out, axis, first, rewriter) for part, out in zip(carried, outs, strict=True)]

    outputs = outputs if late else begun(outputs)

    def step(number: SSAValue, values: Sequence[SSAValue]) -> list[SSAValue]:
        place = rewriter.insert(SubIOp(first, number)).result if _is_reverse(op) else number
        current = [_at(source, axis, place, rewriter) for source in op.srcs]
        combined = _combined(op.combineOp.block, values[:count], current, rewriter)
        new = [_put(part, out, axis, place, rewriter) for part, out in zip(combined, values[count:], strict=True)]
        return [*combined, *new]

    results = counted_loop(1, extent, [*carried, *outputs], step, rewriter) if extent > 1 else [*carried, *outputs]
    rewriter.replace(op, begun(results[count:]) if late else results[count:])
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


def patterns(*, exact: bool) -> list[Pattern]:
    """The patterns for scans. With ``exact``, all those along the last dimension become operations of ``ttx``."""
    named = [flags, last_dimension] if exact else []
    return [cumsum, narrow_sums, *named, scan]
