"""``triton-loop-unroll``: unroll the loops that ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Operation

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_integer_attr
from xtriton.passes.base import OperationPass
from xtriton.rewriting.loop_unrolling import unroll

FACTOR = "tt.loop_unroll_factor"
STAGES = "tt.num_stages"


@dataclass(frozen=True)
class TritonLoopUnroll(OperationPass):
    """Unroll loops by their ``tt.loop_unroll_factor``.

    before: ``scf.for %i = %c0 to %c8 step %c1 { f(%i) } {tt.loop_unroll_factor = 2 : i32}``
    after:  ``scf.for %i = %c0 to %c8 step %c2 { f(%i) f(%i + 1) }``
    """

    name: ClassVar[str] = "triton-loop-unroll"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        wanted = [loop for loop in op.walk(region_first=True) if isinstance(loop, ForOp) and _factor(loop) > 1]
        for loop in wanted:
            factor = _factor(loop)
            del loop.attributes[FACTOR]
            rest = unroll(loop, factor)
            if rest is not None:
                # The few iterations that are left are not worth a pipeline.
                rest.attributes[STAGES] = IntegerAttr(1, i32)


def _factor(loop: ForOp) -> int:
    factor = loop.attributes.get(FACTOR)
    return factor.value.data if is_integer_attr(factor) else 1
