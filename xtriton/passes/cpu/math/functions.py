"""Polynomial approximations of f32 functions.

Each reduces its argument to a small interval, approximates by a polynomial there to f32 accuracy (minimax, found by
Lawson's iteration in 40 digits), and undoes the reduction. Errors against the correctly rounded result are within
2 ulp; special values are those of the C library.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, pi

from xdsl.dialects.builtin import f32, f64, i32
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import arith
from xtriton.passes.cpu.math.build import MathBuilder

_INF, _NAN = float("inf"), float("nan")
_ROUND_F32 = 12582912.0
"""1.5 * 2^23: adding it rounds to an integer, which the low bits of the sum then hold."""
_ROUND_F64 = 6755399441055744.0
"""1.5 * 2^52."""
_ROUND_BITS = 0x4B400000

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
# (tanh(x) / x - 1) / x^2 in x^2, for |x| < 0.625
_TANH = (-0.33333283884274084, 0.1333149036286448, -0.053743430701321926, 0.02065038981797901, -0.005716843292069158)
# erf(x) / x - 1 in x^2, for |x| < 0.93; -log(1 - erf(x)) for 0.92 < x < 4
_ERF = (
    *(0.1283791666421987, -0.37612633696025993, 0.11283693927501875, -0.02685927005940867, 0.005200632684452896),
    *(-0.000813742085720008, 8.345160373679046e-05),
)
_ERFC = (
    *(-0.00016312032496869157, 1.1294488685564208, 0.6335091057177823, 0.1080567181693398, -0.024930863607377594),
    *(0.0040712186551376366, -0.00040210034361433725, 1.5227686630679052e-05, 4.5535872972529157e-07),
)
# (sin(r) / r - 1) / r^2 and (cos(r) - 1 + r^2 / 2) / r^4 in r^2, for |r| < pi / 4
_SIN = (-0.166666666395449, 0.008333329142835352, -0.00019839256363554116, 2.717562353651055e-06)
_COS = (0.04166666661917335, -0.0013888883436257039, 2.479943592666371e-05, -2.7203269468002046e-07)

_ATAN = (
    *(-0.33333332514532127, 0.19999905181100125, -0.14282041928572997),
    *(0.11045091892143744, -0.08478397649549584, 0.047482586665864454),
)
"""(atan(t) / t - 1) / t^2 as a polynomial of t^2, for t up to tan(pi / 8); relative error 2.3e-11 of atan."""
_TAN_PI_8 = 0.41421356237309503
_LN2_HIGH, _LN2_LOW = 0.693145751953125, 1.42860682030941723212e-06
_LOG2E = 1 / log(2)
_PI_2_HIGH, _PI_2_LOW = 1.5707963267948966, 6.123233995736766e-17
_TURNED_BACK = (
    (22, 1.3473041101248473, 8.79909131076527e-17),
    (44, 0.4008153755084947, 2.0728621145807084e-17),
    (66, -0.09440280299163137, 1.8945303711101e-18),
    (88, -0.2825111682257627, 8.835098824050243e-18),
)
"""Powers k, and 2^k modulo 2 pi as a sum of two f64."""


def _scaled(b: MathBuilder, value: SSAValue, exponent: SSAValue) -> SSAValue:
    """``value * 2^exponent``; without an instruction for it in two steps, so that neither factor overflows f32."""
    if b.vector_ldexp:
        return b.scaled(value, exponent)
    half = b.integers(arith.ShRSIOp, exponent, 1)
    for part in (half, b.integers(arith.SubIOp, exponent, half)):
        biased = b.integers(arith.AddIOp, part, 127)
        value = b.times(value, b.from_bits(b.integers(arith.ShLIOp, biased, 23)))
    return value


def _clamped(b: MathBuilder, x: SSAValue, low: float, high: float) -> SSAValue:
    """``x`` clamped to an interval; a NaN stays a NaN."""
    low_value, high_value = b.number(low), b.number(high)
    x = b.select(b.greater(x, high_value), high_value, x)
    return b.select(b.less(x, low_value), low_value, x)


def _rounded_product(b: MathBuilder, x: SSAValue, factor: float) -> tuple[SSAValue, SSAValue]:
    """The integer nearest to a product, as a float and as an i32."""
    shifted = b.fma(x, factor, _ROUND_F32) if factor != 1.0 else b.plus(x, _ROUND_F32)
    return b.minus(shifted, _ROUND_F32), b.integers(arith.SubIOp, b.bits(shifted), _ROUND_BITS)


def _exponential(b: MathBuilder, x: SSAValue) -> tuple[SSAValue, SSAValue]:
    """e^r - 1 and n for x = n ln 2 + r; n as an i32."""
    n, exponent = _rounded_product(b, x, _LOG2E)
    r = b.fma(n, -_LN2_LOW, b.fma(n, -_LN2_HIGH, x))
    return b.fma(b.times(r, r), b.polynomial(r, _EXP), r), exponent


def exp(b: MathBuilder, x: SSAValue) -> SSAValue:
    """e^x: x = n ln 2 + r."""
    value, exponent = _exponential(b, _clamped(b, x, -104.0, 89.0))
    return _scaled(b, b.plus(value, 1.0), exponent)


def expm1(b: MathBuilder, x: SSAValue) -> SSAValue:
    """e^x - 1 = 2^n (e^r - 1) + 2^n - 1, computed with half of 2^n, which is finite."""
    value, exponent = _exponential(b, _clamped(b, x, -30.0, 89.0))
    half = b.from_bits(b.integers(arith.ShLIOp, b.integers(arith.AddIOp, exponent, 126), 23))
    result = b.times(b.fma(half, value, b.plus(half, -0.5)), 2.0)
    return b.with_sign_of(result, x)


def exp2(b: MathBuilder, x: SSAValue) -> SSAValue:
    """2^x: x = n + r."""
    x = _clamped(b, x, -151.0, 129.0)
    n, exponent = _rounded_product(b, x, 1.0)
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


def tanh(b: MathBuilder, x: SSAValue) -> SSAValue:
    """x P(x^2) near zero, else 1 - 2 / (e^(2 |x|) + 1) with the sign of x."""
    magnitude = b.absolute(x)
    square = b.times(x, x)
    near = b.fma(b.times(x, square), b.polynomial(square, _TANH), x)
    grown = exp(b, b.times(_clamped(b, magnitude, 0.0, 10.0), 2.0))
    far = b.minus(b.number(1.0), b.over(b.number(2.0), b.plus(grown, 1.0)))
    return b.select(b.less(magnitude, 0.625), near, b.with_sign_of(far, x))


def erf(b: MathBuilder, x: SSAValue) -> SSAValue:
    """x + x P(x^2) near zero, else 1 - e^(-Q(|x|)) with the sign of x."""
    magnitude = b.absolute(x)
    square = b.times(x, x)
    near = b.fma(x, b.polynomial(square, _ERF), x)
    limited = _clamped(b, magnitude, 0.0, 4.0)
    rest = exp(b, b.times(b.polynomial(limited, _ERFC), -1.0))
    far = b.with_sign_of(b.minus(b.number(1.0), rest), x)
    return b.select(b.less(magnitude, 0.925), near, far)


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
    shifted = b.fma(angle, 2 / pi, _ROUND_F64)
    n = b.minus(shifted, _ROUND_F64)
    r = b.plus(b.fma(n, -_PI_2_LOW, b.fma(n, -_PI_2_HIGH, angle)), more)
    return r, b.as_type(b.bits(shifted), i32)


def _sine_and_cosine(b: MathBuilder, r: SSAValue) -> tuple[SSAValue, SSAValue]:
    """The sine and the cosine of an ``r`` of magnitude up to pi / 4."""
    square = b.times(r, r)
    sine = b.fma(b.times(square, r), b.polynomial(square, _SIN), r)
    return sine, b.fma(b.times(square, square), b.polynomial(square, _COS), b.fma(square, -0.5, 1.0))


def _circle(shift: int) -> Callable[[MathBuilder, SSAValue], SSAValue]:
    """sin, or cos if ``shift`` is 1: the argument is reduced by pi / 2 in f64."""

    def rule(b: MathBuilder, x: SSAValue) -> SSAValue:
        r, n = _quarter_turns(b, x)
        quarter = b.integers(arith.AddIOp, n, shift)
        sine, cosine = _sine_and_cosine(b, b.as_type(r, f32))
        value = b.select(b.is_set(quarter, 1), cosine, sine)
        return b.select(b.is_set(quarter, 2), b.times(value, -1.0), value)

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


FUNCTIONS: dict[str, Callable[..., SSAValue]] = {
    "math.atan": atan,
    "math.atan2": atan2,
    "math.cos": _circle(1),
    "math.erf": erf,
    "math.exp": exp,
    "math.exp2": exp2,
    "math.expm1": expm1,
    "math.log": natural_log,
    "math.log10": logarithm_of_10,
    "math.log1p": log1p,
    "math.log2": logarithm_of_2,
    "math.sin": _circle(0),
    "math.tan": tan,
    "math.tanh": tanh,
}
"""The lowering of each function of f32, by operation name, from a builder and the operands."""
