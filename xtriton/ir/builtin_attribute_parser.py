"""Reads builtin attributes that begin with a keyword, and symbol references, as MLIR reads them.

``dense`` and ``array`` have modules of their own, affine maps and sets :mod:`xtriton.ir.affine_parser`. Each function
starts after the keyword.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseResourceAttr,
    IntAttr,
    ShapedType,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.distinct import DistinctAttr
from xtriton.ir.numbers import parse_integer

if TYPE_CHECKING:
    from xtriton.ir.attribute_parser import AttributeParser

_I64 = range(-(1 << 63), 1 << 63)


def parse_strided(parser: AttributeParser) -> StridedLayoutAttr:
    """Read ``<[4, ?], offset: 2>``."""
    parser.parse_punctuation("<", " after 'strided'")
    strides = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: _parse_stride(parser))
    offset: int | None = 0
    if parser.parse_optional_punctuation(">") is None:
        parser.parse_punctuation(",")
        if parser.parse_optional_keyword("offset") is None:
            parser.raise_wrong_token("expected 'offset' after comma")
        parser.parse_punctuation(":", " after 'offset'")
        offset = _parse_stride(parser)
        parser.parse_punctuation(">")
    return StridedLayoutAttr(strides, offset)


def _parse_stride(parser: AttributeParser) -> int | None:
    """A number of 64 bits, or None for ``?``."""
    if parser.parse_optional_punctuation("?") is not None:
        return None
    start = parser.current_token
    value = parser.parse_optional_integer(allow_boolean=False)
    if value is None or value not in _I64:
        parser.raise_error("expected a 64-bit signed integer or '?'", start)
    return value


def parse_dense_resource(parser: AttributeParser) -> DenseResourceAttr:
    """Read ``<name> : type``. The name is kept verbatim: it names a resource of the file, not of a context."""
    parser.parse_punctuation("<", " after 'dense_resource'")
    token = parser.current_token
    name = parser.parse_optional_identifier_or_str_literal()
    if name is None:
        parser.raise_error("expected identifier key for 'resource' entry", token)
    parser.parse_punctuation(">")
    start = parser.pos
    parser.parse_punctuation(":")
    type_ = parser.parse_type()
    if not isinstance(type_, ShapedType):
        parser.raise_error("`dense_resource` expected a shaped type", start)
    return DenseResourceAttr.from_params(name, type_)


def parse_distinct(parser: AttributeParser) -> DistinctAttr:
    """Read ``[0]<attribute>``; ``<>`` is a unit attribute. Equal numbers denote the same attribute."""
    parser.parse_punctuation("[", " after 'distinct'")
    token = parser.current_token
    if token.kind is not MLIRTokenKind.INTEGER_LIT:
        parser.raise_wrong_token("expected distinct ID")
    parser.parse_integer()
    number = parse_integer(token.text)
    if number >= 1 << 64:
        parser.raise_error("expected an unsigned 64-bit integer")
    parser.parse_punctuation("]", " to close distinct ID")
    parser.parse_punctuation("<", " after distinct ID")
    referenced: Attribute = UnitAttr()
    if parser.parse_optional_punctuation(">") is None:
        referenced = parser.parse_attribute()
        parser.parse_punctuation(">", " to close distinct attribute")
    known = parser.distinct.setdefault(number, referenced)
    if known != referenced:
        parser.raise_error(f"referenced attribute does not match previous definition: {known}")
    return DistinctAttr(IntAttr(number), referenced)


def parse_optional_symbol_reference(parser: AttributeParser) -> SymbolRefAttr | None:
    """Read ``@root::@nested`` if it comes next."""
    root = parser.parse_optional_symbol_name()
    if root is None:
        return None
    nested: list[StringAttr] = []
    while (colon := parser.current_token).text == ":":
        parser.parse_punctuation(":")
        if parser.parse_optional_punctuation(":") is None:
            parser.skip_to(colon.start)
            break
        name = parser.parse_optional_symbol_name()
        if name is None:
            parser.raise_wrong_token("expected nested symbol reference identifier")
        nested.append(name)
    return SymbolRefAttr(root, ArrayAttr(nested))
