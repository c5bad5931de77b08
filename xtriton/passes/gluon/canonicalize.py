"""``gluon-canonicalize``: canonicalization that leaves layouts as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.passes.gluon.patterns import ARITHMETIC, CONTROL_FLOW, TENSORS, eliminate_dead_iter_args
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import KNOWN, cached_by_version


@cached_by_version(maxsize=len(KNOWN))
def _patterns() -> PatternSet:
    return PatternSet((*ARITHMETIC, *CONTROL_FLOW.now(), *TENSORS))


@dataclass(frozen=True)
class GluonCanonicalize(OperationPass):
    """Canonicalize arithmetic, control flow, loads and stores, without patterns that change layouts.

    before: ``%1 = tt.load %0, %true, %other : tensor<32x!tt.ptr<f32>, #blocked>``
    after:  ``%1 = tt.load %0 : tensor<32x!tt.ptr<f32>, #blocked>``
    """

    name: ClassVar[str] = "gluon-canonicalize"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        eliminate_dead_iter_args(op)
        rewrite_greedily(op, _patterns())
