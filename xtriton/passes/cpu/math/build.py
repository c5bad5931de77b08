"""Building floating-point functions from ``arith`` and ``math`` operations that LLVM's vectorizer supports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType, f32, f64, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream import arith
from xtriton.dialects.upstream import math as functions
from xtriton.dialects.upstream.arith.attributes import NO_FAST_MATH, NO_OVERFLOW_FLAGS
from xtriton.dialects.upstream.llvm.control import CallIntrinsicOp
from xtriton.ir.builder import Builder

_Op = TypeVar("_Op", bound=Operation)
_FLAGS: dict[str, Attribute] = {"fastmath": NO_FAST_MATH}
_OVERFLOW: dict[str, Attribute] = {"overflowFlags": NO_OVERFLOW_FLAGS}
_PROPERTIES: dict[type[Operation], dict[str, Attribute]] = {
    **dict.fromkeys((arith.AddFOp, arith.SubFOp, arith.MulFOp, arith.DivFOp), _FLAGS),
    **dict.fromkeys((functions.FmaOp, functions.AbsFOp, functions.CopySignOp, functions.FloorOp), _FLAGS),
    **dict.fromkeys((functions.SqrtOp, functions.SinOp, functions.CosOp, functions.TanOp), _FLAGS),
    **dict.fromkeys((arith.AddIOp, arith.SubIOp, arith.ShLIOp, arith.TruncIOp), _OVERFLOW),
}
"""The properties of operations besides their operands."""
_BITS: dict[Attribute, IntegerType] = {f32: i32, f64: i64}
_ROUND: dict[Attribute, tuple[float, int]] = {
    f32: (1.5 * 2.0**23, 0x4B400000),
    f64: (1.5 * 2.0**52, 0x4338000000000000),
}
"""By type, a number that rounds what is added to it to an integer in the low bits of the sum; and its bits."""


class MathBuilder(Builder):
    """Inserts operations before a given one. Values are f32 or f64, and integers of the same width for their bits.

    ``vector_ldexp`` says whether the target has an instruction for ``llvm.ldexp`` on vectors.
    """

    def __init__(self, before: Operation, *, vector_ldexp: bool = False) -> None:
        super().__init__()
        self.vector_ldexp = vector_ldexp
        self.start_at(before)

    def _new(self, cls: type[Operation], operands: Sequence[SSAValue], type_: Attribute) -> SSAValue:
        properties = _PROPERTIES.get(cls, {})
        return self.insert(cls.create(operands=operands, result_types=[type_], properties=properties)).results[0]

    def number(self, value: float, type_: Attribute = f32) -> SSAValue:
        """A floating-point constant."""
        return self.insert(arith.ConstantOp(FloatAttr(value, cast("AnyFloat", type_)))).result

    def integer(self, value: int, type_: Attribute = i32) -> SSAValue:
        """An integer constant."""
        return self.insert(arith.ConstantOp(IntegerAttr(value, cast("IntegerType", type_)))).result

    def plus(self, left: SSAValue, right: SSAValue | float) -> SSAValue:
        """The sum."""
        return self._float(arith.AddFOp, left, right)

    def minus(self, left: SSAValue, right: SSAValue | float) -> SSAValue:
        """The difference."""
        return self._float(arith.SubFOp, left, right)

    def times(self, left: SSAValue, right: SSAValue | float) -> SSAValue:
        """The product."""
        return self._float(arith.MulFOp, left, right)

    def over(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The quotient."""
        return self._float(arith.DivFOp, left, right)

    def _float(self, cls: type[Operation], left: SSAValue, right: SSAValue | float) -> SSAValue:
        other = self.number(right, left.type) if isinstance(right, int | float) else right
        return self._new(cls, [left, other], left.type)

    def fma(self, left: SSAValue, right: SSAValue | float, more: SSAValue | float) -> SSAValue:
        """``left * right + more``, rounded once."""
        rest = [self.number(term, left.type) if isinstance(term, int | float) else term for term in (right, more)]
        return self._new(functions.FmaOp, [left, *rest], left.type)

    def nearest(self, x: SSAValue, factor: SSAValue | float = 1.0) -> tuple[SSAValue, SSAValue]:
        """The integer nearest to a product, as a float and as an integer; up to 2^22 for f32 and 2^51 for f64."""
        shift, bits = _ROUND[x.type]
        shifted = self.plus(x, shift) if factor == 1.0 else self.fma(x, factor, shift)
        return self.minus(shifted, shift), self.integers(arith.SubIOp, self.bits(shifted), bits)

    def power_of_two(self, exponent: SSAValue) -> SSAValue:
        """The f64 ``2^exponent`` for an i64 that is an exponent of f64."""
        return self.from_bits(self.integers(arith.ShLIOp, self.integers(arith.AddIOp, exponent, 1023), 52))

    def scaled(self, x: SSAValue, exponent: SSAValue) -> SSAValue:
        """``x * 2^exponent`` for an f32 and an i32, rounded once, by ``llvm.ldexp``."""
        call = CallIntrinsicOp([x, exponent], intrin="llvm.ldexp.f32.i32", results_=x.type)
        return self.insert(call).results[0]

    def same_of_f32(self, op: Operation) -> SSAValue:
        """The result, as an f32, of the same function for the operand as an f32."""
        return self._new(type(op), [self.as_type(op.operands[0], f32)], f32)

    def polynomial(self, x: SSAValue, coefficients: Sequence[float]) -> SSAValue:
        """A polynomial by Horner's rule; the constant comes first."""
        *rest, last = coefficients
        value = self.number(last, x.type)
        for coefficient in reversed(rest):
            value = self.fma(value, x, coefficient)
        return value

    def absolute(self, x: SSAValue) -> SSAValue:
        """The absolute value."""
        return self._new(functions.AbsFOp, [x], x.type)

    def floor(self, x: SSAValue) -> SSAValue:
        """The largest integer that is not greater."""
        return self._new(functions.FloorOp, [x], x.type)

    def square_root(self, x: SSAValue) -> SSAValue:
        """The square root, correctly rounded."""
        return self._new(functions.SqrtOp, [x], x.type)

    def clamped(self, x: SSAValue, low: float, high: float) -> SSAValue:
        """``x`` clamped to an interval; a NaN stays a NaN."""
        low_value, high_value = self.number(low, x.type), self.number(high, x.type)
        x = self.select(self.greater(x, high_value), high_value, x)
        return self.select(self.less(x, low_value), low_value, x)

    def with_sign_of(self, x: SSAValue, sign: SSAValue) -> SSAValue:
        """The magnitude of ``x`` with the sign of another number."""
        return self._new(functions.CopySignOp, [x, sign], x.type)

    def bits(self, x: SSAValue) -> SSAValue:
        """The bits of a number."""
        return self._new(arith.BitcastOp, [x], _BITS[x.type])

    def from_bits(self, x: SSAValue) -> SSAValue:
        """The number with given bits."""
        return self._new(arith.BitcastOp, [x], f32 if x.type == i32 else f64)

    def integers(self, cls: type[Operation], left: SSAValue, right: SSAValue | int) -> SSAValue:
        """An operation on two integers."""
        other = self.integer(right, left.type) if isinstance(right, int) else right
        return self._new(cls, [left, other], left.type)

    def as_type(self, x: SSAValue, type_: Attribute) -> SSAValue:
        """A float in another format, or an i64 cut to an i32."""
        if x.type == type_:
            return x
        if x.type == i64:
            return self._new(arith.TruncIOp, [x], type_)
        wider = x.type.bitwidth < type_.bitwidth  # pyright: ignore
        return self._new(arith.ExtFOp if wider else arith.TruncFOp, [x], type_)

    def to_float(self, x: SSAValue) -> SSAValue:
        """A signed i32 as an f32."""
        return self._new(arith.SIToFPOp, [x], f32)

    def to_integer(self, x: SSAValue, type_: IntegerType) -> SSAValue:
        """A float rounded towards zero to a signed integer that can hold it."""
        return self._new(arith.FPToSIOp, [x], type_)

    def less(self, left: SSAValue, right: SSAValue | float) -> SSAValue:
        """Whether ``left < right``; false for a NaN."""
        return self._compare(arith.CmpFPredicate.OLT, left, right)

    def greater(self, left: SSAValue, right: SSAValue | float) -> SSAValue:
        """Whether ``left > right``; false for a NaN."""
        return self._compare(arith.CmpFPredicate.OGT, left, right)

    def equal(self, left: SSAValue, right: SSAValue | float) -> SSAValue:
        """Whether two numbers are equal."""
        return self._compare(arith.CmpFPredicate.OEQ, left, right)

    def unordered(self, x: SSAValue) -> SSAValue:
        """Whether a value is a NaN."""
        return self._compare(arith.CmpFPredicate.UNO, x, x)

    def _compare(self, predicate: arith.CmpFPredicate, left: SSAValue, right: SSAValue | float) -> SSAValue:
        other = self.number(right, left.type) if isinstance(right, int | float) else right
        return self.insert(arith.CmpFOp(predicate, left, other)).result

    def is_set(self, x: SSAValue, bit: int) -> SSAValue:
        """Whether a bit of an integer is set."""
        masked = self.integers(arith.AndIOp, x, bit)
        return self.insert(arith.CmpIOp(arith.CmpIPredicate.NE, masked, self.integer(0, x.type))).result

    def select(self, condition: SSAValue, left: SSAValue, right: SSAValue | float) -> SSAValue:
        """``arith.select``."""
        other = self.number(right, left.type) if isinstance(right, int | float) else right
        return self._new(arith.SelectOp, [condition, left, other], left.type)
