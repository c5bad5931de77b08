"""Folds of bitwise operations, shifts, minima and maxima of integers."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith.integer import (
    AndIOp,
    MaxSIOp,
    MaxUIOp,
    MinSIOp,
    MinUIOp,
    OrIOp,
    ShLIOp,
    ShRSIOp,
    ShRUIOp,
    XOrIOp,
)
from xtriton.folds.elements import (
    fold_integers,
    integer_of,
    is_all_ones,
    is_zero,
    to_signed,
    width_of,
    zero,
)
from xtriton.folds.folding import Constants, Fold, FoldResult, Folds, constant_of
from xtriton.versions import V3_6, V3_9, ByVersion, by_version


def _is_not(value: SSAValue, inverted: SSAValue) -> bool:
    """Whether ``value`` is the bitwise complement of ``inverted``."""
    owner = value.owner
    return isinstance(owner, XOrIOp) and owner.lhs is inverted and is_all_ones(constant_of(owner.rhs))


def fold_andi(op: AndIOp, constants: Constants) -> FoldResult:
    """``x & 0 = 0``, ``x & ~0 = x``, ``x & ~x = 0``, ``a & (a & b) = a & b``, ``x & x = x``."""
    lhs, rhs = op.operands
    if is_zero(constants[1]):
        return rhs
    if is_all_ones(constants[1]):
        return lhs
    if _is_not(rhs, lhs) or _is_not(lhs, rhs):
        return zero(op.result.type)
    for inner, other in ((lhs, rhs), (rhs, lhs)):
        if isinstance(inner.owner, AndIOp) and other in inner.owner.operands:
            return inner
    folded = fold_integers(constants, op.result.type, lambda a, b: a & b)
    return lhs if folded is None and lhs is rhs else folded


def fold_ori(op: OrIOp, constants: Constants) -> FoldResult:
    """``x | 0 = x``, ``x | ~0 = ~0``, ``x | ~x = ~0``, ``x | x = x``."""
    lhs, rhs = op.operands
    if is_zero(constants[1]):
        return lhs
    if is_all_ones(constants[1]):
        return constants[1]
    for inverted, other in ((rhs, lhs), (lhs, rhs)):
        if _is_not(inverted, other):
            assert isinstance(inverted.owner, XOrIOp)
            return inverted.owner.rhs
    folded = fold_integers(constants, op.result.type, lambda a, b: a | b)
    return lhs if folded is None and lhs is rhs else folded


def fold_xori(op: XOrIOp, constants: Constants) -> FoldResult:
    """``x ^ 0 = x``, ``x ^ x = 0``, ``(x ^ a) ^ a = x`` in any order."""
    lhs, rhs = op.operands
    if is_zero(constants[1]):
        return lhs
    if lhs is rhs:
        return zero(op.result.type)
    for inner, other in ((lhs, rhs), (rhs, lhs)):
        if isinstance(inner.owner, XOrIOp):
            if inner.owner.rhs is other:
                return inner.owner.lhs
            if inner.owner.lhs is other:
                return inner.owner.rhs
    return fold_integers(constants, op.result.type, lambda a, b: a ^ b)


def _fold_shift(shift: Callable[[int, int, int], int]) -> Fold:
    """``x`` shifted by 0 is ``x``; shifts by the bit width or more do not fold.

    For several elements the last amount decides, as in MLIR: where another one is too large the result is poison, and
    any value is valid. It is what shifting out all bits leaves.
    """

    def fold_shift(op: ShLIOp, constants: Constants) -> FoldResult:
        if is_zero(constants[1]):
            return op.lhs
        width = width_of(op.result.type)
        last = 0

        def shifted(a: int, b: int) -> int:
            nonlocal last
            last = b
            return shift(a, min(b, width), width)

        folded = fold_integers(constants, op.result.type, shifted)
        return folded if last < width else None

    return fold_shift


def _of_extremes(fold: Fold, *, to_itself: bool = False, keeps_ones: bool = False) -> ByVersion[Fold | None]:
    """``fold``; since 3.9, first shifts of 0, ``x`` shifted right by ``x`` (``to_itself``), and of -1 (``keeps_ones``).

    Shifts by the bit width or more are poison, and ``x`` is less than ``2**x``.
    """

    def fold_shift_of_extreme(op: ShLIOp, constants: Constants) -> FoldResult:
        if is_zero(constants[1]) or is_zero(constants[0]):
            return op.lhs
        if to_itself and op.lhs is op.rhs:
            return zero(op.result.type)
        if keeps_ones and is_all_ones(constants[0]):
            return op.lhs
        return fold(op, constants)

    return by_version({V3_6: fold, V3_9: fold_shift_of_extreme})


def _fold_extremum(choose: Callable[[int, int], int], *, signed: bool) -> Fold:
    """``x`` and itself, and ``x`` with the maximum or minimum of its type."""

    def fold_extremum(op: MaxSIOp, constants: Constants) -> FoldResult:
        lhs, rhs = op.operands
        if lhs is rhs:
            return rhs
        width = width_of(op.result.type)
        limits = (1 << (width - 1), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
        number = integer_of(constants[1])
        if number in limits:
            numbers = [to_signed(limit, width) for limit in limits] if signed else list(limits)
            return rhs if choose(*numbers) == numbers[limits.index(number)] else lhs

        def chosen(a: int, b: int) -> int:
            return choose(to_signed(a, width), to_signed(b, width)) if signed else choose(a, b)

        return fold_integers(constants, op.result.type, chosen)

    return fold_extremum


FOLDS: Folds = {
    AndIOp: fold_andi,
    OrIOp: fold_ori,
    XOrIOp: fold_xori,
    ShLIOp: _of_extremes(_fold_shift(lambda a, b, width: a << b)),
    ShRUIOp: _of_extremes(_fold_shift(lambda a, b, width: a >> b), to_itself=True),
    ShRSIOp: _of_extremes(_fold_shift(lambda a, b, width: to_signed(a, width) >> b), to_itself=True, keeps_ones=True),
    MaxSIOp: _fold_extremum(max, signed=True),
    MaxUIOp: _fold_extremum(max, signed=False),
    MinSIOp: _fold_extremum(min, signed=True),
    MinUIOp: _fold_extremum(min, signed=False),
}
