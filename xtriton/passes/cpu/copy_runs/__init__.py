"""``cpu-copy-runs``: blocks gathered at rows and columns of divided positions are copied in runs of a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.copy_runs.gathers import gather_of
from xtriton.passes.cpu.copy_runs.runs import copy_in_runs


@dataclass(frozen=True)
class CpuCopyRuns(Pass):
    """Copy in runs the elements whose places depend on quotients and remainders of consecutive positions.

    before: ``scf.for %k { memref.copy %memory[(%start + %k) % %d + (%start + %k) / %d * %stride], %buffer[%k] }``
    after:  ``scf.while (%first) { memref.copy %memory[...][%size], %buffer[%first][%size] }`` with
    ``%size = %d - (%start + %first) % %d``, if ``%start`` is not negative, no ``%start + %k`` overflows, and ``%d`` is
    large enough; otherwise as before

    For blocks that ``cpu-split-positions`` leaves, such as those that are reduced.
    """

    name: ClassVar[str] = "cpu-copy-runs"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    least: int = option(16, "the least divisor for which a block is copied in runs")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in list(operations_in(module)):
            if isinstance(op, ForOp):
                gather = gather_of(op)
                if gather is not None:
                    copy_in_runs(gather, self.least)
