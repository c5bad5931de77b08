"""``cpu-quotient-runs``: blocks gathered at quotients of the position are computed in runs of equal quotients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream.bufferization import MaterializeInDestinationOp
from xtriton.dialects.upstream.linalg import ReduceOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.quotient_runs.extrema import extrema_at_ends
from xtriton.passes.cpu.quotient_runs.gathers import calls_functions, store_of
from xtriton.passes.cpu.quotient_runs.split import split_into_runs


@dataclass(frozen=True)
class CpuQuotientRuns(Pass):
    """Compute blocks that are gathered at quotients of the position in runs of equal quotients.

    before: ``scf.for %k { memref.copy %memory[(%start + %k) / %d], %gathered[%k] }``,
    ``%1 = linalg.generic ins(%x, %gathered)``, ``bufferization.materialize_in_destination %1 in %y``
    after:  ``scf.for %quotient { %number = memref.load %memory[%quotient]``,
    ``%1 = linalg.generic ins(%x[%first..%end])``, ``bufferization.materialize_in_destination %1 in %y[%first..%end] }``
    if ``%start`` is not negative, ``%start + %k`` does not overflow and ``%d`` is large enough; otherwise as before

    Extrema of such quotients are computed from a few of them. The last elements of a run do not fill a vector: that
    costs more for math functions, which take many instructions, than for arithmetic.
    """

    name: ClassVar[str] = "cpu-quotient-runs"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")
    least: int = option(16, "the least divisor for which a block is computed in runs")
    least_for_functions: int = option(64, "the same for blocks that are computed with math functions")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in list(operations_in(module)):
            if op.parent is None:
                continue
            if isinstance(op, ReduceOp):
                extrema_at_ends(op)
            elif isinstance(op, MaterializeInDestinationOp):
                store = store_of(op, noalias=self.noalias)
                if store is not None:
                    split_into_runs(store, self.least_for_functions if calls_functions(store) else self.least)
