"""Trigonometric functions of f32 and their inverses."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from xdsl.dialects.builtin import f32, f64, i32
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import arith
from xtriton.passes.cpu.math.build import MathBuilder

_INF = float("inf")

# (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2 / 2) / r^4 in r^2, for |r| < pi / 4
_SIN = (-0.166666666395449, 0.008333329142835352, -0.00019839256363554116, 2.717562353651055e-06)
_COS = (0.04166666661917335, -0.0013888883436257039, 2.479943592666371e-05, -2.7203269468002046e-07)

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
_PI_2_HIGH, _PI_2_LOW = 1.5707963267948966, 6.123233995736766e-17
_TURNED_BACK = (
    (22, 1.3473041101248473, 8.79909131076527e-17),
    (44, 0.4008153755084947, 2.0728621145807084e-17),
    (66, -0.09440280299163137, 1.8945303711101e-18),
    (88, -0.2825111682257627, 8.835098824050243e-18),
)
"""Powers k, and 2^k modulo 2 pi as a sum of two f64."""


def _turned_back(b: MathBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """Two f64 whose sum is congruent to an f32 ``x`` modulo 2 pi; the first is below 2^47, the second small.

    An ``x`` from 2^(k + 23) on is ``t * 2^k`` for an integer ``t``, and ``2^k`` modulo 2 pi is a constant of twice the
    precision of f64.
    """
    wide, magnitude = b.as_type(x, f64), b.as_type(b.absolute(x), f64)
    scale, high, low = (b.number(value, f64) for value in (1.0, 1.0, 0.0))
    for power, constant, rest in _TURNED_BACK:
        large = b.greater(magnitude, 2.0 ** (power + 23))
        scale = b.select(large, b.number(2.0**-power, f64), scale)
        high = b.select(large, b.number(constant, f64), high)
        low = b.select(large, b.number(rest, f64), low)
    small = b.times(wide, scale)
    product = b.times(small, high)
    error = b.fma(small, high, b.times(product, -1.0))
    return product, b.fma(small, low, error)


def _quarter_turns(b: MathBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """The remainder of an f32 by pi / 2, an f64 up to pi / 4 in magnitude, and the quotient (its last bits, an i32)."""
    angle, more = _turned_back(b, x)
    n, quarter = b.nearest(angle, 2 / pi)
    r = b.plus(b.fma(n, -_PI_2_LOW, b.fma(n, -_PI_2_HIGH, angle)), more)
    return r, b.as_type(quarter, i32)


def _sine_and_cosine(b: MathBuilder, r: SSAValue) -> tuple[SSAValue, SSAValue]:
    """The sine and the cosine of an ``r`` of magnitude up to pi / 4."""
    square = b.times(r, r)
    sine = b.fma(b.times(square, r), b.polynomial(square, _SIN), r)
    return sine, b.fma(b.times(square, square), b.polynomial(square, _COS), b.fma(square, -0.5, 1.0))


def circle(shift: int) -> Callable[[MathBuilder, SSAValue], SSAValue]:
    """sin, or cos if ``shift`` is 1: the argument is reduced by pi / 2 in f64. sin keeps the sign of 0."""

    def rule(b: MathBuilder, x: SSAValue) -> SSAValue:
        r, n = _quarter_turns(b, x)
        quarter = b.integers(arith.AddIOp, n, shift)
        sine, cosine = _sine_and_cosine(b, b.as_type(r, f32))
        value = b.select(b.is_set(quarter, 1), cosine, sine)
        value = b.select(b.is_set(quarter, 2), b.times(value, -1.0), value)
        return value if shift else b.select(b.equal(x, 0.0), x, value)

    return rule


def tan(b: MathBuilder, x: SSAValue) -> SSAValue:
    """sin / cos, or -cos / sin in odd quarters, in f64 so that their errors do not add up; the sign of 0 is kept."""
    r, n = _quarter_turns(b, x)
    sine, cosine = _sine_and_cosine(b, r)
    odd = b.is_set(n, 1)
    quotient = b.over(b.select(odd, b.times(cosine, -1.0), sine), b.select(odd, sine, cosine))
    return b.select(b.equal(x, 0.0), x, b.as_type(quotient, f32))


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
