"""Partition scheduling since Triton 3.7: heuristics merge the nodes of a dataflow graph into partitions.

Operations on tiles of data start in partitions of their own, which rules merge along the edges of the graph. Index
arithmetic and control flow then join the partitions that need them.
"""

from __future__ import annotations

from xtriton.dialects.upstream.scf import WhileOp
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.assignment import (
    assign_nodes_without_users,
    number_partitions,
    write_attributes,
)
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.construction import (
    assign_initial_partitions,
    build_graph,
    split_views,
)
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.duplication import (
    clone_per_partition,
    duplicate_cheap_paths,
)
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import Graph, Role
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.merging import merge_partitions
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.propagation import propagate_partitions
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.while_loops import (
    share_condition,
    share_responses,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop
from xtriton.passes.ttgir.warp_specialization.verification import verify_partitioned_loop
from xtriton.versions import V3_8, active_version, since

_REQUIRES_DESCRIPTORS = since(V3_8)
"""Loops without accesses through descriptors are left alone."""


def schedule_by_dataflow(loop: Loop, tag: int, diagnostics: DiagnosticEngine) -> None:
    """Distribute the operations of a loop, the one of this number in the module, over partitions."""
    graph = build_graph(loop)
    split_views(graph)
    assign_initial_partitions(graph)
    merge_partitions(graph, diagnostics)
    propagate_partitions(graph)
    number_partitions(graph)
    assign_nodes_without_users(graph)
    propagate_partitions(graph)
    duplicate_cheap_paths(graph)
    if isinstance(loop, WhileOp):
        share_condition(loop, graph)
        share_responses(loop, graph)
    if active_version() in _REQUIRES_DESCRIPTORS and not _accesses_descriptors(graph):
        return
    write_attributes(graph, tag)
    clone_per_partition(loop)
    verify_partitioned_loop(loop)


def _accesses_descriptors(graph: Graph) -> bool:
    return any(node.role & (Role.LOAD | Role.STORE) for node in graph.walk())
