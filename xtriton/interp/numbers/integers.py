"""Integer arithmetic that NumPy lacks. Arrays are signed, of one format, and broadcast against each other."""

from __future__ import annotations

import numpy as np

from xtriton.interp.numbers.formats import Array, IntegerFormat


def add_overflows(form: IntegerFormat, a: Array, b: Array, result: Array, *, signed: bool) -> Array:
    """Where ``a + b``, which wrapped to ``result``, is not the sum."""
    if signed:
        sa, sb, sr = form.signed(a), form.signed(b), form.signed(result)
        return ((sa >= 0) == (sb >= 0)) & ((sr >= 0) != (sa >= 0))
    return form.as_unsigned(result) < form.as_unsigned(np.broadcast_to(a, result.shape))


def sub_overflows(form: IntegerFormat, a: Array, b: Array, result: Array, *, signed: bool) -> Array:
    """Where ``a - b``, which wrapped to ``result``, is not the difference."""
    if signed:
        sa, sb, sr = form.signed(a), form.signed(b), form.signed(result)
        return ((sa >= 0) != (sb >= 0)) & ((sr >= 0) != (sa >= 0))
    return form.as_unsigned(a) < form.as_unsigned(b)


def multiply_high(form: IntegerFormat, a: Array, b: Array, *, signed: bool) -> Array:
    """The upper half of the product."""
    if form.bits <= 32:
        if signed:
            wide = form.signed(a).astype(np.int64) * form.signed(b).astype(np.int64)
        else:
            unsigned = form.as_unsigned(a), form.as_unsigned(b)
            wide = (unsigned[0].astype(np.uint64) * unsigned[1].astype(np.uint64)).view(np.int64)
        return form.wrap(wide >> form.bits)
    if form.bits < 64:
        raise NotImplementedError
    high = _multiply_high_64(form.as_unsigned(a), form.as_unsigned(b))
    result = high.view(np.int64)
    if signed:
        result = result - np.where(a < 0, b, 0) - np.where(b < 0, a, 0)
    return result


def _multiply_high_64(a: Array, b: Array) -> Array:
    """The upper 64 bits of the product of unsigned numbers, from four products of their halves."""
    mask, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    a_low, a_high, b_low, b_high = a & mask, a >> half, b & mask, b >> half
    cross = a_high * b_low + ((a_low * b_low) >> half)
    carry = (cross & mask) + a_low * b_high
    return a_high * b_high + (cross >> half) + (carry >> half)


def multiply_overflows(form: IntegerFormat, a: Array, b: Array, result: Array, *, signed: bool) -> Array:
    """Where ``a * b``, which wrapped to ``result``, is not the product."""
    high = multiply_high(form, a, b, signed=signed)
    if not signed:
        return high != 0
    sign = np.where(form.signed(result) < 0, -1, 0).astype(np.int64)
    return form.signed(high).astype(np.int64) != sign


def divide_signed(a: Array, b: Array) -> Array:
    """The quotient rounded towards zero. ``b`` must not be zero; the smallest number over -1 wraps."""
    quotient = np.floor_divide(a, b)
    inexact = quotient * b != a
    return quotient + (inexact & ((a < 0) != (b < 0))).astype(quotient.dtype)


def count_leading_zeros(form: IntegerFormat, values: Array) -> Array:
    """The number of zero bits above the highest set bit."""
    left = form.as_unsigned(values).astype(np.uint64)
    length = np.zeros(left.shape, np.int64)
    for step in (32, 16, 8, 4, 2, 1):
        high = left >= np.uint64(1 << step)
        length += np.where(high, step, 0)
        left = np.where(high, left >> np.uint64(step), left)
    return form.bits - length - (left > 0)


def count_trailing_zeros(form: IntegerFormat, values: Array) -> Array:
    """The number of zero bits below the lowest set bit; the width if none is set."""
    unsigned = form.as_unsigned(values).astype(np.uint64)
    below = (unsigned & (~unsigned + np.uint64(1))) - np.uint64(1)
    counted = np.bitwise_count(below).astype(np.int64)
    return np.minimum(counted, form.bits)
