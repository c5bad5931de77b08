"""A debugger for one program: breakpoints at source lines and operations, single steps, values by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from xdsl.ir import Block, Operation, SSAValue

from xtriton.interfaces.calls import CallOpInterface
from xtriton.interp.breakpoints import Breakpoint, SourceLines
from xtriton.interp.observer import Observer, View, variable_name, variable_names
from xtriton.ir.names import Namer
from xtriton.ir.places import Place, places_of
from xtriton.ir.walk import operations_in, top_of


class DebuggerQuitError(Exception):
    """The user has quit the debugger."""


Mode = Literal["step", "next", "continue", "run"]
"""How to continue; ``run`` does not stop at breakpoints."""


@dataclass
class Debugger(Observer):
    """Stops a program at breakpoints and after steps: ``prompt`` is called then, and sets :attr:`mode`.

    ``prompt`` may raise :class:`DebuggerQuitError`.
    """

    prompt: Callable[[Debugger], None]
    program: int = 0
    breakpoints: list[Breakpoint] = field(default_factory=list[Breakpoint])
    mode: Mode = "step"
    lines: SourceLines = field(default_factory=SourceLines)
    """Of all launches."""
    reached: set[Breakpoint] = field(default_factory=set[Breakpoint])
    has_run: bool = False
    """Whether the program has run in one of the launches."""
    op: Operation | None = None
    """The operation that runs next."""
    view: View | None = None
    _variables: dict[Operation | None, dict[str, SSAValue]] = field(default_factory=dict[Any, Any])
    """The values of Python variables by function."""
    _assigned: SSAValue | None = None
    """A value with the name of a variable: it is the variable's unless more of its assignment follows."""
    _line: tuple[str, int] | None = None
    """The source line of the operation before."""
    _stopped: tuple[str, int] | None = None
    """The source line of the last stop."""
    _open_calls: int = 0
    """The calls that the operation runs in."""
    _stopped_depth: int = 0
    """The calls around the last stop, inlined ones included."""
    _names: dict[str, SSAValue] | None = None

    def launched(self, module: Operation) -> None:
        self.lines.add(module)

    def before(self, op: Operation, view: View) -> None:
        self.has_run = True
        if self._assigned is not None and variable_name(self._assigned) not in map(variable_name, op.results):
            self._assign(self._assigned)
            self._assigned = None
        block = op.parent
        if op.prev_op is None and block is not None:
            for argument in block.args:
                self._assign(argument)
        self.op, self.view = op, view
        self.reached.update(point for point in self.breakpoints if point.matches_operation(op))
        stops = self._stops(op)
        self._line = self._line_of(op)
        if stops:
            self._stopped, self._stopped_depth = self._line, self._depth(op)
            self.prompt(self)
        if isinstance(op, CallOpInterface):
            self._open_calls += 1

    def after(self, op: Operation, view: View) -> None:
        self.view = view
        if isinstance(op, CallOpInterface):
            self._open_calls -= 1
        for result in op.results:
            if variable_name(result):
                self._assigned = result

    def begin(self) -> None:
        """Begin a launch, and drop the values of the previous one."""
        self.op = self.view = self._line = self._stopped = self._names = self._assigned = None
        self._variables.clear()
        self._open_calls = 0

    def unreached(self) -> list[tuple[Breakpoint, str]]:
        """The breakpoints that the program has not reached, with the reason."""
        return [(point, self._reason(point)) for point in self.breakpoints if point not in self.reached]

    def without_operations(self, point: Breakpoint) -> str:
        """The reason why a breakpoint has no effect, if no operation of the launched kernels is there; else empty."""
        if self.lines.have(point):
            return ""
        if point.op is not None:
            return f"no launched kernel has the operation '{point.op}'"
        nearest = self.lines.nearest(point)
        if nearest is None:
            return f"no launched kernel has an operation in {point.file or 'a source file'}"
        return f"no operation is on that line; the nearest line with operations is {nearest[0]}:{nearest[1]}"

    def _reason(self, point: Breakpoint) -> str:
        if not self.lines.names:
            return "no kernel was launched"
        if reason := self.without_operations(point):
            return reason
        what = "did not execute it" if self.has_run else "did not run"
        return f"program {self.program}, which is debugged, {what}"

    @property
    def place(self) -> Place | None:
        """The position of the operation that runs next."""
        found = () if self.op is None else places_of(self.op.location)
        return found[0] if found else None

    @property
    def calls(self) -> tuple[Place, ...]:
        """The positions of the inlined calls around it, innermost first."""
        return () if self.op is None else places_of(self.op.location)[1:]

    def variables(self) -> dict[str, Any]:
        """The current values of Python variables, by name."""
        known = self._variables.get(_function_of(self.op), {})
        return {name: self._value(value) for name, value in known.items()}

    def value(self, name: str) -> Any:
        """The value of a Python variable, or of an SSA value, ``%name``. Raises ``KeyError`` if there is none."""
        if not name.startswith("%"):
            return self._value(self._variables.get(_function_of(self.op), {})[name])
        found = self._value(self.ssa_names()[name])
        if found is None:
            raise KeyError(name)
        return found

    def ssa_names(self) -> dict[str, SSAValue]:
        """The values of the module as they are printed, by name."""
        if self._names is None:
            self._names = {}
            if self.op is not None:
                top = top_of(self.op)
                printed = Namer(generic=False, use_nameloc_as_prefix=True).name(top).values
                self._names = {f"%{printed[id(value)]}": value for value in _values(top) if id(value) in printed}
        return self._names

    def text(self) -> str:
        """The operation that runs next, with the names of :meth:`ssa_names`."""
        if self.op is None:
            return ""
        names = {value: name for name, value in self.ssa_names().items()}
        operands = ", ".join(names.get(value, "?") for value in self.op.operands)
        results = ", ".join(names.get(value, "?") for value in self.op.results)
        types = ", ".join(str(value.type) for value in self.op.results)
        return f"{results}{' = ' if results else ''}{self.op.name} {operands}{f' : {types}' if types else ''}".rstrip()

    def _value(self, value: SSAValue) -> Any:
        return None if self.view is None else self.view.value(value)

    def _assign(self, value: SSAValue) -> None:
        """Assign a value to its variable, and to variables without a value that it is assigned to later.

        An assignment of one variable to another makes no operation: when it is executed is not known.
        """
        variables = self._variables.setdefault(_function_of(value.owner), {})
        for position, name in enumerate(variable_names(value)):
            if position == 0 or name not in variables:
                variables[name] = value

    def _line_of(self, op: Operation) -> tuple[str, int] | None:
        places = places_of(op.location)
        return (places[0].file, places[0].line) if places else None

    def _depth(self, op: Operation) -> int:
        """The calls around an operation, inlined ones included."""
        return self._open_calls + max(0, len(places_of(op.location)) - 1)

    def _stops(self, op: Operation) -> bool:
        if self.mode in ("step", "run"):
            return self.mode == "step"
        line = self._line_of(op)
        if (
            self.mode == "next"
            and line is not None
            and line != self._stopped
            and self._depth(op) <= self._stopped_depth
        ):
            return True
        if any(point.op == op.name for point in self.breakpoints):
            return True
        entered = line != self._line
        return entered and any(point.matches(place) for point in self.breakpoints for place in places_of(op.location))


def _function_of(place: Operation | Block | None) -> Operation | None:
    """The top-level operation of the module that contains an operation or block."""
    op = place.parent_op() if isinstance(place, Block) else place
    while op is not None and (parent := op.parent_op()) is not None and parent.parent_op() is not None:
        op = parent
    return op


def _values(top: Operation) -> list[SSAValue]:
    found: list[SSAValue] = []
    for op in operations_in(top):
        found += op.results
        for region in op.regions:
            for block in region.blocks:
                found += block.args
    return found
