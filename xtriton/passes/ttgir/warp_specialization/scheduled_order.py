"""Which of several operations in a loop body is scheduled first or last."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation

from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule


def first_scheduled(ops: Iterable[Operation], schedule: CoarseSchedule) -> Operation | None:
    """The operation in the earliest stage, then cluster, then by program order."""
    selected: Operation | None = None
    for op in ops:
        if selected is None or _is_earlier(op, selected, schedule):
            selected = op
    return selected


def last_scheduled(ops: Iterable[Operation], schedule: CoarseSchedule) -> Operation | None:
    """The operation in the latest stage, then cluster, then by program order."""
    selected: Operation | None = None
    for op in ops:
        if selected is None or _is_earlier(selected, op, schedule):
            selected = op
    return selected


def _is_earlier(first: Operation, second: Operation, schedule: CoarseSchedule) -> bool:
    """Whether ``first`` is scheduled before ``second``; operations that are not scheduled come last."""
    if first not in schedule or second not in schedule:
        return first in schedule and second not in schedule
    return schedule.is_op_before(first, second)
