"""Reads the body of ``dense<...>``: a splat, nested lists, or hexadecimal bytes.

The elements can be checked only once the type that follows them has been read, so they are kept as tokens until then.
Long lists of plain decimal numbers are parsed by the json module, which is written in C; on an error they are parsed
again to locate it.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, MemRefType, Signedness, TensorType, VectorType, i1
from xdsl.ir import Attribute
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.dense import DenseElementsAttr, element_size, is_dense_element, shaped
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.number_parser import float_of_bits, integer_fits
from xtriton.ir.numbers import parse_integer
from xtriton.ir.wide_floats import WIDE

if TYPE_CHECKING:
    from xtriton.ir.attribute_parser import AttributeParser
    from xtriton.ir.lexer import Token

_JSON_LIST = re.compile(r"\s*(\[[\d\s,\[\].eE+-]*\])\s*(?=>)", re.ASCII)
_EXPONENT_WITHOUT_POINT = re.compile(r"(?<![.\d])\d+[eE]")
"""``1e5`` is a number in JSON but not in MLIR, where it is ``1.0e5``."""

_HEX = re.compile(r"0x[0-9A-Fa-f]*+\Z")
_ELEMENT_KINDS = (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT)


@dataclass(frozen=True)
class _Element:
    """One element as written."""

    token: Token
    is_negative: bool


def parse_dense(parser: AttributeParser, known: Attribute | None = None) -> DenseElementsAttr:
    """Read ``<...> : type`` after ``dense``, or ``<...>`` if the type is ``known``."""
    position = parser.last_token.start
    parser.parse_punctuation("<", " after 'dense'")
    token = parser.current_token
    if token.kind is MLIRTokenKind.STRING_LIT:
        text = parser.parse_str_literal()
        parser.parse_punctuation(">")
        return _of_bytes(parser, text, token.start, known or _parse_type(parser, position), position)
    values = _parse_bulk(parser, position, known)
    if values is not None:
        return values
    elements: list[_Element] = []
    shape: list[int] | None = None
    if parser.parse_optional_punctuation(">") is None:
        shape = _parse_literal(parser, elements)
        parser.parse_punctuation(">")
    return _of_elements(parser, elements, shape, known or _parse_type(parser, position), position)


def _parse_bulk(parser: AttributeParser, position: int, known: Attribute | None) -> DenseElementsAttr | None:
    """A list of decimal numbers that all fit the type; returns nothing, without consuming input, for anything else."""
    start = parser.pos
    match = _JSON_LIST.match(parser.current_token.input.content, start)
    if match is None or _EXPONENT_WITHOUT_POINT.search(match[1]):
        return None
    try:
        values = json.loads(match[1])
    except (ValueError, RecursionError):
        return None
    parser.skip_to(match.end())
    parser.parse_punctuation(">")
    type_ = known or _parse_type(parser, position)
    flat = _flatten(values, list(shaped(type_).get_shape()))
    if flat and _suit(flat, shaped(type_).element_type):
        return DenseElementsAttr.of(type_, flat)
    parser.skip_to(start)
    return None


def _flatten(values: Any, shape: list[int]) -> list[int | float] | None:
    """The numbers of nested lists in order if the lists have this shape."""
    level: list[Any] = [values]
    for extent in shape:
        if any(not isinstance(item, list) or len(cast("list[Any]", item)) != extent for item in level):
            return None
        level = [item for sublist in level for item in sublist]
    return None if any(isinstance(item, list) for item in level) else level


def _suit(values: list[int | float], element: Attribute) -> bool:
    if is_float_type(element):
        return all(isinstance(value, float) for value in values)
    if not isinstance(element, IntegerType | IndexType) or any(isinstance(value, float) for value in values):
        return False
    integer = cast("IntegerType | IndexType", element)
    return integer_fits(int(min(values)), integer) and integer_fits(int(max(values)), integer)


def _parse_type(parser: AttributeParser, position: int) -> Attribute:
    parser.parse_punctuation(":")
    type_ = parser.parse_type()
    if not isinstance(type_, TensorType | VectorType | MemRefType):
        parser.raise_error("elements literal must be a shaped type", position)
    if any(extent < 0 for extent in type_.get_shape()):
        parser.raise_error("elements literal type must have static shape", position)
    return cast("Attribute", type_)


def _dense_element(parser: AttributeParser, type_: Attribute, position: int) -> Attribute:
    """The element type of ``type_`` if constants of it are supported."""
    element: Attribute = shaped(type_).element_type
    if not is_dense_element(element):
        parser.raise_error(f"expected integer, index or floating-point elements, but got '{element}'", position)
    return element


def _of_bytes(parser: AttributeParser, text: str, start: int, type_: Attribute, position: int) -> DenseElementsAttr:
    element = _dense_element(parser, type_, position)
    if not _HEX.match(text) or len(text) % 2:
        parser.raise_error("expected string containing hex digits starting with `0x`", start)
    data = bytes.fromhex(text[2:])
    size = element_size(element)
    if len(data) != size and len(data) != size * math.prod(shaped(type_).get_shape()):
        parser.raise_error(f"elements hex data size is invalid for provided type: '{type_}'", position)
    if is_float_type(element) and element.name in WIDE:
        for at in range(0, len(data), size):
            float_of_bits(parser, int.from_bytes(data[at : at + size], "little"), element, start)
    return DenseElementsAttr.of_bytes(type_, data)


def _parse_literal(parser: AttributeParser, elements: list[_Element]) -> list[int]:
    """Append the elements of nested lists in source order; return their shape. A lone element has the shape []."""
    if parser.parse_optional_punctuation("[") is None:
        elements.append(_parse_element(parser))
        return []
    if parser.parse_optional_punctuation("]") is not None:
        return [0]
    inner: list[int] | None = None
    count = 0
    while True:
        shape = _parse_literal(parser, elements)
        if inner is not None and shape != inner:
            parser.raise_error("tensor literal is invalid; ranks are not consistent between elements")
        inner = shape
        count += 1
        if parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation("]")
    return [count, *inner]


def _parse_element(parser: AttributeParser) -> _Element:
    is_negative = parser.parse_optional_punctuation("-") is not None
    token = parser.current_token
    if token.kind in _ELEMENT_KINDS or (not is_negative and token.text in ("true", "false")):
        parser.skip_to(token.end)
        return _Element(token, is_negative)
    parser.raise_error(
        "expected integer or floating point literal" if is_negative else "expected element literal of primitive type"
    )


def _of_elements(
    parser: AttributeParser, elements: list[_Element], shape: list[int] | None, type_: Attribute, position: int
) -> DenseElementsAttr:
    expected = list(shaped(type_).get_shape())
    if shape and shape != expected:
        message = f"inferred shape of elements literal ({shape}) does not match type ({expected})"
        parser.raise_error(message, position)
    if not elements:
        if math.prod(expected):
            parser.raise_error(f"parsed zero elements, but type ('{type_}') expected at least 1", position)
        _dense_element(parser, type_, position)
        return DenseElementsAttr.of_bytes(type_, b"")
    element: Attribute = shaped(type_).element_type
    if is_float_type(element):
        floats = [_float_value(parser, parsed, element) for parsed in elements]
        return DenseElementsAttr.of(type_, floats) if shape else DenseElementsAttr.splat(type_, floats[0])
    if not isinstance(element, IntegerType | IndexType):
        parser.raise_error(f"expected string token, got {elements[0].token.text}", position)
    integer = cast("IntegerType | IndexType", element)
    integers = [_int_value(parser, parsed, integer) for parsed in elements]
    return DenseElementsAttr.of(type_, integers) if shape else DenseElementsAttr.splat(type_, integers[0])


def _float_value(parser: AttributeParser, written: _Element, element: AnyFloat) -> float:
    text, position = written.token.text, written.token.start
    if written.token.kind is MLIRTokenKind.FLOAT_LIT:
        return -float(text) if written.is_negative else float(text)
    if written.token.kind is not MLIRTokenKind.INTEGER_LIT:
        parser.raise_error("expected floating point literal", position)
    if not text.startswith("0x"):
        parser.raise_error("unexpected decimal integer literal for a floating point value", position)
    if written.is_negative:
        parser.raise_error("hexadecimal float literal should not have a leading minus", position)
    bits = int(text, 16)
    if bits >> element.bitwidth:
        parser.raise_error("hexadecimal float constant out of range for type", position)
    return float_of_bits(parser, bits, element, position)


def _int_value(parser: AttributeParser, written: _Element, element: IntegerType | IndexType) -> int:
    text, position = written.token.text, written.token.start
    is_unsigned = isinstance(element, IntegerType) and element.signedness.data is Signedness.UNSIGNED
    if written.is_negative and is_unsigned:
        parser.raise_error("expected unsigned integer elements, but parsed negative value", position)
    if written.token.kind is MLIRTokenKind.FLOAT_LIT:
        parser.raise_error("expected integer elements, but parsed floating-point", position)
    if written.token.kind is MLIRTokenKind.BARE_IDENT:
        if element != i1:
            parser.raise_error("expected i1 type for 'true' or 'false' values", position)
        return text == "true"
    value = -parse_integer(text) if written.is_negative else parse_integer(text)
    if not integer_fits(value, element) or (written.is_negative and not value):
        # MLIR has no -0.
        parser.raise_error("integer constant out of range for type", position)
    return value
