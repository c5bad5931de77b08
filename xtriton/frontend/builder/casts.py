"""Conversions between types, by Triton's rules."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.dialects.tt.elementwise import BitcastOp, FpToFpOp, IntToPtrOp, PtrToIntOp
from xtriton.dialects.tt.enums import RoundingMode
from xtriton.dialects.upstream import arith
from xtriton.frontend.builder.comparisons import emit_comparison
from xtriton.frontend.builder.constants import scalar_constant, to_tensor
from xtriton.frontend.builder.dtypes import (
    STANDARD_FLOATS,
    DType,
    PointerType,
    ScalarType,
    bfloat16,
    float16,
    float32,
    int1,
    int64,
    ir_type,
    with_element,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.functions import check_supported
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.shapes import broadcast
from xtriton.frontend.builder.values import Number, Value
from xtriton.versions import V3_9, active_version, since

_ROUNDING = {"rtne": RoundingMode.RTNE, "rtz": RoundingMode.RTZ}


def cast(x: Value | Number, dtype: ScalarType, fp_downcast_rounding: str | None = None, bitcast: bool = False) -> Value:
    """``x`` converted to ``dtype``, elementwise; with ``bitcast`` the bits are reinterpreted.

    ``fp_downcast_rounding`` is ``"rtne"`` (the default) or ``"rtz"``, for conversions to a narrower float only.
    """
    value = to_tensor(x)
    check_type(dtype)
    return reinterpret(value, dtype) if bitcast else convert(value, dtype, fp_downcast_rounding)


def check_type(dtype: ScalarType) -> None:
    """Reject a type that the target does not support."""
    check_supported(session().module.options, dtype)


def _create(op_class: type[Operation], value: Value, dtype: ScalarType) -> Value:
    type_ = with_element(value.type, dtype)
    return emit(op_class.create(operands=[value.handle], result_types=[ir_type(type_)]), type_)


def reinterpret(value: Value, dtype: ScalarType) -> Value:
    """Reinterpret the bits as another type of the same width. Pointers are converted instead."""
    source = value.dtype
    if source == dtype:
        return value
    if isinstance(source, PointerType) or isinstance(dtype, PointerType):
        return convert(value, dtype)
    if source.bits != dtype.bits:
        raise BuildError(f"a bitcast keeps the width: {source} has {source.bits} bits, {dtype} has {dtype.bits}")
    return _create(BitcastOp, value, dtype)


def _rounding(source: ScalarType, target: ScalarType, mode: str | None) -> RoundingMode | None:
    """The rounding mode of a conversion; only narrowing float conversions have one."""
    if mode is not None and mode not in _ROUNDING:
        raise BuildError(f"fp_downcast_rounding is 'rtne' or 'rtz', not {mode!r}")
    narrows = (
        isinstance(source, DType)
        and isinstance(target, DType)
        and source.is_floating
        and target.is_floating
        and target.bits < source.bits
    )
    if narrows:
        return RoundingMode.RTNE if mode is None else _ROUNDING[mode]
    if mode is not None:
        raise BuildError(f"fp_downcast_rounding is for conversions to a narrower float, not from {source} to {target}")
    return None


def convert(value: Value, dtype: ScalarType, fp_downcast_rounding: str | None = None) -> Value:
    """Convert to another number type."""
    source = value.dtype
    if source == dtype:
        return value
    if isinstance(source, PointerType) and source.is_block_pointer:
        raise BuildError(f"a block pointer cannot be converted: {source}")
    rounding = _rounding(source, dtype, fp_downcast_rounding)
    if isinstance(source, PointerType):
        return _convert_pointer(value, dtype)
    if isinstance(dtype, PointerType):
        if not source.is_int or source.bits != 64:
            raise BuildError(f"64-bit integers can be converted to pointers, not {source}")
        return _create(IntToPtrOp, value, dtype)
    if source.is_floating and dtype.is_floating:
        return _convert_float(value, source, dtype, rounding)
    if source in (float16, bfloat16):
        return convert(convert(value, float32), dtype)
    if dtype == int1:
        if source.is_fp8:
            raise BuildError(f"{source} cannot be converted to {dtype}")
        return _is_nonzero(value, source)
    if source.is_int and dtype.is_int:
        return int_cast(value, dtype, source.signed)
    if source.is_fp8 or dtype.is_fp8:
        raise BuildError(f"{source} cannot be converted to {dtype}: go by way of another float")
    if source.is_floating:
        return _create(arith.FPToSIOp if dtype.signed else arith.FPToUIOp, value, dtype)
    return _create(arith.SIToFPOp if source.signed else arith.UIToFPOp, value, dtype)


_CONVERTS_HALVES = since(V3_9)
"""The versions that convert between fp16 and bf16 directly."""


def _convert_float(value: Value, source: DType, target: DType, rounding: RoundingMode | None) -> Value:
    custom = rounding is not None and rounding is not RoundingMode.RTNE
    if source.is_fp8 or target.is_fp8 or custom:
        type_ = with_element(value.type, target)
        return emit(FpToFpOp(value.handle, rounding=rounding, result=ir_type(type_)), type_)
    assert {source, target} <= STANDARD_FLOATS
    if {source, target} == {float16, bfloat16} and active_version() in _CONVERTS_HALVES:
        type_ = with_element(value.type, target)
        return emit(FpToFpOp(value.handle, rounding=RoundingMode.RTNE, result=ir_type(type_)), type_)
    # The 16-bit formats are converted to and from all others through fp32.
    if source in (float16, bfloat16) and target != float32:
        return convert(convert(value, float32), target)
    return _create(arith.TruncFOp if source.bits > target.bits else arith.ExtFOp, value, target)


def int_cast(value: Value, dtype: DType, signed: bool) -> Value:
    """An integer in another width, sign- or zero-extended; in the same width an ``arith.bitcast``."""
    source = value.number_type
    if source.bits == dtype.bits:
        return _create(arith.BitcastOp, value, dtype)
    if source.bits > dtype.bits:
        return _create(arith.TruncIOp, value, dtype)
    return _create(arith.ExtSIOp if signed else arith.ExtUIOp, value, dtype)


def _is_nonzero(value: Value, dtype: DType) -> Value:
    number, zero = broadcast(value, scalar_constant(0, dtype))
    return emit_comparison("ne", number, zero)


def _convert_pointer(value: Value, dtype: ScalarType) -> Value:
    if isinstance(dtype, PointerType):
        return _create(BitcastOp, value, dtype)
    if dtype == int1:
        return _is_nonzero(convert(value, int64), int64)
    if not dtype.is_int or dtype.bits != 64:
        raise BuildError(f"a pointer can be converted to 64-bit integers and int1, not to {dtype}")
    return _create(PtrToIntOp, value, dtype)
