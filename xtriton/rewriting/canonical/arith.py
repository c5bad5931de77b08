"""Patterns for integer arithmetic and conversions.

Patterns that combine several operations into one fuse the locations of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from xdsl.dialects.builtin import IntAttr, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.arith.attributes import CmpIPredicate, IntegerOverflowFlagsAttr
from xtriton.dialects.upstream.arith.casts import (
    BitcastOp,
    ExtSIOp,
    ExtUIOp,
    IndexCastOp,
    IndexCastUIOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from xtriton.dialects.upstream.arith.compare import CmpIOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.arith.floating import AddFOp, DivFOp, MulFOp, NegFOp, SubFOp
from xtriton.dialects.upstream.arith.integer import (
    AddIOp,
    AddUIExtendedOp,
    AndIOp,
    MulIOp,
    MulSIExtendedOp,
    MulUIExtendedOp,
    OrIOp,
    ShRSIOp,
    ShRUIOp,
    SubIOp,
    XOrIOp,
)
from xtriton.folds.arith_integer import overflow_flags
from xtriton.folds.elements import constant, integer_of, is_all_ones, is_negative_zero, is_one, width_of, zero
from xtriton.folds.folding import constant_of
from xtriton.ir.locations import Location, fuse
from xtriton.ir.narrowing import is_integer_attr, is_integer_type
from xtriton.ir.traits import element_type
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.versions import ALL_VERSIONS, V3_8, V3_9, VersionRange, before, since


def fused(*parts: Operation | SSAValue) -> Location:
    """The fused location of an operation that replaces several; a value stands for the operation that defines it.

    MLIR's declarative patterns fuse as many locations as the pattern has operations that are not constants, but take
    them from a list in which the constants of a nested operation come before it. So if there is such a constant, its
    location is in the result, and that of the nested operation is not; PTX line tables depend on it.
    """
    return fuse([location_of(part) if isinstance(part, SSAValue) else part.location for part in parts])


def _scalar_constant(value: SSAValue) -> int | None:
    """The constant value of a scalar ``value``."""
    attr = constant_of(value)
    return integer_of(attr) if is_integer_attr(attr) else None


def _number(value: int, type_: Attribute, location: Location, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(ConstantOp(constant(type_, value)), location).result


def _common_flags(*ops: AddIOp | SubIOp | MulIOp) -> IntegerOverflowFlagsAttr:
    """The overflow flags common to several operations."""
    bits = -1
    for op in ops:
        bits &= overflow_flags(op).bits.data
    return IntegerOverflowFlagsAttr(IntAttr(bits))


# Sums and differences with two constants


class _Split(NamedTuple):
    """``op``, which is ``value + number``, or if negated ``number - value``."""

    op: AddIOp | SubIOp
    value: SSAValue
    number: int
    constant: SSAValue
    negated: bool


def _split(value: SSAValue) -> _Split | None:
    """``value`` split into a non-constant operand and a constant."""
    owner = value.owner
    if not isinstance(owner, AddIOp | SubIOp):
        return None
    rhs = _scalar_constant(owner.rhs)
    if rhs is not None:
        return _Split(owner, owner.lhs, rhs if isinstance(owner, AddIOp) else -rhs, owner.rhs, False)
    lhs = _scalar_constant(owner.lhs)
    if lhs is not None and isinstance(owner, SubIOp):
        return _Split(owner, owner.rhs, lhs, owner.lhs, True)
    return None


@pattern(AddIOp)
def add_constant_to_sum(op: AddIOp, rewriter: Rewriter) -> bool:
    """``(x + a) + b``, ``(x - a) + b`` and ``(a - x) + b`` with one constant."""
    number = _scalar_constant(op.rhs)
    inner = _split(op.lhs)
    if number is None or inner is None:
        return False
    location, flags = fused(op, inner.constant), _common_flags(op, inner.op)
    known = _number(inner.number + number, op.result.type, location, rewriter)
    new = (
        SubIOp(known, inner.value, overflowFlags=flags)
        if inner.negated
        else AddIOp(inner.value, known, overflowFlags=flags)
    )
    rewriter.replace_by(op, new, location)
    return True


@pattern(SubIOp)
def subtract_constant_from_sum(op: SubIOp, rewriter: Rewriter) -> bool:
    """``(x + a) - b``, ``(x - a) - b`` and ``(a - x) - b`` with one constant."""
    number = _scalar_constant(op.rhs)
    inner = _split(op.lhs)
    if number is None or inner is None:
        return False
    location = fused(op, inner.constant)
    if not inner.negated and isinstance(inner.op, SubIOp):
        known = _number(number - inner.number, op.result.type, location, rewriter)
        new: AddIOp | SubIOp = SubIOp(inner.value, known, overflowFlags=_common_flags(op, inner.op))
    else:
        known = _number(inner.number - number, op.result.type, location, rewriter)
        new = (
            SubIOp(known, inner.value, overflowFlags=_common_flags(op, inner.op))
            if inner.negated
            else AddIOp(inner.value, known)
        )
    rewriter.replace_by(op, new, location)
    return True


@pattern(SubIOp)
def subtract_sum_from_constant(op: SubIOp, rewriter: Rewriter) -> bool:
    """``a - (x + b)``, ``a - (x - b)`` and ``a - (b - x)`` with one constant."""
    number = _scalar_constant(op.lhs)
    inner = _split(op.rhs)
    if number is None or inner is None:
        return False
    location, flags = fused(op, op.lhs), _common_flags(op, inner.op)
    known = _number(number - inner.number, op.result.type, location, rewriter)
    new = (
        AddIOp(inner.value, known, overflowFlags=flags)
        if inner.negated
        else SubIOp(known, inner.value, overflowFlags=flags)
    )
    rewriter.replace_by(op, new, location)
    return True


@pattern(SubIOp)
def subtract_minuend_again(op: SubIOp, rewriter: Rewriter) -> bool:
    """``(a - b) - a = 0 - b``."""
    inner = op.lhs.owner
    if not isinstance(inner, SubIOp) or inner.lhs is not op.rhs:
        return False
    location, flags = fused(op, inner), _common_flags(op, inner)
    nothing = rewriter.insert(ConstantOp(zero(inner.rhs.type)), location)
    rewriter.replace_by(op, SubIOp(nothing.result, inner.rhs, overflowFlags=flags), location)
    return True


def _negated(value: SSAValue) -> SSAValue | None:
    """``x`` if ``value`` is ``x * -1``."""
    owner = value.owner
    return owner.lhs if isinstance(owner, MulIOp) and is_all_ones(constant_of(owner.rhs)) else None


@pattern(AddIOp)
def add_product_with_minus_one(op: AddIOp, rewriter: Rewriter) -> bool:
    """``x + y * -1 = x - y``, on either side."""
    for value, other in ((op.rhs, op.lhs), (op.lhs, op.rhs)):
        negated = _negated(value)
        if negated is not None:
            assert isinstance(value.owner, MulIOp)
            rewriter.replace_by(op, SubIOp(other, negated), fused(op, value.owner.rhs))
            return True
    return False


@pattern(MulIOp)
def multiply_product_by_constant(op: MulIOp, rewriter: Rewriter) -> bool:
    """``(x * a) * b`` with one constant."""
    inner = op.lhs.owner
    if not isinstance(inner, MulIOp):
        return False
    number, other = _scalar_constant(op.rhs), _scalar_constant(inner.rhs)
    if number is None or other is None:
        return False
    location, flags = fused(op, inner.rhs), _common_flags(op, inner)
    known = _number(other * number, op.result.type, location, rewriter)
    rewriter.replace_by(op, MulIOp(inner.lhs, known, overflowFlags=flags), location)
    return True


# Operations with two results, one of which is dead


@pattern(AddUIExtendedOp)
def add_without_carry(op: AddUIExtendedOp, rewriter: Rewriter) -> bool:
    """A sum with a dead carry."""
    if op.overflow.first_use is not None:
        return False
    total = rewriter.insert(AddIOp(op.lhs, op.rhs))
    rewriter.replace_all_uses(op.sum, total.result)
    rewriter.erase(op)
    return True


@pattern(MulSIExtendedOp, MulUIExtendedOp)
def multiply_without_high_half(op: MulSIExtendedOp | MulUIExtendedOp, rewriter: Rewriter) -> bool:
    """A product with a dead upper half."""
    if op.high.first_use is not None:
        return False
    product = rewriter.insert(MulIOp(op.lhs, op.rhs))
    rewriter.replace_all_uses(op.low, product.result)
    rewriter.erase(op)
    return True


@pattern(MulSIExtendedOp)
def multiply_by_one_extended(op: MulSIExtendedOp, rewriter: Rewriter) -> bool:
    """``x * 1`` is ``x``, and its sign is the upper half.

    Not for ``i1``, where 1 is -1, nor for ``index``, to which the sign is not extended.
    """
    if (
        not is_one(constant_of(op.rhs))
        or not is_integer_type(element_type(op.high.type))
        or width_of(op.high.type) == 1
    ):
        return False
    nothing = rewriter.insert(ConstantOp(zero(op.lhs.type)))
    negative = rewriter.insert(CmpIOp(CmpIPredicate.SLT, op.lhs, nothing.result))
    sign = rewriter.insert(ExtSIOp(negative.result, op.high.type))
    rewriter.replace(op, [op.lhs, sign.out])
    return True


# Bitwise operations


INVERTED = {
    CmpIPredicate.EQ: CmpIPredicate.NE,
    CmpIPredicate.NE: CmpIPredicate.EQ,
    CmpIPredicate.SLT: CmpIPredicate.SGE,
    CmpIPredicate.SGE: CmpIPredicate.SLT,
    CmpIPredicate.SLE: CmpIPredicate.SGT,
    CmpIPredicate.SGT: CmpIPredicate.SLE,
    CmpIPredicate.ULT: CmpIPredicate.UGE,
    CmpIPredicate.UGE: CmpIPredicate.ULT,
    CmpIPredicate.ULE: CmpIPredicate.UGT,
    CmpIPredicate.UGT: CmpIPredicate.ULE,
}
"""The inverse of each predicate."""


@pattern(XOrIOp)
def negated_comparison(op: XOrIOp, rewriter: Rewriter) -> bool:
    """``not (a < b)`` is ``a >= b``, for scalars."""
    inner = op.lhs.owner
    if not isinstance(inner, CmpIOp) or _scalar_constant(op.rhs) != 1:
        return False
    predicate = INVERTED[CmpIPredicate.of(inner.predicate)]
    rewriter.replace_by(op, CmpIOp(predicate, inner.lhs, inner.rhs), fused(op, inner))
    return True


def _with_one_constant(op_class: type[AndIOp | OrIOp | XOrIOp], combine: Callable[[int, int], int]) -> Pattern:
    def bitwise_with_one_constant(op: AndIOp | OrIOp | XOrIOp, rewriter: Rewriter) -> bool:
        """Two bitwise operations of one kind with scalar constants are one."""
        inner = op.lhs.owner
        if not isinstance(inner, op_class):
            return False
        number, other = _scalar_constant(op.rhs), _scalar_constant(inner.rhs)
        if number is None or other is None:
            return False
        location = fused(op, inner.rhs)
        known = _number(combine(other, number), op.result.type, location, rewriter)
        rewriter.replace_by(op, op_class(inner.lhs, known), location)
        return True

    return pattern(op_class, versions=since(V3_8))(bitwise_with_one_constant)


def _has_clear_sign(op: Operation) -> bool:
    """Whether a conversion of an unsigned integer has ``nneg``: the operand's sign bit is not set."""
    return "nonNeg" in op.properties


def _keep_clear_sign(old: Operation, new: Operation) -> None:
    """Give ``new`` the ``nneg`` of the conversion of the same value that it replaces."""
    if _has_clear_sign(old):
        new.properties["nonNeg"] = UnitAttr()


def _of_extensions(op_class: type[AndIOp | OrIOp | XOrIOp], extension: type[ExtUIOp | ExtSIOp]) -> Pattern:
    def bitwise_of_extensions(op: AndIOp | OrIOp | XOrIOp, rewriter: Rewriter) -> bool:
        """A bitwise operation on two extensions of one kind is the extension of the operation on their sources."""
        lhs, rhs = op.lhs.owner, op.rhs.owner
        if not isinstance(lhs, extension) or not isinstance(rhs, extension) or lhs.in_.type != rhs.in_.type:
            return False
        location = fused(op, lhs, rhs)
        narrow = rewriter.insert(op_class(lhs.in_, rhs.in_), location)
        wide = extension(narrow.result, op.result.type)
        clear = [operand for operand in (lhs, rhs) if _has_clear_sign(operand)]
        if len(clear) == 2 or (clear and op_class is AndIOp):
            _keep_clear_sign(clear[0], wide)
        rewriter.replace_by(op, wide, location)
        return True

    return pattern(op_class)(bitwise_of_extensions)


# Conversions of conversions


def _chain(
    outer: type[Any],
    inner: type[Any],
    make: Callable[[SSAValue, Attribute], Operation],
    name: str,
    versions: VersionRange = ALL_VERSIONS,
) -> Pattern:
    """``outer(inner(x))`` is one operation."""

    def rewrite(op: Operation, rewriter: Rewriter) -> bool:
        before = op.operands[0].owner
        if not isinstance(before, Operation) or not isinstance(before, inner):
            return False
        new = make(before.operands[0], op.results[0].type)
        _keep_clear_sign(before, new)
        rewriter.replace_by(op, new, fused(op, before))
        return True

    rewrite.__name__ = name
    return pattern(outer, versions=versions)(rewrite)


def _round_trip(cast_class: type[IndexCastOp | IndexCastUIOp]) -> Pattern:
    def index_cast_and_back(op: IndexCastOp | IndexCastUIOp, rewriter: Rewriter) -> bool:
        """A round trip to or from index, even by way of a type that may lose bits. Since 3.8 it is a fold."""
        inner = op.in_.owner
        if not isinstance(inner, cast_class) or inner.in_.type != op.out.type:
            return False
        rewriter.replace(op, [inner.in_])
        return True

    return pattern(cast_class, versions=before(V3_8))(index_cast_and_back)


def _of_narrower_extension(extension: type[ExtUIOp | ExtSIOp]) -> Pattern:
    def truncation_of_extension(op: TruncIOp, rewriter: Rewriter) -> bool:
        """A truncation that drops only part of the extension bits is a shorter extension."""
        inner = op.in_.owner
        if not isinstance(inner, extension) or width_of(op.out.type) <= width_of(inner.in_.type):
            return False
        new = extension(inner.in_, op.out.type)
        _keep_clear_sign(inner, new)
        rewriter.replace_by(op, new, fused(op, inner))
        return True

    return pattern(TruncIOp)(truncation_of_extension)


@pattern(TruncIOp)
def truncation_of_signed_shift(op: TruncIOp, rewriter: Rewriter) -> bool:
    """The low bits of a shift do not depend on the fill bits."""
    inner = op.in_.owner
    if not isinstance(inner, ShRSIOp):
        return False
    attr = constant_of(inner.rhs)
    if attr is None or integer_of(attr) != width_of(inner.lhs.type) - width_of(op.out.type):
        return False
    location = fused(op, inner.rhs)
    amount = rewriter.insert(ConstantOp(attr), location)
    shift = rewriter.insert(ShRUIOp(inner.lhs, amount.result), location)
    new = TruncIOp(shift.result, op.out.type, overflowFlags=op.overflowFlags)
    rewriter.replace_by(op, new, location)
    return True


def _of_integer(conversion: type[SIToFPOp | UIToFPOp]) -> Pattern:
    def narrowed_conversion_of_integer(op: TruncFOp, rewriter: Rewriter) -> bool:
        """An integer converted to a wide float and then to a narrow one, unless a rounding mode is given."""
        inner = op.in_.owner
        if op.roundingmode is not None or not isinstance(inner, conversion):
            return False
        new = conversion(inner.in_, op.out.type)
        _keep_clear_sign(inner, new)
        rewriter.replace_by(op, new, fused(op, inner))
        return True

    return pattern(TruncFOp)(narrowed_conversion_of_integer)


@pattern(MulFOp, DivFOp)
def product_of_negatives(op: MulFOp | DivFOp, rewriter: Rewriter) -> bool:
    """``(-x) * (-y) = x * y``, and so for quotients."""
    lhs, rhs = op.lhs.owner, op.rhs.owner
    if not isinstance(lhs, NegFOp) or not isinstance(rhs, NegFOp):
        return False
    new = type(op)(lhs.operand, rhs.operand, fastmath=op.fastmath)
    rewriter.replace_by(op, new, fused(op, lhs, rhs))
    return True


@pattern(SubFOp, versions=since(V3_8))
def subtraction_from_negative_zero(op: SubFOp, rewriter: Rewriter) -> bool:
    """``-0.0 - x = -x``."""
    if not is_negative_zero(constant_of(op.lhs)):
        return False
    rewriter.replace_by(op, NegFOp(op.rhs, fastmath=op.fastmath))
    return True


@pattern(AddFOp, versions=since(V3_9))
def sum_with_negative(op: AddFOp, rewriter: Rewriter) -> bool:
    """``(-x) + y = y - x``, on either side."""
    for negated, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        if isinstance(negated.owner, NegFOp):
            location = fused(op, negated.owner)
            rewriter.replace_by(op, SubFOp(other, negated.owner.operand, fastmath=op.fastmath), location)
            return True
    return False


PATTERNS: Sequence[Pattern] = (
    add_constant_to_sum,
    add_product_with_minus_one,
    add_without_carry,
    subtract_constant_from_sum,
    subtract_sum_from_constant,
    subtract_minuend_again,
    multiply_product_by_constant,
    multiply_without_high_half,
    multiply_by_one_extended,
    negated_comparison,
    *(_of_extensions(op, extension) for op in (XOrIOp, AndIOp, OrIOp) for extension in (ExtUIOp, ExtSIOp)),
    _with_one_constant(AndIOp, lambda a, b: a & b),
    _with_one_constant(OrIOp, lambda a, b: a | b),
    _with_one_constant(XOrIOp, lambda a, b: a ^ b),
    product_of_negatives,
    subtraction_from_negative_zero,
    sum_with_negative,
    _chain(ExtSIOp, ExtUIOp, ExtUIOp, "signed_extension_of_unsigned"),
    _of_narrower_extension(ExtSIOp),
    _of_narrower_extension(ExtUIOp),
    truncation_of_signed_shift,
    _of_integer(SIToFPOp),
    _of_integer(UIToFPOp),
    _round_trip(IndexCastOp),
    _chain(IndexCastOp, ExtSIOp, IndexCastOp, "index_cast_of_extension"),
    _round_trip(IndexCastUIOp),
    _chain(IndexCastUIOp, ExtUIOp, IndexCastUIOp, "unsigned_index_cast_of_extension"),
    _chain(BitcastOp, BitcastOp, BitcastOp, "bitcast_of_bitcast"),
    _chain(SIToFPOp, ExtSIOp, SIToFPOp, "signed_conversion_of_signed_extension", since(V3_8)),
    _chain(SIToFPOp, ExtUIOp, UIToFPOp, "signed_conversion_of_unsigned_extension", since(V3_8)),
    _chain(UIToFPOp, ExtUIOp, UIToFPOp, "unsigned_conversion_of_unsigned_extension", since(V3_8)),
)
