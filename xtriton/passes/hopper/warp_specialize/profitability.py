"""Loops that are slower with a producer warp: those that wait for special functions rather than for dots.

A consumer warp group computes the special functions of a tile while its next dot cannot start. Without warp
specialisation several CTAs are resident on an SM, and the dots of one overlap with the special functions of another.
Throughputs are those of compute capability 9.0: 16 special functions per cycle and SM (CUDA C++ Programming Guide,
"Arithmetic Instructions"), and 4096 floating-point operations of dense wgmma on 16-bit elements (from the peak rate of
an H100 SXM: 989 TFLOP/s on 132 SMs at 1.83 GHz).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.ir import Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream import math
from xtriton.dialects.upstream.arith import DivFOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import integer_of
from xtriton.folds.folding import constant_of
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.hopper.warp_specialize.schedule import dots_of_next_iteration
from xtriton.passes.hopper.warp_specialize.unsupported import Unsupported

SPECIAL_FUNCTIONS_PER_CYCLE = 16
DOT_OPERATIONS_PER_CYCLE = 4096
"""On elements of 16 bits; in inverse proportion to the width of other elements."""

SPECIAL_FUNCTIONS = (
    math.CosOp,
    math.ErfOp,
    math.Exp2Op,
    math.ExpOp,
    math.Log2Op,
    math.LogOp,
    math.RsqrtOp,
    math.SinOp,
    math.SqrtOp,
    math.TanhOp,
    tt.PreciseSqrtOp,
    DivFOp,
)


_SHARE_IN_SEVERAL_LOOPS = 0.4
"""The share of special functions from which on several loops of dots are slower, unless ``hopper-pipeline-dots`` has
let the special functions of an iteration overlap with the dots of the next one.

Measured on an H200 with attention of head dimension 128, whose share is 0.5: with two loops (causal) 477 instead of 494
TFLOP/s, with one 544 instead of 526; with dots computed one iteration ahead 536 and 585."""


def check_profitable(func: tt.FuncOp) -> None:
    """Raise :class:`Unsupported` for innermost loops whose special functions take too long compared with their dots.

    In one loop they may take as long as the dots. Where a tile has several loops, each waits for special functions
    again before its first dot and after its last one.
    """
    loops = [loop for loop in map(_Loop.of, _innermost_loops(func)) if loop.dots]
    count = sum(not _is_remainder(loop.op, [other.op for other in loops]) for loop in loops)
    for loop in loops:
        if loop.special >= loop.dots:
            raise Unsupported(loop.op, f"{loop}: several CTAs per SM overlap them better")
        overlap = bool(dots_of_next_iteration(loop.op))
        if count > 1 and not overlap and loop.special >= _SHARE_IN_SEVERAL_LOOPS * loop.dots:
            raise Unsupported(loop.op, f"{loop}, in one of {count} loops: several CTAs per SM overlap them better")


def _innermost_loops(func: tt.FuncOp) -> list[ForOp]:
    loops = [op for op in func.walk() if isinstance(op, ForOp)]
    return [loop for loop in loops if not any(isinstance(op, ForOp) for op in loop.body.walk())]


def _is_remainder(loop: ForOp, others: Sequence[ForOp]) -> bool:
    """Whether a loop has the iterations that an unrolled one leaves: it continues it with a smaller step.

    The step of the unrolled loop may be computed.
    """
    step = _constant(loop.step)
    if step is None:
        return False
    before = [_constant(other.step) for other in others if other.upperBound is loop.lowerBound]
    return any(larger is None or larger > step for larger in before)


def _constant(value: SSAValue) -> int | None:
    return integer_of(constant_of(value))


@dataclass(frozen=True)
class _Loop:
    """An innermost loop, and the cycles of an iteration in tensor cores and in special function units."""

    op: ForOp
    dots: float
    special: float

    @classmethod
    def of(cls, loop: ForOp) -> _Loop:
        operations = list(loop.body.walk())
        dots = sum(cycles_of_dot(op) for op in operations if isinstance(op, WarpGroupDotOp))
        return cls(loop, dots, sum(map(cycles_of_special_functions, operations)))

    def __str__(self) -> str:
        return f"computes special functions for {self.special:.0f} cycles per iteration and dots for {self.dots:.0f}"


def cycles_of_dot(op: WarpGroupDotOp) -> float:
    """Cycles of an SM's tensor cores."""
    result, left = shape_of(op.d.type), shape_of(op.a.type)
    assert result and left
    return 2 * prod(result) * left[-1] * bit_width(element_type(op.a.type)) / (16 * DOT_OPERATIONS_PER_CYCLE)


def cycles_of_special_functions(op: Operation) -> float:
    """Cycles of an SM's special function units."""
    if not isinstance(op, SPECIAL_FUNCTIONS):
        return 0.0
    return prod(shape_of(op.results[0].type) or (1,)) / SPECIAL_FUNCTIONS_PER_CYCLE
