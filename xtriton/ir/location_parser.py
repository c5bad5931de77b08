"""Parses locations. An alias may be used before its definition at the end of the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, Protocol

from xdsl.dialects.builtin import CallSiteLoc, IntAttr, LocationAttr, StringAttr
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.attribute_parser import AttributeParser
from xtriton.ir.context import Context
from xtriton.ir.locations import UNKNOWN, FileRangeLoc, Location, compose, file_line_col, fuse, is_location, name_loc
from xtriton.ir.numbers import parse_integer

_LOCATION_ALIAS = re.compile(r"\s*\(\s*(#[A-Za-z_][\w$]*)\s*\)", re.ASCII)

_COMMON_LOCATION = re.compile(
    r"""
    "([^"\\\n]*+)"                           # a file or a name
    (?:
        \(\s*(\#[A-Za-z_][\w$]*+)\s*\)        # the alias of the location that is named
    |
        :([0-9]{1,9}):([0-9]{1,9})(?=\s*\))   # a line and a column, of 32 bits in any case
    )
    """,
    re.ASCII | re.VERBOSE,
)


class HasLocation(Protocol):
    """An operation or a block argument, which gets the location that follows it."""

    location: Any


class LocationParser(AttributeParser):
    """Parses locations, and computes file positions."""

    def __init__(self, ctx: Context, text: str, filename: str) -> None:
        super().__init__(ctx, text, filename)
        self.filename = filename
        self._filename_attr = StringAttr(filename)
        self._file_names: dict[str, StringAttr] = {}
        self._line_starts: list[int] | None = None
        self._deferred_locations: list[tuple[HasLocation, str, int]] = []
        """Operations and arguments whose location's alias is not defined yet, with its position."""

    def parse_optional_location(self) -> Any:
        """Read ``loc(...)`` if it comes next. An alias must be defined; operations resolve theirs later."""
        if self._parser_state.current_token.text != "loc":
            return None
        self._consume_token()
        self.parse_punctuation("(", " in inline location")
        location = self._parse_location()
        self.parse_punctuation(")", " in location")
        return location

    def parse_trailing_location(self, owner: HasLocation) -> Location | None:
        """Parse ``loc(...)`` after an op or block argument, whose location is set now or once its alias is known."""
        token = self._parser_state.current_token
        if token.text != "loc" or token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        alias = _LOCATION_ALIAS.match(token.input.content, token.end)
        if alias is None:
            location = self.parse_optional_location()
        else:
            name = alias[1]
            self.last_token = token
            self.skip_to(alias.end())
            location = self.attribute_aliases.get(name)
            if location is None:
                self._deferred_locations.append((owner, name, alias.start(1)))
                location = UNKNOWN
            elif not is_location(location):
                self.raise_error(
                    f"expected location, but found '{location}'", Span(alias.start(1), alias.end(1), token.input)
                )
        owner.location = location
        return location

    def _parse_location(self) -> Any:
        token = self._parser_state.current_token
        if token.kind is MLIRTokenKind.STRING_LIT:
            return self._parse_named_or_file_location()
        if token.kind is MLIRTokenKind.HASH_IDENT:
            attribute = self.parse_attribute()
            if not is_location(attribute):
                self.raise_error(f"expected location attribute, but got{attribute}")  # MLIR has no space there
            return attribute
        match token.text:
            case "unknown":
                self._consume_token()
                return UNKNOWN
            case "callsite":
                self._consume_token()
                self.parse_punctuation("(", " in callsite location")
                callee = self._parse_location()
                self._parse_location_keyword("at", " in callsite location")
                caller = self._parse_location()
                self.parse_punctuation(")", " in callsite location")
                return compose(CallSiteLoc, callee, caller)
            case "fused":
                self._consume_token()
                metadata = None
                if self.parse_optional_punctuation("<") is not None:
                    metadata = self.parse_attribute()
                    self.parse_punctuation(">", " after fused location metadata")
                delimiter = self.Delimiter.SQUARE
                parts = self.parse_comma_separated_list(delimiter, self._parse_location, " in fused location")
                return fuse(parts, metadata)
            case _:
                self.raise_wrong_token("expected location instance")

    def _parse_location_keyword(self, keyword: str, context: str) -> None:
        if self.parse_optional_keyword(keyword) is None:
            self.raise_wrong_token(f"expected '{keyword}'{context}")

    def _parse_named_or_file_location(self) -> Location:
        return self._parse_common_location() or self._parse_any_named_or_file_location()

    def _parse_common_location(self) -> Location | None:
        """Read ``"file":1:2`` or ``"name"(#loc)`` at once, as nearly all locations are; ``None`` for any other."""
        token = self._parser_state.current_token
        match = _COMMON_LOCATION.match(token.input.content, token.start)
        if match is None:
            return None
        text, alias, line, column = match.groups()
        if alias is not None:
            inner = self.attribute_aliases.get(alias)
            if inner is None or not is_location(inner):
                return None
            self._count(self._alias_sizes[alias])
            location = name_loc(text, inner)
        else:
            location = file_line_col(self._file_name(text), int(line), int(column))
        self.skip_to(match.end())
        return location

    def _file_name(self, text: str) -> StringAttr:
        known = self._file_names.get(text)
        if known is None:
            known = self._file_names[text] = StringAttr(text)
        return known

    def _parse_any_named_or_file_location(self) -> Location:
        text = StringAttr(self.parse_str_literal())
        if self.parse_optional_punctuation(":") is None:
            if self.parse_optional_punctuation("(") is None:
                return name_loc(text.data)
            inner = self._parse_location()
            self.parse_punctuation(")", " after child location of NameLoc")
            return name_loc(text.data, inner)
        line = self._parse_position("line")
        if self.parse_optional_punctuation(":") is None:
            return file_line_col(text, line, 0)
        column = self._parse_position("column")
        if self.parse_optional_keyword("to") is None:
            return file_line_col(text, line, column)
        end_line = line
        if self.current_token.kind is MLIRTokenKind.INTEGER_LIT:
            end_line = self._parse_position("line")
        if self.parse_optional_punctuation(":") is None:
            self.raise_wrong_token("expected either integer or `:` post `to` in FileLineColRange")
        end_column = self._parse_position("column")
        if (end_line, end_column) == (line, column):
            return file_line_col(text, line, column)
        return FileRangeLoc(text, IntAttr(line), IntAttr(column), IntAttr(end_line), IntAttr(end_column))

    def _parse_position(self, what: str) -> int:
        token = self.current_token
        if token.kind is not MLIRTokenKind.INTEGER_LIT or (value := parse_integer(token.text)) >= 1 << 32:
            self.raise_wrong_token(f"expected integer {what} number in FileLineColRange")
        self._consume_token()
        return value

    def location_at(self, position: int) -> LocationAttr:
        """The position in the file: the location of an operation without ``loc``."""
        line, column = self.line_and_column(position)
        return file_line_col(self._filename_attr, line, column)

    def line_and_column(self, position: int) -> tuple[int, int]:
        """Line and column of a position in the text, both counted from 1."""
        if self._line_starts is None:
            content = self._parser_state.lexer.input.content
            self._line_starts = [0, *(match.end() for match in re.finditer("\n", content))]
        line = bisect_right(self._line_starts, position)
        return line, position - self._line_starts[line - 1] + 1

    def _resolve_deferred_locations(self) -> None:
        for owner, name, position in self._deferred_locations:
            location = self.attribute_aliases.get(name)
            if location is None:
                self.raise_error("operation location alias was never defined", position)
            if not is_location(location):
                self.raise_error(f"expected location, but found '{location}'", position)
            owner.location = location
