"""The call graph, and its post-order: callees first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation

from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.ir.symbols import lookup_symbol, nearest_symbol_table, symbol_name
from xtriton.ir.walk import operations_in, strongly_connected

Function = CallableOpInterface
Call = CallOpInterface


class CallGraph:
    """The functions in a module and its nested modules, and the calls in them."""

    def __init__(self, module: Operation) -> None:
        self.functions: Sequence[Function] = [
            op for op in operations_in(module) if isinstance(op, Function) and op.regions[0].first_block is not None
        ]
        self._named: dict[Operation | None, dict[str, Function]] = {}
        for function in self.functions:
            self._named.setdefault(function.parent_op(), {})[symbol_name(function) or ""] = function

    def callee(self, call: Call) -> Function | None:
        """The function that is called, if it has a body here."""
        return self.named(call.callee_symbol, nearest_symbol_table(call))

    def named(self, reference: SymbolRefAttr, table: Operation | None) -> Function | None:
        """The function with a body that a reference in a symbol table means."""
        names = [reference.root_reference.data, *(nested.data for nested in reference.nested_references.data)]
        for name in names[:-1]:
            table = None if table is None else lookup_symbol(table, name)
        return self._named.get(table, {}).get(names[-1])

    def calls(self, function: Function) -> Iterator[Call]:
        """The calls in a function, in order."""
        for op in operations_in(function):
            if isinstance(op, Call):
                yield op

    def callees(self, function: Function) -> Sequence[Function]:
        """The functions that a function calls, each once."""
        found = [self.callee(call) for call in self.calls(function)]
        return list(dict.fromkeys(callee for callee in found if callee is not None))

    def cycles(self) -> list[list[Function]]:
        """The functions grouped by whether they call each other, callees first.

        From each function of the module in turn; the function that is reached last is the first of its group.
        """
        return [group[::-1] for group in strongly_connected(self.functions, self.callees)]
