"""Specialization: each task's operations go into a region of ``ttg.warp_specialize``."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import ConstantLike

from xtriton.analysis.slices import nested_operands
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.warp_specialize import WarpReturnOp, WarpSpecializeOp, WarpYieldOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.creation import is_block_argument, is_operation, is_result
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import (
    TaskRewriter,
    has_task,
    nested_tasks_of,
    set_tasks,
    tasks_of,
)
from xtriton.rewriting.captures import used_from_above
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of
from xtriton.rewriting.uses import replace_uses_if

WARPS = 4
"""The warps of each task."""
REGISTERS = 232
"""The registers per thread that a consumer requests: the most that three warp groups leave for two of them."""

_SCHEDULE = "tt.loop_schedule"


def specialize(func: FuncOp) -> None:
    """Replace the operations with tasks by a ``ttg.warp_specialize`` at the end of the function.

    The default region runs the producer's task, one partition that of each consumer. Raises ``DiagnosticError`` if a
    task needs a value that only others compute, or if one has no producer.
    """
    ops = [op for block in func.body.blocks for op in block.ops if tasks_of(op)]
    tasks = nested_tasks_of(func)
    end = func.body.block.last_op if len(func.body.blocks) == 1 else None
    if end is None or not ops or tasks[0] != 0:
        raise error(func.location, "a function to be warp-specialized needs one block and a task 0")
    location = ops[0].location
    default = Region(Block())
    partitions = [Region(Block()) for _ in tasks[1:]]
    for task, region in zip(tasks, (default, *partitions), strict=True):
        _TaskCloner(task).fill(region.block, ops)
        rewriter = Rewriter()
        rewriter.at_end(region.block)
        rewriter.insert(WarpReturnOp() if task else WarpYieldOp(), func.location)
    registers = [REGISTERS for _ in partitions]
    captures = _capture(partitions)
    new = WarpSpecializeOp.of(captures, default, partitions, [WARPS for _ in partitions], registers=registers)
    new.holder.location = location
    rewriter = Rewriter()
    rewriter.before(end)
    rewriter.insert(new, location)
    for op in reversed(ops):
        user = next((use.operation for result in op.results for use in result.uses), None)
        if user is not None:
            raise _missing(user)
        rewriter.erase(op)


def _capture(partitions: Sequence[Region]) -> list[SSAValue]:
    """The values from outside that partitions use, as which they get arguments; constants are cloned into them."""
    found: list[SSAValue] = []
    for value in dict.fromkeys(value for region in partitions for value in used_from_above(region)):
        owner = value.owner
        is_constant = is_operation(owner) and has_trait(owner, ConstantLike)
        for region in partitions:
            if is_constant:
                assert is_operation(owner)
                rewriter = Rewriter()
                rewriter.at_start(region.block)
                inside: SSAValue = rewriter.insert(clone_op(owner, {})).results[0]
            else:
                inside = block_argument(region.block, value.type, location_of(value))
            replace_uses_if(value, inside, region.is_ancestor)
        if not is_constant:
            found.append(value)
    return found


def _missing(op: Operation) -> DiagnosticError:
    return error(op.location, f"'{op.name}' op uses a value of another warp group; leave warp_specialize out")


class _TaskCloner:
    """Clones the operations of one task."""

    def __init__(self, task: int) -> None:
        self.task = task
        self._values: Mapping = {}

    def fill(self, block: Block, ops: Sequence[Operation]) -> None:
        """Clone operations to the end of a block."""
        rewriter = TaskRewriter((self.task,))
        for op in ops:
            rewriter.at_end(block)
            self._clone(op, rewriter)

    def _clone(self, op: Operation, rewriter: TaskRewriter) -> None:
        # Terminators may lack tasks: they belong to all.
        if not has_task(op, self.task) and not isinstance(op, YieldOp):
            return
        match op:
            case ForOp():
                self._loop(op, rewriter)
            case IfOp():
                self._branch(op, rewriter)
            case _ if not op.regions or isinstance(op, ReduceOp):
                for value in nested_operands(op):
                    self._known(value, op)
                new = rewriter.insert(clone_op(op, self._values))
                for inner in operations_in(new):
                    set_tasks(inner, (self.task,))
            case _:
                raise error(op.location, f"'{op.name}' op has regions that cannot be warp-specialized")

    def _known(self, value: SSAValue, user: Operation) -> SSAValue:
        """The value in this task, or one from outside. Raises ``DiagnosticError`` if only others compute it."""
        known = self._values.get(value)
        if known is not None:
            return known
        owner = value.owner
        if tasks_of(owner) if is_operation(owner) else not isinstance(owner.parent_op(), FuncOp):
            raise _missing(user)
        return value

    # ------------------------------------------------------------------------------------------------------- loops

    def _loop(self, loop: ForOp, rewriter: TaskRewriter) -> None:
        """Clone a loop with the loop-carried values that the task uses."""
        used = self._used_positions(loop)
        inits = [self._known(loop.init_args[at], loop) for at in used]
        bounds = [self._known(bound, loop) for bound in loop.operands[: loop.init_operands.start]]
        body = Block()
        attributes = {name: value for name, value in loop.attributes.items() if name == _SCHEDULE}
        types = [init.type for init in inits]
        new = ForOp.create(
            operands=[*bounds, *inits], result_types=types, attributes=attributes, regions=[Region(body)]
        )
        rewriter.insert(new, loop.location)
        self._values[loop.induction_variable] = block_argument(body, bounds[0].type, loop.location)
        for at, init in zip(used, inits, strict=True):
            self._values[loop.iter_args[at]] = block_argument(body, init.type, location_of(init))
        end = loop.yield_operation
        assert end is not None
        self.fill(body, [op for op in loop.body.ops if op is not end])
        inner = TaskRewriter((self.task,))
        inner.at_end(body)
        inner.insert(
            YieldOp([self._known(end.operands[at], end) for at in used]), end.location if used else loop.location
        )
        for at, result in zip(used, new.results, strict=True):
            self._values[loop.results[at]] = result

    def _used_positions(self, loop: ForOp) -> list[int]:
        """The positions of the loop-carried values that operations of the task use, in or after the loop."""
        positions = range(len(loop.results))
        return [
            at
            for at in positions
            if self._is_used(loop, loop.iter_args[at], frozenset())
            or self._is_used(loop, loop.results[at], frozenset())
        ]

    def _is_used(self, loop: ForOp, value: SSAValue, seen: frozenset[SSAValue]) -> bool:
        """Whether the task uses a value that a loop carries, other than by passing it on.

        What starts another loop, or is yielded by a branch, counts if the task computes what it started as.
        """
        for use in value.uses:
            user = use.operation
            if not has_task(user, self.task):
                continue
            if isinstance(user, YieldOp):
                if isinstance(user.parent_op(), IfOp) and self._starts_here(loop, value):
                    return True
                continue
            if isinstance(user, ForOp):
                if self._starts_here(loop, value) or self._is_used_inside(loop, value, user, seen):
                    return True
                continue
            if not user.regions:
                return True
        return False

    def _is_used_inside(self, loop: ForOp, value: SSAValue, inner: ForOp, seen: frozenset[SSAValue]) -> bool:
        """Whether an inner loop uses a value that it starts with, one that has come through two loops."""
        carried = loop.tied(value) if is_block_argument(value) else None
        if carried is None or is_result(carried.init):
            return False
        position = next((at for at, init in enumerate(inner.init_args) if init is value), None)
        if position is None:
            return False
        argument = inner.iter_args[position]
        return argument not in seen and self._is_used(inner, argument, seen | {argument})

    def _starts_here(self, loop: ForOp, value: SSAValue) -> bool:
        """Whether a loop-carried argument starts as something that the task computes."""
        carried = loop.tied(value) if is_block_argument(value) else None
        return carried is not None and is_result(carried.init) and has_task(carried.init.op, self.task)

    # ---------------------------------------------------------------------------------------------------- branches

    def _branch(self, op: IfOp, rewriter: TaskRewriter) -> None:
        """Clone a branch with the results that the task computes."""
        kept = self._kept_results(op)
        regions = [Region() if region.first_block is None else Region(Block()) for region in op.regions]
        new = IfOp.create(
            operands=[self._known(op.condition, op)],
            result_types=[op.result_types[at] for at in kept],
            regions=regions,
        )
        rewriter.insert(new, op.location)
        for old, region in zip(op.regions, regions, strict=True):
            if old.first_block is not None:
                self._fill_branch(old.block, region.block, kept)
        for at, result in zip(kept, new.results, strict=True):
            self._values[op.results[at]] = result

    def _fill_branch(self, old: Block, new: Block, kept: Sequence[int]) -> None:
        end = old.last_op
        assert end is not None
        self.fill(new, [op for op in old.ops if op is not end])
        rewriter = TaskRewriter((self.task,))
        rewriter.at_end(new)
        rewriter.insert(YieldOp([self._known(end.operands[at], end) for at in kept]), end.location)

    def _kept_results(self, op: IfOp) -> list[int]:
        """The results whose ``then`` value the task computes, or that are loop-carried and start in the task."""
        end = op.regions[0].block.last_op
        assert end is not None
        return [at for at, value in enumerate(end.operands) if op.results and self._computes(value, op)]

    def _computes(self, value: SSAValue, op: Operation) -> bool:
        if is_result(value):
            return has_task(value.op, self.task)
        around = value.owner.parent_op() if isinstance(value.owner, Block) else None
        carried = around.tied(value) if isinstance(around, ForOp) else None
        if carried is None or not is_result(carried.init):
            raise _missing(op)
        return has_task(carried.init.op, self.task)
