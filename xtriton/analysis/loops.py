"""Loops: operations that may run their regions many times (MLIR's ``LoopLikeOpInterface``)."""

from __future__ import annotations

from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.upstream.scf import ForOp
from xtriton.dialects.upstream.scf.trip_count import constant_bound
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.ir.creation import is_operation
from xtriton.ir.walk import operations_inside_out


def loops_inside_out(root: Operation) -> list[LoopLikeOpInterface]:
    """All loops in ``root``, itself included, inner ones before those around them."""
    return [op for op in operations_inside_out(root) if isinstance(op, LoopLikeOpInterface)]


def is_defined_outside(value: SSAValue, op: Operation) -> bool:
    """Whether ``value`` is defined outside the regions of ``op``."""
    owner = value.owner
    block: Block | None = owner.parent if is_operation(owner) else owner
    while block is not None:
        around = block.parent_op()
        if around is op:
            return False
        block = None if around is None else around.parent
    return True


def constant_bounds(loop: ForOp) -> tuple[int, int, int] | None:
    """The lower bound, the upper bound and the step of a loop if all are constants; unsigned ones are not negative."""
    unsigned = loop.unsignedCmp is not None
    bounds = (loop.lowerBound, loop.upperBound, loop.step)
    lower, upper, step = (constant_bound(bound, unsigned=unsigned) for bound in bounds)
    return None if lower is None or upper is None or step is None else (lower, upper, step)
