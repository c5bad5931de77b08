"""Arithmetic on OpFoldResults: operations are created only where a result is not constant.

The operands (:data:`~xtriton.dialects.upstream.mixed.OpFoldResult`) are integers, or values of type ``index``.
Operations are created in operand order, so that equal programs give equal IR.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import (
    AddIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MinUIOp,
    MulIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.ir.narrowing import is_integer_attr
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

INDEX = IndexType()


def known_number(value: OpFoldResult) -> int | None:
    """The constant value of an integer, or of an ``arith.constant``; ``None`` for others."""
    if isinstance(value, int):
        return value
    owner = value.owner
    if isinstance(owner, ConstantOp) and is_integer_attr(owner.value):
        return owner.value.value.data
    return None


def is_known_zero(value: OpFoldResult) -> bool:
    """Whether a value is a constant 0."""
    return known_number(value) == 0


def index_constant(number: int, rewriter: Rewriter) -> SSAValue:
    """A constant of type ``index``."""
    return insert_constant(rewriter, number, INDEX)


def as_value(number: OpFoldResult, rewriter: Rewriter) -> SSAValue:
    """The SSA value of an OpFoldResult."""
    return index_constant(number, rewriter) if isinstance(number, int) else number


def as_index(number: OpFoldResult, rewriter: Rewriter) -> SSAValue:
    """A value of type ``index`` for an OpFoldResult, which may be an integer of another type."""
    if isinstance(number, int):
        return index_constant(number, rewriter)
    if number.type == INDEX:
        return number
    return rewriter.insert(IndexCastOp(number, INDEX)).out


def as_indices(numbers: Sequence[OpFoldResult], rewriter: Rewriter) -> list[SSAValue]:
    """Values of type ``index`` for OpFoldResults."""
    return [as_index(number, rewriter) for number in numbers]


def add(lhs: OpFoldResult, rhs: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """``lhs + rhs``."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs + rhs
    if rhs == 0:
        return lhs
    if lhs == 0:
        return rhs
    left = as_value(lhs, rewriter)
    return rewriter.insert(AddIOp(left, as_value(rhs, rewriter))).result


def subtract(lhs: OpFoldResult, rhs: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """``lhs - rhs``."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return lhs - rhs
    if rhs == 0:
        return lhs
    left = as_value(lhs, rewriter)
    return rewriter.insert(SubIOp(left, as_value(rhs, rewriter))).result


def multiply(lhs: OpFoldResult, rhs: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """``lhs * rhs``. Operands defined by constant operations are folded."""
    left, right = known_number(lhs), known_number(rhs)
    if left == 0 or right == 1:
        return lhs
    if right == 0 or left == 1:
        return rhs
    if left is not None and right is not None:
        return left * right
    first = as_value(lhs if left is None else left, rewriter)
    second = as_value(rhs if right is None else right, rewriter)
    return rewriter.insert(MulIOp(first, second)).result


def minimum(lhs: OpFoldResult, rhs: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """The signed minimum."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return min(lhs, rhs)
    left = as_value(lhs, rewriter)
    return rewriter.insert(MinSIOp(left, as_value(rhs, rewriter))).result


def minimum_unsigned(lhs: OpFoldResult, rhs: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """The unsigned minimum."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return min(lhs, rhs, key=lambda number: (number < 0, number))
    left = as_value(lhs, rewriter)
    return rewriter.insert(MinUIOp(left, as_value(rhs, rewriter))).result


def maximum(lhs: OpFoldResult, rhs: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """The signed maximum."""
    if isinstance(lhs, int) and isinstance(rhs, int):
        return max(lhs, rhs)
    left = as_value(lhs, rewriter)
    return rewriter.insert(MaxSIOp(left, as_value(rhs, rewriter))).result


def select(condition: OpFoldResult, true: OpFoldResult, false: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """``true`` if ``condition``, an ``i1`` or a constant, holds, else ``false``."""
    chosen, other = as_index(true, rewriter), as_index(false, rewriter)
    if isinstance(condition, int):
        condition = rewriter.insert(ConstantOp(IntegerAttr(-1 if condition else 0, i1))).result
    return rewriter.insert(SelectOp(condition, chosen, other)).result


_COMPARISONS = {
    CmpIPredicate.EQ: int.__eq__,
    CmpIPredicate.NE: int.__ne__,
    CmpIPredicate.SLT: int.__lt__,
    CmpIPredicate.SLE: int.__le__,
    CmpIPredicate.SGT: int.__gt__,
    CmpIPredicate.SGE: int.__ge__,
}


def select_by_comparison(
    predicate: CmpIPredicate,
    operands: tuple[OpFoldResult, OpFoldResult],
    true: OpFoldResult,
    false: OpFoldResult,
    rewriter: Rewriter,
) -> OpFoldResult:
    """``true`` if the comparison of ``operands`` holds, else ``false``."""
    lhs, rhs = operands
    if isinstance(lhs, int) and isinstance(rhs, int):
        compare = _COMPARISONS.get(predicate)
        if compare is not None:
            return true if compare(lhs, rhs) else false
    left = as_index(lhs, rewriter)
    compared = rewriter.insert(CmpIOp(predicate, left, as_index(rhs, rewriter))).result
    return select(compared, true, false, rewriter)
