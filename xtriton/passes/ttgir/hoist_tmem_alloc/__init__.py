"""``tritongpu-hoist-tmem-alloc``: keeps accumulators in tensor memory across iterations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.ttgir.hoist_tmem_alloc.loops import hoist_memory_of
from xtriton.passes.ttgir.hoist_tmem_alloc.patterns import (
    alloc_in_branch,
    alloc_of_load,
    alloc_used_in_loop,
    load_for_order_only,
    load_in_loop,
    store_of_load,
    store_of_select,
    store_to_new_memory,
)
from xtriton.passes.ttgir.hoist_tmem_alloc.rotation import load_only_for_next_iteration, store_of_carried_tensor
from xtriton.passes.ttgir.hoist_tmem_alloc.tokens import (
    insert_store,
    insert_true,
)
from xtriton.rewriting.canonical.region_branch import FOR_PATTERNS
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.uses import replace_uses_if
from xtriton.versions import V3_8, V3_9, active_version, since

_ALWAYS = (
    store_of_carried_tensor,
    load_only_for_next_iteration,
    store_of_load,
    store_of_select,
    load_in_loop,
    load_for_order_only,
)
_IN_LOOPS = PatternSet([*_ALWAYS, *FOR_PATTERNS])
_IN_BRANCHES = PatternSet([*_ALWAYS, store_to_new_memory, alloc_in_branch, alloc_of_load, *FOR_PATTERNS])
_COPIES = PatternSet([replace(alloc_of_load, versions=since(V3_9))])
"""Since 3.9, memory is reused before allocations with initial values become stores."""
_SINKS = since(V3_8)
"""Since 3.8, allocations are sunk into loops at the end."""


@dataclass(frozen=True)
class TritonGPUHoistTMEMAlloc(Pass):
    """Hoist TMEM allocations out of loops and keep accumulators in tensor memory.

    before: ``scf.for { %m, %t = ttng.tmem_alloc %x, ttng.tc_gen5_mma %a, %b, %m[%t] ... }``
    after:  ``%m, %t0 = ttng.tmem_alloc``, ``scf.for iter_args(%t = %t0) { ttng.tmem_store %x, %m[%t] ... }``
    """

    name: ClassVar[str] = "tritongpu-hoist-tmem-alloc"

    hoist_out_of_if: bool = option(
        False, "hoist allocations out of scf.if, not out of loops", renamed={"post-pipeline": since(V3_8)}
    )

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if not self.hoist_out_of_if:
            rewrite_greedily(module, _COPIES)
            for op in [op for op in operations_inside_out(module) if isinstance(op, MMAv5Op)]:
                hoist_memory_of(op)
        rewrite_greedily(module, _IN_BRANCHES if self.hoist_out_of_if else _IN_LOOPS)
        if self.hoist_out_of_if and active_version() in _SINKS:
            rewrite_greedily(module, PatternSet([alloc_used_in_loop]))
        for op in [op for op in operations_inside_out(module) if isinstance(op, TMEMAllocOp)]:
            if op.type.mutable:
                _split_initial_value(op)


def _split_initial_value(op: TMEMAllocOp) -> None:
    """Split the initial value of an allocation to a separate store: later passes require it."""
    if op.src is None:
        return
    if op.token is None:
        raise error(op.location, f"'{op.name}' op with an initial value has no token to store it by")
    rewriter = Rewriter()
    rewriter.after(op)
    true = insert_true(rewriter, op.location)
    store = insert_store(rewriter, op.location, op.result, op.token, op.src, true)
    assert store.token is not None
    replace_uses_if(op.token, store.token, lambda user: user is not store)
    set_operand_group(op, "src", ())
