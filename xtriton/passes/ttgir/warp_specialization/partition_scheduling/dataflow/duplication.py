"""Operations that are computed in several partitions, instead of passing their values between these."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.slices import users_of
from xtriton.ir.creation import is_result
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.warp_specialization.attributes import partitions_of, set_partitions
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.construction import build_graph
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import Edge, Graph, Node, Role
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, active_version, before


def duplicate_cheap_paths(graph: Graph) -> None:
    """Compute cheap operations between two data nodes of a partition in that partition, too.

    A path leaves a partition, goes through another one, and returns.
    """
    for partition in graph.partitions:
        for edge in partition.crossing_edges():
            if len(edge.source.node.partitions) == len(edge.target.node.partitions) == 1:
                _duplicate_path(edge)


def _is_cheap(node: Node) -> bool:
    return node.role in (Role.NONE, Role.SFU)


def _duplicate_path(edge: Edge) -> None:
    """Follow cheap operations of the second partition, depth first, until one is in the first partition again."""
    start = edge.target.node
    outer, inner = edge.source.node.partition, start.partition
    if not _is_cheap(start):
        return
    reached_from: dict[Node, Node] = {}
    pending, seen = [start], set[Node]()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        for following in (out.target.node for out in node.out_edges):
            if following in seen or len(following.partitions) != 1 or not _is_cheap(following):
                continue
            if following.partition is inner:
                reached_from.setdefault(following, node)
                pending.append(following)
            elif following.partition is outer:
                path: Node | None = node
                while path is not None:
                    path.add_partitions([outer])
                    path = reached_from.get(path)
                return


# ------------------------------------------------------------------------------------------------------------ clones


def clone_per_partition(loop: Operation) -> None:
    """Clone each operation on data that is in several partitions: one clone per partition."""
    data = {node.op for node in build_graph(loop).walk() if node.op is not None and node.is_data}
    for partition in partitions_of(loop):
        shared = [
            op
            for op in operations_inside_out(loop)
            if op in data and len(partitions_of(op)) > 1 and partition in partitions_of(op)
        ]
        _clone_into(partition, shared)


def _clone_into(partition: int, ops: list[Operation]) -> None:
    """Clone operations into one partition, where the clones take the place of the originals."""
    rewriter = Rewriter()
    clones: dict[Operation, Operation] = {}
    for op in ops:
        rewriter.start_at(op)
        clones[op] = rewriter.insert(clone_op(op, {}))
        set_partitions(clones[op], (partition,))
    for new in clones.values():
        for index, operand in enumerate(list(new.operands)):
            if is_result(operand) and operand.op in clones:
                new.operands[index] = clones[operand.op].results[operand.index]
    for old, new in clones.items():
        for result, replacement in zip(old.results, new.results, strict=True):
            _move_uses(result, replacement, partition)
    _erase_dead(ops, rewriter)


def _move_uses(old: SSAValue, new: SSAValue, partition: int) -> None:
    """Let the users in one partition use the clone.

    Before Triton 3.9 only the latest one does: there the loop over the uses goes on in those of the clone.
    """
    for use in list(old.uses):
        if partitions_of(use.operation) == (partition,):
            use.operation.operands[use.index] = new
            if active_version() in _MOVES_ONE_USE:
                return


_MOVES_ONE_USE = before(V3_9)


def _erase_dead(ops: Iterable[Operation], rewriter: Rewriter) -> None:
    """Erase operations without users, until all have some."""
    left = list(ops)
    while (dead := next((op for op in left if next(users_of(op), None) is None), None)) is not None:
        rewriter.erase(dead)
        left.remove(dead)
