"""Matrix products.

The order in which products are summed, and how often the sum is rounded, is not defined. Here products and their sum
are computed in f64, which is exact or nearly so, rounded once to the accumulator's format, and then added to the
accumulator: so ``dot(a, b, 0) + c`` and ``dot(a, b, c)`` are the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.dialects.tt.shape import int_value
from xtriton.interp.compiler import Scope, Step, meaning
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import (
    FLOATS,
    Array,
    FloatFormat,
    Format,
    IntegerFormat,
    bits_of,
    floats_of,
    format_of,
)
from xtriton.interp.numbers.rounding import cut_tf32, round_tf32, round_to
from xtriton.interp.ops.tt_shape import extents
from xtriton.interp.values import Poisoned, Value, data_of, full, with_poison

Product = Callable[[Array, Array], Array]


def product(a: Array, b: Array) -> Array:
    """The product of matrices in f64. Contiguous operands make the result independent of how they came about."""
    return np.matmul(np.ascontiguousarray(a, np.float64), np.ascontiguousarray(b, np.float64))


def _split(values: Array, round_: Callable[[Array], Array], parts: int) -> list[Array]:
    """A number as a sum of numbers of a smaller format, the greatest first."""
    out: list[Array] = []
    rest = values
    for _ in range(parts):
        part = round_(rest)
        out.append(part)
        # An infinity leaves nothing behind, not a NaN.
        rest = np.where(np.isfinite(part), rest - part, np.float32(0))
    return out


def _bfloat16(values: Array) -> Array:
    return round_to(FLOATS["bf16"], values)


def _emulated(round_: Callable[[Array], Array], parts: int, highest: int) -> Product:
    """The products of parts whose indices add up to at most ``highest``, the smallest added first."""

    def compute(a: Array, b: Array) -> Array:
        left, right = _split(a, round_, parts), _split(b, round_, parts)
        total: Array | None = None
        for level in range(highest, -1, -1):
            for i in range(level + 1):
                if i < parts and level - i < parts:
                    term = product(left[i], right[level - i])
                    total = term if total is None else total + term
        assert total is not None
        return total

    return compute


_PRECISIONS: dict[int, Product] = {
    InputPrecision.IEEE.value: product,
    InputPrecision.TF32.value: lambda a, b: product(cut_tf32(a), cut_tf32(b)),
    InputPrecision.TF32x3.value: _emulated(round_tf32, 2, 1),
    InputPrecision.BF16x3.value: _emulated(_bfloat16, 2, 1),
    InputPrecision.BF16x6.value: _emulated(_bfloat16, 3, 2),
}


def _multiplication(op: DotOp, form: Format) -> Product:
    """How ``op`` multiplies operands of a format; its input precision matters for f32 only."""
    if isinstance(form, FloatFormat) and form.bits == 32:
        return _PRECISIONS[int_value(op.inputPrecision)]
    return product


def accumulated(form: FloatFormat, total: Array, accumulator: Array) -> Array:
    """A sum of products, in f64, rounded and added to the accumulator."""
    # A sum that is zero is +0, whatever the signs of the products: adding it must not turn -0 into it by chance.
    return round_to(form, round_to(form, total + 0.0) + accumulator)


@meaning("tt.dot")
def _dot(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DotOp)
    slots, out = scope.slots_of((op.a, op.b, op.c)), scope.slot(op.d)
    source, target = format_of(op.a.type), format_of(op.d.type)
    shapes = [extents(value) for value in (op.a, op.b, op.c)]
    if isinstance(target, IntegerFormat):
        compute = _integer_dot(target, unsupported=not isinstance(source, IntegerFormat), op=op)
    else:
        multiply = _multiplication(op, source)
        result = floats_of(op.d.type)

        def compute(a: Array, b: Array, c: Array) -> Array:
            return accumulated(result, multiply(a, b), c)

    def step(frame: Frame) -> None:
        operands: list[Value] = [frame.values[slot] for slot in slots]
        a, b, c = (full(data_of(value), shape) for value, shape in zip(operands, shapes, strict=True))
        frame.values[out] = with_poison(compute(a, b, c), dot_poison(operands, shapes))

    return step


def _integer_dot(form: IntegerFormat, *, unsupported: bool, op: Operation) -> Callable[..., Array]:
    if unsupported:
        raise UnsupportedError(op, "integer sums of products of floats are not supported")

    def compute(a: Array, b: Array, c: Array) -> Array:
        # Products of 8-bit numbers and their sums are exact in f64.
        if a.dtype.itemsize == 1 and b.dtype.itemsize == 1:
            total = product(a, b).astype(np.int64)
        else:
            total = np.matmul(a.astype(np.int64), b.astype(np.int64))
        return form.wrap(total + c)

    return compute


def dot_poison(operands: list[Value], shapes: list[tuple[int, ...]]) -> Array | None:
    """Where a product is poison: wherever a row of ``a``, a column of ``b`` or the accumulator has poison."""
    if not any(isinstance(value, Poisoned) for value in operands):
        return None
    axes = (-1, -2, None)
    total: Array = np.zeros((1,) * (len(shapes[0]) + 1), np.bool_)
    for value, shape, axis in zip(operands, shapes, axes, strict=True):
        if isinstance(value, Poisoned):
            poison = full(value.poison, shape)
            total = total | (poison if axis is None else poison.any(axis=axis, keepdims=True))
    return total


_SMALL: dict[int, str] = {
    ScaleDotElemType.E4M3.value: "f8E4M3FN",
    ScaleDotElemType.E5M2.value: "f8E5M2",
    ScaleDotElemType.E2M3.value: "f6E2M3FN",
    ScaleDotElemType.E3M2.value: "f6E3M2FN",
    ScaleDotElemType.E2M1.value: "f4E2M1FN",
    ScaleDotElemType.BF16.value: "bf16",
    ScaleDotElemType.FP16.value: "f16",
}


def _unpacked(op: DotScaledOp, side: str, value: SSAValue) -> Callable[[Array], Array]:
    """From an operand as it is stored to its numbers: bytes may stand for small floats, two of four bits in each."""
    stored = format_of(value.type)
    small = FLOATS[_SMALL[int_value(op.properties[f"{side}_elem_type"])]]
    if small.bits == 4:
        along_k = bool(int_value(op.properties["lhs_k_pack" if side == "a" else "rhs_k_pack"]))
        axis = -1 if (side == "a") == along_k else -2

        def unpack(values: Array) -> Array:
            codes = values.view(np.uint8)
            halves = small.table[codes & 15], small.table[codes >> 4]
            shape = list(codes.shape)
            shape[axis] *= 2
            # The new axis of extent 2 stands right behind the packed one.
            return np.stack(halves, axis=codes.ndim + axis + 1).reshape(shape)

        return unpack
    if isinstance(stored, FloatFormat):
        return lambda values: values
    return lambda values: small.decode(bits_of(stored, values).view(small.storage))


def _scales(value: SSAValue | None) -> Callable[[Array], Array]:
    """From stored scales to factors: bytes are exponents of two, biased by 127, and 255 is NaN (E8M0)."""
    form = None if value is None else format_of(value.type)
    if isinstance(form, FloatFormat):
        return lambda values: values.astype(np.float64)

    def factors(values: Array) -> Array:
        raised = values.view(np.uint8).astype(np.int64)
        return np.where(raised == 255, np.nan, np.ldexp(1.0, raised - 127))

    return factors


@meaning("tt.dot_scaled")
def _dot_scaled(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DotScaledOp)
    slots, out = scope.slots_of((op.a, op.b, op.c)), scope.slot(op.d)
    shapes = [extents(value) for value in (op.a, op.b, op.c)]
    scales = [(None if value is None else (scope.slot(value), extents(value))) for value in (op.a_scale, op.b_scale)]
    unpack = _unpacked(op, "a", op.a), _unpacked(op, "b", op.b)
    factors = _scales(op.a_scale), _scales(op.b_scale)
    form = floats_of(op.d.type)

    def step(frame: Frame) -> None:
        operands: list[Value] = [frame.values[slot] for slot in slots]
        a, b, c = (np.ascontiguousarray(full(data_of(v), shape)) for v, shape in zip(operands, shapes, strict=True))
        left, right = unpack[0](a).astype(np.float64), unpack[1](b).astype(np.float64)
        poison = dot_poison(operands, shapes)
        for side, scale in enumerate(scales):
            if scale is None:
                continue
            value: Value = frame.values[scale[0]]
            raised = factors[side](np.ascontiguousarray(full(data_of(value), scale[1])))
            if isinstance(value, Poisoned):
                rows: Array = np.any(full(value.poison, scale[1]), axis=-1, keepdims=True)
                rows = rows if side == 0 else rows.swapaxes(-1, -2)
                poison = rows if poison is None else np.logical_or(poison, rows)
            if side == 0:
                left = left * np.repeat(raised, left.shape[-1] // raised.shape[-1], axis=-1)
            else:
                spread = np.repeat(raised, right.shape[-2] // raised.shape[-1], axis=-1)
                right = right * spread.swapaxes(-1, -2)
        frame.values[out] = with_poison(accumulated(form, product(left, right), c), poison)

    return step
