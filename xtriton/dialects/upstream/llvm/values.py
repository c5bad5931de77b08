"""Constants, aggregates and vectors of the ``llvm`` dialect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import (
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure

from xtriton.dialects.upstream.constraints import dense_numbers, scalar_of
from xtriton.dialects.upstream.llvm.types import (
    Aggregate,
    AnyLLVM,
    AnyVectorType,
    ArrayType,
    ScalarOrVectorInt,
    StructType,
)
from xtriton.dialects.upstream.regions import split_attributes
from xtriton.ir.constraints import (
    AnyAttr,
    AnyType,
    DenseI32Array,
    DenseI64Array,
    instance_of,
    raise_wrong_kind,
)
from xtriton.ir.definitions import INFERRED, Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in
from xtriton.ir.syntax import ParsedParts

if TYPE_CHECKING:
    from xtriton.ir.op import CustomDirective


class _NullaryOp(Op):
    res: Result = result_def(AnyLLVM)
    traits = traits_def(ConstantLike(), Pure())
    SYNTAX: ClassVar = "attr-dict `:` type($res)"


def _parse_value(parser: Parser, parts: ParsedParts) -> None:
    parts.properties["value"] = parser.parse_attribute()


def _print_value(printer: Printer, op: ConstantOp) -> None:
    printer.print_attribute(op.value)


@irdl_op_definition
class ConstantOp(Op):
    """A constant; the attribute's type need not be the result's."""

    name = "llvm.mlir.constant"
    value: Property = prop_def(AnyAttr, kw_only=False)
    res: Result = result_def(AnyLLVM, kw_only=False)
    traits = traits_def(ConstantLike(), Pure())
    SYNTAX: ClassVar = "`(` custom<Value>($value) `)` attr-dict `:` type($res)"
    CUSTOM: ClassVar[Mapping[str, CustomDirective]] = {"Value": (_parse_value, _print_value)}

    def verify_op(self) -> None:
        type_, value = self.res.type, self.value
        match value:
            case StringAttr():
                size = len(value.data)
                if not (isinstance(type_, ArrayType) and type_ == ArrayType(size, IntegerType(8))):
                    raise Violation(f"expected array type of {size} i8 elements for the string constant")
            case IntegerAttr():
                if not isinstance(type_, IntegerType):
                    raise Violation("expected integer type")
            case FloatAttr():
                if not isinstance(type_, IntegerType) and value.type != type_:
                    raise Violation("attribute and type have different float semantics")
            case _:
                return


def element_at(type_: Attribute, position: Sequence[int]) -> Attribute | None:
    """The type of the member of an aggregate at a position, ``None`` if there is none."""
    for index in position:
        match type_:
            case StructType() if 0 <= index < len(type_.element_types):
                type_ = type_.element_types[index]
            case ArrayType() if 0 <= index < type_.size.data:
                type_ = type_.element_type
            case _:
                return None
    return type_


def _parse_position(parser: Parser) -> list[int]:
    return parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: parser.parse_integer(allow_boolean=False))


def _member(parser: Parser, container: Attribute, position: Sequence[int]) -> Attribute:
    for depth, index in enumerate(position):
        inner = element_at(container, position[:depth])
        assert inner is not None
        if not isinstance(inner, StructType | ArrayType):
            parser.raise_error(_not_aggregate(parser, inner))
        if element_at(inner, [index]) is None:
            parser.raise_error(f"custom op '{getattr(parser, 'op_name', '')}' position out of bounds: {index}")
    member = element_at(container, position)
    assert member is not None
    return member


def _not_aggregate(parser: Parser, type_: Attribute) -> str:
    name = getattr(parser, "op_name", "")
    return f"custom op '{name}' expected LLVM IR structure/array type, got: '{type_}'"


def _print_position(printer: Printer, position: Attribute) -> None:
    printer.print_string("[" + ", ".join(map(str, dense_numbers(position))) + "]")


@irdl_op_definition
class ExtractValueOp(Op):
    """A member of a struct or array."""

    name = "llvm.extractvalue"
    container: Operand = operand_def(Aggregate)
    position: Property[Sequence[int]] = prop_def(DenseI64Array)
    res: Result = result_def(AnyLLVM)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> ExtractValueOp:
        container = parser.parse_unresolved_operand()
        position = _parse_position(parser)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(container, type_)],
            result_types=[_member(parser, type_, position)],
            properties={"position": DenseArrayBase.from_list(i64, position)} | listed,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.container)
        _print_position(printer, self.position)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.container.type)
        # MLIR's format ends with a directive that prints nothing after its space.
        printer.print_string(" ")

    def verify_op(self) -> None:
        member = element_at(self.container.type, dense_numbers(self.position))
        if member != self.res.type:
            raise Violation(
                f"Type mismatch: extracting from '{self.container.type}' should produce '{member}' but this op "
                f"returns '{self.res.type}'"
            )


@irdl_op_definition
class InsertValueOp(Op):
    """A struct or array with one member replaced."""

    name = "llvm.insertvalue"
    container: Operand = operand_def(Aggregate)
    value: Operand = operand_def(AnyLLVM)
    position: Property[Sequence[int]] = prop_def(DenseI64Array)
    res: Result = result_def(Aggregate)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> InsertValueOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        container = parser.parse_unresolved_operand()
        position = _parse_position(parser)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        member = _member(parser, type_, position)
        return cls.create(
            operands=[parser.resolve_operand(container, type_), parser.resolve_operand(value, member)],
            result_types=[type_],
            properties={"position": DenseArrayBase.from_list(i64, position)} | listed,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        printer.print_ssa_value(self.container)
        _print_position(printer, self.position)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.container.type)
        printer.print_string(" ")

    def verify_op(self) -> None:
        if self.container.type != self.res.type:
            raise Violation("failed to verify that all of {container, res} have same type")
        member = element_at(self.container.type, dense_numbers(self.position))
        if member != self.value.type:
            raise Violation(f"Type mismatch: cannot insert '{self.value.type}' into '{self.container.type}'")


class _VectorIndexOp(Op):
    """An operation on one element of a vector."""

    traits = traits_def(Pure())


@irdl_op_definition
class ExtractElementOp(_VectorIndexOp):
    """An element of a vector."""

    name = "llvm.extractelement"
    vector: Operand = operand_def(AnyVectorType)
    position: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(AnyType, default=INFERRED)
    SYNTAX: ClassVar = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"

    @staticmethod
    def infer_result_types(
        operands: Sequence[Attribute], properties: Mapping[str, Attribute], regions: Iterable[object]
    ) -> Sequence[Attribute]:
        """The element type of the vector."""
        return (scalar_of(operands[0]),)

    def verify_op(self) -> None:
        if scalar_of(self.vector.type) != self.res.type:
            raise Violation("failed to verify that result type matches vector element type")


@irdl_op_definition
class InsertElementOp(_VectorIndexOp):
    """A vector with one element replaced."""

    name = "llvm.insertelement"
    vector: Operand = operand_def(AnyVectorType)
    value: Operand = operand_def(AnyType)
    position: Operand = operand_def(ScalarOrVectorInt)
    res: Result = result_def(AnyVectorType)

    @classmethod
    def parse(cls, parser: Parser) -> InsertElementOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        vector = parser.parse_unresolved_operand()
        parser.parse_punctuation("[")
        position = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        position_type = parser.parse_type()
        parser.parse_punctuation("]")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[
                parser.resolve_operand(vector, type_),
                parser.resolve_operand(value, scalar_of(type_)),
                parser.resolve_operand(position, position_type),
            ],
            result_types=[type_],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.value)
        printer.print_string(", ")
        printer.print_ssa_value(self.vector)
        printer.print_string("[")
        printer.print_ssa_value(self.position)
        printer.print_string(" : ")
        printer.print_attribute(self.position.type)
        printer.print_string("]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.vector.type)

    def verify_op(self) -> None:
        if scalar_of(self.vector.type) != self.value.type:
            raise Violation("failed to verify that argument type matches vector element type")
        if self.vector.type != self.res.type:
            raise Violation("failed to verify that all of {res, vector} have same type")


_BuiltinVector = instance_of("vector", VectorType)


@irdl_op_definition
class ShuffleVectorOp(Op):
    """Elements of two vectors selected by number; -1 selects poison."""

    name = "llvm.shufflevector"
    v1: Operand = operand_def(AnyVectorType)
    v2: Operand = operand_def(AnyVectorType)
    mask: Property[Sequence[int]] = prop_def(DenseI32Array)
    res: Result = result_def(AnyVectorType)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> ShuffleVectorOp:
        first = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        second = parser.parse_unresolved_operand()
        mask = _parse_position(parser)
        listed, attributes = split_attributes(cls, parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        start = parser.pos
        type_: Attribute = parser.parse_type()
        if not _BuiltinVector.accepts(type_):
            raise_wrong_kind(parser, "builtin.vector", type_, start)
        return cls.create(
            operands=[parser.resolve_operand(first, type_), parser.resolve_operand(second, type_)],
            result_types=[VectorType(scalar_of(type_), [len(mask)])],
            properties={"mask": DenseArrayBase.from_list(i32, mask)} | listed,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list([self.v1, self.v2], printer.print_ssa_value)
        printer.print_string(" ")
        _print_position(printer, self.mask)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.v1.type)
        printer.print_string(" ")


OPS = [
    *operations_in(vars()),
    *named_like(
        _NullaryOp,
        {
            "llvm.mlir.undef": "Any value.",
            "llvm.mlir.poison": "A value that is undefined to use.",
            "llvm.mlir.zero": "Zero of any type: the null pointer, zero in all members.",
        },
    ),
]
