"""Between which numbers polynomials are."""

from __future__ import annotations

from typing import NamedTuple, cast

from xdsl.ir import Operation, OpResult, SSAValue

from xtriton.analysis.affine.polynomial import Atom, Iterations, Polynomial, Quotient
from xtriton.analysis.affine.scalars import Scalars, constant_of
from xtriton.analysis.signs import is_never_negative
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import DivSIOp, MaxSIOp, MinSIOp, RemSIOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.creation import is_block_argument


class Interval(NamedTuple):
    """All numbers from ``low`` to ``high``, both included; ``None`` is no bound."""

    low: int | None = None
    high: int | None = None

    def __add__(self, other: object) -> Interval:
        assert isinstance(other, Interval)
        return Interval(
            None if self.low is None or other.low is None else self.low + other.low,
            None if self.high is None or other.high is None else self.high + other.high,
        )

    def times(self, factor: int) -> Interval:
        """The interval scaled by a number."""
        ends = [None if end is None else end * factor for end in self]
        return Interval(*(ends if factor > 0 else reversed(ends)))

    def product(self, other: Interval) -> Interval:
        """The interval of products if neither interval has negative numbers; else the unbounded interval."""
        if self.low is None or other.low is None or self.low < 0 or other.low < 0:
            return Interval()
        high = None if self.high is None or other.high is None else self.high * other.high
        return Interval(self.low * other.low, high)


class Ranges:
    """The intervals of polynomials."""

    def __init__(self, scalars: Scalars) -> None:
        self._scalars = scalars
        self._known: dict[Atom, Interval] = {}

    def of(self, number: Polynomial) -> Interval:
        """The interval of a polynomial: the sum of those of its terms."""
        total = Interval(0, 0)
        for monomial, coefficient in number:
            factors = Interval(1, 1)
            for atom in monomial:
                factors = factors.product(self.of_atom(atom)) if len(monomial) > 1 else self.of_atom(atom)
            total += factors.times(coefficient)
        return total

    def of_atom(self, atom: Atom) -> Interval:
        """The interval of a variable."""
        known = self._known.get(atom)
        if known is None:
            self._known[atom] = Interval()  # until it is known, for cyclic dependences
            known = self._known[atom] = self._held(atom)
        return known

    def _held(self, atom: Atom) -> Interval:
        match atom.holder:
            case Iterations(loop=loop, all=every):
                trips = loop.trip_count
                return Interval(0) if trips is None else Interval(0, trips if every else max(trips - 1, 0))
            case Quotient(dividend=dividend, divisor=divisor):
                high = self.of(dividend).high
                return Interval(0, None if high is None else high // (divisor.as_constant or 1))
            case value:
                return self._value(value)

    def _value(self, value: SSAValue) -> Interval:
        low = 0 if is_never_negative(value) else None
        if is_block_argument(value):
            loop = value.block.parent_op()
            if isinstance(loop, ForOp) and value.index == 0 and loop.unsignedCmp is None:
                return self._induction_variable(loop)
            return Interval(low)
        found = self._result(cast("OpResult", value).op)
        return Interval(low if found.low is None else found.low, found.high)

    def _induction_variable(self, loop: ForOp) -> Interval:
        lower, upper = (self.of(self._scalars.of(bound)) for bound in (loop.lowerBound, loop.upperBound))
        return Interval(lower.low, None if upper.high is None else upper.high - 1)

    def _result(self, op: Operation) -> Interval:
        match op:
            case tt.GetProgramIdOp():
                return Interval(0, None)
            case tt.GetNumProgramsOp():
                return Interval(1, None)
            case MinSIOp():
                highs = [end.high for end in self._operands(op) if end.high is not None]
                lows = [end.low for end in self._operands(op)]
                return Interval(_least(lows), min(highs, default=None))
            case MaxSIOp():
                lows = [end.low for end in self._operands(op) if end.low is not None]
                return Interval(max(lows, default=None), None)
            case RemSIOp():
                divisor, left = constant_of(op.rhs), self._operands(op)[0]
                high = None if divisor is None or divisor <= 0 else divisor - 1
                return Interval(0 if left.low is not None and left.low >= 0 else None, high)
            case DivSIOp():
                return self._quotient(op)
            case _:
                return Interval()

    def _operands(self, op: Operation) -> list[Interval]:
        return [self.of(self._scalars.of(operand)) for operand in op.operands]

    def _quotient(self, op: DivSIOp) -> Interval:
        divisor, left = constant_of(op.rhs), self._operands(op)[0]
        if divisor is None or divisor <= 0 or left.low is None or left.low < 0:
            return Interval()
        return Interval(left.low // divisor, None if left.high is None else left.high // divisor)


def _least(ends: list[int | None]) -> int | None:
    known = [end for end in ends if end is not None]
    return min(known) if len(known) == len(ends) else None
