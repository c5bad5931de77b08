"""Reads ``array<i32: 1, 2>`` after ``array``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import AnyFloat, DenseArrayBase, IntegerType, Signedness, i1
from xdsl.ir import Attribute

from xtriton.ir.numbers import within

if TYPE_CHECKING:
    from xtriton.ir.attribute_parser import AttributeParser

_WIDTHS = (1, 8, 16, 32, 64)
"""The widths of elements that xDSL's arrays can hold."""


def parse_dense_array(parser: AttributeParser) -> Attribute:
    """Read ``<type: values>`` or ``<type>``."""
    parser.parse_punctuation("<", " after 'array'")
    position = parser.pos
    element = parser.parse_type()
    if not isinstance(element, IntegerType | AnyFloat):
        parser.raise_error(f"expected integer or float type, got: '{element}'", position)
    if element != i1 and element.bitwidth % 8:
        parser.raise_error("element type bitwidth must be a multiple of 8", position)
    if element.bitwidth not in _WIDTHS:
        parser.raise_error(f"arrays of '{element}' are not supported: use 1, 8, 16, 32 or 64 bits", position)
    element = cast("IntegerType | AnyFloat", element)
    if parser.parse_optional_punctuation(">") is not None:
        return _array(element, ())
    parser.parse_punctuation(":", " after dense array type")
    values: list[int] | list[float]
    if isinstance(element, IntegerType):
        integer: IntegerType = element
        values = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: _parse_integer(parser, integer))
    else:
        floating: AnyFloat = element
        values = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: _parse_float(parser, floating))
    parser.parse_punctuation(">", " to close an array attribute")
    return _array(element, values)


def _array(element: Attribute, values: Sequence[int] | Sequence[float]) -> Attribute:
    return DenseArrayBase[Any].from_list(cast("Any", element), cast("Any", values))


def _parse_integer(parser: AttributeParser, element: IntegerType) -> int:
    """An integer in range, as the value of its bits in the type."""
    position = parser.pos
    truth = parser.parse_optional_boolean()
    if truth is not None:
        if element != i1:
            parser.raise_error("expected i1 type for 'true' or 'false' values", position)
        return int(truth)
    is_negative = parser.parse_optional_punctuation("-") is not None
    magnitude = parser.parse_optional_integer(allow_boolean=False, allow_negative=False)
    if magnitude is None:
        parser.raise_error("expected integer literal")
    if element == i1:
        parser.raise_error("expected 'true' or 'false' values for i1 type")
    value = -magnitude if is_negative else magnitude
    width = element.width.data
    is_unsigned = element.signedness.data is Signedness.UNSIGNED
    high = 1 << (width - 1 if element.signedness.data is Signedness.SIGNED else width)
    if not -(1 << (width - 1)) <= value < high or (is_negative and not value):
        parser.raise_error("integer constant out of range")
    bits = value & ((1 << width) - 1)
    return bits if is_unsigned or bits < 1 << (width - 1) else bits - (1 << width)


def _parse_float(parser: AttributeParser, element: AnyFloat) -> float:
    is_negative = parser.parse_optional_punctuation("-") is not None
    position = parser.pos
    start = parser.lexer.input.content[position : position + 2]
    number = None if start.startswith("-") else parser.parse_optional_number()
    if number is None:
        parser.raise_error("expected floating point literal")
    if isinstance(number, float):
        return within(-number if is_negative else number, element)
    if start != "0x":
        parser.raise_error("unexpected decimal integer literal for a floating point value", position)
    if is_negative:
        parser.raise_error("hexadecimal float literal should not have a leading minus", position)
    if number >> element.bitwidth:
        parser.raise_error("hexadecimal float constant out of range for type", position)
    return element.unpack(number.to_bytes(element.bitwidth // 8, "little"), 1)[0]
