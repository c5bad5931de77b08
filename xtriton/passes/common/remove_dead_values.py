"""``remove-dead-values``: remove dead values, loop-carried ones included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsTerminator, SymbolOpInterface

from xtriton.analysis.dataflow.liveness import Liveness, lives_by_its_results
from xtriton.interfaces.branch import branches_to
from xtriton.interfaces.region_branch import RegionBranchOpInterface, tied_values
from xtriton.ir.context import Context
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.passes.base import OperationPass
from xtriton.rewriting.signatures import like
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class RemoveDeadValues(OperationPass):
    """Remove dead values, loop-carried ones included; signatures of functions stay.

    Arguments and results of functions stay. Unlike dead code elimination this finds values that only need each other
    around a loop.

    before: ``%r:2 = scf.for ... iter_args(%a = %x, %b = %y) ... { ... scf.yield %f, %g }``, only ``%r#0`` of use
    after:  ``%r = scf.for ... iter_args(%a = %x) ... { ... scf.yield %f }``
    """

    name: ClassVar[str] = "remove-dead-values"
    class_name: ClassVar = by_version({V3_6: "RemoveDeadValues", V3_8: "RemoveDeadValuesPass"})

    def apply_to(self, ctx: Context, op: Operation) -> None:
        _Removal(op).run()


class _Removal:
    """Finds out everything first, and changes the program then."""

    def __init__(self, root: Operation) -> None:
        liveness = Liveness(root)
        self._dead: list[Operation] = []
        self._operands: dict[Operation, set[int]] = {}
        self._values: dict[Operation, list[SSAValue]] = {}
        self._arguments: list[tuple[Block, list[int]]] = []
        removed: set[Operation | None] = set()
        for op in operations_in(root):
            if op.parent_op() in removed:
                removed.add(op)
                continue
            if op is not root and _may_go(op) and not liveness.any_live(op.results):
                self._dead.append(op)
                removed.add(op)
                continue
            if isinstance(op, RegionBranchOpInterface):
                self._note_tied(op, liveness)
            self._note_blocks(op, liveness)

    def _note_tied(self, op: RegionBranchOpInterface, liveness: Liveness) -> None:
        """Note which of the values that flow through an operation are to go."""
        gone = [tied for tied in tied_values(op) if not liveness.any_live(tied.targets)]
        if not gone:
            return
        self._values[op] = [target for tied in gone for target in tied.targets]
        for tied in gone:
            for source, index in tied.sources:
                self._operands.setdefault(source, set()).add(index)

    def _note_blocks(self, op: Operation, liveness: Liveness) -> None:
        """Note which arguments of blocks that are branched to are to go."""
        for region in op.regions:
            for block in list(region.blocks)[1:]:
                gone = [argument.index for argument in block.args if not liveness.is_live(argument)]
                if gone and branches_to(block) is not None:
                    self._arguments.append((block, gone))

    def run(self) -> None:
        for block, gone in self._arguments:
            for branch, successor in branches_to(block) or ():
                branch.set_successor_operands(successor, _without(branch.successor_operands(successor), gone))
        for op, indices in self._operands.items():
            op.operands = _without(op.operands, indices)  # loops have too few of them until they are rebuilt
        for op in reversed(self._dead):
            op.detach()
            op.erase(safe_erase=False)
        for block, gone in self._arguments:
            for index in reversed(gone):
                block.erase_arg(block.args[index])
        for op, values in self._values.items():
            self._rebuild(op, set(values))

    def _rebuild(self, op: Operation, gone: set[SSAValue]) -> None:
        """Put an operation with fewer results and region arguments in the place of ``op``."""
        results = [result for result in op.results if result not in gone]
        for block in (block for region in op.regions for block in region.blocks):
            for argument in reversed([argument for argument in block.args if argument in gone]):
                block.erase_arg(argument)
        new = like(op, op.operands, [result.type for result in results])
        for source, target in zip(op.regions, new.regions, strict=True):
            source.move_blocks(target)
        new.location = op.location
        parent = op.parent
        assert parent is not None
        parent.insert_op_before(new, op)
        for old, result in zip(results, new.results, strict=True):
            old.replace_all_uses_with(result)
        op.detach()
        op.erase()


def _may_go(op: Operation) -> bool:
    """Whether an operation with dead results can be removed."""
    stays = has_trait(op, IsTerminator) or has_trait(op, SymbolOpInterface)
    return not stays and lives_by_its_results(op)


def _without(values: Sequence[SSAValue], indices: Sequence[int] | set[int]) -> list[SSAValue]:
    return [value for index, value in enumerate(values) if index not in indices]
