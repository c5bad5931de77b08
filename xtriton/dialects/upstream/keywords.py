"""Attributes that are one keyword out of a list: ``#gpu<dim x>``, ``#nvvm.mma_layout<row>``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from xtriton.ir.constraints import raise_op_error


class KeywordAttr(ParametrizedAttribute):
    """One of ``KEYWORDS``. Subclasses hold ``keyword``; ``CPP_NAME`` is the enum's name in MLIR's messages.

    With ``BRACKETS`` the keyword stands in angle brackets. A subclass without also derives from xDSL's
    ``OpaqueSyntaxAttribute``, which puts brackets around the whole attribute.
    """

    KEYWORDS: ClassVar[Sequence[str]]
    CPP_NAME: ClassVar[str]
    BRACKETS: ClassVar[bool] = True

    keyword: StringAttr

    @classmethod
    def of(cls, keyword: str) -> Self:
        """The attribute with this keyword."""
        return cls.new([StringAttr(keyword)])

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        if cls.BRACKETS:
            parser.parse_punctuation("<")
        keyword = parser.parse_optional_keyword_in(cls.KEYWORDS)
        if keyword is None:
            message = f"expected ::mlir::{cls.CPP_NAME} to be one of: {', '.join(cls.KEYWORDS)}"
            if isinstance(parser, Parser):
                raise_op_error(parser, message)
            parser.raise_error(message)
        if cls.BRACKETS:
            parser.parse_punctuation(">")
        return (StringAttr(keyword),)

    def print_parameters(self, printer: Printer) -> None:
        keyword = self.keyword.data
        printer.print_string(f"<{keyword}>" if self.BRACKETS else f" {keyword}")
