"""Dots."""

from __future__ import annotations

from collections.abc import Callable

from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.frontend.builder.casts import reinterpret
from xtriton.frontend.builder.constants import scalar_constant, splat
from xtriton.frontend.builder.dtypes import (
    DType,
    bfloat16,
    block_of,
    float8e4nv,
    float8e5,
    float16,
    float32,
    float64,
    int8,
    int32,
    uint8,
    uint16,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.memory import choose
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.shapes import reshape
from xtriton.frontend.builder.values import Value
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, by_version

_PRECISIONS = {member.keyword: member for member in InputPrecision}
_DOT_TYPES = frozenset({int8, uint8, float16, bfloat16, float32, float64})


def dot(
    a: Value,
    b: Value,
    acc: Value | None = None,
    input_precision: str | None = None,
    max_num_imprecise_acc: int | None = None,
    out_dtype: DType | None = None,
) -> Value:
    """The dot of two tensors, plus ``acc``; leading dimensions are batches.

    ``input_precision`` is how fp32 operands are treated: ``"tf32"`` (the default), ``"tf32x3"``, ``"ieee"``,
    ``"bf16x3"`` or ``"bf16x6"``. ``max_num_imprecise_acc`` bounds the number of products that fp8 MMAs may accumulate
    before the sum is kept in fp32. ``out_dtype`` is fp32, since Triton 3.8 the type of ``acc``, unless given.
    """
    precision = choose("input_precision", _PRECISIONS, (input_precision or "tf32").lower())
    _check_shapes(a, b, acc)
    rank = len(a.shape)
    shape = (*a.shape[:-1], b.shape[-1])
    if rank > 3:
        a, b = _flatten_batches(a), _flatten_batches(b)
        acc = None if acc is None else _flatten_batches(acc)
    _check_types(a, b)
    zero, element = _accumulator_type(a.number_type, out_dtype or _OUT_DTYPE.now()(acc))
    _check_sizes(a)
    type_ = block_of(element, [*a.shape[:-1], b.shape[-1]])
    # Triton creates the zero even where there is an accumulator.
    nothing = scalar_constant(0, zero)
    if acc is None:
        acc = splat(nothing, type_)
    elif acc.type != type_:
        raise BuildError(f"the accumulator of this product has type {type_}, not {acc.type}")
    imprecise = _imprecise(a, b, max_num_imprecise_acc)
    op = DotOp(a.handle, b.handle, acc.handle, inputPrecision=precision, maxNumImpreciseAcc=imprecise)
    result = emit(op, type_)
    return reshape(result, shape) if rank > 3 else result


def _float32(acc: Value | None) -> DType:
    return float32


def _type_of_accumulator(acc: Value | None) -> DType:
    return float32 if acc is None else acc.number_type


_OUT_DTYPE = by_version({V3_6: _float32, V3_8: _type_of_accumulator})
"""The default of ``out_dtype``."""


def _check_shapes(a: Value, b: Value, acc: Value | None) -> None:
    if len(a.shape) != len(b.shape) or len(a.shape) < 2:
        raise BuildError(f"dot takes two tensors of one rank of at least 2, not {a.type} and {b.type}")
    if a.shape[:-2] != b.shape[:-2] or a.shape[-1] != b.shape[-2]:
        raise BuildError(f"{a.type} and {b.type} cannot be multiplied: rows and columns do not match")
    if acc is not None and acc.shape != (*a.shape[:-1], b.shape[-1]):
        raise BuildError(f"the product of {a.type} and {b.type} cannot be added to {acc.type}")


def _flatten_batches(x: Value) -> Value:
    batches = 1
    for extent in x.shape[:-2]:
        batches *= extent
    return reshape(x, (batches, *x.shape[-2:]))


def _check_types(a: Value, b: Value) -> None:
    if a.number_type.is_fp8 and b.number_type.is_fp8:
        return
    for value in (a, b):
        if value.dtype not in _DOT_TYPES:
            raise BuildError(f"dot does not take {value.dtype}")
    if a.dtype != b.dtype:
        raise BuildError(f"dot takes operands of one type, not {a.dtype} and {b.dtype}")


def _check_sizes(a: Value) -> None:
    least = 32 if a.number_type.bits == 8 else 16
    if a.shape[-1] < least:
        raise BuildError(f"dot of {a.dtype} takes at least {least} columns of its first operand, not {a.shape[-1]}")


def _accumulator_type(operand: DType, out: DType) -> tuple[DType, DType]:
    """The types of the zero accumulator, and of the result."""
    if operand.is_int:
        if operand != int8:
            raise BuildError(f"integers are multiplied as int8, not {operand}")
        return int32, int32
    if out == bfloat16:
        raise BuildError("out_dtype cannot be bf16: use fp32 and cast with .to(bfloat16)")
    if operand in (float32, bfloat16):
        return float32, float32
    if operand == float64:
        return float64, float64
    if out not in (float16, float32):
        raise BuildError(f"out_dtype of this product is fp32 or fp16, not {out}")
    return out, out


def _imprecise(a: Value, b: Value, given: int | None) -> int:
    fp8 = a.number_type.is_fp8 and b.number_type.is_fp8
    if given is None:
        return session().module.options.max_num_imprecise_acc if fp8 else 0
    if fp8 and given > a.shape[-1]:
        raise BuildError(f"max_num_imprecise_acc is at most {a.shape[-1]} here, not {given}")
    return given


_FORMATS = {
    "e2m1": (ScaleDotElemType.E2M1, uint8, uint8),
    "e4m3": (ScaleDotElemType.E4M3, float8e4nv, uint8),
    "e5m2": (ScaleDotElemType.E5M2, float8e5, uint8),
    "bf16": (ScaleDotElemType.BF16, bfloat16, uint16),
    "fp16": (ScaleDotElemType.FP16, float16, uint16),
}
"""For each format: its name in the IR, the operand type, and the integer types that may represent it."""


def _formatted(value: Value, format_: str) -> tuple[Value, ScaleDotElemType]:
    keyword, dtype, container = choose("the format of an operand", _FORMATS, format_)
    if value.dtype not in (dtype, container):
        raise BuildError(
            f"an operand of format {format_} has elements of type {dtype} or {container}, not {value.dtype}"
        )
    return (value if value.dtype == dtype else reinterpret(value, dtype)), keyword


def _by_type(scale: Value, k: int) -> int:
    return 16 if scale.dtype == float8e4nv else 32


def _by_shape(scale: Value, k: int) -> int:
    return max(1, k // scale.shape[-1]) if scale.is_block else k


_SCALE_FACTOR = by_version({V3_6: _by_type, V3_8: _by_shape})
"""How many elements along K share a scale."""
_BATCHES: ByVersion[Callable[[Value], tuple[int, ...]]] = by_version(
    {V3_6: lambda scale: (), V3_7: lambda scale: scale.shape[:-2]}
)
"""The leading extents of a scale."""


def _check_scale(scale: Value | None, extent: int, k: int) -> None:
    if scale is None:
        return
    wanted = (*_BATCHES.now()(scale), extent, k // _SCALE_FACTOR.now()(scale, k))
    if scale.shape != wanted:
        raise BuildError(f"the scales of this operand have shape {wanted}, not {scale.shape}")


def dot_scaled(
    a: Value,
    a_scale: Value | None,
    a_format: str,
    b: Value,
    b_scale: Value | None,
    b_format: str,
    acc: Value | None = None,
    fast_math: bool = False,
    lhs_k_pack: bool = True,
    rhs_k_pack: bool = True,
) -> Value:
    """The dot of operands in microscaling formats, with a scale for every 32 (fp8 scales: 16) elements along K.

    Formats are ``"e2m1"`` (two in a uint8), ``"e4m3"``, ``"e5m2"``, ``"bf16"`` and ``"fp16"``. The result is fp32.
    """
    a, a_kind = _formatted(a, a_format)
    b, b_kind = _formatted(b, b_format)
    if not (lhs_k_pack or a_format == "e2m1") or not (rhs_k_pack or b_format == "e2m1"):
        raise BuildError("only e2m1 can be packed along another dimension than K")
    if len(a.shape) != len(b.shape) or len(a.shape) not in (2, 3):
        raise BuildError(f"dot_scaled takes two tensors of rank 2 or 3, not {a.type} and {b.type}")
    a_packed, b_packed = (2 if each == "e2m1" else 1 for each in (a_format, b_format))
    rows, k = a.shape[-2] * (1 if lhs_k_pack else a_packed), a.shape[-1] * (a_packed if lhs_k_pack else 1)
    columns, b_k = b.shape[-1] * (1 if rhs_k_pack else b_packed), b.shape[-2] * (b_packed if rhs_k_pack else 1)
    if k != b_k:
        raise BuildError(f"{a.type} and {b.type} cannot be multiplied: {k} and {b_k} elements along K")
    type_ = block_of(float32, [*a.shape[:-2], rows, columns])
    nothing = scalar_constant(0, float32)
    if acc is None:
        acc = splat(nothing, type_)
    elif acc.type != type_:
        raise BuildError(f"the accumulator of this product has type {type_}, not {acc.type}")
    _check_scale(a_scale, rows, k)
    _check_scale(b_scale, columns, k)
    op = DotScaledOp(
        a.handle,
        b.handle,
        acc.handle,
        None if a_scale is None else a_scale.handle,
        None if b_scale is None else b_scale.handle,
        a_elem_type=a_kind,
        b_elem_type=b_kind,
        fastMath=fast_math,
        lhs_k_pack=lhs_k_pack,
        rhs_k_pack=rhs_k_pack,
    )
    return emit(op, type_)
