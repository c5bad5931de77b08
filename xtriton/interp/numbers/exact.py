"""Floating-point operations with a single rounding: fused multiply-add, and sums of doubles rounded to odd."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isfinite

import numpy as np

from xtriton.interp.numbers.formats import Array, FloatFormat
from xtriton.interp.numbers.rounding import round_to


def fused_multiply_add(form: FloatFormat, a: Array, b: Array, c: Array) -> Array:
    """``a * b + c`` rounded once.

    In f64 the product of two numbers of at most 24 bits is exact; the sum is rounded to odd there, so that rounding it
    again to a format of at most 24 bits gives what rounding the exact sum would (Boldo and Melquiond, 2008).
    """
    if form.bits == 64:
        return _fma_doubles(a, b, c)
    product = a.astype(np.float64) * b.astype(np.float64)
    return round_to(form, add_to_odd(product, c.astype(np.float64)))


def add_to_odd(a: Array, b: Array) -> Array:
    """The sum of doubles; where it is not exact, that of its two neighbours whose last bit is one."""
    total = np.asarray(a + b)
    back = total - a
    error = (a - (total - back)) + (b - back)
    bits = total.view(np.int64)
    fix = (error != 0) & np.isfinite(total) & np.isfinite(error) & ((bits & 1) == 0)
    if not fix.any():
        return total
    # The neighbour on the side of the error is odd, since the sum is even.
    away = (error > 0) == (total > 0)
    return np.where(fix, np.where(away, bits + 1, bits - 1), bits).view(np.float64)


def _fma_double(a: float, b: float, c: float) -> float:
    if not (isfinite(a) and isfinite(b) and isfinite(c)):
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return a * b + c if a * b == 0 else 0.0
    try:
        return float(exact)
    except OverflowError:
        return inf if exact > 0 else -inf


def _fma_doubles(a: Array, b: Array, c: Array) -> Array:
    """One by one with rational numbers: f64 is rare in kernels."""
    shaped = np.broadcast_arrays(a, b, c)
    flat = [_fma_double(*map(float, each)) for each in zip(*(array.ravel() for array in shaped), strict=True)]
    return np.array(flat, np.float64).reshape(shaped[0].shape)
