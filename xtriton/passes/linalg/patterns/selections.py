"""Combine regions that return one of their sides: extrema, alone or with an index, as of ``tl.argmax``.

Elementwise selections of one component are analysed likewise.

The condition is made of comparisons between the left and the right arguments. Whether the function is commutative
follows from the value of the condition for each outcome of these comparisons: less, equal, greater, or either one NaN.
As combine functions are associative, elements may then be combined in any order, in vectors.

Where a comparison with NaN makes the result depend on the order, as in Triton's own combine region of ``tl.argmax``,
which drops a NaN on its left and keeps one on its right, a NaN is never better than a number here, as for ``tl.max``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isnan, nan

from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import (
    AndIOp,
    CmpFOp,
    CmpIOp,
    ConstantOp,
    MaximumFOp,
    MaxNumFOp,
    MaxSIOp,
    MaxUIOp,
    MinimumFOp,
    MinNumFOp,
    MinSIOp,
    MinUIOp,
    OrIOp,
    SelectOp,
    XOrIOp,
)
from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, CmpIPredicate
from xtriton.folds.arith_compare import compare_floats, holds
from xtriton.folds.elements import Number, integer_of, to_unsigned, width_of
from xtriton.ir.narrowing import is_float_type, is_integer_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import reached

_FLOATS = ((0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (nan, 0.0), (0.0, nan), (nan, nan))
_INTEGERS = ((0, 1), (1, 1), (1, 0), (-1, 0), (0, -1))
_BITS = ((0, -1), (-1, -1), (-1, 0))
"""Left and right numbers that give each outcome, for floats, for signed and unsigned integers, and for i1."""
_EQUAL = 1
"""The position of the outcome of equal numbers in each."""

_MOST_COMPARED = 3
"""The most components that are analysed: their outcomes multiply."""

_Sides = Sequence[tuple[SSAValue, SSAValue]]
"""The left and the right value of each component."""
_Case = Mapping[int, tuple[Number, Number]]
"""The left and the right number of each component that is compared."""


_JOINING = (AndIOp, OrIOp, XOrIOp)


class _UnknownError(Exception):
    """A condition that is not made of comparisons between the sides."""


@dataclass(frozen=True)
class Selection:
    """Operations that return their left side where ``condition`` is ``left_where``, else their right side."""

    block: Block
    """The combine region, or the block of an elementwise selection."""
    sides: _Sides
    condition: SSAValue
    left_where: bool
    compared: tuple[int, ...]
    """The numbers of the components that the condition compares."""

    @property
    def _count(self) -> int:
        return len(self.sides)

    def _type(self, component: int) -> Attribute:
        return element_type(self.sides[component][0].type)

    def takes_left(self, left: Number, right: Number) -> bool:
        """Whether a selection of one component returns the left one of two numbers."""
        return self._takes_left({0: (left, right)})

    @property
    def is_symmetric(self) -> bool:
        """Whether swapping the sides does not change the value returned, also if one is NaN, unless they are equal."""
        return self._is_free(nans=True)

    @property
    def operations(self) -> list[Operation]:
        """The operations that compute the condition."""
        found = reached([self.condition], _conditions_of)
        return [value.owner for value in found if isinstance(value.owner, (CmpFOp, CmpIOp, *_JOINING))]

    def extremum(self) -> type[Operation] | None:
        """The operation of ``arith`` that a region of one value is, such as ``arith.maxnumf``, or ``arith.maximumf``.

        ``None`` for other selections. The selection may return either of -0 and +0, which are equal.
        """
        if self._count != 1 or not self._is_free(nans=False):
            return None
        takes_greater = not self._takes_left({0: _INTEGERS[0]})
        if is_float_type(self._type(0)):
            if self._is_free(nans=True) and self._takes_left({0: (nan, 0.0)}):
                return MaximumFOp if takes_greater else MinimumFOp
            return MaxNumFOp if takes_greater else MinNumFOp
        if width_of(self._type(0)) == 1:
            return None
        is_signed = takes_greater != self._takes_left({0: (-1, 0)})
        if is_signed:
            return MaxSIOp if takes_greater else MinSIOp
        return MaxUIOp if takes_greater else MinUIOp

    def make_commutative(self) -> bool:
        """Make the region ignore NaN if that suffices for its sides to be swapped. Returns whether they may be."""
        if not self._is_free(nans=False) or self._keeps_first_of_equal():
            return False
        if self._is_free(nans=True):
            return True
        floats = [number for number in self.compared if is_float_type(self._type(number))]
        if len(floats) != 1 or not self._is_free(nans=True, ignored=floats[0]):
            return False
        self._ignore_nan(self.sides[floats[0]][1])
        return True

    def _keeps_first_of_equal(self) -> bool:
        """Whether the left of equal sides, or of two NaN, is returned with a number that is not compared: its index.

        Returning the right one, as with Triton's ``tie_break_left=False``, means that any of them will do.
        """
        if len(self.compared) == self._count:
            return False
        equal = {number: _outcomes(self._type(number))[_EQUAL] for number in self.compared}
        floats = {number for number in self.compared if is_float_type(self._type(number))}
        return self._takes_left(equal) or self._takes_left({**equal, **dict.fromkeys(floats, (nan, nan))})

    def _ignore_nan(self, right: SSAValue) -> None:
        """Also return the left side where the right one is NaN."""
        owner = self.condition.owner
        assert isinstance(owner, Operation)
        missing = CmpFOp(CmpFPredicate.UNO if self.left_where else CmpFPredicate.ORD, right, right)
        joined = (OrIOp if self.left_where else AndIOp)(self.condition, missing.result)
        for op in (missing, joined):
            op.location = owner.location
        self.block.insert_ops_after([missing, joined], owner)
        last = self.block.last_op
        assert last is not None
        for value in last.operands:
            assert isinstance(value.owner, SelectOp)
            value.owner.operands[0] = joined.results[0]

    def _is_free(self, *, nans: bool, ignored: int | None = None) -> bool:
        """Whether the same side is returned in either order, unless the sides are equal or both NaN.

        With ``nans``, cases in which one side is NaN count, too; with ``ignored`` as if the left side were returned
        wherever that component of the right one is NaN.
        """
        for case in self._cases():
            if not nans and any(isnan(number) for sides in case.values() for number in sides):
                continue
            if any(all(map(isnan, sides)) for sides in case.values()):
                continue
            if all(left == right for left, right in case.values()):
                continue
            swapped = {number: (right, left) for number, (left, right) in case.items()}
            if self._takes_left(case, ignored) == self._takes_left(swapped, ignored):
                return False
        return True

    def _cases(self) -> Iterator[_Case]:
        outcomes = [_outcomes(self._type(number)) for number in self.compared]
        for chosen in product(*outcomes):
            yield dict(zip(self.compared, chosen, strict=True))

    def _takes_left(self, case: _Case, ignored: int | None = None) -> bool:
        if ignored is not None and isnan(case[ignored][1]):
            return True
        return _Evaluation(self.sides, case).truth(self.condition) is self.left_where


def selection_of(block: Block) -> Selection | None:
    """The selection that a combine region is, or ``None``."""
    last, count = block.last_op, len(block.args) // 2
    if not isinstance(last, tt.ReduceReturnOp):
        return None
    sides = list(zip(block.args[:count], block.args[count:], strict=True))
    selects = [value.owner for value in last.operands]
    if not all(isinstance(select, SelectOp) for select in selects):
        return None
    chosen = [tuple(select.operands) for select in selects if isinstance(select, SelectOp)]
    condition = chosen[0][0]
    for left_where in (True, False):
        if chosen == [(condition, *(side if left_where else side[::-1])) for side in sides]:
            compared = _compared(condition, sides)
            return None if compared is None else Selection(block, sides, condition, left_where, compared)
    return None


def elementwise_selection(op: Operation) -> Selection | None:
    """The selection of one of two numbers, or of tensors of them by element, that an ``arith.select`` is."""
    if not isinstance(op, SelectOp) or op.parent is None:
        return None
    sides = [(op.true_value, op.false_value)]
    compared = _compared(op.condition, sides)
    return None if compared is None else Selection(op.parent, sides, op.condition, True, compared)


def _conditions_of(value: SSAValue) -> Sequence[SSAValue]:
    """What a condition is joined of."""
    return value.owner.operands if isinstance(value.owner, _JOINING) else ()


def _outcomes(type_: Attribute) -> tuple[tuple[Number, Number], ...]:
    if is_float_type(type_):
        return _FLOATS
    return _BITS if width_of(type_) == 1 else _INTEGERS


def _compared(condition: SSAValue, sides: _Sides) -> tuple[int, ...] | None:
    """The components that a condition compares; ``None`` if it is made of anything else, or compares too many."""
    types = [element_type(left.type) for left, _ in sides]
    if not all(is_float_type(type_) or is_integer_type(type_) for type_ in types):
        return None
    evaluation = _Evaluation(sides, {number: _outcomes(type_)[0] for number, type_ in enumerate(types)})
    try:
        evaluation.truth(condition)
    except _UnknownError:
        return None
    compared = tuple(sorted(evaluation.compared))
    return compared if 0 < len(compared) <= _MOST_COMPARED else None


class _Evaluation:
    """Computes conditions for given numbers."""

    def __init__(self, sides: _Sides, case: _Case) -> None:
        self._sides = sides
        self._case = case
        self._known: dict[SSAValue, bool] = {}
        self.compared: set[int] = set()
        """The components that have been compared."""

    def truth(self, value: SSAValue) -> bool:
        """The value of a condition. Raises :class:`_UnknownError` if it is not one of comparisons between the sides."""
        known = self._known.get(value)
        if known is None:
            known = self._known[value] = self._truth(value)
        return known

    def _truth(self, value: SSAValue) -> bool:
        match value.owner:
            case CmpFOp() as op:
                left, right = self._numbers(op)
                return compare_floats(CmpFPredicate.of(op.predicate), left, right)
            case CmpIOp() as op:
                width = width_of(element_type(op.lhs.type))
                left, right = (to_unsigned(int(number), width) for number in self._numbers(op))
                return holds(CmpIPredicate.of(op.predicate), left, right, width)
            case AndIOp() | OrIOp() | XOrIOp() as op if width_of(element_type(value.type)) == 1:
                left, right = self.truth(op.lhs), self.truth(op.rhs)
                match op:
                    case AndIOp():
                        return left and right
                    case OrIOp():
                        return left or right
                    case _:
                        return left is not right
            case ConstantOp() as op if width_of(value.type) == 1:
                return integer_of(op.value) != 0
            case _:
                raise _UnknownError

    def _numbers(self, op: CmpFOp | CmpIOp) -> tuple[Number, Number]:
        """The compared numbers, which have to be of one component."""
        places = [self._place(operand) for operand in (op.lhs, op.rhs)]
        component = places[0][0]
        if places[1][0] != component:
            raise _UnknownError
        self.compared.add(component)
        left, right = (self._case[component][side] for _, side in places)
        return left, right

    def _place(self, value: SSAValue) -> tuple[int, int]:
        """The component and the side that a value is."""
        for component, sides in enumerate(self._sides):
            if value in sides:
                return component, sides.index(value)
        raise _UnknownError
