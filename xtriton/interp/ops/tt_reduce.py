"""Operations that combine elements: by a region (reduce, scan, map), or by counting.

Regions compute on scalars. They run once for all elements: inside, each element is a lane.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.ir import Operation, Region, SSAValue
from xdsl.traits import is_side_effect_free

from xtriton.dialects.tt.elementwise import MapElementwiseOp
from xtriton.dialects.ttx import ScanOp as LastScanOp
from xtriton.interp.certainty import certain
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError, UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, integers_of
from xtriton.interp.regions import CompiledRegion
from xtriton.interp.values import (
    Poisoned,
    Value,
    concatenated_lanes,
    data_of,
    full,
    lanes_of,
    map_arrays,
    poison_of,
    with_poison,
)
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor
from xtriton.ir.walk import operations_in

_KNOWS_LANE = ("tt.get_program_id", "tt.call", "func.call", "tt.load")


@dataclass
class ElementRegion:
    """A region on scalars, run on tensors. ``per_program`` if its result may depend on the program id."""

    region: CompiledRegion
    per_program: bool

    @staticmethod
    def of(scope: Scope, region: Region) -> ElementRegion:
        """The region of an operation."""
        special = any(op.name in _KNOWS_LANE or not is_side_effect_free(op) for op in operations_in(region))
        return ElementRegion(scope.region(region), special)

    def run(self, frame: Frame, operands: Sequence[Value], shape: Sequence[int]) -> list[Value]:
        """Run on all elements of operands of one shape."""
        captures = self.region.captures
        lanes = max(map(lanes_of, operands), default=1)
        lanes = max([lanes, *(lanes_of(frame.values[slot]) for slot in captures if frame.values[slot] is not None)])
        if self.per_program:
            lanes = frame.lanes
        inner = frame.repeated(prod(shape), captures, uniform=lanes == 1)
        flat = [
            concatenated_lanes(map_arrays(lambda array: full(array, shape, lanes), value), shape) for value in operands
        ]
        results = self.region.run(inner, flat)
        count = lanes * prod(shape)
        return [
            map_arrays(lambda array: np.broadcast_to(array, (count,)).reshape(lanes, *shape), result)
            for result in results
        ]


def _spread(value: Value, axis: int, extent: int) -> Value:
    """The value expanded along an axis."""

    def spread(array: Array) -> Array:
        if array.shape[axis] == extent:
            return array
        return np.repeat(array, extent, axis)

    return map_arrays(spread, value)


def _shape(values: Sequence[Value]) -> tuple[int, ...]:
    """The broadcast shape of values, without lanes."""
    found: list[tuple[int, ...]] = []
    for value in values:
        map_arrays(lambda array: found.append(array.shape[1:]) or array, value)
    return np.broadcast_shapes(*found)


def _part(values: Sequence[Value], axis: int, which: slice) -> list[Value]:
    index = (slice(None),) * axis + (which,)
    return [map_arrays(lambda array: array[index], value) for value in values]


def _zipped(function: Callable[[Array, Array], Array], left: Value, right: Value) -> Value:
    """Apply ``function`` to two values' elements, and to their poison."""
    data = function(data_of(left), data_of(right))
    if not isinstance(left, Poisoned) and not isinstance(right, Poisoned):
        return data
    poison = [np.broadcast_to(poison_of(value), data_of(value).shape) for value in (left, right)]
    return with_poison(data, function(*poison))


@dataclass
class _Combination:
    """The region of a reduction or scan along ``axis`` (counted with the lanes)."""

    region: ElementRegion
    axis: int

    def combine(self, frame: Frame, left: list[Value], right: list[Value]) -> list[Value]:
        both = [*left, *right]
        return self.region.run(frame, both, _shape(both))

    def reduce(self, frame: Frame, values: list[Value], extent: int) -> list[Value]:
        """Combine neighbours until one element is left: a tree that keeps the order of the elements."""
        while extent > 1:
            even, odd = (_part(values, self.axis, slice(start, extent, 2)) for start in (0, 1))
            values = self.combine(frame, even, odd)
            extent //= 2
        return _part(values, self.axis, slice(0, 1))

    def scan(self, frame: Frame, values: list[Value], extent: int) -> list[Value]:
        """All prefixes: first those of pairs of neighbours, the others from them."""
        if extent == 1:
            return values
        even, odd = (_part(values, self.axis, slice(start, extent, 2)) for start in (0, 1))
        at_odd = self.scan(frame, self.combine(frame, even, odd), extent // 2)
        first = _part(values, self.axis, slice(0, 1))
        if extent == 2:
            return [self._behind(a, b) for a, b in zip(first, at_odd, strict=True)]
        before, after = _part(at_odd, self.axis, slice(0, -1)), _part(even, self.axis, slice(1, None))
        at_even = self.combine(frame, before, after)
        return [self._joined(a, b, c) for a, b, c in zip(first, at_even, at_odd, strict=True)]

    def _behind(self, first: Value, second: Value) -> Value:
        return _zipped(lambda a, b: np.concatenate(self._alike(a, b), self.axis), first, second)

    def _joined(self, first: Value, even: Value, odd: Value) -> Value:
        return _zipped(self._woven, self._behind(first, even), odd)

    def _alike(self, *arrays: Array) -> list[Array]:
        """Arrays broadcast to equal extents except along the axis."""
        shapes = [array.shape[: self.axis] + (1,) + array.shape[self.axis + 1 :] for array in arrays]
        common = np.broadcast_shapes(*shapes)
        return [
            np.broadcast_to(array, common[: self.axis] + (array.shape[self.axis],) + common[self.axis + 1 :])
            for array in arrays
        ]

    def _woven(self, even: Array, odd: Array) -> Array:
        left, right = self._alike(even, odd)
        pairs = np.stack([left, right], axis=self.axis + 1)
        shape = list(left.shape)
        shape[self.axis] *= 2
        return pairs.reshape(shape)


@semantics("tt.reduce")
def _reduce(scope: Scope, op: Operation) -> Step:
    slots, outputs = scope.slots_of(op.operands), scope.slots_of(op.results)
    axis = int_value(op.properties["axis"])
    extent = shape_of_tensor(op.operands[0])[axis]
    combination = _Combination(ElementRegion.of(scope, op.regions[0]), axis + 1)

    def step(frame: Frame) -> None:
        values = [_spread(frame.values[slot], axis + 1, extent) for slot in slots]
        for slot, value in zip(outputs, combination.reduce(frame, values, extent), strict=True):
            frame.values[slot] = map_arrays(lambda array: array.squeeze(axis + 1), value)

    return step


@semantics("ttx.scan")
def _scan_last(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, LastScanOp)
    axis = len(shape_of_tensor(op.inputs[0])) - 1
    return _scan_step(scope, op, op.inputs, axis, reverse=op.reverse is not None)


@semantics("tt.scan")
def _scan(scope: Scope, op: Operation) -> Step:
    reverse = bool(int_value(op.properties["reverse"]))
    return _scan_step(scope, op, op.operands, int_value(op.properties["axis"]), reverse=reverse)


def _scan_step(scope: Scope, op: Operation, sources: Sequence[SSAValue], axis: int, *, reverse: bool) -> Step:
    slots, outputs = scope.slots_of(sources), scope.slots_of(op.results)
    shape = shape_of_tensor(sources[0])
    if not 0 <= axis < len(shape):
        raise UnsupportedError(op, f"the operand has no axis {axis}")
    extent = shape[axis]
    combination = _Combination(ElementRegion.of(scope, op.regions[0]), axis + 1)

    def step(frame: Frame) -> None:
        values = [_spread(frame.values[slot], axis + 1, extent) for slot in slots]
        if reverse:
            values = [map_arrays(lambda array: np.flip(array, axis + 1), value) for value in values]
        results = combination.scan(frame, values, extent)
        if reverse:
            results = [map_arrays(lambda array: np.flip(array, axis + 1), value) for value in results]
        for slot, value in zip(outputs, results, strict=True):
            frame.values[slot] = value

    return step


@semantics("tt.histogram")
def _histogram(scope: Scope, op: Operation) -> Step:
    """Out-of-range numbers are not counted."""
    number_slot, *mask_slots = scope.slots_of(op.operands)
    out = scope.slot(op.results[0])
    source, target = integers_of(op.operands[0].type), integers_of(op.results[0].type)
    shape, counters = shape_of_tensor(op.operands[0]), shape_of_tensor(op.results[0])
    if len(shape) != 1 or len(counters) != 1:
        raise UnsupportedError(op, "histograms of or with several dimensions are not supported")
    bins = counters[0]

    def step(frame: Frame) -> None:
        mask = certain(frame, op, frame.values[mask_slots[0]], "the mask") if mask_slots else None
        given = certain(frame, op, frame.values[number_slot], "an element", mask)
        numbers: Array = source.signed(given).astype(np.int64)
        lanes = numbers.shape[0] if mask is None else max(numbers.shape[0], mask.shape[0])
        numbers = full(numbers, shape, lanes)
        counted: Array = (numbers >= 0) & (numbers < bins)
        if mask is not None:
            counted = counted & full(mask, shape, lanes)
        first: Array = np.arange(lanes, dtype=np.int64)[:, None] * bins
        flat = (first + numbers)[counted]
        counts = np.bincount(flat, minlength=lanes * bins).reshape(lanes, bins)
        frame.values[out] = target.wrap(counts)

    return step


@semantics("tt.map_elementwise")
def _map(scope: Scope, op: Operation) -> Step:
    """The region takes ``pack`` neighbours of the first operand, then of the second, and returns results likewise."""
    assert isinstance(op, MapElementwiseOp)
    slots, outputs = scope.slots_of(op.operands), scope.slots_of(op.results)
    region, pack = ElementRegion.of(scope, op.scalarOp), op.pack_size
    shape = shape_of_tensor(op.results[0]) if op.results else shape_of_tensor(op.operands[0])
    if prod(shape) % pack:
        raise RunError(op, f"{prod(shape)} elements are not a multiple of {pack}")

    def step(frame: Frame) -> None:
        operands: list[Value] = []
        for slot in slots:
            flat = map_arrays(lambda array: full(array, shape).reshape(array.shape[0], -1, pack), frame.values[slot])
            operands += [map_arrays(lambda array, at=at: array[:, :, at], flat) for at in range(pack)]
        results = region.run(frame, operands, (prod(shape) // pack,))
        for index, slot in enumerate(outputs):
            group = results[index * pack : (index + 1) * pack]
            frame.values[slot] = _stacked(group, shape)

    return step


def _stacked(group: Sequence[Value], shape: Sequence[int]) -> Value:
    data = np.stack(np.broadcast_arrays(*map(data_of, group)), axis=-1)
    poison = np.stack([np.broadcast_to(poison_of(value), data.shape[:-1]) for value in group], axis=-1)
    lanes = data.shape[0]
    return with_poison(data.reshape(lanes, *shape), poison.reshape(lanes, *shape))
