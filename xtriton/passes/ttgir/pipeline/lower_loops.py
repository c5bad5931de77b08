"""Loop lowering: makes asynchronous operations of scheduled loops explicit before expansion."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.call_graph import Call
from xtriton.analysis.loop_attributes import SCHEDULED_MAX_STAGE
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.pipeline.descriptors import lower_descriptors
from xtriton.passes.ttgir.pipeline.lower_loads import lower_loads
from xtriton.passes.ttgir.pipeline.lower_mmas import lower_mmas
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule


def lower_loops(module: ModuleOp, diagnostics: DiagnosticEngine) -> None:
    """Lower the loops of ``module`` that have a schedule, inner ones first; new operations are scheduled."""
    loops: list[ForOp] = []
    has_calls = False
    for op in operations_inside_out(module.body):
        has_calls |= isinstance(op, Call)
        if isinstance(op, ForOp) and SCHEDULED_MAX_STAGE in op.attributes:
            loops.append(op)
    if not loops and not has_calls:
        return
    # As in Triton, axis info propagated from callers is set on function arguments even if there are no loops.
    axis_info = ModuleAxisInfo(module)
    for loop in loops:
        schedule = CoarseSchedule.deserialize(loop)
        if schedule is None:
            continue
        loop = lower_mmas(loop, schedule, diagnostics)
        loop = lower_loads(loop, schedule, axis_info, diagnostics)
        loop = lower_descriptors(loop, schedule)
        schedule.serialize(loop)
