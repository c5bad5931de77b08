"""``nvgpu-test-ws-data-partition``: each consumer computes a part of the rows or columns of the products."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue, Use

from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.nvidia.hopper_warp_specialization.data_partition.scheme import (
    DUPLICATED,
    TRANSPOSITIONS,
    Scheme,
    find_scheme,
    unsplittable,
)
from xtriton.passes.nvidia.hopper_warp_specialization.data_partition.slicing import Slicer
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import add_tasks, tasks_of
from xtriton.passes.nvidia.hopper_warp_specialization.task_partition import functions_of
from xtriton.rewriting.canonical.region_branch import FOR_PATTERNS, IF_PATTERNS
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.dead_iter_args import dead_iter_args, use_inits_of_dead_iter_args
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class NVGPUTestWSDataPartition(Pass):
    """Split dots that several consumers share, and all that depends on them, between the consumers.

    before: ``ttng.warp_group_dot %a, %b, %c {async_task_id = array<i32: 1, 2>}`` with 128 rows
    after:  two dots with 64 rows each, of the tasks 1 and 2, whose loads and stores are split as well
    """

    name: ClassVar[str] = "nvgpu-test-ws-data-partition"
    num_warp_groups: int = option(0, "number of warp groups; below 3 nothing is split")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if self.num_warp_groups <= 2:
            return
        for func in functions_of(module):
            if not partition_data(func, self.num_warp_groups - 1):
                raise error(func.location, "the dots of this function cannot be split between the consumers")


def partition_data(func: FuncOp, consumers: int) -> bool:
    """Split the data of dots that belong to several tasks. Returns whether ``consumers`` have different parts now."""
    scheme = find_scheme(func)
    if scheme is None:
        return consumers <= 1
    _separate_rematerialized(scheme)
    for part in range(scheme.parts):
        Slicer(scheme, part).slice_all()
    _erase_whole(func, scheme)
    _complete_tasks(func)
    return True


def _separate_rematerialized(scheme: Scheme) -> None:
    """Create the clones of operations that are needed once for each of several dimensions."""
    for op, dims in scheme.rematerialized.items():
        if isinstance(op, LocalAllocOp):
            # Memory that is split in two ways at once has no layout that fits both.
            raise unsplittable(op)
        rewriter = Rewriter()
        for dim in tuple(dims)[1:]:
            rewriter.start_at(op)
            new = rewriter.insert(clone_op(op, {}))
            scheme.ops[new] = None
            scheme.dims[new] = dim
            for use in tuple(op.results[0].uses):
                if _needed_dim(scheme, use) == dim:
                    rewriter.set_operand(use.operation, use.index, new.results[0])


def _needed_dim(scheme: Scheme, use: Use) -> int:
    """The dimension along which a user of a value splits it."""
    user = use.operation
    dim = scheme.dim(user)
    if isinstance(user, TRANSPOSITIONS):
        return scheme.after_transposition(user, dim)
    if isinstance(user, WarpGroupDotOp) and scheme.dot_operands[user] != dim:
        return DUPLICATED
    return dim


_CONTROL_FLOW = (*FOR_PATTERNS, *IF_PATTERNS)
_LOOPS = by_version({V3_6: PatternSet([dead_iter_args, *_CONTROL_FLOW]), V3_8: PatternSet(_CONTROL_FLOW)})


def _nothing(func: Operation) -> None:
    """Before 3.8 a pattern eliminates dead iter_args."""


_ELIMINATE_DEAD_ITER_ARGS = by_version({V3_6: _nothing, V3_8: use_inits_of_dead_iter_args})


def _erase_whole(func: FuncOp, scheme: Scheme) -> None:
    """Erase the operations that slices have replaced, and the values that loops no longer need to carry."""
    rewriter = Rewriter()
    while True:
        unused = [op for op in operations_inside_out(func) if op in scheme.ops and _is_unused(op)]
        if not unused:
            return
        for op in unused:
            del scheme.ops[op]
            rewriter.erase(op)
        _ELIMINATE_DEAD_ITER_ARGS.now()(func)
        rewrite_greedily(func, _LOOPS.now())


def _is_unused(op: Operation) -> bool:
    """Whether the results have no uses; effects are those of the slices, too."""
    return not isinstance(op, YieldOp) and all(result.first_use is None for result in op.results)


def _complete_tasks(func: FuncOp) -> None:
    """Make arithmetic belong to the tasks of its users, and terminators and branches to those of their operands."""
    changed = True
    while changed:
        changed = False
        for op in operations_inside_out(func):
            tasks = tasks_of(op)
            for operand in op.operands:
                changed |= _complete(op, set(tasks), operand)


def _complete(op: Operation, tasks: set[int], operand: SSAValue) -> bool:
    """Complete the tasks of an operation with those of one operand, or the reverse. Returns whether any changed."""
    source = operand.owner
    if not isinstance(source, Operation) or isinstance(source, LoadOp | DescriptorLoadOp):
        return False
    changed = False
    needed = set(tasks_of(source))
    if not tasks <= needed and not isinstance(op, YieldOp | ForOp | IfOp) and source.name.startswith("arith."):
        add_tasks(source, sorted(tasks))
        changed = True
    if not needed <= tasks and isinstance(op, YieldOp | IfOp) and operand.has_one_use():
        add_tasks(op, sorted(needed))
        changed = True
    return changed
