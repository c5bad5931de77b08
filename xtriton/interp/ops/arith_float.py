"""Floating-point arithmetic: each result rounded to nearest even in its format."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.tt.enums import PropagateNan
from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, FastMathFlagsAttr
from xtriton.interp.compiler import Binary, Compute, Elementwise, elementwise
from xtriton.interp.numbers.exact import fused_multiply_add
from xtriton.interp.numbers.formats import Array, FloatFormat, floats_of
from xtriton.interp.numbers.rounding import round_to
from xtriton.ir.narrowing import int_value


def _format(op: Operation) -> FloatFormat:
    return floats_of(op.operands[0].type)


def promises(op: Operation) -> Callable[..., Array] | None:
    """Poison by fast-math flags: ``nnan`` and ``ninf`` assert that no operand or result is a NaN or an infinity."""
    flags = op.properties.get("fastmath")
    if not isinstance(flags, FastMathFlagsAttr) or not ("nnan" in flags or "ninf" in flags):
        return None
    tests = [test for name, test in (("nnan", np.isnan), ("ninf", np.isinf)) if name in flags]

    def rule(*values: Array) -> Array:
        broken = np.zeros((1,), np.bool_)
        for value in values:
            for test in tests:
                if value.dtype.kind == "f":
                    broken = broken | test(value)
        return broken

    return rule


def _remainder(a: Array, b: Array) -> Array:
    return np.fmod(a, b)


_ARITHMETIC: dict[str, Binary] = {
    "arith.addf": np.add,
    "arith.subf": np.subtract,
    "arith.mulf": np.multiply,
    "arith.divf": np.divide,
    "arith.remf": _remainder,
    "tt.precise_divf": np.divide,
    "tt.approx_divf": np.divide,  # exact: the instruction is within 2 ulp
}


@elementwise(*_ARITHMETIC)
def _arithmetic(op: Operation) -> Elementwise:
    """f32 has more than twice the mantissa of the smaller formats, so rounding its results again changes nothing."""
    form, compute = _format(op), _ARITHMETIC[op.name]
    if form.native:
        return Elementwise(compute, promises(op))
    return Elementwise(lambda a, b: round_to(form, compute(a, b)), promises(op))


@elementwise("tt.precise_sqrt", "math.sqrt")
def _square_root(op: Operation) -> Elementwise:
    form = _format(op)
    return Elementwise(lambda a: round_to(form, np.sqrt(a)), promises(op))


@elementwise("arith.negf")
def _negative(op: Operation) -> Elementwise:
    form = _format(op)
    if form.unsigned_zero:
        return Elementwise(lambda a: round_to(form, 0.0 - a), promises(op))
    return Elementwise(np.negative, promises(op))


def greater(a: Array, b: Array) -> Array:
    """The larger number; a NaN if one is; +0 is greater than -0."""
    result: Array = np.maximum(a, b)
    zeros = (result == 0) & (a == b)
    return np.where(zeros, a + b, result) if zeros.any() else result


def lesser(a: Array, b: Array) -> Array:
    """The smaller number; a NaN if one is; -0 is less than +0."""
    result: Array = np.minimum(a, b)
    zeros = (result == 0) & (a == b)
    return np.where(zeros, -(-a - b), result) if zeros.any() else result


def _of_numbers(choose: Binary, a: Array, b: Array) -> Array:
    """The other operand where one operand is NaN."""
    return choose(np.where(np.isnan(a), b, a), np.where(np.isnan(b), a, b))


EXTREMA: dict[str, Binary] = {
    "arith.maximumf": greater,
    "arith.minimumf": lesser,
    "arith.maxnumf": lambda a, b: _of_numbers(greater, a, b),
    "arith.minnumf": lambda a, b: _of_numbers(lesser, a, b),
}


@elementwise(*EXTREMA)
def _extremum(op: Operation) -> Elementwise:
    choose = EXTREMA[op.name]
    dtype = _format(op).dtype
    return Elementwise(lambda a, b: choose(a, b).astype(dtype, copy=False), promises(op))


@elementwise("tt.clampf", "math.clampf")
def _clamp(op: Operation) -> Compute:
    """``min(max(x, low), high)``; NaN limits follow the NaN propagation mode, and a NaN x becomes ``low``."""
    propagate = op.properties.get("propagateNan")
    if propagate is None or int_value(propagate) == PropagateNan.ALL.value:
        return lambda x, low, high: lesser(greater(x, low), high)
    larger, smaller = EXTREMA["arith.maxnumf"], EXTREMA["arith.minnumf"]
    return lambda x, low, high: smaller(larger(x, low), high)


@elementwise("math.absf")
def _absolute(op: Operation) -> Elementwise:
    return Elementwise(np.abs, promises(op))


@elementwise("math.copysign")
def _copy_sign(op: Operation) -> Elementwise:
    form = _format(op)
    return Elementwise(lambda a, b: round_to(form, np.copysign(a, b)), promises(op))


@elementwise("math.fma")
def _multiply_add(op: Operation) -> Elementwise:
    form = _format(op)
    return Elementwise(lambda a, b, c: fused_multiply_add(form, a, b, c), promises(op))


_COMPARISONS: dict[str, Binary] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "LE": np.less_equal,
    "GT": np.greater,
    "GE": np.greater_equal,
}


@elementwise("arith.cmpf")
def _compare(op: Operation) -> Elementwise:
    name = next(member for member in CmpFPredicate if member.value == int_value(op.properties["predicate"])).name
    return Elementwise(_comparison(name), promises(op))


def _comparison(name: str) -> Binary:
    match name:
        case "ALWAYS_FALSE":
            return lambda a, b: np.zeros(np.broadcast_shapes(a.shape, b.shape), np.bool_)
        case "ALWAYS_TRUE":
            return lambda a, b: np.ones(np.broadcast_shapes(a.shape, b.shape), np.bool_)
        case "ORD":
            return lambda a, b: ~(np.isnan(a) | np.isnan(b))
        case "UNO":
            return lambda a, b: np.isnan(a) | np.isnan(b)
        case "ONE":
            return lambda a, b: (a < b) | (a > b)
        case "UEQ":
            return lambda a, b: ~((a < b) | (a > b))
        case "UNE":
            return np.not_equal
        case _:
            compare = _COMPARISONS[name[1:]]
            if name[0] == "O":
                return compare
            # Unordered: true exactly where the opposite, ordered comparison is false.
            opposite = _COMPARISONS[{"GT": "LE", "GE": "LT", "LT": "GE", "LE": "GT"}[name[1:]]]
            return lambda a, b: ~opposite(a, b)


_CLASSES: dict[str, Callable[[Array], Array]] = {
    "math.isnan": np.isnan,
    "math.isinf": np.isinf,
    "math.isfinite": np.isfinite,
}


@elementwise(*_CLASSES)
def _classify(op: Operation) -> Compute:
    return _CLASSES[op.name]


@elementwise("math.isnormal")
def _is_normal(op: Operation) -> Compute:
    form = _format(op)
    least = float(np.ldexp(1.0, form.least_exponent))
    return lambda a: np.isfinite(a) & (np.abs(a.astype(np.float64)) >= least)
