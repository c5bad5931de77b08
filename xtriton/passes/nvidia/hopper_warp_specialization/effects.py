"""Writes that specialization would lose, reorder or repeat are errors: Triton's pass gives wrong code for them."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.analysis.pointer_bases import bases_of
from xtriton.dialects.tt.descriptor import DescriptorLoadOp, DescriptorReduceOp, DescriptorStoreOp
from xtriton.dialects.tt.elementwise import ElementwiseInlineAsmOp, ExternElementwiseOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.interfaces.effects import memory_changed, would_be_trivially_dead
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_in
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import tasks_of

_NOT_REPEATABLE = (AtomicRMWOp, AtomicCASOp, DescriptorReduceOp, ElementwiseInlineAsmOp, ExternElementwiseOp)
"""Operations that may change memory in a way that depends on how often they run, unlike stores."""


def check_effects(func: FuncOp) -> None:
    """Raise ``DiagnosticError`` for the first operation of ``func`` whose writes specialization would not keep.

    An operation without tasks is lost inside of a loop or branch with tasks, as only the operations of a task are
    cloned. Outside of all it stays before the ``ttg.warp_specialize``, even if it came after operations with tasks. One
    with several tasks runs once in each of them, which changes nothing for stores unless the tasks load what they
    store.
    """
    _check_repeated(func)
    has_begun = False
    for op in (op for block in func.body.blocks for op in block.ops):
        for inner in operations_in(op):
            if tasks_of(inner) or not memory_changed(inner) or would_be_trivially_dead(inner):
                continue
            if tasks_of(op):
                raise error(inner.location, f"'{inner.name}' op belongs to no warp group; leave warp_specialize out")
            if has_begun:
                raise error(
                    inner.location,
                    f"'{inner.name}' op would run before the warp groups start; leave warp_specialize out",
                )
        has_begun |= bool(tasks_of(op)) and _changes_memory(op)


def _check_repeated(func: FuncOp) -> None:
    """Raise ``DiagnosticError`` for the first operation that must run once and belongs to several tasks."""
    repeated = [op for op in operations_in(func) if len(tasks_of(op)) > 1]
    loads = [op for op in repeated if isinstance(op, LoadOp | DescriptorLoadOp)]
    for op in repeated:
        if not memory_changed(op):
            continue
        groups = f"in {len(tasks_of(op))} warp groups; leave warp_specialize out"
        if isinstance(op, _NOT_REPEATABLE):
            raise error(op.location, f"'{op.name}' op would run {groups}")
        if isinstance(op, StoreOp | DescriptorStoreOp) and any(_may_read(load, op) for load in loads):
            raise error(op.location, f"'{op.name}' op would change memory that the kernel loads {groups}")


def _may_read(load: LoadOp | DescriptorLoadOp, store: StoreOp | DescriptorStoreOp) -> bool:
    """Whether a load may read what a store writes: both are derived from one argument, or from an unknown one."""
    read, written = bases_of(load.operands[0]), bases_of(store.operands[0])
    return read is None or written is None or bool(read & written)


def _changes_memory(op: Operation) -> bool:
    """Whether an operation or a nested one changes memory."""
    return any(memory_changed(inner) for inner in operations_in(op))
