"""Barriers in shared memory, and fences. Programs run separately, and their threads are not modelled."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.ttng.barrier import ArriveBarrierOp, BarrierExpectOp, InitBarrierOp, InvalBarrierOp, WaitBarrierOp
from xtriton.dialects.ttng.tcgen05 import TCGen5CommitOp
from xtriton.interp.certainty import certain
from xtriton.interp.compiler import Scope, Step, semantics
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array
from xtriton.ir.narrowing import int_value


def predicate(scope: Scope, op: Operation, value: SSAValue | None) -> Callable[[Frame], Array | None]:
    """In which lanes an operation happens; None for all."""
    if value is None:
        return lambda frame: None
    slot = scope.slot(value)

    def where(frame: Frame) -> Array | None:
        found = certain(frame, op, frame.values[slot], "the predicate")
        return None if found.all() else found

    return where


@semantics("ttng.init_barrier")
def _init(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, InitBarrierOp)
    barrier, count = scope.slot(op.alloc), int_value(op.count)
    return lambda frame: frame.run.transfers.init(frame, op, frame.values[barrier], count)


@semantics("ttng.inval_barrier")
def _end(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, InvalBarrierOp)
    barrier = scope.slot(op.alloc)
    return lambda frame: frame.run.transfers.end(frame, op, frame.values[barrier])


@semantics("ttng.barrier_expect")
def _expect(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, BarrierExpectOp)
    barrier, size, where = scope.slot(op.alloc), int_value(op.size), predicate(scope, op, op.pred)
    return lambda frame: frame.run.transfers.arrive(frame, op, frame.values[barrier], 1, size, where(frame))


@semantics("ttng.arrive_barrier")
def _arrive(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, ArriveBarrierOp)
    barrier, count, where = scope.slot(op.alloc), int_value(op.count), predicate(scope, op, op.pred)
    return lambda frame: frame.run.transfers.arrive(frame, op, frame.values[barrier], count, where=where(frame))


@semantics("ttng.tc_gen5_commit")
def _commit(scope: Scope, op: Operation) -> Step:
    """The arrival tells of all dots issued before."""
    assert isinstance(op, TCGen5CommitOp)
    barrier, where = scope.slot(op.barrier), predicate(scope, op, op.pred)

    def step(frame: Frame) -> None:
        transfers = frame.run.transfers
        transfers.arrive(frame, op, frame.values[barrier], 1, where=where(frame), after_dots=True)

    return step


@semantics("ttng.wait_barrier")
def _wait(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, WaitBarrierOp)
    barrier, phase, where = scope.slot(op.alloc), scope.slot(op.phase), predicate(scope, op, op.pred)

    def step(frame: Frame) -> None:
        parity = certain(frame, op, frame.values[phase], "the phase")
        frame.run.transfers.wait_for(frame, op, frame.values[barrier], parity, where(frame))

    return step


@semantics("ttng.async_copy_mbarrier_arrive")
def _arrive_with_copies(scope: Scope, op: Operation) -> Step:
    raise UnsupportedError(op, "barriers that count the copies of each thread are not supported")


@semantics(
    "ttng.cluster_arrive",
    "ttng.cluster_wait",
    "ttng.cluster_barrier",
    "ttng.fence_mbarrier_init_release_cluster",
    "ttng.tensormap_fenceproxy_acquire",
    "ttng.tmem_wait",
)
def _nothing(scope: Scope, op: Operation) -> Step:
    """A no-op: each operation sees the effects of those before it."""
    return lambda frame: None


@semantics("ttng.fence_async_shared")
def _fence(scope: Scope, op: Operation) -> Step:
    def step(frame: Frame) -> None:
        if frame.run.watch is not None:
            frame.run.watch.fence()

    return step
