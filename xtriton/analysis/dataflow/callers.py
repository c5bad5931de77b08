"""Which callers of a function can be known, for analyses across functions."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation

from xtriton.analysis.call_graph import Call, CallGraph, Function
from xtriton.analysis.symbol_uses import SymbolReferences, within_table
from xtriton.ir.symbols import directly_in, is_hidden, may_be_symbol_table, symbol_tables


class Callers:
    """The call graph of an operation, and the functions in it that only its calls run."""

    def __init__(self, top: Operation) -> None:
        self._graph = CallGraph(top)
        self._known: set[Function] = set()
        tables: list[Operation] = []
        for table, hidden in symbol_tables(top, hidden=top.parent is None):
            functions = [op for op in directly_in(table) if isinstance(op, Function)]
            self._known.update(function for function in functions if is_hidden(function, hidden=hidden))
            if functions:
                tables.append(table)
        references = SymbolReferences()
        for table in tables if self._known else ():
            self._known.difference_update(self._referred_in(table, references, top))

    def callee(self, call: Call) -> Function | None:
        """The function that is called, if it has a body here."""
        return self._graph.callee(call)

    def are_known(self, function: Function) -> bool:
        """Whether only calls in this program part run a function."""
        return function in self._known

    def _referred_in(self, table: Operation, references: SymbolReferences, top: Operation) -> Iterable[Function]:
        """Functions that are referenced other than by calls. As in MLIR, names are resolved in the outermost table."""
        for op in directly_in(table):
            for user in within_table(op):
                if may_be_symbol_table(user):
                    yield from self._graph.functions
                    return
                if not isinstance(user, Call):
                    found = [self._graph.named(reference, top) for reference in references.of(user)]
                    yield from [function for function in found if function is not None]
