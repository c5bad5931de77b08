"""Which integers are never negative."""

from __future__ import annotations

from typing import cast

from xdsl.ir import BlockArgument, OpResult, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    ConstantOp,
    DivSIOp,
    ExtSIOp,
    ExtUIOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    RemSIOp,
    SelectOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import int_value

_CLOSED = (AddIOp, MulIOp, DivSIOp, MinSIOp, ExtSIOp, IndexCastOp, tt.SplatOp, tt.BroadcastOp, tt.ExpandDimsOp)
"""Operations whose results are non-negative for non-negative operands; sums and products are assumed to fit."""


def is_never_negative(value: SSAValue) -> bool:
    """Whether a number, or all elements of a tensor, are known not to be negative."""
    return _holds(value, frozenset())


def _holds(value: SSAValue, assumed: frozenset[SSAValue]) -> bool:
    """As :func:`is_never_negative`, where ``assumed`` values are taken not to be negative."""
    if value in assumed:
        return True
    if is_block_argument(value):
        return _argument_holds(value, assumed)
    op = cast("OpResult", value).op
    match op:
        case ConstantOp():
            number = integer_of(op.value)
            return number is not None and to_signed(number, width_of(op.result.type)) >= 0
        case tt.GetProgramIdOp() | tt.GetNumProgramsOp() | ExtUIOp():
            return True
        case tt.MakeRangeOp():
            return int_value(op.start) >= 0
        case MaxSIOp() | AndIOp():
            return any(_holds(operand, assumed) for operand in op.operands)
        case RemSIOp():
            return _holds(op.lhs, assumed)
        case SelectOp():
            return all(_holds(operand, assumed) for operand in op.operands[1:])
        case ForOp():
            return _carried_holds(op, value, assumed)
        case _:
            return isinstance(op, _CLOSED) and all(_holds(operand, assumed) for operand in op.operands)


def _argument_holds(value: BlockArgument, assumed: frozenset[SSAValue]) -> bool:
    loop = value.owner.parent_op()
    if not isinstance(loop, ForOp):
        return False
    if value is loop.induction_variable:
        return _holds(loop.lowerBound, assumed)
    return _carried_holds(loop, value, assumed)


def _carried_holds(loop: ForOp, value: SSAValue, assumed: frozenset[SSAValue]) -> bool:
    """By induction: the init is not negative, and the yielded value is not if the iter_arg is not."""
    carried = loop.tied(value)
    assert carried is not None
    if carried.iter_arg in assumed:
        return True
    return _holds(carried.init, assumed) and _holds(carried.yielded, assumed | {carried.iter_arg})
