"""The least and the greatest active lane of an access in closed form, without looking at each element.

This holds for tensors of one dimension whose lanes are linear in the position, under masks that are comparisons of
linear values: ``base + tl.arange(0, BLOCK)`` where that is less than ``n``. The active positions are an interval.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from xtriton.dialects.tt.shape import MakeRangeOp, SplatOp, int_value
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    ExtSIOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    SubIOp,
)
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.passes.ttir.check_accesses.values import Values

_MOST_BITS = 62
"""Numbers of 64 bits are to have so many bits, so that sums of two do not wrap around."""


@dataclass(frozen=True)
class _Linear:
    """The numbers ``base + step * position``, exact unless a sum of 64 bits wraps around."""

    base: SSAValue
    step: int
    constant: int | None = None
    """``base``, if it is known."""


@dataclass(frozen=True)
class Extremes:
    """The least and the greatest active lane, as i64; the least is greater where none is active."""

    least: SSAValue
    greatest: SSAValue
    holds: SSAValue | None
    """Whether the numbers that they are computed from do not wrap around; otherwise they are meaningless."""


@dataclass
class Intervals:
    """Computes the extremes of one access, at the insertion point."""

    values: Values
    count: int
    _conditions: list[SSAValue] = field(default_factory=list[SSAValue])

    def of(self, lanes: SSAValue, mask: SSAValue | None) -> Extremes | None:
        """The extremes of the active lanes; ``None`` unless their form is known."""
        v = self.values
        linear = self._fitting(lanes)
        if linear is None or linear.step == 0:
            return None
        active = self._active(mask)
        if active is None:
            return None
        ends = [v.plus(v.times(end, linear.step), linear.base) for end in active]
        least, greatest = ends if linear.step > 0 else reversed(ends)
        holds: SSAValue | None = None
        for condition in self._conditions:
            holds = v.both(condition, holds)
        return Extremes(least, greatest, holds)

    def _active(self, mask: SSAValue | None) -> tuple[SSAValue, SSAValue] | None:
        """The first and the last active position; the first is greater if none is. ``None`` if they are unknown."""
        v = self.values
        first, last = v.number(0, i64), v.number(self.count - 1, i64)
        todo = [] if mask is None else [mask]
        while todo:
            owner: object = todo.pop().owner
            if isinstance(owner, AndIOp):
                todo += owner.operands
                continue
            bounds = self._compared(owner) if isinstance(owner, CmpIOp) else None
            if bounds is None:
                return None
            low, high = bounds
            first = first if low is None else v.add(MaxSIOp(first, low))
            last = last if high is None else v.add(MinSIOp(last, high))
        return first, last

    def _compared(self, op: CmpIOp) -> tuple[SSAValue | None, SSAValue | None] | None:
        """The first and the last position that a comparison holds for, where there is such a bound."""
        v = self.values
        predicate = CmpIPredicate.of(op.predicate)
        sides = [self._fitting(side) for side in op.operands]
        if sides[0] is None or sides[1] is None or predicate not in _SIGNED:
            return None
        lhs, rhs = sides[0], sides[1]
        if lhs.step - rhs.step == -1:
            lhs, rhs, predicate = rhs, lhs, _SWAPPED[predicate]
        if lhs.step - rhs.step != 1:
            return None
        distance = v.add(SubIOp(rhs.base, lhs.base))
        match predicate:
            case CmpIPredicate.SLT:
                return None, v.plus(distance, -1)
            case CmpIPredicate.SLE:
                return None, distance
            case CmpIPredicate.SGT:
                return v.plus(distance, 1), None
            case _:
                return distance, None

    def _fitting(self, value: SSAValue) -> _Linear | None:
        """The linear form of a tensor, whose exact numbers are required to be those of its type."""
        linear, v = self._linear(value), self.values
        if linear is None:
            return None
        most = 1 << (min(width_of(value.type), _MOST_BITS + 1) - 1)
        last = linear.step * (self.count - 1)
        if linear.constant is not None and max(abs(linear.constant), abs(linear.constant + last)) < most:
            return linear
        low, high = max(-most, -most - min(last, 0)), min(most, most - max(last, 0))
        above = v.compare(CmpIPredicate.SGE, linear.base, low)
        self._conditions.append(v.both(above, v.compare(CmpIPredicate.SLT, linear.base, high)))
        return linear

    def _linear(self, value: SSAValue) -> _Linear | None:
        owner: object = value.owner
        v = self.values
        match owner:
            case MakeRangeOp():
                start = int_value(owner.start)
                return _Linear(v.number(start, i64), 1, start)
            case SplatOp():
                return _Linear(v.wide(owner.src), 0)
            case ConstantOp():
                number = integer_of(owner.value)
                if number is None:
                    return None
                number = to_signed(number, width_of(value.type))
                return _Linear(v.number(number, i64), 0, number)
            case ExtSIOp():
                return self._fitting(owner.operands[0])
            case AddIOp() | SubIOp() | MulIOp():
                return self._combined(owner)
            case _:
                return None

    def _combined(self, op: AddIOp | SubIOp | MulIOp) -> _Linear | None:
        v = self.values
        lhs, rhs = (self._linear(operand) for operand in op.operands)
        if lhs is None or rhs is None:
            return None
        if isinstance(op, AddIOp):
            return _Linear(v.plus(lhs.base, rhs.base), lhs.step + rhs.step)
        if isinstance(op, SubIOp):
            return _Linear(v.add(SubIOp(lhs.base, rhs.base)), lhs.step - rhs.step)
        if lhs.constant is not None:
            lhs, rhs = rhs, lhs
        if rhs.constant is None or rhs.step:
            return None
        return _Linear(v.times(lhs.base, rhs.constant), lhs.step * rhs.constant)


_SIGNED = frozenset({CmpIPredicate.SLT, CmpIPredicate.SLE, CmpIPredicate.SGT, CmpIPredicate.SGE})
_SWAPPED = {
    CmpIPredicate.SLT: CmpIPredicate.SGT,
    CmpIPredicate.SLE: CmpIPredicate.SGE,
    CmpIPredicate.SGT: CmpIPredicate.SLT,
    CmpIPredicate.SGE: CmpIPredicate.SLE,
}
