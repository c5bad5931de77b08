"""Emitting polynomials as operations."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, i32
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.affine import Atom, Polynomial, Scalars
from xtriton.analysis.affine.polynomial import Iterations, Monomial, Quotient
from xtriton.analysis.affine.scalars import constant_of
from xtriton.analysis.dominance import Dominance
from xtriton.dialects import tt
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
    TruncIOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import is_pure
from xtriton.ir.narrowing import is_integer_attr, is_integer_type
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter


class PolynomialEmitter:
    """Computes polynomials before an operation, reusing existing values of the program."""

    def __init__(self, scalars: Scalars, function: tt.FuncOp, rewriter: Rewriter) -> None:
        self._scalars = scalars
        self._rewriter = rewriter
        self._dominance = Dominance()
        self._entry = function.body.blocks[0]
        self._constants: dict[tuple[int, IntegerType], SSAValue] = {}
        self._made: dict[tuple[Atom | SSAValue, Operation], SSAValue] = {}
        """What was computed for the polynomial that is being emitted, before which operation."""
        for op in self._entry.ops:
            if isinstance(op, ConstantOp) and is_integer_attr(op.value) and is_integer_type(op.result.type):
                self._constants.setdefault((op.value.value.data, op.result.type), op.result)

    def emit(self, number: Polynomial, place: Operation, type_: IntegerType = i32) -> SSAValue:
        """A value of ``type_`` for a polynomial, before ``place``."""
        self._made.clear()
        return self._emit(number, place, type_)

    def _emit(self, number: Polynomial, place: Operation, type_: IntegerType) -> SSAValue:
        constant = number.as_constant
        if constant is not None:
            return self.constant(constant, type_, place)
        self._rewriter.before(place)
        held = self._held(number, place)
        if held is not None:
            return self._cast(held, type_)
        place = self._outside(number, place)
        self._rewriter.before(place)
        return self._moved(number, place, type_) or self._sum(number, place, type_)

    def _outside(self, number: Polynomial, place: Operation) -> Operation:
        """The place to compute a polynomial that is invariant in loops around ``place``: before those loops."""
        around = place.parent_op()
        while isinstance(around, ForOp) and self._scalars.is_invariant(number, around):
            place, around = around, around.parent_op()
        return place

    def _moved(self, number: Polynomial, place: Operation, type_: IntegerType) -> SSAValue | None:
        """A polynomial as a constant plus, or minus, an existing value, if possible."""
        constant = number.terms.get((), 0)
        rest = number - constant
        held = self._held(rest, place)
        if held is not None and constant:
            return self._rewriter.insert_value(AddIOp(self._cast(held, type_), self.constant(constant, type_, place)))
        negative = self._held(-rest, place)
        if negative is not None:
            return self._rewriter.insert_value(
                SubIOp(self.constant(constant, type_, place), self._cast(negative, type_))
            )
        return None

    def _sum(self, number: Polynomial, place: Operation, type_: IntegerType) -> SSAValue:
        total: SSAValue | None = None
        for monomial, factor in sorted(number, key=lambda term: term[1] < 0):  # subtracted terms come last
            if total is None:
                total = self._term(monomial, factor, place, type_)
            elif factor < 0:
                total = self._rewriter.insert_value(SubIOp(total, self._term(monomial, -factor, place, type_)))
            else:
                total = self._rewriter.insert_value(AddIOp(total, self._term(monomial, factor, place, type_)))
        assert total is not None
        return total

    def minimum(self, numbers: tuple[Polynomial, ...], place: Operation) -> SSAValue:
        """The minimum of some polynomials, of type i32."""
        least = self.emit(numbers[0], place)
        for number in numbers[1:]:
            least = self._rewriter.insert_value(MinSIOp(least, self.emit(number, place)))
        return least

    def constant(self, number: int, type_: IntegerType, place: Operation) -> SSAValue:
        """A constant at the start of the function; one that the program has behind ``place`` is moved there."""
        known = self._constants.get((number, type_))
        if known is not None and not self._dominance.value_dominates(known, place):
            first = self._entry.first_op
            assert first is not None
            self._rewriter.move_in_place(cast("Operation", known.owner), first)
        if known is None:
            with self._rewriter.elsewhere():
                self._rewriter.at_start(self._entry)
                known = self._rewriter.insert_value(ConstantOp(IntegerAttr(number, type_)))
            self._constants[number, type_] = known
        return known

    def _held(self, number: Polynomial, place: Operation) -> SSAValue | None:
        """An existing value equal to a polynomial that dominates ``place``, of type i32 if there is one."""
        held = [
            known for known in self._scalars.values.get(number, ()) if self._dominance.value_dominates(known, place)
        ]
        return next((known for known in held if known.type == i32), held[0] if held else None)

    def _term(self, monomial: Monomial, factor: int, place: Operation, type_: IntegerType) -> SSAValue:
        if not monomial:
            return self.constant(factor, type_, place)
        held = self._held(Polynomial({monomial: factor}), place)
        if held is not None:
            return self._cast(held, type_)
        counted = self._counted(monomial, factor, place, type_)
        if counted is not None:
            return counted
        held = self._held(Polynomial({monomial: 1}), place) if len(monomial) > 1 else None
        if held is not None:
            return self._times(self._cast(held, type_), (), factor, place, type_)
        value = self._cast(self._atom(next(iter(monomial)), place), type_)
        return self._times(value, monomial[1:], factor, place, type_)

    def _counted(self, monomial: Monomial, factor: int, place: Operation, type_: IntegerType) -> SSAValue | None:
        """A multiple of the iteration number, as a multiple of the induction variable's distance from its start."""
        counts = [atom for atom in monomial if isinstance(atom.holder, Iterations) and not atom.holder.all]
        if len(counts) != 1:
            return None
        (count,) = counts
        assert isinstance(count.holder, Iterations)
        loop = count.holder.loop
        step = constant_of(loop.step)
        if step is None or step <= 1 or factor % step:
            return None
        gone: SSAValue = loop.induction_variable
        if constant_of(loop.lowerBound) != 0:
            gone = self._rewriter.insert_value(SubIOp(gone, loop.lowerBound))
        others = tuple(atom for atom in monomial if atom is not count)
        return self._times(self._cast(gone, type_), others, factor // step, place, type_)

    def _times(
        self, value: SSAValue, monomial: Monomial, factor: int, place: Operation, type_: IntegerType
    ) -> SSAValue:
        """A value times a monomial and a number."""
        for atom in monomial:
            value = self._rewriter.insert_value(MulIOp(value, self._cast(self._atom(atom, place), type_)))
        return value if factor == 1 else self._rewriter.insert_value(MulIOp(value, self.constant(factor, type_, place)))

    def _atom(self, atom: Atom, place: Operation) -> SSAValue:
        made = self._made.get((atom, place))
        if made is None:
            made = self._made[atom, place] = self._new_atom(atom, place)
        return made

    def _new_atom(self, atom: Atom, place: Operation) -> SSAValue:
        if atom.value is not None:
            return self._held(Polynomial.atom(atom), place) or self._computed_again(atom.value, place)
        holder = atom.holder
        if isinstance(holder, Quotient):
            # Where the program divides, if that is earlier: divisions are not hoisted out of loops, as they might trap.
            if holder.op is not None and holder.op.parent and self._dominance.properly_dominates(holder.op, place):
                place = holder.op
            dividend, divisor = self._emit(holder.dividend, place, i32), self._emit(holder.divisor, place, i32)
            self._rewriter.before(place)
            return self._rewriter.insert_value(DivSIOp(dividend, divisor))
        assert isinstance(holder, Iterations)
        loop = holder.loop
        if not holder.all:
            return self._rewriter.insert_value(
                DivSIOp(self._rewriter.insert_value(SubIOp(loop.induction_variable, loop.lowerBound)), loop.step)
            )
        # max(0, (upper - lower + step - 1) / step)
        type_ = cast("IntegerType", loop.step.type)
        distance = self._rewriter.insert_value(SubIOp(loop.upperBound, loop.lowerBound))
        rest = self._rewriter.insert_value(SubIOp(loop.step, self.constant(1, type_, place)))
        trips = self._rewriter.insert_value(DivSIOp(self._rewriter.insert_value(AddIOp(distance, rest)), loop.step))
        return self._rewriter.insert_value(MaxSIOp(trips, self.constant(0, type_, place)))

    def _computed_again(self, value: SSAValue, place: Operation) -> SSAValue:
        """Rematerialise a value computed by pure operations at ``place``."""
        if self._dominance.value_dominates(value, place):
            return value
        made = self._made.get((value, place))
        if made is None:
            op = value.owner
            assert isinstance(op, Operation) and is_pure(op), "only pure operations can be recomputed before the use"
            known = {operand: self._computed_again(operand, place) for operand in dict.fromkeys(op.operands)}
            made = self._made[value, place] = self._rewriter.insert_value(clone_op(op, known))
        return made

    def _cast(self, value: SSAValue, type_: IntegerType) -> SSAValue:
        source = value.type
        if source == type_:
            return value
        if not is_integer_type(source):
            return self._rewriter.insert_value(IndexCastOp(value, type_))
        cast_ = ExtSIOp if type_.width.data > source.width.data else TruncIOp
        return self._rewriter.insert_value(cast_(value, type_))
