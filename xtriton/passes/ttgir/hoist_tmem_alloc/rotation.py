"""Loops with a loop-carried tensor that lives in tensor memory: the memory is used instead."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.analysis.loops import is_defined_outside
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.scf import ForOp, yield_of
from xtriton.passes.ttgir.hoist_tmem_alloc.tokens import (
    QUIET,
    alloc_with_token,
    insert_load,
    insert_store,
    insert_true,
)
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.uses import replace_uses_if


@pattern(TMEMStoreOp)
def store_of_carried_tensor(op: TMEMStoreOp, rewriter: Rewriter) -> bool:
    """A loop-carried tensor that is stored at once: store it at the end of the iteration before, or before the loop."""
    loop = op.parent_op()
    if op.dep is None or op.token is None or not isinstance(loop, ForOp):
        return False
    if not is_defined_outside(op.pred, loop) or not is_defined_outside(op.dst, loop):
        return False
    carried, token = loop.position(op.src), loop.position(op.dep)
    if carried is None or token is None or not op.src.has_one_use():
        return False
    rewriter.before(loop)
    inits = loop.init_args
    first = insert_store(rewriter, op.location, op.dst, inits[token], inits[carried], op.pred)
    assert first.token is not None
    loop.set_init(token, first.token)
    end = yield_of(loop.body)
    QUIET.replace_all_uses(op.token, loop.iter_args[token])
    _move(op, end, rewriter)
    set_operand_group(op, "dep", [end.operands[token]])
    end.operands[token] = op.token
    set_operand_group(op, "src", [end.operands[carried]])
    _load_after(loop, op, token, carried, rewriter)
    # The loop-carried tensor is dead now.
    end.operands[carried] = loop.iter_args[carried]
    return True


def _move(op: TMEMLoadOp | TMEMStoreOp, place: Operation | None, rewriter: Rewriter) -> None:
    if place is not None and op is not place:
        rewriter.move_in_place(op, place)
    rewriter.listener.inserted(op)


def _load_after(loop: ForOp, like: TMEMLoadOp | TMEMStoreOp, token: int, carried: int, rewriter: Rewriter) -> None:
    """Load the result of the loop from the memory that its last iteration has written."""
    rewriter.after(loop)
    load = insert_load(rewriter, like, loop.results[token])
    QUIET.replace_all_uses(loop.results[carried], load.result)


@pattern(TMEMLoadOp)
def load_only_for_next_iteration(op: TMEMLoadOp, rewriter: Rewriter) -> bool:
    """A tensor that is loaded only to be yielded: load it at the start of the next iteration, and after the loop.

    The memory must be uninitialised before the loop, and not be written between the load and the yield.
    """
    loop = op.parent_op()
    if op.dep is None or op.token is None or not isinstance(loop, ForOp) or not is_defined_outside(op.src, loop):
        return False
    use, end = op.result.get_unique_use(), yield_of(loop.body)
    if use is None or use.operation is not end:
        return False
    token = next((other.index for other in op.token.uses if other.operation is end), None)
    if token is None:
        return False
    carried = use.index
    alloc = alloc_with_token(loop.init_args[token])
    if alloc is None or alloc.token is None or alloc.src is not None:
        return False
    rewriter.before(loop)
    true = insert_true(rewriter, op.location)
    first = insert_store(rewriter, op.location, op.src, alloc.token, loop.init_args[carried], true)
    assert first.token is not None
    loop.set_init(token, first.token)
    end.operands[token] = op.dep
    _move(op, loop.body.first_op, rewriter)
    argument = loop.iter_args[token]
    set_operand_group(op, "dep", [argument])
    replace_uses_if(argument, op.token, lambda user: user is not op)
    QUIET.replace_all_uses(loop.iter_args[carried], op.result)
    _load_after(loop, op, token, carried, rewriter)
    end.operands[carried] = loop.iter_args[carried]
    return True
