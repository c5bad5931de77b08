"""Products and quotients that do not wrap around, as mathematical integers: for what bit-vectors are too hard.

A product with ``nsw`` is the mathematical one of the signed numbers, or poison; one with ``nuw`` that of the unsigned
ones. What holds for all integers holds at every width.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import z3
from proofs.expressions import returned_values
from proofs.smt import NoTranslation, Term, decide, width_of
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.upstream import arith
from xtriton.dialects.upstream.arith.attributes import IntegerOverflowFlagsAttr


def proved(before: Block, after: Block) -> bool:
    """Whether ``after``, which returns arguments or constants, may stand for ``before``.

    Read as signed or as unsigned numbers.
    """
    return any(_proved(before, after, signed=signed) for signed in (True, False))


def _proved(before: Block, after: Block, *, signed: bool) -> bool:
    solver = z3.SolverFor("QF_NIA")
    arguments = [z3.Int(f"a{number}") for number in range(len(before.args))]
    try:
        old = _translated(before, dict(zip(before.args, arguments, strict=True)), solver, signed=signed)
        known = dict(zip(after.args, arguments, strict=True))
        new = [_kept(value, known, signed=signed) for value in returned_values(after)]
    except NoTranslation:
        return False
    if not signed:
        solver.add(*(argument >= 0 for argument in arguments))
    solver.add(z3.Or(*(a != b for a, b in zip(old, new, strict=True))))
    return decide(solver)[0] == z3.unsat


def _kept(value: SSAValue, arguments: Mapping[SSAValue, Term], *, signed: bool) -> Term:
    """An argument or a constant, which are never poison where the original is not."""
    if value in arguments:
        return arguments[value]
    if isinstance(value.owner, arith.ConstantOp):
        return _result(value.owner, {}, None, signed=signed)
    raise NoTranslation("neither an argument nor a constant")


def _translated(block: Block, values: dict[SSAValue, Term], solver: Any, *, signed: bool) -> list[Term]:
    """The terms that a block returns; quotients are defined in the solver, with divisors other than zero."""
    for op in block.ops:
        if op is not block.last_op:
            values[op.results[0]] = _result(op, values, solver, signed=signed)
    return [values[value] for value in returned_values(block)]


def _result(op: Operation, values: Mapping[SSAValue, Term], solver: Any, *, signed: bool) -> Term:
    operands = [values[operand] for operand in op.operands]
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        number = cast("IntegerAttr[Any]", op.value).value.data
        return z3.IntVal(number if signed else number % (1 << width_of(op.result.type)))
    if isinstance(op, arith.MulIOp):
        flags = op.overflowFlags
        if isinstance(flags, IntegerOverflowFlagsAttr) and ("nsw" if signed else "nuw") in flags:
            return operands[0] * operands[1]
    if isinstance(op, arith.DivSIOp if signed else arith.DivUIOp):
        return _quotient(*operands, solver)
    raise NoTranslation(op.name)


def _quotient(a: Term, b: Term, solver: Any) -> Term:
    """The quotient rounded towards zero: the remainder has the dividend's sign and is less than the divisor."""
    quotient, remainder = z3.FreshInt("quotient"), z3.FreshInt("remainder")
    solver.add(b != 0, a == quotient * b + remainder)
    solver.add(z3.If(a >= 0, remainder >= 0, remainder <= 0))
    solver.add(z3.If(remainder >= 0, remainder, -remainder) < z3.If(b >= 0, b, -b))
    return quotient
