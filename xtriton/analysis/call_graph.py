"""The call graph, and its post-order: callees first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation

from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.ir.symbols import lookup_symbol, nearest_symbol_table, symbol_name
from xtriton.ir.walk import operations_in

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

        Strongly connected components in the order of Tarjan's algorithm ("Depth-first search and linear graph
        algorithms", 1972), from each function of the module in turn.
        """
        numbers: dict[Function, int] = {}
        lowest: dict[Function, int] = {}
        stack: list[Function] = []
        found: list[list[Function]] = []

        def enter(function: Function) -> None:
            numbers[function] = lowest[function] = len(numbers)
            stack.append(function)
            path.append((function, iter(self.callees(function))))

        for root in self.functions:
            if root in numbers:
                continue
            path: list[tuple[Function, Iterator[Function]]] = []
            enter(root)
            while path:
                function, following = path[-1]
                callee = next(following, None)
                if callee is None:
                    path.pop()
                    if path:
                        lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[function])
                    if lowest[function] == numbers[function]:
                        at = stack.index(function)
                        found.append(stack[at:][::-1])
                        del stack[at:]
                elif callee not in numbers:
                    enter(callee)
                elif callee in stack:
                    lowest[function] = min(lowest[function], numbers[callee])
        return found
