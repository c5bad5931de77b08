"""Hoisting of loop-invariant operations (MLIR's ``LoopInvariantCodeMotionUtils``)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from xdsl.ir import Operation
from xdsl.traits import IsTerminator

from xtriton.analysis.loops import is_defined_outside
from xtriton.interfaces.effects import is_memory_effect_free, is_speculatable
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in


def hoist_invariants(
    loop: LoopLikeOpInterface, may_move: Callable[[Operation], bool], move: Callable[[Operation], None] | None = None
) -> None:
    """Hoist the operations out of ``loop`` that are loop-invariant and that ``may_move`` allows.

    ``move`` does so; it may also leave the operation where it is.
    """
    for region in loop.loop_regions:
        pending = deque(op for block in region.blocks for op in block.ops)
        while pending:
            op = pending.popleft()
            if op.parent_region() is not region or not may_move(op) or not _is_invariant(op, loop):
                continue
            if move is None:
                move_out(op, loop)
            else:
                move(op)
            # Blocks need not be in execution order: users may have been visited too early.
            pending.extend(use.operation for result in op.results for use in result.uses)


def move_out(op: Operation, loop: Operation) -> None:
    """Move ``op`` before ``loop``."""
    op.detach()
    block = loop.parent
    assert block is not None
    block.insert_op_before(op, loop)


def may_be_executed_early(op: Operation) -> bool:
    """Whether executing ``op`` speculatively, or more or less often, is unobservable."""
    return is_speculatable(op) and is_memory_effect_free(op)


def _is_invariant(op: Operation, loop: Operation) -> bool:
    """Whether ``op`` and its regions use only values from outside the loop, or from within ``op``."""
    if has_trait(op, IsTerminator):
        return False
    for inner in operations_in(op):
        for operand in inner.operands:
            if not is_defined_outside(operand, loop) and is_defined_outside(operand, op):
                return False
    return True
