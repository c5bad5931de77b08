"""The lowering of one aref: each slot has a barrier for full and one for empty buffers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, UnitAttr
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.slices import in_program_order, users_of
from xtriton.dialects.nvws.aref import (
    ArefBufferOp,
    ArefCreateOp,
    ArefGetEnterOp,
    ArefGetExitOp,
    ArefPutEnterOp,
    ArefPutExitOp,
)
from xtriton.dialects.nvws.attributes import AsyncOp, AsyncOpAttr
from xtriton.dialects.ttg.memdesc import MemDescIndexOp, MemDescView
from xtriton.dialects.ttg.types import AsyncTokenType, MemDescType
from xtriton.dialects.ttg.verify import module_of, num_ctas, partition_ids
from xtriton.dialects.ttng.barrier import ArriveBarrierOp, FenceAsyncSharedOp, WaitBarrierOp
from xtriton.dialects.ttng.tcgen05 import MMAv5Op, TCGen5CommitOp, TCGen5MMAScaledOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.ir.diagnostics import DiagnosticEngine, error
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import parent_of_type
from xtriton.passes.nvws.buffers import depth_of, is_scales, memory_type, with_shape
from xtriton.passes.nvws.lower_aref.loads import insert_loads, insert_request
from xtriton.passes.ttgir.pipeline.buffers import buffer_view, free_barriers, initialise_barriers
from xtriton.passes.ttgir.pipeline.loops import num_stages_of
from xtriton.passes.ttgir.pipeline.mma_v5 import are_scales_pipelineable, operand_is_pipelineable
from xtriton.passes.ttgir.pipeline.users import top_level_users
from xtriton.passes.ttgir.warp_specialization.attributes import Membership, PartitionBuilder, has_partition
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, V3_9, ByVersion, active_version, by_version, since

ArefAccess = ArefPutEnterOp | ArefPutExitOp | ArefGetEnterOp | ArefGetExitOp | ArefBufferOp
_ARRIVE_PER_KIND = (AsyncOp.NONE, AsyncOp.TC5MMA, AsyncOp.TMA_LOAD, AsyncOp.WGMMA, AsyncOp.CLC)
"""How buffers may be written or read for one arrival at the barrier."""


@dataclass(frozen=True)
class _Lowered:
    """The buffers and barriers of an aref, one of each per slot."""

    buffers: tuple[SSAValue, ...]
    empty: SSAValue
    full: SSAValue


@dataclass(frozen=True)
class _Settings:
    """What the lowering of arefs depends on."""

    diagnostics: DiagnosticEngine
    num_stages: int
    """The number of pipeline stages of loops without an attribute for it."""


def lower_aref(diagnostics: DiagnosticEngine, num_stages: int) -> Pattern:
    """The pattern that lowers arefs with all their accesses, with a number of stages for loops that have none."""
    settings = _Settings(diagnostics, num_stages)

    @pattern(ArefCreateOp)
    def lower(op: ArefCreateOp, rewriter: Rewriter) -> bool:
        """Allocate barriers, and replace enters by waits and exits by arrivals."""
        accesses = [_access(use.operation) for use in op.result.uses]
        lowered = _allocate_barriers(op, accesses)
        mmas = _reading_mmas(accesses)
        for access in accesses:
            _lower_access(access, lowered, mmas, rewriter, settings)
        rewriter.before(op)
        poison = rewriter.insert(PoisonOp(result=AsyncTokenType()), op.location).result
        erased = in_program_order({op: None, **dict.fromkeys(accesses)})
        for access in erased:
            if isinstance(access, ArefPutEnterOp | ArefGetEnterOp):
                rewriter.replace_all_uses(access.token, poison)
        for access in reversed(erased):
            rewriter.erase(access)
        return True

    return lower


def _access(user: Operation) -> ArefAccess:
    if not isinstance(user, ArefAccess):
        raise error(user.location, f"'{user.name}' op cannot use an aref")
    return user


def _kinds(op: ArefPutExitOp | ArefGetExitOp) -> list[AsyncOp]:
    """How the buffers have been written or read."""
    return [entry.data for entry in cast("ArrayAttr[AsyncOpAttr]", op.async_ops).data]


# ---------------------------------------------------------------------------------------------------------- barriers


def _allocate_barriers(op: ArefCreateOp, accesses: list[ArefAccess]) -> _Lowered:
    """Allocate the barriers before the aref, and free them after the last access."""
    depth = depth_of(memory_type(op.buffers[0]))
    ctas = num_ctas(module_of(op))
    start, end = Rewriter(), Rewriter()
    start.start_at(op)
    end.location = op.location
    _PLACE_END.now()(end, op, accesses)
    barriers: list[SSAValue] = []
    for exit_class in (ArefGetExitOp, ArefPutExitOp):
        barriers.append(initialise_barriers(start, depth, _arrivals(accesses, exit_class), ctas))
        free_barriers(end, barriers[-1], depth)
    return _Lowered(tuple(op.buffers), barriers[0], barriers[1])


def _after_last_access(end: Rewriter, op: ArefCreateOp, accesses: list[ArefAccess]) -> None:
    last = ancestor_in_block(in_program_order(accesses)[-1], op.parent) if accesses else op
    assert last is not None
    end.after(last)


def _at_end_of_block(end: Rewriter, op: ArefCreateOp, accesses: list[ArefAccess]) -> None:
    assert op.parent is not None and op.parent.last_op is not None
    end.before(op.parent.last_op)


_PLACE_END: ByVersion[Callable[[Rewriter, ArefCreateOp, list[ArefAccess]], None]] = by_version(
    {V3_6: _after_last_access, V3_9: _at_end_of_block}
)
"""Moves to where barriers are freed."""


def _arrivals(accesses: list[ArefAccess], exit_class: type[ArefPutExitOp] | type[ArefGetExitOp]) -> int:
    """How often each phase of a barrier is arrived at: once per kind in each partition that exits."""
    seen: set[int] = set()
    count = 0
    for access in accesses:
        if not isinstance(access, exit_class) or not has_partition(access):
            continue
        partitions = partition_ids(access)
        if not partitions:
            raise error(access.location, f"'{access.name}' op has an empty list of partitions")
        kinds = _kinds(access)
        if not all(kind in _ARRIVE_PER_KIND for kind in kinds):
            raise error(access.location, f"'{access.name}' op has an unsupported kind")
        count += len(kinds) * len(set(partitions) - seen)
        seen.update(partitions)
    return count or 1


def _arrive(op: ArefPutExitOp | ArefGetExitOp, barrier: SSAValue, builder: PartitionBuilder) -> None:
    """Arrive at a barrier. TMA loads and CLC requests need no operation: the hardware arrives."""
    for kind in _kinds(op):
        match kind:
            case AsyncOp.NONE | AsyncOp.WGMMA:
                builder.insert(ArriveBarrierOp(barrier, count=1))
            case AsyncOp.TC5MMA | AsyncOp.TMEM_COPY:
                builder.insert(TCGen5CommitOp(barrier))
            case AsyncOp.TMA_LOAD | AsyncOp.CLC:
                pass
            case _:
                raise error(op.location, f"'{op.name}' op has an unsupported kind")


# ---------------------------------------------------------------------------------------------------------- accesses


def _lower_access(
    op: ArefAccess,
    lowered: _Lowered,
    mmas: set[MMAv5Op],
    rewriter: Rewriter,
    settings: _Settings,
) -> None:
    builder = PartitionBuilder(Membership.of(op), op.location, rewriter.listener)
    builder.after(op)
    match op:
        case ArefPutEnterOp():
            _lower_put_enter(op, lowered, mmas, builder, settings)
        case ArefGetEnterOp():
            _wait(op, lowered.full, builder)
            for buffer, view in zip(op.buffers, _views(op, lowered, builder), strict=True):
                builder.replace_all_uses(buffer, view)
                _make_views_mutable(view)
        case ArefBufferOp():
            for buffer, view in zip(op.buffers, _views(op, lowered, builder), strict=True):
                builder.replace_all_uses(buffer, view)
        case ArefPutExitOp():
            if _is_read_by_mma(op):
                builder.insert(FenceAsyncSharedOp(bCluster=False))
            _arrive(op, buffer_view(builder, lowered.full, _stage(op)), builder)
        case ArefGetExitOp():
            if _is_written_by_tma(op):
                builder.insert(FenceAsyncSharedOp(bCluster=False))
            _arrive(op, buffer_view(builder, lowered.empty, _stage(op)), builder)


def _stage(op: ArefAccess) -> SSAValue:
    if op.stage is None:
        raise error(op.location, f"'{op.name}' op has no stage")
    return op.stage


def _wait(op: ArefPutEnterOp | ArefGetEnterOp, barriers: SSAValue, builder: PartitionBuilder) -> None:
    stage = _stage(op)
    assert op.phase is not None
    builder.insert(WaitBarrierOp(buffer_view(builder, barriers, stage), op.phase))


def _views(
    op: ArefPutEnterOp | ArefGetEnterOp | ArefBufferOp, lowered: _Lowered, builder: PartitionBuilder
) -> list[SSAValue]:
    """The buffers of a slot."""
    views: list[SSAValue] = []
    for buffers in lowered.buffers:
        type_ = memory_type(buffers)
        if is_scales(type_):
            views.append(buffers)
            continue
        view = MemDescIndexOp(buffers, _stage(op), result=with_shape(type_, type_.get_shape()[1:]))
        views.append(builder.insert(view).result)
    return views


def _lower_put_enter(
    op: ArefPutEnterOp,
    lowered: _Lowered,
    mmas: set[MMAv5Op],
    builder: PartitionBuilder,
    settings: _Settings,
) -> None:
    """Wait for the empty slot, and issue the TMA loads that fill it."""
    _wait(op, lowered.empty, builder)
    views = _views(op, lowered, builder)
    end = next((user for user in users_of(op) if isinstance(user, ArefPutExitOp) and user.token is op.token), None)
    if end is None:
        if any(buffer.first_use is not None for buffer in op.buffers):
            raise error(op.location, f"'{op.name}' op has no matching 'nvws.aref.put.exit'")
        return
    kinds = _kinds(end)
    if AsyncOp.TMA_LOAD in kinds:
        insert_loads(op, buffer_view(builder, lowered.full, _stage(op)), builder)
    if AsyncOp.CLC in kinds:
        insert_request(op, buffer_view(builder, lowered.full, _stage(op)), builder)
    if AsyncOp.TMA_LOAD in kinds or AsyncOp.CP_ASYNC in kinds:
        for mma in mmas:
            _set_asynchronous(mma, settings)
    for buffer, view in zip(op.buffers, views, strict=True):
        builder.replace_all_uses(buffer, view)


def _make_views_mutable(memory: SSAValue) -> None:
    """Views of immutable memory become mutable with it."""
    for use in memory.uses:
        view = use.operation
        if has_trait(view, MemDescView):
            type_ = cast("MemDescType", view.results[0].type)
            Rewriter.set_type(view.results[0], with_shape(type_, type_.get_shape()))
            _make_views_mutable(view.results[0])


# -------------------------------------------------------------------------------------------------------------- MMAs


def _is_read_by_mma(op: ArefPutExitOp) -> bool:
    """Whether an MMA, of the asynchronous proxy, reads shared memory that registers have been stored to."""
    aref = op.aref.owner
    assert isinstance(aref, ArefCreateOp)
    if AsyncOp.NONE not in _kinds(op) or memory_type(aref.buffers[0]).in_tensor_memory:
        return False
    return any(
        isinstance(use.operation, ArefGetExitOp) and AsyncOp.TC5MMA in _kinds(use.operation) for use in op.aref.uses
    )


def _is_written_by_tma(op: ArefGetExitOp) -> bool:
    """Whether TMA loads, of the asynchronous proxy, write to shared memory that has been loaded to registers."""
    return AsyncOp.NONE in _kinds(op) and any(
        isinstance(use.operation, ArefPutExitOp) and AsyncOp.TMA_LOAD in _kinds(use.operation) for use in op.aref.uses
    )


def _reading_mmas(accesses: list[ArefAccess]) -> set[MMAv5Op]:
    """The MMAs that read the buffers, but for those in the default partition, which are not warp-specialized."""
    found: set[MMAv5Op] = set()
    for access in accesses:
        if not isinstance(access, ArefGetEnterOp) or partition_ids(access)[:1] == (0,):
            continue
        for user in users_of(access):
            loop = parent_of_type(user, ForOp)
            if isinstance(user, MMAv5Op):
                found.add(user)
            elif loop is not None:
                users = top_level_users(user, loop, lambda op: isinstance(op, MMAv5Op))
                found.update(op for op in users if isinstance(op, MMAv5Op))
    return found


def _set_asynchronous(mma: MMAv5Op, settings: _Settings) -> None:
    """Make an MMA asynchronous unless its scales are copied in the loop."""
    loop = parent_of_type(mma, ForOp)
    if active_version() in _REQUIRES_STAGES and (loop is None or num_stages_of(loop, settings.num_stages) <= 1):
        return
    is_scaled = isinstance(mma, TCGen5MMAScaledOp)
    if is_scaled and loop is not None and not _are_scales_ready(mma, loop, settings.diagnostics):
        mma.properties.pop("is_async", None)
        return
    mma.properties["is_async"] = UnitAttr()


_REQUIRES_STAGES = since(V3_7)
"""MMAs outside of pipelined loops stay as they are."""


def _are_scales_ready(mma: TCGen5MMAScaledOp, loop: ForOp, diagnostics: DiagnosticEngine) -> bool:
    """Whether both scales are in shared memory that is filled through arefs, or outside the loop."""
    return are_scales_pipelineable(mma, loop) and all(
        operand_is_pipelineable(scale, loop, lambda _: True, diagnostics, _is_aref_access)[0]
        for scale in (mma.a_scale, mma.b_scale)
    )


def _is_aref_access(op: Operation) -> bool:
    return isinstance(op, ArefPutEnterOp | ArefGetEnterOp | ArefBufferOp)
