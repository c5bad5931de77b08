"""Constants, and Python numbers as values."""

from __future__ import annotations

import math
import struct

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute

from xtriton.dialects.tt.shape import SplatOp, UnsplatOp
from xtriton.dialects.upstream.arith import ConstantOp, TruncFOp
from xtriton.frontend.builder.dtypes import (
    BlockType,
    DType,
    Kind,
    PointerType,
    bfloat16,
    float16,
    float32,
    float64,
    int1,
    int32,
    int64,
    ir_type,
    uint32,
    uint64,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.values import Number, Value
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_float_type
from xtriton.versions import V3_6, V3_7, V3_9, by_version

_INFINITE_IN_FLOAT16 = 65520.0
"""The smallest number that fp16 rounds to infinity."""
_MIN_FLOAT32 = 2.0**-126
_MAX_FLOAT32 = (2 - 2.0**-23) * 2.0**127


def integer_attr(value: int, type_: DType) -> Attribute:
    """An integer attribute of a signless type: the bits, read as a signed number."""
    bits = value & ((1 << type_.bits) - 1)
    return IntegerAttr(bits - (1 << type_.bits) if bits >> (type_.bits - 1) else bits, IntegerType(type_.bits))


def _positive_zero(value: float) -> float:
    return value or 0.0


def _signed_zero(value: float) -> float:
    return value


_ZERO = by_version({V3_6: _positive_zero, V3_9: _signed_zero})
"""A floating-point constant: the sign of a zero was lost before Triton 3.9."""


def _fp8_zero(value: float, dtype: DType) -> Value:
    if value:
        raise BuildError(f"there are no constants of type {dtype} but 0: cast one of another type")
    return emit(ConstantOp(_float_attr(0.0, dtype)), dtype)


def _fp8_truncated(value: float, dtype: DType) -> Value:
    wide = session().emit(ConstantOp(_float_attr(value, float32))).result
    return emit(TruncFOp(wide, ir_type(dtype)), dtype)


def _fp8_zero_or_truncated(value: float, dtype: DType) -> Value:
    return _fp8_truncated(value, dtype) if value else _fp8_zero(value, dtype)


_FP8_CONSTANT = by_version({V3_6: _fp8_zero, V3_7: _fp8_zero_or_truncated, V3_9: _fp8_truncated})


def _float_attr(value: float, type_: DType) -> Attribute:
    """A number rounded as Triton's builder does: to fp32 first, and on the way to bf16 to six decimals."""
    if type_ != float64:
        value = _rounded_to_float32(value)
    if type_ == bfloat16 and math.isfinite(value):
        value = float(f"{value:f}")
    if type_ == float16 and abs(value) >= _INFINITE_IN_FLOAT16:
        value = math.copysign(math.inf, value)
    target = ir_type(type_)
    assert is_float_type(target)
    return FloatAttr(value, target)


def _rounded_to_float32(value: float) -> float:
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def scalar_constant(value: Number, dtype: DType | PointerType) -> Value:
    """A scalar constant of exactly this type."""
    if isinstance(dtype, PointerType):
        raise BuildError(f"there are no constants of type {dtype}")
    if dtype.is_fp8:
        return _FP8_CONSTANT.now()(float(value), dtype)
    if dtype.is_floating:
        attr = _float_attr(_ZERO.now()(float(value)), dtype)
    else:
        if isinstance(value, float) and value:
            raise BuildError(f"{value} is not an integer: it cannot be a constant of type {dtype}")
        limits = int64 if dtype.signed else uint64
        if dtype.kind is Kind.INTEGRAL and not limits.min_value <= value <= limits.max_value:
            raise BuildError(f"{value} cannot be a constant of type {dtype}")
        attr = integer_attr(int(value) if dtype != int1 else int(bool(value)), dtype)
    return emit(ConstantOp(attr), dtype)


def to_tensor(value: Value | Number) -> Value:
    """A Python number as a constant, in the type that Triton infers; a value is returned unchanged.

    Booleans are ``int1``. Integers are the first of int32, uint32, int64, uint64 that holds them. Floats are fp32, or
    fp64 if out of fp32's normal range.
    """
    return value if isinstance(value, Value) else scalar_constant(value, inferred_type(value))


def inferred_type(value: Number) -> DType:
    """The type that Triton infers for a Python number: see :func:`to_tensor`."""
    match value:
        case bool():
            return int1
        case int():
            return _int_type(value)
        case float():
            size = abs(value)
            fits = size == 0.0 or math.isinf(size) or math.isnan(size) or _MIN_FLOAT32 <= size <= _MAX_FLOAT32
            return float32 if fits else float64
        case _:
            raise BuildError(f"expected a value or a number, not {value!r}")


def _int_type(value: int) -> DType:
    for dtype in (int32, uint32, int64, uint64):
        if dtype.min_value <= value <= dtype.max_value:
            return dtype
    raise BuildError(f"{value} does not fit into 64 bits")


def constant_of(value: Value) -> Attribute | None:
    """The attribute of a constant value."""
    owner = value.handle.owner
    return owner.value if isinstance(owner, ConstantOp) else None


def splat(value: Value, type_: BlockType) -> Value:
    """A splat tensor. As in Triton's builder a constant folds to a constant tensor."""
    held = constant_of(value)
    target = ir_type(type_)
    if isinstance(held, IntegerAttr | FloatAttr):
        return emit(ConstantOp(DenseElementsAttr.splat(target, held.value.data)), type_)
    op = SplatOp(value.handle, result=target)
    return emit(op, type_)


def unsplat(value: Value) -> Value:
    """The element of a single-element tensor."""
    op = UnsplatOp(value.handle)
    return emit(op, value.dtype)
