"""f16, bf16 and the 8-bit floats as integers of their bits: conversions that need no runtime library.

Each conversion rounds once, to nearest even. From f64 it goes through f32 rounded to odd: the bits that f64 has beyond
f32 only set the last bit, so that no new tie appears (S. Boldo and G. Melquiond, "When double rounding is odd", 2005).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import BFloat16Type, Float16Type, IntegerType, f16, f64, i32, i64
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.llvm.attributes import NO_FAST_MATH
from xtriton.ir.narrowing import is_vector_type
from xtriton.passes.cpu.to_llvm.builder import LlvmBuilder
from xtriton.passes.cpu.to_llvm.types import f32_like, scalar_type, with_element


@dataclass(frozen=True)
class _Format:
    """A format: bits of its mantissa, bias of its exponent, and its special values."""

    mantissa: int
    bias: int
    infinity: int | None
    """The bits of infinity, without the sign; ``None`` if there is none."""
    nan: int
    """The bits of a NaN."""
    largest: int
    """The bits of the largest number."""
    negative_zero: bool = True
    bits: int = 8

    @property
    def sign(self) -> int:
        """The sign bit."""
        return 1 << (self.bits - 1)


_FORMATS = {
    "f16": _Format(10, 15, 0x7C00, 0x7E00, 0x7BFF, bits=16),
    "f8E5M2": _Format(2, 15, 0x7C, 0x7F, 0x7B),
    "f8E4M3FN": _Format(3, 7, None, 0x7F, 0x7E),
    "f8E4M3": _Format(3, 7, 0x78, 0x7F, 0x77),
    "f8E4M3FNUZ": _Format(3, 8, None, 0x80, 0x7F, negative_zero=False),
    "f8E5M2FNUZ": _Format(2, 16, None, 0x80, 0x7F, negative_zero=False),
    "f8E4M3B11FNUZ": _Format(3, 11, None, 0x80, 0x7F, negative_zero=False),
}
_F32_INFINITY, _F32_QUIET = 0x7F800000, 0x00400000


def _scalar(type_: Attribute) -> Attribute:
    return type_.element_type if is_vector_type(type_) else type_


def _format(type_: Attribute) -> _Format:
    name = str(_scalar(type_))
    if name not in _FORMATS:
        raise ValueError(f"the CPU backend does not know the numbers of '{name}'")
    return _FORMATS[name]


def to_f32(b: LlvmBuilder, bits: SSAValue, type_: Attribute) -> SSAValue:
    """The f32 value of a ``type_`` given by its bits."""
    wide = with_element(type_, i32)
    match _scalar(type_):
        case BFloat16Type():
            widened = b.add("zext", [bits], wide)
            return b.add("bitcast", [b.binary("shl", widened, b.integer(16, wide))], f32_like(type_))
        case Float16Type() if b.f16_conversions:
            return b.add("fpext", [b.add("bitcast", [bits], with_element(type_, f16))], f32_like(type_))
        case _:
            return _widened(b, b.add("zext", [bits], wide), _format(type_), wide, f32_like(type_))


def _widened(b: LlvmBuilder, bits: SSAValue, form: _Format, wide: Attribute, float_: Attribute) -> SSAValue:
    """Shift the magnitude to f32's exponent and mantissa; subnormals are converted as integers times the smallest one.

    No subnormal f32 appears as an intermediate: processors take a hundred cycles for an operation on one.
    """
    magnitude = b.binary("and", bits, b.integer(form.sign - 1, wide))
    shifted = b.binary("shl", magnitude, b.integer(23 - form.mantissa, wide))
    normal = b.binary("add", shifted, b.integer((127 - form.bias) << 23, wide))
    unit = b.floating(2.0 ** (1 - form.bias - form.mantissa), float_)
    counted = b.add("bitcast", [b.binary("fmul", b.add("sitofp", [magnitude], float_), unit)], wide)
    is_small = b.compare("ult", magnitude, b.integer(1 << form.mantissa, wide))
    result = b.select(is_small, counted, normal)
    nan = b.integer(_F32_INFINITY | _F32_QUIET, wide)
    if form.infinity is not None:
        # An exponent of all ones keeps the payload of a NaN.
        infinity = b.integer(form.infinity, wide)
        payload = b.binary("or", shifted, b.integer(_F32_INFINITY, wide))
        result = b.select(b.compare("uge", magnitude, infinity), payload, result)
        result = b.select(b.compare("ugt", magnitude, infinity), b.binary("or", payload, nan), result)
    elif form.negative_zero:
        result = b.select(b.compare("eq", magnitude, b.integer(form.nan, wide)), nan, result)
    sign = b.binary("and", bits, b.integer(form.sign, wide))
    result = b.binary("or", result, b.binary("shl", sign, b.integer(32 - form.bits, wide)))
    if not form.negative_zero:
        result = b.select(b.compare("eq", bits, b.integer(form.nan, wide)), nan, result)
    return b.add("bitcast", [result], float_)


def rounded(b: LlvmBuilder, value: SSAValue, type_: Attribute) -> SSAValue:
    """The bits of an f32 or f64 in ``type_``, rounded once to nearest, ties to even."""
    if _scalar(value.type) == f64:
        value = _to_odd(b, value)
    wide = with_element(type_, i32)
    own = scalar_type(type_)
    match _scalar(type_):
        case BFloat16Type():
            return b.add("trunc", [_to_bf16(b, value, wide)], own)
        case Float16Type() if b.f16_conversions:
            return b.add("bitcast", [b.add("fptrunc", [value], with_element(type_, f16))], own)
        case _:
            return b.add("trunc", [_narrowed(b, value, _format(type_), wide)], own)


def _to_odd(b: LlvmBuilder, value: SSAValue) -> SSAValue:
    """An f64 rounded to f32 to odd: an inexact value becomes the neighbour whose last bit is set."""
    wide, narrow = with_element(value.type, i32), f32_like(value.type)
    near = b.add("fptrunc", [value], narrow)
    back = b.add("fpext", [near], value.type)
    bits = b.add("bitcast", [near], wide)
    inexact = b.compare_floats("one", back, value)
    beyond = b.compare_floats("ogt", _magnitude(b, back), _magnitude(b, value))
    return b.add("bitcast", [_odd_neighbour(b, bits, inexact, beyond)], narrow)


def _odd_neighbour(b: LlvmBuilder, bits: SSAValue, inexact: SSAValue, beyond: SSAValue) -> SSAValue:
    """From the bits of a number rounded to nearest, those of it rounded to odd.

    ``beyond`` says whether rounding made the magnitude larger. The odd neighbour is the one with the last bit set.
    """
    type_ = bits.type
    even = b.compare("eq", b.binary("and", bits, b.integer(1, type_)), b.integer(0, type_))
    moved = b.binary("add", bits, b.select(beyond, b.integer(-1, type_), b.integer(1, type_)))
    return b.select(b.binary("and", inexact, even), moved, bits)


def _magnitude(b: LlvmBuilder, value: SSAValue) -> SSAValue:
    return b.add("intr.fabs", [value], value.type, {"fastmathFlags": NO_FAST_MATH})


def _to_bf16(b: LlvmBuilder, value: SSAValue, wide: Attribute) -> SSAValue:
    bits = b.add("bitcast", [value], wide)
    high = b.binary("lshr", bits, b.integer(16, wide))
    odd = b.binary("and", high, b.integer(1, wide))
    total = b.binary("add", bits, b.binary("add", odd, b.integer(0x7FFF, wide)))
    quiet = b.binary("or", high, b.integer(0x40, wide))
    nan = b.compare_floats("uno", value, value)
    return b.select(nan, quiet, b.binary("lshr", total, b.integer(16, wide)))


def _narrowed(b: LlvmBuilder, value: SSAValue, form: _Format, wide: Attribute) -> SSAValue:
    """Round the mantissa as an integer; subnormal results are rounded by adding a large number to them."""
    bits = b.add("bitcast", [value], wide)
    shift = 23 - form.mantissa
    magnitude = b.binary("and", bits, b.integer(0x7FFFFFFF, wide))
    odd = b.binary("and", b.binary("lshr", magnitude, b.integer(shift, wide)), b.integer(1, wide))
    half = b.binary("add", odd, b.integer((1 << (shift - 1)) - 1 - ((127 - form.bias) << 23), wide))
    normal = b.binary("lshr", b.binary("add", magnitude, half), b.integer(shift, wide))
    # The unit in the last place of the sum is that of the format's subnormals.
    exponent = 127 + 1 - form.bias + 23 - form.mantissa
    large = b.integer(exponent << 23, wide)
    float_ = value.type
    total = b.binary("fadd", b.add("bitcast", [magnitude], float_), b.add("bitcast", [large], float_))
    subnormal = b.binary("sub", b.add("bitcast", [total], wide), large)
    is_small = b.compare("ult", magnitude, b.integer((127 + 1 - form.bias) << 23, wide))
    result = b.select(is_small, subnormal, normal)
    is_large = b.compare("sgt", result, b.integer(form.largest, wide))
    beyond = form.infinity if form.infinity is not None else form.largest if form.negative_zero else form.nan
    result = b.select(is_large, b.integer(beyond, wide), result)
    sign = b.binary("and", b.binary("lshr", bits, b.integer(32 - form.bits, wide)), b.integer(form.sign, wide))
    signed = b.binary("or", result, sign)
    if not form.negative_zero:
        signed = b.select(b.compare("eq", result, b.integer(0, wide)), result, signed)
    nan = _nan(b, magnitude, sign, form, wide) if form.bits == 16 else b.integer(form.nan, wide)
    return b.select(b.compare_floats("uno", value, value), nan, signed)


def _nan(b: LlvmBuilder, magnitude: SSAValue, sign: SSAValue, form: _Format, wide: Attribute) -> SSAValue:
    """A NaN with its sign and the upper bits of its payload, as processors convert it."""
    payload = b.binary("lshr", magnitude, b.integer(23 - form.mantissa, wide))
    payload = b.binary("and", payload, b.integer((1 << form.mantissa) - 1, wide))
    return b.binary("or", b.binary("or", payload, b.integer(form.nan, wide)), sign)


def extremum_of_f16(b: LlvmBuilder, word: str, left: SSAValue, right: SSAValue) -> SSAValue:
    """The larger or smaller of two f16 by their bits: ``word`` is ``maxnumf``, ``minnumf``, ``maximumf``, ``minimumf``.

    Bits without a sign are in the order of the numbers, those of negative numbers in reverse. Via f32 LLVM would narrow
    the operation to f16 again, and its loop vectorizer asserts on such reductions.
    """
    type_ = left.type

    def ordered(bits: SSAValue) -> SSAValue:
        """Numbers to integers in the same order, and back."""
        negative = b.binary("ashr", bits, b.integer(15, type_))
        return b.binary("xor", bits, b.binary("and", negative, b.integer(0x7FFF, type_)))

    def is_nan(bits: SSAValue) -> SSAValue:
        magnitude = b.binary("and", bits, b.integer(0x7FFF, type_))
        return b.compare("ugt", magnitude, b.integer(0x7C00, type_))

    chosen = b.add("intr.smax" if word.startswith("max") else "intr.smin", [ordered(left), ordered(right)], type_)
    result, quiet = ordered(chosen), b.integer(0x0200, type_)
    if word.endswith("numf"):
        result = b.select(is_nan(left), right, b.select(is_nan(right), left, result))
        return b.select(is_nan(result), b.binary("or", result, quiet), result)
    result = b.select(is_nan(right), b.binary("or", right, quiet), result)
    return b.select(is_nan(left), b.binary("or", left, quiet), result)


def rounded_integer(b: LlvmBuilder, value: SSAValue, type_: Attribute, *, signed: bool) -> SSAValue:
    """The bits of an integer in ``type_``, rounded once."""
    word = "sitofp" if signed else "uitofp"
    bits = cast("IntegerType", _scalar(value.type)).width.data
    # f16 and the 8-bit formats overflow below 2^24, up to which f32 represents all integers.
    if bits <= 24 or not isinstance(_scalar(type_), BFloat16Type):
        return rounded(b, b.add(word, [value], f32_like(type_)), type_)
    if bits > 53:
        value = _to_odd_integer(b, value, signed=signed)
    return rounded(b, b.add(word, [value], with_element(type_, f64)), type_)


_DROPPED, _LARGE = 24, 1 << 40
"""When an integer of at least ``_LARGE`` is rounded to 16 bits or fewer, only whether this many low bits are all zero
matters. The rest fits in an f64."""


def _to_odd_integer(b: LlvmBuilder, value: SSAValue, *, signed: bool) -> SSAValue:
    """A 64-bit integer with at most 40 significant bits, rounded to odd where it has more."""
    type_ = value.type
    low = b.binary("and", value, b.integer((1 << _DROPPED) - 1, type_))
    inexact = b.compare("ne", low, b.integer(0, type_))
    last = b.select(inexact, b.integer(1 << _DROPPED, type_), b.integer(0, type_))
    odd = b.binary("or", b.binary("sub", value, low), last)
    if signed:
        shifted = b.binary("add", value, b.integer(_LARGE, type_))
        return b.select(b.compare("ult", shifted, b.integer(2 * _LARGE, type_)), value, odd)
    return b.select(b.compare("ult", value, b.integer(_LARGE, type_)), value, odd)


def fused(b: LlvmBuilder, left: SSAValue, right: SSAValue, more: SSAValue, type_: Attribute) -> SSAValue:
    """The bits of ``left * right + more`` in ``type_``, rounded once; all three are f32 with numbers of ``type_``.

    The product is exact in f64. So is the sum, or its rounding error is too small to matter: except for bf16, where a
    product can be a tie that a far smaller addend breaks.
    """
    wide = with_element(type_, f64)
    a, c, d = (b.add("fpext", [operand], wide) for operand in (left, right, more))
    product = b.binary("fmul", a, c)
    total = b.binary("fadd", product, d)
    if isinstance(_scalar(type_), BFloat16Type):
        total = _sum_to_odd(b, product, d, total)
    return rounded(b, total, type_)


def _sum_to_odd(b: LlvmBuilder, left: SSAValue, right: SSAValue, total: SSAValue) -> SSAValue:
    """The sum of two f64 rounded to odd, from their sum rounded to nearest; its error is an f64 (Knuth's TwoSum)."""
    wide = with_element(total.type, i64)
    part = b.binary("fsub", total, left)
    lost = b.binary("fsub", left, b.binary("fsub", total, part))
    lost = b.binary("fadd", lost, b.binary("fsub", right, part))
    bits = b.add("bitcast", [total], wide)
    inexact = b.compare_floats("one", lost, b.floating(0.0, total.type))
    signs = b.binary("xor", bits, b.add("bitcast", [lost], wide))
    beyond = b.compare("slt", signs, b.integer(0, wide))
    return b.add("bitcast", [_odd_neighbour(b, bits, inexact, beyond)], total.type)
