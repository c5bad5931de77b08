"""Branches that exit an aref first and enter it last are split, since the loop scheduler cannot place them."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.loop_attributes import LOOP_STAGE, set_integer_attribute, set_stage_cluster, stage_cluster
from xtriton.dialects.nvws.aref import ArefPutEnterOp, ArefPutExitOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.warp_specialization.attributes import (
    partition_outputs,
    partitions_of,
    set_partition_outputs,
    set_partitions,
)
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, by_version

_USER, _MMA = 0, 1
"""The partitions that use the accumulator and that compute it."""


def split_branches(function: FuncOp) -> None:
    """Split each ``scf.if`` that exits an aref first and enters it last into three with the same condition."""
    branches = [op for op in operations_inside_out(function) if isinstance(op, IfOp) and _exits_and_enters(op)]
    for op in branches:
        _split(op)


def _last_before_yield(block: Block) -> Operation | None:
    return block.last_op.prev_op if block.last_op is not None else None


def _exits_and_enters(op: IfOp) -> bool:
    then = op.thenRegion.block
    return isinstance(then.first_op, ArefPutExitOp) and isinstance(_last_before_yield(then), ArefPutEnterOp)


def _split(op: IfOp) -> None:
    """Move the exit to an ``scf.if`` before ``op``, and the enter to one after it."""
    then, otherwise = op.thenRegion.block, op.elseRegion.block
    exit_op, enter = then.first_op, _last_before_yield(then)
    assert isinstance(exit_op, ArefPutExitOp) and isinstance(enter, ArefPutEnterOp)
    assert then.last_op is not None and otherwise.last_op is not None
    position = next(index for index, value in enumerate(then.last_op.operands) if value is enter.token)
    rewriter = Rewriter()
    rewriter.start_at(op)
    before = _insert_if(op, (), rewriter)
    Rewriter.move_in_place(exit_op, _yield(before.thenRegion.block, [], op))
    rewriter.after(op)
    after = _insert_if(op, (AsyncTokenType(),), rewriter)
    rewriter.replace_all_uses(op.results[position], after.results[0])
    Rewriter.move_in_place(enter, _yield(after.thenRegion.block, [enter.token], op))
    after.elseRegion.add_block(Block())
    _yield(after.elseRegion.block, [otherwise.last_op.operands[position]], op)
    rewriter.before(op)
    poison = rewriter.insert(PoisonOp(result=AsyncTokenType())).result
    then.last_op.operands[position] = poison
    otherwise.last_op.operands[position] = poison
    for new, access in ((before, exit_op), (after, enter)):
        _SET_STAGE.now()(new, access)
    _ASSIGN.now()(op, before, after, position)


def _set_stage_one(new: IfOp, access: Operation) -> None:
    set_integer_attribute(new, LOOP_STAGE, 1)


def _set_stage_of_access(new: IfOp, access: Operation) -> None:
    set_stage_cluster(new, stage_cluster(access))


_SET_STAGE: ByVersion[Callable[[IfOp, Operation], None]] = by_version(
    {V3_6: _set_stage_one, V3_7: _set_stage_of_access}
)


def _assign_fixed(op: IfOp, before: IfOp, after: IfOp, position: int) -> None:
    """The exit and the enter are in the partition of the MMAs, and the rest in the default partition."""
    for new, outputs in ((before, ()), (after, ((_MMA,),))):
        set_partitions(new, (_MMA,))
        set_partition_outputs(new, outputs)
    set_partitions(op, (_USER,))
    set_partition_outputs(op, [(_USER,)] * len(op.results))


def _assign_by_token(op: IfOp, before: IfOp, after: IfOp, position: int) -> None:
    """The exit and the enter are in the partitions of the token, and the rest in the others, if there are any."""
    outputs = partition_outputs(op)
    of_token, all_ids = outputs[position], partitions_of(op)
    rest = tuple(index for index in all_ids if index not in of_token) or all_ids
    for new, new_outputs in ((before, ()), (after, (of_token,))):
        set_partitions(new, of_token)
        set_partition_outputs(new, new_outputs)
    set_partitions(op, rest)
    outputs[position] = rest
    set_partition_outputs(op, outputs)


_ASSIGN: ByVersion[Callable[[IfOp, IfOp, IfOp, int], None]] = by_version({V3_6: _assign_fixed, V3_8: _assign_by_token})


def _insert_if(like: IfOp, types: tuple[AsyncTokenType, ...], rewriter: Rewriter) -> IfOp:
    """An ``scf.if`` with an empty first branch, and the condition and attributes of another."""
    new = rewriter.insert(IfOp(like.condition, Region(Block()), Region(), result_types=types))
    new.attributes.update(like.attributes)
    return new


def _yield(block: Block, values: list[SSAValue], like: IfOp) -> YieldOp:
    """End a block."""
    end = YieldOp(values)
    end.location = like.location
    block.add_op(end)
    return end
