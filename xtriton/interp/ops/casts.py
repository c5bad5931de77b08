"""Conversions between formats."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.tt.enums import RoundingMode as TritonRounding
from xtriton.dialects.upstream.arith.attributes import IntegerOverflowFlagsAttr
from xtriton.dialects.upstream.arith.attributes import RoundingMode as ArithRounding
from xtriton.interp.compiler import Compute, Elementwise, elementwise
from xtriton.interp.numbers.formats import Array, bits_of, floats_of, format_of, from_bits, integers_of
from xtriton.interp.numbers.rounding import Rounding, round_to
from xtriton.interp.ops.arith_float import promises
from xtriton.ir.narrowing import int_value


@elementwise("arith.extui", "arith.index_castui")
def _zero_extend(op: Operation) -> Compute:
    source, target = integers_of(op.operands[0].type), integers_of(op.results[0].type)
    return lambda a: target.wrap(source.as_unsigned(a).astype(np.int64))


@elementwise("arith.extsi", "arith.index_cast")
def _sign_extend(op: Operation) -> Compute:
    source, target = integers_of(op.operands[0].type), integers_of(op.results[0].type)
    return lambda a: target.wrap(source.signed(a))


@elementwise("arith.trunci")
def _truncate(op: Operation) -> Elementwise:
    source, target = integers_of(op.operands[0].type), integers_of(op.results[0].type)
    flags = op.properties.get("overflowFlags")

    def poison(a: Array, result: Array) -> Array:
        lost = np.zeros(result.shape, np.bool_)
        if isinstance(flags, IntegerOverflowFlagsAttr) and "nsw" in flags:
            lost = lost | (target.signed(result) != source.signed(a))
        if isinstance(flags, IntegerOverflowFlagsAttr) and "nuw" in flags:
            kept = target.as_unsigned(result)
            lost = lost | (kept != source.as_unsigned(a))
        return lost

    promised = isinstance(flags, IntegerOverflowFlagsAttr) and bool(flags.bits.data)
    return Elementwise(target.wrap, poison if promised else None)


@elementwise("arith.extf")
def _extend(op: Operation) -> Elementwise:
    target = floats_of(op.results[0].type)
    return Elementwise(lambda a: round_to(target, a), promises(op))


_ARITH_MODES: dict[int, Rounding] = {
    ArithRounding.TO_NEAREST_EVEN.value: Rounding.NEAREST_EVEN,
    ArithRounding.DOWNWARD.value: Rounding.DOWNWARD,
    ArithRounding.UPWARD.value: Rounding.UPWARD,
    ArithRounding.TOWARD_ZERO.value: Rounding.TOWARD_ZERO,
    ArithRounding.TO_NEAREST_AWAY.value: Rounding.NEAREST_AWAY,
}


def _arith_mode(op: Operation) -> Rounding:
    mode = op.properties.get("roundingmode")
    return Rounding.NEAREST_EVEN if mode is None else _ARITH_MODES[int_value(mode)]


@elementwise("arith.truncf")
def _narrow(op: Operation) -> Elementwise:
    target, mode = floats_of(op.results[0].type), _arith_mode(op)
    return Elementwise(lambda a: round_to(target, a, mode), promises(op))


@elementwise("tt.fp_to_fp")
def _convert(op: Operation) -> Compute:
    """Conversions to formats of 8 bits saturate, as the hardware's do (PTX ``cvt`` with ``satfinite``)."""
    target = floats_of(op.results[0].type)
    rounding = op.properties.get("rounding")
    toward_zero = rounding is not None and int_value(rounding) == TritonRounding.RTZ.value
    mode = Rounding.TOWARD_ZERO if toward_zero else Rounding.NEAREST_EVEN
    return lambda a: round_to(target, a, mode, saturate=target.bits == 8)


@elementwise("arith.scaling_extf", "arith.scaling_truncf")
def _scale(op: Operation) -> Elementwise:
    target, mode = floats_of(op.results[0].type), _arith_mode(op)
    multiply = op.name == "arith.scaling_extf"

    def compute(a: Array, scale: Array) -> Array:
        wide, factor = a.astype(np.float64), scale.astype(np.float64)
        # The scale is the power of two in its exponent; sign and mantissa are dropped.
        _, exponent = np.frexp(factor)
        power = np.where(np.isfinite(factor), np.ldexp(1.0, exponent - 1), np.nan)
        return round_to(target, wide * power if multiply else wide / power, mode)

    return Elementwise(compute, promises(op))


@elementwise("arith.uitofp", "arith.sitofp")
def _to_float(op: Operation) -> Compute:
    source, target = integers_of(op.operands[0].type), floats_of(op.results[0].type)
    signed = op.name == "arith.sitofp"
    exact = source.bits <= 53 or target.bits == 64

    def compute(a: Array) -> Array:
        whole = source.signed(a) if signed else source.as_unsigned(a)
        if exact:
            return round_to(target, whole.astype(np.float64))
        if target.bits == 32:
            return whole.astype(np.float32)
        return round_to(target, _to_odd(whole))

    return compute


def _to_odd(whole: Array) -> Array:
    """64-bit integers as doubles rounded to odd, so that further rounding is as from the integers."""
    unsigned = np.abs(whole.astype(object))
    out = np.empty(whole.shape, np.float64)
    for index, (value, sign) in enumerate(zip(unsigned.ravel(), (whole < 0).ravel(), strict=True)):
        spare = max(int(value).bit_length() - 53, 0)
        kept = int(value) >> spare
        kept |= int(kept << spare != int(value))
        out.reshape(-1)[index] = -float(kept << spare) if sign else float(kept << spare)
    return out


@elementwise("arith.fptosi", "arith.fptoui")
def _to_integer(op: Operation) -> Elementwise:
    """Rounded towards zero. Out-of-range values are poison, or else saturate, as in PTX.

    PTX converts to at least 16 bits: narrower integers are the low bits of the result. NaN becomes 0, but if either
    type has 64 bits, only the topmost bit is set.
    """
    target = integers_of(op.results[0].type)
    signed = op.name == "arith.fptosi"
    bits = max(target.bits, 16)
    low, high = _limits(bits, signed=signed)
    is_wide = bits == 64 or format_of(op.operands[0].type).bits == 64
    of_nan = _as_signed(1 << (bits - 1)) if is_wide else 0

    def fits(a: Array, low: int, high: int) -> Array:
        whole = np.trunc(a.astype(np.float64))
        # high + 1 is a power of two, which doubles hold exactly.
        return (whole >= float(low)) & (whole < float(high + 1))

    def compute(a: Array) -> Array:
        inside = fits(a, low, high)
        whole = np.where(inside, np.trunc(a.astype(np.float64)), 0.0)
        integral = whole.astype(np.int64) if signed else whole.astype(np.uint64).view(np.int64)
        if not inside.all():
            limits = np.where(a > 0, _as_signed(high), np.where(np.isnan(a), of_nan, _as_signed(low)))
            integral = np.where(inside, integral, limits)
        return target.wrap(integral)

    return Elementwise(compute, poison=lambda a, result: ~fits(a, *_limits(target.bits, signed=signed)))


def _limits(bits: int, *, signed: bool) -> tuple[int, int]:
    """The least and the greatest integer of a width."""
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)


def _as_signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value


@elementwise("arith.bitcast", "tt.bitcast")
def _bitcast(op: Operation) -> Compute:
    source, target = format_of(op.operands[0].type), format_of(op.results[0].type)
    if source == target or (source.bits == 64 and source.dtype == target.dtype):
        return lambda a: a
    return lambda a: from_bits(target, bits_of(source, a))


@elementwise("tt.int_to_ptr", "tt.ptr_to_int")
def _address(op: Operation) -> Callable[[Array], Array]:
    return lambda a: a
