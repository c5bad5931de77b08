"""What all partitions of a warp-specialized ``scf.while`` compute: its condition, and the response of a CLC request."""

from __future__ import annotations

from xdsl.ir import Block, Operation, Region

from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttng.launch_control import CLCLoadResultOp, CLCTryCancelSyncOp
from xtriton.dialects.upstream.scf import WhileOp
from xtriton.ir.creation import is_block_argument
from xtriton.ir.walk import parent_of_type
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import Graph, Node


def share_condition(loop: WhileOp, graph: Graph) -> None:
    """Assign the first region, and the values that it passes on, to all partitions."""
    for node in graph.walk():
        if _is_inside(node, loop.before):
            node.add_partitions(graph.root.partitions)


def _is_inside(node: Node, region: Region) -> bool:
    content = node.content
    if isinstance(content, Operation):
        parent: Block | None = content.parent
    else:
        parent = content.owner if isinstance(content.owner, Block) else content.owner.parent
    while parent is not None:
        if parent.parent is region:
            return True
        around = parent.parent_op()
        parent = around.parent if around is not None else None
    return False


def share_responses(loop: WhileOp, graph: Graph) -> None:
    """Assign what is computed from the response of a request for a cluster, up to loop-carried values, to all."""
    pending = [node for node in graph.walk() if isinstance(node.op, CLCLoadResultOp) and _is_response(node.op, loop)]
    while pending:
        node = pending.pop()
        around: Node | None = node
        while around is not None:
            around.add_partitions(graph.root.partitions)
            around = around.parent
        if not is_block_argument(node.content):
            pending.extend(edge.target.node for edge in node.out_edges)


def _is_response(load: CLCLoadResultOp, loop: WhileOp) -> bool:
    """Whether a load in a loop reads the response of a request, which has not become asynchronous yet."""
    alloc = load.src.owner
    if parent_of_type(load, WhileOp) is not loop or not isinstance(alloc, LocalAllocOp) or alloc.src is None:
        return False
    return isinstance(alloc.src.owner, CLCTryCancelSyncOp)
