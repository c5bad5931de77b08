"""Folds of structured control flow."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation

from xtriton.dialects.upstream.arith.integer import XOrIOp
from xtriton.dialects.upstream.scf.branches import IfOp
from xtriton.folds.elements import is_one
from xtriton.folds.folding import IN_PLACE, Constants, Fold, FoldResult, constant_of


def fold_if(op: IfOp, constants: Constants) -> FoldResult:
    """``if (not c) A else B`` is ``if (c) B else A``."""
    negated = op.condition.owner
    if op.elseRegion.first_block is None or not isinstance(negated, XOrIOp) or not is_one(constant_of(negated.rhs)):
        return None
    op.operands[0] = negated.lhs
    then, otherwise = op.thenRegion.block, op.elseRegion.block
    op.thenRegion.detach_block(then)
    op.elseRegion.detach_block(otherwise)
    op.thenRegion.add_block(otherwise)
    op.elseRegion.add_block(then)
    return IN_PLACE


FOLDS: Mapping[type[Operation], Fold] = {IfOp: fold_if}
