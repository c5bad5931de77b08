"""Quotients and remainders of 32-bit integers in loops, by floating-point division, of which processors have vectors.

Both operands are exact in f64, and its quotient, rounded to nearest and then towards zero, is the integer one: a / b is
at least 1 / |b| below the next integer n, which is more than n / 2^32, while rounding changes it by at most n / 2^53.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import UnitAttr, f64, i1, i32
from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.upstream.arith import (
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivSIOp,
    FPToSIOp,
    MulIOp,
    OrIOp,
    RemSIOp,
    SelectOp,
    SIToFPOp,
    SubIOp,
)
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.math.build import MathBuilder

FITS = "cpu.fits"
"""The attribute of conversions of floats that are in the range of the integer type. They need no comparisons: only for
others LLVM's instruction gives poison."""


def is_vectorised_division(op: Operation) -> bool:
    """Whether an operation divides an i32 by the same number in each iteration of an innermost loop.

    LLVM has faster ways to divide by constants.
    """
    if not isinstance(op, DivSIOp | RemSIOp) or op.rhs.type != i32 or isinstance(op.rhs.owner, ConstantOp):
        return False
    loop = op.parent_op()
    if not isinstance(loop, ForOp) or loop.is_ancestor(op.rhs.owner):
        return False
    return not any(isinstance(inner, ForOp | WhileOp) for inner in operations_in(loop.body))


def expand_division(op: Operation) -> None:
    """Replace a quotient or remainder."""
    assert isinstance(op, DivSIOp | RemSIOp)
    b = MathBuilder(op)
    quotient = _quotient(b, op.lhs, op.rhs)
    result = quotient
    if isinstance(op, RemSIOp):
        result = b.integers(SubIOp, op.lhs, b.integers(MulIOp, quotient, op.rhs))
    op.results[0].replace_all_uses_with(result)
    cast("Block", op.parent).erase_op(op)


def _quotient(b: MathBuilder, left: SSAValue, right: SSAValue) -> SSAValue:
    """``left / right``, of which by 0 it is ``left``; the minimum by -1 wraps around."""

    def equals(number: int) -> SSAValue:
        return b.insert(CmpIOp(CmpIPredicate.EQ, right, b.integer(number))).result

    negates = equals(-1)
    special = b.insert(OrIOp(negates, equals(0))).result
    assert special.type == i1
    divisor = b.insert(SelectOp(special, b.integer(1), right)).result
    wide = [b.insert(SIToFPOp.create(operands=[each], result_types=[f64])).results[0] for each in (left, divisor)]
    whole = b.insert(FPToSIOp.create(operands=[b.over(*wide)], result_types=[i32], attributes={FITS: UnitAttr()}))
    return b.insert(SelectOp(negates, b.integers(SubIOp, b.integer(0), left), whole.results[0])).result
