"""``tl.argmax`` and ``tl.argmin``: reductions of pairs of a value and its index.

Triton's combine region drops a NaN on its left and keeps one on its right, so that its result depends on the order.
Here a NaN is never better than a number, as for ``tl.max`` and ``tl.min``. The order is then without effect, except
where ``tie_break_left=False`` leaves the index open, and elements are combined in vectors.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AndIOp, CmpFOp, CmpIOp, OrIOp, SelectOp
from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, CmpIPredicate
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_float_type

_BETTER = (
    *(CmpFPredicate.OGT.attr, CmpFPredicate.OLT.attr),
    *(CmpIPredicate.SGT.attr, CmpIPredicate.SLT.attr, CmpIPredicate.UGT.attr, CmpIPredicate.ULT.attr),
)
_EQUAL = (CmpFPredicate.OEQ.attr, CmpIPredicate.EQ.attr)


def ignores_nan(block: Block) -> bool:
    """Make a combine region of ``tl.argmax`` or ``tl.argmin`` ignore NaN. Returns whether it is one."""
    update = _update(block)
    if update is None:
        return False
    right = block.args[2]
    if is_float_type(right.type):
        missing = CmpFOp(CmpFPredicate.UNO, right, right)
        either = OrIOp(update, missing.result)
        assert is_operation(update.owner)
        for op in (missing, either):
            op.location = update.owner.location
        selects = [use.operation for use in update.uses if isinstance(use.operation, SelectOp)]
        block.insert_ops_after([missing, either], update.owner)
        for select in selects:
            select.operands[0] = either.results[0]
    return True


def _update(block: Block) -> SSAValue | None:
    """The condition under which the left pair is returned, which is better or, of equal values, comes first."""
    if len(block.args) != 4 or not isinstance(block.last_op, tt.ReduceReturnOp):
        return None
    left, left_index, right, right_index = block.args
    selects = [value.owner for value in block.last_op.operands]
    value, index = selects if len(selects) == 2 else (None, None)
    if not isinstance(value, SelectOp) or not isinstance(index, SelectOp):
        return None
    condition = value.operands[0]
    if list(value.operands) != [condition, left, right] or list(index.operands) != [condition, left_index, right_index]:
        return None
    parts = list(condition.owner.operands) if isinstance(condition.owner, OrIOp) else [condition]
    better = [part for part in parts if _compares(part, _BETTER, left, right)]
    ties = [part for part in parts if _is_tie(part, block.args)]
    return condition if len(better) == 1 and len(better) + len(ties) == len(parts) else None


def _is_tie(value: SSAValue, args: Sequence[SSAValue]) -> bool:
    left, left_index, right, right_index = args
    if not isinstance(value.owner, AndIOp):
        return False
    parts = list(value.owner.operands)
    return any(
        _compares(equal, _EQUAL, left, right) and _compares(before, (CmpIPredicate.SLT.attr,), left_index, right_index)
        for equal, before in (parts, reversed(parts))
    )


def _compares(value: SSAValue, predicates: Sequence[object], left: SSAValue, right: SSAValue) -> bool:
    op = value.owner
    return isinstance(op, CmpFOp | CmpIOp) and list(op.operands) == [left, right] and op.predicate in predicates
