"""Loops: operations that may run their regions many times (MLIR's ``LoopLikeOpInterface``)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.scf import ForallOp, ForOp, ParallelOp, WhileOp

Loop = ForOp | WhileOp | ParallelOp | ForallOp


def is_loop(op: Operation) -> bool:
    """Whether ``op`` is a loop."""
    return isinstance(op, Loop)


def loop_regions(loop: Operation) -> Sequence[Region]:
    """The regions that a loop repeats."""
    return loop.regions


def loops_inside_out(root: Operation) -> list[Operation]:
    """All loops in ``root``, itself included, inner ones before those around them."""
    return [op for op in root.walk(region_first=True) if is_loop(op)]


def is_defined_outside(value: SSAValue, op: Operation) -> bool:
    """Whether ``value`` is defined outside the regions of ``op``."""
    owner = value.owner
    block: Block | None = owner if isinstance(owner, Block) else owner.parent
    while block is not None:
        around = block.parent_op()
        if around is op:
            return False
        block = None if around is None else around.parent
    return True
