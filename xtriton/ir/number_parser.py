"""Parses numbers: integer and float attributes (``5 : i32``, ``0x7FC00000 : f32``) and parameters of C types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    FloatData,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    f64,
    i64,
)
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.constraints import raise_op_errors
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.numbers import float_from_bits, parse_integer, within
from xtriton.ir.shared_attributes import integer_attr
from xtriton.ir.wide_floats import PrecisionError

if TYPE_CHECKING:
    from xdsl.parser import AttrParser

    from xtriton.ir.attribute_parser import AttributeParser


def parse_optional_number(parser: AttributeParser) -> IntegerAttr[Any] | FloatAttr[Any] | None:
    """Parse a number with its type if one comes next; without a type it has 64 bits."""
    token = parser.current_token
    if token.kind is MLIRTokenKind.MINUS:
        parser.parse_punctuation("-")
        if parser.current_token.kind not in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT):
            parser.raise_wrong_token("expected constant integer or floating point value")
        return _parse_number(parser, is_negative=True)
    if token.kind in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.FLOAT_LIT):
        return _parse_number(parser, is_negative=False)
    return None


def _parse_number(parser: AttributeParser, *, is_negative: bool) -> IntegerAttr[Any] | FloatAttr[Any]:
    token = parser.current_token
    text, position = token.text, token.start
    is_integer = token.kind is MLIRTokenKind.INTEGER_LIT
    parser.skip_to(token.end)
    type_ = parser.parse_type() if parser.parse_optional_punctuation(":") is not None else i64 if is_integer else f64
    if not is_integer:
        if not is_float_type(type_):
            parser.raise_error("floating point value not valid for specified type")
        return FloatAttr(within(-float(text) if is_negative else float(text), type_), type_)
    if is_float_type(type_):
        return _float_of_bits(parser, text, type_, position, is_negative=is_negative)
    if not isinstance(type_, IntegerType | IndexType):
        parser.raise_error("integer literal not valid for specified type", position)
    integer_type = cast("IntegerType | IndexType", type_)
    if is_negative and _signedness(integer_type) is Signedness.UNSIGNED:
        parser.raise_error("negative integer literal not valid for unsigned integer type", position)
    value = -parse_integer(text) if is_negative else parse_integer(text)
    if not integer_fits(value, integer_type) or (is_negative and not value):
        # MLIR has no -0.
        parser.raise_error("integer constant out of range for attribute", position)
    return integer_attr(value, integer_type)


def _signedness(type_: IntegerType | IndexType) -> Signedness:
    return Signedness.SIGNED if isinstance(type_, IndexType) else type_.signedness.data


def integer_fits(value: int, type_: IntegerType | IndexType) -> bool:
    """Whether MLIR accepts ``value`` as a literal of the type; a signless literal may be signed or unsigned."""
    width = 64 if isinstance(type_, IndexType) else type_.width.data
    if width == 0:
        return value == 0
    signedness = _signedness(type_)
    low = 0 if signedness is Signedness.UNSIGNED else -(1 << (width - 1))
    high = 1 << (width - 1 if signedness is Signedness.SIGNED else width)
    return low <= value < high


def _float_of_bits(
    parser: AttributeParser, text: str, type_: AnyFloat, position: int, *, is_negative: bool
) -> FloatAttr[Any]:
    """A float given by its bits in hexadecimal; the format keeps NaN payloads."""
    if not text.startswith("0x"):
        parser.raise_error("unexpected decimal integer literal for a floating point value", position)
    if is_negative:
        parser.raise_error("hexadecimal float literal should not have a leading minus", position)
    bits = int(text, 16)
    if bits >> type_.bitwidth:
        parser.raise_error("hexadecimal float constant out of range for type", position)
    return FloatAttr.new([FloatData(float_of_bits(parser, bits, type_, position)), type_])


def float_of_bits(parser: AttributeParser, bits: int, type_: AnyFloat, position: int) -> float:
    """The value of bits of a format; an error for one that cannot be held."""
    try:
        return float_from_bits(bits, type_)
    except PrecisionError as failure:
        parser.raise_error(str(failure), position)


def parse_unsigned(parser: AttrParser, consequence: str | None = None) -> int:
    """An integer as a C ``unsigned``: negative values wrap, as far as MLIR accepts them (eight decimal digits)."""
    limits = range(-99_999_999, 1 << 32)
    return _parse_integer(parser, limits, f"{consequence} `unsigned`" if consequence else None) & 0xFFFFFFFF


def parse_int32(parser: AttrParser) -> int:
    """An integer as a C ``int32_t``, in the syntax of an operation."""
    return _parse_integer(parser, range(-(1 << 31), 1 << 31))


def parse_bool(parser: AttrParser, consequence: str) -> bool:
    """``true``, ``false``, 0 or 1."""
    return bool(_parse_integer(parser, range(2), f"{consequence} `bool`"))


def _parse_integer(parser: AttrParser, limits: range, consequence: str | None = None) -> int:
    position = parser.pos
    # MLIR parses a boolean as a signed integer of one bit.
    boolean = parser.parse_optional_boolean()
    if boolean is not None:
        return -1 if boolean else 0
    value = parser.parse_optional_integer()
    if value is None:
        _fail(parser, "expected integer value", position, consequence)
    if value not in limits:
        _fail(parser, "integer value too large", position, consequence)
    return value


def _fail(parser: AttrParser, message: str, position: int, consequence: str | None) -> NoReturn:
    others = [(consequence, parser.pos)] if consequence else []
    raise_op_errors(parser, (message, position), *others)


def parse_static_dimensions(parser: AttrParser) -> list[int]:
    """Read ``64x32``, without dynamic extents."""
    start = parser.pos
    dims = parser.parse_dimension_list()
    if any(dim < 0 for dim in dims):
        content = parser.lexer.input.content
        assert isinstance(content, str)
        parser.raise_error("expected static shape", content.index("?", start))
    return dims
