"""Values of many programs at once.

The value of a scalar or tensor is an array whose first axis counts the programs (lanes) that run together; a value
that is the same in all of them may have extent 1 there. The other axes are the tensor's, each with its extent or, where
all elements along it are equal, 1: splats and broadcasts cost nothing, and NumPy's broadcasting does the rest.

Values of other types are named tuples of such arrays, so that selecting and merging lanes is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from typing_extensions import TypeIs

from xtriton.interp.numbers.formats import Array

Value = Any
"""An :data:`Array`, or a tuple of values: :class:`Poisoned`, :class:`BlockPointer`, :class:`Descriptor`,
:class:`MemoryView`."""


class Poisoned(NamedTuple):
    """Elements of which some are poison: where ``poison`` (broadcast against ``data``) is true."""

    data: Array
    poison: Array


class BlockPointer(NamedTuple):
    """A window into a strided tensor: the address of its first element; extents, strides and offsets in elements."""

    base: Value
    shape: tuple[Value, ...]
    strides: tuple[Value, ...]
    offsets: tuple[Value, ...]


class Descriptor(NamedTuple):
    """A strided tensor in memory; ``pad_nan``: the padding of out-of-bounds loads is NaN instead of zero."""

    base: Value
    shape: tuple[Value, ...]
    strides: tuple[Value, ...]
    pad_nan: Array


class MemoryView(NamedTuple):
    """A view of on-chip memory.

    ``buffers`` are the allocations (:class:`xtriton.interp.on_chip.Buffer`, as objects), ``base`` is where the view
    begins in them, in bytes, and ``offsets`` are the indices of its first element in the allocation shape of its type.
    """

    buffers: Array
    base: Array
    offsets: tuple[Array, ...]


def is_array(value: Value) -> TypeIs[Array]:
    """Whether a value is one array."""
    return isinstance(value, np.ndarray)


def is_composite(value: Value) -> TypeIs[tuple[Value, ...]]:
    """Whether a value is composite: a block pointer, a descriptor or a memory view."""
    return isinstance(value, tuple) and not isinstance(value, Poisoned)


def _rebuilt(value: tuple[Any, ...], parts: Sequence[Value]) -> Value:
    kind = type(value)
    return tuple(parts) if kind is tuple else cast("Any", kind)(*parts)


def map_arrays(function: Callable[[Array], Array], value: Value) -> Value:
    """``value`` with ``function`` applied to each of its arrays."""
    if is_array(value):
        return function(value)
    return _rebuilt(value, [map_arrays(function, part) for part in value])


def map_pairs(function: Callable[[Array, Array], Array], a: Value, b: Value) -> Value:
    """``function`` applied to each array in ``a`` and its counterpart in ``b``."""
    if is_array(a):
        return function(a, b)
    return _rebuilt(a, [map_pairs(function, *pair) for pair in zip(a, b, strict=True)])


def take(value: Value, lanes: Array) -> Value:
    """The value in the given lanes."""
    return map_arrays(lambda array: array if array.shape[0] == 1 else array[lanes], value)


def repeat(value: Value, times: int) -> Value:
    """The value with each lane repeated."""
    return map_arrays(lambda array: array if array.shape[0] == 1 else np.repeat(array, times, axis=0), value)


def lanes_of(value: Value) -> int:
    """1 if the value is uniform across lanes, else their number."""
    if is_array(value):
        return value.shape[0]
    return max((lanes_of(part) for part in value), default=1)


def merge(parts: Sequence[tuple[Array, Value]], count: int) -> Value:
    """Merge parts of lanes (disjoint, together all ``count``) into one value."""
    if len(parts) == 1:
        return parts[0][1]
    first = parts[0][1]
    if all(value is first for _, value in parts) and lanes_of(first) == 1:
        return first
    if any(isinstance(value, Poisoned) for _, value in parts):
        return Poisoned(
            _merge_arrays([(lanes, data_of(value)) for lanes, value in parts], count),
            _merge_arrays([(lanes, poison_of(value)) for lanes, value in parts], count),
        )
    if is_array(first):
        return _merge_arrays(parts, count)
    fields = zip(*(value for _, value in parts), strict=True)
    return _rebuilt(first, [merge([(p[0], f) for p, f in zip(parts, each, strict=True)], count) for each in fields])


def _merge_arrays(parts: Sequence[tuple[Array, Array]], count: int) -> Array:
    shape = np.broadcast_shapes(*(array.shape[1:] for _, array in parts))
    merged = np.empty((count, *shape), parts[0][1].dtype)
    for lanes, array in parts:
        merged[lanes] = array
    return merged


def full(array: Array, shape: Sequence[int], lanes: int | None = None) -> Array:
    """Expand ``array`` to all its elements, for ``lanes`` lanes or as many as it has."""
    return np.broadcast_to(array, (array.shape[0] if lanes is None else lanes, *shape))


def aligned(array: Array, rank: int) -> Array:
    """A scalar's array with axes added so that it broadcasts against tensors of ``rank``."""
    return array.reshape(array.shape[0], *(1,) * rank)


def data_of(value: Value) -> Array:
    """The elements, poison or not."""
    return value.data if isinstance(value, Poisoned) else value


_CLEAN = np.zeros((1,), np.bool_)


def poison_of(value: Value) -> Array:
    """Where a scalar or tensor is poison, broadcast against its elements."""
    if isinstance(value, Poisoned):
        return value.poison
    return aligned(_CLEAN, value.ndim - 1)


def with_poison(data: Array, poison: Array | None) -> Value:
    """``data``, with poison where ``poison`` is true. None, and poison that is false everywhere, mark nothing."""
    if poison is None or not poison.any():
        return data
    return Poisoned(data, poison)


def concatenated_lanes(value: Value, axis_extents: Sequence[int]) -> Value:
    """The elements of a tensor, in row-major order after the lane, as that many lanes of a scalar."""
    return map_arrays(lambda array: np.ascontiguousarray(full(array, axis_extents)).reshape(-1), value)
