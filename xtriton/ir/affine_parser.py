"""Reads affine maps, sets and subscripts: ``(d0)[s0] -> (d0 + s0)``, ``(d0) : (d0 >= 0)``, ``[%i + 1, symbol(%n)]``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, cast

from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr
from xdsl.ir.affine import (
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)
from xdsl.parser import UnresolvedOperand
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.affine_expressions import add, divide, is_symbolic, multiply, subtract
from xtriton.ir.numbers import parse_integer

if TYPE_CHECKING:
    from xtriton.ir.attribute_parser import AttributeParser
    from xtriton.ir.value_parser import ValueParser

_SUMS = ("+", "-")
_DIVISIONS = {
    "floordiv": AffineBinaryOpKind.FloorDiv,
    "ceildiv": AffineBinaryOpKind.CeilDiv,
    "mod": AffineBinaryOpKind.Mod,
}
_FACTORS = ("*", *_DIVISIONS)
_BAD_CONSTRAINT = "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"
_ALWAYS = AffineConstraintExpr(AffineConstraintKind.eq, AffineConstantExpr(0), AffineConstantExpr(0))
"""The constraint of a set without constraints."""


class _Expressions:
    """Reads expressions. ``read_name`` reads an operand that is no number or operator, or returns None."""

    def __init__(self, parser: AttributeParser, read_name: Callable[[], AffineExpr | None]) -> None:
        self.parser = parser
        self.read_name = read_name

    def expression(self) -> AffineExpr:
        """A sum."""
        result = self._product("expected affine expression")
        while (operator := self.parser.current_token.text) in _SUMS:
            self.parser.parse_punctuation(operator)
            right = self._product("missing right operand of binary operator")
            result = add(result, right) if operator == "+" else subtract(result, right)
        return result

    def _product(self, missing: str) -> AffineExpr:
        result = self._operand(missing)
        while (token := self.parser.current_token).text in _FACTORS:
            self.parser.skip_to(token.end)
            right = self._operand("missing right operand of binary operator")
            kind = _DIVISIONS.get(token.text)
            if kind is None:
                if not is_symbolic(result) and not is_symbolic(right):
                    self._fail_at(token.start, "at least one of the multiply operands has to be")
                result = multiply(result, right)
            else:
                if not is_symbolic(right):
                    self._fail_at(token.start, f"right operand of {token.text} has to be")
                result = divide(kind, result, right)
        return result

    def _fail_at(self, position: int, what: str) -> NoReturn:
        self.parser.raise_error(f"non-affine expression: {what} either a constant or symbolic", position)

    def _operand(self, missing: str) -> AffineExpr:
        parser = self.parser
        named = self.read_name()
        if named is not None:
            return named
        token = parser.current_token
        if token.kind is MLIRTokenKind.INTEGER_LIT:
            value = parse_integer(token.text)
            if value >= 1 << 63:
                parser.raise_error("constant too large for index", token)
            parser.skip_to(token.end)
            return AffineConstantExpr(value)
        if parser.parse_optional_punctuation("-") is not None:
            return multiply(self._operand("missing operand of negation"), AffineConstantExpr(-1))
        if parser.parse_optional_punctuation("(") is not None:
            if parser.current_token.text == ")":
                parser.raise_error("no expression inside parentheses")
            inner = self.expression()
            parser.parse_punctuation(")")
            return inner
        if token.text in ("+", "*") and missing == "expected affine expression":
            missing = "missing left operand of binary operator"
        parser.raise_error(missing, token)


def parse_affine_map(parser: AttributeParser) -> AffineMapAttr:
    """Read ``<(d0) -> (d0)>``."""
    parser.parse_punctuation("<", " in affine map")
    dims, symbols = _parse_space(parser)
    if parser.parse_optional_punctuation("->") is None:
        parser.raise_wrong_token("expected '->' or ':'")
    expressions = _Expressions(parser, lambda: _parse_name(parser, dims, symbols))
    results = parser.parse_comma_separated_list(parser.Delimiter.PAREN, expressions.expression, " in affine map range")
    parser.parse_punctuation(">", " in affine map")
    return AffineMapAttr(AffineMap(len(dims), len(symbols), tuple(results)))


def parse_affine_set(parser: AttributeParser) -> AffineSetAttr:
    """Read ``<(d0) : (d0 >= 0)>``. All constraints compare with 0, by ``>=`` or ``==``."""
    parser.parse_punctuation("<", " in integer set")
    dims, symbols = _parse_space(parser)
    if parser.parse_optional_punctuation(":") is None:
        parser.raise_wrong_token("expected '->' or ':'")
    expressions = _Expressions(parser, lambda: _parse_name(parser, dims, symbols))
    constraints = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: _parse_constraint(parser, expressions), " in integer set constraint list"
    )
    parser.parse_punctuation(">", " in integer set")
    return AffineSetAttr(AffineSet(len(dims), len(symbols), tuple(constraints or (_ALWAYS,))))


def _parse_constraint(parser: AttributeParser, expressions: _Expressions) -> AffineConstraintExpr:
    left = expressions.expression()
    first = parser.parse_optional_punctuation(">") or parser.parse_optional_punctuation("<")
    first = first or parser.parse_optional_punctuation("=")
    if first is None or parser.parse_optional_punctuation("=") is None:
        parser.raise_error(_BAD_CONSTRAINT)
    right = expressions.expression()
    if first == "<":
        left, right = right, left
    kind = AffineConstraintKind.eq if first == "=" else AffineConstraintKind.ge
    return AffineConstraintExpr(kind, subtract(left, right), AffineConstantExpr(0), canonicalize=False)


def _parse_space(parser: AttributeParser) -> tuple[list[str], list[str]]:
    """The names of dimensions and symbols."""
    names: list[str] = []

    def parse_one() -> None:
        token = parser.current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT:
            parser.raise_error("expected bare identifier")
        if token.text in names:
            parser.raise_error(f"redefinition of identifier '{token.text}'")
        names.append(token.text)
        parser.skip_to(token.end)

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_one, " in dimensional identifier list")
    dims = len(names)
    if parser.current_token.text == "[":
        parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_one, " in symbol list")
    return names[:dims], names[dims:]


def _parse_name(parser: AttributeParser, dims: list[str], symbols: list[str]) -> AffineExpr | None:
    token = parser.current_token
    if token.kind is not MLIRTokenKind.BARE_IDENT:
        return None
    if token.text in dims:
        named: AffineExpr = AffineDimExpr(dims.index(token.text))
    elif token.text in symbols:
        named = AffineSymExpr(symbols.index(token.text))
    else:
        parser.raise_error("use of undeclared identifier")
    parser.skip_to(token.end)
    return named


class SubscriptParser:
    """Reads a list of affine subscripts over values. A value is a dimension unless it is wrapped in ``symbol``."""

    def __init__(self, parser: ValueParser) -> None:
        self._parser = parser
        self._expressions = _Expressions(parser, self._parse_value)
        self._dims: dict[str, UnresolvedOperand] = {}
        self._symbols: dict[str, UnresolvedOperand] = {}

    def parse(self) -> tuple[AffineMap, list[UnresolvedOperand]]:
        """Read ``[...]``: a map, and its operands (dimensions and symbols)."""
        results = self._parser.parse_comma_separated_list(self._parser.Delimiter.SQUARE, self._expressions.expression)
        return AffineMap(len(self._dims), len(self._symbols), tuple(results)), [
            *self._dims.values(),
            *self._symbols.values(),
        ]

    def _parse_value(self) -> AffineExpr | None:
        if self._parser.parse_optional_keyword("symbol") is None:
            position = self._position(self._dims)
            return None if position is None else AffineDimExpr(position)
        self._parser.parse_punctuation("(")
        position = self._position(self._symbols)
        if position is None:
            self._parser.raise_error("expected symbol ssa identifier")
        self._parser.parse_punctuation(")")
        return AffineSymExpr(position)

    def _position(self, known: dict[str, UnresolvedOperand]) -> int | None:
        """The position of the next value among those met before; a new value is appended."""
        operand = self._parser.parse_optional_unresolved_operand()
        if operand is None:
            return None
        name = f"{cast('Any', operand.span).text}#{operand.index}"
        known.setdefault(name, operand)
        return list(known).index(name)
