"""``f80`` and ``f128``, whose values are Python's floats here: those of double precision have bits and a text.

Both have 15 bits of exponent; ``f80`` has an explicit integer bit before its 63 bits of fraction, ``f128`` has 112 bits
of fraction.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction

from xdsl.dialects.builtin import AnyFloat

_FRACTION_BITS = {"f80": 63, "f128": 112}
WIDE = frozenset(_FRACTION_BITS)
"""The formats wider than Python's float."""

_EXPONENT_BITS = 15
_SPECIAL = (1 << _EXPONENT_BITS) - 1
_BIAS = _SPECIAL >> 1
_DOUBLE_FRACTION = 52


class PrecisionError(ValueError):
    """Bits of a value that double precision cannot hold."""


def bits_of_wide(value: float, type_: AnyFloat) -> int:
    """The bits of ``value``, which is exact in the format."""
    fraction_bits = _FRACTION_BITS[type_.name]
    sign = math.copysign(1.0, value) < 0
    if math.isnan(value):
        (double,) = struct.unpack("<Q", struct.pack("<d", value))
        exponent, payload = _SPECIAL, double & ((1 << _DOUBLE_FRACTION) - 1)
        significand = 1 << fraction_bits | payload << (fraction_bits - _DOUBLE_FRACTION)
    elif math.isinf(value):
        exponent, significand = _SPECIAL, 1 << fraction_bits
    elif value == 0:
        exponent = significand = 0
    else:
        mantissa, power = math.frexp(abs(value))
        exponent = power - 1 + _BIAS
        significand = int(math.ldexp(mantissa, _DOUBLE_FRACTION + 1)) << (fraction_bits - _DOUBLE_FRACTION)
    if type_.name == "f128":  # whose integer bit is implicit
        significand &= (1 << fraction_bits) - 1
    return sign << (type_.bitwidth - 1) | exponent << (type_.bitwidth - 1 - _EXPONENT_BITS) | significand


def wide_from_bits(bits: int, type_: AnyFloat) -> float:
    """The value of bits. Raises :class:`PrecisionError` if it is not one of double precision."""
    fraction_bits = _FRACTION_BITS[type_.name]
    below = type_.bitwidth - 1 - _EXPONENT_BITS
    exponent, significand = bits >> below & _SPECIAL, bits & ((1 << below) - 1)
    if type_.name == "f128" and exponent:
        significand |= 1 << fraction_bits
    fraction = significand & ((1 << fraction_bits) - 1)
    if exponent == _SPECIAL:
        payload = fraction >> (fraction_bits - _DOUBLE_FRACTION)
        (value,) = struct.unpack("<d", struct.pack("<Q", 0x7FF << _DOUBLE_FRACTION | payload))
    else:
        exact = Fraction(significand) * Fraction(2) ** (max(exponent, 1) - _BIAS - fraction_bits)
        value = math.inf if exact.numerator.bit_length() - exact.denominator.bit_length() > 1024 else float(exact)
    value = math.copysign(value, -1.0 if bits >> (type_.bitwidth - 1) else 1.0)
    if bits_of_wide(value, type_) != bits:
        raise PrecisionError(f"'{type_}' values are held in double precision, in which 0x{bits:X} has no value")
    return value


def reads_as(text: str, value: float, type_: AnyFloat) -> bool:
    """Whether a decimal number, rounded to the format, is ``value``, which is finite."""
    exact = abs(Fraction(text))
    if exact == 0 or value == 0:
        return exact == value
    power = exact.numerator.bit_length() - exact.denominator.bit_length() - _FRACTION_BITS[type_.name]
    scaled = exact / Fraction(2) ** power
    if scaled >= 1 << (_FRACTION_BITS[type_.name] + 1):
        power, scaled = power + 1, scaled / 2
    elif scaled < 1 << _FRACTION_BITS[type_.name]:
        power, scaled = power - 1, scaled * 2
    return round(scaled) * Fraction(2) ** power == Fraction(abs(value))
