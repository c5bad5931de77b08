"""Loops that are slower with a producer warp: those that wait for special functions rather than for dots.

A consumer warp group computes the special functions of a tile while its next dot cannot start. Without warp
specialisation several CTAs are resident on an SM, and the dots of one overlap with the special functions of another.
Throughputs are those of compute capability 9.0: 16 special functions per cycle and SM (CUDA C++ Programming Guide,
"Arithmetic Instructions"), and 4096 floating-point operations of dense wgmma on 16-bit elements (from the peak rate of
an H100 SXM: 989 TFLOP/s on 132 SMs at 1.83 GHz).
"""

from __future__ import annotations

from math import prod

from xdsl.ir import Operation

from xtriton.dialects import tt
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream import math
from xtriton.dialects.upstream.arith import DivFOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.hopper.warp_specialize.unsupported import Unsupported

SPECIAL_FUNCTIONS_PER_CYCLE = 16
DOT_OPERATIONS_PER_CYCLE = 4096
"""On elements of 16 bits; in inverse proportion to the width of other elements."""

_SPECIAL_FUNCTIONS = (
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


def check_profitable(func: tt.FuncOp) -> None:
    """Raise :class:`Unsupported` for an innermost loop whose special functions take as long as its dots."""
    for loop in func.walk():
        if not isinstance(loop, ForOp) or any(isinstance(op, ForOp) for op in loop.body.walk()):
            continue
        dots = sum(cycles_of_dot(op) for op in loop.body.walk() if isinstance(op, WarpGroupDotOp))
        special = sum(cycles_of_special_functions(op) for op in loop.body.walk())
        if dots and special >= dots:
            raise Unsupported(
                loop,
                f"computes special functions for {special:.0f} cycles per iteration and dots for {dots:.0f}: several "
                "CTAs per SM overlap them better",
            )


def cycles_of_dot(op: WarpGroupDotOp) -> float:
    """Cycles of an SM's tensor cores."""
    result, left = shape_of(op.d.type), shape_of(op.a.type)
    assert result and left
    return 2 * prod(result) * left[-1] * bit_width(element_type(op.a.type)) / (16 * DOT_OPERATIONS_PER_CYCLE)


def cycles_of_special_functions(op: Operation) -> float:
    """Cycles of an SM's special function units."""
    if not isinstance(op, _SPECIAL_FUNCTIONS):
        return 0.0
    return prod(shape_of(op.results[0].type) or (1,)) / SPECIAL_FUNCTIONS_PER_CYCLE
