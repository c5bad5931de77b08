"""The first step of a schedule: the stages of operations with latencies, or those of an existing schedule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xdsl.ir import Operation

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.loop_attributes import WARP_SPECIALIZE
from xtriton.analysis.slices import forward_slice, users_of
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttng.barrier import ArriveBarrierOp, WaitBarrierOp
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.ttng.tma import (
    AsyncTMACopyGlobalToLocalOp,
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAGatherOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
)
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.ir.diagnostics import error
from xtriton.passes.ttgir.pipeline.loops import is_safe_to_pipeline
from xtriton.passes.ttgir.pipeline.schedule import MOST_STAGES, CoarseSchedule, body_ops
from xtriton.versions import V3_6, V3_8, by_version

Latencies = Mapping[Operation, int]
"""The numbers of stages from operations to their users."""

_WAITS: tuple[type[Operation], ...] = (
    LoadOp,
    DescriptorLoadOp,
    DescriptorGatherOp,
    LocalStoreOp,
    LocalLoadOp,
    TMEMLoadOp,
    TMEMStoreOp,
    AsyncCopyGlobalToLocalOp,
    AsyncTMACopyGlobalToLocalOp,
    AsyncTMAGatherOp,
    TCGen5MMAOp,
    TCGen5MMAScaledOp,
    WaitBarrierOp,
    ArriveBarrierOp,
)
_LATENCY_OPS = by_version(
    {V3_6: _WAITS, V3_8: (*_WAITS, AsyncTMACopyLocalToGlobalOp, AsyncTMAReduceOp, AsyncTMAScatterOp)}
)
"""The operations of partitions that make stages worthwhile."""


def initial_schedule(loop: ForOp, latencies: Latencies) -> CoarseSchedule | None:
    """The schedule of the key operations, from which all others follow; ``None`` for loops that are not pipelined."""
    if not is_safe_to_pipeline(loop):
        return None
    if any(op in latencies for op in body_ops(loop)):
        return schedule_key_ops(loop, latencies)
    # The loop of a partition has a subset of the schedule of the warp-specialized loop.
    return _existing_schedule(loop) if WARP_SPECIALIZE in loop.attributes else None


def schedule_key_ops(loop: ForOp, latencies: Latencies) -> CoarseSchedule | None:
    """Schedule operations with latencies and their transitive users as late as the latencies to the end allow.

    There is one cluster per stage, the last stage first, which roughly reverses the program order; results that are
    only yielded do not constrain the stages. Raises ``DiagnosticError`` for an absurd number of stages.
    """
    distances = _distances(loop, latencies)
    farthest = max(distances.values(), default=0)
    stages = {op: farthest - distance for op, distance in distances.items() if distance >= 0}
    if not stages:
        return None
    last = max(stages.values())
    if last > MOST_STAGES:
        message = f"'{loop.name}' op has latencies for {last + 1} stages; the most is {MOST_STAGES}"
        raise error(loop.location, message)
    schedule = CoarseSchedule(last + 1)
    clusters = [schedule.clusters.new_at_back() for _ in range(last + 1)]
    for op, stage in stages.items():
        schedule.insert(op, stage, clusters[last - stage])
    _move_branches_to_end(schedule, stages, latencies)
    return schedule


def _move_branches_to_end(schedule: CoarseSchedule, stages: Mapping[Operation, int], latencies: Latencies) -> None:
    """Move ``scf.if`` that no scheduled operation depends on to a new last cluster."""
    epilogue = schedule.clusters.new_at_back()
    for op, stage in stages.items():
        if isinstance(op, IfOp) and op not in latencies and not any(user in stages for user in forward_slice(op)):
            schedule.insert(op, stage, epilogue)


def _distances(loop: ForOp, latencies: Latencies) -> dict[Operation, int]:
    """The longest path to the end of the body, weighted by latencies, from each operation that depends on a latency.

    Iterative, as use-def chains may exceed Python's recursion limit.
    """
    distances: dict[Operation, int] = {}
    for root in body_ops(loop):
        if root not in latencies or root in distances:
            continue
        stack = [(root, _users_in_body(root, loop), -1)]
        while stack:
            op, users, farthest = stack.pop()
            for user in users:
                if user not in distances:
                    stack.append((op, users, farthest))
                    stack.append((user, _users_in_body(user, loop), -1))
                    break
                farthest = max(farthest, distances[user])
            else:
                distances[op] = latencies.get(op, 0) + max(farthest, 0)
                if stack:
                    parent, others, reached = stack.pop()
                    stack.append((parent, others, max(reached, distances[op])))
    return distances


def _users_in_body(op: Operation, loop: ForOp) -> Iterator[Operation]:
    """The operations of the body that use ``op``, directly or in their regions."""
    for user in users_of(op):
        around = ancestor_in_block(user, loop.body)
        if around is not None and around is not loop.body.last_op:
            yield around


def _existing_schedule(loop: ForOp) -> CoarseSchedule | None:
    """The schedule in the attributes of the loop of a partition, without stages that are empty in this partition."""
    schedule = CoarseSchedule.deserialize(loop)
    if schedule is None:
        return None
    kinds = _LATENCY_OPS.now()
    stages = {schedule[op].stage for op in schedule if isinstance(op, kinds)}
    if len(stages) > 1:
        schedule.shrink_to_fit()
        return schedule
    sequential = CoarseSchedule(1)
    cluster = sequential.clusters.new_at_front()
    for op in body_ops(loop):
        sequential.insert(op, 0, cluster)
    return sequential
