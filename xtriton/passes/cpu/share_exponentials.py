"""``cpu-share-exponentials``: one exponential for the differences between two numbers and the larger one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.arith import (
    AddFOp,
    CmpFOp,
    CmpFPredicate,
    MaximumFOp,
    MaxNumFOp,
    SelectOp,
    SubFOp,
)
from xtriton.dialects.upstream.math import ExpOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class CpuShareExponentials(Pass):
    """Compute one exponential instead of two, of the differences between two numbers and their maximum.

    before: ``%m = arith.maxnumf %a, %b``, ``math.exp`` of ``%a - %m`` and of ``%b - %m``
    after:  ``%e = math.exp`` of the smaller one minus ``%m``, ``%one = %m - %m + 1.0``; ``arith.select`` of these

    One of the differences is zero, and its exponential 1, or NaN if the maximum is not finite. Softmaxes that are
    updated element by element have such a pair. The results are the same bit for bit.
    """

    name: ClassVar[str] = "cpu-share-exponentials"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, MaxNumFOp | MaximumFOp):
                pair = (_exponential(op.lhs, op), _exponential(op.rhs, op))
                if pair[0] is not None and pair[1] is not None and op.lhs is not op.rhs:
                    _share(op, (pair[0], pair[1]))


def _exponential(value: SSAValue, greatest: MaxNumFOp | MaximumFOp) -> ExpOp | None:
    """The only exponential of a value minus the maximum, if it is in the block of the maximum."""
    distances = [
        use.operation
        for use in greatest.result.uses
        if isinstance(use.operation, SubFOp) and use.operation.lhs is value and use.operation.rhs is greatest.result
    ]
    found = [use.operation for op in distances for use in op.result.uses if isinstance(use.operation, ExpOp)]
    return found[0] if len(found) == 1 and found[0].parent is greatest.parent else None


def _share(greatest: MaxNumFOp | MaximumFOp, pair: tuple[ExpOp, ExpOp]) -> None:
    left, right, most = greatest.lhs, greatest.rhs, greatest.result
    rewriter = Rewriter()
    rewriter.after(greatest)
    rewriter.location = pair[0].location
    first = rewriter.insert(CmpFOp(CmpFPredicate.OEQ, most, left)).result
    other = rewriter.insert(SelectOp(first, right, left)).result
    smaller = rewriter.insert(ExpOp(rewriter.insert(SubFOp(other, most)).result)).result
    zero = rewriter.insert(SubFOp(most, most)).result
    one = rewriter.insert(AddFOp(zero, insert_constant(rewriter, 1.0, most.type))).result
    for op, choice in zip(pair, ((one, smaller), (smaller, one)), strict=True):
        result = rewriter.insert(SelectOp(first, *choice)).result
        rewriter.replace_all_uses(op.result, result)
    for op in pair:
        distance = op.operands[0].owner
        rewriter.erase(op)
        if isinstance(distance, Operation) and distance.results[0].first_use is None:
            rewriter.erase(distance)
