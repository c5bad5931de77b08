"""Functions as formulas of ``arith`` and ``math``, on scalars and tensors alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import f64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream import arith, math
from xtriton.dialects.upstream.arith.attributes import NO_FAST_MATH, NO_OVERFLOW_FLAGS
from xtriton.dialects.upstream.constraints import with_scalar
from xtriton.folds.elements import Number, constant, width_of
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.traits import element_type
from xtriton.rewriting.rewriter import Rewriter

if TYPE_CHECKING:
    from xdsl.dialects.builtin import IntegerType

_FLAGS: dict[str, Attribute] = {"fastmath": NO_FAST_MATH}
_OVERFLOW: dict[str, Attribute] = {"overflowFlags": NO_OVERFLOW_FLAGS}
_WITHOUT_FLAGS = (arith.BitcastOp, arith.ExtFOp, arith.TruncFOp, arith.FPToSIOp, arith.FPToUIOp)
_WRAPPING = (arith.AddIOp, arith.SubIOp, arith.MulIOp, arith.ShLIOp, arith.TruncIOp)


@dataclass(frozen=True)
class Term:
    """A value in a formula; Python numbers combined with it become constants of its type."""

    value: SSAValue
    rewriter: Rewriter

    @property
    def type(self) -> Attribute:
        """The type of the value."""
        return self.value.type

    @property
    def width(self) -> int:
        """The bit width of an element."""
        return width_of(self.type)

    @property
    def is_float(self) -> bool:
        """Whether its elements are floats."""
        return is_float_type(element_type(self.type))

    def of(self, number: Number) -> Term:
        """A constant of the same type."""
        return self._new(arith.ConstantOp(constant(self.type, number)))

    def _new(self, op: Operation) -> Term:
        return Term(self.rewriter.insert(op).results[0], self.rewriter)

    def _term(self, other: Term | Number) -> Term:
        return other if isinstance(other, Term) else self.of(other)

    def apply(self, cls: type[Operation], *others: Term | Number, type_: Attribute | None = None) -> Term:
        """An operation on this value and others of its type; ``type_`` is the result type if it differs."""
        floats = self.is_float and cls not in _WITHOUT_FLAGS
        properties = _OVERFLOW if cls in _WRAPPING else _FLAGS if floats else {}
        operands = [self.value, *(self._term(other).value for other in others)]
        return self._new(cls.create(operands=operands, result_types=[type_ or self.type], properties=dict(properties)))

    def __add__(self, other: Term | Number) -> Term:
        return self.apply(arith.AddFOp if self.is_float else arith.AddIOp, other)

    def __sub__(self, other: Term | Number) -> Term:
        return self.apply(arith.SubFOp if self.is_float else arith.SubIOp, other)

    def __mul__(self, other: Term | Number) -> Term:
        return self.apply(arith.MulFOp if self.is_float else arith.MulIOp, other)

    def __truediv__(self, other: Term | Number) -> Term:
        return self.apply(arith.DivFOp, other)

    def __and__(self, other: Term | Number) -> Term:
        return self.apply(arith.AndIOp, other)

    def __or__(self, other: Term | Number) -> Term:
        return self.apply(arith.OrIOp, other)

    def __xor__(self, other: Term | Number) -> Term:
        return self.apply(arith.XOrIOp, other)

    def __lshift__(self, bits: Term | Number) -> Term:
        return self.apply(arith.ShLIOp, bits)

    def __rshift__(self, bits: Term | Number) -> Term:
        """The arithmetic shift."""
        return self.apply(arith.ShRSIOp, bits)

    def __neg__(self) -> Term:
        return self.apply(arith.NegFOp) if self.is_float else self.of(0) - self

    def fma(self, factor: Term | Number, more: Term | Number) -> Term:
        """``self * factor + more``, rounded once."""
        return self.apply(math.FmaOp, factor, more)

    def absolute(self) -> Term:
        """The magnitude."""
        return self.apply(math.AbsFOp if self.is_float else math.AbsIOp)

    def less(self, other: Term | Number) -> Term:
        """Whether ``self < other``; signed for integers, false for NaN."""
        return self._compare(arith.CmpFPredicate.OLT, arith.CmpIPredicate.SLT, other)

    def equal(self, other: Term | Number) -> Term:
        """Whether ``self == other``; false for NaN."""
        return self._compare(arith.CmpFPredicate.OEQ, arith.CmpIPredicate.EQ, other)

    def _compare(self, floats: arith.CmpFPredicate, integers: arith.CmpIPredicate, other: Term | Number) -> Term:
        right = self._term(other).value
        if self.is_float:
            return self._new(arith.CmpFOp(floats, self.value, right))
        return self._new(arith.CmpIOp(integers, self.value, right))

    def choose(self, yes: Term, no: Term | Number) -> Term:
        """``select``: ``yes`` where this boolean is true, else ``no``."""
        other = no if isinstance(no, Term) else yes.of(no)
        return self._new(arith.SelectOp(self.value, yes.value, other.value))

    def with_elements(self, scalar: Attribute) -> Attribute:
        """The type with another element type."""
        return with_scalar(self.type, scalar)

    def bits_as(self, scalar: Attribute) -> Term:
        """A bitcast to another element type."""
        return self.apply(arith.BitcastOp, type_=self.with_elements(scalar))

    def as_float(self, scalar: Attribute) -> Term:
        """The value converted to a float format; integers are signed."""
        if element_type(self.type) == scalar:
            return self
        if not self.is_float:
            return self.apply(arith.SIToFPOp, type_=self.with_elements(scalar))
        cls = arith.ExtFOp if self.width < width_of(scalar) else arith.TruncFOp
        return self.apply(cls, type_=self.with_elements(scalar))

    def as_f64(self) -> Term:
        """The value as f64."""
        return self.as_float(f64)

    def as_integer(self, scalar: IntegerType, *, signed: bool = True) -> Term:
        """An integer of another width; also from a boolean."""
        width = width_of(scalar)
        if width == self.width:
            return self
        cls = arith.TruncIOp if width < self.width else arith.ExtSIOp if signed else arith.ExtUIOp
        return self.apply(cls, type_=self.with_elements(scalar))


def terms(values: Sequence[SSAValue], rewriter: Rewriter) -> list[Term]:
    """The operands of a formula."""
    return [Term(value, rewriter) for value in values]
