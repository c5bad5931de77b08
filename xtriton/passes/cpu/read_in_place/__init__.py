"""``cpu-read-in-place``: blocks that a mask does not cut are read from the program's memory instead of a copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import memref
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.read_in_place.blocks import read_block_in_place
from xtriton.passes.cpu.read_in_place.choose import choose_row
from xtriton.passes.cpu.read_in_place.peel import peel_rows
from xtriton.passes.cpu.read_in_place.trim import trim_reductions


@dataclass(frozen=True)
class CpuReadInPlace(Pass):
    """Read rows that no mask cuts from memory in place, and copy only the others.

    before: ``memref.copy %part, %buffer_part``, ``linalg.generic ins(%buffer)``
    after:  ``scf.if %cut { memref.copy }``, ``%row = arith.select %cut, %buffer, %memory``, ``... ins(%row)``

    For contiguous rows, for blocks of long rows that few operations read, and for blocks of narrow numbers that matmuls
    pack, whose memory is not written while they are read. Reductions of rows of at least 256 elements are restricted to
    what is not cut, if what fills up the rest does not change a sum; a maximum or minimum is combined once with that.
    Other operations on such rows are peeled: one reads as many elements as are not cut from memory, another one the
    rest from a buffer.
    """

    name: ClassVar[str] = "cpu-read-in-place"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")
    strict_fp: bool = option(False, "sums of floats do not turn -0 into 0")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        copies = [op for op in operations_in(module) if isinstance(op, memref.CopyOp)]
        trimmed = trim_reductions(copies, noalias=self.noalias, strict=self.strict_fp)
        copies = [copy for copy in copies if copy not in trimmed]
        peeled = peel_rows(copies, noalias=self.noalias)
        for copy in copies:
            if copy not in peeled and not choose_row(copy, noalias=self.noalias):
                read_block_in_place(copy, noalias=self.noalias)
