"""Broadcasts are rematerialized in the partitions of their users, so that less data passes between partitions."""

from __future__ import annotations

from xdsl.ir import Operation, Use

from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.passes.ttgir.warp_specialization.partitions import PartitionSet
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter


def rematerialize_broadcasts(loop: ForOp, partitions: PartitionSet) -> None:
    """Clone broadcasts and expansions of dimensions for each use in another partition."""
    for partition in partitions:
        uses = [use for _, use in partition.outputs(loop) if not isinstance(use.operation, YieldOp)]
        for use in uses:
            _rematerialize(use, partitions)


def _rematerialize(use: Use, partitions: PartitionSet) -> None:
    """Clone the chain of broadcasts that ends in ``use``, from the last one on."""
    user, index = use.operation, use.index
    owner = user.operands[index].owner
    while isinstance(owner, BroadcastOp | ExpandDimsOp):
        clone = _clone(owner)
        for partition in partitions.of(user):
            partitions.assign(clone, [partition])
        user.operands[index] = clone.results[0]
        user, index = clone, 0
        owner = clone.operands[0].owner


def _clone(op: Operation) -> Operation:
    rewriter = Rewriter()
    rewriter.before(op)
    return rewriter.insert(clone_op(op, {}))
