"""Operations of ``tensor``: elements, slices and other shapes. Unwritten elements are poison."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.tensor import ExtractOp, ExtractSliceOp, InsertOp, InsertSliceOp
from xtriton.interp.certainty import certain, first_place
from xtriton.interp.compiler import Compute, Scope, Step, moving, semantics
from xtriton.interp.errors import RunError, UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, format_of
from xtriton.interp.values import Poisoned, Value, data_of, full, poison_of, with_poison
from xtriton.ir.traits import shape_of_tensor


@semantics("tensor.empty", "bufferization.alloc_tensor")
def _empty(scope: Scope, op: Operation) -> Step:
    out, form = scope.slot(op.results[0]), format_of(op.results[0].type)
    if op.operands:
        raise UnsupportedError(op, "tensors whose shape is not known are not supported")
    ones = (1,) * (len(shape_of_tensor(op.results[0])) + 1)
    value = Poisoned(np.zeros(ones, form.dtype), np.ones(ones, np.bool_))

    def step(frame: Frame) -> None:
        frame.values[out] = value

    return step


@moving("tensor.expand_shape", "tensor.collapse_shape", "tensor.reshape")
def _reshape(op: Operation) -> Compute:
    source, target = shape_of_tensor(op.operands[0]), shape_of_tensor(op.results[0])

    def compute(a: Array, *shape: Array) -> Array:
        return full(a, source).reshape(a.shape[0], *target)

    return compute


def on_elements(function: Callable[..., Array], *values: Value) -> Value:
    """Apply ``function`` to the values' elements, and to their poison."""
    data = function(*map(data_of, values))
    if not any(isinstance(value, Poisoned) for value in values):
        return data
    poison = [np.broadcast_to(poison_of(value), data_of(value).shape) for value in values]
    return with_poison(data, function(*poison))


_Lists = tuple[Sequence[OpFoldResult], Sequence[OpFoldResult], Sequence[OpFoldResult]]
"""Offsets, sizes and strides."""


class _Slice:
    """The positions of a slice in a tensor, by lane."""

    def __init__(self, scope: Scope, op: Operation, lists: _Lists, whole: SSAValue) -> None:
        offsets, sizes, strides = lists
        self.sizes = [size for size in sizes if isinstance(size, int)]
        if len(self.sizes) != len(sizes) or any(not isinstance(stride, int) for stride in strides):
            raise UnsupportedError(op, "slices whose sizes are not known are not supported")
        self.op, self.shape = op, shape_of_tensor(whole)
        self._offsets = [offset if isinstance(offset, int) else scope.slot(offset) for offset in offsets]
        self._is_slot = [isinstance(offset, SSAValue) for offset in offsets]
        self._strides = [stride for stride in strides if isinstance(stride, int)]

    def places(self, frame: Frame) -> list[Array]:
        """Indices for each dimension of the tensor, which broadcast to the shape of the slice."""
        rank, found = len(self.sizes), list[Array]()
        for dim in range(rank):
            start: Array = np.full((1,), self._offsets[dim])
            if self._is_slot[dim]:
                start = certain(frame, self.op, frame.values[self._offsets[dim]], "an offset")
            steps = np.arange(self.sizes[dim]) * self._strides[dim]
            indices = start.reshape(-1, *(1,) * rank) + steps.reshape(1, *(1,) * dim, -1, *(1,) * (rank - dim - 1))
            outside = (indices < 0) | (indices >= self.shape[dim])
            if outside.any():
                raise RunError(self.op, f"dimension {dim} is left in {first_place(frame, outside)}")
            found.append(indices.astype(np.int64))
        return found

    def lanes(self, places: Sequence[Array], *values: Array) -> int:
        """The number of lanes of all of these."""
        return max(array.shape[0] for array in (*places, *values))

    def read(self, frame: Frame, array: Array, shape: Sequence[int]) -> Array:
        """The elements of the slice, in the shape of the result."""
        places = self.places(frame)
        lanes = self.lanes(places, array)
        whole = full(array, self.shape, lanes)
        numbers = np.arange(lanes).reshape(-1, *(1,) * len(self.sizes))
        return whole[(numbers, *places)].reshape(lanes, *shape)

    def write(self, frame: Frame, part: Array, array: Array) -> Array:
        """The tensor with the slice replaced."""
        places = self.places(frame)
        lanes = self.lanes(places, part, array)
        whole = full(array, self.shape, lanes).copy()
        numbers = np.arange(lanes).reshape(-1, *(1,) * len(self.sizes))
        whole[(numbers, *places)] = np.broadcast_to(part, (lanes, *part.shape[1:])).reshape(lanes, *self.sizes)
        return whole


def _lists(indices: Sequence[SSAValue]) -> _Lists:
    """The offsets, sizes and strides of a single element."""
    return list(indices), [1] * len(indices), [1] * len(indices)


@semantics("tensor.extract", "tensor.extract_slice")
def _extract(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, ExtractOp | ExtractSliceOp)
    source = op.operands[0]
    lists = _lists(op.indices) if isinstance(op, ExtractOp) else (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    part = _Slice(scope, op, lists, source)
    slot, out = scope.slot(source), scope.slot(op.results[0])
    shape = () if isinstance(op, ExtractOp) else shape_of_tensor(op.results[0])

    def step(frame: Frame) -> None:
        def read(array: Array) -> Array:
            return part.read(frame, array, shape)

        frame.values[out] = on_elements(read, frame.values[slot])

    return step


@semantics("tensor.insert", "tensor.insert_slice")
def _insert(scope: Scope, op: Operation) -> Step:
    assert isinstance(op, InsertOp | InsertSliceOp)
    lists = _lists(op.indices) if isinstance(op, InsertOp) else (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    part = _Slice(scope, op, lists, op.dest)
    slot, whole, out = scope.slot(op.operands[0]), scope.slot(op.dest), scope.slot(op.results[0])
    shape = () if isinstance(op, InsertOp) else shape_of_tensor(op.operands[0])

    def step(frame: Frame) -> None:
        def write(value: Array, array: Array) -> Array:
            return part.write(frame, full(value, shape), array)

        frame.values[out] = on_elements(write, frame.values[slot], frame.values[whole])

    return step
