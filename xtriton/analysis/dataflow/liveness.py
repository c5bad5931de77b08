"""Which values are live: effects or returned values depend on them (MLIR's ``LivenessAnalysis``)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.traits import IsTerminator

from xtriton.analysis.dataflow.backward import SparseBackwardAnalysis
from xtriton.interfaces.effects import is_memory_effect_free, would_be_trivially_dead
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.ir.traits import has_trait
from xtriton.versions import V3_6, V3_8, by_version

_HAS_NO_EFFECT = by_version({V3_6: is_memory_effect_free, V3_8: would_be_trivially_dead})
"""Whether operands of an operation are live only if a result is; since 3.8 also those of reads and allocations."""


def lives_by_its_results(op: Operation) -> bool:
    """Whether operands of ``op`` are live only if a result is: the operation can be removed with its dead results."""
    return _HAS_NO_EFFECT.now()(op)


class Liveness(SparseBackwardAnalysis[bool]):
    """The live values in an operation.

    An operation that may have effects needs all its operands, and so does one with a live result. Through loops,
    ``scf.if`` and branches values are followed one by one.
    """

    def is_live(self, value: SSAValue) -> bool:
        """Whether a value is live."""
        return self.of(value)

    def any_live(self, values: Sequence[SSAValue]) -> bool:
        """Whether one of several values is live."""
        return any(map(self.of, values))

    @property
    def bottom(self) -> bool:
        return False

    def join(self, first: bool, second: bool) -> bool:
        return first or second

    def visit_operation(self, op: Operation) -> None:
        if self.any_live(op.results) or has_trait(op, IsTerminator) or not lives_by_its_results(op):
            self._need(op.operands)

    def visit_branch(self, op: Operation, deciding: Sequence[SSAValue]) -> None:
        if not isinstance(op, RegionBranchOpInterface) or self._decides_on_live(op) or not lives_by_its_results(op):
            self._need(deciding)

    def _decides_on_live(self, op: RegionBranchOpInterface) -> bool:
        """Whether which regions are run, and how often, matters for a live value."""
        blocks = [block for region in op.regions for block in region.blocks]
        return self.any_live(op.results) or any(self.any_live(block.args) for block in blocks)

    def _need(self, values: Sequence[SSAValue]) -> None:
        for value in values:
            self.add(value, True)
