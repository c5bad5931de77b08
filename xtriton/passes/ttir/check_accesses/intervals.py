"""The least and the greatest active lane of an access in closed form, without looking at each element.

This holds for tensors whose lanes are linear in the position along a dimension, under masks that are comparisons of
such values, or the same all along the dimension: ``row[:, None] * stride + column[None, :]`` where ``row < rows`` and
``column < columns``. The active positions are an interval for each index of the other dimensions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, MakeRangeOp, SplatOp
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    ExtSIOp,
    MulIOp,
    SubIOp,
)
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.ttir.check_accesses.values import Values, typed

_MOST = (1 << 63) - 1
_MOST_BITS = 62
"""Numbers of 64 bits are to have so many bits, so that sums of two do not wrap around."""


@dataclass(frozen=True)
class _Linear:
    """The numbers ``base + step * position``, exact unless a sum of 64 bits wraps around.

    ``base`` is an i64, or a tensor of them without the dimension of the position.
    """

    base: SSAValue
    step: int
    constant: int | None = None
    """``base``, if it is known."""


@dataclass(frozen=True)
class _Bound:
    """A bound of the active positions: the first or the last one, or whether there are any. A scalar or as ``base``."""

    kind: Literal["first", "last", "any"]
    value: SSAValue


@dataclass(frozen=True)
class Extremes:
    """The least and the greatest active lane, as i64; the least is greater where none is active.

    They are scalars, or tensors without the dimension of the position.
    """

    least: SSAValue
    greatest: SSAValue
    holds: SSAValue | None
    """Whether the numbers that they are computed from do not wrap around; otherwise they are meaningless."""


@dataclass
class Intervals:
    """Computes the extremes of one access along a dimension, at the insertion point."""

    values: Values
    axis: int
    _conditions: list[SSAValue] = field(default_factory=list[SSAValue])
    _forms: dict[tuple[SSAValue, int], _Linear | None] = field(
        default_factory=dict[tuple[SSAValue, int], "_Linear | None"]
    )
    _found: dict[tuple[SSAValue, int], list[_Bound] | None] = field(
        default_factory=dict[tuple[SSAValue, int], "list[_Bound] | None"]
    )

    def of(self, lanes: SSAValue, mask: SSAValue | None) -> Extremes | None:
        """The extremes of the active lanes; ``None`` unless their form is known."""
        v = self.values
        linear = self._fitting(lanes, self.axis)
        if linear is None or linear.step == 0:
            return None
        bounds = [] if mask is None else self._bounds(mask, self.axis)
        if bounds is None:
            return None
        ends = [
            v.plus(v.times(end, linear.step), linear.base) for end in self._active(bounds, _count(lanes, self.axis))
        ]
        least, greatest = ends if linear.step > 0 else reversed(ends)
        if shape_of(least.type) or shape_of(greatest.type):  # so that those of all are those of the active ones
            some = v.compare(CmpIPredicate.SLE, least, greatest)
            least, greatest = v.select(some, least, _MOST), v.select(some, greatest, -_MOST - 1)
        holds: SSAValue | None = None
        for condition in self._conditions:
            holds = v.both(condition, holds)
        return Extremes(least, greatest, holds)

    def _active(self, bounds: Sequence[_Bound], count: int) -> tuple[SSAValue, SSAValue]:
        """The first and the last active position; the first is greater if none is."""
        v = self.values
        first, last = v.number(0, i64), v.number(count - 1, i64)
        for bound in bounds:
            if bound.kind == "first":
                first = v.greater(first, bound.value)
            elif bound.kind == "last":
                last = v.lesser(last, bound.value)
            else:
                last = v.select(bound.value, last, -1)
        # The lane of a position far outside of the tensor could wrap around.
        kinds = {bound.kind for bound in bounds}
        if "first" in kinds:
            first = v.lesser(first, v.number(count, i64))
        if "last" in kinds:
            last = v.greater(last, v.number(-1, i64))
        return first, last

    def _bounds(self, mask: SSAValue, axis: int) -> list[_Bound] | None:
        """The bounds of the positions where a mask is true, each once; ``None`` if they are unknown."""
        if (mask, axis) not in self._found:
            found = self._bounds_of(mask, axis)
            self._found[mask, axis] = found and list(dict.fromkeys(found))
        return self._found[mask, axis]

    def _bounds_of(self, mask: SSAValue, axis: int) -> list[_Bound] | None:
        owner: object = mask.owner
        match owner:
            case AndIOp():
                found = [self._bounds(operand, axis) for operand in owner.operands]
                return None if found[0] is None or found[1] is None else found[0] + found[1]
            case CmpIOp():
                return self._compared(owner, axis)
            case SplatOp():
                return [_Bound("any", owner.src)]
            case ExpandDimsOp() if int_value(owner.axis) == axis:
                return [_Bound("any", owner.src)]
            case ExpandDimsOp():
                at = int_value(owner.axis)
                inner = self._bounds(owner.src, axis - (at < axis))
                return inner and [
                    replace(bound, value=self._expanded(bound.value, at - (axis < at))) for bound in inner
                ]
            case BroadcastOp():
                inner = self._bounds(owner.src, axis)
                if inner is not None and _count(owner.src, axis) != _count(mask, axis):
                    inner = [self._at_one_position(bound) for bound in inner]
                return inner and [replace(bound, value=self._broadcast(bound.value, mask, axis)) for bound in inner]
            case _:
                return None

    def _at_one_position(self, bound: _Bound) -> _Bound:
        """A bound of position 0, the only one, as whether it is active."""
        if bound.kind == "any":
            return bound
        predicate = CmpIPredicate.SLE if bound.kind == "first" else CmpIPredicate.SGE
        return _Bound("any", self.values.compare(predicate, bound.value, 0))

    def _compared(self, op: CmpIOp, axis: int) -> list[_Bound] | None:
        """The bounds of the positions that a comparison holds for."""
        v = self.values
        predicate = CmpIPredicate.of(op.predicate)
        lhs, rhs = (self._fitting(side, axis) for side in op.operands)
        if lhs is None or rhs is None or predicate not in _SIGNED:
            return None
        if lhs.step == rhs.step == 0:
            return [_Bound("any", v.compare(predicate, lhs.base, rhs.base))]
        if lhs.step - rhs.step == -1:
            lhs, rhs, predicate = rhs, lhs, _SWAPPED[predicate]
        if lhs.step - rhs.step != 1:
            return None
        distance = v.minus(rhs.base, lhs.base)
        match predicate:
            case CmpIPredicate.SLT:
                return [_Bound("last", v.plus(distance, -1))]
            case CmpIPredicate.SLE:
                return [_Bound("last", distance)]
            case CmpIPredicate.SGT:
                return [_Bound("first", v.plus(distance, 1))]
            case _:
                return [_Bound("first", distance)]

    def _fitting(self, value: SSAValue, axis: int) -> _Linear | None:
        """The linear form of a tensor, whose exact numbers are required to be those of its type."""
        linear, v = self._linear(value, axis), self.values
        if linear is None:
            return None
        most = 1 << (min(width_of(value.type), _MOST_BITS + 1) - 1)
        last = linear.step * (_count(value, axis) - 1)
        if linear.constant is not None and max(abs(linear.constant), abs(linear.constant + last)) < most:
            return linear
        low, high = max(-most, -most - min(last, 0)), min(most, most - max(last, 0))
        above = v.compare(CmpIPredicate.SGE, linear.base, low)
        inside = v.both(above, v.compare(CmpIPredicate.SLT, linear.base, high))
        self._conditions.append(v.all(inside))
        return linear

    def _linear(self, value: SSAValue, axis: int) -> _Linear | None:
        if (value, axis) not in self._forms:
            self._forms[value, axis] = self._form_of(value, axis)
        return self._forms[value, axis]

    def _form_of(self, value: SSAValue, axis: int) -> _Linear | None:
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
                return self._fitting(owner.operands[0], axis)
            case AddIOp() | SubIOp() | MulIOp():
                return self._combined(owner, axis)
            case ExpandDimsOp() | BroadcastOp():
                return self._moved(owner, axis)
            case _:
                return None

    def _moved(self, op: ExpandDimsOp | BroadcastOp, axis: int) -> _Linear | None:
        if isinstance(op, BroadcastOp):
            inner = self._linear(op.src, axis)
            if inner is None:
                return None
            step = inner.step if _count(op.src, axis) == _count(op.result, axis) else 0
            return replace(inner, base=self._broadcast(inner.base, op.result, axis), step=step)
        at = int_value(op.axis)
        if at == axis:
            return _Linear(self.values.wide(op.src), 0)
        inner = self._linear(op.src, axis - (at < axis))
        return inner and replace(inner, base=self._expanded(inner.base, at - (axis < at)))

    def _combined(self, op: AddIOp | SubIOp | MulIOp, axis: int) -> _Linear | None:
        v = self.values
        lhs, rhs = (self._linear(operand, axis) for operand in op.operands)
        if lhs is None or rhs is None:
            return None
        if isinstance(op, AddIOp):
            return _Linear(v.plus(lhs.base, rhs.base), lhs.step + rhs.step)
        if isinstance(op, SubIOp):
            return _Linear(v.minus(lhs.base, rhs.base), lhs.step - rhs.step)
        if lhs.constant is not None:
            lhs, rhs = rhs, lhs
        if rhs.step or (lhs.step and rhs.constant is None):
            return None
        # Where both factors are unknown the product may wrap around, as does that of the program: they are equal modulo
        # the width of its type.
        return _Linear(v.times(lhs.base, rhs.base), lhs.step * (rhs.constant or 0))

    def _expanded(self, base: SSAValue, at: int) -> SSAValue:
        """A tensor with another dimension of extent 1; a scalar as it is."""
        return base if shape_of(base.type) is None else self.values.add(ExpandDimsOp(base, axis=at))

    def _broadcast(self, base: SSAValue, like: SSAValue, axis: int) -> SSAValue:
        """A tensor in the shape of another one without a dimension; a scalar as it is."""
        shape = shape_of(like.type)
        assert shape is not None
        wanted = typed(element_type(base.type), [*shape[:axis], *shape[axis + 1 :]])
        if shape_of(base.type) is None or base.type == wanted:
            return base
        return self.values.add(BroadcastOp(base, result=wanted))


def _count(value: SSAValue, axis: int) -> int:
    """The extent of a tensor along a dimension."""
    shape = shape_of(value.type)
    assert shape is not None
    return shape[axis]


_SIGNED = frozenset({CmpIPredicate.SLT, CmpIPredicate.SLE, CmpIPredicate.SGT, CmpIPredicate.SGE})
_SWAPPED = {
    CmpIPredicate.SLT: CmpIPredicate.SGT,
    CmpIPredicate.SLE: CmpIPredicate.SGE,
    CmpIPredicate.SGT: CmpIPredicate.SLT,
    CmpIPredicate.SGE: CmpIPredicate.SLE,
}
