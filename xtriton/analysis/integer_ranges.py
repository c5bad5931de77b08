"""Bounds of integers that hold for all arguments of a kernel.

Sums and products that may overflow wrap around and have the whole range of their type; conditions of
``llvm.intr.assume`` (``tl.assume``) at the top of a kernel are relied on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivSIOp,
    DivUIOp,
    ExtSIOp,
    ExtUIOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    OrIOp,
    RemSIOp,
    RemUIOp,
    SelectOp,
    ShLIOp,
    ShRSIOp,
    ShRUIOp,
    SubIOp,
    TruncIOp,
    XOrIOp,
)
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.folds.arith_integer import truncated_quotient
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.interfaces.region_branch import incoming_values
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import int_value, is_integer_type, is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in, reached

_DEEPEST = 64
"""How many operations are followed from a value; deeper operands have the range of their type."""


@dataclass(frozen=True)
class Range:
    """The signed integers from ``low`` to ``high``, both included."""

    low: int
    high: int

    def within(self, other: Range) -> bool:
        """Whether all of these are among others."""
        return other.low <= self.low and self.high <= other.high

    def joined(self, other: Range) -> Range:
        """The smallest range that contains both."""
        return Range(min(self.low, other.low), max(self.high, other.high))

    def cut(self, other: Range) -> Range:
        """The intersection with another range; this range if it is empty, as after an assumption that never holds."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Range(low, high) if low <= high else self


def all_of(width: int) -> Range:
    """All signed integers of so many bits."""
    return Range(-(1 << (width - 1)), (1 << (width - 1)) - 1)


def corners(function: Callable[[int, int], int], lhs: Range, rhs: Range) -> Range:
    """The range of a function that is monotonic in each operand."""
    found = [function(left, right) for left in (lhs.low, lhs.high) for right in (rhs.low, rhs.high)]
    return Range(min(found), max(found))


_SAME = (tt.SplatOp, tt.BroadcastOp, tt.ExpandDimsOp, tt.ReshapeOp, tt.TransOp, ExtSIOp, IndexCastOp)
"""Operations whose result has the elements of the operand, as signed integers."""


class IntegerRanges:
    """The ranges of values in a program, which must not change in the meantime."""

    def __init__(self, root: Operation) -> None:
        self._known: dict[SSAValue, Range] = {}
        self._open: set[SSAValue] = set()
        self._facts: dict[SSAValue, list[tuple[CmpIPredicate, SSAValue]]] = {}
        for op in operations_in(root):
            if isinstance(op, AssumeOp) and _is_at_the_top(op):
                for predicate, lhs, rhs in _comparisons(op.cond):
                    self._facts.setdefault(_narrow(lhs), []).append((predicate, rhs))
                    if predicate in _MIRRORED:
                        self._facts.setdefault(_narrow(rhs), []).append((_MIRRORED[predicate], lhs))

    def of(self, value: SSAValue) -> Range:
        """The range of an integer, or of all elements of a tensor."""
        known = self._known.get(value)
        if known is not None:
            return known
        everything = all_of(width_of(value.type))
        if value in self._open or len(self._open) > _DEEPEST:
            return everything
        self._open.add(value)
        found = self._find(value, everything)
        found = found if found.within(everything) else everything
        for predicate, other in self._facts.get(value, ()):
            found = found.cut(_allowed(predicate, self.of(other)))
        self._open.discard(value)
        self._known[value] = found
        return found

    def _find(self, value: SSAValue, everything: Range) -> Range:
        if is_block_argument(value):
            return self._of_argument(value, everything)
        op = cast("OpResult", value).op
        match op:
            case ConstantOp():
                return _of_constant(op, everything)
            case tt.MakeRangeOp():
                first, last = (int_value(bound) for bound in (op.start, op.end))
                return Range(first, last - 1)
            case tt.GetProgramIdOp() | tt.GetNumProgramsOp():
                return Range(0, everything.high)
            case SelectOp():
                return self.of(op.operands[1]).joined(self.of(op.operands[2]))
            case IfOp():
                then, otherwise = map(self.of, incoming_values(value) or ())
                return then.joined(otherwise)
            case _ if isinstance(op, _SAME):
                return self.of(op.operands[0])
            case ExtUIOp():
                inner = self.of(op.operands[0])
                return inner if inner.low >= 0 else Range(0, (1 << width_of(op.operands[0].type)) - 1)
            case TruncIOp():
                return self.of(op.operands[0])
            case _:
                return self._of_arithmetic(op, everything)

    def _of_argument(self, value: BlockArgument, everything: Range) -> Range:
        loop = value.owner.parent_op()
        if not isinstance(loop, ForOp) or value.index != 0:
            return everything
        first, last = self.of(loop.lowerBound), self.of(loop.upperBound)
        return Range(first.low, max(last.high - 1, first.low))

    def _of_arithmetic(self, op: Operation, everything: Range) -> Range:
        if len(op.operands) != 2 or not _is_integer(op.operands[0]) or len(op.results) != 1:
            return everything
        lhs, rhs = (self.of(operand) for operand in op.operands)
        match op:
            case AddIOp():
                return Range(lhs.low + rhs.low, lhs.high + rhs.high)
            case SubIOp():
                return Range(lhs.low - rhs.high, lhs.high - rhs.low)
            case MulIOp():
                return corners(int.__mul__, lhs, rhs)
            case MinSIOp():
                return corners(min, lhs, rhs)
            case MaxSIOp():
                return corners(max, lhs, rhs)
            case _ if rhs.low >= 0:
                return _of_quotient(op, lhs, rhs, everything)
            case _:
                return everything


def first_wrap(value: SSAValue, ranges: IntegerRanges) -> Operation | None:
    """An operation on tensors that ``value`` is made by and whose result may not fit its type."""
    pending, seen = [value], {value}
    while pending:
        current = pending.pop()
        op = current.owner
        if not isinstance(op, Operation) or not is_tensor_type(current.type) or not _is_integer(current):
            continue
        function = _EXACT.get(type(op))
        if function is not None:
            lhs, rhs = (ranges.of(operand) for operand in op.operands)
            if not corners(function, lhs, rhs).within(all_of(width_of(current.type))):
                return op
        pending += [operand for operand in op.operands if operand not in seen]
        seen.update(op.operands)
    return None


_EXACT: dict[type[Operation], Callable[[int, int], int]] = {
    AddIOp: int.__add__,
    SubIOp: int.__sub__,
    MulIOp: int.__mul__,
}


def _of_quotient(op: Operation, lhs: Range, rhs: Range, everything: Range) -> Range:
    """Divisions, remainders, shifts and bits, of which the second operand is not negative."""
    positive, unsigned = rhs.low > 0, lhs.low >= 0
    match op:
        case DivSIOp() | DivUIOp() if positive and (unsigned or isinstance(op, DivSIOp)):
            return corners(truncated_quotient, lhs, rhs)
        case RemSIOp() | RemUIOp() if positive and (unsigned or isinstance(op, RemSIOp)):
            most = rhs.high - 1
            return Range(max(lhs.low, -most) if lhs.low < 0 else 0, max(min(lhs.high, most), 0))
        case ShLIOp() if rhs.high < 63:
            return corners(int.__lshift__, lhs, rhs)
        case ShRSIOp() if rhs.high < 64:
            return corners(int.__rshift__, lhs, rhs)
        case ShRUIOp() if rhs.high < 64 and unsigned:
            return corners(int.__rshift__, lhs, rhs)
        case AndIOp():
            return Range(0, min(lhs.high, rhs.high) if unsigned else rhs.high)
        case OrIOp() | XOrIOp() if unsigned:
            return Range(0, (1 << max(lhs.high.bit_length(), rhs.high.bit_length())) - 1)
        case _:
            return everything


def _is_integer(value: SSAValue) -> bool:
    element = element_type(value.type)
    return is_integer_type(element) or isinstance(element, IndexType)


def _of_constant(op: ConstantOp, everything: Range) -> Range:
    width = width_of(op.result.type)
    number = integer_of(op.value)
    if number is not None:
        signed = to_signed(number, width)
        return Range(signed, signed)
    return everything


# Assumptions

_MIRRORED = {
    CmpIPredicate.EQ: CmpIPredicate.EQ,
    CmpIPredicate.SLT: CmpIPredicate.SGT,
    CmpIPredicate.SLE: CmpIPredicate.SGE,
    CmpIPredicate.SGT: CmpIPredicate.SLT,
    CmpIPredicate.SGE: CmpIPredicate.SLE,
}
"""The predicate with exchanged operands."""


def _is_at_the_top(op: Operation) -> bool:
    """Whether an operation is executed whenever its function is."""
    region = op.parent_region()
    owner = op.parent_op()
    return isinstance(owner, tt.FuncOp) and region is not None and op.parent is region.first_block


def _conjuncts(condition: SSAValue) -> Sequence[SSAValue]:
    owner = condition.owner
    return (owner.rhs, owner.lhs) if isinstance(owner, AndIOp) else ()


def _comparisons(condition: SSAValue) -> Iterator[tuple[CmpIPredicate, SSAValue, SSAValue]]:
    """The comparisons that hold where a condition does, each once."""
    for found in reached([condition], _conjuncts):
        owner = found.owner
        if isinstance(owner, CmpIOp):
            yield CmpIPredicate.of(owner.predicate), owner.lhs, owner.rhs


def _narrow(value: SSAValue) -> SSAValue:
    """The value that another one is the same number as, in a wider type."""
    while isinstance(value.owner, ExtSIOp):
        value = value.owner.operands[0]
    return value


def _allowed(predicate: CmpIPredicate, bound: Range) -> Range:
    """The values that satisfy a predicate with some value of a range."""
    everything = all_of(64)
    match predicate:
        case CmpIPredicate.EQ:
            return bound
        case CmpIPredicate.SLT:
            return Range(everything.low, bound.high - 1)
        case CmpIPredicate.SLE:
            return Range(everything.low, bound.high)
        case CmpIPredicate.SGT:
            return Range(bound.low + 1, everything.high)
        case CmpIPredicate.SGE:
            return Range(bound.low, everything.high)
        case _:
            return everything
