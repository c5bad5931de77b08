"""Exponentials and logarithms of f32."""

from __future__ import annotations

from math import log

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import arith
from xtriton.passes.cpu.math.build import MathBuilder

_INF, _NAN = float("inf"), float("nan")

# (e^r - 1 - r) / r^2 on [-0.35, 0.35]; (2^r - 1) / r on [-0.505, 0.505]
_EXP = (0.5000000100825365, 0.16666512838175354, 0.04166618795036537, 0.008369602986418843, 0.0013951669643425784)
_EXP2 = (
    *(0.6931472082122004, 0.2402265128495689, 0.05550323949397993, 0.009618010059992965, 0.001340174094861263),
    0.0001547483028660753,
)
# (log(1 + f) - f + f^2 / 2) / f^3 between sqrt(1/2) - 1 and sqrt(2) - 1
_LOG = (
    *(0.3333330849542059, -0.24999982846517083, 0.20002370314889983, -0.1666956785442363, 0.14215763702012885),
    *(-0.12376738571873169, 0.11888188758195474, -0.11843653238400875, 0.06945554797380227),
)
_LN2_HIGH, _LN2_LOW = 0.693145751953125, 1.42860682030941723212e-06
_LOG2E = 1 / log(2)


def _scaled(b: MathBuilder, value: SSAValue, exponent: SSAValue) -> SSAValue:
    """``value * 2^exponent``; without an instruction for it in two steps, so that neither factor overflows f32."""
    if b.vector_ldexp:
        return b.scaled(value, exponent)
    half = b.integers(arith.ShRSIOp, exponent, 1)
    for part in (half, b.integers(arith.SubIOp, exponent, half)):
        biased = b.integers(arith.AddIOp, part, 127)
        value = b.times(value, b.from_bits(b.integers(arith.ShLIOp, biased, 23)))
    return value


def _exponential(b: MathBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """e^r - 1 and n for x = n ln 2 + r; n as an i32."""
    n, exponent = b.nearest(x, _LOG2E)
    r = b.fma(n, -_LN2_LOW, b.fma(n, -_LN2_HIGH, x))
    return b.fma(b.times(r, r), b.polynomial(r, _EXP), r), exponent


def exp(b: MathBuilder, x: SSAValue) -> SSAValue:
    """e^x: x = n ln 2 + r."""
    value, exponent = _exponential(b, b.clamped(x, -104.0, 89.0))
    return _scaled(b, b.plus(value, 1.0), exponent)


def expm1(b: MathBuilder, x: SSAValue) -> SSAValue:
    """e^x - 1 = 2^n (e^r - 1) + 2^n - 1, computed with half of 2^n, which is finite."""
    value, exponent = _exponential(b, b.clamped(x, -30.0, 89.0))
    half = b.from_bits(b.integers(arith.ShLIOp, b.integers(arith.AddIOp, exponent, 126), 23))
    result = b.times(b.fma(half, value, b.plus(half, -0.5)), 2.0)
    return b.with_sign_of(result, x)


def exp2(b: MathBuilder, x: SSAValue) -> SSAValue:
    """2^x: x = n + r."""
    x = b.clamped(x, -151.0, 129.0)
    n, exponent = b.nearest(x, 1.0)
    r = b.minus(x, n)
    return _scaled(b, b.fma(r, b.polynomial(r, _EXP2), 1.0), exponent)


def _mantissa(b: MathBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """``f`` and ``e`` with x = (1 + f) 2^e and 1 + f between sqrt(1/2) and sqrt(2)."""
    small = b.less(x, 1.1754943508222875e-38)
    scaled = b.select(small, b.times(x, 8388608.0), x)
    offset = b.integers(arith.SubIOp, b.bits(scaled), 0x3F3504F3)  # the bits of sqrt(1/2)
    exponent = b.integers(arith.ShRSIOp, offset, 23)
    back = b.integers(arith.ShLIOp, exponent, 23)
    f = b.plus(b.from_bits(b.integers(arith.SubIOp, b.bits(scaled), back)), -1.0)
    e = b.to_float(exponent)
    return f, b.select(small, b.plus(e, -23.0), e)


def _of_logarithm(b: MathBuilder, x: SSAValue, value: SSAValue) -> SSAValue:
    """The value of a logarithm, with the special cases for an ``x`` that is not a positive number."""
    value = b.select(b.equal(x, _INF), x, value)
    value = b.select(b.equal(x, 0.0), b.number(-_INF), value)
    return b.select(b.less(x, 0.0), b.number(_NAN), b.select(b.unordered(x), x, value))


def natural_log(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log(x) = log(1 + f) + e ln 2."""
    f, e = _mantissa(b, x)
    square = b.times(f, f)
    tail = b.fma(b.times(square, f), b.polynomial(f, _LOG), b.times(e, _LN2_LOW))
    tail = b.fma(square, -0.5, tail)
    return _of_logarithm(b, x, b.fma(e, _LN2_HIGH, b.plus(tail, f)))


def log1p(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log(1 + x) = log(u) + log(1 + d / u) for the rounded sum u and its error d = 1 + x - u; the latter is d / u."""
    u = b.plus(x, 1.0)
    rest = b.over(b.minus(x, b.plus(u, -1.0)), u)
    rest = b.select(b.less(b.absolute(rest), 1.0), rest, 0.0)  # it is NaN if x is -1 or infinite
    return b.with_sign_of(b.plus(natural_log(b, u), rest), x)


def logarithm_of_2(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log2(x) = e + log(1 + f) / ln 2; the factor in two parts, products with the first of which are exact."""
    f, e = _mantissa(b, x)
    square = b.times(f, f)
    tail = b.fma(b.times(square, f), b.polynomial(f, _LOG), b.times(square, -0.5))
    high, low = 1.4375, _LOG2E - 1.4375
    rest = b.fma(tail, high, b.fma(f, low, b.times(tail, low)))
    return _of_logarithm(b, x, b.plus(b.fma(f, high, rest), e))


def logarithm_of_10(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log10(x) = log(x) / ln 10, in f64 for the last step."""
    f, e = _mantissa(b, x)
    square = b.times(f, f)
    tail = b.fma(b.times(square, f), b.polynomial(f, _LOG), b.times(square, -0.5))
    wide = b.plus(b.as_type(f, f64), b.as_type(tail, f64))
    total = b.fma(b.as_type(e, f64), log(2), wide)
    return _of_logarithm(b, x, b.as_type(b.times(total, 1 / log(10)), f32))
