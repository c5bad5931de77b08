"""Debug information: source locations of code and variables.

#llvm.di_subprogram<id = distinct[0]<>, compileUnit = #cu, scope = #file, name = "kernel", line = 3>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.dialects.upstream.llvm.records import Fields, Kind, RecordAttr
from xtriton.versions import V3_6, V3_8, ByVersion, by_version


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
    """``<[DW_OP_name(1, 2), ...]>``: the computation of a variable's value."""

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
    FIELDS: ClassVar[Fields] = _TYPE | {"sizeInBits": Kind.INTEGER, "encoding": Kind.KEYWORD}
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DIDerivedTypeAttr(RecordAttr):
    """A type derived from another, such as a pointer."""

    name = "llvm.di_derived_type"
    FIELDS: ClassVar[Fields] = _TYPE | {
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
    FIELDS: ClassVar[Fields] = {"callingConvention": Kind.KEYWORD, "types": Kind.REST}
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DICompileUnitAttr(RecordAttr):
    """A compile unit."""

    name = "llvm.di_compile_unit"
    FIELDS: ClassVar[Fields] = {
        "id": Kind.DISTINCT,
        "sourceLanguage": Kind.KEYWORD,
        "file": DIFileAttr,
        "producer": Kind.STRING,
        "isOptimized": Kind.BOOLEAN,
        "emissionKind": Kind.KEYWORD,
        "nameTableKind": Kind.KEYWORD,
        "splitDebugFilename": Kind.STRING,
    }
    IMPLIED: ClassVar[ByVersion[Mapping[str, Attribute]]] = by_version(
        {V3_6: {}, V3_8: {"isOptimized": IntegerAttr(0, 1)}}
    )
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DISubprogramAttr(RecordAttr):
    """A function of the source."""

    name = "llvm.di_subprogram"
    FIELDS: ClassVar[Fields] = {
        "recId": Kind.DISTINCT,
        "isRecSelf": Kind.BOOLEAN,
        "id": Kind.DISTINCT,
        "compileUnit": DICompileUnitAttr,
        "scope": Kind.ATTRIBUTE,
        "name": Kind.STRING,
        "linkageName": Kind.STRING,
        "file": DIFileAttr,
        "line": Kind.INTEGER,
        "scopeLine": Kind.INTEGER,
        "subprogramFlags": Kind.FLAGS,
        "type": DISubroutineTypeAttr,
        "retainedNodes": Kind.REST,
        "annotations": Kind.REST,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DILexicalBlockAttr(RecordAttr):
    """A block of the source."""

    name = "llvm.di_lexical_block"
    FIELDS: ClassVar[Fields] = {
        "scope": Kind.ATTRIBUTE,
        "file": DIFileAttr,
        "line": Kind.INTEGER,
        "column": Kind.INTEGER,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DILexicalBlockFileAttr(RecordAttr):
    """A change of file within a block."""

    name = "llvm.di_lexical_block_file"
    FIELDS: ClassVar[Fields] = {
        "scope": Kind.ATTRIBUTE,
        "file": DIFileAttr,
        "discriminator": Kind.INTEGER,
    }
    fields: DictionaryAttr = param_def()


@irdl_attr_definition
class DILocalVariableAttr(RecordAttr):
    """A variable of the source."""

    name = "llvm.di_local_variable"
    FIELDS: ClassVar[Fields] = {
        "scope": Kind.ATTRIBUTE,
        "name": Kind.STRING,
        "file": DIFileAttr,
        "line": Kind.INTEGER,
        "arg": Kind.INTEGER,
        "alignInBits": Kind.INTEGER,
        "type": Kind.ATTRIBUTE,
        "flags": Kind.FLAGS,
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
]
