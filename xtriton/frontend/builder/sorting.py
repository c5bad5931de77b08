"""Sorting and flipping along a dimension, on hypercubes: a dimension of ``2**k`` elements as ``k`` dimensions of two.

The functions have the names and operations that Triton's standard library has in the IR. The sort is bitonic (Batcher,
"Sorting networks and their applications", 1968); between its merges the lesser halves are dropped to find the greatest
elements (Shanbhag, Pirk and Madden, "Efficient top-k query processing on massively parallel hardware", 2018).
"""

from __future__ import annotations

from enum import IntEnum
from typing import cast

from xtriton.frontend.builder.arithmetic import where
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import DType, int1, int8, int16, int32, int64
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.libraries import library, library_by_version
from xtriton.frontend.builder.shapes import arange, check_tensor, reshape
from xtriton.frontend.builder.standard import max, min, xor_sum
from xtriton.frontend.builder.values import Value
from xtriton.versions import V3_6, V3_8, V3_9, active_version, by_version, since

_library = library("standard")


class Order(IntEnum):
    """The sort direction of a merge; Triton's numbers, which appear in mangled function names."""

    ASCENDING = 0
    DESCENDING = 1
    ALTERNATING = 2

    def __repr__(self) -> str:
        return str(self.value)


def _log2(extent: int) -> int:
    return extent.bit_length() - 1


def _bits_of(x: Value) -> DType:
    """The signed integers as wide as the elements of ``x``."""
    return {1: int1, 8: int8, 16: int16, 32: int32, 64: int64}[x.number_type.bits]


@_library
def _indicator(n_dims: int, j: int) -> Value:
    ar = arange(0, 2)
    return reshape(ar, [1] * (n_dims - j - 1) + [2] + [1] * j)


def _integer(flip: Value) -> Value:
    return flip


def _bit(flip: Value) -> Value:
    return flip.to(int1)


_AS_PREDICATE = by_version({V3_6: _integer, V3_9: _bit})


@_library
def _compare_and_swap(x: Value, flip: Value, i: int) -> Value:
    """Orders the pairs along the ``i``-th dimension from the innermost; greater first where ``flip`` is set."""
    n_dims = _log2(x.numel)
    dtype = x.number_type
    ix = x.to(_bits_of(x), bitcast=True)
    # The xor of both elements of a pair, and of one of them, is the other one.
    iy = ix ^ xor_sum(ix, n_dims - 1 - i, True)
    y = iy.to(dtype, bitcast=True)
    is_right = _indicator(n_dims, i)
    return where((x > y) != _AS_PREDICATE.now()(flip ^ is_right), y, x)


@_library
def _bitonic_merge_hypercube(x: Value, stage: int, order: int) -> Value:
    flip = _indicator(_log2(x.numel), stage) if order == Order.ALTERNATING else to_tensor(order)
    for i in range(stage):
        x = _compare_and_swap(x, flip, stage - 1 - i)
    return x


@_library
def _bitonic_merge(x: Value, stage: int, order: int, n_dims: int) -> Value:
    h = reshape(x, [2] * _log2(x.numel))
    h = _bitonic_merge_hypercube(h, stage, order)
    return reshape(h, x.shape)


def _check_last(function: str, x: Value, dim: int | None) -> None:
    check_tensor(function, x)
    if dim is not None and dim != len(x.shape) - 1:
        raise BuildError(f"{function} works along the last dimension, {len(x.shape) - 1}, not along {dim}")


_REDUCES_TO_ONE = since(V3_9)
"""The versions in which a row's first element is its maximum or minimum."""


@_library
def sort_impl(x: Value, k: int | None = None, dim: int | None = None, descending: bool | int = 0) -> Value:
    """The elements in order along the last dimension, or of those the first ``k``, a power of two."""
    _check_last("sort", x, dim)
    if k is not None and not 1 <= k <= x.shape[-1]:
        raise BuildError(f"the first {k} of {x.shape[-1]} elements cannot be taken")
    log_k = _log2(x.shape[-1] if k is None else k)
    if log_k == 0 and active_version() in _REDUCES_TO_ONE:
        axis = len(x.shape) - 1
        return cast("Value", max(x, axis=axis, keep_dims=True) if descending else min(x, axis=axis, keep_dims=True))
    return _sorted_hypercube(x, log_k, descending)


def _sorted_hypercube(x: Value, log_k: int, descending: bool | int) -> Value:
    """The first ``2**log_k`` elements of each row: rows of that length are sorted, then merged."""
    log_n = _log2(x.shape[-1])
    n_dims = _log2(x.numel)
    h = reshape(x, [2] * n_dims if n_dims else [1])
    for i in range(1, log_k + 1):
        h = _bitonic_merge_hypercube(h, i, Order.ALTERNATING if i < log_n else descending)
    for i in range(log_k + 1, log_n + 1):
        axis = _log2(h.numel) - 1 - log_k
        h = max(h, axis=axis) if descending else min(h, axis=axis)
        h = _bitonic_merge_hypercube(h, log_k, Order.ALTERNATING if i < log_n else descending)
    return reshape(h, [*x.shape[:-1], 2**log_k])


@_library
def sort(x: Value, dim: int | None = None, descending: bool | int = 0) -> object:
    """The elements in order along the last dimension."""
    return sort_impl(x, dim=dim, descending=descending)


def _greatest(x: Value, k: int | None, dim: int | None = None) -> object:
    return sort_impl(x, k=k, dim=dim, descending=True)


def _greatest_or_least(x: Value, k: int | None, dim: int | None = None, descending: bool = True) -> object:
    return sort_impl(x, k=k, dim=dim, descending=descending)


topk = library_by_version("standard", "topk", {V3_6: _greatest, V3_8: _greatest_or_least})
"""``topk(x, k, dim=None, descending=True)``: the ``k`` greatest elements along the last dimension, in descending order;
``k`` is a power of two. With ``descending=False``, which Triton has since 3.8, the least in ascending order.
"""


@_library
def bitonic_merge(x: Value, dim: int | None = None, descending: bool | int = 0) -> object:
    """The elements in order along the last dimension, which holds a bitonic sequence."""
    _check_last("bitonic_merge", x, dim)
    n_dims = _log2(x.shape[-1])
    return _bitonic_merge(x, n_dims, descending, n_dims)


_FLIPS_LAST = since(V3_9)
"""The versions in which a dimension need not be given."""


@_library
def flip(x: Value, dim: int | None = None) -> Value:
    """The elements in reverse along a dimension, since Triton 3.9 by default the last."""
    if dim is None and active_version() in _FLIPS_LAST:
        dim = -1
    if dim is None or not -len(x.shape) <= dim < len(x.shape):
        raise BuildError(f"flip takes a dimension from {-len(x.shape)} to {len(x.shape) - 1}, not {dim}")
    axis = dim % len(x.shape)
    dtype = x.number_type
    steps = _log2(x.shape[axis])
    y = reshape(x.to(_bits_of(x), bitcast=True), [*x.shape[:axis], *[2] * steps, *x.shape[axis + 1 :]])
    for i in range(steps):
        y = y ^ xor_sum(y, axis + i, True)
    return reshape(y, x.shape).to(dtype, bitcast=True)
