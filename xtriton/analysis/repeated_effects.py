"""Operations that several warp groups run: their effects must not depend on how often they run."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation

from xtriton.analysis.pointer_bases import bases_of
from xtriton.dialects.tt.descriptor import DescriptorLoadOp, DescriptorReduceOp, DescriptorStoreOp
from xtriton.dialects.tt.elementwise import ElementwiseInlineAsmOp, ExternElementwiseOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.interfaces.effects import memory_changed
from xtriton.ir.diagnostics import error

_NOT_REPEATABLE = (AtomicRMWOp, AtomicCASOp, DescriptorReduceOp, ElementwiseInlineAsmOp, ExternElementwiseOp)
"""Operations that may change memory in a way that depends on how often they run, unlike stores."""


def check_repeated_effects(groups: Mapping[Operation, int]) -> None:
    """Raise ``DiagnosticError`` for the first operation that must run once and runs in several warp groups.

    ``groups`` has the number of warp groups of each operation. Atomics must run once, and stores into memory that
    several warp groups load: one of these may load what another has stored already.
    """
    repeated = [op for op, count in groups.items() if count > 1]
    loads = [op for op in repeated if isinstance(op, LoadOp | DescriptorLoadOp)]
    for op in repeated:
        if not memory_changed(op):
            continue
        where = f"in {groups[op]} warp groups; leave warp_specialize out"
        if isinstance(op, _NOT_REPEATABLE):
            raise error(op.location, f"'{op.name}' op would run {where}")
        if isinstance(op, StoreOp | DescriptorStoreOp) and any(_may_read(load, op) for load in loads):
            raise error(op.location, f"'{op.name}' op would change memory that the kernel loads {where}")


def _may_read(load: LoadOp | DescriptorLoadOp, store: StoreOp | DescriptorStoreOp) -> bool:
    """Whether a load may read what a store writes: both are derived from one argument, or from an unknown one."""
    read, written = bases_of(load.operands[0]), bases_of(store.operands[0])
    return read is None or written is None or bool(read & written)
