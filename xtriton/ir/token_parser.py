"""Parses tokens, keywords and literals, with MLIR's messages at MLIR's positions.

MLIR locates a missing token in two ways. Missing punctuation, types, attributes and operands are reported behind the
last token (:func:`expected_position`). In the custom syntax of an operation the error is located at the next token
instead, and the message names the operation.
"""

from __future__ import annotations

from typing import Any, NoReturn, Protocol, cast

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block
from xdsl.parser import Parser as XdslParser
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.constraints import raise_op_error
from xtriton.ir.context import Context
from xtriton.ir.lexer import Lexer, Token, string_value
from xtriton.ir.numbers import parse_integer


def expected_position(text: str, start: int) -> int:
    """The position for an error "expected ..." about the token at ``start``: after the text before it.

    Blank lines and comments are skipped backwards. Without text before it the token's own position is used.
    """
    end = start
    while True:
        while end and text[end - 1] in " \t":
            end -= 1
        if end == 0:
            return start
        if text[end - 1] not in "\n\r":
            return end
        end -= 1
        line = end
        while line and text[line - 1] not in "\n\r":
            line -= 1
        comment = text.find("//", line, end)
        if comment >= 0:
            end = comment


class _State(Protocol):
    """xDSL's parser state, with this package's lexer and tokens."""

    lexer: Lexer
    current_token: Token
    dialect_stack: list[str]


class TokenParser(XdslParser):
    """Parses tokens.

    ``op_name`` is the operation whose custom syntax is being parsed, ``op_start`` the position and ``op_dialect`` the
    dialect of the operation that is being parsed in either syntax.
    """

    _parser_state: _State  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, ctx: Context, text: str, filename: str) -> None:
        super().__init__(ctx, "", filename)
        state = ParserState(Lexer(Input(text, filename)))
        self._parser_state = cast("_State", state)  # pyright: ignore[reportIncompatibleVariableOverride]
        self.op_name: str | None = None
        self.op_start = 0
        self.op_dialect = ""
        self.last_token: Span[str] = self.current_token

    @property
    def current_token(self) -> Token:
        """The next token."""
        return self._parser_state.current_token

    def raise_wrong_token(self, message: str) -> NoReturn:
        """Raise an error about the next token, located behind the text before it, as in MLIR."""
        token = self.current_token
        # At the end of the text the error is located before the last character.
        start = max(token.start - 1, 0) if token.kind is MLIRTokenKind.EOF else token.start
        position = expected_position(token.input.content, start)
        self.raise_error(message, Span(position, position, token.input))

    def _consume_token(self, expected_kind: MLIRTokenKind | None = None) -> Any:
        state = self._parser_state
        token = state.current_token
        assert expected_kind is None or token.kind is expected_kind
        self.last_token = token
        state.current_token = state.lexer.lex()
        return token

    def _parse_optional_token(self, expected_kind: MLIRTokenKind) -> Any:
        state = self._parser_state
        token = state.current_token
        if token.kind is not expected_kind:
            return None
        self.last_token = token
        state.current_token = state.lexer.lex()
        return token

    def _parse_token(self, expected_kind: MLIRTokenKind, error_msg: str) -> Any:
        token = self._parse_optional_token(expected_kind)
        if token is None:
            self.raise_wrong_token(error_msg)
        return token

    def parse_optional_punctuation(self, punctuation: Any) -> Any:
        """Read the punctuation if it comes next."""
        state = self._parser_state
        if state.current_token.text != punctuation:
            return None
        self.last_token = state.current_token
        state.current_token = state.lexer.lex()
        return punctuation

    def parse_punctuation(self, punctuation: Any, context_msg: str = "") -> Any:
        """Read the punctuation."""
        if self.parse_optional_punctuation(punctuation) is None:
            self.raise_wrong_token(f"expected '{punctuation}'{context_msg}")
        return punctuation

    def parse_optional_characters(self, text: str) -> str | None:
        """Read a token spelled ``text`` if it comes next."""
        return self.parse_optional_punctuation(text)

    def parse_characters(self, text: str, context_msg: str = "") -> str:
        """Read a token spelled ``text``."""
        return self.parse_punctuation(text, context_msg)

    def parse_optional_keyword(self, keyword: str) -> str | None:
        """Read the keyword if it comes next."""
        state = self._parser_state
        token = state.current_token
        if token.text != keyword or token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        self.last_token = token
        state.current_token = state.lexer.lex()
        return keyword

    def parse_keyword(self, keyword: str, context_msg: str = "") -> str:
        """Read the keyword."""
        if self.parse_optional_keyword(keyword) is None:
            raise_op_error(self, f"expected '{keyword}'{context_msg}")
        return keyword

    def parse_optional_integer(self, allow_boolean: bool = True, allow_negative: bool = True) -> int | None:
        """Read an integer of any length, or ``true`` and ``false`` where ``allow_boolean``, if one comes next."""
        if allow_boolean and (boolean := self.parse_optional_boolean()) is not None:
            return int(boolean)
        is_negative = allow_negative and self._parse_optional_token(MLIRTokenKind.MINUS) is not None
        token = self._parse_optional_token(MLIRTokenKind.INTEGER_LIT)
        if token is None:
            if is_negative:
                self.raise_error("expected integer value")
            return None
        return -parse_integer(token.text) if is_negative else parse_integer(token.text)

    def parse_integer(self, allow_boolean: bool = True, allow_negative: bool = True, context_msg: str = "") -> int:
        """Read an integer."""
        value = self.parse_optional_integer(allow_boolean, allow_negative)
        if value is None:
            raise_op_error(self, f"expected integer value{context_msg}")
        return value

    def parse_str_literal(self, context_msg: str = "") -> str:
        """Read a quoted string."""
        value = self.parse_optional_str_literal()
        if value is None:
            raise_op_error(self, f"expected string{context_msg}")
        return value

    def parse_optional_str_literal(self) -> str | None:
        """Read a quoted string if one comes next."""
        token = self._parse_optional_token(MLIRTokenKind.STRING_LIT)
        return None if token is None else string_value(token.text)

    def _parse_optional_string_attr(self) -> StringAttr | None:
        value = self.parse_optional_str_literal()
        return None if value is None else StringAttr(value)

    def parse_optional_symbol_name(self) -> StringAttr | None:
        """Read ``@name`` if it comes next."""
        token = self._parse_optional_token(MLIRTokenKind.AT_IDENT)
        if token is None:
            return None
        name = token.text[1:]
        return StringAttr(string_value(name) if name.startswith('"') else name)

    def parse_symbol_name(self) -> StringAttr:
        """Read ``@name``."""
        name = self.parse_optional_symbol_name()
        if name is None:
            raise_op_error(self, "expected valid '@'-identifier for symbol name")
        return name

    def parse_successor(self) -> Block:
        """Read ``^name``."""
        block = self.parse_optional_successor()
        if block is None:
            self.raise_wrong_token("expected block name")
        return block

    def skip_to(self, position: int) -> None:
        """Continue parsing at ``position``."""
        state = self._parser_state
        state.lexer.pos = position
        self.last_token = Span(position, position, state.lexer.input)
        state.current_token = state.lexer.lex()
