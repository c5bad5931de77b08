"""Whether a loop runs at least once, by its constant bounds and by assumptions on them."""

from __future__ import annotations

from xdsl.ir import SSAValue

from xtriton.analysis.integer_ranges import Range, all_of
from xtriton.analysis.slices import forward_slice
from xtriton.dialects.tt.program import GetNumProgramsOp, GetProgramIdOp
from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.folds.folding import constant_of
from xtriton.ir.creation import is_operation


def runs_at_least_once(loop: ForOp) -> bool:
    """Whether the bounds are known to be in order."""
    return _bound(loop.lowerBound).high < _bound(loop.upperBound).low


def _bound(value: SSAValue) -> Range:
    number = _signed(value)
    if number is not None:
        return Range(number, number)
    for op in forward_slice(value):
        comparison = op.cond.owner if isinstance(op, AssumeOp) else None
        if isinstance(comparison, CmpIOp) and (comparison.lhs is value or comparison.rhs is value):
            allowed = _allowed(comparison, value)
            if allowed is not None:
                return allowed
    return all_of(width_of(value.type))


def _signed(value: SSAValue) -> int | None:
    found = constant_of(value)
    number = integer_of(found) if found is not None else None
    return None if number is None else to_signed(number, width_of(value.type))


def _allowed(comparison: CmpIOp, value: SSAValue) -> Range | None:
    """The signed numbers for which a comparison with a constant holds; ``None`` for others."""
    first = comparison.lhs is value
    number = _signed(comparison.rhs if first else comparison.lhs)
    if number is None:
        return None
    everything = all_of(width_of(value.type))
    match CmpIPredicate.of(comparison.predicate), first:
        case CmpIPredicate.EQ, _:
            return Range(number, number)
        case (CmpIPredicate.SGE, True) | (CmpIPredicate.SLE, False):
            return Range(number, everything.high)
        case (CmpIPredicate.SGT, True) | (CmpIPredicate.SLT, False):
            return Range(number + 1, everything.high)
        case (CmpIPredicate.SLE, True) | (CmpIPredicate.SGE, False):
            return Range(_least(value, everything), number)
        case (CmpIPredicate.SLT, True) | (CmpIPredicate.SGT, False):
            return Range(_least(value, everything), number - 1)
        case CmpIPredicate.NE, _:
            return None
        case predicate, _:
            return _unsigned(predicate, first, number, everything)


def _least(value: SSAValue, everything: Range) -> int:
    """Program ids and their number are not negative."""
    owner = value.owner
    is_id = is_operation(owner) and isinstance(owner, GetProgramIdOp | GetNumProgramsOp)
    return 0 if is_id else everything.low


def _unsigned(predicate: CmpIPredicate, first: bool, number: int, everything: Range) -> Range:
    """As :func:`_allowed`: the range is everything if it contains both the greatest and the least signed number."""
    greatest = everything.high - everything.low
    number &= greatest
    match predicate, first:
        case (CmpIPredicate.UGE, True) | (CmpIPredicate.ULE, False):
            low, high = number, greatest
        case (CmpIPredicate.UGT, True) | (CmpIPredicate.ULT, False):
            low, high = number + 1, greatest
        case (CmpIPredicate.ULE, True) | (CmpIPredicate.UGE, False):
            low, high = 0, number
        case _:
            low, high = 0, number - 1
    if high <= everything.high:
        return Range(low, high)
    if low > everything.high:
        return Range(low - greatest - 1, high - greatest - 1)
    return everything
