"""Integers of any length as text, and floating-point values as MLIR prints them.

MLIR first tries six significant digits in scientific notation (``1.000000e+00``), then as many digits as the format
needs to be unambiguous (``9.99999974E-6``), and falls back to the bits in hexadecimal: always the shortest of these
that reads back as the same value. The algorithm is that of LLVM's ``APFloat::toString``.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

from xdsl.dialects.builtin import AnyFloat

from xtriton.ir.wide_floats import WIDE, bits_of_wide, reads_as, wide_from_bits

PRECISION_BITS = {
    "bf16": 8,
    "f16": 11,
    "f32": 24,
    "f64": 53,
    "f80": 64,
    "f128": 113,
    "tf32": 11,
    "f8E5M2": 3,
    "f8E5M2FNUZ": 3,
    "f8E4M3": 4,
    "f8E4M3FN": 4,
    "f8E4M3FNUZ": 4,
    "f8E4M3B11FNUZ": 4,
    "f8E3M4": 5,
    "f8E8M0FNU": 1,
    "f6E2M3FN": 4,
    "f6E3M2FN": 3,
    "f4E2M1FN": 2,
}
"""Bits of significand, the implicit one included, by the type's MLIR name."""

_DIGITS_AT_ONCE = 4000
"""Python converts at most 4300 decimal digits in one step, and each step takes quadratic time."""


def parse_integer(text: str) -> int:
    """The value of an integer literal: decimal, or hexadecimal after ``0x``; of any length."""
    if len(text) <= _DIGITS_AT_ONCE or text.startswith("0x"):
        return int(text, 16 if text.startswith("0x") else 10)
    middle = len(text) // 2
    return parse_integer(text[:middle]) * 10 ** (len(text) - middle) + parse_integer(text[middle:])


def format_integer(value: int) -> str:
    """The decimal digits of an integer of any length."""
    if value.bit_length() < 3 * _DIGITS_AT_ONCE:
        return str(value)
    if value < 0:
        return "-" + format_integer(-value)
    count = value.bit_length() * 3 // 20  # about half of the digits
    high, low = divmod(value, 10**count)
    return format_integer(high) + format_integer(low).rjust(count, "0")


_SHORT_DIGITS = 6
_MAX_PADDING = 3


_IEEE_MANTISSA = {
    "f16": 10,
    "bf16": 7,
    "f32": 23,
    "f64": 52,
    "tf32": 10,
    "f8E5M2": 2,
    "f8E4M3": 3,
    "f8E3M4": 4,
}
"""Bits of mantissa of the formats that have a NaN for each mantissa but zero, by the type's MLIR name."""

FORMATS_WITH_PAYLOADS = frozenset(_IEEE_MANTISSA)
"""The formats with a NaN for each nonzero mantissa, as in IEEE 754."""

_NEGATIVE_NAN = frozenset({"f8E4M3FN"})
"""The other formats that have a NaN of each sign, whose mantissa is all ones."""

_DOUBLE_MANTISSA = 52


def pack_floats(values: Sequence[float], type_: AnyFloat) -> bytes:
    """The bytes of values rounded to format ``type_``; values out of range become infinities."""
    if type_.name in WIDE:
        size = (type_.bitwidth + 7) // 8
        return b"".join(bits_of_wide(value, type_).to_bytes(size, "little") for value in values)
    try:
        return bytes(type_.pack(values))
    except OverflowError:
        return bytes(type_.pack([within(value, type_) for value in values]))


def within(value: float, type_: AnyFloat) -> float:
    """``value``, or an infinity if it is too large for format ``type_``."""
    if type_.name in WIDE:
        return value
    try:
        type_.pack((value,))
    except OverflowError:
        return math.copysign(math.inf, value)
    return value


def float_bits(value: float, type_: AnyFloat) -> int:
    """The bits of ``value`` in format ``type_``. A NaN keeps its sign and the upper bits of its payload."""
    if type_.name in WIDE:
        return bits_of_wide(value, type_)
    if not math.isnan(value):
        return int.from_bytes(pack_floats((value,), type_), "little")
    (double,) = struct.unpack("<Q", struct.pack("<d", value))
    sign = (double >> 63) << (type_.bitwidth - 1)
    mantissa = _IEEE_MANTISSA.get(type_.name)
    if mantissa is None:
        bits = int.from_bytes(type_.pack((value,)), "little")
        return bits | sign if type_.name in _NEGATIVE_NAN else bits
    payload = (double >> (_DOUBLE_MANTISSA - mantissa)) & ((1 << mantissa) - 1)
    exponent = (1 << (type_.bitwidth - 1)) - (1 << mantissa)
    return sign | exponent | (payload or 1 << (mantissa - 1))


def float_from_bits(bits: int, type_: AnyFloat) -> float:
    """The value of bits of format ``type_``. A NaN keeps its sign and payload, unlike in conversions.

    Formats without payloads have the NaN that LLVM's ``APFloat`` converts theirs to. Raises ``PrecisionError`` for a
    value that double precision cannot hold.
    """
    if type_.name in WIDE:
        return wide_from_bits(bits, type_)
    value = type_.unpack(bits.to_bytes((type_.bitwidth + 7) // 8, "little"), 1)[0]
    if not math.isnan(value):
        return value
    sign = bits >> (type_.bitwidth - 1)
    if type_.name in FORMATS_WITH_PAYLOADS:
        mantissa = _IEEE_MANTISSA[type_.name]
        fraction = (bits & ((1 << mantissa) - 1)) << (_DOUBLE_MANTISSA - mantissa)
    elif type_.name in _NEGATIVE_NAN:
        fraction = 0b111 << (_DOUBLE_MANTISSA - 3)
    else:  # a single NaN, whose bits are those of a negative zero or of a power of two
        sign, fraction = 0, 1 << (_DOUBLE_MANTISSA - 1)
    double = sign << 63 | 0x7FF << _DOUBLE_MANTISSA | fraction
    return struct.unpack("<d", struct.pack("<Q", double))[0]


def format_float(value: float, type_: AnyFloat) -> str:
    """``value``, which must be exact in format ``type_``, as MLIR prints it."""
    if math.isfinite(value):
        short = _scientific(value)
        if type_.name in WIDE:
            is_exact = reads_as(short, value, type_)
        else:
            is_exact = float_bits(float(short), type_) == float_bits(value, type_)
        if is_exact:
            return short
        text = _natural(value, 2 + PRECISION_BITS[type_.name] * 59 // 196)
        if "." in text:
            return text
    return f"0x{float_bits(value, type_):X}"


def _digits(value: float, count: int) -> tuple[str, str, int]:
    """Sign, at most ``count`` significant digits, and the power of ten of the last digit.

    As in APFloat the digits beyond those that ``count`` may need are cut off before the rest is rounded, half up: the
    result is not always the nearest number.
    """
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    numerator, denominator = abs(value).as_integer_ratio()
    if numerator == 0:
        return sign, "0", 0
    # numerator / 2^k is numerator * 5^k / 10^k.
    exponent = -(denominator.bit_length() - 1)
    significand = numerator * 5**-exponent
    removable = (significand.bit_length() - (count * 196 + 58) // 59) * 59 // 196
    if removable > 0:
        significand //= 10**removable
        exponent += removable
    text = str(significand)
    excess = len(text) - count
    if excess > 0:
        rounded = significand // 10**excess + (text[count] >= "5")
        exponent += excess
        text = str(rounded)
    stripped = text.rstrip("0")
    return sign, stripped, exponent + len(text) - len(stripped)


def _scientific(value: float) -> str:
    """Six significant digits, padded to six decimals: ``1.500000e+00``."""
    sign, digits, exponent = _digits(value, _SHORT_DIGITS)
    exponent += len(digits) - 1
    return f"{sign}{digits[0]}.{digits[1:]:0<{_SHORT_DIGITS}}e{'+' if exponent >= 0 else '-'}{abs(exponent):02d}"


def _natural(value: float, precision: int) -> str:
    """The value with ``precision`` digits, in scientific notation only where plain notation needs much padding."""
    sign, digits, exponent = _digits(value, precision)
    count = len(digits)
    leading = exponent + count - 1
    if exponent >= 0:
        scientific = exponent > _MAX_PADDING or count + exponent > precision
    else:
        scientific = leading < 0 and -leading > _MAX_PADDING
    if scientific:
        return f"{sign}{digits[0]}.{digits[1:] or '0'}E{'+' if leading >= 0 else '-'}{abs(leading)}"
    if exponent >= 0:
        return sign + digits + "0" * exponent
    whole = count + exponent
    if whole > 0:
        return f"{sign}{digits[:whole]}.{digits[whole:]}"
    return f"{sign}0.{'0' * -whole}{digits}"
