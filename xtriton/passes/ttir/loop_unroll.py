"""``triton-loop-unroll``: unroll the loops that ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import NUM_STAGES, integer_attribute, set_integer_attribute
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import OperationPass
from xtriton.rewriting.loop_unrolling import unroll

FACTOR = "tt.loop_unroll_factor"


@dataclass(frozen=True)
class TritonLoopUnroll(OperationPass):
    """Unroll loops by their ``tt.loop_unroll_factor``.

    before: ``scf.for %i = %c0 to %c8 step %c1 { f(%i) } {tt.loop_unroll_factor = 2 : i32}``
    after:  ``scf.for %i = %c0 to %c8 step %c2 { f(%i) f(%i + 1) }``
    """

    name: ClassVar[str] = "triton-loop-unroll"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        wanted = [loop for loop in operations_inside_out(op) if isinstance(loop, ForOp) and _factor(loop) > 1]
        for loop in wanted:
            factor = _factor(loop)
            del loop.attributes[FACTOR]
            rest = unroll(loop, factor)
            if rest is not None:
                # The few iterations that are left are not worth a pipeline.
                set_integer_attribute(rest, NUM_STAGES, 1)


def _factor(loop: ForOp) -> int:
    factor = integer_attribute(loop, FACTOR)
    return 1 if factor is None else factor
