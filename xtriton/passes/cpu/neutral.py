"""Neutral numbers of sums and extrema, and arithmetic on constants."""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign, isnan
from typing import cast

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.arith import (
    AddFOp,
    AndIOp,
    ExtFOp,
    MaximumFOp,
    MaxNumFOp,
    MaxSIOp,
    MaxUIOp,
    MinimumFOp,
    MinNumFOp,
    MinSIOp,
    MinUIOp,
    MulFOp,
    NegFOp,
    OrIOp,
    SubFOp,
    TruncFOp,
)
from xtriton.dialects.upstream.math import AbsFOp
from xtriton.folds.elements import Number, constant, scalar_number
from xtriton.folds.folding import fold_of
from xtriton.ir.traits import element_type
from xtriton.passes.linalg.patterns.reduce import neutral_number

IDEMPOTENT = (MaxNumFOp, MinNumFOp, MaximumFOp, MinimumFOp, AndIOp, OrIOp, MaxSIOp, MaxUIOp, MinSIOp, MinUIOp)
"""Operations with ``f(f(x, y), y) = f(x, y)``."""

_COMPUTED = (AddFOp, SubFOp, MulFOp, NegFOp, AbsFOp, ExtFOp, TruncFOp)


def number_of(value: Attribute | None) -> Number | None:
    """The number that a constant, or each of its elements, is."""
    return None if value is None else scalar_number(value)


def computed(op: Operation, numbers: Sequence[Number | None]) -> Number | None:
    """The result of arithmetic on numbers, or on tensors of equal elements; ``None`` if it is not known."""
    if not isinstance(op, _COMPUTED) or None in numbers:
        return None
    given = [constant(each.type, cast("Number", n)) for each, n in zip(op.operands, numbers, strict=True)]
    fold = fold_of(op)
    folded = None if fold is None else fold(op, given)
    return scalar_number(folded) if isinstance(folded, Attribute) else None


def is_same(one: Number, other: Number) -> bool:
    """Whether two numbers have the same bits, except for those of NaN."""
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    return (isnan(one) and isnan(other)) or (one == other and copysign(1.0, one) == copysign(1.0, other))


def other_operand(op: Operation, operand: SSAValue) -> SSAValue | None:
    """The other operand of an operation on two, of which ``operand`` is one."""
    if len(op.operands) != 2 or list(op.operands).count(operand) != 1:
        return None
    return op.operands[1 if op.operands[0] is operand else 0]


def neutral_numbers(op: Operation, *, any_zero: bool) -> list[Number]:
    """The numbers that leave the other operand of an operation as it is: for a sum -0, with ``any_zero`` also 0."""
    type_ = element_type(op.operands[0].type)
    number = neutral_number(type(op), type_, exact=True)
    if isinstance(op, AddFOp):
        return [0.0, -0.0] if any_zero else [-0.0]
    return [] if number is None else [cast("Number", scalar_number(constant(type_, number)))]
