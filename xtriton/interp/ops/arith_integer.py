"""Integer arithmetic: two's complement, which wraps around."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.upstream.arith.attributes import CmpIPredicate, IntegerOverflowFlagsAttr
from xtriton.interp.compiler import Binary, Compute, Elementwise, PoisonRule, elementwise
from xtriton.interp.numbers import integers
from xtriton.interp.numbers.formats import Array, IntegerFormat, integers_of
from xtriton.ir.narrowing import int_value

_Overflow = Callable[..., Array]


def _format(op: Operation) -> IntegerFormat:
    return integers_of(op.operands[0].type)


def _flags(op: Operation) -> tuple[bool, bool]:
    """Whether the operation has the flags ``nsw`` and ``nuw``."""
    flags = op.properties.get("overflowFlags")
    if not isinstance(flags, IntegerOverflowFlagsAttr):
        return False, False
    return "nsw" in flags, "nuw" in flags


def _overflow_rule(op: Operation, overflows: _Overflow) -> PoisonRule | None:
    form = _format(op)
    signed, unsigned = _flags(op)
    if not signed and not unsigned:
        return None

    def rule(a: Array, b: Array, result: Array) -> Array:
        poison = np.zeros(result.shape, np.bool_)
        if signed:
            poison = poison | overflows(form, a, b, result, signed=True)
        if unsigned:
            poison = poison | overflows(form, a, b, result, signed=False)
        return poison

    return rule


_WRAPPING: dict[str, tuple[Binary, Binary, _Overflow]] = {
    "arith.addi": (np.add, np.logical_xor, integers.add_overflows),
    "arith.subi": (np.subtract, np.logical_xor, integers.sub_overflows),
    "arith.muli": (np.multiply, np.logical_and, integers.multiply_overflows),
}
"""The NumPy function for wider integers, the one for ``i1``, and where the result overflows."""


@elementwise(*_WRAPPING)
def _wrapping(op: Operation) -> Elementwise:
    compute, of_bits, overflows = _WRAPPING[op.name]
    form = _format(op)
    if form.bits == 1:
        return Elementwise(of_bits, _overflow_rule(op, overflows))
    if form.exact:
        return Elementwise(compute, _overflow_rule(op, overflows))
    return Elementwise(lambda a, b: form.wrap(compute(a, b)), _overflow_rule(op, overflows))


_BITWISE: dict[str, Binary] = {
    "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or,
    "arith.xori": np.bitwise_xor,
}


@elementwise(*_BITWISE)
def _bitwise(op: Operation) -> Compute:
    return _BITWISE[op.name]


@elementwise("arith.shli", "arith.shrui", "arith.shrsi")
def _shift(op: Operation) -> Elementwise:
    """Amounts of the width or more are poison; when poison is not tracked they shift everything out, as in PTX."""
    form, name = _format(op), op.name
    bits = np.uint64(form.bits)

    def compute(a: Array, b: Array) -> Array:
        amount = form.as_unsigned(b).astype(np.uint64)
        inside = amount < bits
        shift = np.minimum(amount, bits - np.uint64(1)).astype(np.int64)
        if name == "arith.shrsi":
            return form.wrap(form.signed(a).astype(np.int64) >> shift)
        if name == "arith.shli":
            shifted = a.astype(np.int64) << shift
        else:
            unsigned = form.as_unsigned(a).astype(np.uint64)
            shifted = (unsigned >> shift.astype(np.uint64)).view(np.int64)
        return form.wrap(np.where(inside, shifted, 0))

    def poison(a: Array, b: Array, result: Array) -> Array:
        beyond = form.as_unsigned(b).astype(np.uint64) >= bits
        if name != "arith.shli":
            return beyond
        shift = np.where(beyond, 0, b).astype(np.int64)
        signed, unsigned = _flags(op)
        if signed:
            beyond = beyond | ((form.signed(result).astype(np.int64) >> shift) != form.signed(a))
        if unsigned:
            back = form.as_unsigned(result).astype(np.uint64) >> shift.astype(np.uint64)
            beyond = beyond | (back != form.as_unsigned(a))
        return beyond

    return Elementwise(compute, poison)


def _nonzero(b: Array) -> Array:
    """``b``, with zeros replaced by ones where the result is not used."""
    return np.where(b == 0, b.dtype.type(1), b)


def _ceil_division(a: Array, b: Array) -> Array:
    quotient = np.floor_divide(a, b)
    return quotient + (quotient * b != a).astype(quotient.dtype)


def _signed_remainder(a: Array, b: Array) -> Array:
    return a - integers.divide_signed(a, b) * b


_SIGNED_DIVISIONS: dict[str, Binary] = {
    "arith.divsi": integers.divide_signed,
    "arith.remsi": _signed_remainder,
    "arith.ceildivsi": _ceil_division,
    "arith.floordivsi": np.floor_divide,
}

_UNSIGNED_DIVISIONS: dict[str, Binary] = {
    "arith.divui": np.floor_divide,
    "arith.remui": np.remainder,
    "arith.ceildivui": _ceil_division,
}


@elementwise(*_SIGNED_DIVISIONS)
def _signed_division(op: Operation) -> Elementwise:
    form, compute = _format(op), _SIGNED_DIVISIONS[op.name]

    def divide(a: Array, b: Array) -> Array:
        wide = form.signed(a), form.signed(b)
        return form.wrap(compute(wide[0], _nonzero(wide[1])))

    def overflows(a: Array, b: Array) -> Array:
        return (form.signed(b) == -1) & (form.signed(a) == form.minimum)

    remainder = op.name == "arith.remsi"
    return Elementwise(
        divide,
        poison=None if remainder else lambda a, b, result: overflows(a, b),
        stops=lambda a, b: b == 0,
        message="division by zero",
    )


@elementwise(*_UNSIGNED_DIVISIONS)
def _unsigned_division(op: Operation) -> Elementwise:
    form, compute = _format(op), _UNSIGNED_DIVISIONS[op.name]

    def divide(a: Array, b: Array) -> Array:
        result = compute(form.as_unsigned(a), _nonzero(form.as_unsigned(b)))
        return form.wrap(result if form.bits == 1 else result.view(form.dtype))

    return Elementwise(divide, stops=lambda a, b: b == 0, message="division by zero")


@elementwise("arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui")
def _extremum(op: Operation) -> Compute:
    form = _format(op)
    greater = op.name in ("arith.maxsi", "arith.maxui")
    if op.name.endswith("si"):
        if form.bits == 1:
            # As a signed number true is -1.
            return np.logical_and if greater else np.logical_or
        return np.maximum if greater else np.minimum
    choose = np.maximum if greater else np.minimum

    def compute(a: Array, b: Array) -> Array:
        chosen = choose(form.as_unsigned(a), form.as_unsigned(b))
        return form.wrap(chosen if form.bits == 1 else chosen.view(form.dtype))

    return compute


_COMPARISONS: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


@elementwise("arith.cmpi")
def _compare(op: Operation) -> Compute:
    form = _format(op)
    predicate = next(member for member in CmpIPredicate if member.value == int_value(op.properties["predicate"]))
    name = predicate.name.lower()
    if name in ("eq", "ne"):
        return _COMPARISONS[name]
    compare = _COMPARISONS[name[1:]]
    if name[0] == "u":
        return lambda a, b: compare(form.as_unsigned(a), form.as_unsigned(b))
    if form.bits == 1:
        return lambda a, b: compare(form.signed(a), form.signed(b))
    return compare


@elementwise("arith.addui_extended")
def _add_extended(op: Operation) -> Compute:
    form = _format(op)

    def compute(a: Array, b: Array) -> tuple[Array, Array]:
        total = form.wrap(a ^ b if form.bits == 1 else a + b)
        return total, integers.add_overflows(form, a, b, total, signed=False)

    return compute


@elementwise("arith.mulsi_extended", "arith.mului_extended")
def _multiply_extended(op: Operation) -> Compute:
    form, signed = _format(op), op.name == "arith.mulsi_extended"

    def compute(a: Array, b: Array) -> tuple[Array, Array]:
        low = form.wrap(a & b if form.bits == 1 else a * b)
        return low, integers.multiply_high(form, a, b, signed=signed)

    return compute


@elementwise("tt.mulhiui")
def _multiply_high(op: Operation) -> Compute:
    form = _format(op)
    return lambda a, b: integers.multiply_high(form, a, b, signed=False)


@elementwise("math.absi")
def _absolute(op: Operation) -> Compute:
    form = _format(op)
    return lambda a: form.wrap(np.abs(form.signed(a)))


@elementwise("math.ctlz")
def _leading_zeros(op: Operation) -> Compute:
    form = _format(op)
    return lambda a: form.wrap(integers.count_leading_zeros(form, a))


@elementwise("math.cttz")
def _trailing_zeros(op: Operation) -> Compute:
    form = _format(op)
    return lambda a: form.wrap(integers.count_trailing_zeros(form, a))


@elementwise("math.ctpop")
def _population(op: Operation) -> Compute:
    form = _format(op)
    return lambda a: form.wrap(np.bitwise_count(form.as_unsigned(a)).astype(np.int64))


@elementwise("math.ipowi")
def _integer_power(op: Operation) -> Compute:
    """By repeated squaring. A negative exponent gives 0, or 1 or -1 for those bases; of base 0 it is undefined."""
    form = _format(op)

    def compute(base: Array, exponent: Array) -> Array:
        power, left = form.signed(base).astype(np.int64), form.signed(exponent).astype(np.int64)
        power, left = (array.copy() for array in np.broadcast_arrays(power, left))
        negative = left < 0
        result = np.ones(power.shape, np.int64)
        odd = left & 1
        inverse = np.where(power == 1, 1, np.where(power == -1, np.where(odd == 1, -1, 1), 0))
        left = np.where(negative, 0, left)
        while left.any():
            result = np.where(left & 1, result * power, result)
            power, left = power * power, left >> 1
        return form.wrap(np.where(negative, inverse, result))

    return cast("Compute", compute)
