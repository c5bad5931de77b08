"""Inverse trigonometric functions of f32."""

from __future__ import annotations

from math import pi

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xtriton.passes.cpu.math.build import MathBuilder

_INF = float("inf")

_ATAN = (
    *(-0.33333332514532127, 0.19999905181100125, -0.14282041928572997),
    *(0.11045091892143744, -0.08478397649549584, 0.047482586665864454),
)
"""(atan(t) / t - 1) / t^2 as a polynomial of t^2, for t up to tan(pi / 8); relative error 2.3e-11 of atan."""
_TAN_PI_8 = 0.41421356237309503
_ASIN = (
    *(0.16666659872070674, 0.07500510906079423, 0.04451572264144542),
    *(0.031817590764517976, 0.014402687705961337, 0.03756508262048145),
)
"""(asin(s) / s - 1) / s^2 as a polynomial of s^2, for s up to 1 / 2; relative error 2^-31 of asin."""


def _angle(b: MathBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """The f64 atan(y / x) of two f64 that are finite and not negative; 0 if both are 0.

    atan(t) = pi / 4 + atan((t - 1) / (t + 1)) = pi / 2 + atan(-1 / t): one division for each case.
    """
    steep = b.greater(y, b.times(x, 2.0 + _TAN_PI_8))
    flat = b.less(y, b.times(x, _TAN_PI_8))
    above = b.select(steep, b.times(x, -1.0), b.select(flat, y, b.minus(y, x)))
    below = b.select(steep, y, b.select(flat, x, b.plus(y, x)))
    t = b.over(above, b.select(b.equal(below, 0.0), b.number(1.0, f64), below))
    start = b.select(steep, b.number(pi / 2, f64), b.select(flat, b.number(0.0, f64), b.number(pi / 4, f64)))
    start = b.select(b.equal(below, 0.0), b.number(0.0, f64), start)
    square = b.times(t, t)
    return b.plus(start, b.fma(b.times(square, t), b.polynomial(square, _ATAN), t))


def _finite_f64(b: MathBuilder, x: SSAValue) -> SSAValue:
    """The magnitude of an f32 as an f64; 2^500 for infinity, which gives the same angles with other f32."""
    wide = b.as_type(b.absolute(x), f64)
    return b.select(b.equal(wide, _INF), b.number(2.0**500, f64), wide)


def atan(b: MathBuilder, x: SSAValue) -> SSAValue:
    """atan(x), computed in f64."""
    angle = _angle(b, _finite_f64(b, x), b.number(1.0, f64))
    return b.with_sign_of(b.as_type(angle, f32), x)


def atan2(b: MathBuilder, y: SSAValue, x: SSAValue) -> SSAValue:
    """atan2(y, x), computed in f64."""
    angle = _angle(b, _finite_f64(b, y), _finite_f64(b, x))
    left = b.less(b.with_sign_of(b.number(1.0), x), 0.0)
    angle = b.select(left, b.minus(b.number(pi, f64), angle), angle)
    return b.with_sign_of(b.as_type(angle, f32), y)


def _half_asin(b: MathBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Whether an ``a = |x|`` is below 1 / 2, and asin(a) if so, else asin(sqrt((1 - a) / 2)); in f64."""
    magnitude = b.as_type(b.absolute(x), f64)
    small = b.less(magnitude, 0.5)
    square = b.select(small, b.times(magnitude, magnitude), b.fma(magnitude, -0.5, 0.5))
    s = b.select(small, magnitude, b.square_root(square))
    return small, b.fma(b.times(square, s), b.polynomial(square, _ASIN), s)


def asin(b: MathBuilder, x: SSAValue) -> SSAValue:
    """asin(a), or pi / 2 - 2 asin(sqrt((1 - a) / 2)), with the sign of x; NaN beyond 1 by the square root."""
    small, value = _half_asin(b, x)
    value = b.select(small, value, b.fma(value, -2.0, pi / 2))
    return b.with_sign_of(b.as_type(value, f32), x)


def acos(b: MathBuilder, x: SSAValue) -> SSAValue:
    """pi / 2 - asin(x), or 2 asin(sqrt((1 - |x|) / 2)), subtracted from pi for a negative x."""
    small, value = _half_asin(b, x)
    value = b.with_sign_of(value, b.as_type(x, f64))
    start = b.select(b.less(x, 0.0), b.number(pi, f64), 0.0)
    factor = b.select(small, b.number(-1.0, f64), 2.0)
    return b.as_type(b.fma(value, factor, b.select(small, b.number(pi / 2, f64), start)), f32)
