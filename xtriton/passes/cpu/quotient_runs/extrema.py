"""Extrema of the quotients of a block."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream import linalg, tensor
from xtriton.dialects.upstream.arith import (
    AddIOp,
    CmpIOp,
    CmpIPredicate,
    DivSIOp,
    MaxSIOp,
    MinSIOp,
    SelectOp,
)
from xtriton.interfaces.effects import is_trivially_dead
from xtriton.ir.creation import is_operation
from xtriton.passes.cpu.quotient_runs.quotients import Quotient, number, quotients_of
from xtriton.passes.linalg.patterns.reduce import sole_operation
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter


def extrema_at_ends(op: linalg.ReduceOp) -> None:
    """Replace a signed extremum of the quotients of a block by that of a few of them."""
    if len(op.ins) != 1 or len(op.results) != 1:
        return
    combine = sole_operation(op.body)
    found = quotients_of(op.ins[0])
    start = op.outs[0].owner
    if found is None or not found.is_plain or not isinstance(combine, MinSIOp | MaxSIOp):
        return
    users = [use.operation for use in op.results[0].uses]
    if not isinstance(start, tensor.InsertOp) or not all(isinstance(user, tensor.ExtractOp) for user in users):
        return
    rewriter = Rewriter()
    rewriter.start_at(op)
    extremum: SSAValue = start.scalar
    for quotient in _candidates(found.quotient, rewriter):
        mapping: dict[SSAValue, SSAValue] = dict(zip(combine.operands, (quotient, extremum), strict=True))
        extremum = rewriter.insert(clone_op(combine, mapping)).results[0]
    for user in users:
        rewriter.replace(user, [extremum])
    _erase_dead(op)


def _candidates(quotient: Quotient, rewriter: Rewriter) -> list[SSAValue]:
    """Quotients among which the extrema are.

    The quotient is monotonic in the dividend. The dividends are consecutive numbers from the first to the last one or,
    if they wrap around, include the greatest and the least number of the type.
    """
    type_ = quotient.type
    first, divisor = quotient.first(rewriter), quotient.by(rewriter)
    last = rewriter.insert(AddIOp(first, number(quotient.extent - 1, type_, rewriter))).result
    wraps = rewriter.insert(CmpIOp(CmpIPredicate.SLT, last, first)).result
    greatest, least = (number(end, type_, rewriter) for end in (quotient.greatest, -quotient.greatest - 1))
    ends = [
        first,
        last,
        rewriter.insert(SelectOp(wraps, greatest, first)).result,
        rewriter.insert(SelectOp(wraps, least, last)).result,
    ]
    return [rewriter.insert(DivSIOp(end, divisor)).result for end in ends]


def _erase_dead(op: Operation) -> None:
    """Erase a dead operation, and operations that only it has used."""
    pending = [op]
    while pending:
        current = pending.pop()
        if current.parent is not None and is_trivially_dead(current):
            pending += [operand.owner for operand in current.operands if is_operation(operand.owner)]
            current.parent.erase_op(current)
