"""Moving the computation of extents and views to an earlier place of their block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.upstream.arith import (
    AddIOp,
    CmpIOp,
    ConstantOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.memref import ReinterpretCastOp
from xtriton.ir.creation import is_operation

MOVABLE = (AddIOp, CmpIOp, ConstantOp, IndexCastOp, MaxSIOp, MinSIOp, MulIOp, SelectOp, SubIOp)
"""What extents and offsets are computed with: without effects, and defined for all operands."""


def move_before(values: Sequence[SSAValue], place: Operation) -> bool:
    """Move what computes some values before an operation. Returns whether that is possible; if not, nothing moves."""
    moved: list[Operation] = []
    if not all(_collect(value, place, moved) for value in values):
        return False
    block = cast("Block", place.parent)
    for op in moved:
        op.detach()
        block.insert_op_before(op, place)
    return True


def _collect(value: SSAValue, before: Operation, moved: list[Operation]) -> bool:
    """Collect what is to be moved for ``value`` to be known before an operation. Returns whether that is possible."""
    owner = value.owner
    if not is_operation(owner) or owner in moved:
        return True
    inside = ancestor_in_block(owner, cast("Block", before.parent))
    if inside is None or (inside is not before and inside.is_before_in_block(before)):
        return True
    if inside is not owner or not isinstance(owner, (*MOVABLE, ReinterpretCastOp)):
        return False
    if not all(_collect(operand, before, moved) for operand in owner.operands):
        return False
    moved.append(owner)
    return True
