"""Blackwell MMAs in pipelined loops: made asynchronous with barriers; accumulators are multi-buffered if necessary.

    before: ``ttng.tc_gen5_mma %a, %b, %d, %use, %pred {tt.self_latency = 1}``
    after:  ``ttng.tc_gen5_mma %a, %b, %d, %use, %pred, %barriers[%index][%true] {is_async}``,
    ``ttng.wait_barrier %barriers[%index], %phase deps %a, %b``

The wait is ``tt.self_latency`` stages after the MMA, or right before the first use of its result or write to its
operands. The loop carries the phase and the index of the barrier, and with several accumulators also their
index.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dominance import Dominance, ancestor_in_block, is_before
from xtriton.analysis.loop_attributes import SELF_LATENCY, integer_attribute
from xtriton.analysis.slices import users_of
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalStoreOp
from xtriton.dialects.ttg.types import AsyncTokenType, MemDescType
from xtriton.dialects.ttng.barrier import WaitBarrierOp
from xtriton.dialects.ttng.tcgen05 import MMAv5Op, TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.arith import SelectOp, XOrIOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.folds.elements import is_one
from xtriton.folds.folding import constant_of
from xtriton.ir.diagnostics import DiagnosticEngine, error
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.pipeline.buffers import allocate_barriers, buffer_view, carry, increment_modulo, insert_true
from xtriton.passes.ttgir.pipeline.mma_v5 import pipelineable_operands
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule, Place
from xtriton.passes.ttgir.pipeline.stage_builder import StageBuilder
from xtriton.passes.ttgir.pipeline.users import place_of
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.memory_uses import replace_memory
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.uses import replace_uses_if
from xtriton.versions import V3_6, V3_7, active_version, before, by_version


def lower_mmas(loop: ForOp, schedule: CoarseSchedule, diagnostics: DiagnosticEngine) -> ForOp:
    """Make the MMAs of ``loop`` with ``tt.self_latency`` asynchronous; returns the new loop."""
    for mma in [op for op in operations_inside_out(loop.region) if isinstance(op, MMAv5Op)]:
        if active_version() in _REQUIRES_ALLOCATIONS and not isinstance(mma.d.owner, TMEMAllocOp):
            continue
        latency = integer_attribute(mma, SELF_LATENCY) or 0
        mma.attributes.pop(SELF_LATENCY, None)
        if latency:
            loop = _Lowering(loop, schedule, mma, latency, diagnostics).run()
    return loop


_REQUIRES_ALLOCATIONS = before(V3_7)
"""Whether only accumulators that the loop uses as they are allocated are known."""


def _earliest(schedule: CoarseSchedule, loop: ForOp, mma: MMAv5Op, ops: Sequence[Operation]) -> Operation | None:
    """The first of ``ops`` by stage, then cluster, then program order. All must be scheduled."""
    first: Operation | None = None
    for op in ops:
        place_of(op, schedule)
        if first is None or schedule.is_op_before(op, first):
            first = op
    return first


def _next(schedule: CoarseSchedule, loop: ForOp, mma: MMAv5Op, ops: Sequence[Operation]) -> Operation | None:
    """The first of ``ops`` that the pipelined loop runs after ``mma``. Those outside of the loop are none of them."""
    return next((op for op in schedule.linearized(loop, mma) if op in ops), None) if ops else None


_FIRST_OF = by_version({V3_6: _earliest, V3_7: _next})
"""Which of the operations that an MMA must have ended before is the first."""


class _Lowering:
    """The lowering of one MMA."""

    def __init__(
        self,
        loop: ForOp,
        schedule: CoarseSchedule,
        mma: MMAv5Op,
        latency: int,
        diagnostics: DiagnosticEngine,
    ) -> None:
        place_of(mma, schedule)
        self.loop = loop
        self.schedule = schedule
        self.mma = mma
        self.latency = latency
        self.diagnostics = diagnostics

    def run(self) -> ForOp:
        """Lower the MMA; returns the new loop."""
        accumulators, alloc = self._count_accumulators(), self.mma.d.owner
        if accumulators > 1 and not isinstance(alloc, TMEMAllocOp):
            return self.loop
        rewriter = Rewriter()
        rewriter.start_at(self.loop)
        minus_one, zero = insert_constant(rewriter, -1), insert_constant(rewriter, 0)
        first = len(self.loop.iter_args)
        self.loop = carry(self.loop, [zero, zero, minus_one] if accumulators > 1 else [zero, zero])
        self._create_barriers(self.loop.iter_args[first], self.loop.iter_args[first + 1])
        if accumulators > 1 and isinstance(alloc, TMEMAllocOp):
            _Accumulators(self.loop, self.schedule, alloc, first + 2, accumulators).run()
        return self.loop

    def _users_of_accumulator(self) -> list[Operation]:
        """The users of the accumulator's memory, and before 3.7 also those of the allocation's token."""
        owner = self.mma.d.owner
        if active_version() in _REQUIRES_ALLOCATIONS and isinstance(owner, TMEMAllocOp):
            return list(users_of(owner))
        return [use.operation for use in self.mma.d.uses]

    def _count_accumulators(self) -> int:
        """The number of stages between the first and the last use of the accumulator, plus one if they overlap."""
        inside = (ancestor_in_block(user, self.loop.body) for user in self._users_of_accumulator())
        users = [user for user in inside if user is not None]
        for user in users:
            place_of(user, self.schedule)
        first = last = users[0]
        for user in users:
            if self.schedule.is_op_before(user, first):
                first = user
            if self.schedule.is_op_before(last, user):
                last = user
        count = self.schedule[last].stage - self.schedule[first].stage
        overlap = self.schedule.is_op_in_earlier_cluster(first, last) or (
            self.schedule.is_op_in_same_cluster(first, last) and is_before(first, last)
        )
        return count + overlap

    # Barriers

    def _create_barriers(self, phase: SSAValue, index: SSAValue) -> None:
        """Add a completion barrier to the MMA, and the wait for it."""
        schedule, mma = self.schedule, self.mma
        wait = self._place_of_wait()
        count = wait.stage - schedule[mma].stage + 1
        builder = StageBuilder(schedule, mma)
        barriers = allocate_barriers(self.loop, count)
        true = insert_true(builder)
        builder.location = self.loop.location
        zero = insert_constant(builder, 0)
        if count == 1:
            index = zero
        one, modulus = insert_constant(builder, 1), insert_constant(builder, count)
        builder.location = mma.location
        barrier = buffer_view(builder, barriers, index)
        set_operand_group(mma, "barriers", [*mma.barriers, barrier])
        set_operand_group(mma, "barrier_preds", [*mma.barrier_preds, true])
        mma.properties["is_async"] = UnitAttr()
        used = [mma.a, mma.b]
        if isinstance(mma, TCGen5MMAScaledOp):
            used += [mma.a_scale, mma.b_scale]
        builder.after(mma)
        builder.place = wait
        builder.insert(WaitBarrierOp(barrier, phase, deps=used))
        self._wait_in_branches(builder, wait.stage, barrier, phase, used)
        builder.place = schedule[mma]
        end = self.loop.yield_operation
        assert end is not None
        builder.before(end)
        following = builder.insert(XOrIOp(phase, one)).result
        following_index = index
        if count > 1:
            incremented = increment_modulo(builder, index, modulus, zero, one)
            following_index = incremented.value
            following = builder.insert(SelectOp(incremented.wrapped, following, phase)).result
        end.operands = [
            following if value is phase else following_index if value is index else value for value in end.operands
        ]

    def _place_of_wait(self) -> Place:
        """The stage and cluster of the wait: before the first read of the result or write to an operand."""
        schedule, mma = self.schedule, self.mma
        changes, are_known = self._changes_of_operands()
        reads = [op for op in self._users_of_accumulator() if isinstance(op, TMEMLoadOp) and op.parent is mma.parent]
        first = _FIRST_OF.now()(schedule, self.loop, mma, [*reads, *changes])
        place = schedule[mma]
        if first is None or not are_known:
            return Place(place.stage + self.latency, place.cluster)
        stage = place.stage + 1 if schedule.is_op_before(first, mma) else schedule[first].stage
        return Place(stage, schedule.clusters.new_before(schedule.split_cluster_before(first, self.loop)))

    def _changes_of_operands(self) -> tuple[list[Operation], bool]:
        """The operations of the loop that write operands, and whether all of them are known.

        Allocations of operands in the loop are hoisted, with a ``ttg.local_store`` in their place.
        """
        stage = self.schedule[self.mma].stage

        def is_pipelined(load: Operation) -> bool:
            place = self.schedule.get(load)
            return stage > (0 if place is None else place.stage)

        operands = pipelineable_operands(self.mma, self.loop, is_pipelined, self.diagnostics)
        changes = [self._hoisted(definition) or definition for definition in operands.definitions]
        return (changes if operands.is_state_determined else []), operands.is_state_determined

    def _hoisted(self, op: Operation) -> Operation | None:
        """Hoist an allocation before the loop; returns the store that replaces its initial value."""
        if not isinstance(op, TMEMAllocOp | LocalAllocOp) or not self.loop.is_ancestor(op):
            return None
        if op.src is None:
            raise error(op.location, f"'{op.name}' op in a pipelined loop has no initial value")
        builder = StageBuilder(self.schedule, self.loop)
        new = builder.insert(clone_op(op, {}), op.location)
        assert isinstance(new, TMEMAllocOp | LocalAllocOp)
        builder.set_type(new.result, _mutable(op.type))
        set_operand_group(new, "src", [])
        builder.start_at(op)
        builder.place = self.schedule.get(op)
        builder.after(op)
        if isinstance(new, TMEMAllocOp):
            store: Operation = TMEMStoreOp(new.result, None, op.src, insert_true(builder))
        else:
            store = LocalStoreOp(op.src, new.result)
        builder.insert(store)
        replace_memory(op.result, new.result, builder)
        builder.erase(op)
        return store

    def _wait_in_branches(
        self, builder: StageBuilder, stage: int, barrier: SSAValue, phase: SSAValue, used: list[SSAValue]
    ) -> None:
        """Wait before reads of the result in branches that are scheduled in earlier stages than the wait."""
        for load in self._users_of_accumulator():
            if not isinstance(load, TMEMLoadOp) or load.parent is self.mma.parent:
                continue
            inside = ancestor_in_block(load, self.loop.body)
            if inside is not None and self.schedule[inside].stage < stage:
                builder.place = self.schedule[inside]
                builder.before(load)
                builder.insert(WaitBarrierOp(barrier, phase, deps=used))


def _mutable(type_: MemDescType) -> MemDescType:
    return MemDescType(type_.get_shape(), type_.element_type, type_.encoding, type_.memory_space, True)


class _Accumulators:
    """Multi-buffers an accumulator: each iteration that overwrites it advances to the next buffer."""

    def __init__(self, loop: ForOp, schedule: CoarseSchedule, alloc: TMEMAllocOp, argument: int, count: int) -> None:
        self.loop = loop
        self.argument = argument
        self.alloc = alloc
        self.dominance = Dominance()
        front = loop.body.first_op
        assert front is not None
        self.indices: list[tuple[Operation, SSAValue]] = [(front, loop.iter_args[argument])]
        """The operations after which the index of the current accumulator is another one."""
        self.is_overwritten = False
        self.builder = builder = StageBuilder(schedule, alloc)
        self.schedule = schedule
        self.new = builder.insert(TMEMAllocOp(result=_buffered(alloc.type, count), token=AsyncTokenType()))
        self.modulus, self.zero, self.one = (insert_constant(builder, number) for number in (count, 0, 1))
        rewriter = Rewriter()
        rewriter.start_at(loop)
        self.no_token = rewriter.insert(PoisonOp(AsyncTokenType())).result

    def run(self) -> None:
        """Replace the accumulator. Raises ``DiagnosticError`` for unsupported users, or if it is never overwritten."""
        for use in list(self.alloc.result.uses):
            match use.operation:
                case TMEMStoreOp() as store:
                    self._forget_token(store, "dep")
                    self._store(store)
                case TMEMLoadOp() as load:
                    self._forget_token(load, "dep")
                    self._load(load)
                case TCGen5MMAOp() | TCGen5MMAScaledOp() as mma:
                    self._forget_token(mma, "acc_dep")
                    self._multiply(mma)
                case other:
                    raise error(other.location, f"'{other.name}' op is an unsupported user of the accumulator")
        if not self.is_overwritten:
            message = "an accumulator that is not overwritten in the loop cannot have several buffers"
            raise error(self.alloc.location, message)
        if self.alloc.token is not None and self.new.token is not None:
            self.builder.replace_all_uses(self.alloc.token, self.new.token)
        self.builder.erase(self.alloc)
        last = self.indices[-1][1].owner
        assert isinstance(last, Operation)
        self._replace_dominated(last, self.indices[-1][1], self.loop.iter_args[self.argument])

    def _forget_token(self, op: TMEMStoreOp | TMEMLoadOp | MMAv5Op, dependency: str) -> None:
        set_operand_group(op, dependency, [])
        if op.token is not None:
            self.builder.replace_all_uses(op.token, self.no_token)

    def _store(self, store: TMEMStoreOp) -> None:
        builder = self.builder
        builder.before(store)
        if not self.loop.is_ancestor(store):
            set_operand_group(store, "dst", [buffer_view(builder, self.new.result, self.zero)])
            return
        self.is_overwritten = True
        builder.place = self.schedule.get(store)
        current = self._current(store)
        following = self._next(current)
        following = builder.insert(SelectOp(store.pred, following, current), self.alloc.location).result
        self._switch(store, current, following)
        set_operand_group(store, "dst", [buffer_view(builder, self.new.result, following)])

    def _load(self, load: TMEMLoadOp) -> None:
        self.builder.before(load)
        if self.loop.is_ancestor(load):
            self.builder.place = self.schedule.get(load)
            index = self._current(load)
        else:
            index = self.loop.results[self.argument]
        set_operand_group(load, "src", [buffer_view(self.builder, self.new.result, index)])

    def _multiply(self, mma: MMAv5Op) -> None:
        builder = self.builder
        builder.place = self.schedule.get(mma)
        builder.before(mma)
        # The index may advance where the MMA does not accumulate.
        self.is_overwritten = not is_one(constant_of(mma.useD))
        current = self._current(mma)
        following = self._next(current)
        following = builder.insert(SelectOp(mma.useD, current, following), self.alloc.location).result
        self._switch(mma, current, following)
        set_operand_group(mma, "d", [buffer_view(builder, self.new.result, following)])

    def _next(self, current: SSAValue) -> SSAValue:
        self.builder.location = self.loop.location
        following = increment_modulo(self.builder, current, self.modulus, self.zero, self.one).value
        self.builder.location = self.alloc.location
        return following

    def _current(self, op: Operation) -> SSAValue:
        """The index of the accumulator before ``op``, which may be nested in the first operation of the loop."""
        for change, index in reversed(self.indices):
            if change is not op and self.dominance.dominates(change, op):
                return index
        raise error(op.location, f"'{op.name}' op cannot use one of several accumulators at the start of the loop")

    def _switch(self, op: Operation, current: SSAValue, following: SSAValue) -> None:
        self._replace_dominated(op, following, current)
        self.indices.append((op, following))

    def _replace_dominated(self, op: Operation, new: SSAValue, old: SSAValue) -> None:
        """Replace the uses of ``old`` that ``op`` dominates."""
        if new is not old:
            replace_uses_if(old, new, lambda user: self.dominance.properly_dominates(op, user))


def _buffered(type_: MemDescType, count: int) -> MemDescType:
    return MemDescType((count, *type_.get_shape()), type_.element_type, type_.encoding, type_.memory_space, True)
