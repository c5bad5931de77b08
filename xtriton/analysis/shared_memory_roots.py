"""Which allocations of shared memory a memory descriptor may refer to (Triton's ``SharedMemoryAliasAnalysis``)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dataflow.constants import SparseConstantPropagation
from xtriton.analysis.dataflow.dead_code import DeadCodeAnalysis
from xtriton.analysis.dataflow.solver import Solver
from xtriton.analysis.dataflow.sparse import SparseForwardAnalysis
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in

Roots = frozenset[SSAValue]

_NONE: Roots = frozenset()


class SharedMemoryRoots(SparseForwardAnalysis[Roots]):
    """The allocations that each value may refer to; none for values that are no shared memory, or come from outside."""

    def of(self, value: SSAValue) -> Roots:
        """The allocations that ``value`` may refer to."""
        return self.states.get(value, _NONE)

    def entry(self, value: SSAValue) -> Roots:
        return _NONE

    def merge(self, first: Roots, second: Roots) -> Roots:
        return first | second

    def compute(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        result = op.results[0]
        if isinstance(result.type, MemDescType) and not result.type.in_shared_memory:
            return
        if isinstance(op, LocalAllocOp):
            self.meet(result, frozenset((result,)))
        elif has_trait(op, MemDescView):
            self.meet(result, self.of(operands[0]))
        elif isinstance(op, SelectOp):
            self.meet(result, self.of(operands[1]) | self.of(operands[2]))
        else:
            self.set_to_entry(op.results)


def shared_memory_roots(function: Operation) -> SharedMemoryRoots:
    """The allocations that the values of a function may refer to."""
    solver = Solver(operations_in(function))
    dead_code = DeadCodeAnalysis(solver)
    constants = SparseConstantPropagation(solver, dead_code)
    roots = SharedMemoryRoots(solver, dead_code)
    solver.run(function, [dead_code, constants, roots])
    return roots
