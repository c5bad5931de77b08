"""Blackwell MMAs in loops: which operands can be pipelined, and how the accumulator is accessed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue, Use

from xtriton.analysis.dominance import ancestor_in_block, is_before
from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.slices import nested_operands, users_of
from xtriton.dialects.ttg.memdesc import MemDescReshapeOp, MemDescTransOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tcgen05 import MMAv5Op, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.folds.elements import is_one, is_zero
from xtriton.folds.folding import constant_of
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.layouts.encodings import SharedEncoding
from xtriton.passes.ttgir.pipeline.loads import AnyLoad, can_be_async_load
from xtriton.versions import V3_7, active_version, since

LoadFilter = Callable[[Operation], bool]
"""Says which loads are to be pipelined."""

_ENTERS_WITH_FALSE = since(V3_7)
"""Whether a flag that is false in the first iteration only is known to clear the accumulator there."""


# ----------------------------------------------------------------------------------------------------------- operands


@dataclass
class PipelineableOperands:
    """Which operands of an MMA in shared memory can be pipelined."""

    is_state_determined: bool = True
    """Whether each operand is pipelined, or its definition in the loop is known."""
    definitions: list[Operation] = field(default_factory=list["Operation"])
    """The definitions of the operands that are not pipelined."""
    is_pipelineable: bool = False
    """Whether all operands are pipelined, or defined outside the loop."""


def pipelineable_operands(
    mma: MMAv5Op, loop: ForOp, is_pipelined: LoadFilter, diagnostics: DiagnosticEngine
) -> PipelineableOperands:
    """The operands of ``mma`` that are pipelineable, given the loads that ``is_pipelined`` accepts.

    Nothing is pipelined unless the accumulator is allocated outside the loop.
    """
    found = PipelineableOperands()
    if hoisted_accumulator(mma, loop) is None:
        return found
    _classify((mma.a, mma.b), loop, is_pipelined, diagnostics, found)
    if isinstance(mma, TCGen5MMAScaledOp):
        if not are_scales_pipelineable(mma, loop):
            found.is_state_determined = False
            return found
        _classify((mma.a_scale, mma.b_scale), loop, is_pipelined, diagnostics, found)
    found.is_pipelineable = found.is_state_determined and not found.definitions
    return found


def _classify(
    operands: Iterable[SSAValue],
    loop: ForOp,
    is_pipelined: LoadFilter,
    diagnostics: DiagnosticEngine,
    found: PipelineableOperands,
) -> None:
    definition: Operation | None = None
    for operand in operands:
        pipelined, own = operand_is_pipelineable(operand, loop, is_pipelined, diagnostics)
        # As in Triton, a second operand without a known definition takes that of the first.
        definition = own or definition
        if pipelined:
            continue
        if definition is None:
            found.is_state_determined = False
        else:
            found.definitions.append(definition)


def operand_is_pipelineable(
    value: SSAValue,
    loop: ForOp,
    is_pipelined: LoadFilter,
    diagnostics: DiagnosticEngine,
    is_known: LoadFilter = lambda _: False,
) -> tuple[bool, Operation | None]:
    """Whether shared memory is loaded asynchronously, or outside the loop, and the operation in the loop that fills it.

    Views are looked through; ``is_known`` accepts definitions that will be pipelined.
    """
    if is_defined_outside(value, loop):
        return True, None
    owner = value.owner
    while isinstance(owner, MemDescTransOp | MemDescReshapeOp):
        owner = owner.operands[0].owner
    if not is_operation(owner):
        return False, None
    if is_known(owner):
        return True, None
    if isinstance(owner, LocalStoreOp | TMEMStoreOp | TMEMAllocOp):
        return False, owner
    if not isinstance(owner, LocalAllocOp):
        return False, None
    if owner.src is None:
        return False, owner
    if is_defined_outside(owner.src, loop):
        return True, owner
    load = owner.src.owner
    if not isinstance(load, AnyLoad):
        return False, owner
    return is_pipelined(load) and can_be_async_load(load, diagnostics), load


def are_scales_pipelineable(mma: TCGen5MMAScaledOp, loop: ForOp) -> bool:
    """Whether both scales are in shared memory, or defined outside the loop."""
    return all(_is_in_shared_memory(scale) or is_defined_outside(scale, loop) for scale in (mma.a_scale, mma.b_scale))


def _is_in_shared_memory(value: SSAValue) -> bool:
    type_ = value.type
    return isinstance(type_, MemDescType) and isinstance(type_.layout(), SharedEncoding)


# -------------------------------------------------------------------------------------------------------- accumulator


def hoisted_accumulator(mma: MMAv5Op, loop: ForOp) -> TMEMAllocOp | None:
    """The allocation of the accumulator, if it is outside the loop."""
    alloc = mma.d.owner
    return alloc if isinstance(alloc, TMEMAllocOp) and is_defined_outside(mma.d, loop) else None


def _is_inside(op: Operation, loop: ForOp) -> bool:
    around = op.parent_op()
    return around is not None and loop.is_ancestor(around)


def _users_inside(alloc: TMEMAllocOp, loop: ForOp, kind: type[TMEMLoadOp | TMEMStoreOp]) -> set[Operation]:
    return {user for user in users_of(alloc) if isinstance(user, kind) and _is_inside(user, loop)}


def has_accumulator_read_modify_write(mma: MMAv5Op, loop: ForOp) -> bool:
    """Whether values computed from the accumulator are stored to it; true if its allocation is unknown."""
    alloc = hoisted_accumulator(mma, loop)
    if alloc is None:
        return True
    stores = _users_inside(alloc, loop, TMEMStoreOp)
    loads = _users_inside(alloc, loop, TMEMLoadOp)
    if not stores or not loads:
        return False
    seen: set[SSAValue] = set()
    modified: list[SSAValue] = []
    pending: list[SSAValue] = [load.results[0] for load in loads]
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            forwarded = _forwarded(use, loop)
            if forwarded is not None:
                pending.extend(forwarded)
            elif use.operation not in stores:  # Storing the loaded value back does not modify the accumulator.
                modified.extend(use.operation.results)
    while modified:
        value = modified.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            if use.operation in stores:
                return True
            forwarded = _forwarded(use, loop)
            modified.extend(use.operation.results if forwarded is None else forwarded)
    return False


def _forwarded(use: Use, loop: ForOp) -> Sequence[SSAValue] | None:
    """The value to which a yield inside the loop forwards its operand; ``None`` if ``use`` is not by a yield."""
    user = use.operation
    if not isinstance(user, YieldOp):
        return None
    around = user.parent_op()
    if isinstance(around, IfOp):
        return (around.results[use.index],)
    return (loop.iter_args[use.index],) if around is loop else ()


def requires_accumulator_buffers(mma: MMAv5Op, loop: ForOp) -> bool:
    """Whether the next MMA needs another accumulator: it is read in the loop, or not hoisted."""
    alloc = hoisted_accumulator(mma, loop)
    return alloc is None or bool(_users_inside(alloc, loop, TMEMLoadOp))


def can_buffer_accumulator(mma: MMAv5Op, loop: ForOp) -> bool:
    """Whether the accumulator is overwritten in the loop, which is where the buffer can be switched."""
    return _clears_accumulator(mma, loop) or _overwrites_accumulator(mma, loop)


def _overwrites_accumulator(mma: MMAv5Op, loop: ForOp) -> bool:
    alloc = hoisted_accumulator(mma, loop)
    return alloc is not None and bool(_users_inside(alloc, loop, TMEMStoreOp))


def _clears_accumulator(mma: MMAv5Op, loop: ForOp) -> bool:
    """Whether the ``useD`` flag is false, or computed in the loop so that it may be false."""
    flag = mma.useD
    if is_zero(constant_of(flag)):
        return True
    init: SSAValue | None = None
    yielded = loop.yielded_values
    # As in Triton, arguments of any block are traced to this loop's yield operand at the same position.
    seen: set[SSAValue] = set()
    while is_block_argument(flag) and 0 < flag.index <= len(yielded) and flag not in seen:
        seen.add(flag)
        init = loop.init_args[flag.index - 1]
        flag = yielded[flag.index - 1]
    enters_with_false = init is not None and is_zero(constant_of(init)) and is_one(constant_of(flag))
    if enters_with_false and active_version() in _ENTERS_WITH_FALSE:
        return True
    return is_operation(flag.owner) and loop.is_ancestor(flag.owner)


def has_loads_after(mma: MMAv5Op, loop: ForOp) -> bool:
    """Whether the accumulator is loaded later in the same iteration."""
    alloc = hoisted_accumulator(mma, loop)
    if alloc is None:
        return False
    loads = (user for user in users_of(alloc) if isinstance(user, TMEMLoadOp))
    around = (ancestor_in_block(load, loop.body) for load in loads)
    return any(op is not None and is_before(mma, op) for op in around)


def has_accumulator_cycle(mma: MMAv5Op, loop: ForOp) -> bool:
    """Whether the accumulator depends on this MMA's result of an earlier iteration through another MMA."""
    start, target = mma.acc_dep, mma.token
    if start is None or target is None:
        return False
    seen: set[tuple[SSAValue, bool]] = set()
    pending: list[tuple[SSAValue, bool]] = [(start, False)]
    while pending:
        value, crossed = state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        if value is target:
            if crossed:
                return True
            continue
        owner = value.owner
        if is_block_argument(value):
            if (yielded := loop.tied_yielded(value)) is not None:
                pending.append((yielded, crossed))
        elif is_operation(owner) and loop.is_ancestor(owner):
            crossed = crossed or (isinstance(owner, MMAv5Op) and owner is not mma)
            pending.extend((operand, crossed) for operand in nested_operands(owner))
    return False
