"""Hyperbolic functions of f32 and their inverses; all but tanh are computed in f64 and rounded once."""

from __future__ import annotations

from math import log

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import arith
from xtriton.passes.cpu.math.build import MathBuilder
from xtriton.passes.cpu.math.exponentials import exp
from xtriton.passes.cpu.math.power import wide_log2

# (tanh(x) / x - 1) / x^2 in x^2, for |x| < 0.625
_TANH = (-0.33333283884274084, 0.1333149036286448, -0.053743430701321926, 0.02065038981797901, -0.005716843292069158)
# cosh(r) and sinh(r) / r in r^2, for |r| < 0.347; relative errors 2^-46 and 2^-37
_COSH = (
    *(1.0000000000000135, 0.49999999999433914, 0.041666667042870274, 0.0013888801391225812),
    2.4884629568196425e-05,
)
_SINH = (0.9999999999954705, 0.16666666787065404, 0.008333283330902245, 0.00019907706686390924)
_SMALL = 2.0**-12
"""Below this the next term of the series of two terms is less than 2^-48 of the value."""


def tanh(b: MathBuilder, x: SSAValue) -> SSAValue:
    """x P(x^2) near zero, else 1 - 2 / (e^(2 |x|) + 1) with the sign of x."""
    magnitude = b.absolute(x)
    square = b.times(x, x)
    near = b.fma(b.times(x, square), b.polynomial(square, _TANH), x)
    grown = exp(b, b.times(b.clamped(magnitude, 0.0, 10.0), 2.0))
    far = b.minus(b.number(1.0), b.over(b.number(2.0), b.plus(grown, 1.0)))
    return b.with_sign_of(b.select(b.less(magnitude, 0.625), near, far), x)


def even_and_odd(b: MathBuilder, r: SSAValue) -> tuple[SSAValue, SSAValue]:
    """cosh(r) and sinh(r), whose sum is e^r, for an f64 ``r`` of magnitude up to ln(2) / 2."""
    square = b.times(r, r)
    return b.polynomial(square, _COSH), b.times(r, b.polynomial(square, _SINH))


def _reduced(b: MathBuilder, x: SSAValue) -> tuple[SSAValue, ...]:
    """cosh(r), sinh(r), cosh(n ln 2) and sinh(n ln 2) for x = n ln 2 + r."""
    wide = b.as_type(b.clamped(x, -91.0, 91.0), f64)
    n, exponent = b.nearest(wide, 1 / log(2))
    even, odd = even_and_odd(b, b.fma(n, -log(2), wide))
    half = b.times(b.power_of_two(exponent), 0.5)
    other = b.times(b.power_of_two(b.integers(arith.SubIOp, b.integer(0, exponent.type), exponent)), 0.5)
    return even, odd, b.plus(half, other), b.minus(half, other)


def sinh(b: MathBuilder, x: SSAValue) -> SSAValue:
    """sinh(n ln 2) cosh(r) + cosh(n ln 2) sinh(r): the first term is 0 near zero, where the second is exact enough."""
    even, odd, grown, difference = _reduced(b, x)
    return b.with_sign_of(b.as_type(b.fma(difference, even, b.times(grown, odd)), f32), x)


def cosh(b: MathBuilder, x: SSAValue) -> SSAValue:
    """cosh(n ln 2) cosh(r) + sinh(n ln 2) sinh(r)."""
    even, odd, grown, difference = _reduced(b, x)
    return b.as_type(b.fma(grown, even, b.times(difference, odd)), f32)


def _or_series(b: MathBuilder, x: SSAValue, value: SSAValue, cubic: float) -> SSAValue:
    """The value of an odd function of ``|x|`` with the sign of ``x``; near zero x + c x^3."""
    magnitude = b.as_type(b.absolute(x), f64)
    near = b.fma(b.times(b.times(magnitude, magnitude), cubic), magnitude, magnitude)
    return b.with_sign_of(b.as_type(b.select(b.less(magnitude, _SMALL), near, value), f32), x)


def asinh(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log(|x| + sqrt(x^2 + 1)) with the sign of x."""
    wide = b.as_type(b.absolute(x), f64)
    total = b.plus(wide, b.square_root(b.fma(wide, wide, 1.0)))
    return _or_series(b, x, b.times(wide_log2(b, total), log(2)), -1 / 6)


def acosh(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log(x + sqrt((x - 1) (x + 1))); NaN below 1."""
    wide = b.as_type(x, f64)
    root = b.square_root(b.times(b.plus(wide, -1.0), b.plus(wide, 1.0)))
    value = b.times(wide_log2(b, b.plus(wide, root)), log(2))
    return b.as_type(b.select(b.less(x, 1.0), b.number(float("nan"), f64), value), f32)


def atanh(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log((1 + |x|) / (1 - |x|)) / 2 with the sign of x; NaN beyond 1."""
    wide = b.as_type(b.absolute(x), f64)
    quotient = b.over(b.plus(wide, 1.0), b.minus(b.number(1.0, f64), wide))
    value = b.times(wide_log2(b, quotient), log(2) / 2)
    value = b.select(b.greater(wide, 1.0), b.number(float("nan"), f64), value)
    return _or_series(b, x, value, 1 / 3)
