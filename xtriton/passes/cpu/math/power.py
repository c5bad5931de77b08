"""``math.powf`` of f32 and narrower floats: ``|x|^y = 2^(y log2 |x|)`` in f64, rounded once.

The series of logarithm and exponential are cut where the error of the power is below 2^-31 of it, a hundredth of an ulp
of f32. Special values are those of C's ``pow``.
"""

from __future__ import annotations

from math import factorial, log

from xdsl.dialects.builtin import f32, f64
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream import arith
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.creation import is_operation
from xtriton.passes.cpu.math.build import MathBuilder
from xtriton.rewriting.cloning import clone_op

_INF, _NAN = float("inf"), float("nan")
_SQRT_HALF_BITS = 0x3FE6A09E667F3BCD
_ONE_BITS = 1023 << 52
_EXPONENT = -(1 << 52)
"""The bits of sign and exponent."""
_LARGEST = 170.0
"""2^x is infinite or 0 as an f32 from this magnitude of x on."""

_LOG2 = tuple(2 / log(2) / (2 * k + 1) for k in range(7))
"""log2((1 + s) / (1 - s)) / s in s^2, for |s| < 0.172."""
_EXP2 = tuple(log(2) ** k / factorial(k) for k in range(10))
"""2^r for |r| <= 0.5."""


def power(b: MathBuilder, x: SSAValue, y: SSAValue) -> SSAValue:
    """x^y of f32."""
    wide, exponent = b.as_type(x, f64), b.as_type(y, f64)
    magnitude = b.absolute(wide)
    product = b.times(exponent, wide_log2(b, magnitude))
    ordered = b.equal(y, y)
    one = b.integers(arith.AndIOp, b.equal(magnitude, 1.0), ordered)
    value = _exp2(b, b.select(one, b.number(0.0, f64), product))
    half = b.times(exponent, 0.5)
    is_integer = b.equal(b.floor(exponent), exponent)
    is_even = b.equal(b.floor(half), half)
    value = b.select(b.less(x, 0.0), b.select(_or(b, is_integer, b.equal(x, -_INF)), value, b.number(_NAN, f64)), value)
    is_odd = b.integers(arith.AndIOp, is_integer, b.integers(arith.XOrIOp, is_even, b.integer(1, is_even.type)))
    result = b.as_type(b.select(is_odd, b.with_sign_of(value, wide), value), f32)
    return b.select(_or(b, b.equal(y, 0.0), b.equal(x, 1.0)), b.number(1.0), result)


def _or(b: MathBuilder, left: SSAValue, right: SSAValue) -> SSAValue:
    return b.integers(arith.OrIOp, left, right)


def wide_log2(b: MathBuilder, x: SSAValue) -> SSAValue:
    """log2 of a normal f64, 0 or infinity, within 2^-39 of it.

    x = m 2^e with m = (1 + s) / (1 - s) between sqrt(1/2) and sqrt(2).
    """
    bits = b.bits(x)
    shifted = b.integers(arith.AddIOp, bits, _ONE_BITS - _SQRT_HALF_BITS)
    scale = b.integers(arith.SubIOp, b.integers(arith.AndIOp, shifted, _EXPONENT), _ONE_BITS)
    m = b.from_bits(b.integers(arith.SubIOp, bits, scale))
    # The biased exponent in the low bits of 2^52.
    counted = b.integers(arith.OrIOp, b.integers(arith.ShRUIOp, shifted, 52), 0x4330000000000000)
    e = b.minus(b.from_bits(counted), 2.0**52 + 1023)
    s = b.over(b.plus(m, -1.0), b.plus(m, 1.0))
    value = b.fma(s, b.polynomial(b.times(s, s), _LOG2), e)
    value = b.select(b.equal(x, 0.0), b.number(-_INF, f64), value)
    return b.select(b.less(x, _INF), value, x)


def _exp2(b: MathBuilder, x: SSAValue) -> SSAValue:
    """2^x as an f64, as long as that is neither infinite nor 0 as an f32: x = n + r."""
    x = b.clamped(x, -_LARGEST, _LARGEST)
    n, exponent = b.nearest(x)
    return b.times(b.polynomial(b.minus(x, n), _EXP2), b.power_of_two(exponent))


# Small exponents

_SMALL = (2, 3)
"""Exponents that a loop gets a version for, which multiplies."""


def version_loops(powers: list[Operation]) -> list[Operation]:
    """Give innermost loops versions for small exponents, if the exponent is the same in all iterations.

    Returns the powers that remain. Products are rounded once.
    """
    remaining: list[Operation] = []
    done: set[Operation] = set()
    for op in powers:
        loop = op.parent_op()
        if loop in done:
            continue
        uniform = isinstance(loop, ForOp) and not loop.results and _is_outside(op.operands[1], loop)
        if uniform and op.operands[1].type == f32:
            assert isinstance(loop, ForOp)
            done.add(loop)
            remaining += _versions(loop, op.operands[1])
        else:
            remaining.append(op)
    return remaining


def _is_outside(value: SSAValue, loop: ForOp) -> bool:
    owner = value.owner
    block = owner.parent if is_operation(owner) else owner
    return block is not loop.body


def _versions(loop: ForOp, exponent: SSAValue) -> list[Operation]:
    """Replace a loop by ``scf.if`` with versions of it. Returns the powers of the version for other exponents."""
    for number in _SMALL:
        b = MathBuilder(loop)
        copy = clone_op(loop, {})
        assert isinstance(copy, ForOp)
        chosen, other = Block([copy, YieldOp()]), Block([YieldOp()])
        b.insert(IfOp(b.equal(exponent, float(number)), Region(chosen), Region(other)))
        for op in _powers(copy, exponent):
            inside = MathBuilder(op)
            wide = inside.as_type(op.operands[0], f64)
            value = wide
            for _ in range(number - 1):
                value = inside.times(value, wide)
            op.results[0].replace_all_uses_with(inside.as_type(value, f32))
            chosen_body = op.parent
            assert chosen_body is not None
            chosen_body.erase_op(op)
        end = other.last_op
        assert end is not None
        loop.detach()
        other.insert_op_before(loop, end)
    return [op for op in loop.body.ops if op.name == "math.powf"]


def _powers(loop: ForOp, exponent: SSAValue) -> list[Operation]:
    return [op for op in loop.body.ops if op.name == "math.powf" and op.operands[1] is exponent]
