"""Merges the partitions of a dataflow graph, until no rule applies."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp, TMEMStoreOp
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.edge_rules import edge_rules, may_merge
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import (
    Edge,
    EdgeRule,
    Graph,
    Partition,
    Role,
)


def merge_partitions(graph: Graph, diagnostics: DiagnosticEngine) -> None:
    """Merge partitions along edges, and then those that belong together without an edge between them."""
    rules = edge_rules(diagnostics)
    edges = graph.crossing_edges()
    while _merge_along_edge(graph, edges, rules):
        pass
    while _merge_pair(graph):
        pass


def _merge_along_edge(graph: Graph, edges: list[Edge], rules: tuple[EdgeRule, ...]) -> bool:
    """Merge the partitions of the first edge for which the first rule applies.

    Removes edges that have been merged before from the list.
    """
    for rule in rules:
        edges[:] = [edge for edge in edges if edge.crosses]
        for position, edge in enumerate(edges):
            if rule(edge) and may_merge(edge):
                graph.merge(edge.source.node.partition, edge.target.node.partition)
                del edges[position]
                return True
    return False


def _merge_pair(graph: Graph) -> bool:
    """Merge the first pair of partitions that one of the rules for pairs applies to."""
    for rule in (_both_compute_dots, _both_load, _store_and_plain, _same_tensor_memory):
        for first in graph.partitions:
            for second in graph.partitions:
                if first is not second and rule(first, second):
                    graph.merge(first, second)
                    return True
    return False


def _both_compute_dots(first: Partition, second: Partition) -> bool:
    return first.roles == second.roles == Role.MMA


def _both_load(first: Partition, second: Partition) -> bool:
    return first.roles == second.roles == Role.LOAD


def _store_and_plain(first: Partition, second: Partition) -> bool:
    """One partition stores, and the other has no role."""
    pair = (first.roles, second.roles)
    return any(one == Role.NONE and bool(other & Role.STORE) for one, other in (pair, pair[::-1]))


def _same_tensor_memory(first: Partition, second: Partition) -> bool:
    """Both access the same tensor memory, which at most an MMA partition and one other may."""
    if not first.roles & second.roles & Role.TMEM:
        return False
    return not _allocations(first).isdisjoint(_allocations(second))


def _allocations(partition: Partition) -> set[Operation]:
    """The allocations in tensor memory that a partition loads from or stores to."""
    accesses = (node.op for node in partition.nodes if isinstance(node.op, TMEMLoadOp | TMEMStoreOp))
    owners = (access.operands[0].owner for access in accesses)
    return {owner for owner in owners if is_operation(owner)}
