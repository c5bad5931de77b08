"""The scalar value of a splat tensor."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import ConstantOp, SIToFPOp, TruncFOp
from xtriton.folds.elements import constant, scalar_number
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.rewriter import Rewriter


def scalar_of(value: SSAValue, rewriter: Rewriter) -> SSAValue | None:
    """The scalar that a tensor repeats, computed at the insertion point; ``None`` if its elements may differ."""
    casts: list[Operation] = []
    while is_tensor_type(value.type):
        owner = value.owner
        if isinstance(owner, ConstantOp):
            scalar = _constant(owner, rewriter)
            if scalar is None:
                return None
            value = scalar
        elif isinstance(owner, tt.SplatOp):
            value = owner.src
        elif isinstance(owner, SIToFPOp | TruncFOp):
            casts.append(owner)
            value = owner.operands[0]
        else:
            return None
    for cast in reversed(casts):
        copy = clone_with(cast, [value], [element_type(cast.results[0].type)], attributes={})
        value = rewriter.insert(copy).results[0]
    return value


def _constant(op: ConstantOp, rewriter: Rewriter) -> SSAValue | None:
    value = op.value
    number = scalar_number(value) if isinstance(value, DenseElementsAttr) else None
    if number is None:
        return None
    scalar = constant(element_type(op.result.type), number)
    return rewriter.insert(ConstantOp(scalar), op.location).result
