"""The error function of f32 and the complementary error function."""

from __future__ import annotations

from math import log

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xtriton.passes.cpu.math.build import MathBuilder
from xtriton.passes.cpu.math.exponentials import exp
from xtriton.passes.cpu.math.hyperbolic import even_and_odd

# erf(x) / x - 1 in x^2, for |x| < 0.93; -log(1 - erf(x)) for 0.92 < x < 4
_ERF = (
    *(0.1283791666421987, -0.37612633696025993, 0.11283693927501875, -0.02685927005940867, 0.005200632684452896),
    *(-0.000813742085720008, 8.345160373679046e-05),
)
_ERFC = (
    *(-0.00016312032496869157, 1.1294488685564208, 0.6335091057177823, 0.1080567181693398, -0.024930863607377594),
    *(0.0040712186551376366, -0.00040210034361433725, 1.5227686630679052e-05, 4.5535872972529157e-07),
)
# e^(x^2) erfc(x) in (x - 3.3) / (x + 3.3), for x from 0 to 10.1; relative error 2^-32
_SCALED_ERFC = (
    *(0.16400729754064367, -0.3031446203187086, 0.2385234306700613, -0.15810828634820337, 0.0864060230151756),
    *(-0.03728984386969972, 0.011492114966316845, -0.0017134750549223714, -0.00041574160341660636),
    *(0.00028214927233657954, -1.3476469339886069e-05, -2.6275768029130082e-05),
)


def erf(b: MathBuilder, x: SSAValue) -> SSAValue:
    """x + x P(x^2) near zero, else 1 - e^(-Q(|x|)) with the sign of x."""
    magnitude = b.absolute(x)
    square = b.times(x, x)
    near = b.fma(x, b.polynomial(square, _ERF), x)
    limited = b.clamped(magnitude, 0.0, 4.0)
    rest = exp(b, b.times(b.polynomial(limited, _ERFC), -1.0))
    far = b.with_sign_of(b.minus(b.number(1.0), rest), x)
    return b.select(b.less(magnitude, 0.925), near, far)


def erfc(b: MathBuilder, x: SSAValue) -> SSAValue:
    """e^(-x^2) P((|x| - 3.3) / (|x| + 3.3)), subtracted from 2 for a negative x; in f64, where x^2 is exact."""
    wide = b.as_type(b.clamped(b.absolute(x), 0.0, 10.5), f64)
    value = b.polynomial(b.over(b.plus(wide, -3.3), b.plus(wide, 3.3)), _SCALED_ERFC)
    square = b.times(wide, wide)
    n, exponent = b.nearest(square, -1 / log(2))
    even, odd = even_and_odd(b, b.fma(n, -log(2), b.times(square, -1.0)))
    value = b.times(b.times(value, b.power_of_two(exponent)), b.plus(even, odd))
    return b.as_type(b.select(b.less(x, 0.0), b.minus(b.number(2.0, f64), value), value), f32)
