"""``symbol-dce``: remove dead functions and other symbols."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation
from xdsl.traits import SymbolTable

from xtriton.analysis.symbol_uses import SymbolReferences, within_table
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.symbols import directly_in, is_symbol, may_be_symbol_table, symbol_name, visibility
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import OperationPass
from xtriton.versions import V3_6, V3_8, active_version, by_version, since


@dataclass(frozen=True)
class SymbolDCE(OperationPass):
    """Erase unused private symbols.

    before: ``tt.func private @f() {...}``, ``tt.func public @kernel() {...}`` which does not call ``@f``
    after:  ``tt.func public @kernel() {...}``
    """

    name: ClassVar[str] = "symbol-dce"
    class_name: ClassVar = by_version({V3_6: "SymbolDCE", V3_8: "SymbolDCEPass"})

    def apply_to(self, ctx: Context, op: Operation) -> None:
        if not has_trait(op, SymbolTable):
            message = f"'{op.name}' op  was scheduled to run under SymbolDCE, but does not define a symbol table"
            raise error(op.location, message)
        live = _Liveness()
        live.mark_table(op, hidden=op.parent_op() is None or not is_symbol(op) or visibility(op) == "private")
        for table in [inner for inner in operations_inside_out(op) if has_trait(inner, SymbolTable)]:
            for symbol in [inner for inner in directly_in(table) if is_symbol(inner) and inner not in live.symbols]:
                symbol.detach()
                symbol.erase()


class _Liveness:
    """The symbols that are needed."""

    def __init__(self) -> None:
        self.symbols: set[Operation] = set()
        self._names: dict[Operation, dict[str, Operation]] = {}
        self._references = SymbolReferences()

    def mark_table(self, table: Operation, *, hidden: bool) -> None:
        """Mark the live symbols of a table; in a ``hidden`` one only references from inside keep symbols live."""
        pending: list[Operation] = []
        for op in directly_in(table):
            if not is_symbol(op):
                pending.append(op)
            elif visibility(op) == "public" or not (hidden or visibility(op) == "private"):
                self._mark(op, pending)
        while pending:
            op = pending.pop()
            for inner in within_table(op):
                if has_trait(inner, SymbolTable):
                    self.mark_table(inner, hidden=hidden or not is_symbol(inner) or visibility(inner) == "private")
            for symbol in self._referred_by(op, table):
                self._mark(symbol, pending)

    def _mark(self, symbol: Operation, pending: list[Operation]) -> None:
        if symbol not in self.symbols:
            self.symbols.add(symbol)
            pending.append(symbol)

    def _referred_by(self, op: Operation, table: Operation) -> Iterator[Operation]:
        """The symbols that ``op`` and its nested operations refer to."""
        for user in within_table(op):
            if may_be_symbol_table(user):
                message = (
                    "operation contains potentially unknown symbol table, meaning that we can't reliable compute "
                    "symbol uses"
                )
                raise error(op.location, message)
            for reference in self._references.of(user):
                yield from self._resolve(reference, table)

    def _resolve(self, reference: SymbolRefAttr, table: Operation) -> list[Operation]:
        """The symbols along the path of ``reference``, the last one included; none if it does not resolve."""
        found: list[Operation] = []
        scope = table
        for name in (reference.root_reference, *reference.nested_references.data):
            symbol = self._named(scope).get(name.data)
            if symbol is None or (scope is not table and _is_out_of_reach(symbol)):
                return []
            found.append(symbol)
            scope = symbol
        return found

    def _named(self, table: Operation) -> dict[str, Operation]:
        known = self._names.get(table)
        if known is None:
            named = ((symbol_name(op), op) for op in directly_in(table))
            known = self._names[table] = {name: op for name, op in named if name is not None}
        return known


def _is_out_of_reach(symbol: Operation) -> bool:
    """Whether references from outside its table do not lead to the symbol."""
    return visibility(symbol) == "private" and active_version() in _PRIVATE_TO_TABLES


_PRIVATE_TO_TABLES = since(V3_8)
"""References from outside a symbol table do not resolve to its private symbols."""
