"""Shared memory: allocations, views of them, loads and stores."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.ttg.memdesc import MemDescIndexOp, MemDescSubsliceOp, MemDescTransOp
from xtriton.dialects.ttg.memory import GlobalScratchAllocOp, LocalAllocOp, LocalDeallocOp, LocalLoadOp, LocalStoreOp
from xtriton.interp.certainty import certain, first_place
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import RunError
from xtriton.interp.frame import Frame
from xtriton.interp.on_chip import buffers_of, geometry_of, known_type, new_view, read, rows_of, write
from xtriton.interp.values import MemoryView
from xtriton.ir.narrowing import int_list, int_value


@semantics("ttg.local_alloc")
def _allocate(scope: Scope, op: Operation) -> Step:
    """A new allocation for every execution: memory has no addresses yet."""
    assert isinstance(op, LocalAllocOp)
    out, type_ = scope.slot(op.result), known_type(op, op.result.type)
    source = None if op.src is None else scope.slot(op.src)

    def step(frame: Frame) -> None:
        view = frame.values[out] = new_view(frame, op, type_)
        if frame.run.watch is not None:
            frame.run.watch.allocate(op, view.buffers[0])
        if source is not None:
            write(frame, op, view, type_, frame.values[source])

    return step


@semantics("ttg.local_load")
def _load(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, LocalLoadOp)
    source, out, type_ = scope.slot(op.src), scope.slot(op.result), known_type(op, op.src.type)

    def step(frame: Frame) -> None:
        frame.values[out] = read(frame, op, frame.values[source], type_, by_threads=True)

    return step


@semantics("ttg.local_store")
def _store(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, LocalStoreOp)
    source, target, type_ = scope.slot(op.src), scope.slot(op.dst), known_type(op, op.dst.type)

    def step(frame: Frame) -> None:
        write(frame, op, frame.values[target], type_, frame.values[source])

    return step


@semantics("ttg.local_dealloc")
def _free(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, LocalDeallocOp)
    source = scope.slot(op.src)

    def step(frame: Frame) -> None:
        rows = rows_of(frame)
        for buffer, lanes in buffers_of(frame, op, frame.values[source]):
            frame.run.transfers.require_idle(frame, op, buffer, rows[lanes])
            buffer.freed[rows[lanes]] = True

    return step


@semantics("ttg.memdesc_index")
def _index(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, MemDescIndexOp)
    (source, index), out = scope.slots_of((op.src, op.index)), scope.slot(op.result)
    count = known_type(op, op.src.type).get_shape()[0]
    width = geometry_of(known_type(op, op.result.type)).width

    def step(frame: Frame) -> None:
        view = cast("MemoryView", frame.values[source])
        chosen = certain(frame, op, frame.values[index], "the index").astype(np.int64)
        wrong = (chosen < 0) | (chosen >= count)
        if wrong.any():
            number = int(chosen[np.flatnonzero(wrong)[0]])
            raise RunError(op, f"index {number} is outside the {count} buffers in {first_place(frame, wrong)}")
        frame.values[out] = view._replace(base=view.base + chosen * width, offsets=view.offsets[1:])

    return step


@semantics("ttg.memdesc_subslice")
def _subslice(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, MemDescSubsliceOp)
    source, out, moved = scope.slot(op.src), scope.slot(op.result), int_list(op.offsets)

    def step(frame: Frame) -> None:
        view = cast("MemoryView", frame.values[source])
        offsets = tuple(old + by for old, by in zip(view.offsets, moved, strict=True))
        frame.values[out] = view._replace(offsets=offsets)

    return step


@semantics("ttg.memdesc_trans")
def _transpose(scope: Scope, op: Operation) -> Step:
    """The same bytes: the result's layout gives the positions of its elements."""
    assert isinstance(op, MemDescTransOp)
    source, out, order = scope.slot(op.src), scope.slot(op.result), int_list(op.order)

    def step(frame: Frame) -> None:
        view = cast("MemoryView", frame.values[source])
        frame.values[out] = view._replace(offsets=tuple(view.offsets[dim] for dim in order))

    return step


@semantics("ttg.memdesc_reshape", "ttg.memdesc_reinterpret")
def _reinterpret(scope: Scope, op: Operation) -> Step:
    """The same bytes under another type, from where the view begins."""
    source, out = scope.slot(op.operands[0]), scope.slot(op.results[0])
    type_ = known_type(op, op.results[0].type)
    zero = (np.zeros(1, np.int64),) * type_.rank

    def step(frame: Frame) -> None:
        view = cast("MemoryView", frame.values[source])
        if any(offset.any() for offset in view.offsets):
            raise RunError(op, "a part of memory has no other shape")
        frame.values[out] = view._replace(offsets=zero)

    return step


_SCRATCH_BITS = 58
"""Scratch memory is at multiples of 2^58, far from all arguments: it holds nothing but descriptors."""


@semantics("ttg.global_scratch_alloc")
def _scratch(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, GlobalScratchAllocOp)
    out, size, alignment = scope.slot(op.result), int_value(op.nbytes), int_value(op.alignment)

    def step(frame: Frame) -> None:
        transfers = frame.run.transfers
        start = -(-transfers.scratch // alignment) * alignment
        # The same offset in each program; the programs' scratch memories are 2^32 bytes apart.
        transfers.scratch = start + size
        frame.values[out] = (1 << _SCRATCH_BITS) + (rows_of(frame) << 32) + start

    return step


@semantics("ttg.local_barrier", "ttg.barrier")
def _barrier(scope: Scope, op: Operation) -> Step:
    """A no-op: threads are not modelled."""
    return lambda frame: None
