"""Propagates partitions from data to the operations that compute addresses and conditions, and to control flow."""

from __future__ import annotations

from collections.abc import Callable

from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMStoreOp
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import (
    Edge,
    Graph,
    Node,
    Partition,
    Role,
)

_TOKEN = 1
"""The operand of a store to tensor memory that is its token."""


def propagate_partitions(graph: Graph) -> None:
    """Assign partitions to all nodes that have users in partitions, or operands in partitions."""
    leaves = [node for node in graph.walk() if node.children and not any(child.children for child in node.children)]
    changed = True
    while changed:
        for leaf in leaves:
            _propagate_outwards(leaf)
        changed = _propagate_backwards(graph)
    _propagate_forwards(graph)
    for node in graph.walk():
        if isinstance(node.op, ReduceOp):
            for inner in node.walk():
                inner.add_partitions(node.partitions)
    _separate_initial_stores(graph)


def _propagate_outwards(leaf: Node) -> None:
    """Control flow is in the partitions of all operations inside."""
    inside: dict[Partition, None] = {}
    node: Node | None = leaf
    while node is not None:
        for child in node.children:
            inside.update(child.partitions)
        node.add_partitions(inside)
        node = node.parent


def _propagate_backwards(graph: Graph) -> bool:
    """Values are computed in the partitions of their users; whether anything has changed."""
    sources = [node for node in graph.walk() if node.children]
    sources.extend(node for partition in graph.partitions for node in partition.nodes if node.is_data)
    changed = [_add_to_definitions(source, lambda edge: not edge.source.node.is_data) for source in sources]
    return any(changed)


def _add_to_definitions(user: Node, follows: Callable[[Edge], bool]) -> bool:
    """Add the partitions of a node to what it depends on, along some edges; whether anything has changed."""
    partitions = list(user.partitions)
    pending, seen, changed = [user], {user}, False
    while pending:
        for edge in pending.pop().in_edges:
            source = edge.source.node
            if not follows(edge):
                continue
            before = len(source.partitions)
            source.add_partitions(partitions)
            changed |= len(source.partitions) != before
            if source not in seen:
                seen.add(source)
                pending.append(source)
    return changed


def _propagate_forwards(graph: Graph) -> None:
    """Nodes that nothing in a partition uses go to the last partition of their last operand with partitions."""
    nodes = [node for node in graph.walk() if not node.partitions]
    while nodes:
        for node in nodes:
            for edge in node.in_edges:
                if edge.source.node.partitions:
                    node.set_partition(list(edge.source.node.partitions)[-1])
        left = [node for node in nodes if not node.partitions]
        if len(left) == len(nodes):
            return
        nodes = left


def _separate_initial_stores(graph: Graph) -> None:
    """The first store to an accumulator is in a partition of its allocation, but not in that of the MMA.

    Stores to tensor memory need four warps, which partitions of MMAs do not have.
    """
    moved: list[Node] = []
    for node in graph.walk():
        if not isinstance(node.op, TMEMStoreOp) or node.is_data:
            continue
        token = node.inputs[_TOKEN]
        if token is None or not isinstance(token.node.op, TMEMAllocOp):
            continue
        partition = next((owner for owner in token.node.partitions if not owner.roles & Role.MMA), None)
        if partition is not None:
            node.set_partition(partition)
            moved.append(node)
    for node in moved:
        _add_to_definitions(node, lambda edge: not edge.is_data)
