"""Reads subscripts: ``[%i + 1, symbol(%n)]``, affine expressions of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap, AffineSymExpr
from xdsl.parser import UnresolvedOperand
from xdsl.parser.affine_parser import AffineParser
from xdsl.utils.mlir_lexer import MLIRTokenKind

if TYPE_CHECKING:
    from xtriton.ir.value_parser import ValueParser


class SubscriptParser(AffineParser):
    """Reads a list of expressions with the tokens of another parser. A value is a dimension unless it says symbol."""

    def __init__(self, parser: ValueParser) -> None:
        super().__init__(cast("Any", parser.parser_state))
        self._dims: dict[str, UnresolvedOperand] = {}
        self._symbols: dict[str, UnresolvedOperand] = {}

    def parse(self) -> tuple[AffineMap, list[UnresolvedOperand]]:
        """Read ``[...]``: a map, and the operands that are its dimensions and symbols."""
        results = self.parse_comma_separated_list(
            self.Delimiter.SQUARE, lambda: self._parse_affine_expr(self._parse_value)
        )
        return AffineMap(len(self._dims), len(self._symbols), tuple(results)), [
            *self._dims.values(),
            *self._symbols.values(),
        ]

    def _parse_value(self) -> AffineExpr | None:
        if self._current_token.text != "symbol":
            position = self._position(self._dims)
            return None if position is None else AffineDimExpr(position)
        self._consume_token()
        self.parse_punctuation("(")
        position = self._position(self._symbols)
        self.parse_punctuation(")")
        return None if position is None else AffineSymExpr(position)

    def _position(self, known: dict[str, UnresolvedOperand]) -> int | None:
        """The number of the value that comes next among those met before, a new one at the end."""
        token = self._parse_optional_token(MLIRTokenKind.PERCENT_IDENT)
        if token is None:
            return None
        index = self._parse_optional_token(MLIRTokenKind.HASH_IDENT)
        number = 0 if index is None else int(index.text[1:])
        name = f"{token.text}#{number}"
        known.setdefault(name, UnresolvedOperand(cast("Any", token), number))
        return list(known).index(name)
