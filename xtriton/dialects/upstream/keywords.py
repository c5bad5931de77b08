"""Enum attributes with keyword syntax: ``#gpu<dim x>``, ``#nvvm.mma_layout<row>``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, TypeVar, cast

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xtriton.ir.constraints import raise_op_errors
from xtriton.versions import ALL_VERSIONS, V3_6, ByVersion, VersionRange, by_version


def parse_enum_keyword(parser: AttrParser, keywords: Collection[str], enum: str, attribute: str, parameter: str) -> str:
    """Parse a C++ enum keyword that is an attribute parameter; the names are those in MLIR's messages."""
    start = parser.pos
    keyword = parser.parse_optional_identifier_or_str_literal()
    if keyword is None or keyword not in keywords:
        problem = "valid keyword or string" if keyword is None else f"{enum} to be one of: {', '.join(keywords)}"
        raise_op_errors(
            parser,
            (f"expected {problem}", start),
            (f"failed to parse {attribute} parameter '{parameter}' which is to be a `{enum}`", parser.pos),
        )
    return keyword


@dataclass(frozen=True, init=False)
class KeywordAttr(ParametrizedAttribute):
    """One of ``KEYWORDS``, or of those ``ADDED`` in a version.

    ``CPP_NAME`` is the enum's name in MLIR's messages, ``CPP_ATTRIBUTE`` the attribute's, ``CPP_PARAMETER`` that of its
    parameter. With ``BRACKETS`` the keyword is printed in angle brackets. A subclass without them also derives from
    xDSL's ``OpaqueSyntaxAttribute``, which puts brackets around the whole attribute.
    """

    VERSIONS: ClassVar[VersionRange] = ALL_VERSIONS
    KEYWORDS: ClassVar[Sequence[str]]
    ADDED: ClassVar[ByVersion[Sequence[str]]] = by_version({V3_6: ()})
    CPP_NAME: ClassVar[str]
    CPP_ATTRIBUTE: ClassVar[str]
    CPP_PARAMETER: ClassVar[str] = "value"
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
        enum = f"::mlir::{cls.CPP_NAME}"
        keywords = (*cls.KEYWORDS, *cls.ADDED.now())
        keyword = parse_enum_keyword(parser, keywords, enum, cls.CPP_ATTRIBUTE, cls.CPP_PARAMETER)
        if cls.BRACKETS:
            parser.parse_punctuation(">")
        return (StringAttr(keyword),)

    def print_parameters(self, printer: Printer) -> None:
        keyword = self.keyword.data
        printer.print_string(f"<{keyword}>" if self.BRACKETS else f" {keyword}")


KeywordT = TypeVar("KeywordT", bound=KeywordAttr)


def keyword_attr(
    base: type[KeywordT], name: str, enum: str, keywords: Sequence[str], attribute: str = "", **members: object
) -> type[KeywordT]:
    """The definition of a keyword attribute, in the module of ``base``.

    ``enum`` is its ``CPP_NAME``, ``attribute`` its ``CPP_ATTRIBUTE``, by default the enum's name and ``Attr``;
    ``members`` are its other class variables.
    """
    attribute = attribute or f"{enum.rpartition('::')[2]}Attr"
    described = {"name": name, "__module__": base.__module__}
    spelled = {"KEYWORDS": keywords, "CPP_NAME": enum, "CPP_ATTRIBUTE": attribute}
    made = type(base)(attribute, (base,), {**described, **spelled, **members})
    return irdl_attr_definition(cast("type[KeywordT]", made))
