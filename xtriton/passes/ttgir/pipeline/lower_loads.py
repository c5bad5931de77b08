"""Lowers loads of pipelined loops to asynchronous copies to multi-buffered shared memory.

    before: ``%x = tt.load %p``, users of ``%x`` in later stages
    after:  ``%t = ttg.async_copy_global_to_local %p, %buffers[%insert]``, ``%c = ttg.async_commit_group tokens %t``,
    ``%w = ttg.async_wait %c {num = 0}``, ``%x = ttg.local_load %buffers[%extract] token %w``

The copies keep the stage of the load; waits and local loads are in the stage of the first user. For each
number of buffers the loop carries an insert and an extract counter, which run in different stages.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.slices import users_of
from xtriton.dialects.tt.memory import LoadOp, cache_hints
from xtriton.dialects.tt.shape import SplatOp, UnsplatOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import (
    AsyncCommitGroupOp,
    AsyncCopyGlobalToLocalOp,
    AsyncWaitOp,
    LocalAllocOp,
    LocalLoadOp,
)
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttg.verify import module_of, num_ctas, num_warps_of, threads_per_warp
from xtriton.dialects.ttng.barrier import WaitBarrierOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import SelectOp, XOrIOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, error
from xtriton.ir.narrowing import is_tensor_type, tensor
from xtriton.ir.traits import has_trait
from xtriton.layouts.distributed import default_blocked
from xtriton.layouts.encodings import CTALayout, SharedEncoding, SwizzledShared
from xtriton.passes.ttgir.pipeline.buffers import (
    allocate_buffers,
    buffer_view,
    carry,
    increment_modulo,
    insert_unused_zero,
)
from xtriton.passes.ttgir.pipeline.loads import (
    LEAST_COPY_BYTES,
    AnyLoad,
    DescriptorLoad,
    can_be_pipelined,
    can_become_async_copy,
    contiguity_of_load,
    copy_vector_bytes,
    is_zero_tensor,
    must_load_to_registers,
    shared_encoding_of,
)
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule, body_ops, schedule_dependencies
from xtriton.passes.ttgir.pipeline.stage_builder import StageBuilder
from xtriton.passes.ttgir.pipeline.tma_loads import create_barriers, create_tma_copy
from xtriton.passes.ttgir.pipeline.users import first_user, place_of, top_level_users
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.memory_uses import replace_by_local_load
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, V3_9, active_version, before, since

_NOT_VECTORIZED = (
    "Pipelining load that cannot use vectorized copy. This will likely lead to pipelining in registers and severe "
    "performance degradation."
)
_UNALIGNED = (
    "Not pipelining TMA load because the per-stage shared-memory allocation size is not a multiple of the 128-byte TMA "
    "alignment."
)
_SPREADS_SCALARS = since(V3_7)
"""Whether the memory of a loaded scalar is one of a tensor that the CTAs of a cluster share."""


_COUNTS_SAME_STAGE = before(V3_9)
"""Whether a load whose user is in the same stage, but in a later cluster, becomes a copy."""


@dataclass
class AsyncLoad:
    """A load that becomes a copy."""

    op: AnyLoad
    buffers: int
    """The number of buffers, which is the number of stages from the copy to its users."""
    encoding: SharedEncoding
    contiguity: int = 1


@dataclass
class LoadGroup:
    """The counters and barrier phase that loads with the same number of buffers share."""

    insert: SSAValue
    """The buffer that is copied to."""
    extract: SSAValue
    """The buffer that is read."""
    phase: SSAValue | None


def lower_loads(
    loop: ForOp, schedule: CoarseSchedule, axis_info: ModuleAxisInfo, diagnostics: DiagnosticEngine
) -> ForOp:
    """Lower the loads directly in the body of ``loop`` whose users are in later stages; returns the new loop.

    Remarks name loads that have to be pipelined in registers.
    """
    loads: list[AsyncLoad] = []
    for op in body_ops(loop):
        if isinstance(op, AnyLoad):
            load = _asynchronous(op, loop, schedule, axis_info, diagnostics)
            if load is not None:
                loads.append(load)
    for load in loads:
        if isinstance(load.op, LoadOp) and not is_tensor_type(load.op.result.type):
            _load_as_tensor(load.op, loop, schedule)
    return _Lowering(loop, schedule, loads).run() if loads else loop


def _asynchronous(
    op: AnyLoad, loop: ForOp, schedule: CoarseSchedule, axis_info: ModuleAxisInfo, diagnostics: DiagnosticEngine
) -> AsyncLoad | None:
    """The asynchronous copy for ``op``, or ``None`` if it stays a load."""
    stages = stages_until_use(op, loop, schedule)
    if stages == 0:
        return None
    if not is_tensor_type(op.result.type):
        cta = CTALayout.one_each(num_ctas(module_of(op))) if active_version() in _SPREADS_SCALARS else None
        encoding: SharedEncoding = SwizzledShared(1, 1, 1, (0,), cta or CTALayout.default(1))
        is_copyable = bit_width(op.result.type) >= 8 * LEAST_COPY_BYTES
        vector = 1
    else:
        encoding = shared_encoding_of(op, diagnostics)
        is_copyable = (
            isinstance(op, LoadOp)
            and can_become_async_copy(op, axis_info)
            and copy_vector_bytes(tensor(op.result.type), encoding) >= LEAST_COPY_BYTES
        )
        vector = contiguity_of_load(op, axis_info) if is_copyable and isinstance(op, LoadOp) else 1
    if not is_copyable and not (isinstance(op, DescriptorLoad) and can_be_pipelined(op)):
        if stages > 1:
            message = _UNALIGNED if isinstance(op, DescriptorLoad) else _NOT_VECTORIZED
            diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))
        return None
    # Asynchronous wgmma reads its operands for one more iteration.
    buffers = stages + 1 if _is_read_by_wgmma(op) else stages
    return AsyncLoad(op, buffers, encoding, vector)


def stages_until_use(op: Operation, loop: ForOp, schedule: CoarseSchedule) -> int:
    """The number of stages from ``op`` to its first user, or 0 without users.

    It is one more for a user in a later cluster, which runs after the copy for the next iteration; since 3.9 only if
    the user is in a later stage as well. A buffer is in use until the last wait that depends on it. Raises
    ``DiagnosticError`` for a user in an earlier stage.
    """
    defined = place_of(op, schedule)
    users = top_level_users(op, loop)
    if isinstance(op, AnyLoad):
        for user in tuple(users):
            if isinstance(user, LocalAllocOp):
                users.update(top_level_users(user, loop))
    if not users:
        return 0
    places = [place_of(user, schedule) for user in users]
    same_stage_counts = active_version() in _COUNTS_SAME_STAGE
    stage = min(
        place.stage
        + (place.cluster.position > defined.cluster.position and (same_stage_counts or place.stage > defined.stage))
        for place in places
    )
    waits = [schedule[user].stage for user in users if isinstance(user, WaitBarrierOp)]
    stages = max(stage, *waits) - defined.stage if waits else stage - defined.stage
    if stages < 0:
        raise error(op.location, f"'{op.name}' op is used in an earlier stage than its own")
    return stages


def _is_read_by_wgmma(op: AnyLoad) -> bool:
    use = op.result.first_use
    if must_load_to_registers(op) or use is None:
        return False
    pending = [use.operation]
    while pending:
        for user in users_of(pending.pop()):
            if has_trait(user, MemDescView):
                pending.append(user)
            elif isinstance(user, WarpGroupDotOp):
                return True
    return False


def _load_as_tensor(op: LoadOp, loop: ForOp, schedule: CoarseSchedule) -> None:
    """Replace a scalar load with a load of a tensor of one element."""
    builder = StageBuilder(schedule, op)
    module, type_ = module_of(op), op.result.type
    layout = default_blocked((1,), num_warps_of(op), threads_per_warp(module), num_ctas(module))
    encoding = encoding_attr(layout)
    for name, value in (("ptr", op.ptr), ("mask", op.mask), ("other", op.other)):
        if value is not None:
            splat = builder.insert(SplatOp(value, result=TensorType(value.type, (1,), encoding)))
            set_operand_group(op, name, [splat.result])
    builder.set_type(op.result, TensorType(type_, (1,), encoding))
    builder.after(op)
    builder.place = schedule[first_user([op], loop, schedule)]
    uses = list(op.result.uses)
    unsplat = builder.insert(UnsplatOp(op.result))
    for use in uses:
        use.operation.operands[use.index] = unsplat.result


class _Lowering:
    """The replacement of the loads of one loop."""

    def __init__(self, loop: ForOp, schedule: CoarseSchedule, loads: list[AsyncLoad]) -> None:
        self.loop = loop
        self.schedule = schedule
        self.loads = loads

    def run(self) -> ForOp:
        """Lower the loads; returns the new loop."""
        buffers = {load.op: self._allocate(load) for load in self.loads}
        groups = self._add_counters()
        reads = {load.op: load.buffers for load in self.loads if isinstance(load.op, DescriptorLoad)}
        barriers = create_barriers(self.loop, self.schedule, reads, groups)
        for load in self.loads:
            group = groups[load.buffers]
            if isinstance(load.op, LoadOp):
                self._copy(load.op, load.contiguity, buffers[load.op], group)
            else:
                create_tma_copy(
                    self.loop, self.schedule, load.op, buffers[load.op], group.insert, group.extract, barriers[load.op]
                )
        self._yield_counters(groups)
        schedule_dependencies(self.loop, self.schedule)
        for op in body_ops(self.loop):
            place_of(op, self.schedule)
        if any(isinstance(load.op, LoadOp) for load in self.loads):
            # The loop may leave copies in flight whose iterations do not run.
            rewriter = Rewriter()
            rewriter.after(self.loop)
            rewriter.insert(AsyncWaitOp(num=0), self.loop.location)
        return self.loop

    def _allocate(self, load: AsyncLoad) -> SSAValue:
        type_ = tensor(load.op.result.type)
        encoding = encoding_attr(load.encoding)
        return allocate_buffers(
            self.loop, type_.get_shape(), type_.element_type, encoding, load.buffers, load.op.location
        )

    # Counters

    def _add_counters(self) -> dict[int, LoadGroup]:
        """Add the counters and phases of all groups as iter_args, incremented at the start of the body."""
        has_phase: dict[int, bool] = {}
        for load in self.loads:
            has_phase[load.buffers] = has_phase.get(load.buffers, False) or isinstance(load.op, DescriptorLoad)
        rewriter = Rewriter()
        rewriter.start_at(self.loop)
        minus_one, zero, one = (insert_constant(rewriter, number) for number in (-1, 0, 1))
        inits: list[SSAValue] = []
        for phased in has_phase.values():
            inits += [minus_one, minus_one, zero] if phased else [minus_one, minus_one]
        self._first_counter = len(self.loop.iter_args)
        self.loop = carry(self.loop, inits, inits)
        arguments = iter(self.loop.iter_args[self._first_counter :])
        groups: dict[int, LoadGroup] = {}
        for buffers, phased in has_phase.items():
            insert, extract = next(arguments), next(arguments)
            phase = next(arguments) if phased else None
            rewriter.at_start(self.loop.body)
            groups[buffers] = _count(rewriter, buffers, insert, extract, phase, zero, one)
        return groups

    def _yield_counters(self, groups: dict[int, LoadGroup]) -> None:
        index = self._first_counter
        for group in groups.values():
            for value in (group.insert, group.extract, group.phase):
                if value is not None:
                    self.loop.set_yielded(index, value)
                    index += 1

    # Copies

    def _copy(self, op: LoadOp, vector: int, buffers: SSAValue, group: LoadGroup) -> None:
        builder = StageBuilder(self.schedule, self.loop)
        insert_unused_zero(builder)
        first = first_user([op], self.loop, self.schedule)
        builder.start_at(op)
        builder.place = self.schedule[op]
        view = buffer_view(builder, buffers, group.insert)
        copy = builder.insert(_async_copy(op, view, vector))
        commit = builder.insert(AsyncCommitGroupOp([copy.token]))
        builder.place = self.schedule[first]
        wait = builder.insert(AsyncWaitOp([commit.asyncToken], num=0))
        view = buffer_view(builder, buffers, group.extract)
        if op.other is None or is_zero_tensor(op.other):
            replace_by_local_load(op.result, view, builder, wait.retToken)
        elif op.result.first_use is not None:
            # Copies do not write ``other`` where the mask is false.
            load = builder.insert(LocalLoadOp(view, wait.retToken, result=op.result.type))
            assert op.mask is not None
            select = builder.insert(SelectOp(op.mask, load.result, op.other))
            builder.replace_all_uses(op.result, select.result)
        self.schedule.erase(op)
        builder.erase(op)


def _async_copy(op: LoadOp, view: SSAValue, vector: int) -> AsyncCopyGlobalToLocalOp:
    copy = AsyncCopyGlobalToLocalOp(op.ptr, view, op.mask, op.other, isVolatile=op.isVolatile, contiguity=vector)
    copy.properties.update(cache_hints(op))
    return copy


def _count(
    rewriter: Rewriter,
    buffers: int,
    insert: SSAValue,
    extract: SSAValue,
    phase: SSAValue | None,
    zero: SSAValue,
    one: SSAValue,
) -> LoadGroup:
    """Increment the counters; the phase flips when the extract counter wraps around."""
    count = insert_constant(rewriter, buffers)
    inserted = increment_modulo(rewriter, insert, count, zero, one)
    extracted = increment_modulo(rewriter, extract, count, zero, one)
    if phase is not None:
        following = rewriter.insert(XOrIOp(phase, one)).result
        phase = rewriter.insert(SelectOp(extracted.wrapped, following, phase)).result
    return LoadGroup(inserted.value, extracted.value, phase)
