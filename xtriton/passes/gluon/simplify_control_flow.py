"""``gluon-slimplify-control-flow``: simplify loops and branches, and nothing else. The spelling is Triton's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.passes.gluon.patterns import CONTROL_FLOW, eliminate_dead_iter_args
from xtriton.rewriting.greedy import GreedyConfig, rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import KNOWN, cached_by_version


@cached_by_version(maxsize=len(KNOWN))
def _patterns() -> PatternSet:
    return PatternSet(CONTROL_FLOW.now())


@dataclass(frozen=True)
class GluonSimplifyControlFlow(OperationPass):
    """Canonicalize control flow before layouts are inferred.

    before: ``scf.if %true { tt.store %p, %v }``
    after:  ``tt.store %p, %v``

    Equal constants stay separate: as one value they would need one layout.
    """

    name: ClassVar[str] = "gluon-slimplify-control-flow"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        eliminate_dead_iter_args(op)
        rewrite_greedily(op, _patterns(), GreedyConfig(unique_constants=False))
