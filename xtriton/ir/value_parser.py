"""Reads uses of SSA values and keeps track of their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, cast

from xdsl.ir import Attribute, SSAValue
from xdsl.parser import ForwardDeclaredValue, UnresolvedOperand
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, error, note
from xtriton.ir.location_parser import LocationParser

_MAX_INDEX_DIGITS = 9
"""Of result numbers: no operation has a thousand million results."""


class Scope:
    """The names that one isolated name scope defines, and its unresolved uses."""

    def __init__(self) -> None:
        self.values: dict[str, tuple[SSAValue, ...]] = {}
        self.definitions: dict[str, int] = {}
        """The positions at which names are defined."""
        self.forward: dict[tuple[str, int], tuple[ForwardDeclaredValue[Attribute], Span[str]]] = {}


class ValueParser(LocationParser):
    """Reads operands, and resolves them to the values that have their names."""

    def __init__(self, ctx: Context, text: str, filename: str) -> None:
        super().__init__(ctx, text, filename)
        self._scope = Scope()
        self._region_names: list[str] = []

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        """Read ``%name`` or ``%name#index`` if it comes next."""
        state = self._parser_state
        token = state.current_token
        if token.kind is not MLIRTokenKind.PERCENT_IDENT:
            return None
        self.last_token = cast("Span[str]", token)
        state.current_token = following = state.lexer.lex()
        index = 0
        if following.kind is MLIRTokenKind.HASH_IDENT:
            digits = following.text[1:]
            if not digits.isdigit() or len(digits) > _MAX_INDEX_DIGITS:
                self.raise_error("invalid SSA value result number", following)
            index = int(digits)
            self._consume_token()
        return UnresolvedOperand(token, index)

    def parse_unresolved_operand(self, msg: str = "expected SSA operand") -> UnresolvedOperand:
        """Read ``%name`` or ``%name#index``."""
        operand = self.parse_optional_unresolved_operand()
        if operand is None:
            self.raise_wrong_token(msg)
        return operand

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> Any:
        """The value of an operand name; an undefined name becomes a forward reference of type ``type``."""
        span = operand.span
        name = span.text[1:]
        scope = self._scope
        values = scope.values.get(name)
        if values is None:
            known = scope.forward.get((name, operand.index))
            if known is None:
                value: SSAValue = ForwardDeclaredValue(type)
                scope.forward[(name, operand.index)] = (cast("ForwardDeclaredValue[Attribute]", value), span)
                return value
            value, definition = known[0], known[1].start
        else:
            if operand.index >= len(values):
                self.raise_error("reference to invalid result number", span)
            value, definition = values[operand.index], scope.definitions[name]
        if value.type != type:
            raise self._with_note(
                span,
                f"use of value '{span.text}' expects different type than prior uses: '{type}' vs '{value.type}'",
                definition,
                "prior use here",
            )
        return value

    def raise_errors(self, errors: Sequence[tuple[str, int]]) -> NoReturn:
        """Raise several errors, each with its position."""
        diagnostics = [Diagnostic(Severity.ERROR, self.location_at(position), text) for text, position in errors]
        raise DiagnosticError(*diagnostics)

    def _with_note(self, span: Span[Any], message: str, note_position: int, note_message: str) -> DiagnosticError:
        return error(self.location_at(span.start), message, (note(self.location_at(note_position), note_message),))

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span[Any]) -> None:
        scope = self._scope
        if name in scope.values:
            raise self._with_note(
                span, f"redefinition of SSA value '%{name}'", scope.definitions[name], "previously defined here"
            )
        scope.values[name] = tuple(values)
        scope.definitions[name] = span.start
        self._region_names.append(name)
        if not scope.forward:
            return
        for index, value in enumerate(values):
            pending = scope.forward.pop((name, index), None)
            if pending is None:
                continue
            forward, use = pending
            if forward.type != value.type:
                raise self._with_note(
                    span,
                    f"definition of SSA value '%{name}#{index}' has type '{value.type}'",
                    use.start,
                    f"previously used here with type '{forward.type}'",
                )
            for forward_use in tuple(forward.uses):
                forward_use.operation.operands[forward_use.index] = value

    def _close_scope(self, scope: Scope) -> None:
        if scope.forward:
            _, span = min(scope.forward.values(), key=lambda entry: entry[1].start)
            self.raise_error("use of undeclared SSA value name", span)
