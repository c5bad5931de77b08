"""The ``struct(params)`` form of attributes in ODS: ``name = value, ...``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from xtriton.ir.constraints import I32Enum, raise_errors, raise_op_errors

if TYPE_CHECKING:
    from xdsl.parser import AttrParser

Reader = Callable[["AttrParser", str], object]
"""Parses the value of a parameter; the second argument is the message for an error in the value."""


def parse_struct(
    parser: AttrParser, owner: str, readers: Mapping[str, Reader], required: Sequence[str]
) -> dict[str, object]:
    """Read ``name = value, ...`` (ODS ``struct(params)``), in any order; only ``required`` ones are mandatory.

    ``owner`` is Triton's name of the attribute, for messages.
    """
    found: dict[str, object] = {}
    while True:
        name = parser.parse_optional_identifier()
        if name is None:
            if not found and not required:
                return found
            raise_errors(
                parser, ("expected valid keyword", parser.pos), ("expected a parameter name in struct", parser.pos)
            )
        parser.parse_punctuation("=")
        if name not in readers or name in found:
            parser.raise_error(f"duplicate or unknown struct parameter name: {name}")
        found[name] = readers[name](parser, f"failed to parse {owner} parameter '{name}' which is to be a")
        if len(found) < len(required) == len(readers):
            parser.parse_punctuation(",")
        elif len(found) == len(required) == len(readers) or parser.parse_optional_punctuation(",") is None:
            break
    for name in required:
        if name not in found:
            parser.raise_error(f"struct is missing required parameter: {name}")
    return found


def keyword_reader(enum: type[I32Enum], name: str) -> Reader:
    """The parser of a parameter that is a member of ``enum``, whose C++ name is ``name``."""
    members = {member.keyword: member for member in enum}

    def read(parser: AttrParser, consequence: str) -> object:
        position = parser.pos
        word = parser.parse_optional_identifier_or_str_literal()
        if word in members:
            return members[word]
        problem = f"expected {name} to be one of: {', '.join(members)}"
        first = problem if word is not None else "expected valid keyword or string"
        raise_op_errors(parser, (first, position), (f"{consequence} `{name}`", parser.pos))

    return read
