"""Clusters of unassigned operations between partitions, each of which goes to one partition."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.slices import in_program_order
from xtriton.dialects.upstream.scf import ForOp
from xtriton.passes.ttgir.warp_specialization.attributes import has_partition
from xtriton.passes.ttgir.warp_specialization.loop_values import definitions_of_inputs, users_in_loop
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.initial import depends_on_partition
from xtriton.passes.ttgir.warp_specialization.partitions import Partition, PartitionSet
from xtriton.rewriting.uses import clone_for_users


class Cluster:
    """Unassigned operations that are connected by their uses and depend on a partition."""

    def __init__(self) -> None:
        self.ops: dict[Operation, None] = {}
        self.sources: dict[Partition, None] = {}
        """The partitions from which the operations take values."""
        self.sinks: dict[Partition, None] = {}
        """The partitions that use values of the operations."""

    def absorb(self, other: Cluster) -> None:
        """Take over everything from another cluster, which is empty afterwards."""
        self.ops.update(other.ops)
        self.sources.update(other.sources)
        self.sinks.update(other.sinks)
        other.ops.clear()
        other.sources.clear()
        other.sinks.clear()


class Clusters:
    """The clusters of one loop."""

    def __init__(self, loop: ForOp, partitions: PartitionSet) -> None:
        self.loop = loop
        self.partitions = partitions
        self.all: list[Cluster] = []
        self._of: dict[Operation, Cluster] = {}

    def grow(self) -> None:
        """Form the clusters: from operations next to partitions to everything that is connected with them."""
        for partition in self.partitions:
            self._start_at(partition)
        worklist = list(self._of)
        while worklist:
            op = worklist.pop()
            self._visit_definitions(op, worklist)
            self._visit_users(op, worklist)

    def _get_or_create(self, op: Operation) -> Cluster:
        cluster = self._of.get(op)
        if cluster is None:
            cluster = self._of[op] = Cluster()
            cluster.ops[op] = None
            self.all.append(cluster)
        return cluster

    def _start_at(self, partition: Partition) -> None:
        for result in partition.inputs(self.loop):
            if self._is_candidate(result.op):
                self._get_or_create(result.op).sinks[partition] = None
        for _, use, _ in partition.uses(self.loop):
            user = ancestor_in_block(use.operation, self.loop.body)
            assert user is not None
            if not has_partition(user):
                self._get_or_create(user).sources[partition] = None

    def _is_candidate(self, op: Operation) -> bool:
        return not has_partition(op) and depends_on_partition(self.loop, op, self.partitions)

    def _add(self, op: Operation, cluster: Cluster, worklist: list[Operation]) -> None:
        self._of[op] = cluster
        cluster.ops[op] = None
        worklist.append(op)

    def _visit_definitions(self, op: Operation, worklist: list[Operation]) -> None:
        cluster = self._of[op]
        for definition in definitions_of_inputs(self.loop, op):
            if has_partition(definition):
                cluster.sources.update(dict.fromkeys(self.partitions.of(definition)))
            elif self._is_candidate(definition):
                other = self._of.get(definition)
                if other is None:
                    self._add(definition, cluster, worklist)
                elif other is not cluster:
                    self._of.update(dict.fromkeys(other.ops, cluster))
                    cluster.absorb(other)

    def _visit_users(self, op: Operation, worklist: list[Operation]) -> None:
        cluster = self._of[op]
        for user in users_in_loop(self.loop, op):
            if has_partition(user):
                cluster.sinks.update(dict.fromkeys(self.partitions.of(user)))
            elif user not in self._of:
                self._add(user, cluster, worklist)


def propagate_partitions(loop: ForOp, partitions: PartitionSet) -> None:
    """Assign the operations that depend on assigned ones."""
    clusters = Clusters(loop, partitions)
    clusters.grow()
    for cluster in clusters.all:
        if cluster.ops and cluster.sources:
            _assign(loop, partitions, cluster)


def _assign(loop: ForOp, partitions: PartitionSet, cluster: Cluster) -> None:
    """Assign a cluster to its first source; with several sources, rematerialize it in the sinks."""
    source = next(iter(cluster.sources))
    if cluster.sinks:
        sink = next(iter(cluster.sinks))
        path = _critical_path(loop, cluster, sink)
        if len(path) != len(cluster.ops):
            _rematerialize(in_program_order(path), partitions, sink)
    for op in cluster.ops:
        partitions.assign(op, [source])


def _critical_path(loop: ForOp, cluster: Cluster, sink: Partition) -> dict[Operation, None]:
    """The operations of a cluster from which the sink is computed."""
    path = dict.fromkeys(result.op for result in sink.inputs(loop) if result.op in cluster.ops)
    pending = list(path)
    for op in pending:
        for definition in definitions_of_inputs(loop, op):
            if definition in cluster.ops and definition not in path:
                path[definition] = None
                pending.append(definition)
    return path


def _rematerialize(path: list[Operation], partitions: PartitionSet, sink: Partition) -> None:
    """Clone operations for a partition, the last one first, and let the partition use the clones."""
    users = set(sink.ops)
    for op in reversed(path):
        clone = clone_for_users(op, users.__contains__)
        users.add(clone)
        partitions.assign(clone, [sink])
