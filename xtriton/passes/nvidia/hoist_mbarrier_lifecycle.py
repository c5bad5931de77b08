"""``triton-nvidia-gpu-hoist-mbarrier-lifecycle``: barriers of a cluster are initialised once, as a function starts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import ReturnLike

from xtriton.analysis.dominance import is_before
from xtriton.analysis.shared_memory_roots import SharedMemoryRoots, shared_memory_roots
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import num_ctas
from xtriton.dialects.ttng.barrier import (
    ArriveBarrierOp,
    AsyncCopyMbarrierArriveOp,
    AsyncSharedStoreOp,
    BarrierExpectOp,
    InitBarrierOp,
    InvalBarrierOp,
    WaitBarrierOp,
    registers_to_memory,
)
from xtriton.dialects.ttng.launch_control import CLCTryCancelOp
from xtriton.dialects.ttng.tcgen05 import TCGen5CommitOp, TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp, AsyncTMAGatherOp
from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.dialects.upstream.arith.integer import XOrIOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp, yield_of
from xtriton.folds.elements import integer_of
from xtriton.folds.folding import constant_of
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import ancestors, operations_in, operations_inside_out
from xtriton.layouts.encoding import SharedEncoding, to_linear_layout
from xtriton.layouts.tile import BLOCK
from xtriton.passes.base import Pass, option
from xtriton.passes.nvidia.check_matmul_two_cta import TWO_CTAS
from xtriton.passes.nvidia.fence_insertion import FIRST_WITH_ASYNC_PROXY
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.redefinitions import sink_redefinition
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, carry_through_condition, replace_if_by_wider
from xtriton.versions import V3_9, VersionRange, since

_Loop = ForOp | WhileOp


@dataclass(frozen=True)
class TritonNvidiaGPUHoistMBarrierLifecyclePass(Pass):
    """Initialise barriers that several CTAs see at the function's entry, and invalidate them at its ends.

    before: ``scf.for ... { %b = ttg.local_alloc, ttng.init_barrier %b, ... ttng.wait_barrier %b, 0,
    ttng.inval_barrier %b }``
    after:  ``%b = ttg.local_alloc, ttng.init_barrier %b, scf.for ... iter_args(%phase = 0) { ...
    ttng.wait_barrier %b, %phase ... }, ttng.inval_barrier %b``
    """

    name: ClassVar[str] = "triton-nvidia-gpu-hoist-mbarrier-lifecycle"
    versions: ClassVar[VersionRange] = since(V3_9)
    compute_capability: int = option(90, "device compute capability")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if self.compute_capability < FIRST_WITH_ASYNC_PROXY:
            return
        paired = module.attributes.get(TWO_CTAS)
        if isinstance(paired, IntegerAttr) and paired.value.data:
            raise error(
                module.location,
                f"barriers of CTA pairs ('{TWO_CTAS}') are not hoisted: run triton-nvidia-check-matmul-two-cta later",
            )
        if num_ctas(module) == 1:
            return
        for function in [op for op in module.ops if isinstance(op, FuncOp)]:
            _hoist_in(function, module)


def _hoist_in(function: FuncOp, module: ModuleOp) -> None:
    roots = shared_memory_roots(function)
    inits = [op for op in operations_inside_out(function) if isinstance(op, InitBarrierOp)]
    barriers = {init.alloc: _Barrier(init.alloc, roots) for init in inits}
    shared = [barrier for barrier in barriers.values() if _is_seen_by_others(barrier, function, module)]
    for barrier in shared:
        lifecycle = _lifecycle(barrier, function)
        if lifecycle is not None:
            _carry_phases(lifecycle)
            _move_to_entry(lifecycle, function)
            _invalidate_at_ends(lifecycle, function)


@dataclass(frozen=True)
class _Barrier:
    """A barrier, and what may refer to it."""

    value: SSAValue
    roots: SharedMemoryRoots

    def is_one_of(self, values: Iterable[SSAValue]) -> bool:
        """Whether one of the values may be this barrier."""
        own = self.roots.of(self.value)
        return any(not own.isdisjoint(self.roots.of(value)) for value in values)


def _barriers(op: Operation) -> Sequence[SSAValue]:
    """The barriers that an operation uses as such."""
    match op:
        case InitBarrierOp() | InvalBarrierOp() | BarrierExpectOp() | WaitBarrierOp() | ArriveBarrierOp():
            return (op.alloc,)
        case CLCTryCancelOp() | AsyncSharedStoreOp():
            return (op.mbarrier,)
        case AsyncCopyMbarrierArriveOp() | AsyncTMACopyGlobalToLocalOp() | AsyncTMAGatherOp() | TCGen5CommitOp():
            return (op.barrier,)
        case TCGen5MMAOp() | TCGen5MMAScaledOp():
            return op.barriers
        case _:
            return ()


# ------------------------------------------------------------------------------------------- what other CTAs observe


def _is_seen_by_others(barrier: _Barrier, function: FuncOp, module: ModuleOp) -> bool:
    """Whether other CTAs arrive at a barrier, or at those of theirs by the same operations."""
    if cast("MemDescType", barrier.value.type).get_shape()[0] != num_ctas(module):
        return True
    return any(_crosses_ctas(op) and barrier.is_one_of(_barriers(op)) for op in operations_in(function))


def _crosses_ctas(op: Operation) -> bool:
    match op:
        case TCGen5MMAOp():
            return _is_broadcast((op.a, op.b) if op.multicast is not None else ())
        case TCGen5MMAScaledOp():
            return _is_broadcast((op.a, op.b, op.a_scale, op.b_scale) if op.multicast is not None else ())
        case TCGen5CommitOp():
            return _is_broadcast(op.descs)
        case AsyncTMACopyGlobalToLocalOp() | AsyncTMAGatherOp():
            return op.multicast is not None
        case CLCTryCancelOp():
            return True
        case AsyncSharedStoreOp():
            return _stores_into_others(op)
        case BarrierExpectOp():
            return op.fromCTA is not None
        case ArriveBarrierOp():
            return int_value(op.multicastCTA) != 0 or op.fromCTA is not None
        case _:
            return False


def _stores_into_others(op: AsyncSharedStoreOp) -> bool:
    """Whether a CTA stores elements into the memory of another one: of copies each CTA writes its own."""
    to_memory = registers_to_memory(cast("TensorType[Attribute]", op.src.type), cast("MemDescType", op.dst.type))
    block = to_memory.out_dim_index(BLOCK)
    return any(
        basis[block] not in (0, 1 << bit if name == BLOCK else 0)
        for name, bases in to_memory.bases.items()
        for bit, basis in enumerate(bases)
    )


def _is_broadcast(memory: Sequence[SSAValue]) -> bool:
    """Whether several CTAs hold the same elements of some memory."""
    return any(_copies(cast("MemDescType", value.type)) for value in memory)


def _copies(memory: MemDescType) -> bool:
    layout = layout_of(memory.encoding)
    if not isinstance(layout, SharedEncoding):
        return any(not any(basis) for basis in layout.cta_layout.bases) if layout is not None else False
    return to_linear_layout(layout, memory.get_shape()).free_variable_masks()[BLOCK] != 0


# ---------------------------------------------------------------------------------------------------------- lifecycles


@dataclass(frozen=True)
class _Lifecycle:
    """A barrier's operations: allocated and initialised once, waited for from phase 0 on, and invalidated once."""

    alloc: LocalAllocOp
    init: InitBarrierOp
    waits: Sequence[WaitBarrierOp]
    inval: InvalBarrierOp

    @property
    def first_phase(self) -> SSAValue:
        """The phase that all waits have."""
        return self.waits[0].phase


def _lifecycle(barrier: _Barrier, function: FuncOp) -> _Lifecycle | None:
    """The lifecycle of a barrier; ``None`` if it has another form, or other operations use it."""
    alloc = barrier.value.owner
    if not isinstance(alloc, LocalAllocOp) or alloc.operands:
        return None
    if any(barrier.is_one_of(op.operands) and not _is_known_user(op, barrier) for op in operations_in(function)):
        return None
    users = [op for op in operations_inside_out(function) if barrier.is_one_of(_barriers(op))]
    inits = [op for op in users if isinstance(op, InitBarrierOp)]
    waits = [op for op in users if isinstance(op, WaitBarrierOp)]
    invals = [op for op in users if isinstance(op, InvalBarrierOp)]
    if not waits or len(inits) != 1 or len(invals) != 1:
        return None
    first = waits[0].phase
    if integer_of(constant_of(first)) != 0 or any(wait.phase is not first for wait in waits):
        return None
    return _Lifecycle(alloc, inits[0], waits, invals[0])


def _is_known_user(op: Operation, barrier: _Barrier) -> bool:
    """Whether an operation uses a barrier as such, or only forwards it."""
    if has_trait(op, MemDescView) or isinstance(op, SelectOp):
        return barrier.is_one_of(op.results)
    return barrier.is_one_of(_barriers(op))


def _move_to_entry(lifecycle: _Lifecycle, function: FuncOp) -> None:
    first = function.body.blocks[0].first_op
    assert first is not None
    for op in (lifecycle.alloc, lifecycle.init):
        if op is not first:
            Rewriter.move_in_place(op, first)
        else:
            first = first.next_op
            assert first is not None


def _invalidate_at_ends(lifecycle: _Lifecycle, function: FuncOp) -> None:
    rewriter = Rewriter()
    rewriter.erase(lifecycle.inval)
    for block in function.body.blocks:
        end = block.last_op
        if end is not None and has_trait(end, ReturnLike):
            rewriter.start_at(end)
            rewriter.insert(InvalBarrierOp(lifecycle.alloc.result))


# -------------------------------------------------------------------------------------------------------------- phases


def _carry_phases(lifecycle: _Lifecycle) -> None:
    """Carry the phase through the loops around the invalidation; each wait flips it."""
    loops = _loops_around(lifecycle.inval)
    if not loops:
        return
    start = lifecycle.first_phase
    definition = start.owner
    assert isinstance(definition, Operation)
    if definition.parent is not loops[0].parent or not is_before(definition, loops[0]):
        Rewriter.move_in_place(definition, loops[0])
    rewriter = Rewriter()
    rewriter.start_at(loops[0])
    one = insert_constant(rewriter, 1, i32)
    phase, bodies = start, list[Block]()
    for loop in loops:
        bodies.append(_carried_body(loop, phase, lifecycle.inval, rewriter))
        phase = bodies[-1].args[-1]
    phase = _Waits(set(lifecycle.waits), one, rewriter).flip_in(bodies[-1], phase)
    result = _yield_phase(bodies[-1], phase)
    for body in reversed(bodies[:-1]):
        inner = result.owner
        assert isinstance(inner, Operation) and inner.parent is not None
        if inner.parent is not body:
            result = sink_redefinition(body.args[-1], result, inner.parent, rewriter)
        result = _yield_phase(body, result)


def _loops_around(op: Operation) -> list[_Loop]:
    """The loops around an operation, the outermost first."""
    return [around for around in ancestors(op) if isinstance(around, ForOp | WhileOp)][::-1]


def _carried_body(loop: _Loop, phase: SSAValue, inside: Operation, rewriter: Rewriter) -> Block:
    """Replace a loop by one that carries a phase; returns its block around an operation."""
    if isinstance(loop, ForOp):
        return add_iter_args(loop, [phase], rewriter).body
    wider = carry_through_condition(loop, [phase], rewriter)
    return wider.before.block if wider.before.block.is_ancestor(inside) else wider.after.block


def _yield_phase(body: Block, phase: SSAValue) -> SSAValue:
    """Pass the phase at the end of a loop's block to the next iteration; returns the result of the loop."""
    loop = body.parent_op()
    assert isinstance(loop, ForOp | WhileOp)
    if isinstance(loop, WhileOp):
        if body is loop.before.block:
            condition = loop.condition_operation
            condition.operands = [*condition.operands[:-1], phase]
            phase = loop.after.block.args[-1]
        body = loop.after.block
    _append_to(yield_of(body), phase)
    return loop.results[-1]


def _append_to(end: YieldOp, value: SSAValue) -> None:
    end.operands = [*end.operands, value]


@dataclass(frozen=True)
class _Waits:
    """The waits of a barrier, which take the phase in order; ``one`` flips it."""

    waits: Collection[Operation]
    one: SSAValue
    rewriter: Rewriter

    def flip_in(self, block: Block, phase: SSAValue) -> SSAValue:
        """Have the waits of a block take their phases; returns the phase at its end."""
        for op in list(block.ops)[:-1]:
            if op in self.waits:
                phase = self._flip_after(cast("WaitBarrierOp", op), phase)
            elif isinstance(op, ForOp) and self._are_in(op.body):
                phase = self._carry(op, phase)
            elif isinstance(op, IfOp):
                phase = self._flip_in_branches(op, phase)
        return phase

    def _flip_after(self, wait: WaitBarrierOp, phase: SSAValue) -> SSAValue:
        self.rewriter.set_operand(wait, 1, phase)
        self.rewriter.start_at(wait)
        self.rewriter.after(wait)
        flipped = self.rewriter.insert(XOrIOp(phase, self.one)).result
        if wait.pred is None or integer_of(constant_of(wait.pred)):
            return flipped
        return self.rewriter.insert(SelectOp(wait.pred, flipped, phase)).result

    def _are_in(self, block: Block) -> bool:
        """Whether a block has waits, also in loops with a counter and in branches."""
        for op in list(block.ops)[:-1]:
            if op in self.waits:
                return True
            inner: Iterable[Block] = ()
            if isinstance(op, IfOp):
                inner = [region.block for region in op.regions if region.blocks]
            elif isinstance(op, ForOp):
                inner = [op.body]
            if any(map(self._are_in, inner)):
                return True
        return False

    def _carry(self, loop: ForOp, phase: SSAValue) -> SSAValue:
        wider = add_iter_args(loop, [phase], self.rewriter)
        _append_to(yield_of(wider.body), self.flip_in(wider.body, wider.body.args[-1]))
        return wider.results[-1]

    def _flip_in_branches(self, op: IfOp, phase: SSAValue) -> SSAValue:
        ends = [self.flip_in(region.block, phase) if region.blocks else phase for region in op.regions]
        if all(end is phase for end in ends):
            return phase
        types: Sequence[Attribute] = [phase.type]
        wider = replace_if_by_wider(op, types, self.rewriter)
        for region, end in zip(wider.regions, ends, strict=True):
            _append_to(yield_of(region.block), end)
        self.rewriter.erase(op)
        return wider.results[-1]
