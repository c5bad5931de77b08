"""Scalar integers of a function as polynomials.

Sums, differences and products are expanded as if they could not overflow, and sign extensions are looked through. That
is what Triton itself asks of programs: its debug mode asserts that signed ``+``, ``-`` and ``*`` do not overflow
(``sanitize_overflow``). Arithmetic that is known to overflow, with a coefficient that its type cannot hold, is not
expanded, and neither are unsigned, bitwise and narrower operations: their results are variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xtriton.analysis.affine.polynomial import MAX_TERMS, Atom, Iterations, Polynomial, Quotient
from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.signs import is_never_negative
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
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
    ShLIOp,
    ShRSIOp,
    ShRUIOp,
    SubIOp,
    XOrIOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.ir.creation import is_block_argument
from xtriton.ir.walk import reached

_HASHED = (DivSIOp, DivUIOp, RemSIOp, RemUIOp, MinSIOp, MaxSIOp, AndIOp, OrIOp, XOrIOp, ShRSIOp, ShRUIOp)
MAX_ASSUMED = 3
"""How many carried values are followed that depend on each other; the time grows with the factorial."""
_LEAST_WIDTH = 32
"""Arithmetic on narrower integers wraps around in practice."""


def is_wide(value: SSAValue) -> bool:
    """Whether a value is an integer, or a tensor of them, whose arithmetic is taken not to overflow."""
    return width_of(value.type) >= _LEAST_WIDTH


def fits(number: Polynomial, width: int) -> bool:
    """Whether integers of ``width`` bits hold the coefficients."""
    return all(-(1 << (width - 1)) <= coefficient < 1 << (width - 1) for coefficient in number.terms.values())


class Scalars:
    """The polynomials of scalars; equal ones are equal values in one execution of the place where they are used."""

    def __init__(self, around: Scalars | None = None, assumed: Mapping[SSAValue, Polynomial] | None = None) -> None:
        """``around`` shares its variables; ``assumed`` maps values to polynomials, in this object only."""
        self._atoms: dict[object, Atom] = {} if around is None else around._atoms
        self._assumed = dict(assumed or {}) if around is None else {**around._assumed, **(assumed or {})}
        self._known: dict[SSAValue, Polynomial] = dict(self._assumed)
        self.values: dict[Polynomial, list[SSAValue]] = {}
        """SSA values that hold a polynomial."""

    def of(self, value: SSAValue) -> Polynomial:
        """The polynomial of a scalar integer."""
        known = self._known.get(value)
        if known is not None:
            return known
        is_argument = is_block_argument(value)
        found = self._argument(value) if is_argument else self._result(cast("OpResult", value))
        if found is None or not found.is_small or not fits(found, width_of(value.type)):
            found = self.atom(value)
        self._known[value] = found
        self.values.setdefault(found, []).append(value)
        return found

    def atom(self, value: SSAValue) -> Polynomial:
        """The variable for a value; results of equal pure operations on equal operands share a variable."""
        owner = value.owner
        if isinstance(owner, tt.GetProgramIdOp | tt.GetNumProgramsOp):
            return self._intern((owner.name, owner.axis), value)
        if isinstance(owner, _HASHED):
            return self._intern((owner.name, value.type, *map(self.of, owner.operands)), value)
        return self._intern(value, value)

    def _intern(self, key: object, holder: SSAValue | Iterations | Quotient) -> Polynomial:
        atom = self._atoms.get(key)
        if atom is None:
            atom = self._atoms[key] = Atom(len(self._atoms), holder)
        return Polynomial.atom(atom)

    def quotient(self, dividend: Polynomial, divisor: Polynomial, op: Operation) -> Polynomial:
        """A polynomial divided by a positive one, rounded down; the dividend is assumed not to be negative.

        ``op`` divides numbers or positions so.
        """
        number = divisor.as_constant
        if number is not None and dividend.is_multiple_of(number):
            return dividend.scaled_down(number)
        holder = Quotient(dividend, divisor, op)
        return self._intern(holder, holder)

    # Loops

    def iterations(self, loop: ForOp) -> Polynomial:
        """How many iterations there were before the present one."""
        if constant_of(loop.step) == 1 and loop.unsignedCmp is None:
            return self.of(loop.induction_variable) - self.of(loop.lowerBound)
        return self._intern(Iterations(loop), Iterations(loop))

    def moved(self, start: Polynomial, distance: Polynomial, loop: ForOp) -> Polynomial:
        """The current value of a number that starts at ``start`` and advances by ``distance`` per iteration."""
        return start + distance * self.iterations(loop)

    def after(self, start: Polynomial, distance: Polynomial, loop: ForOp) -> Polynomial:
        """The value of that number after the loop."""
        trips = loop.trip_count
        if trips is not None:
            return start + distance * trips
        every = Iterations(loop, all=True)
        return start + distance * self._intern(every, every)

    def is_invariant(self, number: Polynomial, loop: Operation) -> bool:
        """Whether no variable is defined in ``loop``."""
        return all(is_outside(atom, loop) for atom in _with_quotients(number))

    def _carried(self, loop: ForOp, index: int) -> tuple[Polynomial, Polynomial] | None:
        """The initial value and the increment of a loop-carried integer, if the increment is constant."""
        if loop.unsignedCmp is not None or len(self._assumed) >= MAX_ASSUMED:
            return None
        carried = loop.carried(index)
        itself = self.atom(carried.iter_arg)
        body = Scalars(self, {carried.iter_arg: itself})
        distance = body.of(carried.yielded) - itself
        if not self.is_invariant(distance, loop):
            return None
        return self.of(carried.init), distance

    def _argument(self, value: BlockArgument) -> Polynomial | None:
        loop = value.block.parent_op()
        if not isinstance(loop, ForOp) or not is_wide(value):
            return None
        position = loop.position(value)
        if position is None:
            return self._induction_variable(loop)
        carried = self._carried(loop, position)
        return None if carried is None else self.moved(*carried, loop)

    def _induction_variable(self, loop: ForOp) -> Polynomial | None:
        """That it moves in large steps is worth knowing; in steps of 1, or of unknown ones, it is a variable."""
        step = constant_of(loop.step)
        if step is None or step <= 1 or loop.unsignedCmp is not None:
            return None
        return self.of(loop.lowerBound) + self.iterations(loop) * step

    # Operations

    def _result(self, value: OpResult) -> Polynomial | None:
        op = value.op
        match op:
            case ConstantOp():
                number = integer_of(op.value)
                return None if number is None else Polynomial.constant(to_signed(number, width_of(value.type)))
            case ExtSIOp() | IndexCastOp():
                return self.of(op.operands[0])
            case ExtUIOp():
                return self.of(op.operands[0]) if is_never_negative(op.operands[0]) else None
            case ForOp():
                carried = self._carried(op, value.index) if is_wide(value) else None
                return None if carried is None else self.after(*carried, op)
            case _:
                return self._arithmetic(op) if is_wide(value) else None

    def _arithmetic(self, op: Operation) -> Polynomial | None:
        match op:
            case AddIOp():
                return self.of(op.lhs) + self.of(op.rhs)
            case SubIOp():
                return self.of(op.lhs) - self.of(op.rhs)
            case MulIOp():
                left, right = self.of(op.lhs), self.of(op.rhs)
                return left * right if len(left.terms) * len(right.terms) <= MAX_TERMS else None
            case ShLIOp():
                bits = constant_of(op.rhs)
                return None if bits is None or not 0 <= bits < _LEAST_WIDTH else self.of(op.lhs) * (1 << bits)
            case DivSIOp():
                divisor, left = constant_of(op.rhs), self.of(op.lhs)
                exact = divisor is not None and divisor > 0 and left.is_multiple_of(divisor)
                return left.scaled_down(divisor) if exact and divisor is not None else None
            case _:
                return None


def constant_of(value: SSAValue) -> int | None:
    """The signed integer that an ``arith.constant`` makes of a scalar, or all over a tensor."""
    owner = value.owner
    number = integer_of(owner.value) if isinstance(owner, ConstantOp) else None
    return None if number is None else to_signed(number, width_of(value.type))


def _with_quotients(number: Polynomial) -> Iterator[Atom]:
    """The variables of a polynomial, and for quotients those of their dividends and divisors, each once."""

    def parts(atom: Atom) -> Sequence[Atom]:
        quotient = atom.holder
        return [*quotient.dividend.atoms, *quotient.divisor.atoms] if isinstance(quotient, Quotient) else ()

    return (atom for atom in reached(number.atoms, parts) if not isinstance(atom.holder, Quotient))


def is_outside(atom: Atom, loop: Operation) -> bool:
    """Whether a variable other than a quotient has the same value all the while that ``loop`` runs."""
    if atom.value is not None:
        return is_defined_outside(atom.value, loop)
    assert isinstance(atom.holder, Iterations)
    counted = atom.holder.loop
    if not atom.holder.all:
        return is_defined_outside(counted.induction_variable, loop)
    return all(is_defined_outside(bound, loop) for bound in (counted.lowerBound, counted.upperBound, counted.step))
