"""Floating-point values as MLIR prints them.

MLIR first tries six significant digits in scientific notation (``1.000000e+00``), then as many digits as the format
needs to be unambiguous (``9.99999974E-6``), and falls back to the bits in hexadecimal: always the shortest of these
that reads back as the same value. The algorithm is that of LLVM's ``APFloat::toString``.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Context, Decimal

from xdsl.dialects.builtin import AnyFloat

_PRECISION_BITS = {
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

_SHORT_DIGITS = 6
_MAX_PADDING = 3


def float_bits(value: float, type_: AnyFloat) -> int:
    """The bits of ``value`` in format ``type_``."""
    return int.from_bytes(type_.pack((value,)), "little")


def format_float(value: float, type_: AnyFloat) -> str:
    """``value``, which must be exact in format ``type_``, as MLIR prints it."""
    if math.isfinite(value):
        short = _scientific(value)
        if float_bits(float(short), type_) == float_bits(value, type_):
            return short
        text = _natural(value, 2 + _PRECISION_BITS[type_.name] * 59 // 196)
        if "." in text:
            return text
    return f"0x{float_bits(value, type_):X}"


def _digits(value: float, count: int) -> tuple[str, str, int]:
    """Sign, at most ``count`` significant digits (half rounds up), and the power of ten of the last digit."""
    decimal = Context(prec=count, rounding=ROUND_HALF_UP).create_decimal(Decimal(value))
    sign, digits, exponent = decimal.as_tuple()
    assert isinstance(exponent, int)
    text = "".join(map(str, digits)).lstrip("0") or "0"
    stripped = text.rstrip("0") or "0"
    if value != 0:
        exponent += len(text) - len(stripped)
    else:
        stripped, exponent = "0", 0
    return "-" if sign else "", stripped, exponent


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
