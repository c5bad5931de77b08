"""Which values are constant on every executable path.

Sparse conditional constant propagation after Wegman and Zadeck, "Constant propagation with conditional branches"
(1991): optimistically no code is executable and no value is known; executable code makes values constant, and a value
that meets two different constants varies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.dataflow.dead_code import DeadCodeAnalysis
from xtriton.analysis.dataflow.solver import Solver
from xtriton.analysis.dataflow.sparse import SparseForwardAnalysis
from xtriton.folds.folding import IN_PLACE, Folder, constant_of_op, dialect_of, folder_of
from xtriton.ir.creation import operands_of
from xtriton.ir.walk import operations_in
from xtriton.versions import V3_8, active_version, since


@dataclass(slots=True)
class Constant:
    """A constant, and the dialect of the operation that gave it, which equality ignores."""

    value: Attribute
    dialect: str = field(compare=False)


class _Varies:
    """The type of :data:`VARIES`."""


VARIES: Final = _Varies()
"""The lattice element of a value that is not a constant."""

_State = Constant | _Varies


_FOLLOWS_VALUES = since(V3_8)
"""Before 3.8, an operation that folds to a value takes the state that the value has at the time, as MLIR did."""


class SparseConstantPropagation(SparseForwardAnalysis[_State]):
    """Which values are constants (MLIR's ``SparseConstantPropagation``)."""

    def __init__(self, solver: Solver, dead_code: DeadCodeAnalysis) -> None:
        super().__init__(solver, dead_code)
        dead_code.constants = self
        self._changing: set[Operation] = set()
        """Operations that folding changes in place."""

    def constant(self, value: SSAValue) -> Constant | None:
        """The constant that ``value`` is, if it is one."""
        known = self.states.get(value)
        return known if isinstance(known, Constant) else None

    def attribute(self, value: SSAValue) -> Attribute | None:
        """The constant that ``value`` is, if it is one."""
        known = self.states.get(value)
        return known.value if isinstance(known, Constant) else None

    def is_known(self, value: SSAValue, visit: Callable[[Operation], None]) -> bool:
        """Whether ``value`` has been computed; its users are visited when more becomes known of it."""
        self.subscribe(value, visit)
        return value in self.states

    def entry(self, value: SSAValue) -> _State:
        return VARIES

    def merge(self, first: _State, second: _State) -> _State:
        return first if first == second else VARIES

    def compute(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        if op.regions:
            self.set_to_entry(op.results)
            return
        states, results = self.states, op.results
        if len(results) == 1:
            (result,) = results
            if states.get(result) is VARIES and op not in self._changing:
                return
        known: list[_State] = []
        for operand in operands:
            state = states.get(operand)
            if state is None:
                return
            known.append(state)
        constant = constant_of_op(op)
        if constant is not None:
            self.meet(results[0], Constant(constant, dialect_of(op)))
            return
        folder = folder_of(type(op))
        if folder is None:
            self.set_to_entry(results)
            return
        self._fold(op, folder, [state.value if isinstance(state, Constant) else None for state in known])

    def _fold(self, op: Operation, folder: Folder, constants: Sequence[Attribute | None]) -> None:
        before = operands_of(op), dict(op.properties), dict(op.attributes)
        folded = folder.fold(op, constants)
        if folded is IN_PLACE:
            op.operands, op.properties, op.attributes = before
            self.solver.renew(op)
            self._changing.add(op)
        if folded is None or folded is IN_PLACE:
            self.set_to_entry(op.results)
            return
        for result, known in zip(op.results, folded if isinstance(folded, tuple) else (folded,), strict=True):
            if isinstance(known, Attribute):
                self.meet(result, Constant(known, dialect_of(op)))
            elif isinstance(known, SSAValue):
                if active_version() in _FOLLOWS_VALUES:
                    self.read(known, op)
                if known in self.states:
                    self.meet(result, self.states[known])


def propagate_constants(top: Operation) -> SparseConstantPropagation:
    """The constants in an operation, also through the calls in it."""
    solver = Solver(operations_in(top))
    dead_code = DeadCodeAnalysis(solver)
    constants = SparseConstantPropagation(solver, dead_code)
    solver.run(top, [dead_code, constants])
    return constants
