"""Bounds of offsets, as expressions of values that are available at an earlier place of the program: before a loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import IndexType, TensorType
from xdsl.ir import BlockArgument, Operation, SSAValue

from xtriton.analysis.dominance import Dominance
from xtriton.analysis.integer_ranges import Range, all_of
from xtriton.dialects import tt, tts
from xtriton.dialects.upstream.arith import (
    AddIOp,
    ConstantOp,
    DivSIOp,
    ExtSIOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    SubIOp,
)
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.ir.creation import is_block_argument
from xtriton.passes.linalg.pointers.expressions import Arithmetic, Expression, Leaf
from xtriton.passes.linalg.pointers.state import PointerState, is_tensor

Interval = tuple[Expression, Expression]
"""The minimum and the maximum."""

_SAME = (IndexCastOp, ExtSIOp, tt.SplatOp, tt.BroadcastOp, tt.ExpandDimsOp, tt.ReshapeOp, tt.TransOp)
"""Operations that keep the elements of the operand, as signed integers."""
_Operation = AddIOp | SubIOp | MulIOp | MinSIOp | MaxSIOp | DivSIOp

_NARROW = Range(-(1 << 20), 1 << 20)
"""Values that always lie within these bounds are not computed: their constant bounds are used."""
_TURNS = Range(0, 1 << 31)
_STEPS = Range(1, 1 << 31)


class UnknownError(Exception):
    """A value cannot be computed where it is needed."""


@dataclass
class Bounds:
    """Computes bounds from values that are available right before an operation, ``place``."""

    arithmetic: Arithmetic
    dominance: Dominance
    place: Operation
    _open: set[SSAValue] = field(default_factory=set[SSAValue])
    """Loop-carried values whose bounds are being computed."""
    _found: dict[SSAValue, Interval] = field(default_factory=dict[SSAValue, Interval])
    """Bounds found under the conditions that :attr:`arithmetic` has."""
    _unknown: set[SSAValue] = field(default_factory=set[SSAValue])
    """Tensors whose bounds do not follow from those of the operands."""

    def of_state(self, state: PointerState) -> Interval:
        """The bounds of all elements of offsets. Raises :class:`UnknownError`."""
        low: Expression = 0
        high: Expression = 0
        for dim in range(state.rank):
            least, most = self._of_dim(state, dim)
            low, high = self.arithmetic.add(low, least), self.arithmetic.add(high, most)
        return low, high

    def _of_dim(self, state: PointerState, dim: int) -> Interval:
        a = self.arithmetic
        offset, stride = self.of(state.offsets[dim]), self.of(state.strides[dim])
        if is_tensor(state.offsets[dim]):
            return self._product(offset, stride)
        last = state.sizes[dim] - 1
        if state.dim_wraps(dim):
            return self._of_wrapped(state, dim)
        way = self._product(stride, (last, last))
        return a.add(offset[0], a.least(0, way[0])), a.add(offset[1], a.most(0, way[1]))

    def _of_wrapped(self, state: PointerState, dim: int) -> Interval:
        """A dimension that wraps around: from 0 to the last element before it starts over.

        Its offset is not negative in units of the stride; see the analysis of remainders.
        """
        a = self.arithmetic
        turn = a.subtract(self._exact(state.shape[dim]), self._exact(state.strides[dim]))
        return a.least(0, turn), a.most(0, turn)

    def _exact(self, number: OpFoldResult) -> Expression:
        low, high = self.of(number)
        if low != high:
            raise UnknownError
        return low

    def of(self, number: OpFoldResult) -> Interval:
        """The bounds of a scalar, or of all elements of a tensor. Raises :class:`UnknownError`."""
        if isinstance(number, int):
            return number, number
        found = self._found.get(number)
        if found is None:
            found = self._of_value(number)
            self._found[number] = found
        return found

    def _of_value(self, number: SSAValue) -> Interval:
        known = integer_of(number.owner.value) if isinstance(number.owner, ConstantOp) else None
        if known is not None:
            signed = to_signed(known, width_of(number.type))
            return signed, signed
        owner = number.owner
        if isinstance(owner, _SAME):
            return self._of_same(owner.operands[0], width_of(number.type))
        tensor = isinstance(number.type, TensorType)
        if isinstance(number.type, IndexType) and isinstance(owner, AddIOp | SubIOp | MulIOp):
            return self._of_operation(owner)
        known = self.dominance.value_dominates(number, self.place)
        if known and not tensor:
            return Leaf(number), Leaf(number)
        always = self.arithmetic.ranges.of(number)
        if always.within(_NARROW):
            return always.low, always.high
        if not known and is_block_argument(number):
            return self._of_argument(number)
        if isinstance(owner, _Operation) and number not in self._unknown:
            conditions = len(self.arithmetic.conditions)
            try:
                return self._within(self._of_operation(owner), width_of(number.type))
            except UnknownError:
                self._unknown.add(number)
                self.arithmetic.forget_conditions(conditions)
                self._found.clear()
        if not known:
            raise UnknownError
        return Leaf(number, "min"), Leaf(number, "max")

    def _of_same(self, value: SSAValue, width: int) -> Interval:
        found = self.of(value)
        return found if width >= width_of(value.type) else self._within(found, width)

    def _within(self, found: Interval, width: int) -> Interval:
        """Bounds, under the condition that ``width``-bit values do not wrap around."""
        if not all(self.arithmetic.must_be_within(number, all_of(width)) for number in found):
            raise UnknownError
        return found

    def _of_operation(self, op: _Operation) -> Interval:
        a = self.arithmetic
        lhs, rhs = self.of(op.lhs), self.of(op.rhs)
        match op:
            case AddIOp():
                return a.add(lhs[0], rhs[0]), a.add(lhs[1], rhs[1])
            case SubIOp():
                return a.subtract(lhs[0], rhs[1]), a.subtract(lhs[1], rhs[0])
            case MulIOp():
                return self._product(lhs, rhs)
            case MinSIOp():
                return a.least(lhs[0], rhs[0]), a.least(lhs[1], rhs[1])
            case MaxSIOp():
                return a.most(lhs[0], rhs[0]), a.most(lhs[1], rhs[1])
            case DivSIOp():
                if rhs[0] != rhs[1] or not isinstance(rhs[0], int) or rhs[0] <= 0:
                    raise UnknownError
                return a.divide(lhs[0], rhs[0]), a.divide(lhs[1], rhs[0])

    def _product(self, lhs: Interval, rhs: Interval) -> Interval:
        a = self.arithmetic
        products = [a.multiply(left, right) for left in dict.fromkeys(lhs) for right in dict.fromkeys(rhs)]
        return a.least(*products), a.most(*products)

    # Loops

    def _of_argument(self, value: BlockArgument) -> Interval:
        loop = value.owner.parent_op()
        if not isinstance(loop, ForOp) or "unsignedCmp" in loop.properties or value in self._open:
            raise UnknownError
        position = loop.position(value)
        if position is None:
            return self.of(loop.lowerBound)[0], self.arithmetic.subtract(self.of(loop.upperBound)[1], 1)
        self._open.add(value)
        try:
            return self._of_carried(loop, position)
        finally:
            self._open.discard(value)

    def _of_carried(self, loop: ForOp, index: int) -> Interval:
        """The bounds of a value that each iteration of a loop increments."""
        a = self.arithmetic
        first = self.of(loop.init_args[index])
        turns = self._iterations(loop)
        way = self._product((0, turns), self._of_step(loop, index))
        found = a.add(first[0], a.least(0, way[0])), a.add(first[1], a.most(0, way[1]))
        type_ = loop.iter_args[index].type
        return found if isinstance(type_, IndexType) else self._within(found, width_of(type_))

    def _of_step(self, loop: ForOp, index: int) -> Interval:
        """The increment of a loop-carried number per iteration."""
        argument = loop.iter_args[index]
        if not isinstance(argument.type, IndexType):
            return self._sum(_added(loop.yielded_values[index], argument))
        # Offsets and strides stand next to the tensor that they describe.
        tensor = index - 1
        while isinstance(loop.iter_args[tensor].type, IndexType):
            tensor -= 1
        offsets, _ = tts.state_sizes(loop.iter_args[tensor].type) or (0, 0)
        if index - tensor - 1 >= offsets:
            return 0, 0
        return self._sum(_added(loop.yielded_values[tensor], loop.iter_args[tensor]))

    def _sum(self, parts: Sequence[SSAValue]) -> Interval:
        a = self.arithmetic
        low: Expression = 0
        high: Expression = 0
        for part in parts:
            least, most = self.of(part)
            low, high = a.add(low, least), a.add(high, most)
        return low, high

    def _iterations(self, loop: ForOp) -> Expression:
        """An upper bound of the trip count of a loop."""
        a = self.arithmetic
        first, last, step = self.of(loop.lowerBound)[0], self.of(loop.upperBound)[1], self.of(loop.step)[0]
        turns = a.most(0, a.divide_up(a.subtract(last, first), a.most(1, step)))
        if not a.must_be_within(step, _STEPS) or not a.must_be_within(turns, _TURNS):
            raise UnknownError
        return turns


def _added(value: SSAValue, start: SSAValue) -> list[SSAValue]:
    """The terms that are added to ``start``, a scalar or a tensor, to compute ``value``."""
    found = _terms(value, start, set())
    if found is None:
        raise UnknownError
    return found


def _terms(value: SSAValue, start: SSAValue, without: set[SSAValue]) -> list[SSAValue] | None:
    """As :func:`_added`; ``None`` if ``value`` is no such sum, which ``without`` memoises."""
    if value is start:
        return []
    owner = value.owner
    if isinstance(owner, tts.GetStructuredStateOp):
        return _terms(owner.input, start, without)
    if isinstance(owner, AddIOp) and value not in without:
        for moved, distance in ((owner.lhs, owner.rhs), (owner.rhs, owner.lhs)):
            terms, scalar = _terms(moved, start, without), _uniform(distance)
            if terms is not None and scalar is not None:
                return [*terms, scalar]
    without.add(value)
    return None


def _uniform(value: SSAValue) -> SSAValue | None:
    """The scalar of a splat; constants and scalars stay as they are, other tensors have none."""
    if isinstance(value.owner, tt.SplatOp):
        return value.owner.src
    constant = isinstance(value.owner, ConstantOp) and integer_of(value.owner.value) is not None
    return None if is_tensor(value) and not constant else value
