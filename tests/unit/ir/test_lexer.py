"""Tokens, string literals, and where something missing is said to be missing."""

from __future__ import annotations

import pytest
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.lexer import Lexer, Token, string_value
from xtriton.ir.token_parser import expected_position


def tokens(text: str) -> list[Token]:
    lexer = Lexer(Input(text, "<test>"))
    found: list[Token] = []
    while (token := lexer.lex()).kind is not MLIRTokenKind.EOF:
        found.append(token)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%0 = tt.load", ["%0", "=", "tt.load"]),
        ("%a#1 // comment\n-> @f", ["%a", "#1", "->", "@f"]),
        ('^bb0: "a\\22b" @"c d"', ["^bb0", ":", '"a\\22b"', '@"c d"']),
        ("0x1F 12 1.5e-3 1.", ["0x1F", "12", "1.5e-3", "1."]),
        ("!tt.ptr<f32> {-# #-}", ["!tt.ptr", "<", "f32", ">", "{-#", "#-}"]),
        ("4x8xf32", ["4", "x8xf32"]),
        ("a\0b\tc\r\nd // e\rf", ["a", "b", "c", "d", "f"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert [token.text for token in tokens(text)] == expected


def test_tokens_know_their_places() -> None:
    assert [(token.start, token.end) for token in tokens("ab  %c")] == [(0, 2), (4, 6)]


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ('"plain"', "plain"),
        ('"a\\nb\\tc\\\\d\\"e"', 'a\nb\tc\\d"e'),
        ('"\\41\\0A"', "A\n"),
        ('"\\C3\\A9é"', "éé"),
        ('"\\FF"', "\udcff"),
    ],
)
def test_string_values(literal: str, value: str) -> None:
    assert string_value(literal) == value


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ('"abc', "expected '\"' in string literal", 4),
        ('"abc\nd"', "expected '\"' in string literal", 4),
        ('"a\\q"', "unknown escape in string literal", 2),
        ('@"a', "expected '\"' in string literal", 3),
        ("@ f", "@ identifier expected to start with letter or '_'", 1),
        ("~", "unexpected character", 0),
        ("a \vb", "unexpected character", 2),
        ("a\fb", "unexpected character", 1),
    ],
)
def test_bad_tokens(text: str, message: str, position: int) -> None:
    with pytest.raises(ParseError) as failure:
        tokens(text)
    assert failure.value.msg == message
    assert failure.value.span.start == position


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("a |b", 1),  # behind the token before
        ("a\n\n  |b", 1),  # over blank lines
        ("a // why\n|b", 1),  # in front of a comment ...
        ("// why\n|b", 7),  # ... that is not all there is
        ("|b", 0),
    ],
)
def test_missing_tokens_are_reported_after_the_text_before(text: str, position: int) -> None:
    start = text.index("|")
    expected = 0 if position == 0 else position
    assert expected_position(text.replace("|", ""), start) == expected


def test_looking_back_over_many_comments_takes_linear_time() -> None:
    """With 4 MB of comments a search that starts over at each line takes minutes."""
    text = "module {" + "\n// nothing at all" * 250_000 + "\n)"
    assert expected_position(text, len(text) - 1) == len("module {")
