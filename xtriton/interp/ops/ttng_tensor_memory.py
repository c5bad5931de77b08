"""Tensor memory: allocations, loads and stores, and copies from shared memory."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMCopyOp, TMEMLoadOp, TMEMStoreOp, TMEMSubSliceOp
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.frame import Frame
from xtriton.interp.on_chip import geometry_of, known_type, new_view, places, read, write
from xtriton.interp.ops.ttg_async import TOKEN
from xtriton.interp.ops.ttng_barrier import predicate
from xtriton.interp.values import MemoryView, Value


def require_complete(frame: Frame, op: Operation, value: Value, type_: MemDescType, verb: str) -> None:
    """Raise if an asynchronous dot that has not been waited for may still write tensor memory that ``op`` accesses."""
    dots = frame.run.transfers.dots
    if dots.open:
        geometry = geometry_of(type_)
        for place in places(frame, op, cast("MemoryView", value), geometry):
            dots.require_complete(frame, op, place, geometry.form.size, verb)


@semantics("ttng.tmem_alloc")
def _allocate(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, TMEMAllocOp)
    out, type_ = scope.slot(op.result), known_type(op, op.result.type)
    source = None if op.src is None else scope.slot(op.src)
    token = None if op.token is None else scope.slot(op.token)

    def step(frame: Frame) -> None:
        values = frame.values
        view = values[out] = new_view(frame, op, type_)
        if source is not None:
            write(frame, op, view, type_, values[source])
        if token is not None:
            values[token] = TOKEN

    return step


@semantics("ttng.tmem_load")
def _load(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, TMEMLoadOp)
    source, out, type_ = scope.slot(op.src), scope.slot(op.result), known_type(op, op.src.type)
    token = None if op.token is None else scope.slot(op.token)

    def step(frame: Frame) -> None:
        require_complete(frame, op, frame.values[source], type_, "reads")
        frame.values[out] = read(frame, op, frame.values[source], type_)
        if token is not None:
            frame.values[token] = TOKEN

    return step


@semantics("ttng.tmem_store")
def _store(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, TMEMStoreOp)
    source, target, type_ = scope.slot(op.src), scope.slot(op.dst), known_type(op, op.dst.type)
    where, token = predicate(scope, op, op.pred), None if op.token is None else scope.slot(op.token)

    def step(frame: Frame) -> None:
        require_complete(frame, op, frame.values[target], type_, "overwrites")
        write(frame, op, frame.values[target], type_, frame.values[source], where(frame))
        if token is not None:
            frame.values[token] = TOKEN

    return step


@semantics("ttng.tmem_subslice")
def _subslice(scope: Scope, op: Operation) -> Step:
    """The view begins at the first of its columns; its layout covers its own columns only."""
    assert isinstance(op, TMEMSubSliceOp)
    source, out = scope.slot(op.src), scope.slot(op.result)
    whole, column = geometry_of(known_type(op, op.src.type)), op.start
    known_type(op, op.result.type)
    assert whole.row is not None
    first, row = int(whole.bytes[..., 0, column].min()), int(whole.row[..., 0, column].min())

    def step(frame: Frame) -> None:
        view = cast("MemoryView", frame.values[source])
        pitch = np.array([0 if buffer is None else buffer.pitch for buffer in view.buffers])
        frame.values[out] = view._replace(base=view.base + first + row * pitch)

    return step


@semantics("ttng.tmem_copy")
def _copy(scope: Scope, op: Operation) -> Step:
    """Completes when it is issued, as dots do."""
    assert isinstance(op, TMEMCopyOp)
    (source, target), types = (
        scope.slots_of((op.src, op.dst)),
        [known_type(op, operand.type) for operand in (op.src, op.dst)],
    )
    barrier = None if op.barrier is None else scope.slot(op.barrier)

    def step(frame: Frame) -> None:
        values = frame.values
        write(frame, op, values[target], types[1], read(frame, op, values[source], types[0]))
        if barrier is not None:
            frame.run.transfers.arrive(frame, op, values[barrier], 1)

    return step
