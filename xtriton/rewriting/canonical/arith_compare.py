"""Patterns for comparisons and for ``arith.select``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr, i1
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, CmpIPredicate
from xtriton.dialects.upstream.arith.casts import ExtSIOp, ExtUIOp, SIToFPOp, UIToFPOp
from xtriton.dialects.upstream.arith.compare import CmpFOp, CmpIOp, SelectOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.arith.integer import MaxSIOp, MaxUIOp, MinSIOp, MinUIOp, XOrIOp
from xtriton.folds.arith_casts import nearest_float
from xtriton.folds.elements import constant, integer_of, is_one, is_zero, width_of
from xtriton.folds.folding import constant_of
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.numbers import PRECISION_BITS
from xtriton.rewriting.canonical.arith import fused
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, since

LARGEST_EXPONENT = {"f16": 15, "bf16": 127, "f32": 127, "f64": 1023, "f8E5M2": 15, "f8E4M3": 7, "f8E3M4": 3}
"""The exponents of the maximum finite numbers of formats with infinities."""


def _equality_of_extensions(extension: type[ExtUIOp | ExtSIOp]) -> Pattern:
    def equality_of_extensions(op: CmpIOp, rewriter: Rewriter) -> bool:
        """Two values extended in the same way are equal if their sources are."""
        predicate = CmpIPredicate.of(op.predicate)
        if predicate not in (CmpIPredicate.EQ, CmpIPredicate.NE):
            return False
        lhs, rhs = op.lhs.owner, op.rhs.owner
        if not isinstance(lhs, extension) or not isinstance(rhs, extension) or lhs.in_.type != rhs.in_.type:
            return False
        rewriter.replace_by(op, CmpIOp(predicate, lhs.in_, rhs.in_), fused(op, lhs, rhs))
        return True

    return pattern(CmpIOp)(equality_of_extensions)


@pattern(SelectOp)
def select_of_same_condition_on_false_side(op: SelectOp, rewriter: Rewriter) -> bool:
    """``c ? a : (c ? b : d) = c ? a : d``."""
    inner = op.false_value.owner
    if not isinstance(inner, SelectOp) or inner.condition is not op.condition:
        return False
    rewriter.replace_by(op, SelectOp(op.condition, op.true_value, inner.false_value), fused(op, inner))
    return True


@pattern(SelectOp)
def select_of_same_condition_on_true_side(op: SelectOp, rewriter: Rewriter) -> bool:
    """``c ? (c ? a : b) : d = c ? a : d``."""
    inner = op.true_value.owner
    if not isinstance(inner, SelectOp) or inner.condition is not op.condition:
        return False
    rewriter.replace_by(op, SelectOp(op.condition, inner.true_value, op.false_value), fused(op, inner))
    return True


@pattern(SelectOp)
def select_on_negated_condition(op: SelectOp, rewriter: Rewriter) -> bool:
    """``not c ? a : b = c ? b : a``, for a scalar condition."""
    inner = op.condition.owner
    if not isinstance(inner, XOrIOp) or inner.result.type != i1 or not integer_of(constant_of(inner.rhs)):
        return False
    rewriter.replace_by(op, SelectOp(inner.lhs, op.false_value, op.true_value), fused(op, inner.rhs))
    return True


@pattern(SelectOp)
def select_false_or_true(op: SelectOp, rewriter: Rewriter) -> bool:
    """``c ? false : true = not c``."""
    if op.result.type != i1:
        return False
    if not is_zero(constant_of(op.true_value)) or not is_one(constant_of(op.false_value)):
        return False
    true = rewriter.insert(ConstantOp(constant(i1, 1)))
    rewriter.replace_by(op, XOrIOp(op.condition, true.result))
    return True


@pattern(SelectOp)
def select_one_or_zero(op: SelectOp, rewriter: Rewriter) -> bool:
    """``c ? 1 : 0`` and ``c ? 0 : 1`` are extensions of the condition, for scalars wider than a bit."""
    type_ = op.result.type
    if not is_integer_type(type_) or type_ == i1:
        return False
    true, false = constant_of(op.true_value), constant_of(op.false_value)
    if is_one(true) and is_zero(false):
        rewriter.replace_by(op, ExtUIOp(op.condition, type_))
        return True
    if is_zero(true) and is_one(false):
        one = rewriter.insert(ConstantOp(constant(op.condition.type, 1)))
        inverted = rewriter.insert(XOrIOp(op.condition, one.result))
        rewriter.replace_by(op, ExtUIOp(inverted.result, type_))
        return True
    return False


_EXTREMA = {
    CmpIPredicate.SLT: (MinSIOp, MaxSIOp),
    CmpIPredicate.SLE: (MinSIOp, MaxSIOp),
    CmpIPredicate.SGT: (MaxSIOp, MinSIOp),
    CmpIPredicate.SGE: (MaxSIOp, MinSIOp),
    CmpIPredicate.ULT: (MinUIOp, MaxUIOp),
    CmpIPredicate.ULE: (MinUIOp, MaxUIOp),
    CmpIPredicate.UGT: (MaxUIOp, MinUIOp),
    CmpIPredicate.UGE: (MaxUIOp, MinUIOp),
}
"""The operations equal to ``a < b ? a : b`` and ``a < b ? b : a``, for each predicate in place of ``<``."""


@pattern(SelectOp, versions=since(V3_9))
def select_of_compared(op: SelectOp, rewriter: Rewriter) -> bool:
    """``a < b ? a : b = min(a, b)``, and so for the other orders."""
    comparison = op.condition.owner
    if not isinstance(comparison, CmpIOp):
        return False
    extrema = _EXTREMA.get(CmpIPredicate.of(comparison.predicate))
    lhs, rhs = comparison.lhs, comparison.rhs
    if extrema is None or (op.true_value, op.false_value) not in ((lhs, rhs), (rhs, lhs)):
        return False
    extremum = extrema[0] if op.true_value is lhs else extrema[1]
    rewriter.replace_by(op, extremum(lhs, rhs), fused(op, comparison))
    return True


@pattern(CmpFOp)
def comparison_of_converted_integer(op: CmpFOp, rewriter: Rewriter) -> bool:
    """A comparison of a converted integer with a float constant: compare the integer (LLVM's InstCombine).

    The conversion must not lose bits that the comparison depends on.
    """
    attr = constant_of(op.rhs)
    conversion = op.lhs.owner
    if not isinstance(attr, FloatAttr) or not isinstance(conversion, SIToFPOp | UIToFPOp):
        return False
    number = cast("FloatAttr[AnyFloat]", attr).value.data
    signed = isinstance(conversion, SIToFPOp)
    width = width_of(conversion.in_.type)
    if math.isnan(number) or not _conversion_is_harmless(number, cast("AnyFloat", op.rhs.type), width, signed):
        return False
    predicate = CmpFPredicate.of(op.predicate).keyword
    if predicate in ("false", "true"):
        return False
    if predicate in ("ord", "uno"):
        return _known(op, predicate == "ord", rewriter)
    return _compare_integers(op, conversion.in_, predicate[-2:], number, signed, rewriter)


def _conversion_is_harmless(number: float, format_: AnyFloat, width: int, signed: bool) -> bool:
    """Whether rounding an integer of a width to a format cannot change how it compares with ``number``."""
    mantissa = PRECISION_BITS[format_.name]
    value_bits = width - 1 if signed else width
    if width <= mantissa:
        return True
    if math.isinf(number):
        return LARGEST_EXPONENT[format_.name] >= value_bits
    exponent = math.frexp(number)[1] - 1
    return not mantissa <= exponent <= value_bits


def _known(op: CmpFOp, truth: bool, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, ConstantOp(constant(i1, int(truth))))
    return True


def _compare_integers(
    op: CmpFOp, value: SSAValue, relation: str, number: float, signed: bool, rewriter: Rewriter
) -> bool:
    width, format_ = width_of(value.type), op.rhs.type
    least, greatest = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    if nearest_float(greatest, format_) < number:
        return _known(op, relation in ("ne", "lt", "le"), rewriter)
    if nearest_float(least, format_) > number:
        return _known(op, relation in ("ne", "gt", "ge"), rewriter)
    integer = math.trunc(number)
    if nearest_float(integer, format_) != number:
        if relation in ("eq", "ne"):
            return _known(op, relation == "ne", rewriter)
        # The constant was truncated towards zero, so its dropped fraction decides between strict and non-strict.
        relation = relation[0] + ("t" if (relation[0] == "l") == (number < 0) else "e")
    prefix = "" if relation in ("eq", "ne") else "s" if signed else "u"
    known = rewriter.insert(ConstantOp(constant(value.type, integer)))
    rewriter.replace_by(op, CmpIOp(CmpIPredicate[(prefix + relation).upper()], value, known.result))
    return True


PATTERNS: Sequence[Pattern] = (
    _equality_of_extensions(ExtSIOp),
    _equality_of_extensions(ExtUIOp),
    comparison_of_converted_integer,
    select_of_same_condition_on_false_side,
    select_of_same_condition_on_true_side,
    select_on_negated_condition,
    select_false_or_true,
    select_one_or_zero,
    select_of_compared,
)
