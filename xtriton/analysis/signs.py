"""Which integers are never negative."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, cast

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


class _Condition(NamedTuple):
    """A value is not negative if all of these, or any of these, are not."""

    needs: Callable[[Iterable[bool]], bool]
    values: Sequence[SSAValue] = ()


_ALWAYS, _UNKNOWN = _Condition(all), _Condition(any)


def is_never_negative(value: SSAValue) -> bool:
    """Whether a number, or all elements of a tensor, are known not to be negative.

    Loop-carried values are not by induction: their init is not, and the yielded value is not if they are not. Every
    value that this one depends on is looked at once; those that may be negative are propagated to their users.
    """
    conditions: dict[SSAValue, _Condition] = {}
    users: dict[SSAValue, list[SSAValue]] = {}
    pending = [value]
    while pending:
        found = pending.pop()
        if found in conditions:
            continue
        conditions[found] = condition = _condition(found)
        for needed in condition.values:
            users.setdefault(needed, []).append(found)
            pending.append(needed)
    failed: set[SSAValue] = set()
    suspects = list(conditions)
    while suspects:
        suspect = suspects.pop()
        condition = conditions[suspect]
        if suspect not in failed and not condition.needs(needed not in failed for needed in condition.values):
            failed.add(suspect)
            suspects.extend(users.get(suspect, ()))
    return value not in failed


def _condition(value: SSAValue) -> _Condition:
    """When a value is not negative, by the operation that computes it."""
    if is_block_argument(value):
        return _condition_of_argument(value)
    op = cast("OpResult", value).op
    match op:
        case ConstantOp():
            number = integer_of(op.value)
            is_known = number is not None and to_signed(number, width_of(op.result.type)) >= 0
            return _ALWAYS if is_known else _UNKNOWN
        case tt.GetProgramIdOp() | tt.GetNumProgramsOp() | ExtUIOp():
            return _ALWAYS
        case tt.MakeRangeOp():
            return _ALWAYS if int_value(op.start) >= 0 else _UNKNOWN
        case MaxSIOp() | AndIOp():
            return _Condition(any, op.operands)
        case RemSIOp():
            return _Condition(all, [op.lhs])
        case SelectOp():
            return _Condition(all, op.operands[1:])
        case ForOp():
            return _condition_of_carried(op, value)
        case _:
            return _Condition(all, op.operands) if isinstance(op, _CLOSED) else _UNKNOWN


def _condition_of_argument(value: BlockArgument) -> _Condition:
    loop = value.owner.parent_op()
    if not isinstance(loop, ForOp):
        return _UNKNOWN
    if value is loop.induction_variable:
        return _Condition(all, [loop.lowerBound])
    return _condition_of_carried(loop, value)


def _condition_of_carried(loop: ForOp, value: SSAValue) -> _Condition:
    carried = loop.tied(value)
    assert carried is not None
    return _Condition(all, [carried.init, carried.yielded])
