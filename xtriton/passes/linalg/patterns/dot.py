"""Dots."""

from __future__ import annotations

from xdsl.ir import Attribute, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.arith import AddFOp, AddIOp
from xtriton.folds.elements import float_of, is_zero
from xtriton.folds.folding import constant_of
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.linalg.patterns.builders import filled, scalar_constant, shape_of_value, tensor_type
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter


def is_zero_tensor(value: SSAValue) -> bool:
    """Whether a tensor is a constant zero."""
    owner = value.owner
    constant = constant_of(owner.src if isinstance(owner, tt.SplatOp) else value)
    if constant is None and isinstance(owner, linalg.FillOp):
        constant = constant_of(owner.inputs[0])
    return is_zero(constant) or float_of(constant) == 0.0


@pattern(tt.DotOp)
def dot(op: tt.DotOp, rewriter: Rewriter) -> bool:
    """``dot(a, b, c) = c + matmul(a, b)``, or ``batch_matmul`` for three dimensions; a zero ``c`` is dropped."""
    dot_ = matrix_product(op.a, op.b, op.d.type, rewriter)
    if not is_zero_tensor(op.c):
        integers = not is_float_type(tensor_type(op.d).element_type)
        dot_ = rewriter.insert((AddIOp if integers else AddFOp)(op.c, dot_)).result
    rewriter.replace(op, [dot_])
    return True


def matrix_product(left: SSAValue, right: SSAValue, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    """The matmul of two matrices or batches of matrices, accumulated from 0 in the result's element type."""
    zeros = filled(scalar_constant(element_type(type_), 0, rewriter), shape_of(type_) or (), rewriter)
    matmul = linalg.MatmulOp if len(shape_of_value(left)) == 2 else linalg.BatchMatmulOp
    return rewriter.insert(matmul([left, right], [zeros])).results[0]


PATTERNS = [dot]
