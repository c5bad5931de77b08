"""The remainder of the division of f32 towards zero, which is exact."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import SSAValue

from xtriton.passes.cpu.math.build import MathBuilder

_STEPS = 6
_DIGITS = 46
"""Binary digits of the quotient per step: that of two f32 has up to 277."""


def fmod(b: MathBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """|x| modulo |y| with the sign of x, by long division in f64 with digits of 46 bits.

    Each step subtracts from the rest the multiple q 2^k |y| nearest to it. q is below 2^48, and off by at most one, as
    the product with the rounded inverse is within 2^-52 of the quotient: the new rest is at most 3/4 of 2^k |y|. The
    step is exact: if q is not 0, the new rest is a multiple of the last bit of the old rest or of 2^k |y|, whichever
    is lower, and less than 2^27 of these. The rest is kept divided by 2^k, which does not underflow f64.
    """
    divisor = b.as_type(b.absolute(y), f64)
    # Any divisor that is larger than all f32 gives what infinity gives.
    divisor = b.select(b.less(divisor, float("inf")), divisor, b.select(b.unordered(divisor), divisor, 2.0**200))
    inverse, negated = b.over(b.number(1.0, f64), divisor), b.times(divisor, -1.0)
    rest = b.times(b.as_type(b.absolute(x), f64), 2.0 ** -(_DIGITS * (_STEPS - 1)))
    for step in range(_STEPS):
        rest = b.times(rest, 2.0**_DIGITS) if step else rest
        quotient, _ = b.nearest(rest, inverse)
        rest = b.fma(quotient, negated, rest)
    rest = b.select(b.less(rest, 0.0), b.plus(rest, divisor), rest)
    return b.with_sign_of(b.as_type(rest, f32), x)
