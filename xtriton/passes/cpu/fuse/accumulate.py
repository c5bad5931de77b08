"""Folds the addition of a matmul's result into the matmul's output operand."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, ConstantOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.walk import operations_in


def accumulate_products(module: ModuleOp) -> None:
    """Rewrite ``%c + (%a * %b + 0)`` to ``%a * %b + %c``."""
    for op in operations_in(module):
        if not isinstance(op, linalg.MatmulOp | linalg.BatchMatmulOp) or not op.results:
            continue
        if _starts_at_zero(op.outs[0]) and is_memory_effect_free(op):
            _accumulate(op)


def _accumulate(op: linalg.MatmulOp | linalg.BatchMatmulOp) -> None:
    add = op.results[0].get_user_of_unique_use()
    if not isinstance(add, linalg.GenericOp) or add.parent is not op.parent:
        return
    total = _other_term(add, op.results[0])
    if total is None or total.type != op.results[0].type:
        return
    assert op.parent is not None
    op.detach()
    assert add.parent is not None
    add.parent.insert_op_before(op, add)  # the addend may be defined only after the matmul
    op.operands[len(op.ins)] = total
    add.results[0].replace_all_uses_with(op.results[0])
    add.parent.erase_op(add)


def _other_term(op: linalg.GenericOp, product: SSAValue) -> SSAValue | None:
    """The other addend of an operation that only adds a value to ``product``."""
    inner = op.body.first_op
    identity = AffineMap.identity(op.loops)
    if not isinstance(inner, AddFOp | AddIOp) or inner.next_op is not op.body.last_op:
        return None
    if len(op.ins) != 2 or len(op.results) != 1 or any(map_ != identity for map_ in op.maps):
        return None
    end = cast("Operation", op.body.last_op)
    if end.operands[0] is not inner.result or set(inner.operands) != set(op.body.args[:2]):
        return None
    left, right = op.ins
    if left is right:
        return None
    return right if left is product else left


def _starts_at_zero(value: SSAValue) -> bool:
    owner = value.owner
    if isinstance(owner, linalg.FillOp):
        value = owner.ins[0]
        owner = value.owner
    if not isinstance(owner, ConstantOp):
        return False
    match owner.value:
        case DenseElementsAttr():
            return owner.value.is_splat and owner.value.splat_value == 0
        case FloatAttr() | IntegerAttr():
            return owner.value.value.data == 0
        case _:
            return False
