"""Writes that specialization would lose, reorder or repeat are errors: Triton's pass gives wrong code for them."""

from __future__ import annotations

from xtriton.analysis.repeated_effects import check_repeated_effects
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.barrier import DEBUG_BARRIERS
from xtriton.interfaces.effects import is_memory_effect_free, memory_changed, would_be_trivially_dead
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_in
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import tasks_of


def check_effects(func: FuncOp) -> None:
    """Raise ``DiagnosticError`` for the first operation of ``func`` whose writes specialization would not keep.

    An operation without tasks is lost inside of a loop or branch with tasks, as only the operations of a task are
    cloned. Outside of all it stays before the ``ttg.warp_specialize``, even if it came after accesses with tasks. One
    with several tasks runs once in each of them, which changes nothing for stores unless the tasks load what they
    store. Barriers of the program change no memory.
    """
    check_repeated_effects({op: len(tasks_of(op)) for op in operations_in(func)})
    has_begun = False
    for op in (op for block in func.body.blocks for op in block.ops):
        for inner in operations_in(op):
            if tasks_of(inner) or isinstance(inner, DEBUG_BARRIERS) or would_be_trivially_dead(inner):
                continue
            if not memory_changed(inner):
                continue
            if tasks_of(op):
                raise error(inner.location, f"'{inner.name}' op belongs to no warp group; leave warp_specialize out")
            if has_begun:
                raise error(
                    inner.location,
                    f"'{inner.name}' op would run before the warp groups start; leave warp_specialize out",
                )
        has_begun |= bool(tasks_of(op)) and not is_memory_effect_free(op)
