"""Accesses to elements of shared memory that indices select along one axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.enums import RMWOp
from xtriton.dialects.ttg.gather import LocalAtomicScatterRMWOp, LocalGatherOp, LocalScatterOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.interp.certainty import certain, first_place
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array
from xtriton.interp.on_chip import Place, geometry_of, known_type, places, spelled
from xtriton.interp.ops.tt_atomics import update_of
from xtriton.interp.values import MemoryView, Value, full, with_poison
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of


def _selected(
    frame: Frame, op: Operation, view: Value, type_: MemDescType, indices: Value, shape: Sequence[int], axis: int
) -> Iterator[Place]:
    """The elements that indices of a shape select, a row for each lane, in row-major order of the indices."""
    extents = type_.get_shape()
    chosen = full(certain(frame, op, indices, "the indices"), shape, frame.lanes).astype(np.int64)
    wrong = (chosen < 0) | (chosen >= extents[axis])
    if wrong.any():
        number = int(chosen[wrong][0])
        raise RunError(op, f"index {number} is outside of the {extents[axis]} elements in {first_place(frame, wrong)}")
    coordinates = [np.broadcast_to(coordinate, chosen.shape) for coordinate in np.indices(tuple(shape))]
    coordinates[axis] = chosen
    flat = np.ravel_multi_index(tuple(coordinates), extents).reshape(frame.lanes, -1)
    for place in places(frame, op, cast("MemoryView", view), geometry_of(type_)):
        columns = np.broadcast_to(place.columns, (len(place.lanes), place.columns.shape[1]))
        yield replace(place, columns=np.take_along_axis(columns, flat[place.lanes], axis=1))


def _watch(frame: Frame, op: Operation, place: Place, size: int, *, writes: bool) -> None:
    if frame.run.watch is not None:
        frame.run.watch.access(op, place, size, writes=writes)


def _extents(value: SSAValue) -> tuple[int, ...]:
    return tuple(shape_of(value.type) or ())


@semantics("ttg.local_gather")
def _gather(scope: Scope, op: Operation) -> Step:
    """``result[i, j] = src[indices[i, j], j]`` along axis 0."""
    assert isinstance(op, LocalGatherOp)
    (source, indices), out, type_ = (
        scope.slots_of((op.src, op.indices)),
        scope.slot(op.result),
        known_type(op, op.src.type),
    )
    form, shape, axis = geometry_of(type_).form, _extents(op.indices), int_value(op.axis)

    def step(frame: Frame) -> None:
        data = np.empty((frame.lanes, int(np.prod(shape))), form.dtype)
        poison = np.zeros(data.shape, np.bool_) if frame.run.strict else None
        for place in _selected(frame, op, frame.values[source], type_, frame.values[indices], shape, axis):
            _watch(frame, op, place, form.size, writes=False)
            found, undefined = place.read(form, strict=frame.run.strict)
            data[place.lanes] = found
            if poison is not None:
                poison[place.lanes] = undefined
        extents = (frame.lanes, *shape)
        frame.values[out] = with_poison(data.reshape(extents), None if poison is None else poison.reshape(extents))

    return step


@semantics("ttg.local_scatter")
def _scatter(scope: Scope, op: Operation) -> Step:
    """``dst[indices[i, j], j] = values[i, j]`` along axis 0; of several values for an element, the last one."""
    assert isinstance(op, LocalScatterOp)
    target, values, indices = scope.slots_of((op.dst, op.values, op.indices))
    type_, shape, axis = known_type(op, op.dst.type), _extents(op.indices), int_value(op.axis)
    form = geometry_of(type_).form

    def step(frame: Frame) -> None:
        data, poison = spelled(frame, frame.values[values], shape)
        for place in _selected(frame, op, frame.values[target], type_, frame.values[indices], shape, axis):
            _watch(frame, op, place, form.size, writes=True)
            place.write(form, data[place.lanes], None if poison is None else poison[place.lanes])

    return step


@semantics("ttg.local_atomic_scatter_rmw")
def _scatter_update(scope: Scope, op: Operation) -> Step:
    """Each element in the order of the indices; the result is the old values, and zero where the mask is false."""
    assert isinstance(op, LocalAtomicScatterRMWOp)
    target, values, indices, out = scope.slots_of((op.dst, op.values, op.indices, op.result))
    mask = None if op.mask is None else scope.slot(op.mask)
    type_, shape, axis = known_type(op, op.dst.type), _extents(op.indices), int_value(op.axis)
    form = geometry_of(type_).form
    update = update_of(RMWOp.of(op.atomic_rmw_op), form)

    def step(frame: Frame) -> None:
        inside = None if mask is None else certain(frame, op, frame.values[mask], "the mask")
        given = full(certain(frame, op, frame.values[values], "the values", inside), shape, frame.lanes)
        given = given.reshape(frame.lanes, -1)
        kept = (
            np.ones(given.shape, np.bool_) if inside is None else full(inside, shape, frame.lanes).reshape(given.shape)
        )
        old = np.zeros(given.shape, form.dtype)
        for place in _selected(frame, op, frame.values[target], type_, frame.values[indices], shape, axis):
            _watch(frame, op, place, form.size, writes=True)
            _update_in_order(place, given[place.lanes], kept[place.lanes], old)
        frame.values[out] = old.reshape(frame.lanes, *shape)

    def _update_in_order(place: Place, given: Array, kept: Array, old: Array) -> None:
        for position in range(given.shape[1]):
            rows = np.flatnonzero(kept[:, position])
            if not len(rows):
                continue
            column = place.columns[rows, position : position + 1]
            cell = replace(place, lanes=place.lanes[rows], rows=place.rows[rows], columns=column)
            before, _ = cell.read(form, strict=False)
            old[cell.lanes, position] = before[:, 0]
            cell.write(form, update(before, given[rows, position : position + 1]), None)

    return step
