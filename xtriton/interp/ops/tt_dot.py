"""Dots.

The order in which products are summed, and how often the sum is rounded, is not specified. Here products and their sum
are computed in f64, which is exact or nearly so, rounded once to the accumulator's format, and then added to the
accumulator: so ``dot(a, b, 0) + c`` and ``dot(a, b, c)`` are the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.enums import InputPrecision, ScaleDotElemType
from xtriton.interp.compiler import Scope, Step, semantics
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
from xtriton.interp.values import Poisoned, Value, data_of, full, with_poison
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor

Multiply = Callable[[Array, Array], Array]


def product(a: Array, b: Array) -> Array:
    """The matrix product in f64. Contiguous operands make the result independent of the operands' memory layout."""
    return np.matmul(np.ascontiguousarray(a, np.float64), np.ascontiguousarray(b, np.float64))


def _split(values: Array, round_: Callable[[Array], Array], parts: int) -> list[Array]:
    """Split numbers into sums of numbers of a smaller format, the largest first."""
    out: list[Array] = []
    rest = values
    for _ in range(parts):
        part = round_(rest)
        out.append(part)
        # An infinity has no remainder, rather than NaN.
        rest = np.where(np.isfinite(part), rest - part, np.float32(0))
    return out


def _bfloat16(values: Array) -> Array:
    return round_to(FLOATS["bf16"], values)


def _emulated(round_: Callable[[Array], Array], parts: int, highest: int) -> Multiply:
    """The dot of parts whose indices add up to at most ``highest``, the smallest added first."""

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


_PRECISIONS: dict[int, Multiply] = {
    InputPrecision.IEEE.value: product,
    InputPrecision.TF32.value: lambda a, b: product(cut_tf32(a), cut_tf32(b)),
    InputPrecision.TF32x3.value: _emulated(round_tf32, 2, 1),
    InputPrecision.BF16x3.value: _emulated(_bfloat16, 2, 1),
    InputPrecision.BF16x6.value: _emulated(_bfloat16, 3, 2),
}


def multiplication(precision: int, form: Format) -> Multiply:
    """The multiplication for operands of a format; the precision, of :class:`InputPrecision`, matters for f32 only."""
    if isinstance(form, FloatFormat) and form.bits == 32:
        return _PRECISIONS[precision]
    return product


def sum_of_products(op: Operation, source: Format, target: Format, precision: int) -> Callable[..., Array]:
    """The function for ``a * b + c`` on operands of one format, and an accumulator of another."""
    if isinstance(target, IntegerFormat):
        return _integer_dot(target, unsupported=not isinstance(source, IntegerFormat), op=op)
    multiply = multiplication(precision, source)
    assert isinstance(target, FloatFormat)

    def compute(a: Array, b: Array, c: Array) -> Array:
        return accumulated(target, multiply(a, b), c)

    return compute


def accumulated(form: FloatFormat, total: Array, accumulator: Array) -> Array:
    """A sum of products, in f64, rounded and added to the accumulator."""
    # A zero sum is +0, whatever the signs of the products: adding it must not turn -0 into it by chance.
    return round_to(form, round_to(form, total + 0.0) + accumulator)


@semantics("tt.dot")
def _dot(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DotOp)
    slots, out = scope.slots_of((op.a, op.b, op.c)), scope.slot(op.d)
    compute = sum_of_products(op, format_of(op.a.type), format_of(op.d.type), int_value(op.inputPrecision))
    return dot_step(slots, out, [shape_of_tensor(value) for value in (op.a, op.b, op.c)], compute)


def dot_step(slots: Sequence[int], out: int, shapes: list[tuple[int, ...]], compute: Callable[..., Array]) -> Step:
    """The step that computes a dot of whole operands; an element is poison as :func:`dot_poison` has it."""

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
    """Where a dot is poison: wherever a row of ``a``, a column of ``b`` or the accumulator has poison."""
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


def fp4_pairs(codes: Array, axis: int) -> Array:
    """The numbers of type e2m1 in bytes, two in each along ``axis`` (negative), the lower bits first."""
    table = FLOATS["f4E2M1FN"].table
    halves = table[codes & 15], table[codes >> 4]
    shape = list(codes.shape)
    shape[axis] *= 2
    # The new axis of extent 2 is right after the packed one.
    return np.stack(halves, axis=codes.ndim + axis + 1).reshape(shape)


def small_floats(kind: int, stored: Format, axis: int) -> Callable[[Array], Array]:
    """A conversion from an operand as stored to its numbers: bytes may encode small floats.

    4-bit floats are packed two to a byte, along ``axis``. ``kind`` is one of :class:`ScaleDotElemType`.
    """
    small = FLOATS[_SMALL[kind]]
    if small.bits == 4:
        return lambda values: fp4_pairs(values.view(np.uint8), axis)
    if isinstance(stored, FloatFormat):
        return lambda values: values
    return lambda values: small.decode(bits_of(stored, values).view(small.storage))


def _unpacked(op: DotScaledOp, side: str, value: SSAValue) -> Callable[[Array], Array]:
    along_k = bool(int_value(op.lhs_k_pack if side == "a" else op.rhs_k_pack))
    axis = -1 if (side == "a") == along_k else -2
    return small_floats(int_value(op.properties[f"{side}_elem_type"]), format_of(value.type), axis)


def scale_factors(form: Format | None) -> Callable[[Array], Array]:
    """From stored scales to factors: bytes are exponents of two, biased by 127, and 255 is NaN (E8M0)."""
    if isinstance(form, FloatFormat):
        return lambda values: values.astype(np.float64)

    def factors(values: Array) -> Array:
        raised = values.view(np.uint8).astype(np.int64)
        return np.where(raised == 255, np.nan, np.ldexp(1.0, raised - 127))

    return factors


@dataclass(frozen=True)
class Side:
    """One operand of a scaled dot: how it is unpacked, how its scales become factors, and which operand it is.

    Scales have a row for each row of ``a``, or column of ``b``, and apply to equally many elements along k each.
    """

    is_a: bool
    unpack: Callable[[Array], Array]
    factors: Callable[[Array], Array]

    def numbers(self, values: Value, shape: tuple[int, ...], scales: tuple[Value, tuple[int, ...]] | None) -> Array:
        """The numbers to multiply, in f64."""
        found = self.unpack(np.ascontiguousarray(full(data_of(values), shape))).astype(np.float64)
        if scales is None:
            return found
        raised = self.factors(np.ascontiguousarray(full(data_of(scales[0]), scales[1])))
        spread = np.repeat(raised, found.shape[-1 if self.is_a else -2] // raised.shape[-1], axis=-1)
        return found * (spread if self.is_a else spread.swapaxes(-1, -2))

    def poison(self, scales: tuple[Value, tuple[int, ...]] | None) -> Array | None:
        """Which rows, or columns, of the dot are poison because scales are."""
        if scales is None or not isinstance(scales[0], Poisoned):
            return None
        rows: Array = np.any(full(scales[0].poison, scales[1]), axis=-1, keepdims=True)
        return rows if self.is_a else rows.swapaxes(-1, -2)


def scaled_poison(operands: list[Value], shapes: list[tuple[int, ...]], more: Sequence[Array | None]) -> Array | None:
    """Where a scaled dot is poison."""
    found = [mask for mask in (dot_poison(operands, shapes), *more) if mask is not None]
    return reduce(np.logical_or, found) if found else None


@semantics("tt.dot_scaled")
def _dot_scaled(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, DotScaledOp)
    slots, out = scope.slots_of((op.a, op.b, op.c)), scope.slot(op.d)
    shapes = [shape_of_tensor(value) for value in (op.a, op.b, op.c)]
    scales = [
        None if value is None else (scope.slot(value), shape_of_tensor(value)) for value in (op.a_scale, op.b_scale)
    ]
    sides = [
        Side(name == "a", _unpacked(op, name, value), scale_factors(None if scale is None else format_of(scale.type)))
        for name, value, scale in (("a", op.a, op.a_scale), ("b", op.b, op.b_scale))
    ]
    form = floats_of(op.d.type)

    def step(frame: Frame) -> None:
        operands: list[Value] = [frame.values[slot] for slot in slots]
        given = [None if scale is None else (frame.values[scale[0]], scale[1]) for scale in scales]
        a, b = (sides[at].numbers(operands[at], shapes[at], given[at]) for at in range(2))
        c = full(data_of(operands[2]), shapes[2])
        poison = scaled_poison(
            operands, shapes, [side.poison(given_scale) for side, given_scale in zip(sides, given, strict=True)]
        )
        frame.values[out] = with_poison(accumulated(form, product(a, b), c), poison)

    return step
