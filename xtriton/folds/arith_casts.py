"""Folds of conversions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream.arith.attributes import FastMathFlagsAttr
from xtriton.dialects.upstream.arith.casts import (
    BitcastOp,
    ExtFOp,
    ExtSIOp,
    ExtUIOp,
    FPToSIOp,
    FPToUIOp,
    IndexCastOp,
    IndexCastUIOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from xtriton.dialects.upstream.ub import PoisonAttr
from xtriton.folds.arith_float import is_signaling, same_bits
from xtriton.folds.elements import (
    constant,
    convert_float,
    convert_integer,
    round_to,
    to_signed,
    to_unsigned,
    width_of,
)
from xtriton.folds.folding import IN_PLACE, Constants, Fold, FoldResult
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_value, is_float_type
from xtriton.ir.numbers import FORMATS_WITH_PAYLOADS, float_bits, float_from_bits
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.wide_floats import WIDE, PrecisionError
from xtriton.versions import V3_8, active_version, since


def _fold_extension(op_class: type[ExtUIOp | ExtSIOp]) -> Fold:
    """Two extensions of one kind compose."""

    def fold_extension(op: ExtUIOp | ExtSIOp, constants: Constants) -> FoldResult:
        owner = op.in_.owner
        if isinstance(owner, op_class):
            op.operands[0] = owner.in_
            if "nonNeg" not in owner.properties:
                # MLIR keeps it, which makes poison of operands with a set sign bit.
                op.properties.pop("nonNeg", None)
            return IN_PLACE
        width = width_of(op.in_.type)
        signed = op_class is ExtSIOp
        return convert_integer(constants, op.out.type, lambda a: to_signed(a, width) if signed else a)

    return fold_extension


def _truncated_extension(op: TruncIOp | TruncFOp, inner: ExtUIOp | ExtSIOp | ExtFOp) -> FoldResult:
    source, target = element_type(inner.in_.type), element_type(op.out.type)
    if width_of(source) > width_of(target):
        op.operands[0] = inner.in_
        return IN_PLACE
    return inner.in_ if source == target else None


def fold_trunci(op: TruncIOp, constants: Constants) -> FoldResult:
    """``trunc(ext(a))`` is ``trunc(a)`` or ``a``; two truncations compose."""
    owner = op.in_.owner
    if isinstance(owner, ExtUIOp | ExtSIOp) and (folded := _truncated_extension(op, owner)) is not None:
        return folded
    if isinstance(owner, TruncIOp):
        op.operands[0] = owner.in_
        return IN_PLACE
    return convert_integer(constants, op.out.type, lambda a: a)


def _exactly(type_: Attribute) -> Callable[[float], float | None]:
    """A conversion to a format, for exactly representable numbers only."""

    has_payloads = element_type(type_).name in FORMATS_WITH_PAYLOADS

    def convert(value: float) -> float | None:
        if math.isnan(value) and (is_signaling(value) or not has_payloads):
            return None
        rounded = round_to(value, type_)
        return rounded if same_bits(rounded, value) else None

    return convert


def _may_contract(*casts: TruncFOp | ExtFOp) -> bool:
    flags = [flags_.fastmath for flags_ in casts]
    return all(isinstance(flags_, FastMathFlagsAttr) and "contract" in flags_ for flags_ in flags)


def fold_extf(op: ExtFOp, constants: Constants) -> FoldResult:
    """``ext(trunc(a)) = a`` if both may be contracted."""
    owner = op.in_.owner
    if isinstance(owner, TruncFOp) and owner.in_.type == op.out.type and _may_contract(owner, op):
        return owner.in_
    return convert_float(constants, op.out.type, _exactly(op.out.type))


def fold_truncf(op: TruncFOp, constants: Constants) -> FoldResult:
    """``trunc(ext(a))`` is ``trunc(a)`` or ``a``; constants only if the conversion is exact."""
    owner = op.in_.owner
    if isinstance(owner, ExtFOp) and (folded := _truncated_extension(op, owner)) is not None:
        return folded
    return convert_float(constants, op.out.type, _exactly(op.out.type))


_DOUBLE_BITS = 53


def nearest_float(value: int, type_: Attribute) -> float:
    """``value`` rounded to the nearest number of a format, in one step."""
    excess = abs(value).bit_length() - _DOUBLE_BITS
    if excess <= 0 or width_of(type_) == 64:
        return round_to(float(value), type_)
    # Keep as many bits as a double holds; the last one is sticky.
    magnitude = abs(value) >> excess
    if abs(value) & ((1 << excess) - 1):
        magnitude |= 1
    return round_to(math.copysign(math.ldexp(float(magnitude), excess), value), type_)


def _fold_to_float(*, signed: bool) -> Fold:
    def fold_to_float(op: SIToFPOp | UIToFPOp, constants: Constants) -> FoldResult:
        width, type_ = width_of(op.in_.type), op.out.type
        return convert_integer(constants, type_, lambda a: nearest_float(to_signed(a, width) if signed else a, type_))

    return fold_to_float


def _fold_to_integer(*, signed: bool) -> Fold:
    """Out-of-range numbers do not fold."""

    def fold_to_integer(op: FPToSIOp | FPToUIOp, constants: Constants) -> FoldResult:
        width = width_of(op.out.type)
        least, limit = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)

        def convert(value: float) -> int | None:
            if not math.isfinite(value):
                return None
            number = math.trunc(value)
            return to_unsigned(number, width) if least <= number < limit else None

        return convert_float(constants, op.out.type, convert)

    return fold_to_integer


def _fold_index_cast(*, signed: bool) -> Fold:
    def fold_index_cast(op: IndexCastOp | IndexCastUIOp, constants: Constants) -> FoldResult:
        inner = op.in_.owner
        if (
            active_version() in _FOLDS_ROUND_TRIPS
            and isinstance(inner, IndexCastOp if signed else IndexCastUIOp)
            and inner.in_.type == op.out.type
            and width_of(inner.out.type) >= width_of(op.out.type)
        ):
            return inner.in_
        width = width_of(op.in_.type)
        return convert_integer(constants, op.out.type, lambda a: to_signed(a, width) if signed else a)

    return fold_index_cast


_FOLDS_ROUND_TRIPS = since(V3_8)
"""Since 3.8, casts to index and back fold, unless a narrower type may lose bits; before, it is a pattern."""


def fold_bitcast(op: BitcastOp, constants: Constants) -> FoldResult:
    """The same bits as a constant of another type; a cast to the same type folds away."""
    value = constants[0]
    if value is None:
        return op.in_ if op.in_.type == op.out.type else None
    if isinstance(value, PoisonAttr):
        return value if shape_of(op.out.type) is None else None
    try:
        return _same_bits(op, value)
    except PrecisionError:
        return None  # a value of more than double precision


def _same_bits(op: BitcastOp, value: Attribute) -> Attribute | None:
    """The bits of ``value`` as a constant. Raises ``PrecisionError`` for floats that constants cannot hold."""
    if isinstance(value, DenseElementsAttr):
        result = DenseElementsAttr(op.out.type, value.data)
        if is_float_type(result.element_type) and result.element_type.name in WIDE:
            result.stored_values()
        return result
    if shape_of(op.out.type) is not None:
        return None
    if isinstance(value, FloatAttr):
        number = cast("FloatAttr[AnyFloat]", value)
        bits = float_bits(number.value.data, number.type)
    else:
        bits = to_unsigned(int_value(value), width_of(op.in_.type))
    target = op.out.type
    return constant(target, float_from_bits(bits, target) if is_float_type(target) else bits)


FOLDS: Mapping[type[Operation], Fold] = {
    ExtUIOp: _fold_extension(ExtUIOp),
    ExtSIOp: _fold_extension(ExtSIOp),
    TruncIOp: fold_trunci,
    ExtFOp: fold_extf,
    TruncFOp: fold_truncf,
    SIToFPOp: _fold_to_float(signed=True),
    UIToFPOp: _fold_to_float(signed=False),
    FPToSIOp: _fold_to_integer(signed=True),
    FPToUIOp: _fold_to_integer(signed=False),
    IndexCastOp: _fold_index_cast(signed=True),
    IndexCastUIOp: _fold_index_cast(signed=False),
    BitcastOp: fold_bitcast,
}
