"""Rewrites loops whose induction variable could wrap around before it reaches the upper bound to count iterations.

``scf.for`` ends after ``ceil((upper - lower) / step)`` iterations. Lowered to ``i < upper``, ``i += step`` it ends only
if the last addition does not wrap around: near the maximum of its type it would start over.
"""

from __future__ import annotations

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.arith import (
    AddIOp,
    CmpIOp,
    CmpIPredicate,
    DivUIOp,
    MulIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.dialects.upstream.scf.trip_count import INDEX_BITS
from xtriton.folds.elements import integer_of
from xtriton.folds.folding import constant_of
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.walk import operations_in
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter


def count_iterations(root: Operation) -> None:
    """Rewrite the loops in ``root`` that may wrap around.

    before: ``scf.for %i = %a to %b step %s``
    after:  ``%n = (%b - %a - 1) / %s + 1``, ``scf.for unsigned %k = 0 to %n step 1 { %i = %a + %k * %s ... }``
    """
    for op in operations_in(root):
        if isinstance(op, ForOp) and may_wrap(op):
            _count(op)


def may_wrap(op: ForOp) -> bool:
    """Whether the increment after the last iteration may overflow the type of the induction variable."""
    bits = _width(op.lowerBound.type)
    unsigned = op.unsignedCmp is not None
    lower, upper, step = (_number(bound, bits, unsigned=unsigned) for bound in (op.lowerBound, op.upperBound, op.step))
    if step == 1:
        return False
    if step is None or step <= 0 or upper is None:
        return True
    most = (1 << bits) - 1 if unsigned else (1 << (bits - 1)) - 1
    # Without a known lower bound the last iteration may be the one right below the upper bound.
    last = upper - 1 if lower is None else lower + (upper - 1 - lower) // step * step
    return last + step > most


def _width(type_: Attribute) -> int:
    return type_.width.data if is_integer_type(type_) else INDEX_BITS


def _number(value: SSAValue, bits: int, *, unsigned: bool) -> int | None:
    number = integer_of(constant_of(value))
    if number is None:
        return None
    number &= (1 << bits) - 1
    return number - (1 << bits) if not unsigned and number >> (bits - 1) else number


def _count(op: ForOp) -> None:
    rewriter = Rewriter()
    rewriter.start_at(op)
    type_ = op.lowerBound.type
    zero, one = insert_constant(rewriter, 0, type_), insert_constant(rewriter, 1, type_)
    # Unsigned: the distance between the bounds may not fit their own signed type.
    distance = rewriter.insert(SubIOp(op.upperBound, op.lowerBound)).result
    before = rewriter.insert(SubIOp(distance, one)).result
    steps = rewriter.insert(DivUIOp(before, op.step)).result
    count = rewriter.insert(AddIOp(steps, one)).result
    predicate = CmpIPredicate.SLT if op.unsignedCmp is None else CmpIPredicate.ULT
    runs = rewriter.insert(CmpIOp(predicate, op.lowerBound, op.upperBound)).result
    count = rewriter.insert(SelectOp(runs, count, zero)).result
    lower, step = op.lowerBound, op.step
    op.operands[0], op.operands[1], op.operands[2] = zero, count, one
    op.properties["unsignedCmp"] = UnitAttr()
    variable = op.induction_variable
    first = op.body.first_op
    assert first is not None
    rewriter.before(first)
    passed = rewriter.insert(MulIOp(variable, step), op.location).result
    value = rewriter.insert(AddIOp(lower, passed), op.location).result
    variable.replace_uses_with_if(value, lambda use: use.operation is not passed.owner)
