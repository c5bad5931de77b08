"""Folds of floating-point arithmetic.

Sums, products and quotients of up to 32 bits are computed in double precision and then rounded, which is exact: double
precision has more than twice their bits and two more (Figueroa, "When is double rounding innocuous?", 1995).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from xdsl.ir import Attribute

from xtriton.dialects.upstream.arith.attributes import FastMathFlagsAttr
from xtriton.dialects.upstream.arith.floating import (
    AddFOp,
    DivFOp,
    MaximumFOp,
    MaxNumFOp,
    MinimumFOp,
    MinNumFOp,
    MulFOp,
    NegFOp,
    RemFOp,
    SubFOp,
)
from xtriton.folds.elements import (
    convert_float,
    float_of,
    fold_floats,
    is_negative_zero,
    is_positive_zero,
    round_to,
)
from xtriton.folds.folding import Constants, Fold, FoldResult, Folds
from xtriton.versions import V3_6, V3_7, by_version

Calculation = Callable[[float, float], float]

_QUIET_BIT = 1 << 51


def _bits(value: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def quiet(value: float) -> float:
    """A quiet NaN with the sign and payload of another."""
    return struct.unpack("<d", struct.pack("<Q", _bits(value) | _QUIET_BIT))[0]


def is_signaling(value: float) -> bool:
    """Whether a number is a signaling NaN."""
    return math.isnan(value) and not _bits(value) & _QUIET_BIT


def same_bits(a: float, b: float) -> bool:
    """Whether two numbers are identical, including the sign of zeros and the payload of NaNs."""
    return _bits(a) == _bits(b)


def _invalid(value: float) -> float:
    """The result of an invalid operation: a positive NaN."""
    return math.nan if math.isnan(value) else value


def _arithmetic(calculate: Calculation) -> Calculation:
    """An operation with the rules of LLVM's ``APFloat``: the first NaN is propagated with sign and payload."""

    def calculated(a: float, b: float) -> float:
        for number in (a, b):
            if math.isnan(number):
                return quiet(number)
        return _invalid(calculate(a, b))

    return calculated


def _divide(a: float, b: float) -> float:
    if b != 0.0:
        return a / b
    return math.nan if a == 0.0 else math.copysign(math.inf, math.copysign(1.0, a) * math.copysign(1.0, b))


def _remainder(a: float, b: float) -> float:
    return math.nan if b == 0.0 or math.isinf(a) else math.fmod(a, b)


_add = _arithmetic(lambda a, b: a + b)
_subtract = _arithmetic(lambda a, b: a - b)
_multiply = _arithmetic(lambda a, b: a * b)
_quotient = _arithmetic(_divide)
_fmod = _arithmetic(_remainder)


def maximum(a: float, b: float) -> float:
    """The maximum; NaN if an operand is NaN; +0 is greater than -0."""
    for number in (a, b):
        if math.isnan(number):
            return quiet(number)
    if a == 0.0 and b == 0.0:
        return b if math.copysign(1.0, a) < 0 else a
    return b if a < b else a


def minimum(a: float, b: float) -> float:
    """The minimum; NaN if an operand is NaN; -0 is less than +0."""
    for number in (a, b):
        if math.isnan(number):
            return quiet(number)
    if a == 0.0 and b == 0.0:
        return a if math.copysign(1.0, a) < 0 else b
    return b if b < a else a


def _number(choose: Calculation) -> Calculation:
    """The other operand if one is a quiet NaN."""

    def chosen(a: float, b: float) -> float:
        for number in (a, b):
            if is_signaling(number):
                return quiet(number)
        if math.isnan(a):
            return b
        return a if math.isnan(b) else choose(a, b)

    return chosen


def _fold_binary(calculate: Calculation, is_neutral: Callable[[Attribute | None], bool] = lambda value: False) -> Fold:
    """``x`` with a neutral right operand is ``x``."""

    def fold_binary(op: AddFOp, constants: Constants) -> FoldResult:
        if is_neutral(constants[1]):
            return op.lhs
        type_ = op.result.type
        return fold_floats(constants, type_, lambda a, b: round_to(calculate(a, b), type_))

    return fold_binary


def _fold_extremum(calculate: Calculation, is_neutral: Callable[[float], bool]) -> Fold:
    """``x`` with itself, or with a neutral right operand, is ``x``."""

    def fold_extremum(op: MaximumFOp, constants: Constants) -> FoldResult:
        if op.lhs is op.rhs:
            return op.rhs
        number = float_of(constants[1])
        if number is not None and is_neutral(number):
            return op.lhs
        return fold_floats(constants, op.result.type, calculate)

    return fold_extremum


def fold_negf(op: NegFOp, constants: Constants) -> FoldResult:
    """``-(-x) = x``. Formats without a negative zero have ``-0 = 0``; those without a sign do not fold."""
    owner = op.operand.owner
    if isinstance(owner, NegFOp):
        return owner.operand

    def negate(value: float) -> float | None:
        negated = round_to(-value, op.result.type)
        return negated if math.isnan(value) or negated == -value else None

    return convert_float(constants, op.result.type, negate)


def _is_one(value: Attribute | None) -> bool:
    return float_of(value) == 1.0


_fold_product = _fold_binary(_multiply, _is_one)


def _fold_product_with_zero(op: MulFOp, constants: Constants) -> FoldResult:
    """``x * 0 = 0`` with the flags ``nnan`` and ``nsz``."""
    flags = op.fastmath
    if float_of(constants[1]) == 0 and isinstance(flags, FastMathFlagsAttr) and "nnan" in flags and "nsz" in flags:
        return op.rhs
    return _fold_product(op, constants)


FOLDS: Folds = {
    NegFOp: fold_negf,
    AddFOp: _fold_binary(_add, is_negative_zero),
    SubFOp: _fold_binary(_subtract, is_positive_zero),
    MulFOp: by_version({V3_6: _fold_product, V3_7: _fold_product_with_zero}),
    DivFOp: _fold_binary(_quotient, _is_one),
    RemFOp: _fold_binary(_fmod),
    MaximumFOp: _fold_extremum(maximum, lambda number: number == -math.inf),
    MinimumFOp: _fold_extremum(minimum, lambda number: number == math.inf),
    MaxNumFOp: _fold_extremum(_number(maximum), math.isnan),
    MinNumFOp: _fold_extremum(_number(minimum), math.isnan),
}
