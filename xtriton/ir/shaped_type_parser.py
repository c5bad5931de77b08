"""Parses the bodies of the types ``tensor``, ``vector``, ``memref`` and ``complex``, with MLIR's rules for elements.

Each function parses from after ``<`` up to and including ``>``. Some rules are checked as soon as the element type is
parsed, others after the whole type: that decides which of two errors is reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefLayoutAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    StringAttr,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, BuiltinAttribute, TypeAttribute
from xdsl.ir.affine import AffineMap
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.narrowing import is_integer_attr

if TYPE_CHECKING:
    from xtriton.ir.attribute_parser import AttributeParser


REQUIRED_ONLY = frozenset({"array", "distinct", "strided"})
"""Keywords of attributes that MLIR does not accept where an attribute is optional."""


class VectorElement:
    """Mixin of a dialect's types that are valid vector elements."""


class MemRefElement:
    """Mixin of a dialect's types that are valid memref elements."""


def parse_tensor(parser: AttributeParser) -> TypeAttribute:
    """Read the rest of ``tensor<4x?xf32, encoding>``."""
    dims = _parse_shape(parser)
    position = parser.pos
    element = parser.parse_type()
    encoding = None
    if parser.parse_optional_punctuation(",") is not None and parser.current_token.text not in REQUIRED_ONLY:
        encoding = parser.parse_optional_attribute()
    parser.parse_punctuation(">", " in tensor type")
    if not _is_tensor_element(element):
        parser.raise_error("invalid tensor element type", position)
    if dims is not None:
        return TensorType(element, dims, NoneAttr() if encoding is None else encoding)
    if encoding is not None:
        parser.raise_error("cannot apply encoding to unranked tensor")
    return UnrankedTensorType(element)


def parse_vector(parser: AttributeParser, start: int) -> TypeAttribute:
    """Read the rest of ``vector<4x[2]xf32>``; ``start`` is where the type begins."""
    dims: list[int] = []
    scalable: list[bool] = []
    while parser.current_token.kind in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.L_SQUARE):
        scalable.append(parser.parse_optional_punctuation("[") is not None)
        dims.append(parser.parse_shape_dimension(allow_dynamic=False))
        if scalable[-1] and parser.parse_optional_punctuation("]") is None:
            parser.raise_wrong_token("missing ']' closing scalable dimension")
        parser.parse_shape_delimiter()
    element = parser.parse_type()
    parser.parse_punctuation(">", " in vector type")
    if not (_is_number(element) or isinstance(element, VectorElement)):
        parser.raise_error("failed to verify 'elementType': VectorElementTypeInterface instance", start)
    if 0 in dims:
        shown = ", ".join(map(str, dims))
        parser.raise_error(f"vector types must have positive constant sizes but got {shown}", start)
    return VectorType(element, dims, ArrayAttr(BoolAttr.from_bool(flag) for flag in scalable))


def parse_complex(parser: AttributeParser) -> TypeAttribute:
    """Read the rest of ``complex<f32>``."""
    position = parser.pos
    element = parser.parse_type()
    parser.parse_punctuation(">", " in complex type")
    if not isinstance(element, IntegerType | AnyFloat):
        parser.raise_error("invalid element type for complex", position)
    return ComplexType(cast("IntegerType | AnyFloat", element))


def parse_memref(parser: AttributeParser, start: int) -> TypeAttribute:
    """Read the rest of ``memref<4x?xf32, layout, space>``; ``start`` is where the type begins."""
    dims = _parse_shape(parser)
    position = parser.pos
    element = parser.parse_type()
    if not is_memref_element(element):
        parser.raise_error("invalid memref element type", position)
    layout: MemRefLayoutAttr | None = None
    space: Attribute | None = None
    while parser.parse_optional_punctuation(",") is not None:
        if parser.current_token.text == ">" and layout is None and space is None:
            parser.raise_wrong_token("expected list element")
        attribute = parser.parse_attribute()
        if not isinstance(attribute, MemRefLayoutAttr):
            if space is not None:
                parser.raise_error("multiple memory spaces specified in memref type")
            space = attribute
        elif dims is None:
            parser.raise_error("cannot have affine map for unranked memref type")
        elif space is not None:
            parser.raise_error("expected memory space to be last in memref type")
        else:
            layout = attribute
    if parser.parse_optional_punctuation(">") is None:
        parser.raise_wrong_token("expected ',' or '>' in memref type")
    if space is None or (is_integer_attr(space) and space.value.data == 0):
        space = NoneAttr()
    if not _is_memory_space(space):
        parser.raise_error("unsupported memory space Attribute", start)
    if dims is None:
        return UnrankedMemRefType.from_type(element, space)
    _check_layout(parser, layout, len(dims), start)
    if isinstance(layout, AffineMapAttr) and layout.data == AffineMap.identity(len(dims)):
        layout = None
    return MemRefType(element, dims, NoneAttr() if layout is None else layout, space)


def _parse_shape(parser: AttributeParser) -> list[int] | None:
    """Read ``4x?x``; None for ``*x``."""
    if parser.parse_optional_punctuation("*") is not None:
        parser.parse_shape_delimiter()
        return None
    dims = parser.parse_dimension_list()
    if dims:
        parser.parse_shape_delimiter()
    return dims


def _is_number(type_: Attribute) -> bool:
    return isinstance(type_, IntegerType | IndexType | AnyFloat)


def _is_tensor_element(type_: Attribute) -> bool:
    """A number type, a vector, or any type of a dialect."""
    return _is_number(type_) or isinstance(type_, ComplexType | VectorType) or not isinstance(type_, BuiltinAttribute)


def is_memref_element(type_: Attribute) -> bool:
    return _is_number(type_) or isinstance(
        type_, ComplexType | VectorType | MemRefType | UnrankedMemRefType | MemRefElement
    )


def _is_memory_space(attribute: Attribute) -> bool:
    """A number, a string, a dictionary, or an attribute of a dialect."""
    if isinstance(attribute, BuiltinAttribute | TypeAttribute):
        return isinstance(attribute, IntegerAttr | StringAttr | DictionaryAttr | NoneAttr)
    return True


def _check_layout(parser: AttributeParser, layout: MemRefLayoutAttr | None, rank: int, start: int) -> None:
    if isinstance(layout, StridedLayoutAttr) and len(layout.strides) != rank:
        parser.raise_error("expected the number of strides to match the rank", start)
    if isinstance(layout, AffineMapAttr) and layout.data.num_dims != rank:
        message = f"memref layout mismatch between rank and affine map: {rank} != {layout.data.num_dims}"
        parser.raise_error(message, start)
