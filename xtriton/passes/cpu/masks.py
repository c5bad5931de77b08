"""Comparisons with a mask's bound that hold for all iterations of an operation on what the mask leaves."""

from __future__ import annotations

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import (
    CmpIOp,
    CmpIPredicate,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    SelectOp,
)
from xtriton.dialects.upstream.linalg import IndexOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.folds.arith_compare import predicate_of
from xtriton.ir.narrowing import int_value
from xtriton.passes.cpu.parts import Number
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.mixed import known_number
from xtriton.rewriting.rewriter import Rewriter


def drop_masks(op: StructuredOp, loop: int, end: Number) -> None:
    """Replace comparisons of a loop's position that hold for positions from 0 up to ``end``, if a mask gives ``end``.

    ``end`` is ``max(min(n, extent), 0)``: where it is not 0, it is at most ``n``, so that all positions are less.
    """
    bounds = set[SSAValue]() if isinstance(end, int) else _bounds(end)
    if not bounds:
        return
    for compare in [inner for inner in op.body.ops if isinstance(inner, CmpIOp)]:
        if predicate_of(compare) is CmpIPredicate.SLT and compare.rhs in bounds and _is_position(compare.lhs, loop):
            _replace_by_true(compare)


def _bounds(end: SSAValue) -> set[SSAValue]:
    """The numbers that ``end`` does not exceed where it is positive, as any integer type."""
    match end.owner:
        case MaxSIOp():
            positive = [operand for operand in end.owner.operands if known_number(operand) != 0]
            return _bounds(positive[0]) if len(positive) == 1 else set()
        case MinSIOp():
            return set[SSAValue]().union(*map(_bounds, end.owner.operands))
        case IndexCastOp():
            return {end, end.owner.operands[0]}
        case _:
            return {end}


def _is_position(value: SSAValue, loop: int) -> bool:
    while isinstance(value.owner, IndexCastOp):
        value = value.owner.operands[0]
    return isinstance(value.owner, IndexOp) and int_value(value.owner.dim) == loop


def _replace_by_true(compare: CmpIOp) -> None:
    rewriter = Rewriter()
    rewriter.start_at(compare)
    for use in list(compare.result.uses):
        chosen = use.operation
        if isinstance(chosen, SelectOp) and use.index == 0:
            rewriter.replace(chosen, [chosen.true_value])
    if compare.result.first_use is not None:
        rewriter.replace(compare, [insert_constant(rewriter, 1, i1)])
    else:
        rewriter.erase(compare)
