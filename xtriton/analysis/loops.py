"""Loops: operations that may run their regions many times (MLIR's ``LoopLikeOpInterface``)."""

from __future__ import annotations

from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.upstream.arith import AddIOp, IntegerOverflowFlagsAttr, constant_values
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.ir.narrowing import is_integer_type

INDEX_BITS = 64
"""The width of constants of type ``index``."""


def loops_inside_out(root: Operation) -> list[LoopLikeOpInterface]:
    """All loops in ``root``, itself included, inner ones before those around them."""
    return [op for op in root.walk(region_first=True) if isinstance(op, LoopLikeOpInterface)]


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
    lower, upper, step = _bound(loop, loop.lowerBound), _bound(loop, loop.upperBound), _bound(loop, loop.step)
    return None if lower is None or upper is None or step is None else (lower, upper, step)


def constant_trip_count(loop: ForOp) -> int | None:
    """How often a loop runs, if that is known (MLIR's ``constantTripCount``). A loop that cannot advance never runs."""
    if loop.lowerBound is loop.upperBound:
        return 0
    distance, step = _constant_distance(loop), _signed(loop.step)
    if step is not None and step <= 0:
        return 0
    if distance is None or distance <= 0:
        return None if distance is None else 0
    return None if step is None else -(-distance // step)


def _width(type_: Attribute) -> int:
    return type_.width.data if is_integer_type(type_) else INDEX_BITS


def _signed(value: SSAValue) -> int | None:
    """The constant that ``value`` is, as a signed number."""
    constant = constant_values(value)
    return None if constant is None else constant[0]


def _bound(loop: ForOp, value: SSAValue) -> int | None:
    """A constant bound as ``loop`` takes it, signed or not."""
    number = _signed(value)
    return number if number is None or loop.unsignedCmp is None else number % (1 << _width(value.type))


def _constant_distance(loop: ForOp) -> int | None:
    """``upper - lower``, if it is known: of constants, and of ``lower + c`` if that does not overflow by its flags.

    As in MLIR the distance of signed constants wraps around, and what comes out negative counts as no distance at all.
    """
    lower, upper = _bound(loop, loop.lowerBound), _bound(loop, loop.upperBound)
    if lower is not None and upper is not None:
        fits = loop.unsignedCmp is not None or upper - lower < 1 << (_width(loop.step.type) - 1)
        return upper - lower if fits else 0
    total = loop.upperBound.owner
    if lower is not None or not isinstance(total, AddIOp) or total.lhs is not loop.lowerBound:
        return None
    flags = total.overflowFlags
    promise = "nsw" if loop.unsignedCmp is None else "nuw"
    if not isinstance(flags, IntegerOverflowFlagsAttr) or promise not in flags:
        return None
    return _signed(total.rhs)
