"""Operations that move elements: NumPy does the broadcasting, see :mod:`xtriton.interp.values`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from xdsl.ir import Operation

from xtriton.interp.certainty import certain, first_place
from xtriton.interp.compiler import Compute, Scope, Step, moving, semantics
from xtriton.interp.errors import RunError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, integers_of
from xtriton.interp.values import Poisoned, Value, aligned, full, map_arrays
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import shape_of_tensor


@moving("tt.splat")
def _splat(op: Operation) -> Compute:
    rank = len(shape_of_tensor(op.results[0]))
    return lambda a: aligned(a, rank)


@moving("tt.unsplat")
def _unsplat(op: Operation) -> Compute:
    return lambda a: a.reshape(a.shape[0])


@moving("tt.expand_dims")
def _expand_dims(op: Operation) -> Compute:
    axis = int_value(op.properties["axis"]) + 1
    return lambda a: np.expand_dims(a, axis)


@moving("tt.broadcast", "ttg.convert_layout")
def _same(op: Operation) -> Compute:
    """Layouts do not affect values."""
    return lambda a: a


@moving("tt.reshape")
def _reshape(op: Operation) -> Compute:
    """In row-major order even where the operation leaves the order unspecified."""
    source, target = shape_of_tensor(op.operands[0]), shape_of_tensor(op.results[0])

    def compute(a: Array) -> Array:
        if a.size == a.shape[0]:
            return a.reshape(a.shape[0], *(1,) * len(target))
        return full(a, source).reshape(a.shape[0], *target)

    return compute


@moving("tt.trans")
def _transpose(op: Operation) -> Compute:
    order = int_list(op.properties["order"])
    axes = (0, *(dim + 1 for dim in order))
    return lambda a: a.transpose(axes)


@moving("tt.cat")
def _concatenate(op: Operation) -> Compute:
    """One operand after the other: the order is unspecified, and this is the expected one."""
    left, right = (shape_of_tensor(operand) for operand in op.operands)
    result = shape_of_tensor(op.results[0])
    if result != (left[0] + right[0], *left[1:]):  # Triton's verifier does not compare them
        raise RunError(op, f"operands of shapes {left} and {right} do not fill a result of shape {result}")

    def compute(a: Array, b: Array) -> Array:
        lanes = max(a.shape[0], b.shape[0])
        return np.concatenate([full(a, left, lanes), full(b, right, lanes)], axis=1)

    return compute


@moving("tt.join")
def _join(op: Operation) -> Compute:
    def compute(a: Array, b: Array) -> Array:
        return np.stack(np.broadcast_arrays(a, b), axis=-1)

    return compute


@moving("tt.split")
def _split(op: Operation) -> Callable[[Array], tuple[Array, Array]]:
    return lambda a: (a[..., 0], a[..., -1])


@semantics("tt.gather")
def _gather(scope: Scope, op: Operation) -> Step:
    source_slot, index_slot = scope.slots_of(op.operands)
    out = scope.slot(op.results[0])
    source_shape, shape = shape_of_tensor(op.operands[0]), shape_of_tensor(op.operands[1])
    axis = int_value(op.properties["axis"])
    form = integers_of(op.operands[1].type)

    def step(frame: Frame) -> None:
        values = frame.values
        chosen = certain(frame, op, values[index_slot], "an index")
        indices = form.as_unsigned(chosen).astype(np.int64)
        wrong = (indices < 0) | (indices >= source_shape[axis])
        if wrong.any():
            index, extent = int(chosen[wrong][0]), source_shape[axis]
            message = f"index {index} is outside the {extent} elements along axis {axis} in"
            raise RunError(op, f"{message} {first_place(frame, wrong)}")

        def gathered(source: Array) -> Array:
            lanes = max(source.shape[0], indices.shape[0])
            return np.take_along_axis(full(source, source_shape, lanes), full(indices, shape, lanes), axis + 1)

        values[out] = _mapped(gathered, values[source_slot])

    return step


def _mapped(function: Callable[[Array], Array], value: Value) -> Value:
    moved = map_arrays(function, value)
    return moved if not isinstance(moved, Poisoned) or moved.poison.any() else moved.data
