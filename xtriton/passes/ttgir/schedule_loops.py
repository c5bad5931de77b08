"""``tritongpu-schedule-loops``: distributes the operations of loops over pipeline stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.traits import IsolatedFromAbove

from xtriton.analysis.loop_attributes import LATENCY, integer_attribute
from xtriton.analysis.slices import nested_operands
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.pipeline.clusters import Cluster
from xtriton.passes.ttgir.pipeline.key_ops import Latencies, initial_schedule
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule, body_ops, schedule_dependencies


@dataclass(frozen=True)
class TritonGPUScheduleLoops(Pass):
    """Schedule the operations of loops with latencies for software pipelining.

    before: ``scf.for { %a = tt.load %p {tt.latency = 2 : i32}, ... tt.dot %a, %b, %acc }``
    after:  ``scf.for { %a = tt.load %p {loop.cluster = 2 : i32, loop.stage = 0 : i32}, ...``
    ``tt.dot %a, %b, %acc {loop.cluster = 0 : i32, loop.stage = 2 : i32} } {tt.scheduled_max_stage = 2 : i32}``
    """

    name: ClassVar[str] = "tritongpu-schedule-loops"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        latencies = _take_latencies(module)
        for loop in [op for op in operations_inside_out(module.body) if isinstance(op, ForOp)]:
            schedule = loop_schedule(loop, latencies)
            if schedule is not None:
                schedule.serialize(loop)


def _take_latencies(module: ModuleOp) -> dict[Operation, int]:
    """Remove the latencies of all operations and return them."""
    latencies: dict[Operation, int] = {}
    for op in operations_in(module):
        latency = integer_attribute(op, LATENCY)
        if latency is not None:
            latencies[op] = latency
            del op.attributes[LATENCY]
    return latencies


def loop_schedule(loop: ForOp, latencies: Latencies) -> CoarseSchedule | None:
    """The schedule of all operations of the body; ``None`` for loops that are not to be pipelined."""
    schedule = initial_schedule(loop, latencies)
    if schedule is None or len(schedule) == 0:
        return None
    after_prologue = schedule_branches(loop, schedule)
    schedule_dependencies(loop, schedule)
    schedule_distance_one_dependencies(loop, schedule)
    schedule_remaining_to_last_stage(loop, schedule, after_prologue)
    return schedule


# ---------------------------------------------------------------------------------------------- prologue and epilogue


def schedule_branches(loop: ForOp, schedule: CoarseSchedule) -> Cluster:
    """Schedule each ``scf.if`` as close to the boundaries of the body as possible.

    Those that scheduled operations depend on are in a first cluster, the prologue, others in the last cluster of the
    last stage. Returns the cluster after the prologue.
    """
    after_prologue = schedule.clusters.first
    prologue = _branches_used(loop, schedule)
    if prologue:
        cluster = schedule.clusters.new_at_front()
        for branch, stage in prologue.items():
            schedule.insert_if_absent(branch, stage, cluster)
    last_stage = schedule.num_stages - 1
    epilogue = schedule.clusters.new_at_back()
    for op in body_ops(loop):
        if isinstance(op, IfOp) and op not in prologue:
            schedule.insert_if_absent(op, last_stage, epilogue)
    return after_prologue


def _branches_used(loop: ForOp, schedule: CoarseSchedule) -> dict[IfOp, int]:
    """Each ``scf.if`` that a scheduled operation depends on in its iteration, with the earliest stage of one that does.

    These may be outside the loop, too.
    """
    stages: dict[IfOp, int] = {}
    entered: set[Operation] = set()
    for scheduled in sorted(schedule.ops_in_order(loop), key=lambda scheduled: scheduled.stage):
        pending = [] if scheduled.op in entered else [scheduled.op]
        entered.add(scheduled.op)
        while pending:
            for value in nested_operands(pending.pop()):
                definition = value.owner
                if not is_operation(definition) or has_trait(definition, IsolatedFromAbove):
                    continue
                if isinstance(definition, IfOp):
                    stages.setdefault(definition, scheduled.stage)
                if definition not in entered:
                    entered.add(definition)
                    pending.append(definition)
    return stages


# ------------------------------------------------------------------------------------------------- the next iteration


def schedule_distance_one_dependencies(loop: ForOp, schedule: CoarseSchedule) -> None:
    """Schedule definitions with users in the next iteration one stage later, in a cluster right before the users'.

    Loads are scheduled together with their users.
    """
    before: dict[Cluster, Cluster] = {}
    for op in body_ops(loop):
        place = schedule.get(op)
        if place is None or place.stage == schedule.num_stages - 1:
            continue
        stage, cluster = place
        for definition in _yielded_definitions(op, loop):
            if definition in schedule:
                continue
            if isinstance(definition, LoadOp):
                target, target_stage = cluster, stage
            else:
                if cluster not in before:
                    before[cluster] = schedule.clusters.new_before(cluster)
                target, target_stage = before[cluster], stage + 1
            schedule.insert(definition, target_stage, target)
            schedule.insert_dependencies_of(
                definition, target_stage, target, include_arguments=True, insert_if_earlier=True
            )


def _yielded_definitions(op: Operation, loop: ForOp) -> list[Operation]:
    """The operations that yield the loop-carried values that ``op`` uses."""
    arguments = (value for value in nested_operands(op) if is_block_argument(value))
    carried = (loop.tied_yielded(argument) for argument in arguments)
    return [value.owner for value in carried if value is not None and is_operation(value.owner)]


# ------------------------------------------------------------------------------------------------------ the remaining


def schedule_remaining_to_last_stage(loop: ForOp, schedule: CoarseSchedule, after_prologue: Cluster) -> None:
    """Schedule all other operations in the last stage, after the prologue and not before their operands."""
    last_stage = schedule.num_stages - 1
    remaining = {op: after_prologue for op in body_ops(loop) if op not in schedule}
    pending = [scheduled.op for scheduled in schedule.ops_in_order(loop) if scheduled.stage == last_stage]
    while pending:
        op = pending.pop()
        place = schedule.get(op)
        cluster = remaining[op] if place is None else place.cluster
        for result in op.results:
            for use in result.uses:
                current = remaining.get(use.operation)
                if current is not None and schedule.clusters.is_before(current, cluster):
                    remaining[use.operation] = cluster
                    pending.append(use.operation)
    for op, cluster in remaining.items():
        schedule.insert(op, last_stage, cluster)
