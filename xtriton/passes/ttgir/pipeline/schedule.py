"""The schedule of a loop: the pipeline stage and the cluster of each operation (Triton's ``CoarseSchedule``).

Stage ``s`` of an iteration runs ``s`` iterations of the pipelined loop after stage 0. The body of the pipelined loop
executes cluster after cluster, and within a cluster the operations in program order, whatever their stages are.

The interface is used by the passes that assign latencies, schedule and pipeline loops, and is kept stable:
:class:`CoarseSchedule` with its methods, :class:`~xtriton.passes.ttgir.pipeline.clusters.Cluster` as a handle, and
:func:`schedule_dependencies`. Operations that passes create are added by
:class:`~xtriton.passes.ttgir.pipeline.stage_builder.StageBuilder`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dominance import is_before
from xtriton.analysis.loop_attributes import (
    LOOP_CLUSTER,
    LOOP_STAGE,
    SCHEDULED_MAX_STAGE,
    integer_attribute,
    set_integer_attribute,
    set_stage_cluster,
    stage_cluster,
)
from xtriton.analysis.slices import nested_operands
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.creation import is_result
from xtriton.ir.diagnostics import error
from xtriton.passes.ttgir.pipeline.clusters import Cluster, ClusterList


class Place(NamedTuple):
    """The stage and cluster of an operation in a schedule."""

    stage: int
    cluster: Cluster


MOST_STAGES = 1000
"""The greatest stage and cluster of a schedule: pipelining copies the body for each stage."""


class ScheduledOp(NamedTuple):
    """An operation with its stage and cluster."""

    op: Operation
    stage: int
    cluster: Cluster


class CoarseSchedule:
    """Maps operations of a loop body to stages and clusters.

    Iteration yields the scheduled operations in the order in which they were first inserted.
    """

    def __init__(self, num_stages: int = 0) -> None:
        self.num_stages = num_stages
        """One more than the last stage; inserting operations in later stages increases it."""
        self.clusters = ClusterList()
        self._places: dict[Operation, Place] = {}

    # Queries

    def __contains__(self, op: Operation) -> bool:
        return op in self._places

    def __getitem__(self, op: Operation) -> Place:
        """The stage and cluster of ``op``. Raises ``KeyError`` for operations that are not in the schedule."""
        return self._places[op]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Operation]:
        return iter(self._places)

    def get(self, op: Operation) -> Place | None:
        """The stage and cluster of ``op``, or ``None``."""
        return self._places.get(op)

    def is_op_before(self, first: Operation, second: Operation) -> bool:
        """Whether ``first`` precedes ``second`` in the unrolled loop: by stage, cluster, then program order."""
        a, b = self._places[first], self._places[second]
        if a.stage != b.stage:
            return a.stage < b.stage
        if a.cluster is not b.cluster:
            return self.clusters.is_before(a.cluster, b.cluster)
        return is_before(first, second)

    def is_op_in_earlier_cluster(self, first: Operation, second: Operation) -> bool:
        """Whether the cluster of ``first`` comes before that of ``second``."""
        return self.clusters.is_before(self._places[first].cluster, self._places[second].cluster)

    def is_op_in_same_cluster(self, first: Operation, second: Operation) -> bool:
        """Whether both operations are in one cluster."""
        return self._places[first].cluster is self._places[second].cluster

    def ops_in_order(self, loop: ForOp) -> list[ScheduledOp]:
        """The scheduled operations of the body of ``loop``, cluster by cluster, in program order within each."""
        by_cluster: list[list[ScheduledOp]] = [[] for _ in self.clusters]
        for op in body_ops(loop):
            place = self._places.get(op)
            if place is not None:
                by_cluster[place.cluster.position].append(ScheduledOp(op, *place))
        return [scheduled for ops in by_cluster for scheduled in ops]

    def linearized(self, loop: ForOp, start: Operation) -> Iterator[Operation]:
        """The operations in the order in which the pipelined loop runs them after ``start``, iteration by iteration.

        The first iteration yields the operations up to the stage of ``start``; each later one includes one more stage.
        The sequence ends when all stages have run and ``start`` would follow again.
        """
        order = self.ops_in_order(loop)
        limit = self._places[start].stage
        index = next(index for index, scheduled in enumerate(order) if scheduled.op is start)
        while True:
            index += 1
            if index == len(order):
                index = 0
                limit += 1
            op, stage, _ = order[index]
            if op is start and limit >= self.num_stages:
                return
            if stage <= limit:
                yield op

    def final_schedule(self, loop: ForOp) -> list[tuple[Operation, int]]:
        """The operations with their stages in the order of the pipelined loop body, as input of the expander."""
        return [(scheduled.op, scheduled.stage) for scheduled in self.ops_in_order(loop)]

    # Changes

    def insert(self, op: Operation, stage: int, cluster: Cluster) -> None:
        """Schedule ``op``, or move it if it is scheduled."""
        self.num_stages = max(self.num_stages, stage + 1)
        self._places[op] = Place(stage, cluster)

    def insert_if_absent(self, op: Operation, stage: int, cluster: Cluster) -> bool:
        """Schedule ``op`` unless it is scheduled; returns whether it was inserted."""
        if op in self._places:
            return False
        self.insert(op, stage, cluster)
        return True

    def insert_minimum(self, op: Operation, stage: int, cluster: Cluster) -> bool:
        """Schedule ``op``, or move it to an earlier stage or earlier cluster; returns whether it was changed.

        The number of stages is not changed.
        """
        current = self._places.get(op)
        if current is not None:
            if stage > current.stage:
                return False
            if stage == current.stage and not self.clusters.is_before(cluster, current.cluster):
                return False
        self._places[op] = Place(stage, cluster)
        return True

    def insert_dependencies_of(
        self, op: Operation, stage: int, cluster: Cluster, *, include_arguments: bool, insert_if_earlier: bool = False
    ) -> bool:
        """Schedule the operations of the same block that ``op`` depends on, transitively, in one stage and cluster.

        Scheduled operations and their own dependencies are not changed; with ``insert_if_earlier`` they are moved if
        the given place is earlier. With ``include_arguments`` dependencies through loop-carried values are
        followed to the previous iteration. Returns whether an operation that ``op`` uses was inserted or moved.
        """
        insert = self.insert_minimum if insert_if_earlier else self.insert_if_absent
        inserted = False
        stack = [_definitions_in_block(op, include_arguments)]
        while stack:
            for definition in stack[-1]:
                if insert(definition, stage, cluster):
                    inserted = inserted or len(stack) == 1
                    stack.append(_definitions_in_block(definition, include_arguments))
                    break
            else:
                stack.pop()
        return inserted

    def erase(self, op: Operation) -> None:
        """Remove ``op``, if it is scheduled."""
        self._places.pop(op, None)

    def shrink_to_fit(self) -> None:
        """Renumber the stages from 0 and drop empty stages at both ends. The schedule must not be empty."""
        stages = [place.stage for place in self._places.values()]
        first, last = min(stages), max(stages)
        for op, place in self._places.items():
            self._places[op] = Place(place.stage - first, place.cluster)
        self.num_stages = last - first + 1

    def split_cluster_before(self, op: Operation, loop: ForOp) -> Cluster:
        """Move the operations that precede ``op`` in its cluster to a new cluster right before it.

        Returns the cluster of ``op``. Raises ``KeyError`` if ``op`` is not in the schedule.
        """
        cluster = self._places[op].cluster
        new: Cluster | None = None
        for other in body_ops(loop):
            if other is op:
                break
            place = self._places.get(other)
            if place is not None and place.cluster is cluster:
                new = new or self.clusters.new_before(cluster)
                self._places[other] = Place(place.stage, new)
        return cluster

    # Attributes

    def serialize(self, loop: ForOp) -> None:
        """Write the schedule to ``loop.stage`` and ``loop.cluster`` of operations and the last stage to the loop.

        ``tt.scheduled_max_stage`` of the loop is never decreased.
        """
        for op, stage, cluster in self.ops_in_order(loop):
            set_stage_cluster(op, (stage, cluster.position))
        last = self.num_stages - 1
        existing = integer_attribute(loop, SCHEDULED_MAX_STAGE)
        set_integer_attribute(loop, SCHEDULED_MAX_STAGE, last if existing is None else max(last, existing))

    @classmethod
    def deserialize(cls, loop: ForOp) -> CoarseSchedule | None:
        """Read the schedule from the attributes; ``None`` if the loop has no ``tt.scheduled_max_stage``.

        The first cluster is that of the least ``loop.cluster``. Raises ``DiagnosticError`` for an operation with one of
        its two attributes only, or with a number that is negative or absurdly large.
        """
        last = integer_attribute(loop, SCHEDULED_MAX_STAGE)
        if last is None:
            return None
        if last > MOST_STAGES:
            message = f"'{loop.name}' op has '{SCHEDULED_MAX_STAGE}' {last}; the most is {MOST_STAGES}"
            raise error(loop.location, message)
        places = list(_attributes_of_ops(loop))
        numbers = [cluster for _, _, cluster in places]
        first = min(numbers, default=0)
        schedule = cls(last + 1)
        clusters = [schedule.clusters.new_at_back() for _ in range(first, max(numbers, default=-1) + 1)]
        for op, stage, cluster in places:
            schedule.insert(op, stage, clusters[cluster - first])
        return schedule


def body_ops(loop: ForOp) -> Iterable[Operation]:
    """The operations of the loop body without its terminator."""
    op = loop.body.first_op
    last = loop.body.last_op
    while op is not None and op is not last:
        yield op
        op = op.next_op


def schedule_dependencies(loop: ForOp, schedule: CoarseSchedule) -> None:
    """Schedule the transitive dependencies of scheduled operations, no later than their users, stage by stage."""
    in_order = schedule.ops_in_order(loop)
    for stage in range(schedule.num_stages):
        for scheduled in in_order:
            if scheduled.stage == stage:
                schedule.insert_dependencies_of(
                    scheduled.op, stage, scheduled.cluster, include_arguments=False, insert_if_earlier=True
                )


def _attributes_of_ops(loop: ForOp) -> Iterator[tuple[Operation, int, int]]:
    for op in body_ops(loop):
        if LOOP_STAGE not in op.attributes:
            continue
        place = stage_cluster(op)
        if place is None or min(place) < 0:
            raise error(op.location, f"'{op.name}' op needs non-negative integers '{LOOP_STAGE}' and '{LOOP_CLUSTER}'")
        stage, cluster = place
        if max(stage, cluster) > MOST_STAGES:
            message = f"'{op.name}' op has '{LOOP_STAGE}' {stage} and '{LOOP_CLUSTER}' {cluster}"
            raise error(op.location, f"{message}; the most is {MOST_STAGES}")
        yield op, stage, cluster


def _definitions_in_block(op: Operation, include_arguments: bool) -> Iterator[Operation]:
    """The operations of the block of ``op`` whose results ``op``, or an operation in its regions, uses."""
    block = op.parent
    assert block is not None
    for operand in nested_operands(op):
        value = _yielded_before(operand, block) if include_arguments else operand
        if is_result(value) and value.op.parent is block:
            yield value.op


def _yielded_before(value: SSAValue, block: Block) -> SSAValue:
    """The value that the previous iteration yields for ``value``, if it is an iter_arg of ``block``.

    Chains of loop-carried values are followed; a cycle of arguments ends at the argument it began with.
    """
    seen: set[SSAValue] = set()
    loop = block.parent_op()
    if not isinstance(loop, ForOp):
        return value
    yielded = loop.yielded_values
    while (position := loop.position(value)) is not None and position < len(yielded) and value not in seen:
        seen.add(value)
        value = yielded[position]
    return value
