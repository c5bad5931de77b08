"""Folds of ``math`` functions of constants.

Inexact functions are computed by the C library, in the precision of the type, as MLIR does: on one machine both give
the same bits. Formats narrower than ``f32`` do not fold.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Mapping
from functools import cache

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Operation

from xtriton.dialects.upstream import math as ops
from xtriton.folds.arith_float import is_signaling, quiet
from xtriton.folds.elements import (
    convert_float,
    convert_integer,
    fold_floats,
    fold_integers,
    to_signed,
    width_of,
)
from xtriton.folds.folding import Constants, Fold, FoldResult
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.numbers import float_bits
from xtriton.ir.traits import element_type


@cache
def _function(name: str, width: int, operands: int) -> Callable[..., float] | None:
    """A function of the C library, in single or double precision; ``None`` if it does not exist."""
    number = {32: ctypes.c_float, 64: ctypes.c_double}.get(width)
    function = getattr(ctypes.CDLL(None), name if width == 64 else name + "f", None)  # Python itself is linked with it
    if number is None or function is None:
        return None
    function.restype = number
    function.argtypes = [number] * operands
    return function


def _always(value: float) -> bool:
    return True


def _not_negative(value: float) -> bool:
    return math.copysign(1.0, value) > 0


def _by_library(name: str, is_defined: Callable[[float], bool] = _always) -> Fold:
    def fold_function(op: ops.ExpOp, constants: Constants) -> FoldResult:
        """The C library's function of a constant in its domain."""
        function = _function(name, width_of(op.result.type), 1)
        if function is None:
            return None
        return convert_float(constants, op.result.type, lambda a: function(a) if is_defined(a) else None)

    return fold_function


def fold_powf(op: ops.PowFOp, constants: Constants) -> FoldResult:
    """A power of constants; a signaling NaN is quieted, which the call of the library already does."""
    function = _function("pow", width_of(op.result.type), 2)
    if function is None:
        return None

    def power(base: float, exponent: float) -> float:
        if is_signaling(base) or is_signaling(exponent):
            return quiet(base if math.isnan(base) else exponent)
        return function(base, exponent)

    return fold_floats(constants, op.result.type, power)


def fold_atan2(op: ops.Atan2Op, constants: Constants) -> FoldResult:
    """The angle of a point with constant coordinates; unlike in C it is undefined at the origin."""
    function = _function("atan2", width_of(op.result.type), 2)
    if function is None:
        return None
    return fold_floats(constants, op.result.type, lambda a, b: math.nan if a == b == 0.0 else function(a, b))


def _rounded(rounding: Callable[[float], int]) -> Callable[[float], float]:
    """A rounding to integers that keeps non-finite values and the sign of zero."""

    def rounded(value: float) -> float:
        return math.copysign(float(rounding(value)), value) if math.isfinite(value) else value

    return rounded


def _exact(function: Callable[[float], float]) -> Fold:
    def fold_exact(op: ops.CeilOp, constants: Constants) -> FoldResult:
        """A function whose result is exact in every format."""
        return convert_float(constants, op.result.type, function)

    return fold_exact


def _test(test: Callable[[float, AnyFloat], bool]) -> Fold:
    def fold_test(op: ops.IsNaNOp, constants: Constants) -> FoldResult:
        """A classification of a constant."""
        format_ = element_type(op.operand.type)
        assert is_float_type(format_)
        return convert_float(constants, op.result.type, lambda a: int(test(a, format_)))

    return fold_test


_EXPONENT_BITS = {"f16": 5, "bf16": 8, "f32": 8, "f64": 11, "f8E5M2": 5, "f8E4M3FN": 4}


def _is_normal(value: float, format_: AnyFloat) -> bool:
    """Whether a number is finite, nonzero and not subnormal."""
    exponent_bits = _EXPONENT_BITS.get(format_.name)
    if not math.isfinite(value) or exponent_bits is None:
        return False
    mantissa = format_.bitwidth - 1 - exponent_bits
    return (float_bits(value, format_) >> mantissa) & ((1 << exponent_bits) - 1) != 0


def fold_absi(op: ops.AbsIOp, constants: Constants) -> FoldResult:
    """The absolute value; that of the minimum is itself."""
    width = width_of(op.result.type)
    return convert_integer(constants, op.result.type, lambda a: abs(to_signed(a, width)))


def fold_ctlz(op: ops.CountLeadingZerosOp, constants: Constants) -> FoldResult:
    """The number of leading zero bits."""
    width = width_of(op.result.type)
    return convert_integer(constants, op.result.type, lambda a: width - a.bit_length())


def fold_cttz(op: ops.CountTrailingZerosOp, constants: Constants) -> FoldResult:
    """The number of trailing zero bits."""
    width = width_of(op.result.type)
    return convert_integer(constants, op.result.type, lambda a: (a & -a).bit_length() - 1 if a else width)


def fold_ctpop(op: ops.CtPopOp, constants: Constants) -> FoldResult:
    """The number of set bits."""
    return convert_integer(constants, op.result.type, int.bit_count)


def _negative_power(base: int, exponent: int) -> int | None:
    """``base`` to a negative power, rounded towards zero; undefined for 0."""
    if base == 0:
        return None
    return {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0)


def fold_ipowi(op: ops.IPowIOp, constants: Constants) -> FoldResult:
    """Powers of integers, modulo 2^n."""
    width = width_of(op.result.type)

    def power(a: int, b: int) -> int | None:
        exponent = to_signed(b, width)
        return pow(a, exponent, 1 << width) if exponent >= 0 else _negative_power(to_signed(a, width), exponent)

    return fold_integers(constants, op.result.type, power)


def fold_copysign(op: ops.CopySignOp, constants: Constants) -> FoldResult:
    """The magnitude of one number with the sign of another."""
    return fold_floats(constants, op.result.type, math.copysign)


_LIBRARY_FUNCTIONS: Mapping[type[Operation], str] = {
    ops.AcosOp: "acos",
    ops.AcoshOp: "acosh",
    ops.AsinOp: "asin",
    ops.AsinhOp: "asinh",
    ops.AtanOp: "atan",
    ops.AtanhOp: "atanh",
    ops.CosOp: "cos",
    ops.CoshOp: "cosh",
    ops.ErfOp: "erf",
    ops.ErfcOp: "erfc",
    ops.ExpOp: "exp",
    ops.Exp2Op: "exp2",
    ops.ExpM1Op: "expm1",
    ops.RoundOp: "round",
    ops.SinOp: "sin",
    ops.SinhOp: "sinh",
    ops.TanOp: "tan",
    ops.TanhOp: "tanh",
    ops.TruncOp: "trunc",
}

FOLDS: Mapping[type[Operation], Fold] = {
    **{op_class: _by_library(name) for op_class, name in _LIBRARY_FUNCTIONS.items()},
    ops.SqrtOp: _by_library("sqrt", _not_negative),
    ops.LogOp: _by_library("log", _not_negative),
    ops.Log2Op: _by_library("log2", _not_negative),
    ops.Log10Op: _by_library("log10", _not_negative),
    ops.Log1pOp: _by_library("log1p", lambda value: _not_negative(value + 1.0)),
    ops.Atan2Op: fold_atan2,
    ops.PowFOp: fold_powf,
    ops.AbsFOp: _exact(lambda value: math.copysign(value, 1.0)),
    ops.CeilOp: _exact(_rounded(math.ceil)),
    ops.FloorOp: _exact(_rounded(math.floor)),
    ops.RoundEvenOp: _exact(_rounded(round)),
    ops.CopySignOp: fold_copysign,
    ops.IsFiniteOp: _test(lambda value, _: math.isfinite(value)),
    ops.IsInfOp: _test(lambda value, _: math.isinf(value)),
    ops.IsNaNOp: _test(lambda value, _: math.isnan(value)),
    ops.IsNormalOp: _test(_is_normal),
    ops.AbsIOp: fold_absi,
    ops.CountLeadingZerosOp: fold_ctlz,
    ops.CountTrailingZerosOp: fold_cttz,
    ops.CtPopOp: fold_ctpop,
    ops.IPowIOp: fold_ipowi,
}
