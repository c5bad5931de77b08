"""Loops: operations that may run their regions many times (MLIR's ``LoopLikeOpInterface``)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith import AddIOp, IntegerOverflowFlagsAttr, constant_values
from xtriton.dialects.upstream.scf import ForallOp, ForOp, ParallelOp, WhileOp
from xtriton.ir.narrowing import is_integer_type

INDEX_BITS = 64
"""The width of constants of type ``index``."""

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


def constant_bounds(loop: ForOp) -> tuple[int, int, int] | None:
    """The lower bound, the upper bound and the step of a loop if all are constants; unsigned ones are not negative."""
    lower, upper, step = (_constant(loop, value) for value in (loop.lowerBound, loop.upperBound, loop.step))
    return None if lower is None or upper is None or step is None else (lower, upper, step)


def constant_trip_count(loop: ForOp) -> int | None:
    """How often the body of a loop is run, if that is known. Steps that lead nowhere count as no iterations."""
    if loop.lowerBound is loop.upperBound:
        return 0
    distance, step = _constant_distance(loop), _constant(loop, loop.step)
    if step is not None and step <= 0:
        return 0
    if distance is None or step is None:
        return 0 if distance is not None and distance <= 0 else None
    return max(0, -(-distance // step))


def _constant(loop: ForOp, value: SSAValue) -> int | None:
    """A constant bound or step as ``loop`` takes it, signed or not."""
    constant = constant_values(value)
    if constant is None:
        return None
    (number,) = constant
    if loop.unsignedCmp is not None:
        number %= 1 << (value.type.width.data if is_integer_type(value.type) else INDEX_BITS)
    return number


def _constant_distance(loop: ForOp) -> int | None:
    """From the lower to the upper bound: both are constants, or one is the sum of the other and a constant."""
    lower, upper = _constant(loop, loop.lowerBound), _constant(loop, loop.upperBound)
    if lower is not None and upper is not None:
        return upper - lower
    addition = loop.upperBound.owner
    if lower is not None or upper is not None or not isinstance(addition, AddIOp):
        return None
    flags = addition.overflowFlags
    promise = "nsw" if loop.unsignedCmp is None else "nuw"
    if not isinstance(flags, IntegerOverflowFlagsAttr) or promise not in flags:
        return None
    return _constant(loop, addition.rhs) if addition.lhs is loop.lowerBound else None
