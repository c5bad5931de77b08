"""``nvws-hoist-tmem-store``: initial values of accumulators are stored once, before warp-specialized loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.dominance import Dominance
from xtriton.analysis.slices import users_of
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttg.verify import PARTITION
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMStoreOp
from xtriton.ir.context import Context
from xtriton.ir.creation import is_operation
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.nvws.hoist_tmem_store.hoisting import hoist, overwrites_initial_value
from xtriton.passes.ttgir.warp_specialization.attributes import partitions_of, set_partitions
from xtriton.passes.ttgir.warp_specialization.specialized_loops import specialized_loop_around, specialized_loops
from xtriton.rewriting.canonical import ttg
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, VersionRange, since

_MMA_PARTITION = 1


@dataclass(frozen=True)
class NVWSHoistTmemStore(Pass):
    """Hoist accumulators with their initial values out of warp-specialized loops.

    before: ``scf.for { %m, %t = ttng.tmem_alloc, ttng.tmem_store %zero, %m[%t], scf.for { ttng.tc_gen5_mma } }``
    after:  ``%m, %t = ttng.tmem_alloc %zero, scf.for iter_args(%t) { scf.for { ttng.tc_gen5_mma } }``
    """

    name: ClassVar[str] = "nvws-hoist-tmem-store"
    versions: ClassVar[VersionRange] = since(V3_7)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, PatternSet([store_into_new_memory, *ttg.PATTERNS]))
        for loop in specialized_loops(module):
            allocs = [op for op in operations_inside_out(loop) if isinstance(op, TMEMAllocOp)]
            for alloc in [alloc for alloc in allocs if overwrites_initial_value(alloc)]:
                if not hoist(alloc):
                    # nvws-insert-tmem-aref buffers the accumulator only if the MMA's partition also stores to it.
                    set_partitions(alloc, (_MMA_PARTITION,))


@pattern(TMEMAllocOp)
def store_into_new_memory(op: TMEMAllocOp, rewriter: Rewriter) -> bool:
    """Memory is initialised with a value that is stored to it, and that is computed before the allocation."""
    if op.src is not None or specialized_loop_around(op) is None:
        return False
    stores = [user for user in users_of(op) if isinstance(user, TMEMStoreOp)]
    store = next((store for store in stores if Dominance().value_dominates(store.src, op)), None)
    if store is None or not is_operation(store.src.owner):
        return False
    new = rewriter.insert(TMEMAllocOp(store.src, result=op.type, token=AsyncTokenType()))
    assert new.token is not None
    for token in (op.token, store.token):
        if token is not None:
            rewriter.replace_all_uses(token, new.token)
    if PARTITION in store.attributes:
        # Of several partitions that use the memory, the one that stores to it owns it.
        set_partitions(new, partitions_of(store))
    rewriter.erase(store)
    rewriter.replace_all_uses(op.result, new.result)
    rewriter.erase(op)
    return True
