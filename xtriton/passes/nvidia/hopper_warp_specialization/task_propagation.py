"""``nvgpu-test-taskid-propagate``: what an operation is computed from belongs to its tasks, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dataflow.backward import SparseBackwardAnalysis
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import ancestors, operations_in, operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import (
    TASK_IDS,
    Tasks,
    add_to_parents,
    set_tasks,
    tasks_of,
)
from xtriton.passes.nvidia.hopper_warp_specialization.task_partition import functions_of


@dataclass(frozen=True)
class NVGPUTestWSTaskIdPropagate(Pass):
    """Give the operations that annotated operations depend on their tasks.

    before: ``%0 = arith.addi %x, %y``, ``tt.descriptor_load %d[%0] {async_task_id = array<i32: 0>}``
    after:  ``%0 = arith.addi %x, %y {async_task_id = array<i32: 0>}``, and so on for loops around them
    """

    name: ClassVar[str] = "nvgpu-test-taskid-propagate"
    num_warp_groups: int = option(0, "number of warp groups; 0 to remove the tasks instead")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in functions_of(module):
            annotated = [op for op in operations_in(func) if tasks_of(op)]
            for op in annotated:
                set_tasks(op, tasks_of(op))
                if self.num_warp_groups == 0:
                    del op.attributes[TASK_IDS]
            if self.num_warp_groups and not all(isinstance(op, ConstantOp) for op in annotated):
                propagate_tasks(func)


def propagate_tasks(func: FuncOp) -> None:
    """Give operations the tasks that their results are needed in, and operations around them, too.

    Operations that already have tasks keep them, except constants. Operations without results belong to the tasks of
    their operands. Raises ``DiagnosticError`` in regions other than those of loops, branches and reductions.
    """
    needed = _NeededBy(func)
    for op in operations_inside_out(func):
        tasks = needed.by_any(op.results or op.operands)
        if tasks and (isinstance(op, ConstantOp) or TASK_IDS not in op.attributes):
            set_tasks(op, tasks)
            add_to_parents(op)


class _NeededBy(SparseBackwardAnalysis[Tasks]):
    """The tasks that need each value."""

    def by_any(self, values: Iterable[SSAValue]) -> Tasks:
        """The tasks that need at least one of the values."""
        return tuple(sorted({task for value in values for task in self.of(value)}))

    @property
    def bottom(self) -> Tasks:
        return ()

    def join(self, first: Tasks, second: Tasks) -> Tasks:
        return tuple(sorted({*first, *second}))

    def visit_operation(self, op: Operation) -> None:
        tasks = tasks_of(op) if TASK_IDS in op.attributes else self.by_any(op.results)
        self._need(op.operands, tasks)
        if op.results or tasks:
            self._need_around(op, tasks)
        if isinstance(op, ReduceOp):
            end = op.regions[0].block.last_op
            assert end is not None
            for value, result in zip(end.operands, op.results, strict=True):
                self.add(value, self.of(result))

    def visit_branch(self, op: Operation, deciding: Sequence[SSAValue]) -> None:
        """Bounds and conditions are needed by the operations in the regions, see :meth:`visit_operation`."""
        if not isinstance(op, ForOp | IfOp):
            raise _unsupported(op)

    def _need(self, values: Iterable[SSAValue], tasks: Tasks) -> None:
        for value in values:
            self.add(value, tasks)

    def _need_around(self, op: Operation, tasks: Tasks) -> None:
        """The bounds of loops and the conditions of branches around an operation are needed by its tasks."""
        for parent in ancestors(op, below=FuncOp):
            match parent:
                case ForOp():
                    self._need((parent.lowerBound, parent.upperBound, parent.step), tasks)
                case IfOp():
                    self._need((parent.condition,), tasks)
                case ReduceOp():
                    pass
                case _:
                    raise _unsupported(parent)


def _unsupported(op: Operation) -> Exception:
    return error(
        op.location,
        f"'{op.name}' op in a function that is to be warp-specialized: only scf.for, scf.if and tt.reduce may have "
        "regions; leave warp_specialize out",
    )
