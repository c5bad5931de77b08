"""``cpu-split-rows``: kernels that loop over the columns of a block of rows compute one row after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream.func import FuncOp
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.split_rows.dimension import rows_of
from xtriton.passes.cpu.split_rows.one_row import compute_row_by_row


@dataclass(frozen=True)
class CpuSplitRows(Pass):
    """Compute the rows of a block one after the other, if a loop computes with blocks of long rows.

    before: ``scf.for %columns { linalg.reduce ins(%block: tensor<8x256xf32>) }``,
    ``bufferization.materialize_in_destination``
    after:  ``scf.for %row = 0 to 8 { scf.for %columns { linalg.reduce ins(%part: tensor<1x256xf32>) }``,
    ``bufferization.materialize_in_destination }``

    Memory is read and written in long contiguous parts, and a carried row, or what is read of it again, stays in the
    first-level cache. Only for functions whose rows are independent: no operation combines them, and no memory that is
    stored to is read.
    """

    name: ClassVar[str] = "cpu-split-rows"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")
    columns: int = option(64, "the least length of the rows of a block in a loop")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in module.body.block.ops:
            if isinstance(op, FuncOp) and not op.is_declaration:
                rows = rows_of(op, self.columns, noalias=self.noalias)
                if rows is not None:
                    compute_row_by_row(op, rows)
