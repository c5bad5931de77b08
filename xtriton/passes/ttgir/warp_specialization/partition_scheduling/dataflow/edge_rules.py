"""Which partitions are merged for an edge between them: the rules in the order in which they are tried."""

from __future__ import annotations

from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttng.launch_control import CLCTryCancelSyncOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.ir.walk import reached
from xtriton.passes.ttgir.pipeline.loads import shared_encoding_of
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import Edge, EdgeRule, Node, Role
from xtriton.rewriting.memory_uses import has_layout_of, memdesc_with_encoding

_COSTLY = 256
"""From which cost on special functions have a partition of their own."""
_LARGE = 16384
"""From which number of elements on values do not pass between partitions."""


def _has(node: Node, role: Role) -> bool:
    """Whether the partition of a node has a role."""
    return bool(node.partition.roles & role)


def _is_plain(node: Node) -> bool:
    """Whether the partition has no role, whether it is manual or not."""
    return node.partition.roles in (Role.NONE, Role.MANUAL)


def _is_costly(node: Node) -> bool:
    return _has(node, Role.SFU) and node.partition.cost > _COSTLY


def _is_token(node: Node) -> bool:
    return isinstance(node.value.type, AsyncTokenType)


def _is_loop_carried(node: Node) -> bool:
    value = node.content
    return is_block_argument(value) and isinstance(value.block.parent_op(), ForOp | WhileOp)


def _is_branch_result(node: Node) -> bool:
    value = node.content
    return is_result(value) and isinstance(value.op, IfOp)


def _is_only_edge(edge: Edge) -> bool:
    """Whether the source has no other data edge from it, and the target none to it."""
    source, target = edge.source.node, edge.target.node
    return sum(out.is_data for out in source.out_edges) <= 1 and sum(into.is_data for into in target.in_edges) <= 1


# ------------------------------------------------------------------------------------------------------------- rules


def request_with_response(edge: Edge) -> bool:
    """A request for a pending cluster and the memory for its response."""
    return isinstance(edge.source.node.op, CLCTryCancelSyncOp) and isinstance(edge.target.node.op, LocalAllocOp)


def load_with_allocation(diagnostics: DiagnosticEngine) -> EdgeRule:
    """The rule for a load and the allocation that it initialises, if no layout is converted in between."""

    def rule(edge: Edge) -> bool:
        load, alloc = edge.source.node.op, edge.target.node.op
        if not isinstance(alloc, LocalAllocOp):
            return False
        if isinstance(load, DescriptorLoadOp | DescriptorGatherOp):
            encoding = encoding_attr(shared_encoding_of(load, diagnostics))
            return has_layout_of(alloc, memdesc_with_encoding(alloc.type, encoding))
        return isinstance(load, LoadOp)

    return rule


def view_with_view(edge: Edge) -> bool:
    """Views of views."""
    return bool(edge.source.node.role & edge.target.node.role & Role.VIEW)


def view_with_producer(edge: Edge) -> bool:
    """Views that have more elements before them than after them."""
    target = edge.target.node
    if not _has(target, Role.VIEW) or not target.role & Role.VIEW:
        return False
    after = target.partition.crossing_edges()
    return bool(after) and edge.size > after[0].size


def view_with_consumer(edge: Edge) -> bool:
    """Other views."""
    source = edge.source.node
    return _has(source, Role.VIEW) and bool(source.role & Role.VIEW)


def carried_value_with_producer(edge: Edge) -> bool:
    """A loop-carried value, but for tokens, and its computation in the loop."""
    source, target = edge.source.node, edge.target.node
    return source.parent is target.parent and _is_loop_carried(target) and not _is_token(target)


def carried_token_with_consumer(edge: Edge) -> bool:
    """A loop-carried token and its users."""
    return _is_loop_carried(edge.source.node) and _is_token(edge.source.node)


def branch_token_with_producer(edge: Edge) -> bool:
    """A token that a branch returns."""
    return _is_branch_result(edge.target.node) and _is_token(edge.target.node)


def costly_functions_with_producer(edge: Edge) -> bool:
    """Costly special functions and what they are applied to."""
    return _is_costly(edge.target.node) and not _has(edge.source.node, Role.MMA | Role.LOAD | Role.SFU)


def sequence(edge: Edge) -> bool:
    """Sequences of operations without a role."""
    return _is_only_edge(edge) and _is_plain(edge.source.node) and _is_plain(edge.target.node)


def sequence_to_functions(edge: Edge) -> bool:
    """Sequences of operations without a role, and the special functions after them."""
    return _is_only_edge(edge) and _is_plain(edge.source.node) and _has(edge.target.node, Role.SFU)


def tmem_load_with_consumer(edge: Edge) -> bool:
    """Loads from tensor memory."""
    return isinstance(edge.source.node.op, TMEMLoadOp)


def tmem_with_store(edge: Edge) -> bool:
    """Tensor memory and what is stored from it."""
    return _has(edge.source.node, Role.TMEM) and _has(edge.target.node, Role.STORE)


def plain_with_consumer(edge: Edge) -> bool:
    """Operations without a role, and cheap special functions."""
    source, target = edge.source.node, edge.target.node
    cheap = _is_plain(source) or (_has(source, Role.SFU) and not _is_costly(source))
    return cheap and not _is_plain(target) and not _has(target, Role.MMA | Role.LOAD) and not _is_costly(target)


def plain_with_producer(edge: Edge) -> bool:
    """Operations without a role."""
    source, target = edge.source.node, edge.target.node
    return _is_plain(target) and not _is_plain(source) and not _has(source, Role.MMA | Role.LOAD)


def plain_with_costly_producer(edge: Edge) -> bool:
    """Operations without a role after costly ones."""
    return plain_with_producer(edge) and edge.source.node.partition.cost > _COSTLY


def store_with_store(edge: Edge) -> bool:
    """Partitions that both store."""
    return _has(edge.source.node, Role.STORE) and _has(edge.target.node, Role.STORE)


def plain_with_plain(edge: Edge) -> bool:
    """Partitions without a role that are not manual."""
    return edge.source.node.partition.roles == edge.target.node.partition.roles == Role.NONE


def plain_with_manual(edge: Edge) -> bool:
    """Partitions without a role and manual ones."""
    pair = (edge.source.node.partition.roles, edge.target.node.partition.roles)
    return any(one == Role.NONE and bool(other & Role.MANUAL) for one, other in (pair, pair[::-1]))


def large_value(edge: Edge) -> bool:
    """Values of many elements, but for those of loads and MMAs."""
    unsuitable = Role.LOAD | Role.MMA
    return not _has(edge.source.node, unsuitable) and not _has(edge.target.node, unsuitable) and edge.size > _LARGE


def load_without_dot(edge: Edge) -> bool:
    """Loads that no dot depends on."""
    if not _has(edge.source.node, Role.LOAD):
        return False
    users = reached([edge.source.node], lambda node: (out.target.node for out in node.out_edges))
    return not any((node.partitions and _has(node, Role.MMA)) or isinstance(node.op, DotOp) for node in users)


def edge_rules(diagnostics: DiagnosticEngine) -> tuple[EdgeRule, ...]:
    """The rules, the most important first."""
    return (
        request_with_response,
        load_with_allocation(diagnostics),
        view_with_view,
        view_with_producer,
        view_with_consumer,
        carried_value_with_producer,
        carried_token_with_consumer,
        branch_token_with_producer,
        costly_functions_with_producer,
        sequence,
        sequence_to_functions,
        tmem_load_with_consumer,
        tmem_with_store,
        plain_with_consumer,
        plain_with_costly_producer,
        plain_with_producer,
        store_with_store,
        plain_with_plain,
        plain_with_manual,
        large_value,
        load_without_dot,
    )


# ------------------------------------------------------------------------------------------------------- constraints


def may_merge(edge: Edge) -> bool:
    """Whether the partitions may be one.

    Two manual ones may not, MMAs not with other uses of tensor memory, and requests for clusters have their own.
    """
    source, target = edge.source.node, edge.target.node
    if not request_with_response(edge) and _has(source, Role.CLC) != _has(target, Role.CLC):
        return False
    if _has(source, Role.MANUAL) and _has(target, Role.MANUAL):
        return False
    if any(_has(one, Role.MMA) and _has(other, Role.TMEM) for one, other in ((source, target), (target, source))):
        return False
    return not (isinstance(source.op, TMEMAllocOp) and _has(target, Role.MMA))
