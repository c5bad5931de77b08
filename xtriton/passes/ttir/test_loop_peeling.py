"""``triton-test-loop-peeling``: peels the last iteration of loops that ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.rewriting.loop_peeling import peel_last_iteration

PEEL_EPILOGUE = "__test_peel_epilogue"


@dataclass(frozen=True)
class TestLoopPeeling(Pass):
    """Peel the last iteration of loops marked ``__test_peel_epilogue``.

    before: ``scf.for %i = %lb to %ub step %s { f(%i) } {__test_peel_epilogue}``
    after:  ``scf.for %i = %lb to %ub - %s step %s { f(%i) }``, ``scf.if %lb < %ub { f(last) }``
    """

    name: ClassVar[str] = "triton-test-loop-peeling"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for loop in [op for op in operations_inside_out(module) if isinstance(op, ForOp)]:
            if PEEL_EPILOGUE in loop.attributes:
                peel_last_iteration(loop)
