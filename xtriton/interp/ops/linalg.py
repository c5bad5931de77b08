"""Operations of ``linalg`` on tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.ir import Operation
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap

from xtriton.dialects.tt.enums import InputPrecision
from xtriton.dialects.ttx import CumSumOp
from xtriton.dialects.upstream.linalg import (
    PARALLEL,
    GenericOp,
    IndexOp,
    ReduceOp,
    StructuredOp,
    TransposeOp,
    loop_ranges,
)
from xtriton.interp.compiler import Compute, Scope, Step, moving, semantics
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, FloatFormat, IntegerFormat, format_of
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.ops.tensors import on_elements
from xtriton.interp.ops.tt_dot import dot_step, sum_of_products
from xtriton.interp.ops.tt_reduce import ElementRegion
from xtriton.interp.values import Value, aligned, full, lanes_of, map_arrays
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor


@moving("linalg.fill")
def _fill(op: Operation) -> Compute:
    rank = len(shape_of_tensor(op.results[0]))
    return lambda value, _: aligned(value, rank)


@moving("linalg.transpose")
def _transpose(op: Operation) -> Compute:
    assert isinstance(op, TransposeOp)
    axes = (0, *(dim + 1 for dim in op.dims))
    return lambda a, _: a.transpose(axes)


@semantics("linalg.index")
def _index(scope: Scope, op: Operation) -> Step:
    """The enclosing loop has stored it in its slot."""

    def step(frame: Frame) -> None:
        assert frame.values[scope.slot(op.results[0])] is not None

    return step


def _by_loops(value: Value, shape: Sequence[int], map_: AffineMap, ranges: Sequence[int]) -> Value:
    """The element that each iteration of the loops accesses."""
    rank = len(ranges)
    places: list[Array] = []
    for expression in map_.results:
        if isinstance(expression, AffineDimExpr):
            dim = expression.position
            places.append(np.arange(ranges[dim]).reshape(1, *(1,) * dim, -1, *(1,) * (rank - dim - 1)))
        else:
            assert isinstance(expression, AffineConstantExpr)
            places.append(np.full((1,) * (rank + 1), expression.value))

    def pick(array: Array) -> Array:
        numbers = cast("Array", np.arange(array.shape[0]))
        lanes = aligned(numbers, rank)
        return np.broadcast_to(full(array, shape)[(lanes, *places)], (array.shape[0], *ranges))

    return map_arrays(pick, value)


def _simple(map_: AffineMap) -> bool:
    return all(isinstance(result, AffineDimExpr | AffineConstantExpr) for result in map_.results)


@semantics("linalg.generic")
def _generic(scope: Scope, op: Operation) -> Step:
    """All iterations at once: inside the region, each is a lane."""
    assert isinstance(op, GenericOp)
    ranges, maps = loop_ranges(op), op.maps
    if ranges is None or any(iterator != PARALLEL for iterator in op.iterators) or not all(map(_simple, maps)):
        raise UnsupportedError(op, "only parallel loops over the elements of tensors are supported")
    if any(map_ != AffineMap.identity(len(ranges)) for map_ in maps[len(op.ins) :]):
        raise UnsupportedError(op, "only outputs that are written in the order of the loops are supported")
    slots, outputs = scope.slots_of(op.operands), scope.slots_of(op.results)
    shapes = [shape_of_tensor(operand) for operand in op.operands]
    indices = [(inner, scope.slot(inner.results[0])) for inner in op.body.ops if isinstance(inner, IndexOp)]
    region = ElementRegion.of(scope, op.region)
    parts = list(zip(slots, shapes, maps, strict=True))
    by_lane = {slot: _iterations(inner, ranges) for inner, slot in indices}

    def step(frame: Frame) -> None:
        values = [_by_loops(frame.values[slot], shape, map_, ranges) for slot, shape, map_ in parts]
        lanes = frame.lanes if region.per_program else max([1, *map(lanes_of, values)])
        lanes = max([lanes, *(lanes_of(frame.values[slot]) for slot in region.region.captures)])
        values = [map_arrays(lambda array: full(array, ranges, lanes), value) for value in values]
        for slot, numbers in by_lane.items():
            frame.values[slot] = np.tile(numbers, lanes)
        for slot, value in zip(outputs, region.run(frame, values, ranges), strict=True):
            frame.values[slot] = value

    return step


def _iterations(op: IndexOp, ranges: Sequence[int]) -> Array:
    """The induction variable of a dimension, for all iterations in row-major order."""
    numbers: Array = np.indices(tuple(ranges), np.int64)[int_value(op.dim)]
    return numbers.reshape(-1)


@semantics("linalg.reduce")
def _reduce(scope: Scope, op: Operation) -> Step:
    """Sequentially, in order."""
    assert isinstance(op, ReduceOp)
    if len(op.dims) != 1:
        raise UnsupportedError(op, "only one dimension can be reduced at a time")
    (axis,) = op.dims
    slots, inits, outputs = scope.slots_of(op.ins), scope.slots_of(op.outs), scope.slots_of(op.results)
    source, target = shape_of_tensor(op.ins[0]), shape_of_tensor(op.outs[0])
    region = ElementRegion.of(scope, op.combiner)

    def step(frame: Frame) -> None:
        values = [map_arrays(lambda array: full(array, source), frame.values[slot]) for slot in slots]
        totals: list[Value] = [frame.values[slot] for slot in inits]
        for place in range(source[axis]):
            at = (slice(None),) * (axis + 1) + (place,)
            elements = [map_arrays(lambda array, at=at: array[at], value) for value in values]
            totals = region.run(frame, [*elements, *totals], target)
        for slot, value in zip(outputs, totals, strict=True):
            frame.values[slot] = value

    return step


@semantics("linalg.matmul", "linalg.batch_matmul")
def _matmul(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, StructuredOp)
    slots, out = scope.slots_of(op.operands), scope.slot(op.results[0])
    source, target = format_of(op.operands[0].type), format_of(op.results[0].type)
    compute = sum_of_products(op, source, target, InputPrecision.IEEE.value)
    return dot_step(slots, out, [shape_of_tensor(value) for value in op.operands], compute)


@semantics("ttx.cumsum")
def _cumsum(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, CumSumOp)
    slot, out = scope.slot(op.inputs[0]), scope.slot(op.results[0])
    shape, axis, form = shape_of_tensor(op.inputs[0]), op.axis_number + 1, format_of(op.inputs[0].type)

    def sums(array: Array) -> Array:
        whole = full(array, shape)
        if array.dtype == np.bool_:
            return np.logical_or.accumulate(whole, axis)
        if isinstance(form, IntegerFormat):
            return form.wrap(np.cumsum(whole.astype(np.int64), axis))
        assert isinstance(form, FloatFormat)
        return round_to(form, np.cumsum(whole.astype(np.float64), axis))

    def step(frame: Frame) -> None:
        frame.values[out] = on_elements(sums, frame.values[slot])

    return step
