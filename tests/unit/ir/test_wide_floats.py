"""``f80`` and ``f128`` constants: their bits, the wheel's text, and values that double precision cannot hold."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import Float80Type, Float128Type

from xtriton.ir.numbers import float_bits, float_from_bits, format_float
from xtriton.ir.wide_floats import PrecisionError

F80, F128 = Float80Type(), Float128Type()


@pytest.mark.parametrize(
    ("type_", "bits", "text"),
    [
        (F80, 0x4000C000000000000000, "3.000000e+00"),
        (F80, 0x7FFF8000000000000000, "0x7FFF8000000000000000"),
        (F80, 0xFFFFC000000000000000, "0xFFFFC000000000000000"),
        (F128, 0x40008000000000000000000000000000, "3.000000e+00"),
        (F128, 0x7FFF0000000000000000000000000000, "0x7FFF0000000000000000000000000000"),
    ],
)
def test_bits_and_text_are_the_wheels(type_: Float80Type | Float128Type, bits: int, text: str) -> None:
    value = float_from_bits(bits, type_)
    assert float_bits(value, type_) == bits
    assert format_float(value, type_) == text


def test_more_digits_than_those_of_f64() -> None:
    assert format_float(0.1, F80) == "0.100000000000000005551"
    assert format_float(1e300, F80) == "1.0000000000000000525E+300"
    assert format_float(0.1, F128) == "0.100000000000000005551115123125782702"


@pytest.mark.parametrize(("type_", "bits"), [(F80, 0x3FFF8000000000000001), (F80, 1), (F80, 0x3FFF << 64), (F128, 1)])
def test_other_values_are_refused(type_: Float80Type | Float128Type, bits: int) -> None:
    with pytest.raises(PrecisionError, match="double precision"):
        float_from_bits(bits, type_)
