"""Attributes that are sets of flags: ``#arith.fastmath<nnan,contract>``, ``#arith.overflow<nsw, nuw>``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from xtriton.dialects.upstream.keywords import KeywordAttr, parse_enum_keyword
from xtriton.ir.constraints import AttrPredicate
from xtriton.versions import V3_6, V3_8, ByVersion, active_version, at_version, by_version


class FlagsAttr(ParametrizedAttribute):
    """A bit set with a keyword per bit. Subclasses hold ``bits`` and name them, from the least significant one.

    ``ALL_KEYWORD`` is the keyword for all bits; ``CPP_NAME`` is the enum's name in MLIR's messages, ``CPP_ATTRIBUTE``
    the attribute's.
    """

    KEYWORDS: ClassVar[Sequence[str]]
    ALL_KEYWORD: ClassVar[str | None] = None
    SEPARATOR: ClassVar[str]
    CPP_NAME: ClassVar[str]
    CPP_ATTRIBUTE: ClassVar[str]

    bits: IntAttr

    @classmethod
    def of(cls, *keywords: str) -> Self:
        """The set with the named flags."""
        values = cls.values()
        bits = 0
        for keyword in keywords:
            bits |= values[keyword]
        return cls.new([IntAttr(bits)])

    @classmethod
    def values(cls) -> dict[str, int]:
        """The bits of every keyword."""
        values = {"none": 0} | {keyword: 1 << bit for bit, keyword in enumerate(cls.KEYWORDS)}
        if cls.ALL_KEYWORD is not None:
            values[cls.ALL_KEYWORD] = (1 << len(cls.KEYWORDS)) - 1
        return values

    @property
    def keywords(self) -> list[str]:
        """The flags that are set."""
        return [keyword for bit, keyword in enumerate(self.KEYWORDS) if self.bits.data >> bit & 1]

    def __contains__(self, keyword: str) -> bool:
        return self.values()[keyword] & ~self.bits.data == 0

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parser.parse_punctuation("<")
        values = cls.values()
        bits = 0
        while True:
            keyword = parse_enum_keyword(parser, values, f"::mlir::{cls.CPP_NAME}", cls.CPP_ATTRIBUTE, "value")
            bits |= values[keyword]
            if parser.parse_optional_punctuation(",") is None:
                break
        parser.parse_punctuation(">")
        return (IntAttr(bits),)

    def print_parameters(self, printer: Printer) -> None:
        if self.ALL_KEYWORD is not None and self.ALL_KEYWORD in self:
            text = self.ALL_KEYWORD
        else:
            text = self.SEPARATOR.join(self.keywords) or "none"
        printer.print_string(f"<{text}>")


_SPACE_BEFORE_KEYWORD = by_version({V3_6: " ", V3_8: ""})
"""What is printed before a keyword in the syntax of an operation, besides the space that separates it."""


def stripped_attr(
    attr_class: type[ParametrizedAttribute] | ByVersion[type[ParametrizedAttribute]], summary: str
) -> AttrPredicate:
    """An attribute of one class, printed with its parameters only."""

    def present() -> type[ParametrizedAttribute]:
        return at_version(attr_class, active_version())

    def parse(parser: Parser, name: str) -> Attribute:
        if parser.lexer.input.content[parser.pos : parser.pos + 1] == "#":
            return parser.parse_attribute()
        kind = present()
        return kind.new(kind.parse_parameters(parser))

    def print_(printer: Printer, attr: Attribute) -> None:
        assert isinstance(attr, ParametrizedAttribute)
        if isinstance(attr, KeywordAttr) and not attr.BRACKETS:
            printer.print_string(_SPACE_BEFORE_KEYWORD.now() + attr.keyword.data)
        else:
            attr.print_parameters(printer)

    return AttrPredicate(summary, lambda attr: isinstance(attr, present()), parse, print_)
