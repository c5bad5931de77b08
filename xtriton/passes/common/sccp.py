"""``sccp``: sparse conditional constant propagation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.dataflow.constants import SparseConstantPropagation, propagate_constants
from xtriton.interfaces.effects import would_be_trivially_dead
from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.rewriting.constants import ConstantFolder
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class SCCP(OperationPass):
    """Propagate constants along executable paths (sparse conditional constant propagation).

    before: ``%0 = scf.if %true -> i32 { scf.yield %c1 } else { scf.yield %c2 }``, ``tt.return %0``
    after:  ``scf.if ...``, ``tt.return %c1``
    """

    name: ClassVar[str] = "sccp"
    class_name: ClassVar = by_version({V3_6: "SCCP", V3_8: "SCCPPass"})

    def apply_to(self, ctx: Context, op: Operation) -> None:
        _Replacement(propagate_constants(op)).run(op)


class _Replacement:
    def __init__(self, known: SparseConstantPropagation) -> None:
        self._known = known
        self._folder = ConstantFolder()
        self._pending: list[Block] = []

    def run(self, top: Operation) -> None:
        """Replace constant values in the regions of ``top``, in MLIR's order, which is that of the new constants."""
        self._add(top.regions)
        while self._pending:
            block = self._pending.pop()
            for op in tuple(block.ops):
                replaced = [self._replace(result, block) for result in op.results]
                if replaced and all(replaced) and would_be_trivially_dead(op):
                    op.detach()
                    op.erase()
                else:
                    self._add(op.regions)
            for argument in block.args:
                self._replace(argument, block)

    def _add(self, regions: tuple[Region, ...]) -> None:
        for region in regions:
            self._pending.extend(reversed(list(region.blocks)))

    def _replace(self, value: SSAValue, block: Block) -> bool:
        """Use a constant instead of ``value``, if it is one."""
        constant = self._known.constant(value)
        if constant is None:
            return False
        op = self._folder.get_or_create(block, constant.value, value.type, constant.dialect)
        if op is None:
            return False
        value.replace_all_uses_with(op.results[0])
        return True
