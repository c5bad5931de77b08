"""A lexer for MLIR text that finds each token with one regular expression.

It yields the token kinds of xDSL's lexer, so that xDSL's parsers work on it, in a quarter of the time. A :class:`Token`
is its own span: no second object per token. Repetitions in the expressions are possessive: invalid text is rejected in
linear time.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import KIND_BY_PUNCTUATION_SPELLING, MLIRLexer, MLIRTokenKind

_TOKEN = re.compile(
    r"""
    (?: [\ \t\r\n\0]++ | //[^\n\r]*+ )*+
    (?:
      ( [A-Za-z_][\w$.]* )                                        # 1 bare identifier
    | ( % (?: \d+ | [A-Za-z$._-][\w$.-]* ) )                      # 2 SSA value
    | ( -> | \{-\# | \#-\} | \.\.\. | [:,()\[\]<>={}+\-*/?|] )    # 3 punctuation
    | ( 0x[0-9a-fA-F]+ | \d+ (?! \. \d* | \d ) )                  # 4 integer
    | ( \d+ \. \d* (?: [eE][+-]?\d+ )? )                          # 5 float
    | ( "(?: [^"\\\n\v\f]++ | \\(?: ["nt\\] | [0-9A-Fa-f]{2} ) )*+" )   # 6 string
    | ( \# (?: \d+ | [A-Za-z$._-][\w$.-]* ) )                     # 7 attribute or tuple index
    | ( ! (?: \d+ | [A-Za-z$._-][\w$.-]* ) )                      # 8 type
    | ( \^ (?: \d+ | [A-Za-z$._-][\w$.-]* ) )                     # 9 block
    | ( @ (?: [A-Za-z_][\w$.]* | "(?: [^"\\\n\v\f]++ | \\(?: ["nt\\] | [0-9A-Fa-f]{2} ) )*+" ) )  # 10 symbol
    | ( \Z )                                                      # 11 end of file
    )
    """,
    re.VERBOSE | re.ASCII,
)

_SKIPPED = re.compile(r"(?:[ \t\r\n\0]++|//[^\n\r]*+)*+")

_KINDS: tuple[MLIRTokenKind, ...] = (
    MLIRTokenKind.EOF,  # no group 0
    MLIRTokenKind.BARE_IDENT,
    MLIRTokenKind.PERCENT_IDENT,
    MLIRTokenKind.COLON,  # replaced by the punctuation's own kind
    MLIRTokenKind.INTEGER_LIT,
    MLIRTokenKind.FLOAT_LIT,
    MLIRTokenKind.STRING_LIT,
    MLIRTokenKind.HASH_IDENT,
    MLIRTokenKind.EXCLAMATION_IDENT,
    MLIRTokenKind.CARET_IDENT,
    MLIRTokenKind.AT_IDENT,
    MLIRTokenKind.EOF,
)
_PUNCTUATION = 3


class Token(Span[str]):
    """A token and its position in the input."""

    __slots__ = ("end", "input", "kind", "line_offset", "start", "text")

    kind: MLIRTokenKind
    text: str  # pyright: ignore[reportIncompatibleMethodOverride]

    # The base class is frozen; a token is written once, by its constructor, and this is the cheapest way.
    __setattr__ = object.__setattr__

    def __init__(self, kind: MLIRTokenKind, text: str, start: int, end: int, source: Input[str]) -> None:
        self.kind = kind
        self.text = text  # pyright: ignore[reportAttributeAccessIssue, reportIncompatibleMethodOverride]
        self.start = start  # pyright: ignore[reportAttributeAccessIssue]
        self.end = end  # pyright: ignore[reportAttributeAccessIssue]
        self.input = source  # pyright: ignore[reportAttributeAccessIssue]
        self.line_offset = 0  # pyright: ignore[reportAttributeAccessIssue]

    @property
    def span(self) -> Token:
        """The token itself."""
        return self

    def __repr__(self) -> str:
        return f"Token({self.kind.name}, {self.text!r})"


class Lexer(MLIRLexer):
    """Lexer of MLIR text, one token at a time."""

    def lex(self) -> Any:
        """The next token."""
        match = _TOKEN.match(self.input.content, self.pos)
        if match is None:
            self._fail()
        group = match.lastindex
        assert group is not None
        text = match[group]
        start, self.pos = match.span(group)
        kind = KIND_BY_PUNCTUATION_SPELLING[text] if group == _PUNCTUATION else _KINDS[group]
        return Token(kind, text, start, self.pos, self.input)

    def _fail(self) -> NoReturn:
        skipped = _SKIPPED.match(self.input.content, self.pos)
        start = skipped.end() if skipped is not None else self.pos
        character = self.input.content[start : start + 1]
        span = Span(start, start + 1, self.input)
        match character:
            case '"':
                raise _bad_string(self.input, start)
            case "@" if self.input.content[start + 1 : start + 2] == '"':
                raise _bad_string(self.input, start + 1)
            case "@":
                span = Span(start + 1, start + 2, self.input)
                raise ParseError(span, "@ identifier expected to start with letter or '_'")
            case "%" | "!" | "^" | "#":
                raise ParseError(span, f"invalid {_SIGIL_NAMES[character]}")
            case _:
                raise ParseError(span, "unexpected character")


_SIGIL_NAMES = {"%": "SSA name", "!": "type name", "^": "block name", "#": "attribute name"}


def _bad_string(source: Input[str], start: int) -> ParseError:
    """Why no string literal begins at ``start``, and the position of the error."""
    match = _STRING_BODY.match(source.content, start + 1)
    assert match is not None
    end = match.end()
    if source.content[end : end + 1] == "\\":
        return ParseError(Span(end, end + 1, source), "unknown escape in string literal")
    return ParseError(Span(end, end + 1, source), "expected '\"' in string literal")


_STRING_BODY = re.compile(r'(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+')


def string_value(literal: str) -> str:
    """The contents of a string literal. MLIR allows bytes that are not UTF-8: they become lone surrogates (PEP 383)."""
    body = literal[1:-1]
    if "\\" not in body:
        return body
    return _ESCAPE.sub(_unescape, body.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


_ESCAPE = re.compile(rb"\\([nt\"\\]|[0-9A-Fa-f]{2})")
_ESCAPED = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}


def _unescape(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return _ESCAPED[code] if code in _ESCAPED else bytes([int(code, 16)])
