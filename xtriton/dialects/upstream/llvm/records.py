"""Attributes that are records of named fields: ``#llvm.loop_unroll<disable = true, full = false>``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.ir.constraints import raise_errors
from xtriton.ir.directives import print_stripped_type
from xtriton.ir.distinct import DistinctAttr
from xtriton.versions import V3_6, ByVersion, by_version


class Kind(Enum):
    """The syntax of a field's value."""

    ATTRIBUTE = auto()
    STRING = auto()
    INTEGER = auto()
    BOOLEAN = auto()
    KEYWORD = auto()
    FLAGS = auto()
    DISTINCT = auto()
    REST = auto()


FieldKind = Kind | type[ParametrizedAttribute]
"""A class stands for its attributes, which are printed with their parameters only unless they have an alias."""
Fields = Mapping[str, FieldKind]


class RecordAttr(ParametrizedAttribute):
    """Named fields in the order of ``FIELDS``. Those absent or ``IMPLIED`` are not printed. Subclasses hold
    ``fields``.
    """

    FIELDS: ClassVar[Fields]
    IMPLIED: ClassVar[ByVersion[Mapping[str, Attribute]]] = by_version({V3_6: {}})
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
            field = parser.parse_optional_identifier()
            if field is None:
                raise_errors(
                    parser, ("expected valid keyword", parser.pos), ("expected a parameter name in struct", parser.pos)
                )
            parser.parse_punctuation("=")
            if field not in cls.FIELDS or field in fields:
                parser.raise_error(f"duplicate or unknown struct parameter name: {field}")
            fields[field] = _parse_field(parser, cls.FIELDS[field])
        return (DictionaryAttr(fields),)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string("<")
        implied = self.IMPLIED.now()
        present = [name for name in self.FIELDS if self.fields.data.get(name) not in (None, implied.get(name))]
        for index, name in enumerate(present):
            printer.print_string(f"{', ' if index else ''}{name} = ")
            _print_field(printer, self.FIELDS[name], self.fields.data[name])
        printer.print_string(">")


def _parse_field(parser: AttrParser, kind: FieldKind) -> Attribute:
    if not isinstance(kind, Kind):
        attribute = parser.parse_optional_attribute()
        return kind.new(kind.parse_parameters(parser)) if attribute is None else attribute
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
            attribute = parser.parse_attribute()
            if not isinstance(attribute, DistinctAttr):
                parser.raise_error("expected a distinct attribute")
            return attribute
        case Kind.REST:
            return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_attribute))


def _print_field(printer: Printer, kind: FieldKind, value: Attribute) -> None:
    if not isinstance(kind, Kind):
        print_stripped_type(printer, value)
        return
    match value:
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
