"""Mathematical functions, element by element. Most take fp32 and fp64 only, as the devices' libraries do."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.dialects.tt.elementwise import MulhiUIOp, PreciseDivFOp, PreciseSqrtOp
from xtriton.dialects.upstream import math
from xtriton.frontend.builder import arithmetic
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import DType, float32, float64, int32, int64, ir_type, uint32, uint64
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.session import emit
from xtriton.frontend.builder.values import Number, Value
from xtriton.versions import V3_6, V3_9, by_version

_FLOATS = (float32, float64)


def _check(name: str, allowed: tuple[DType, ...], *given: Value | Number) -> None:
    for value in given:
        if isinstance(value, Value) and value.dtype not in allowed:
            raise BuildError(f"{name} takes {' and '.join(map(str, allowed))}, not {value.dtype}")


def _check_floating(name: str, value: Value) -> None:
    if not value.number_type.is_floating:
        raise BuildError(f"{name} takes floats, not {value.dtype}")


def _apply(op_class: type[Operation], *values: Value) -> Value:
    op = op_class.create(operands=[value.handle for value in values], result_types=[ir_type(values[0].type)])
    return emit(op, values[0].type)


def _math(name: str, op_class: type[Operation], x: Value | Number) -> Value:
    _check(name, _FLOATS, x)
    value = to_tensor(x)
    _check_floating(name, value)
    op = op_class(value.handle)  # pyright: ignore[reportCallIssue, reportArgumentType, reportUnknownVariableType]
    return emit(op, value.type)


def exp(x: Value | Number) -> Value:
    """e to the power of ``x``."""
    return _math("exp", math.ExpOp, x)


def exp2(x: Value | Number) -> Value:
    """2 to the power of ``x``."""
    return _math("exp2", math.Exp2Op, x)


def log(x: Value | Number) -> Value:
    """The natural logarithm."""
    return _math("log", math.LogOp, x)


def log2(x: Value | Number) -> Value:
    """The logarithm to base 2."""
    return _math("log2", math.Log2Op, x)


def cos(x: Value | Number) -> Value:
    """The cosine."""
    return _math("cos", math.CosOp, x)


def sin(x: Value | Number) -> Value:
    """The sine."""
    return _math("sin", math.SinOp, x)


def sqrt(x: Value | Number) -> Value:
    """The square root, fast."""
    return _math("sqrt", math.SqrtOp, x)


def rsqrt(x: Value | Number) -> Value:
    """One over the square root."""
    return _math("rsqrt", math.RsqrtOp, x)


def erf(x: Value | Number) -> Value:
    """The error function."""
    return _math("erf", math.ErfOp, x)


def floor(x: Value | Number) -> Value:
    """The greatest whole number not above ``x``."""
    return _math("floor", math.FloorOp, x)


def ceil(x: Value | Number) -> Value:
    """The least whole number not below ``x``."""
    return _math("ceil", math.CeilOp, x)


def abs(x: Value | Number) -> Value:
    """The absolute value. Unsigned integers are their own."""
    value = to_tensor(x)
    dtype = value.number_type
    if dtype.is_int and not dtype.signed:
        return value
    op = math.AbsFOp(value.handle) if dtype.is_floating else math.AbsIOp(value.handle)
    return emit(op, value.type)


def sqrt_rn(x: Value | Number) -> Value:
    """The square root of fp32, correctly rounded."""
    _check("sqrt_rn", (float32,), x)
    value = to_tensor(x)
    _check_floating("sqrt_rn", value)
    return _apply(PreciseSqrtOp, value)


def fdiv(x: Value | Number, y: Value | Number, ieee_rounding: bool = False, approx: bool = False) -> Value:
    """The quotient of floats.

    ``ieee_rounding`` makes no difference before Triton 3.8: see :func:`div_rn`. ``approx`` allows an error of 2 ulp for
    fp32, since Triton 3.9.
    """
    return arithmetic.fdiv(x, y, ieee_rounding=ieee_rounding, approx=approx)


def div_rn(x: Value | Number, y: Value | Number) -> Value:
    """The quotient of fp32, correctly rounded."""
    _check("div_rn", (float32,), x, y)
    dividend, divisor = arithmetic.operands(arithmetic.as_operand(x), arithmetic.as_operand(y))
    _check_floating("div_rn", dividend)
    return _apply(PreciseDivFOp, dividend, divisor)


def _factors_first(x: Value | Number, y: Value | Number, z: Value | Number) -> list[Value]:
    """The factors are promoted together, then the summand with each."""
    a, b, c = [to_tensor(each) for each in (x, y, z)]
    a, b = arithmetic.operands(a, b)
    c, a = arithmetic.operands(c, a)
    c, b = arithmetic.operands(c, b)
    return [a, b, c]


_FACTORS_AND_SUMMAND = by_version({V3_6: _factors_first, V3_9: arithmetic.three_in_one_type})


def fma(x: Value | Number, y: Value | Number, z: Value | Number) -> Value:
    """``x * y + z``, rounded once."""
    a, b, c = _FACTORS_AND_SUMMAND.now()(x, y, z)
    _check_floating("fma", a)
    return emit(math.FmaOp(a.handle, b.handle, c.handle), a.type)


def umulhi(x: Value | Number, y: Value | Number) -> Value:
    """The upper half of the product of 32- or 64-bit integers, read as unsigned."""
    _check("umulhi", (int32, int64, uint32, uint64), x, y)
    first, second = arithmetic.operands(arithmetic.as_operand(x), arithmetic.as_operand(y))
    if not first.number_type.is_int:
        raise BuildError(f"umulhi takes integers, not {first.dtype}")
    return _apply(MulhiUIOp, first, second)
