"""Floats as text and as bits."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selection import slow_unless
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatTF32Type,
    IndexType,
    IntegerType,
    Signedness,
    bf16,
    f8E3M4,
    f8E4M3,
    f8E4M3B11FNUZ,
    f8E4M3FN,
    f8E4M3FNUZ,
    f8E5M2,
    f8E5M2FNUZ,
    f8E8M0FNU,
    f16,
    f32,
    f64,
    i1,
    i8,
    i32,
)

from xtriton.ir.number_parser import integer_fits
from xtriton.ir.numbers import float_bits, float_from_bits, format_float

SMALL = [f16, bf16, f8E5M2, f8E4M3FN, f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E3M4, f8E4M3, f8E8M0FNU, FloatTF32Type()]


@pytest.mark.parametrize("type_", slow_unless(SMALL, lambda type_: type_.bitwidth == 8 or type_ == f16), ids=str)
def test_all_bits_of_small_formats_survive(type_: AnyFloat) -> None:
    for bits in range(1 << type_.bitwidth):
        assert float_bits(float_from_bits(bits, type_), type_) == bits


@pytest.mark.parametrize(
    ("type_", "bits", "double"),
    [
        (f8E4M3FNUZ, 0x80, 0x7FF8 << 48),
        (f8E5M2FNUZ, 0x80, 0x7FF8 << 48),
        (f8E4M3B11FNUZ, 0x80, 0x7FF8 << 48),
        (f8E8M0FNU, 0xFF, 0x7FF8 << 48),
        (f8E4M3FN, 0xFF, 0xFFFE << 48),
        (f8E3M4, 0xF1, 0xFFF1 << 48),
        (f8E4M3, 0x7A, 0x7FF4 << 48),
        (FloatTF32Type(), 0x3FE00, 0x7FF8 << 48),
    ],
)
def test_nans_stay_nans(type_: AnyFloat, bits: int, double: int) -> None:
    value = float_from_bits(bits, type_)
    assert math.isnan(value)
    assert struct.pack("<d", value) == struct.pack("<Q", double)


@pytest.mark.parametrize("bits", [0x7F800001, 0x7FC00000, 0xFFC00001, 0x7FFFFFFF, 0xFF800000, 0x80000000])
def test_bits_of_f32_survive(bits: int) -> None:
    assert float_bits(float_from_bits(bits, f32), f32) == bits


def read_back(text: str, word: str, code: str) -> bytes:
    """The bytes of a printed float: of its bits in hexadecimal, or of a decimal number."""
    return struct.pack(word, int(text, 16)) if text.startswith("0x") else struct.pack(code, float(text))


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_text_of_f32_reads_back(value: float) -> None:
    text = format_float(value, f32)
    assert read_back(text, "<I", "<f") == struct.pack("<f", value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_text_of_f64_reads_back(value: float) -> None:
    text = format_float(value, f64)
    assert read_back(text, "<Q", "<d") == struct.pack("<d", value)


@pytest.mark.parametrize(
    ("value", "type_", "text"),
    [
        (1.0, f32, "1.000000e+00"),
        (-0.0, f32, "-0.000000e+00"),
        (math.inf, f32, "0x7F800000"),
        (-math.inf, f32, "0xFF800000"),
        (-math.inf, f16, "0xFC00"),
        (math.nan, f32, "0x7FC00000"),
        (math.nan, f8E4M3FN, "0x7F"),
        (448.0, f8E4M3FN, "4.480000e+02"),
        (65504.0, f16, "6.550400e+04"),
        (3.1415927410125732, f32, "3.14159274"),
        (1.0e300, f64, "1.000000e+300"),
    ],
)
def test_text(value: float, type_: AnyFloat, text: str) -> None:
    assert format_float(value, type_) == text


@pytest.mark.parametrize(
    ("type_", "low", "high"),
    [
        (i8, -128, 255),
        (i1, -1, 1),
        (i32, -(2**31), 2**32 - 1),
        (IntegerType(8, Signedness.SIGNED), -128, 127),
        (IntegerType(8, Signedness.UNSIGNED), 0, 255),
        (IndexType(), -(2**63), 2**63 - 1),
    ],
    ids=str,
)
def test_ranges_of_literals(type_: IntegerType | IndexType, low: int, high: int) -> None:
    assert integer_fits(low, type_)
    assert integer_fits(high, type_)
    assert not integer_fits(low - 1, type_)
    assert not integer_fits(high + 1, type_)
