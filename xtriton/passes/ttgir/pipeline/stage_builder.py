"""A builder whose operations are scheduled (Triton's ``OpBuilderForStage``)."""

from __future__ import annotations

from typing import TypeVar

from xdsl.ir import Operation

from xtriton.ir.locations import Location
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule, Place
from xtriton.rewriting.rewriter import Rewriter

_Op = TypeVar("_Op", bound=Operation)


class StageBuilder(Rewriter):
    """Inserts operations into a loop body and schedules each in one stage and cluster."""

    def __init__(self, schedule: CoarseSchedule, op: Operation) -> None:
        """Start before ``op``, with its location and where it is scheduled."""
        super().__init__()
        self.schedule = schedule
        self.place: Place | None = schedule.get(op)
        """The stage and cluster of new operations; ``None`` leaves them out of the schedule."""
        self.start_at(op)

    def insert(self, op: _Op, location: Location | None = None) -> _Op:
        super().insert(op, location)
        if self.place is not None:
            self.schedule.insert(op, *self.place)
        return op
