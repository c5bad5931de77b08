"""``loop-invariant-code-motion``: hoist loop-invariant operations out of loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.analysis.loops import loops_inside_out
from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.rewriting.hoisting import hoist_invariants, may_be_executed_early
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class LoopInvariantCodeMotion(OperationPass):
    """Hoist loop-invariant operations.

    before: ``scf.for ... { %0 = arith.addi %a, %b : i32 ... }``
    after:  ``%0 = arith.addi %a, %b : i32``, ``scf.for ... { ... }``
    """

    name: ClassVar[str] = "loop-invariant-code-motion"
    class_name: ClassVar = by_version({V3_6: "LoopInvariantCodeMotion", V3_8: "LoopInvariantCodeMotionPass"})

    def apply_to(self, ctx: Context, op: Operation) -> None:
        for loop in loops_inside_out(op):
            hoist_invariants(loop, may_be_executed_early)
