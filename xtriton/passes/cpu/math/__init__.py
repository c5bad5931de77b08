"""``cpu-math``: approximates math functions by polynomials, which LLVM's vectorizer can vectorize."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.ir import Operation, SSAValue

from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.math.build import MathBuilder
from xtriton.passes.cpu.math.division import expand_division, is_vectorised_division
from xtriton.passes.cpu.math.functions import FUNCTIONS, VECTOR_CALLS
from xtriton.passes.cpu.math.power import power, version_loops


@dataclass(frozen=True)
class CpuMath(Pass):
    """Expand math functions of f32 and narrower floats into polynomials that LLVM vectorises.

    before: ``%1 = math.exp %0 : f32``
    after:  ``arith.mulf``, ``math.fma`` ... that give e^x within 2 ulp

    Functions of f64 stay calls of the C library. Sine, cosine and tangent of narrower floats become those of f32, which
    LLVM calls for whole vectors. Remainders of floats are exact. Divisions of i32 in loops by a loop-invariant divisor
    that is not a constant become those of f64, which are exact.
    """

    name: ClassVar[str] = "cpu-math"
    vector_ldexp: bool = option(False, "scale by powers of two with llvm.ldexp, which the target vectorises")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in [inner for inner in operations_in(module) if inner.name in FUNCTIONS]:
            if _is_narrow(op):
                b = MathBuilder(op, vector_ldexp=self.vector_ldexp)
                _exchange(op, FUNCTIONS[op.name](b, *(b.as_type(operand, f32) for operand in op.operands)), b)
        for op in [inner for inner in operations_in(module) if isinstance(inner, VECTOR_CALLS) and _is_narrow(inner)]:
            if op.results[0].type != f32:
                b = MathBuilder(op)
                _exchange(op, b.same_of_f32(op), b)
        for op in version_loops(
            [inner for inner in operations_in(module) if inner.name == "math.powf" and _is_narrow(inner)]
        ):
            b = MathBuilder(op)
            _exchange(op, power(b, *(b.as_type(operand, f32) for operand in op.operands)), b)
        for op in [inner for inner in operations_in(module) if is_vectorised_division(inner)]:
            expand_division(op)


def _is_narrow(op: Operation) -> bool:
    type_ = op.results[0].type
    return is_float_type(type_) and type_.bitwidth <= 32


def _exchange(op: Operation, value: SSAValue, b: MathBuilder) -> None:
    """Replace an operation by an f32 in the type of its result."""
    op.results[0].replace_all_uses_with(b.as_type(value, op.results[0].type))
    assert op.parent is not None
    op.parent.erase_op(op)
