"""Rewrites the accesses to an allocation in tensor memory to accesses to the buffers of an aref."""

from __future__ import annotations

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.loop_attributes import DISALLOW_ACC_MULTI_BUFFER, WARP_SPECIALIZE
from xtriton.dialects.nvws.attributes import AsyncOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.folds.elements import constant
from xtriton.passes.nvws.buffers import allocate, create_aref, multi_buffered
from xtriton.passes.nvws.insert_tmem_aref.access_graph import Access, Owner, collect_owners, unsupported
from xtriton.passes.nvws.insert_tmem_aref.state import MemoryState, insert_owned
from xtriton.passes.ttgir.pipeline.mma_v5 import can_buffer_accumulator, has_accumulator_read_modify_write
from xtriton.passes.ttgir.warp_specialization.attributes import stage_cluster
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.rewriter import Rewriter


def replace_by_aref(root: Access) -> None:
    """Replace an allocation, whose accesses belong to several owners, by an aref."""
    alloc, first = root.op, root.next
    assert isinstance(alloc, TMEMAllocOp) and first is not None
    loop = _specialized_loop(alloc)
    rewriter = Rewriter()
    rewriter.start_at(alloc)
    rewriter.before(loop or alloc)
    buffers = allocate(multi_buffered(alloc.type, _buffer_count(alloc)), rewriter, alloc.location)
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
    home = last.op if loop is not None else ancestor_in_block(last.op, aref.parent)
    assert home is not None
    rewriter.after(home)
    state.release(rewriter, last.op.location, stage_cluster(last.op))
    if not state.is_put:
        # The put needs a matching get where an outer loop enters it again.
        others = sorted(other for other in collect_owners(root).partitions if other != state.owner)
        state.acquire(rewriter, last.op.location, others[0] if others else None, None)
        state.release(rewriter, last.op.location, None)


def _specialized_loop(alloc: TMEMAllocOp) -> ForOp | None:
    """The warp-specialized loop around an allocation."""
    parent = alloc.parent_op()
    while parent is not None:
        if isinstance(parent, ForOp) and WARP_SPECIALIZE in parent.attributes:
            return parent
        parent = parent.parent_op()
    return None


def _buffer_count(alloc: TMEMAllocOp) -> int:
    """Two if all MMAs in loops overwrite the accumulator at some point and may overlap with its users."""
    possible: list[bool] = []
    for use in alloc.result.uses:
        mma = use.operation
        loop = mma.parent_op()
        if isinstance(mma, MMAv5Op) and isinstance(loop, ForOp):
            possible.append(
                not has_accumulator_read_modify_write(mma, loop)
                and can_buffer_accumulator(mma, loop)
                and DISALLOW_ACC_MULTI_BUFFER not in loop.attributes
            )
    return 2 if possible and all(possible) else 1


def _store_initial(
    alloc: TMEMAllocOp, value: SSAValue, owner: Owner | None, state: MemoryState, rewriter: Rewriter
) -> None:
    """Store the value that the allocation is initialised with."""
    place = stage_cluster(alloc)
    buffer = state.entered_buffer(rewriter, owner, alloc)
    state.kind = AsyncOp.NONE
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
    state.acquire(rewriter, scheduled.location, access.owner, stage_cluster(scheduled))


def _rewrite_body(access: Access, first: Access, state: MemoryState) -> None:
    """Rewrite the accesses in a loop or branch."""
    inside = state.copy()
    if isinstance(access.op, ForOp) and access.use is not None:
        inside.token = access.op.iter_args[access.use.index - access.op.init_operands.start]
        inside.buffer = None
    _rewrite_chain(first, access.owner, inside)
    state.kind, state.owner = inside.kind, inside.owner


def _rewrite(access: Access, state: MemoryState) -> None:
    op = access.op
    rewriter = Rewriter()
    rewriter.before(op)
    match op:
        case TMEMLoadOp():
            state.kind = AsyncOp.NONE
            set_operand_group(op, "src", [state.entered_buffer(rewriter, access.owner, op)])
            set_operand_group(op, "dep", [])
            _drop_token(op.token, state, rewriter)
        case TMEMStoreOp():
            state.kind = AsyncOp.NONE
            set_operand_group(op, "dst", [state.entered_buffer(rewriter, access.owner, op)])
            set_operand_group(op, "dep", [])
            _drop_token(op.token, state, rewriter)
        case YieldOp():
            assert access.use is not None and state.token is not None
            op.operands[access.use.index] = state.token
        case ForOp() | IfOp():
            _rewrite_around(access, op, state)
        case _ if isinstance(op, MMAv5Op):
            _rewrite_mma(op, access.owner, state, rewriter)
        case _:
            raise unsupported(op)


def _drop_token(token: SSAValue | None, state: MemoryState, rewriter: Rewriter) -> None:
    if token is not None:
        rewriter.replace_all_uses(token, state.poison)


def _rewrite_mma(op: MMAv5Op, owner: Owner | None, state: MemoryState, rewriter: Rewriter) -> None:
    state.kind = AsyncOp.TC5MMA
    if op.d is state.memory:
        set_operand_group(op, "acc_dep", [])
        _drop_token(op.token, state, rewriter)
    for index, operand in enumerate(list(op.operands)):
        if operand is state.memory:
            op.operands[index] = state.entered_buffer(rewriter, owner, op)


def _rewrite_around(access: Access, op: ForOp | IfOp, state: MemoryState) -> None:
    """Pass the token of the aref into a loop, and take it from a loop or branch."""
    if access.token_position is None:
        return
    if isinstance(op, ForOp):
        assert access.use is not None and state.token is not None
        op.operands[access.use.index] = state.token
    state.token, state.buffer = op.results[access.token_position], None
