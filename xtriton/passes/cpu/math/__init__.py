"""``cpu-math``: approximates math functions by polynomials, which LLVM's vectorizer can vectorize."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import AnyFloat, ModuleOp, f32
from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.math.build import MathBuilder
from xtriton.passes.cpu.math.division import expand_division, is_vectorised_division
from xtriton.passes.cpu.math.functions import FUNCTIONS


@dataclass(frozen=True)
class CpuMath(Pass):
    """Expand math functions of f32 and narrower floats into polynomials that LLVM vectorises.

    before: ``%1 = math.exp %0 : f32``
    after:  ``arith.mulf``, ``math.fma`` ... that give e^x within 2 ulp

    For f32 and narrower; functions of f64 stay calls of the C library. Divisions of i32 in loops by a number that does
    not change become those of f64, which are exact.
    """

    name: ClassVar[str] = "cpu-math"
    vector_ldexp: bool = option(False, "scale by powers of two with llvm.ldexp, which the target vectorises")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in [inner for inner in module.walk() if inner.name in FUNCTIONS]:
            type_ = op.results[0].type
            if isinstance(type_, AnyFloat) and type_.bitwidth <= 32:
                _replace(op, MathBuilder(op, vector_ldexp=self.vector_ldexp))
        for op in [inner for inner in module.walk() if is_vectorised_division(inner)]:
            expand_division(op)


def _replace(op: Operation, b: MathBuilder) -> None:
    type_ = op.results[0].type
    value = FUNCTIONS[op.name](b, b.as_type(op.operands[0], f32))
    op.results[0].replace_all_uses_with(b.as_type(value, type_))
    assert op.parent is not None
    op.parent.erase_op(op)
