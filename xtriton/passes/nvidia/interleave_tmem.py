"""``triton-nvidia-interleave-tmem``: sinks tensor memory loads to their uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Operation, SSAValue
from xdsl.traits import (
    EffectInstance,
    IsTerminator,
    MemoryEffectKind,
    RecursiveMemoryEffect,
)

from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.tensor_memory_aliases import TensorMemoryAliases
from xtriton.dialects.tt.effects import TENSOR_MEMORY
from xtriton.dialects.ttg.memdesc import MemDescIndexOp, MemDescSubsliceOp
from xtriton.dialects.ttng.barrier import ArriveBarrierOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.folds.elements import constant
from xtriton.interfaces.effects import is_memory_effect_free, is_pure, stated_effects
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_list
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.passes.base import Pass
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class TritonNvidiaGPUInterleaveTMemPass(Pass):
    """Sink TMEM loads and allocations to reduce register pressure.

    before: ``%a = ttng.tmem_load %m``, ``%b = ttng.tmem_load %n``, uses of ``%a``, uses of ``%b``
    after:  ``%a = ttng.tmem_load %m``, uses of ``%a``, ``%b = ttng.tmem_load %n``, uses of ``%b``
    """

    name: ClassVar[str] = "triton-nvidia-interleave-tmem"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        movable = [op for op in operations_inside_out(module) if isinstance(op, TMEMLoadOp | TMEMAllocOp)]
        for op in movable:
            buffer = op.src if isinstance(op, TMEMLoadOp) else op.result
            while _sink(_use_chain(op), buffer):
                pass


def _use_chain(op: Operation) -> list[Operation]:
    """``op`` and the operations after it each of which is the only user of the previous one; they move together."""
    chain = [op]
    while (user := _only_user(chain[-1])) is not None and user is chain[-1].next_op and is_pure(user):
        chain.append(user)
    return chain


def _only_user(op: Operation) -> Operation | None:
    uses = [use for result in op.results for use in result.uses]
    return uses[0].operation if len(uses) == 1 else None


def _sink(chain: list[Operation], buffer: SSAValue) -> bool:
    """Sink a chain to its first user or to a possible write of the buffer; returns whether it moved."""
    results: set[SSAValue] = {result for op in chain for result in op.results}
    target: Operation | None = None
    op = chain[-1].next_op
    while op is not None and not has_trait(op, IsTerminator):
        target = op
        # A barrier may release the buffer to other partitions.
        if isinstance(op, ArriveBarrierOp):
            break
        overwrites = _may_overwrite(op, buffer)  # called even if unused: it inserts constants
        if overwrites or _uses(op, results):
            break
        op = op.next_op
    if target is None or target is chain[-1].next_op:
        return False
    for op in chain:
        Rewriter.move_in_place(op, target)
    return True


def _uses(op: Operation, values: set[SSAValue]) -> bool:
    """Whether ``op``, or an operation in its regions, uses one of several values from outside."""
    if not op.regions:
        return any(operand in values for operand in op.operands)
    return any(
        operand in values
        for inner in operations_in(op)
        for operand in inner.operands
        if is_defined_outside(operand, op)
    )


def _may_overwrite(op: Operation, buffer: SSAValue) -> bool:
    """Whether ``op`` may write to the buffer, free it, or has unknown effects."""
    return not is_memory_effect_free(op) and any(_touches(effect, buffer) for effect in _effects(op))


_ANYTHING = EffectInstance(MemoryEffectKind.WRITE)


def _effects(op: Operation) -> Iterator[EffectInstance]:
    """The effects of ``op`` up to the first unknown one."""
    stated = stated_effects(op)
    if stated is not None:
        yield from stated
    elif any(isinstance(trait, RecursiveMemoryEffect) for trait in type(op).traits):
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    yield from _effects(inner)
    else:
        yield _ANYTHING


def _touches(effect: EffectInstance, buffer: SSAValue) -> bool:
    if effect.kind not in (MemoryEffectKind.WRITE, MemoryEffectKind.FREE):
        return False
    if effect.resource == _ANYTHING.resource:
        return True
    if effect.resource != TENSOR_MEMORY:
        return False
    return not isinstance(effect.value, SSAValue) or _ALIASES.may_alias(effect.value, buffer)


def _leave_constants(view: MemDescIndexOp | MemDescSubsliceOp, count: int) -> None:
    """Insert the static offsets of a view as dead constants before it, as the reference does."""
    offsets = (0,) * count if isinstance(view, MemDescIndexOp) else int_list(view.offsets)
    rewriter = Rewriter()
    rewriter.start_at(view)
    for offset in offsets:
        rewriter.insert(ConstantOp(constant(i32, offset)))


_ALIASES = TensorMemoryAliases(_leave_constants)
