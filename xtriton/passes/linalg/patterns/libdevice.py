"""CUDA libdevice functions as formulas: those that take several ``math`` operations.

Formats: a function for f32 is computed in f64 where that gives 1 ulp or better, else as it is for f64.
"""

from __future__ import annotations

import math as numbers
from collections.abc import Callable

from xdsl.dialects.builtin import IntegerType, f32, f64
from xdsl.ir import Attribute

from xtriton.dialects.upstream import arith, math
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.traits import element_type
from xtriton.passes.linalg.patterns.expressions import Term

Formula = Callable[..., Term]
Unary = Callable[[Term], Term]
Binary = Callable[[Term, Term], Term]
Ternary = Callable[[Term, Term, Term], Term]

_ROUNDED_WORD = {"rn": math.RoundEvenOp, "rz": math.TruncOp, "rd": math.FloorOp, "ru": math.CeilOp}


def _bits_type(x: Term) -> IntegerType:
    return IntegerType(x.width)


def _step(result: Term, away: Term) -> Term:
    """The neighbour of ``result``, away from zero or towards it."""
    bits = result.bits_as(_bits_type(result))
    return (bits + away.choose(bits.of(1), -1)).bits_as(element_type(result.type))


def _next(result: Term, up: bool) -> Term:
    """The next greater number, or the next smaller."""
    least = result.of(0).bits_as(_bits_type(result)).of(1).bits_as(element_type(result.type))
    from_zero = least if up else -least
    away = result.of(0).less(result) if up else result.less(0)
    return result.equal(0).choose(from_zero, _step(result, away))


# Conversions


def _to_integer(mode: str, bits: int, signed: bool) -> Unary:
    """A float rounded to an integer, saturating."""
    return lambda x: _converted(x.apply(_ROUNDED_WORD[mode]), bits, signed)


def _converted(x: Term, bits: int, signed: bool) -> Term:
    """An integral float as an integer. A NaN is 0 if both types have 32 bits, else only the top bit is set."""
    cls = arith.FPToSIOp if signed else arith.FPToUIOp
    integer = x.apply(cls, type_=x.with_elements(IntegerType(bits)))
    return integer if bits == x.width == _SINGLE else x.equal(x).choose(integer, -(1 << (bits - 1)))


_SINGLE = 32


def _from_integer(scalar: Attribute, signed: bool) -> Unary:
    cls = arith.SIToFPOp if signed else arith.UIToFPOp
    return lambda x: x.apply(cls, type_=x.with_elements(scalar))


def _bits_as(scalar: Attribute) -> Unary:
    return lambda x: x.bits_as(scalar)


def _in_f64(formula: Formula) -> Formula:
    """A formula for floats, computed in f64 and rounded to the format of the first operand."""

    def wide(*values: Term) -> Term:
        scalar = element_type(values[0].type)
        result = formula(*(value.as_f64() if value.is_float else value for value in values))
        return result.as_float(scalar)

    return wide


# Functions of floats


def _integer_power(x: Term, n: Term) -> Term:
    return x.apply(math.PowFOp, n.as_f64())


def _scaled(x: Term, n: Term) -> Term:
    """``x * 2^n``, in two steps so that neither power of two overflows."""
    bound = n.of(2100)
    exponent = n.apply(arith.MinSIOp, bound).apply(arith.MaxSIOp, -bound)
    half = exponent >> 1
    return (
        x
        * _power_of_two(half.as_integer(IntegerType(64)))
        * _power_of_two((exponent - half).as_integer(IntegerType(64)))
    )


def _power_of_two(n: Term) -> Term:
    """``2^n`` in f64, rounded: 0 on underflow and infinity on overflow."""
    biased = (n + 1023).apply(arith.MaxSIOp, 0).apply(arith.MinSIOp, 2047)
    return (biased << 52).bits_as(f64)


def _norm(*values: Term) -> Term:
    """The square root of a sum of squares, scaled so that none of them overflows."""
    largest = values[0].absolute()
    for value in values[1:]:
        largest = largest.apply(arith.MaxNumFOp, value.absolute())
    infinity = largest.of(numbers.inf)
    plain = largest.equal(0) | largest.equal(infinity)
    unit = plain.choose(largest.of(1), largest)
    total = largest.of(0)
    for value in values:
        part = value / unit
        total = part.fma(part, total)
    return largest.equal(infinity).choose(largest, unit * total.apply(math.SqrtOp))


def _inverse(formula: Formula) -> Formula:
    def inverse(*values: Term) -> Term:
        result = formula(*values)
        return result.of(1) / result

    return inverse


def _cube_root(x: Term) -> Term:
    return x.apply(math.CbrtOp)


def _inverse_cube_root(x: Term) -> Term:
    """Of f32: the reciprocal of the rounded root, after one step of Newton's method in f64."""
    wide = x.as_f64()
    y = _inverse(_cube_root)(x).as_f64()
    h = y.of(1) - wide * y * y * y
    # h is NaN for 0 and infinity.
    return h.equal(h).choose((h * (1 / 3)).fma(y, y), y).as_float(f32)


def _positive_difference(x: Term, y: Term) -> Term:
    at_most = x.less(y) | x.equal(y)
    return at_most.choose(x.of(0), x - y)


def _narrow(x: Term) -> Term:
    return x.as_float(f32)


def _reciprocal(x: Term) -> Term:
    return x.of(1) / x


def _fused(x: Term, y: Term, z: Term) -> Term:
    return x.fma(y, z)


def _saturated(x: Term) -> Term:
    """Clamped to [0, 1]; a NaN is 0."""
    return x.apply(arith.MaxNumFOp, 0).apply(arith.MinNumFOp, 1)


def _power_of_ten(x: Term) -> Term:
    return x.of(10).apply(math.PowFOp, x)


def _next_towards(x: Term, y: Term) -> Term:
    other = y.less(x).choose(_next(x, up=False), x + y)
    return x.equal(y).choose(y, x.less(y).choose(_next(x, up=True), other))


def _sign_bit(x: Term) -> Term:
    negative = x.bits_as(_bits_type(x)).less(0)
    return negative.as_integer(IntegerType(32), signed=False)


def _rounded_integer(x: Term) -> Term:
    return _to_integer("rn", 64, True)(x)


def _integer_away(x: Term) -> Term:
    return _converted(x.apply(math.RoundOp), 64, signed=True)


# Functions of integers


def _leading_zeros(x: Term) -> Term:
    return x.apply(math.CountLeadingZerosOp).as_integer(IntegerType(32))


def _first_set(x: Term) -> Term:
    """The position of the lowest set bit, from 1; 0 if none is set."""
    place = x.apply(math.CountTrailingZerosOp) + 1
    return x.equal(0).choose(x.of(0), place).as_integer(IntegerType(32))


def _population(x: Term) -> Term:
    return x.apply(math.CtPopOp).as_integer(IntegerType(32))


def _high_half(signed: bool) -> Binary:
    shift = arith.ShRSIOp if signed else arith.ShRUIOp

    def formula(x: Term, y: Term) -> Term:
        scalar = element_type(x.type)
        assert is_integer_type(scalar)
        wide = IntegerType(2 * x.width)
        product = x.as_integer(wide, signed=signed) * y.as_integer(wide, signed=signed)
        return product.apply(shift, x.width).as_integer(scalar)

    return formula


def _mean(signed: bool, up: bool) -> Binary:
    shift = arith.ShRSIOp if signed else arith.ShRUIOp

    def formula(x: Term, y: Term) -> Term:
        half = (x ^ y).apply(shift, 1)
        return (x | y) - half if up else (x & y) + half

    return formula


def _distance(signed: bool) -> Ternary:
    most, least = (arith.MaxSIOp, arith.MinSIOp) if signed else (arith.MaxUIOp, arith.MinUIOp)
    return lambda x, y, more: x.apply(most, y) - x.apply(least, y) + more


def _reversed_bits(x: Term) -> Term:
    """The bits in reverse order: halves are swapped, then the halves of those, and so on."""
    width, step = x.width, x.width // 2
    while step:
        low = ((1 << width) - 1) // ((1 << step) + 1)  # the lower of each two groups of ``step`` bits
        x = ((x & low) << step) | (x.apply(arith.ShRUIOp, step) & low)
        step //= 2
    return x


def _integer_functions() -> dict[str, Formula]:
    formulas: dict[str, Formula] = {"brev": _reversed_bits, "brevll": _reversed_bits, "popcll": _population}
    formulas |= {"clz": _leading_zeros, "clzll": _leading_zeros, "ffs": _first_set, "ffsll": _first_set}
    formulas |= {"mulhi": _high_half(signed=True), "mul64hi": _high_half(signed=True)}
    formulas |= {"umulhi": _high_half(signed=False), "umul64hi": _high_half(signed=False)}
    formulas |= {"hadd": _mean(signed=True, up=False), "uhadd": _mean(signed=False, up=False)}
    formulas |= {"rhadd": _mean(signed=True, up=True), "urhadd": _mean(signed=False, up=True)}
    return formulas | {"sad": _distance(signed=True), "usad": _distance(signed=False)}


def _conversions() -> dict[str, Formula]:
    words: dict[str, tuple[int, bool]] = {"int": (32, True), "uint": (32, False), "ll": (64, True), "ull": (64, False)}
    formulas: dict[str, Formula] = {}
    for word, (bits, signed) in words.items():
        for mode in _ROUNDED_WORD:
            formulas |= {f"{name}2{word}_{mode}": _to_integer(mode, bits, signed) for name in ("float", "double")}
        formulas |= {f"{word}2float_rn": _from_integer(f32, signed), f"{word}2double_rn": _from_integer(f64, signed)}
    formulas |= dict.fromkeys(("float_as_int", "float_as_uint"), _bits_as(IntegerType(32)))
    formulas |= dict.fromkeys(("int_as_float", "uint_as_float"), _bits_as(f32))
    return formulas | {"double_as_longlong": _bits_as(IntegerType(64)), "longlong_as_double": _bits_as(f64)}


def _float_functions() -> dict[str, Formula]:
    """By the name of the f64 function; f32 functions have the suffix ``f``."""
    wide: dict[str, Formula] = {"powi": _integer_power, "ldexp": _scaled, "scalbn": _scaled}
    wide |= dict.fromkeys(("hypot", "norm3d", "norm4d"), _norm)
    wide |= dict.fromkeys(("rhypot", "rnorm3d", "rnorm4d"), _inverse(_norm))
    formulas = {name: _in_f64(formula) for name, formula in wide.items()}
    formulas |= {"exp10": _power_of_ten, "fdim": _positive_difference, "nextafter": _next_towards}
    formulas |= {"llrint": _rounded_integer, "llround": _integer_away}
    formulas |= {f"{name}f": formula for name, formula in formulas.items()}
    return formulas | {"rcbrt": _inverse(_cube_root), "rcbrtf": _inverse_cube_root}


FORMULAS: dict[str, Formula] = {
    **_float_functions(),
    **_conversions(),
    **_integer_functions(),
    "double2float_rn": _narrow,
    "drcp_rn": _reciprocal,
    "fast_exp10f": _power_of_ten,
    "fma_rn": _fused,
    "fmaf_rn": _fused,
    "frcp_rn": _reciprocal,
    "saturatef": _saturated,
    "signbitf": _sign_bit,
    "signbitd": _sign_bit,
}
"""The formulas, by symbol without the prefix ``__nv_``."""
