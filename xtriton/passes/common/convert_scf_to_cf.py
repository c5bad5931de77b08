"""``convert-scf-to-cf``: structured control flow becomes branches between blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, i32, i64
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, IndexCastOp
from xtriton.dialects.upstream.cf import BranchOp, CondBranchOp, SwitchOp
from xtriton.dialects.upstream.scf import (
    ConditionOp,
    ExecuteRegionOp,
    ForallOp,
    ForOp,
    IfOp,
    IndexSwitchOp,
    ParallelOp,
    WhileOp,
    YieldOp,
)
from xtriton.folds.folding import fold
from xtriton.ir.context import Context
from xtriton.ir.creation import split_before
from xtriton.ir.diagnostics import error
from xtriton.ir.locations import Location
from xtriton.ir.traits import SingleBlock, has_trait
from xtriton.passes.base import OperationPass
from xtriton.passes.common.parallel_loops import loops_of_forall, loops_of_parallel
from xtriton.rewriting.regions import reachable_blocks
from xtriton.rewriting.rewriter import Rewriter, block_argument
from xtriton.versions import V3_6, V3_8, by_version

_SWITCH_FLAG = by_version({V3_6: i32, V3_8: i64})
"""The type of the number that ``scf.index_switch`` becomes a branch on."""


@dataclass(frozen=True)
class SCFToControlFlowPass(OperationPass):
    """Lower ``scf`` loops and branches to blocks with ``cf`` branches.

    before: ``scf.if %c { f } else { g }``
    after:  ``cf.cond_br %c, ^bb1, ^bb2``, ``^bb1: f, cf.br ^bb3``, ``^bb2: g, cf.br ^bb3``, ``^bb3:``
    """

    name: ClassVar[str] = "convert-scf-to-cf"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        for inner in list(_reachable_inside(op)):
            if isinstance(inner, ParallelOp):
                loops_of_parallel(inner)
            elif isinstance(inner, ForallOp):
                _lower_forall(inner)
        ops = list(_reachable_inside(op))
        for inner in ops:
            if isinstance(inner, _LOWERED):
                _require_several_blocks_allowed(inner)
        for inner in ops:
            if isinstance(inner, IfOp):
                fold(inner)
        # Inner operations first: their blocks then are moved along with those around them. And from the end: a block
        # is split before each, and what is behind it was split off before.
        for inner in list(_reachable_inside(op, reverse=True)):
            match inner:
                case ForOp():
                    _lower_for(inner)
                case IfOp():
                    _lower_if(inner)
                case WhileOp():
                    _lower_while(inner)
                case ExecuteRegionOp():
                    _lower_execute_region(inner)
                case IndexSwitchOp():
                    _lower_index_switch(inner)
                case _:
                    pass


_LOWERED = (ForOp, IfOp, WhileOp, ExecuteRegionOp, IndexSwitchOp)


def _require_several_blocks_allowed(op: Operation) -> None:
    """Raise ``DiagnosticError``, with the verifier's message, where blocks cannot be put into the place of ``op``."""
    parent = op.parent_op()
    if parent is not None and not isinstance(parent, _LOWERED) and _has_single_blocks(parent):
        index = parent.regions.index(op.parent_region())
        raise error(parent.location, f"'{parent.name}' op expects region #{index} to have 0 or 1 blocks")


def _has_single_blocks(op: Operation) -> bool:
    return isinstance(op, ModuleOp) or has_trait(op, SingleBlock)


def _reachable_inside(op: Operation, *, reverse: bool = False) -> Iterator[Operation]:
    """The operations nested in ``op``, each behind those in it, without those in unreachable blocks.

    Unreachable blocks are not modified. ``reverse`` goes through regions, blocks and operations from the end.
    """
    for region in reversed(op.regions) if reverse else op.regions:
        reachable = reachable_blocks(region.blocks[0]) if region.blocks else ()
        for block in reversed(region.blocks) if reverse else region.blocks:
            if block in reachable:
                for inner in reversed(block.ops) if reverse else block.ops:
                    yield from _reachable_inside(inner, reverse=reverse)
                    yield inner


def _split_at(op: Operation) -> tuple[Block, Block]:
    """Split the block of ``op`` before ``op``, and return both blocks."""
    block = op.parent
    assert block is not None
    return block, split_before(op)


def _inline(region: Region, before: Block) -> tuple[Block, Block]:
    """Move the blocks of ``region`` in front of a block; returns the first and the last one."""
    first, last = region.first_block, region.last_block
    assert first is not None
    assert last is not None
    region.move_blocks_before(before)
    return first, last


def _end_with(block: Block, op: Operation, location: Location) -> None:
    """Put ``op`` at the end of ``block``, in the place of a terminator that may be there."""
    rewriter = Rewriter()
    last = block.last_op
    rewriter.at_end(block)
    rewriter.insert(op, location)
    if isinstance(last, YieldOp | ConditionOp):
        rewriter.erase(last)


def _yielded(block: Block) -> list[SSAValue]:
    end = block.last_op
    assert end is not None
    return list(end.operands)


def _latch(branch: Operation, loop: Operation) -> Operation:
    """Copy a loop's ``llvm.`` attributes to the branch to its header, where LLVM expects loop metadata."""
    branch.attributes.update({name: value for name, value in loop.attributes.items() if value.name.startswith("llvm.")})
    return branch


def _lower_forall(op: ForallOp) -> None:
    if op.outputs:
        why = "its shared outputs are to become buffers first"
        raise error(op.location, f"failed to legalize operation '{op.name}' that was explicitly marked illegal: {why}")
    loops_of_forall(op)


def _lower_for(op: ForOp) -> None:
    before, after = _split_at(op)
    head, _ = _inline(op.region, after)
    first = head.first_op
    assert first is not None
    body = split_before(first)
    last = after.prev_block
    assert last is not None
    variable, *carried = head.args
    rewriter = Rewriter()
    values = _yielded(last)
    end = last.last_op
    assert end is not None
    rewriter.before(end)
    following = rewriter.insert(AddIOp(variable, op.step), op.location).result
    _end_with(last, _latch(BranchOp(head, [following, *values]), op), op.location)
    _end_with(before, BranchOp(head, [op.lowerBound, *op.initArgs]), op.location)
    predicate = CmpIPredicate.SLT if op.unsignedCmp is None else CmpIPredicate.ULT
    rewriter.at_end(head)
    goes_on = rewriter.insert(CmpIOp(predicate, variable, op.upperBound), op.location).result
    _end_with(head, CondBranchOp(goes_on, body, [], after, []), op.location)
    rewriter.replace(op, carried)


def _lower_if(op: IfOp) -> None:
    before, after = _split_at(op)
    join = after
    if op.results:
        join = Block()
        region = after.parent
        assert region is not None
        region.insert_block_before(join, after)
        for result in op.results:
            block_argument(join, result.type, op.location)
        _end_with(join, BranchOp(after), op.location)
    targets: list[Block] = []
    for region in op.regions:
        if not region.blocks:
            targets.append(join)
            continue
        first, last = _inline(region, join)
        _end_with(last, BranchOp(join, _yielded(last)), op.location)
        targets.append(first)
    _end_with(before, CondBranchOp(op.condition, targets[0], [], targets[1], []), op.location)
    Rewriter().replace(op, join.args)


def _lower_while(op: WhileOp) -> None:
    before, after = _split_at(op)
    forwards = _only_forwards(op.after)
    head, decision = _inline(op.before, after)
    end = decision.last_op
    assert isinstance(end, ConditionOp)
    values = list(end.args)
    body = head
    if not forwards:
        body, last = _inline(op.after, after)
        back = last.last_op
        assert back is not None
        _end_with(last, _latch(BranchOp(head, _yielded(last)), op), back.location)
    _end_with(before, BranchOp(head, op.inits), op.location)
    decide = CondBranchOp(end.condition, body, values, after, [])
    _end_with(decision, _latch(decide, op) if forwards else decide, end.location)
    Rewriter().replace(op, values)


def _only_forwards(region: Region) -> bool:
    """Whether a region only forwards its arguments."""
    block = region.first_block
    assert block is not None
    end = block.last_op
    if block is not region.last_block or block.first_op is not end or end is None:
        return False
    return tuple(end.operands) == block.args


def _lower_execute_region(op: ExecuteRegionOp) -> None:
    before, after = _split_at(op)
    blocks = list(op.region.blocks)
    first, _ = _inline(op.region, after)
    _end_with(before, BranchOp(first), op.location)
    for block in blocks:
        if isinstance(block.last_op, YieldOp):
            _end_with(block, BranchOp(after, _yielded(block)), op.location)
    Rewriter().replace(op, [block_argument(after, result.type, op.location) for result in op.results])


def _lower_index_switch(op: IndexSwitchOp) -> None:
    before, after = _split_at(op)
    results = [block_argument(after, result.type, op.location) for result in op.results]
    targets: list[Block] = []
    for region in (*op.caseRegions, op.defaultRegion):
        first, last = _inline(region, after)
        end = last.last_op
        assert end is not None
        _end_with(last, BranchOp(after, _yielded(last)), end.location)
        targets.append(first)
    *cases, default = targets
    rewriter = Rewriter()
    rewriter.at_end(before)
    flag = rewriter.insert(IndexCastOp(op.arg, _SWITCH_FLAG.now()), op.location).out
    switch = SwitchOp.of(
        flag, (default, ()), [(value, case, ()) for value, case in zip(op.case_values, cases, strict=True)]
    )
    rewriter.insert(switch, op.location)
    rewriter.replace(op, results)
