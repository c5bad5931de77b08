"""``tritongpu-prefetch``: loads the first operand slices of the next iteration's dot during this iteration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.prefetch_loop import Prefetching, only_product
from xtriton.passes.ttgir.prefetch_promoted import PromotedPrefetching
from xtriton.rewriting.canonical import ttg
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class TritonGPUPrefetch(Pass):
    """Split dots along k and prefetch their first slice from shared memory.

    before: ``scf.for ... iter_args(%a = %a0, ...) { tt.dot (local_load %a), (local_load %b), %acc }``
    after:  ``scf.for ... iter_args(%a = %a0, ..., %x = local_load %a0[:, :16], %y = ...) { tt.dot %x, %y, %acc ...``
    ``tt.dot (local_load %a[:, 16:]), ...`` and the loads for the next iteration ``}``
    """

    name: ClassVar[str] = "tritongpu-prefetch"
    reassociates: ClassVar[bool] = True

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, _CONVERSIONS)
        prefetching = _PREFETCHING.now()
        for loop in [op for op in operations_inside_out(module) if isinstance(op, ForOp)]:
            dot = only_product(loop)
            if dot is not None:
                prefetching(loop, dot).run()


_CONVERSIONS = PatternSet(ttg.PATTERNS)
_PREFETCHING = by_version({V3_6: Prefetching, V3_8: PromotedPrefetching})
