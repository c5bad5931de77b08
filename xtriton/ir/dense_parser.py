"""Reads the body of ``dense<...>``: a splat, nested lists, or hexadecimal bytes."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, MemRefType, Signedness, TensorType, VectorType
from xdsl.ir import Attribute
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.dense import DenseElementsAttr, element_size, is_dense_element, shaped
from xtriton.ir.numbers import float_from_bits

if TYPE_CHECKING:
    from xtriton.ir.parser import Parser

_JSON_LIST = re.compile(r"\s*(\[[\d\s,\[\].eE+-]*\])\s*(?=>)", re.ASCII)
"""A literal of plain decimal numbers: long ones are left to the json module, which is written in C."""


@dataclass(frozen=True)
class _Number:
    """One element as written."""

    value: int | float | bool
    is_hex: bool
    position: int


def parse_dense(parser: Parser) -> DenseElementsAttr:
    """Read ``<...> : type`` after ``dense``."""
    parser.parse_punctuation("<", " after 'dense'")
    if parser.parse_optional_punctuation(">") is not None:
        return _finish_empty(parser)
    token = parser._parser_state.current_token  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    if token.kind is MLIRTokenKind.STRING_LIT:
        text = parser.parse_str_literal()
        parser.parse_punctuation(">")
        return _from_hex(parser, text, _parse_type(parser))
    bulk = _JSON_LIST.match(token.input.content, token.start)
    if bulk is not None and (values := _json(bulk[1])) is not None:
        position = token.start
        parser.skip_to(bulk.end())
        parser.parse_punctuation(">")
        type_ = _parse_type(parser)
        flat, shape = _flatten(parser, values)
        numbers = flat
        return _from_values(parser, numbers, shape, type_, position)
    elements, shape = _parse_literal(parser)
    parser.parse_punctuation(">")
    type_ = _parse_type(parser)
    return _from_numbers(parser, elements, shape, type_)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _flatten(parser: Parser, values: Any) -> tuple[list[int | float], list[int]]:
    """The numbers of nested lists in order, and the lists' shape."""
    shape: list[int] = []
    level: list[Any] = [values]
    while level and isinstance(level[0], list):
        length = len(level[0])
        if any(not isinstance(item, list) or len(item) != length for item in level):
            parser.raise_error("tensor literal is invalid; ranks are not consistent between elements")
        shape.append(length)
        level = [item for sublist in level for item in sublist]
    if any(isinstance(item, list) for item in level):
        parser.raise_error("tensor literal is invalid; ranks are not consistent between elements")
    return level, shape


def _finish_empty(parser: Parser) -> DenseElementsAttr:
    type_ = _parse_type(parser)
    if math.prod(shaped(type_).get_shape()) != 0:
        parser.raise_error("expected a non-empty elements literal for a type with elements")
    return DenseElementsAttr.of_bytes(type_, b"")


def _parse_type(parser: Parser) -> Attribute:
    parser.parse_punctuation(":")
    type_ = parser.parse_type()
    if not isinstance(type_, TensorType | VectorType | MemRefType):
        parser.raise_error("elements literal must be a shaped type")
    if any(extent < 0 for extent in type_.get_shape()):
        parser.raise_error("elements literal type must have static shape")
    element: Attribute = type_.element_type
    if not is_dense_element(element):
        parser.raise_error(f"expected integer, index or floating-point elements, but got '{element}'")
    return type_


def _from_hex(parser: Parser, text: str, type_: Attribute) -> DenseElementsAttr:
    if not text.startswith("0x"):
        parser.raise_error("elements hex string should start with '0x'")
    try:
        data = bytes.fromhex(text[2:])
    except ValueError:
        parser.raise_error("elements hex string only contains hex digits")
    size = element_size(shaped(type_).element_type)
    if len(data) != size and len(data) != size * math.prod(shaped(type_).get_shape()):
        parser.raise_error("elements hex data size is invalid for provided type: " + str(type_))
    return DenseElementsAttr.of_bytes(type_, data)


def _parse_literal(parser: Parser) -> tuple[list[_Number], list[int]]:
    """Nested lists in source order, and their shape; a scalar has the shape []."""
    if parser.parse_optional_punctuation("[") is None:
        return [_parse_number(parser)], []
    if parser.parse_optional_punctuation("]") is not None:
        return [], [0]
    flat: list[_Number] = []
    inner: list[int] | None = None
    count = 0
    while True:
        elements, shape = _parse_literal(parser)
        if inner is not None and shape != inner:
            parser.raise_error("tensor literal is invalid; ranks are not consistent between elements")
        inner = shape
        flat.extend(elements)
        count += 1
        if parser.parse_optional_punctuation(",") is None:
            break
    parser.parse_punctuation("]")
    return flat, [count, *inner]


def _parse_number(parser: Parser) -> _Number:
    position = parser.pos
    if (truth := parser.parse_optional_boolean()) is not None:
        return _Number(truth, False, position)
    is_hex = parser._parser_state.current_token.text.startswith("0x")  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    value = parser.parse_optional_number()
    if value is None:
        parser.raise_error("expected element literal of primitive type")
    return _Number(value, is_hex, position)


def _from_numbers(parser: Parser, numbers: list[_Number], shape: list[int], type_: Attribute) -> DenseElementsAttr:
    element: Attribute = shaped(type_).element_type
    values: list[int | float] = []
    for number in numbers:
        if isinstance(element, AnyFloat):
            values.append(_float_value(parser, number, element))
        else:
            _check_int(parser, number.value, element, number.position)
            values.append(int(number.value))
    return _shape_values(parser, values, shape, type_, numbers[0].position if numbers else parser.pos)


def _from_values(
    parser: Parser, values: list[int | float], shape: list[int], type_: Attribute, position: int
) -> DenseElementsAttr:
    """Elements read in bulk: decimal numbers only."""
    element: Attribute = shaped(type_).element_type
    if isinstance(element, AnyFloat):
        if any(isinstance(value, int) for value in values):
            parser.raise_error("expected floating-point elements, but parsed integer", position)
    elif values:
        if any(isinstance(value, float) for value in values):
            parser.raise_error("expected integer elements, but parsed floating-point", position)
        _check_int(parser, max(values), element, position)
        _check_int(parser, min(values), element, position)
    return _shape_values(parser, values, shape, type_, position)


def _shape_values(
    parser: Parser, values: list[int | float], shape: list[int], type_: Attribute, position: int
) -> DenseElementsAttr:
    if not shape:
        return DenseElementsAttr.splat(type_, values[0])
    expected = list(shaped(type_).get_shape())
    if shape != expected:
        parser.raise_error(
            f"inferred shape of elements literal ({_dims(shape)}) does not match type ({_dims(expected)})", position
        )
    return DenseElementsAttr.of(type_, values)


def _dims(shape: list[int]) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"


def _float_value(parser: Parser, number: _Number, element: AnyFloat) -> float:
    if number.is_hex:
        bits = int(number.value)
        if bits < 0:
            parser.raise_error("hexadecimal float literal should not have a leading minus", number.position)
        if bits >> element.bitwidth:
            parser.raise_error("hexadecimal float constant out of range for type", number.position)
        return float_from_bits(bits, element)
    if isinstance(number.value, int):
        parser.raise_error("expected floating-point elements, but parsed integer", number.position)
    return number.value


def _check_int(parser: Parser, value: int | float, element: Attribute, position: int) -> None:
    if isinstance(value, float):
        parser.raise_error("expected integer elements, but parsed floating-point", position)
    if isinstance(value, bool) and not (isinstance(element, IntegerType) and element.width.data == 1):
        parser.raise_error("expected i1 type for 'true' or 'false' values", position)
    bits = 64 if isinstance(element, IndexType) else element.width.data if isinstance(element, IntegerType) else 0
    unsigned_only = isinstance(element, IntegerType) and element.signedness.data is Signedness.UNSIGNED
    low = 0 if unsigned_only else -(1 << (bits - 1))
    if not low <= value < 1 << bits:
        parser.raise_error("integer constant out of range for attribute", position)
