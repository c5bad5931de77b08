"""Structured control flow. Divergent lanes run in frames of their own and are merged afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.scf.branches import IfOp, IndexSwitchOp
from xtriton.dialects.upstream.scf.loops import ForOp
from xtriton.dialects.upstream.scf.parallel import ParallelOp
from xtriton.dialects.upstream.scf.parallel import ReduceOp as ParallelReduceOp
from xtriton.interp.certainty import certain
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError, UnsupportedError, UnsupportedInputError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, IntegerFormat, integers_of
from xtriton.interp.regions import CompiledRegion
from xtriton.interp.values import Value, merge, take


def _store(frame: Frame, slots: Sequence[int], results: Sequence[Value]) -> None:
    for slot, result in zip(slots, results, strict=True):
        frame.values[slot] = result


def _branch(frame: Frame, chosen: Array, regions: Sequence[CompiledRegion | None], slots: Sequence[int]) -> None:
    """Run in each lane the selected region, and merge the results."""
    if chosen.shape[0] == 1 or (chosen == chosen[0]).all():
        region = regions[int(chosen[0])]
        if region is not None:
            _store(frame, slots, region.run(frame, ()))
        return
    parts: list[tuple[Array, list[Value]]] = []
    for index, region in enumerate(regions):
        lanes = np.flatnonzero(chosen == index)
        if len(lanes) and region is not None:
            parts.append((lanes, region.run(frame.narrowed(lanes, region.captures), ())))
    results = [merge([(lanes, values[index]) for lanes, values in parts], frame.lanes) for index in range(len(slots))]
    _store(frame, slots, results)


@semantics("scf.if")
def _if(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, IfOp)
    condition_slot, slots = scope.slot(op.condition), scope.slots_of(op.results)
    then = scope.region(op.thenRegion)
    otherwise = scope.region(op.elseRegion) if op.elseRegion.blocks else None

    def step(frame: Frame) -> None:
        condition = certain(frame, op, frame.values[condition_slot], "the condition")
        _branch(frame, np.where(condition, 0, 1), (then, otherwise), slots)

    return step


@semantics("scf.index_switch")
def _switch(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, IndexSwitchOp)
    flag_slot, slots = scope.slot(op.operands[0]), scope.slots_of(op.results)
    regions = [scope.region(op.defaultRegion), *(scope.region(region) for region in op.caseRegions)]
    cases = dense_numbers(op.cases)

    def step(frame: Frame) -> None:
        flag = certain(frame, op, frame.values[flag_slot], "the flag")
        chosen = np.zeros(flag.shape, np.int64)
        for index, case in enumerate(cases):
            chosen = np.where(flag == case, index + 1, chosen)
        _branch(frame, chosen, regions, slots)

    return step


@semantics("scf.execute_region")
def _execute(scope: Scope, op: Operation) -> Step:
    region, slots = scope.region(op.regions[0]), scope.slots_of(op.results)

    def step(frame: Frame) -> None:
        _store(frame, slots, region.run(frame, ()))

    return step


@semantics("scf.for")
def _for(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, ForOp)
    bounds = scope.slots_of((op.lowerBound, op.upperBound, op.step))
    inits = scope.slots_of(op.init_args)
    slots = scope.slots_of(op.results)
    region = scope.region(op.region)
    form = integers_of(op.lowerBound.type)
    unsigned = op.unsignedCmp is not None

    def step(frame: Frame) -> None:
        names = ("the lower bound", "the upper bound", "the step")
        low, high, by = (certain(frame, op, frame.values[slot], name) for slot, name in zip(bounds, names, strict=True))
        trips = _trips(op, form, low, high, by, unsigned=unsigned)
        carried = [frame.values[slot] for slot in inits]
        first, pace = form.signed(low).astype(np.int64), form.signed(by).astype(np.int64)
        loop = _Loop(op, region, form, first, pace, trips)
        _store(frame, slots, loop.run(frame, carried))

    return step


def _trips(op: Operation, form: IntegerFormat, low: Array, high: Array, by: Array, *, unsigned: bool) -> Array:
    """Trip counts, unsigned: the difference of the bounds may not fit the bounds' type."""
    read = form.as_unsigned if unsigned else form.signed
    low, high, by = (read(slot) for slot in (low, high, by))
    if (by <= 0).any():
        raise RunError(op, "the step of a loop must be positive")
    distance = high.astype(np.uint64) - low.astype(np.uint64)
    return np.where(high > low, (distance - np.uint64(1)) // by.astype(np.uint64) + np.uint64(1), np.uint64(0))


class _Loop:
    """One execution of an ``scf.for``: ``trips`` iterations in each lane."""

    def __init__(
        self, op: Operation, region: CompiledRegion, form: IntegerFormat, low: Array, by: Array, trips: Array
    ) -> None:
        self.op, self.region, self.form = op, region, form
        self.low, self.by, self.trips = low, by, trips

    def run(self, frame: Frame, carried: list[Value]) -> list[Value]:
        """The loop-carried values after each lane's last iteration."""
        distinct = np.unique(self.trips)
        if len(distinct) == 1:
            return self._iterate(frame, carried, 0, int(distinct[0]), self.low, self.by)
        lanes = np.arange(frame.lanes)
        low, by = (np.broadcast_to(bound, lanes.shape) for bound in (self.low, self.by))
        trips = np.broadcast_to(self.trips, lanes.shape)
        parts: list[tuple[Array, list[Value]]] = []
        done = 0
        inner = frame
        for count in distinct:
            carried = self._iterate(inner, carried, done, int(count), low, by)
            done = int(count)
            leaving, staying = np.flatnonzero(trips == count), np.flatnonzero(trips > count)
            parts.append((lanes[leaving], [take(value, leaving) for value in carried]))
            if len(staying):
                inner = inner.narrowed(staying, self.region.captures)
                carried = [take(value, staying) for value in carried]
                lanes, low, by, trips = lanes[staying], low[staying], by[staying], trips[staying]
        return [
            merge([(where, values[index]) for where, values in parts], frame.lanes) for index in range(len(carried))
        ]

    def _iterate(self, frame: Frame, carried: list[Value], start: int, end: int, low: Array, by: Array) -> list[Value]:
        region, wrap = self.region, self.form.wrap
        for trip in range(start, end):
            frame.run.count_iteration(self.op, trip + 1, frame)
            carried = region.run(frame, [wrap(low + trip * by), *carried])
        return carried


@semantics("scf.while")
def _while(scope: Scope, op: Operation) -> Step:
    inits, slots = scope.slots_of(op.operands), scope.slots_of(op.results)
    before, after = scope.region(op.regions[0]), scope.region(op.regions[1])
    captures = tuple({*before.captures, *after.captures})

    def step(frame: Frame) -> None:
        values = [frame.values[slot] for slot in inits]
        parts: list[tuple[Array, list[Value]]] = []
        lanes, inner, rounds = np.arange(frame.lanes), frame, 0
        while True:
            rounds += 1
            frame.run.count_iteration(op, rounds, inner)
            condition, *values = before.run(inner, values)
            goes_on = certain(inner, op, condition, "the condition")
            if not goes_on.any():
                parts.append((lanes, values))
                break
            if not goes_on.all():
                leaving, staying = np.flatnonzero(~goes_on), np.flatnonzero(goes_on)
                parts.append((lanes[leaving], [take(value, leaving) for value in values]))
                values = [take(value, staying) for value in values]
                inner, lanes = inner.narrowed(staying, captures), lanes[staying]
            values = after.run(inner, values)
        results = [merge([(where, held[index]) for where, held in parts], frame.lanes) for index in range(len(slots))]
        _store(frame, slots, results)

    return step


@semantics("scf.parallel")
def _parallel(scope: Scope, op: Operation) -> Step:
    """Iterations in order, the last induction variable fastest; bounds must be uniform across lanes."""
    assert isinstance(op, ParallelOp)
    bounds = [scope.slots_of(group) for group in (op.lowerBound, op.upperBound, op.step)]
    inits, slots = scope.slots_of(op.initVals), scope.slots_of(op.results)
    body = scope.region(op.region)
    last = op.body.last_op
    assert isinstance(last, ParallelReduceOp)
    reductions = [scope.region(region) for region in last.reductions]

    def step(frame: Frame) -> None:
        low, high, by = ([_uniform(frame, op, slot) for slot in group] for group in bounds)
        if any(increment <= 0 for increment in by):
            raise RunError(op, "the step of a loop must be positive")
        totals = [frame.values[slot] for slot in inits]
        ranges = [range(*limits) for limits in zip(low, high, by, strict=True)]
        for rounds, point in enumerate(_points(ranges), 1):
            frame.run.count_iteration(op, rounds, frame)
            found = body.run(frame, [np.array([index], np.int64) for index in point])
            totals = [
                region.run(frame, [total, value])[0]
                for region, total, value in zip(reductions, totals, found, strict=True)
            ]
        _store(frame, slots, totals)

    return step


def _points(ranges: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """The points of a grid in order, one by one: there may be more than memory can hold."""
    if not all(ranges):
        return
    if not ranges:
        yield ()
        return
    for index in ranges[0]:
        for rest in _points(ranges[1:]):
            yield (index, *rest)


def _uniform(frame: Frame, op: Operation, slot: int) -> int:
    values = certain(frame, op, frame.values[slot], "a bound")
    if not (values == values[0]).all():
        raise UnsupportedInputError(op, "bounds that differ between programs are not supported")
    return int(values[0])


@semantics("scf.forall")
def _forall(scope: Scope, op: Operation) -> Step:
    raise UnsupportedError(op, "loops that write parts of tensors are not supported")
