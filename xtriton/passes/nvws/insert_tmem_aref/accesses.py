"""Rewrites the accesses to an allocation in tensor memory to accesses to the buffers of an aref."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.loop_attributes import stage_cluster
from xtriton.dialects.nvws.attributes import AsyncOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.folds.elements import constant
from xtriton.passes.nvws.buffers import allocate, create_aref, multi_buffered
from xtriton.passes.nvws.insert_tmem_aref.access_graph import Access, Owner, collect_owners, unsupported
from xtriton.passes.nvws.insert_tmem_aref.buffer_counts import buffer_count
from xtriton.passes.nvws.insert_tmem_aref.state import MemoryState, insert_owned
from xtriton.passes.ttgir.warp_specialization.specialized_loops import specialized_loop_around
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, active_version, since


def replace_by_aref(root: Access, elements: int) -> int:
    """Replace an allocation, whose accesses belong to several owners, by an aref.

    ``elements`` of tensor memory are in arefs before; returns how many are after.
    """
    alloc, first = root.op, root.next
    assert isinstance(alloc, TMEMAllocOp) and first is not None
    loop = specialized_loop_around(alloc)
    rewriter = Rewriter()
    rewriter.start_at(alloc)
    rewriter.before(loop or alloc)
    count = buffer_count(root, alloc, elements)
    buffers = allocate(multi_buffered(alloc.type, count), rewriter, alloc.location)
    aref = create_aref([buffers], rewriter, alloc.location)
    poison = rewriter.insert(PoisonOp(result=AsyncTokenType())).result
    state = MemoryState(aref, alloc.result, poison)
    owner = first.owner if alloc.src is None and loop is not None else root.owner
    rewriter.before(alloc)
    state.acquire(rewriter, alloc.location, owner, stage_cluster(alloc))
    if state.owner is None:
        state.owner = next((access.owner for access in first.chain if access.owner is not None), None)
    if alloc.src is not None:
        _store_initial(alloc, alloc.src, owner, state, rewriter)
    last = _rewrite_chain(first, owner, state)
    _exit_after(last, root, state, rewriter)
    return elements + prod(alloc.type.get_shape()[:2]) * count


def _exit_after(last: Access, root: Access, state: MemoryState, rewriter: Rewriter) -> None:
    """Exit the aref after the last access. A put needs a matching get where an outer loop enters it again."""
    assert isinstance(root.op, TMEMAllocOp)
    home: Operation | None = last.op
    if specialized_loop_around(root.op) is None:
        home = ancestor_in_block(last.op, state.aref.parent)
        if last.owner is not None:
            state.places[last.owner] = None
    assert home is not None
    rewriter.after(home)
    state.release(rewriter, last.op.location, stage_cluster(last.op))
    if not state.is_put:
        others = sorted(other for other in collect_owners(root).partitions if other != state.owner)
        state.acquire(rewriter, last.op.location, others[0] if others else None, None)
        state.release(rewriter, last.op.location, None)


def _store_initial(
    alloc: TMEMAllocOp, value: SSAValue, owner: Owner | None, state: MemoryState, rewriter: Rewriter
) -> None:
    """Store the value that the allocation is initialised with."""
    place = stage_cluster(alloc)
    buffer = state.entered_buffer(rewriter, owner, alloc)
    state.access(owner, AsyncOp.NONE, place)
    true = insert_owned(ConstantOp(constant(i1, 1)), rewriter, alloc.location, owner, place).result
    insert_owned(TMEMStoreOp(buffer, None, value, true), rewriter, alloc.location, owner, place)


# ---------------------------------------------------------------------------------------------------------- accesses


def _rewrite_chain(first: Access, owner: Owner | None, state: MemoryState) -> Access:
    """Rewrite the accesses of a block; returns the last one. ``owner`` is the owner before the first one."""
    last = first
    for access in first.chain:
        # A loop that starts partitions synchronizes them: memory from outside needs no change of owners.
        if owner is not None and access.owner != owner:
            _change_owner(access, state)
        for body in access.bodies:
            _rewrite_body(access, body, state)
        _rewrite(access, state)
        owner, last = access.owner, access
    return last


def _change_owner(access: Access, state: MemoryState) -> None:
    """Exit the aref right after the last access of its owner, and enter it right before ``access``."""
    rewriter = Rewriter()
    if access.previous is not None:
        before = access.previous.op
        place = stage_cluster(before)
        rewriter.after(before)
    else:
        assert access.around is not None and access.op.parent is not None
        before, place = access.around.op, None
        rewriter.at_start(access.op.parent)
    state.release(rewriter, before.location, place if access.owner is not None else None)
    rewriter.before(access.op)
    scheduled = access.op
    if isinstance(scheduled, YieldOp) and access.around is not None:
        scheduled = access.around.op
    at = stage_cluster(scheduled)
    if at is None and access.owner is not None and active_version() in _KEEPS_PLACES:
        at = state.places.get(access.owner)
    state.acquire(rewriter, scheduled.location, access.owner, at)


_KEEPS_PLACES = since(V3_7)
"""Where an access is not scheduled, the aref is entered in the stage and cluster of the partition's last access."""


def _rewrite_body(access: Access, first: Access, state: MemoryState) -> None:
    """Rewrite the accesses in a loop or branch."""
    inside = state.copy()
    if isinstance(access.op, ForOp | WhileOp) and first.use is not None:
        inside.token = first.use.operation.operands[first.use.index]
        inside.buffer = None
    _rewrite_chain(first, access.owner, inside)
    state.leave(inside)


def _rewrite(access: Access, state: MemoryState) -> None:
    op = access.op
    rewriter = Rewriter()
    rewriter.before(op)
    match op:
        case TMEMLoadOp():
            state.access(access.owner, AsyncOp.NONE, stage_cluster(op))
            set_operand_group(op, "src", [state.entered_buffer(rewriter, access.owner, op)])
            set_operand_group(op, "dep", [])
            _drop_token(op.token, state, rewriter)
        case TMEMStoreOp():
            state.access(access.owner, AsyncOp.NONE, stage_cluster(op))
            set_operand_group(op, "dst", [state.entered_buffer(rewriter, access.owner, op)])
            set_operand_group(op, "dep", [])
            _drop_token(op.token, state, rewriter)
        case YieldOp():
            assert access.use is not None and state.token is not None
            op.operands[access.use.index] = state.token
        case ForOp() | WhileOp() | IfOp():
            _rewrite_around(access, op, state)
        case _ if isinstance(op, MMAv5Op):
            _rewrite_mma(op, access.owner, state, rewriter)
        case _:
            raise unsupported(op)


def _drop_token(token: SSAValue | None, state: MemoryState, rewriter: Rewriter) -> None:
    if token is not None:
        rewriter.replace_all_uses(token, state.poison)


def _rewrite_mma(op: MMAv5Op, owner: Owner | None, state: MemoryState, rewriter: Rewriter) -> None:
    state.access(owner, AsyncOp.TC5MMA, stage_cluster(op))
    if op.d is state.memory:
        set_operand_group(op, "acc_dep", [])
        _drop_token(op.token, state, rewriter)
    for index, operand in enumerate(list(op.operands)):
        if operand is state.memory:
            op.operands[index] = state.entered_buffer(rewriter, owner, op)


def _rewrite_around(access: Access, op: ForOp | WhileOp | IfOp, state: MemoryState) -> None:
    """Pass the token of the aref into a loop, and take it from a loop or branch."""
    if access.token_position is None:
        return
    if not isinstance(op, IfOp):
        assert access.use is not None and state.token is not None
        op.operands[access.use.index] = state.token
    state.token, state.buffer = op.results[access.token_position], None
