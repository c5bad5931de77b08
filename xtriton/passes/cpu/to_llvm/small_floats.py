"""bfloat16 and the 8-bit floats as integers: conversions from and to f32 that every processor has."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import BFloat16Type, i8, i16, i32
from xdsl.ir import Attribute, SSAValue

from xtriton.ir.narrowing import is_vector_type
from xtriton.passes.cpu.to_llvm.builder import LlvmBuilder
from xtriton.passes.cpu.to_llvm.types import f32_like, with_element


@dataclass(frozen=True)
class _Format:
    """An 8-bit format: bits of its mantissa, bias of its exponent, and what it has beyond numbers."""

    mantissa: int
    bias: int
    infinity: int | None
    """The bits of infinity, without the sign; ``None`` if there is none."""
    nan: int
    """The bits of a NaN."""
    largest: int
    """The bits of the largest number."""
    negative_zero: bool = True


_FORMATS = {
    "f8E5M2": _Format(2, 15, 0x7C, 0x7F, 0x7B),
    "f8E4M3FN": _Format(3, 7, None, 0x7F, 0x7E),
    "f8E4M3": _Format(3, 7, 0x78, 0x7F, 0x77),
    "f8E4M3FNUZ": _Format(3, 8, None, 0x80, 0x7F, negative_zero=False),
    "f8E5M2FNUZ": _Format(2, 16, None, 0x80, 0x7F, negative_zero=False),
    "f8E4M3B11FNUZ": _Format(3, 11, None, 0x80, 0x7F, negative_zero=False),
}


def _scalar(type_: Attribute) -> Attribute:
    return type_.element_type if is_vector_type(type_) else type_


def _format(type_: Attribute) -> _Format:
    name = str(_scalar(type_))
    if name not in _FORMATS:
        raise ValueError(f"the CPU backend does not know the numbers of '{name}'")
    return _FORMATS[name]


def to_f32(b: LlvmBuilder, bits: SSAValue, type_: Attribute) -> SSAValue:
    """The f32 of a number of ``type_`` that is given by its bits."""
    wide = with_element(type_, i32)
    if isinstance(_scalar(type_), BFloat16Type):
        widened = b.add("zext", [bits], wide)
        return b.add("bitcast", [b.binary("shl", widened, b.integer(16, wide))], f32_like(type_))
    return _from_f8(b, b.add("zext", [bits], wide), _format(type_), wide, f32_like(type_))


def _from_f8(b: LlvmBuilder, bits: SSAValue, form: _Format, wide: Attribute, float_: Attribute) -> SSAValue:
    """Move the magnitude to where f32 has its exponent and mantissa; subnormal numbers are counted in their unit.

    No subnormal f32 comes up on the way: processors take a hundred cycles for an operation with one.
    """
    magnitude = b.binary("and", bits, b.integer(0x7F, wide))
    shifted = b.binary("shl", magnitude, b.integer(23 - form.mantissa, wide))
    normal = b.binary("add", shifted, b.integer((127 - form.bias) << 23, wide))
    unit = b.floating(2.0 ** (1 - form.bias - form.mantissa), float_)
    counted = b.add("bitcast", [b.binary("fmul", b.add("sitofp", [magnitude], float_), unit)], wide)
    is_small = b.compare("ult", magnitude, b.integer(1 << form.mantissa, wide))
    result = b.select(is_small, counted, normal)
    nan = b.integer(0x7FC00000, wide)
    if form.infinity is not None:
        infinite = b.compare("eq", magnitude, b.integer(form.infinity, wide))
        result = b.select(infinite, b.integer(0x7F800000, wide), result)
        result = b.select(b.compare("ugt", magnitude, b.integer(form.infinity, wide)), nan, result)
    elif form.negative_zero:
        result = b.select(b.compare("eq", magnitude, b.integer(form.nan, wide)), nan, result)
    sign = b.binary("shl", b.binary("and", bits, b.integer(0x80, wide)), b.integer(24, wide))
    result = b.binary("or", result, sign)
    if not form.negative_zero:
        result = b.select(b.compare("eq", bits, b.integer(form.nan, wide)), nan, result)
    return b.add("bitcast", [result], float_)


def from_f32(b: LlvmBuilder, value: SSAValue, type_: Attribute) -> SSAValue:
    """The bits of an f32 in ``type_``, rounded to nearest, ties to even."""
    wide = with_element(type_, i32)
    bits = b.add("bitcast", [value], wide)
    if isinstance(_scalar(type_), BFloat16Type):
        return _to_bf16(b, bits, value, type_, wide)
    return b.add("trunc", [_to_f8(b, bits, value, _format(type_), wide)], with_element(type_, i8))


def _to_bf16(b: LlvmBuilder, bits: SSAValue, value: SSAValue, type_: Attribute, wide: Attribute) -> SSAValue:
    odd = b.binary("and", b.binary("lshr", bits, b.integer(16, wide)), b.integer(1, wide))
    rounded = b.binary("add", bits, b.binary("add", odd, b.integer(0x7FFF, wide)))
    high = b.binary("lshr", rounded, b.integer(16, wide))
    quiet = b.binary("or", b.binary("lshr", bits, b.integer(16, wide)), b.integer(0x40, wide))
    chosen = b.select(b.compare_floats("uno", value, value), quiet, high)
    return b.add("trunc", [chosen], with_element(type_, i16))


def _to_f8(b: LlvmBuilder, bits: SSAValue, value: SSAValue, form: _Format, wide: Attribute) -> SSAValue:
    """Round the mantissa as an integer; numbers below the normal ones are rounded by adding a large one to them."""
    shift = 23 - form.mantissa
    magnitude = b.binary("and", bits, b.integer(0x7FFFFFFF, wide))
    odd = b.binary("and", b.binary("lshr", magnitude, b.integer(shift, wide)), b.integer(1, wide))
    half = b.binary("add", odd, b.integer((1 << (shift - 1)) - 1 - ((127 - form.bias) << 23), wide))
    normal = b.binary("lshr", b.binary("add", magnitude, half), b.integer(shift, wide))
    # The unit in the last place of the sum is that of the format's subnormal numbers.
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
    sign = b.binary("and", b.binary("lshr", bits, b.integer(24, wide)), b.integer(0x80, wide))
    signed = b.binary("or", result, sign)
    if not form.negative_zero:
        signed = b.select(b.compare("eq", result, b.integer(0, wide)), result, signed)
    return b.select(b.compare_floats("uno", value, value), b.integer(form.nan, wide), signed)
