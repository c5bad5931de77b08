"""Bounds on the effect of a different rounding of sums, found by runs with slightly perturbed sums.

A pass that sums in another order, or splits a dot into parts, changes each sum by rounding errors. Their bound is known
(Higham, "Accuracy and Stability of Numerical Algorithms", chapter 3): the unit roundoff of the accumulator for each
rounding, times the sum of the magnitudes; and for tf32 dots, the truncation of the operands. A run in which every sum
is moved by its bound, up or down at random, shows the effect on the results, whatever else the program computes (Monte
Carlo arithmetic; Parker, 1997). Where numbers that depend on sums are rounded to a narrower format, they become a
neighbour there, since any change may round to a different neighbour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log2, prod

import numpy as np
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.enums import InputPrecision
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, FloatFormat, FormatError, format_of
from xtriton.interp.numbers.rounding import cut_tf32, round_to
from xtriton.interp.registry import SUMMING
from xtriton.interp.values import Poisoned, Value, data_of, full, is_composite
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in, reached, top_of

Step = Callable[[Frame], None]
Slots = Callable[[Sequence[SSAValue]], tuple[int, ...]]

REORDERED = frozenset((*SUMMING, "tt.scan", "tt.dot_scaled"))
"""Operations that sum many elements."""
_NARROWING = frozenset(("arith.truncf", "tt.fp_to_fp"))
_ADDITIONS = frozenset(("arith.addf", "arith.subf"))


class Perturbation:
    """Perturbs sums while a program runs, by its seed."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng([seed, 7])
        self._tainted: dict[Operation, set[SSAValue]] = {}

    def watch(self, op: Operation, slots: Slots) -> Step | None:
        """The step to run after an operation, or None."""
        if op.name in REORDERED:
            bound = _bound_of(op)
        elif op.name in _NARROWING and op.operands[0] in self._tainted_in(op):
            bound = _neighbour
        else:
            return None
        floats = [(at, _float_format(result)) for at, result in enumerate(op.results)]
        moved = [(at, form) for at, form in floats if form is not None]
        if bound is None or not moved:
            return None
        inputs, outputs = slots(op.operands), slots(op.results)
        shapes = [shape_of(operand.type) or () for operand in op.operands]

        def step(frame: Frame) -> None:
            given = [_full(frame.values[slot], shape) for slot, shape in zip(inputs, shapes, strict=True)]
            for at, form in moved:
                value = frame.values[outputs[at]]
                result = data_of(value)
                with np.errstate(all="ignore"):
                    by = bound(_Sum(op, at, form, given, result))
                    sign = self._random.choice(np.array([-1.0, 1.0]), result.shape)
                    changed = round_to(form, result.astype(np.float64) + sign * by).astype(result.dtype)
                frame.values[outputs[at]] = Poisoned(changed, value.poison) if isinstance(value, Poisoned) else changed

        return step

    def _tainted_in(self, op: Operation) -> set[SSAValue]:
        top = top_of(op)
        if top not in self._tainted:
            self._tainted[top] = _dependent(top)
        return self._tainted[top]


@dataclass(frozen=True)
class _Sum:
    """One execution of an operation: its operands, fully expanded (None for non-tensors), and a result."""

    op: Operation
    index: int
    form: FloatFormat
    operands: list[Array | None]
    result: Array

    @property
    def roundoff(self) -> float:
        """Half the distance from 1 to the next number."""
        return float(np.ldexp(1.0, -self.form.mantissa - 1))


def _float_format(value: SSAValue) -> FloatFormat | None:
    try:
        form = format_of(value.type)
    except FormatError:
        return None
    return form if isinstance(form, FloatFormat) else None


def _full(value: Value, shape: tuple[int, ...]) -> Array | None:
    if value is None or is_composite(value):
        return None
    data = data_of(value)
    return full(data, shape) if data.ndim == len(shape) + 1 and data.dtype.kind == "f" else None


def _bound_of(op: Operation) -> Callable[[_Sum], Array] | None:
    if SUMMING.get(op.name) == "product" or op.name == "tt.dot_scaled":
        return _product_bound
    inner = {inner_op.name for region in op.regions for inner_op in operations_in(region)}
    if op.name == "ttx.cumsum" or inner & _ADDITIONS:
        return _sum_bound
    return _factor_bound if "arith.mulf" in inner else None


def _product_bound(sum_: _Sum) -> Array:
    """One rounding of the total, and the truncation to tf32."""
    a, b = sum_.operands[0], sum_.operands[1] if len(sum_.operands) > 1 else None
    scaled = sum_.op.name == "tt.dot_scaled"
    if a is None or b is None or scaled or a.shape[-1] != b.shape[-2]:
        # Operands in shared memory, or incomplete: the largest element represents the magnitudes.
        return sum_.roundoff * 4 * np.max(np.abs(sum_.result.astype(np.float64)), axis=(-1, -2), keepdims=True)
    a, b = a.astype(np.float64), b.astype(np.float64)
    total = sum_.roundoff * (np.abs(a) @ np.abs(b) + np.abs(sum_.result.astype(np.float64)))
    if _is_tf32(sum_.op):
        left, right = (np.abs(side - cut_tf32(side.astype(np.float32))) for side in (a, b))
        total = total + left @ np.abs(b) + np.abs(a) @ right
    return total


def _is_tf32(op: Operation) -> bool:
    precision = op.properties.get("inputPrecision")
    wide = _float_format(op.operands[0])
    return (
        precision is not None
        and wide is not None
        and wide.bits == 32
        and int_value(precision) == InputPrecision.TF32.value
    )


def _sum_bound(sum_: _Sum) -> Array:
    """A rounding for each level of a tree."""
    axes = _summed_axes(sum_.op)
    given = sum_.operands[sum_.index] if sum_.index < len(sum_.operands) else None
    if given is None or max(axes, default=0) >= given.ndim:
        return sum_.roundoff * 4 * np.abs(sum_.result.astype(np.float64))
    levels = max(log2(max(prod(given.shape[axis] for axis in axes), 2)), 1.0)
    keep = sum_.result.ndim == given.ndim
    magnitudes = np.abs(given.astype(np.float64)).sum(axes, keepdims=keep)
    return np.broadcast_to(
        sum_.roundoff * levels * magnitudes, np.broadcast_shapes(sum_.result.shape, magnitudes.shape)
    )


def _summed_axes(op: Operation) -> tuple[int, ...]:
    """The axes of a sum's operand that are summed, after the one of the runs."""
    if "dimensions" in op.properties:
        return tuple(dim + 1 for dim in dense_numbers(op.properties["dimensions"]))
    return (int_value(op.properties["axis"]) + 1 if "axis" in op.properties else 1,)


def _factor_bound(sum_: _Sum) -> Array:
    return sum_.roundoff * 8 * np.abs(sum_.result.astype(np.float64))


def _neighbour(sum_: _Sum) -> Array:
    """The distance to the next number of a narrow format."""
    _, exponent = np.frexp(sum_.result.astype(np.float64))
    return np.ldexp(1.0, np.maximum(exponent - 1, sum_.form.least_exponent) - sum_.form.mantissa)


def _dependent(module: Operation) -> set[SSAValue]:
    """The values that depend on a sum, through operations, branches and loops, but not through memory and calls."""

    def step(value: SSAValue) -> Iterator[SSAValue]:
        for use in value.uses:
            user = use.operation
            yield from _results_and_arguments(user)
            for block in user.successors:
                yield from block.args
            parent = user.parent_op()
            if user.next_op is None and parent is not None and parent.parent_op() is not module:
                yield from _results_and_arguments(parent)

    return set(reached((result for op in operations_in(module) if op.name in REORDERED for result in op.results), step))


def _results_and_arguments(op: Operation) -> Iterator[SSAValue]:
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.args
