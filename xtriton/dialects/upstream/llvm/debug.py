"""Debug information and loop annotations: attributes that are records of named fields.

#llvm.di_subprogram<id = distinct[0]<>, compileUnit = #cu, scope = #file, name = "kernel", line = 3>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer


class Kind(Enum):
    """How the value of a field is spelled."""

    ATTRIBUTE = auto()
    STRING = auto()
    INTEGER = auto()
    BOOLEAN = auto()
    KEYWORD = auto()
    FLAGS = auto()
    DISTINCT = auto()
    REST = auto()


class RecordAttr(ParametrizedAttribute):
    """Named fields in the order of ``FIELDS``; those that are absent are not written. Subclasses hold ``fields``."""

    FIELDS: ClassVar[Mapping[str, Kind]]
    fields: DictionaryAttr

    def asm_alias(self) -> str:
        """The stem of the attribute's alias."""
        return self.name.removeprefix("llvm.")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        fields: dict[str, Attribute] = {}
        while parser.parse_optional_punctuation(">") is None:
            if fields:
                parser.parse_punctuation(",")
            field = parser.parse_optional_keyword_in(cls.FIELDS)
            if field is None:
                parser.raise_error(f"expected one of the fields {', '.join(cls.FIELDS)}")
            parser.parse_punctuation("=")
            fields[field] = _parse_field(parser, cls.FIELDS[field])
        return (DictionaryAttr(fields),)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        present = [name for name in self.FIELDS if name in self.fields.data]
        for index, name in enumerate(present):
            printer.print_string(f"{', ' if index else ''}{name} = ")
            _print_field(printer, self.FIELDS[name], self.fields.data[name])
        printer.print_string(">")


def _parse_field(parser: AttrParser, kind: Kind) -> Attribute:
    match kind:
        case Kind.ATTRIBUTE:
            return parser.parse_attribute()
        case Kind.STRING:
            return StringAttr(parser.parse_str_literal())
        case Kind.INTEGER:
            return IntegerAttr(parser.parse_integer(allow_boolean=False), 64)
        case Kind.BOOLEAN:
            return IntegerAttr(int(parser.parse_boolean()), 1)
        case Kind.KEYWORD:
            return StringAttr(parser.parse_identifier())
        case Kind.FLAGS:
            return StringAttr(parser.parse_identifier_or_str_literal())
        case Kind.DISTINCT:
            parser.parse_keyword("distinct")
            parser.parse_punctuation("[")
            number = parser.parse_integer(allow_boolean=False)
            for punctuation in ("]", "<", ">"):
                parser.parse_punctuation(punctuation)
            return IntegerAttr(number, 64)
        case Kind.REST:
            return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_attribute))


def _print_field(printer: Printer, kind: Kind, value: Attribute) -> None:
    match value:
        case IntegerAttr() if kind is Kind.DISTINCT:
            printer.print_string(f"distinct[{value.value.data}]<>")
        case IntegerAttr() if kind is Kind.BOOLEAN:
            printer.print_string("true" if value.value.data else "false")
        case IntegerAttr() if kind is Kind.INTEGER:
            printer.print_string(str(value.value.data))
        case StringAttr() if kind is Kind.KEYWORD or (kind is Kind.FLAGS and "|" not in value.data):
            printer.print_string(value.data)
        case ArrayAttr() if kind is Kind.REST:
            printer.print_list(value.data, printer.print_attribute)
        case _:
            printer.print_attribute(value)


@irdl_attr_definition
class DINullTypeAttr(ParametrizedAttribute):
    """No type: ``void``."""

    name = "llvm.di_null_type"

    def asm_alias(self) -> str:
        """The stem of the attribute's alias."""
        return "di_null_type"


@irdl_attr_definition
class DIFileAttr(ParametrizedAttribute):
    """``<"name" in "directory">``: a source file."""

    name = "llvm.di_file"
    file_name: StringAttr = param_def()
    directory: StringAttr = param_def()

    def asm_alias(self) -> str:
        """The stem of the attribute's alias."""
        return "di_file"

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        name = parser.parse_str_literal()
        parser.parse_keyword("in")
        directory = parser.parse_str_literal()
        parser.parse_punctuation(">")
        return (StringAttr(name), StringAttr(directory))

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        printer.print_string_literal(self.file_name.data)
        printer.print_string(" in ")
        printer.print_string_literal(self.directory.data)
        printer.print_string(">")


@irdl_attr_definition
class DIExpressionAttr(ParametrizedAttribute):
    """``<[DW_OP_name(1, 2), ...]>``: how a variable's value follows from another."""

    name = "llvm.di_expression"
    operations: ArrayAttr[StringAttr] = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        def parse_operation() -> StringAttr:
            name = parser.parse_identifier()
            arguments = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, lambda: str(parser.parse_integer(allow_boolean=False))
            )
            return StringAttr(name if arguments is None else f"{name}({', '.join(arguments)})")

        parser.parse_punctuation("<")
        operations = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, parse_operation) or []
        parser.parse_punctuation(">")
        return (ArrayAttr(operations),)

    def print_parameters(self, printer: Printer) -> None:
        operations = ", ".join(operation.data for operation in self.operations.data)
        printer.print_string(f"<[{operations}]>" if operations else "<>")


_TYPE = {
    "tag": Kind.KEYWORD,
    "name": Kind.STRING,
}


@irdl_attr_definition
class DIBasicTypeAttr(RecordAttr):
    """A scalar type."""

    name = "llvm.di_basic_type"
    FIELDS: ClassVar[Mapping[str, Kind]] = _TYPE | {"sizeInBits": Kind.INTEGER, "encoding": Kind.KEYWORD}
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DIDerivedTypeAttr(RecordAttr):
    """A type made of another, as a pointer to it."""

    name = "llvm.di_derived_type"
    FIELDS: ClassVar[Mapping[str, Kind]] = _TYPE | {
        "baseType": Kind.ATTRIBUTE,
        "sizeInBits": Kind.INTEGER,
        "alignInBits": Kind.INTEGER,
        "offsetInBits": Kind.INTEGER,
        "dwarfAddressSpace": Kind.INTEGER,
        "extraData": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DISubroutineTypeAttr(RecordAttr):
    """The type of a function: result and parameters."""

    name = "llvm.di_subroutine_type"
    FIELDS: ClassVar[Mapping[str, Kind]] = {"callingConvention": Kind.KEYWORD, "types": Kind.REST}
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DICompileUnitAttr(RecordAttr):
    """What was compiled at once."""

    name = "llvm.di_compile_unit"
    FIELDS: ClassVar[Mapping[str, Kind]] = {
        "id": Kind.DISTINCT,
        "sourceLanguage": Kind.KEYWORD,
        "file": Kind.ATTRIBUTE,
        "producer": Kind.STRING,
        "isOptimized": Kind.BOOLEAN,
        "emissionKind": Kind.KEYWORD,
        "nameTableKind": Kind.KEYWORD,
        "splitDebugFilename": Kind.STRING,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DISubprogramAttr(RecordAttr):
    """A function of the source."""

    name = "llvm.di_subprogram"
    FIELDS: ClassVar[Mapping[str, Kind]] = {
        "recId": Kind.DISTINCT,
        "isRecSelf": Kind.BOOLEAN,
        "id": Kind.DISTINCT,
        "compileUnit": Kind.ATTRIBUTE,
        "scope": Kind.ATTRIBUTE,
        "name": Kind.STRING,
        "linkageName": Kind.STRING,
        "file": Kind.ATTRIBUTE,
        "line": Kind.INTEGER,
        "scopeLine": Kind.INTEGER,
        "subprogramFlags": Kind.FLAGS,
        "type": Kind.ATTRIBUTE,
        "retainedNodes": Kind.REST,
        "annotations": Kind.REST,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DILexicalBlockAttr(RecordAttr):
    """A block of the source."""

    name = "llvm.di_lexical_block"
    FIELDS: ClassVar[Mapping[str, Kind]] = {
        "scope": Kind.ATTRIBUTE,
        "file": Kind.ATTRIBUTE,
        "line": Kind.INTEGER,
        "column": Kind.INTEGER,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DILexicalBlockFileAttr(RecordAttr):
    """A change of file within a block."""

    name = "llvm.di_lexical_block_file"
    FIELDS: ClassVar[Mapping[str, Kind]] = {
        "scope": Kind.ATTRIBUTE,
        "file": Kind.ATTRIBUTE,
        "discriminator": Kind.INTEGER,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DILocalVariableAttr(RecordAttr):
    """A variable of the source."""

    name = "llvm.di_local_variable"
    FIELDS: ClassVar[Mapping[str, Kind]] = {
        "scope": Kind.ATTRIBUTE,
        "name": Kind.STRING,
        "file": Kind.ATTRIBUTE,
        "line": Kind.INTEGER,
        "arg": Kind.INTEGER,
        "alignInBits": Kind.INTEGER,
        "type": Kind.ATTRIBUTE,
        "flags": Kind.FLAGS,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopUnrollAttr(RecordAttr):
    """Whether and how to unroll a loop."""

    name = "llvm.loop_unroll"
    FIELDS: ClassVar[Mapping[str, Kind]] = {
        "disable": Kind.BOOLEAN,
        "count": Kind.ATTRIBUTE,
        "runtimeDisable": Kind.BOOLEAN,
        "full": Kind.BOOLEAN,
        "followupUnrolled": Kind.ATTRIBUTE,
        "followupRemainder": Kind.ATTRIBUTE,
        "followupAll": Kind.ATTRIBUTE,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class LoopAnnotationAttr(RecordAttr):
    """What is known and wanted of a loop."""

    name = "llvm.loop_annotation"
    FIELDS: ClassVar[Mapping[str, Kind]] = {
        "disableNonforced": Kind.BOOLEAN,
        "vectorize": Kind.ATTRIBUTE,
        "interleave": Kind.ATTRIBUTE,
        "unroll": Kind.ATTRIBUTE,
        "unrollAndJam": Kind.ATTRIBUTE,
        "licm": Kind.ATTRIBUTE,
        "distribute": Kind.ATTRIBUTE,
        "pipeline": Kind.ATTRIBUTE,
        "peeled": Kind.ATTRIBUTE,
        "unswitch": Kind.ATTRIBUTE,
        "mustProgress": Kind.BOOLEAN,
        "isVectorized": Kind.BOOLEAN,
        "startLoc": Kind.ATTRIBUTE,
        "endLoc": Kind.ATTRIBUTE,
        "parallelAccesses": Kind.REST,
    }
    fields: DictionaryAttr = param_def()


DEBUG_ATTRIBUTES = [
    DIBasicTypeAttr,
    DICompileUnitAttr,
    DIDerivedTypeAttr,
    DIExpressionAttr,
    DIFileAttr,
    DILexicalBlockAttr,
    DILexicalBlockFileAttr,
    DILocalVariableAttr,
    DINullTypeAttr,
    DISubprogramAttr,
    DISubroutineTypeAttr,
    LoopAnnotationAttr,
    LoopUnrollAttr,
]
