"""Folds of integer arithmetic: ``arith.addi`` to ``arith.remsi``."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith.attributes import IntegerOverflowFlagsAttr
from xtriton.dialects.upstream.arith.integer import (
    AddIOp,
    AddUIExtendedOp,
    CeilDivSIOp,
    CeilDivUIOp,
    DivSIOp,
    DivUIOp,
    FloorDivSIOp,
    MulIOp,
    MulSIExtendedOp,
    MulUIExtendedOp,
    RemSIOp,
    RemUIOp,
    SubIOp,
)
from xtriton.folds.elements import (
    constant,
    fold_integers,
    integer_of,
    is_one,
    is_zero,
    to_signed,
    to_unsigned,
    width_of,
    zero,
)
from xtriton.folds.folding import Constants, Fold, FoldResult, Folds, constant_of
from xtriton.ir.creation import operands_of
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, by_version


def fold_addi(op: AddIOp, constants: Constants) -> FoldResult:
    """``x + 0 = x``, ``(a - b) + b = a``, ``b + (a - b) = a``."""
    lhs, rhs = operands_of(op)
    if is_zero(constants[1]):
        return lhs
    if isinstance(lhs.owner, SubIOp) and lhs.owner.rhs is rhs:
        return lhs.owner.lhs
    if isinstance(rhs.owner, SubIOp) and rhs.owner.rhs is lhs:
        return rhs.owner.lhs
    return fold_integers(constants, op.result.type, lambda a, b: a + b)


def _fold_difference_of_difference(op: SubIOp, constants: Constants) -> FoldResult:
    """``a - (a - b) = b``, and :func:`fold_subi`."""
    inner = op.rhs.owner
    if op.lhs is not op.rhs and not is_zero(constants[1]) and isinstance(inner, SubIOp) and inner.lhs is op.lhs:
        return inner.rhs
    return fold_subi(op, constants)


def fold_subi(op: SubIOp, constants: Constants) -> FoldResult:
    """``x - x = 0``, ``x - 0 = x``, ``(a + b) - b = a``, ``(a + b) - a = b``."""
    lhs, rhs = operands_of(op)
    if lhs is rhs:
        return zero(op.result.type)
    if is_zero(constants[1]):
        return lhs
    if isinstance(lhs.owner, AddIOp):
        if lhs.owner.rhs is rhs:
            return lhs.owner.lhs
        if lhs.owner.lhs is rhs:
            return lhs.owner.rhs
    return fold_integers(constants, op.result.type, lambda a, b: a - b)


def fold_muli(op: MulIOp, constants: Constants) -> FoldResult:
    """``x * 0 = 0``, ``x * 1 = x``."""
    factor = integer_of(constants[1])
    if factor == 0:
        return op.rhs
    if factor == 1:
        return op.lhs
    return fold_integers(constants, op.result.type, lambda a, b: a * b)


def fold_addui_extended(op: AddUIExtendedOp, constants: Constants) -> FoldResult:
    """``x + 0`` is ``x`` without a carry, if the zero is a constant operation."""
    if is_zero(constant_of(op.rhs)):
        return op.lhs, zero(op.overflow.type)
    width = width_of(op.sum.type)
    total = fold_integers(constants, op.sum.type, lambda a, b: a + b)
    carry = fold_integers(constants, op.overflow.type, lambda a, b: (a + b) >> width)
    return None if total is None or carry is None else (total, carry)


def fold_mulsi_extended(op: MulSIExtendedOp, constants: Constants) -> FoldResult:
    """``x * 0`` is 0 in both halves."""
    if is_zero(constants[1]):
        assert constants[1] is not None
        return constants[1], constants[1]
    width = width_of(op.low.type)
    low = fold_integers(constants, op.low.type, lambda a, b: a * b)
    high = fold_integers(constants, op.high.type, lambda a, b: (to_signed(a, width) * to_signed(b, width)) >> width)
    return None if low is None or high is None else (low, high)


def fold_mului_extended(op: MulUIExtendedOp, constants: Constants) -> FoldResult:
    """``x * 0`` is 0 in both halves, ``x * 1`` is ``x`` with 0 above."""
    if is_zero(constants[1]):
        assert constants[1] is not None
        return constants[1], constants[1]
    if is_one(constants[1]):
        return op.lhs, zero(op.low.type)
    width = width_of(op.low.type)
    low = fold_integers(constants, op.low.type, lambda a, b: a * b)
    high = fold_integers(constants, op.high.type, lambda a, b: (a * b) >> width)
    return None if low is None or high is None else (low, high)


def overflow_flags(op: AddIOp | SubIOp | MulIOp) -> IntegerOverflowFlagsAttr:
    """The overflow flags of an operation."""
    flags = op.overflowFlags
    assert isinstance(flags, IntegerOverflowFlagsAttr)
    return flags


def _other_factor(product: SSAValue, factor: SSAValue, flag: str) -> SSAValue | None:
    """``a`` if ``product`` is ``a * factor`` with the overflow flag ``flag``."""
    owner = product.owner
    if not isinstance(owner, MulIOp) or flag not in overflow_flags(owner):
        return None
    if owner.lhs is factor:
        return owner.rhs
    return owner.lhs if owner.rhs is factor else None


Division = Callable[[int, int, int], int | None]
"""A division of unsigned integers of a bit width; ``None`` where it traps or overflows."""


def _signed(divide: Callable[[int, int], int]) -> Division:
    """A division of signed integers; ``None`` where the result is out of range."""

    def divide_bits(a: int, b: int, width: int) -> int | None:
        if b == 0:
            return None
        quotient = divide(to_signed(a, width), to_signed(b, width))
        return quotient if -(1 << (width - 1)) <= quotient < 1 << (width - 1) else None

    return divide_bits


def truncated_quotient(a: int, b: int) -> int:
    """The quotient rounded towards zero."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _towards_negative_infinity(a: int, b: int) -> int:
    return a // b


def _divui(a: int, b: int, width: int) -> int | None:
    return a // b if b else None


def _ceildivui(a: int, b: int, width: int) -> int | None:
    return -(-a // b) if b else None


_divsi = _signed(truncated_quotient)
_floordivsi = _signed(_towards_negative_infinity)


def _ceildivsi(a: int, b: int, width: int) -> int | None:
    """Towards positive infinity. As in MLIR the minimum is not negated, since that would overflow."""
    x, y, least = to_signed(a, width), to_signed(b, width), -(1 << (width - 1))
    if y == 0:
        return None
    if x == 0:
        return 0
    if (x < 0 and x == least) or (y < 0 and y == least):
        return None
    return to_unsigned(-(-x // y), width)


def _fold_division(divide: Division, flag: str | None = None) -> Fold:
    """``x / 1 = x``, and ``(a * b) / b = a`` where the product does not overflow by ``flag``."""

    def fold_division(op: DivUIOp, constants: Constants) -> FoldResult:
        if is_one(constants[1]):
            return op.lhs
        if flag is not None and (other := _other_factor(op.lhs, op.rhs, flag)) is not None:
            return other
        width = width_of(op.result.type)
        return fold_integers(constants, op.result.type, lambda a, b: divide(a, b, width))

    return fold_division


def fold_floordivsi(op: FloorDivSIOp, constants: Constants) -> FoldResult:
    """``x / 1 = x``.

    For several elements the last divisor decides, as in MLIR: where another one is zero the behaviour is undefined, and
    any value is valid. It is the dividend.
    """
    if is_one(constants[1]):
        return op.lhs
    width = width_of(op.result.type)
    undefined = False

    def divide(a: int, b: int) -> int:
        nonlocal undefined
        quotient = _floordivsi(a, b, width)
        undefined = quotient is None
        return a if quotient is None else quotient

    folded = fold_integers(constants, op.result.type, divide)
    return None if undefined else folded


def _remui(a: int, b: int, width: int) -> int | None:
    return a % b if b else None


def _remsi(a: int, b: int, width: int) -> int | None:
    x, y = to_signed(a, width), to_signed(b, width)
    return x - y * truncated_quotient(x, y) if y else None


def _fold_remainder(remainder: Division) -> Fold:
    """``x % 1 = 0``."""

    def fold_remainder(op: RemUIOp, constants: Constants) -> FoldResult:
        if is_one(constants[1]):
            return zero(op.result.type)
        width = width_of(op.result.type)
        return fold_integers(constants, op.result.type, lambda a, b: remainder(a, b, width))

    return fold_remainder


def _quotients(fold: Fold) -> ByVersion[Fold | None]:
    """``fold`` of a division; since 3.9 also ``0 / x = 0`` and ``x / x = 1``: division by zero is undefined."""

    def fold_quotient(op: DivUIOp, constants: Constants) -> FoldResult:
        if is_one(constants[1]) or is_zero(constants[0]):
            return op.lhs
        return constant(op.result.type, 1) if op.lhs is op.rhs else fold(op, constants)

    return by_version({V3_6: fold, V3_9: fold_quotient})


def _remainders(fold: Fold) -> ByVersion[Fold | None]:
    """``fold`` of a remainder; since 3.9 also ``0 % x = 0`` and ``x % x = 0``: division by zero is undefined."""

    def fold_remainder(op: RemUIOp, constants: Constants) -> FoldResult:
        return zero(op.result.type) if is_zero(constants[0]) or op.lhs is op.rhs else fold(op, constants)

    return by_version({V3_6: fold, V3_9: fold_remainder})


FOLDS: Folds = {
    AddIOp: fold_addi,
    SubIOp: by_version({V3_6: fold_subi, V3_8: _fold_difference_of_difference}),
    MulIOp: fold_muli,
    AddUIExtendedOp: fold_addui_extended,
    MulSIExtendedOp: fold_mulsi_extended,
    MulUIExtendedOp: fold_mului_extended,
    DivUIOp: _quotients(_fold_division(_divui, "nuw")),
    DivSIOp: _quotients(_fold_division(_divsi, "nsw")),
    CeilDivUIOp: _quotients(_fold_division(_ceildivui)),
    CeilDivSIOp: _quotients(_fold_division(_ceildivsi)),
    FloorDivSIOp: _quotients(fold_floordivsi),
    RemUIOp: _remainders(_fold_remainder(_remui)),
    RemSIOp: _remainders(_fold_remainder(_remsi)),
}
