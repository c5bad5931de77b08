"""The cube root of f32."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64, i32
from xdsl.ir import SSAValue

from xtriton.passes.cpu.math.build import MathBuilder

_INVERSE_BITS = float(0x54A20000)
"""The bits of a number's inverse cube root are about this minus a third of those of the number, within 3.6 %."""


def cbrt(b: MathBuilder, x: SSAValue) -> SSAValue:
    """a y^2 (1 - h)^(-2/3) for a = |x|, y near a^(-1/3) and h = 1 - a y^3, by the binomial series.

    y is first taken from the bits of a and improved by the series of (1 - h)^(-1/3) in f32, to 2^-13; the rest is f64.
    """
    magnitude = b.absolute(x)
    small = b.less(magnitude, 2.0**-126)
    a = b.select(small, b.times(magnitude, 2.0**24), magnitude)
    bits = b.fma(b.to_float(b.bits(a)), -1 / 3, _INVERSE_BITS)
    y = b.from_bits(b.to_integer(bits, i32))
    h = b.fma(b.times(b.times(a, y), b.times(y, y)), -1.0, 1.0)
    y = b.as_type(b.fma(b.times(y, h), b.polynomial(h, (1 / 3, 2 / 9, 14 / 81)), y), f64)
    root = b.times(b.times(b.as_type(a, f64), y), y)
    h = b.fma(b.times(root, y), -1.0, 1.0)
    root = b.fma(b.times(root, h), b.fma(h, 5 / 9, 2 / 3), root)
    root = b.as_type(b.times(root, b.select(small, b.number(2.0**-8, f64), 1.0)), f32)
    return b.with_sign_of(b.select(b.less(magnitude, float("inf")), root, magnitude), x)
