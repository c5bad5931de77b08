"""Branches that exit an aref first and enter it last are split, since the loop scheduler cannot place them."""

from __future__ import annotations

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.loop_attributes import LOOP_STAGE, set_integer_attribute
from xtriton.dialects.nvws.aref import ArefPutEnterOp, ArefPutExitOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.warp_specialization.attributes import set_partition_outputs, set_partitions
from xtriton.rewriting.rewriter import Rewriter

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
    for new, outputs in ((before, ()), (after, ((_MMA,),))):
        set_integer_attribute(new, LOOP_STAGE, 1)
        set_partitions(new, (_MMA,))
        set_partition_outputs(new, outputs)
    set_partitions(op, (_USER,))
    set_partition_outputs(op, [(_USER,)] * len(op.results))


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
