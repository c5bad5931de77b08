"""The types of the ``llvm`` dialect. Nested ones are printed without ``!llvm.``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    IntAttr,
    IntegerType,
    NoneAttr,
    StringAttr,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.ir.constraints import TypePredicate, any_type_of, is_signless_integer, type_class
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.number_parser import parse_unsigned
from xtriton.ir.shaped_type_parser import VectorElement
from xtriton.versions import V3_9, VersionRange, before


def parse_nested(parser: AttrParser) -> Attribute:
    """Read a type inside an LLVM type: ``ptr<3>`` for ``!llvm.ptr<3>``, any other type in full."""
    keyword = parser.parse_optional_keyword_in(_NESTED)
    if keyword is None:
        return parser.parse_type()
    type_class = _NESTED[keyword]
    return type_class.new(type_class.parse_parameters(parser))


def print_nested(printer: Printer, type_: Attribute) -> None:
    """Write a type inside an LLVM type."""
    if isinstance(type_, _NESTED_CLASSES):
        printer.print_string(type_.name.removeprefix("llvm."))
        type_.print_parameters(printer)
    else:
        printer.print_attribute(type_)


@irdl_attr_definition
class PointerType(ParametrizedAttribute, TypeAttribute, VectorElement):
    """``!llvm.ptr<space>``: a pointer; space 0 is not printed."""

    name = "llvm.ptr"
    address_space: IntAttr = param_def()

    def __init__(self, address_space: int = 0) -> None:
        super().__init__(IntAttr(address_space))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        space = 0
        if parser.parse_optional_punctuation("<") is not None:
            space = parse_unsigned(parser, "failed to parse LLVMPointerType parameter 'addressSpace' which is to be a")
            parser.parse_punctuation(">")
        return (IntAttr(space),)

    def print_parameters(self, printer: Printer) -> None:
        if self.address_space.data:
            printer.print_string(f"<{self.address_space.data}>")


@irdl_attr_definition
class ArrayType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.array<size x element>``."""

    name = "llvm.array"
    size: IntAttr = param_def()
    element_type: Attribute = param_def()

    def __init__(self, size: int, element_type: Attribute) -> None:
        super().__init__(IntAttr(size), element_type)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        start = parser.pos
        parser.parse_punctuation("<")
        size = parser.parse_shape_dimension(allow_dynamic=False)
        parser.parse_shape_delimiter()
        element = parse_nested(parser)
        parser.parse_punctuation(">")
        if isinstance(element, VoidType):
            parser.raise_error(f"invalid array element type: '{element}'", start)
        return (IntAttr(size), element)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{self.size.data} x ")
        print_nested(printer, self.element_type)
        printer.print_string(">")


@irdl_attr_definition
class StructType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.struct<(types)>``, with a name, packed, or opaque (a name and no body: ``body`` is then ``none``)."""

    name = "llvm.struct"
    struct_name: StringAttr | NoneAttr = param_def()
    packed: UnitAttr | NoneAttr = param_def()
    body: ArrayAttr[Attribute] | NoneAttr = param_def()

    @staticmethod
    def of(types: Sequence[Attribute]) -> StructType:
        """The literal struct of ``types``."""
        return StructType(NoneAttr(), NoneAttr(), ArrayAttr(types))

    @property
    def element_types(self) -> Sequence[Attribute]:
        """The types of the members."""
        return self.body.data if isinstance(self.body, ArrayAttr) else ()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        name = parser.parse_optional_str_literal()
        if name is not None:
            parser.parse_punctuation(",")
        body: ArrayAttr[Attribute] | NoneAttr = NoneAttr()
        packed: UnitAttr | NoneAttr = NoneAttr()
        if name is None or parser.parse_optional_keyword("opaque") is None:
            if parser.parse_optional_keyword("packed") is not None:
                packed = UnitAttr()
            body = ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.PAREN, lambda: parse_nested(parser)))
        parser.parse_punctuation(">")
        return (NoneAttr() if name is None else StringAttr(name), packed, body)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        if isinstance(self.struct_name, StringAttr):
            printer.print_string_literal(self.struct_name.data)
            printer.print_string(", ")
        if not isinstance(self.body, ArrayAttr):
            printer.print_string("opaque>")
            return
        printer.print_string("(" if isinstance(self.packed, NoneAttr) else "packed (")
        printer.print_list(self.body.data, lambda type_: print_nested(printer, type_))
        printer.print_string(")>")


@irdl_attr_definition
class FunctionType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.func<result (inputs)>``, with a trailing ``...`` if variadic."""

    name = "llvm.func"
    result: Attribute = param_def()
    inputs: ArrayAttr[Attribute] = param_def()
    variadic: UnitAttr | NoneAttr = param_def()

    @staticmethod
    def of(inputs: Sequence[Attribute], result: Attribute, *, variadic: bool = False) -> FunctionType:
        """The function type with these inputs and this result."""
        return FunctionType(result, ArrayAttr(inputs), UnitAttr() if variadic else NoneAttr())

    @property
    def is_variadic(self) -> bool:
        """Whether it is variadic."""
        return isinstance(self.variadic, UnitAttr)

    @property
    def result_types(self) -> Sequence[Attribute]:
        """The result type; empty for void."""
        return () if isinstance(self.result, VoidType) else (self.result,)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        result = parse_nested(parser)
        parser.parse_punctuation("(")
        inputs: list[Attribute] = []
        variadic: UnitAttr | NoneAttr = NoneAttr()
        while parser.parse_optional_punctuation(")") is None:
            if inputs:
                parser.parse_punctuation(",")
            if parser.parse_optional_punctuation("...") is not None:
                variadic = UnitAttr()
                parser.parse_punctuation(")")
                break
            inputs.append(parse_nested(parser))
        parser.parse_punctuation(">")
        return (result, ArrayAttr(inputs), variadic)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        print_nested(printer, self.result)
        printer.print_string(" (")
        printer.print_list(self.inputs.data, lambda type_: print_nested(printer, type_))
        if self.is_variadic:
            printer.print_string(", ..." if self.inputs.data else "...")
        printer.print_string(")>")


@irdl_attr_definition
class VoidType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.void``: no value."""

    name = "llvm.void"


@irdl_attr_definition
class TokenType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.token``."""

    name = "llvm.token"
    VERSIONS: ClassVar[VersionRange] = before(V3_9)


@irdl_attr_definition
class MetadataType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.metadata``."""

    name = "llvm.metadata"


@irdl_attr_definition
class LabelType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.label``."""

    name = "llvm.label"


@irdl_attr_definition
class PPCFP128Type(ParametrizedAttribute, TypeAttribute):
    """``!llvm.ppc_fp128``."""

    name = "llvm.ppc_fp128"


@irdl_attr_definition
class X86AMXType(ParametrizedAttribute, TypeAttribute):
    """``!llvm.x86_amx``."""

    name = "llvm.x86_amx"


_NESTED: dict[str, type[ParametrizedAttribute]] = {
    "ptr": PointerType,
    "array": ArrayType,
    "struct": StructType,
    "func": FunctionType,
    "void": VoidType,
    "token": TokenType,
    "metadata": MetadataType,
    "label": LabelType,
    "ppc_fp128": PPCFP128Type,
    "x86_amx": X86AMXType,
}
TYPES = list(_NESTED.values())
_NESTED_CLASSES = tuple(TYPES)


def is_compatible(type_: Attribute) -> bool:
    """Whether a type is LLVM-compatible."""
    if isinstance(type_, StructType):
        return all(is_compatible(element) for element in type_.element_types)
    if isinstance(type_, ArrayType):
        return is_compatible(type_.element_type)
    if isinstance(type_, FunctionType):
        return is_compatible(type_.result) and all(is_compatible(input_) for input_ in type_.inputs.data)
    if isinstance(type_, VectorType):
        element = cast("VectorType[Attribute]", type_).element_type
        return len(type_.shape.data) == 1 and (_is_scalar(element) or isinstance(element, PointerType))
    return _is_scalar(type_) or isinstance(type_, _NESTED_CLASSES)


def _is_scalar(type_: Attribute) -> bool:
    return is_signless_integer(type_) or is_float_type(type_)


def _vector_of(element: TypePredicate) -> TypePredicate:
    return TypePredicate(
        f"LLVM dialect-compatible vector of {element.summary}",
        lambda type_: (
            isinstance(type_, VectorType) and element.accepts(cast("VectorType[Attribute]", type_).element_type)
        ),
    )


def _or_vector(element: TypePredicate) -> TypePredicate:
    return any_type_of(element, _vector_of(element))


SignlessInt = TypePredicate("signless integer", is_signless_integer)
Float = TypePredicate("floating point LLVM type", lambda type_: isinstance(type_, AnyFloat | PPCFP128Type))
Pointer = type_class("LLVM pointer type", PointerType)
AnyPointer = TypePredicate("LLVM pointer type", lambda type_: isinstance(type_, PointerType))
ScalarOrVectorInt = _or_vector(SignlessInt)
ScalarOrVectorFloat = _or_vector(Float)
ScalarOrVectorPointer = _or_vector(AnyPointer)
IntOrPointer = any_type_of(ScalarOrVectorInt, ScalarOrVectorPointer)
AnyLLVM = TypePredicate("LLVM dialect-compatible type", is_compatible)
Loadable = TypePredicate(
    "LLVM type with size",
    lambda type_: (
        is_compatible(type_) and not isinstance(type_, VoidType | FunctionType | TokenType | MetadataType | LabelType)
    ),
)
AnyVectorType = TypePredicate("LLVM dialect-compatible vector type", lambda type_: isinstance(type_, VectorType))
Aggregate = TypePredicate("LLVM aggregate type", lambda type_: isinstance(type_, StructType | ArrayType))
Bool = TypePredicate(
    "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer",
    lambda type_: (
        type_ == IntegerType(1)
        or (isinstance(type_, VectorType) and cast("VectorType[Attribute]", type_).element_type == IntegerType(1))
    ),
)
