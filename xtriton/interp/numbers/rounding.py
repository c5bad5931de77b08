"""Rounding to a floating-point format, bit for bit."""

from __future__ import annotations

from enum import Enum

import numpy as np

from xtriton.interp.numbers.formats import Array, FloatFormat


class Rounding(Enum):
    """The rounding mode of a number between two of the format."""

    NEAREST_EVEN = "to_nearest_even"
    DOWNWARD = "downward"
    UPWARD = "upward"
    TOWARD_ZERO = "toward_zero"
    NEAREST_AWAY = "to_nearest_away"


def round_to(
    form: FloatFormat, values: Array, mode: Rounding = Rounding.NEAREST_EVEN, *, saturate: bool = False
) -> Array:
    """``values`` (float16, float32 or float64) as the numbers of ``form`` that they round to.

    Values out of range become an infinity, a NaN where the format has no infinities, or with ``saturate`` the largest
    finite number; infinities saturate too.
    """
    if mode is Rounding.NEAREST_EVEN and not saturate:
        if form.native:
            return values.astype(form.dtype, copy=False)
        if form.name == "bf16" and values.dtype == np.float32:
            return _bfloat16(values)
    rounded = _to_quantum(form, values.astype(np.float64), mode)
    rounded = _overflowed(form, rounded, values, mode, saturate)
    return _unsigned_zeros(form, rounded).astype(form.dtype)


def _bfloat16(values: Array) -> Array:
    """To nearest even by integer arithmetic: the common case must be fast."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    rounded = (bits + (((bits >> 16) & 1) + 0x7FFF)) & np.uint32(0xFFFF0000)
    result = rounded.view(np.float32)
    nan = np.isnan(values)
    return np.where(nan, values, result) if nan.any() else result


def _to_quantum(form: FloatFormat, values: Array, mode: Rounding) -> Array:
    """Round ``values`` (float64) to multiples of the format's spacing at their magnitude, ignoring its range."""
    _, exponent = np.frexp(values)
    spacing = np.maximum(exponent - 1, form.least_exponent) - form.mantissa
    # Scaling by powers of two is exact except for results out of f64's range.
    scaled = np.ldexp(values, -spacing)
    return np.ldexp(_to_integer(scaled, mode), spacing)


def _to_integer(values: Array, mode: Rounding) -> Array:
    match mode:
        case Rounding.NEAREST_EVEN:
            return np.rint(values)
        case Rounding.TOWARD_ZERO:
            return np.trunc(values)
        case Rounding.DOWNWARD:
            return np.floor(values)
        case Rounding.UPWARD:
            return np.ceil(values)
        case Rounding.NEAREST_AWAY:
            whole = np.trunc(values)
            return np.where(np.abs(values - whole) >= 0.5, whole + np.copysign(1.0, values), whole)


def _overflowed(form: FloatFormat, rounded: Array, values: Array, mode: Rounding, saturate: bool) -> Array:
    greatest = form.greatest
    beyond = np.abs(rounded) > greatest
    if not beyond.any():
        return rounded
    limit = np.copysign(greatest, rounded)
    if saturate or not form.has_nan:
        return np.where(beyond, limit, rounded)
    result = np.copysign(np.inf if form.infinite else np.nan, rounded)
    # Rounding towards zero (or away from an infinity) never leaves the finite numbers; infinities stay.
    keeps = {
        Rounding.TOWARD_ZERO: np.ones_like(beyond),
        Rounding.DOWNWARD: rounded > 0,
        Rounding.UPWARD: rounded < 0,
    }.get(mode)
    if keeps is not None:
        result = np.where(keeps & np.isfinite(values), limit, result)
    return np.where(beyond, result, rounded)


def _unsigned_zeros(form: FloatFormat, values: Array) -> Array:
    return np.where(values == 0, 0.0, values) if form.unsigned_zero else values


def cut_tf32(values: Array) -> Array:
    """float32 values as tensor cores read them for TF32: the low 13 bits of the mantissa are ignored."""
    bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    cut = (bits & np.uint32(0xFFFFE000)).view(np.float32)
    special = np.isnan(values)
    return np.where(special, values, cut) if special.any() else cut


def round_tf32(values: Array) -> Array:
    """float32 values with TF32's 10 bits of mantissa: to nearest, ties away from zero (PTX ``cvt.rna.tf32.f32``)."""
    bits = np.ascontiguousarray(values, dtype=np.float32).view(np.uint32)
    rounded = ((bits + np.uint32(0x1000)) & np.uint32(0xFFFFE000)).view(np.float32)
    special = ~np.isfinite(values)
    return np.where(special, values, rounded) if special.any() else rounded
