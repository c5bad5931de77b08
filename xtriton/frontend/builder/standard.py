"""Triton's standard library, whose functions are called like a kernel's own.

They have Triton's names in the IR. Their operations are located in this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xtriton.frontend.builder.arithmetic import maximum, minimum, where, widen_bfloat16
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.creation import full
from xtriton.frontend.builder.debug import device_assert
from xtriton.frontend.builder.dtypes import DType, float32, int32, uint32
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.functions import Function
from xtriton.frontend.builder.libraries import library, library_by_version
from xtriton.frontend.builder.mathematics import exp, fdiv
from xtriton.frontend.builder.reductions import associative_scan, reduce
from xtriton.frontend.builder.shapes import arange, broadcast_to, expand_dims, reshape, wrap_axis
from xtriton.frontend.builder.shapes import join as join_values
from xtriton.frontend.builder.values import Value
from xtriton.versions import V3_6, V3_7, V3_9

Pair = tuple[Value, Value]
_library = library("standard")


@_library
def cdiv(x: Value | int, div: Value | int) -> Value:
    """``x / div``, rounded up, for positive integers."""
    return cast("Value", (x + (div - 1)) // div)


@_library
def sigmoid(x: Value) -> Value:
    """``1 / (1 + exp(-x))``."""
    return 1 / (1 + exp(-x))


def _softmax(x: Value, dim: int | None, keep_dims: bool, ieee_rounding: bool) -> Value:
    axis = 0 if dim is None else dim
    z = x - max(x, axis, keep_dims=keep_dims)
    num = exp(z)
    den = sum(num, axis, keep_dims=keep_dims)
    return fdiv(num, den, ieee_rounding)


def _softmax_as_told(x: Value, dim: int | None = None, keep_dims: bool = False, ieee_rounding: bool = False) -> Value:
    return _softmax(x, dim, keep_dims, ieee_rounding)


def _softmax_in_shape(
    x: Value, dim: int | None = None, *, keep_dims: bool | None = None, ieee_rounding: bool = False
) -> Value:
    return _softmax(x, dim, True, ieee_rounding)


softmax = library_by_version("standard", "softmax", {V3_6: _softmax_as_told, V3_9: _softmax_in_shape})
"""``softmax(x, dim=None, keep_dims=False, ieee_rounding=False)``: ``exp(x)`` divided by its sum along ``dim``, which is
0 if not given. Since Triton 3.9 the axis always stays: ``keep_dims``, now a keyword, is ignored.
"""


@_library
def ravel(x: Value, can_reorder: bool = False) -> Value:
    """The elements as a tensor of one dimension."""
    return reshape(x, [x.numel], can_reorder=can_reorder)


@_library
def swizzle2d(i: Value | int, j: Value | int, size_i: Value | int, size_j: Value | int, size_g: Value | int) -> Pair:
    """The indices in a row-major matrix as indices that go down the columns of groups of ``size_g`` rows."""
    ij = to_tensor(i * size_j + j)
    size_gj = to_tensor(size_g * size_j)
    group_id = ij // size_gj
    off_i = group_id * size_g
    size_g = minimum(size_i - off_i, size_g)
    ij = ij % size_gj
    new_i = off_i + ij % size_g
    new_j = ij // size_g
    return new_i, new_j


@_library
def zeros(shape: Sequence[int], dtype: DType) -> Value:
    """A tensor of zeros."""
    return full(shape, 0, dtype)


@_library
def zeros_like(input: Value) -> Value:
    """Zeros in the shape and type of a tensor."""
    return cast("Value", zeros(input.shape, input.dtype))


def _pick(chosen: Value, first: Pair, second: Pair) -> Pair:
    return where(chosen, first[0], second[0]), where(chosen, first[1], second[1])


@_library
def _argmax_combine(value1: Value, index1: Value, value2: Value, index2: Value, tie_break_left: bool) -> Pair:
    tie = (value1 == value2).logical_and(index1 < index2) if tie_break_left else to_tensor(False)
    return _pick((value1 > value2).logical_or(tie), (value1, index1), (value2, index2))


@_library
def _argmax_combine_tie_break_left(value1: Value, index1: Value, value2: Value, index2: Value) -> object:
    return _argmax_combine(value1, index1, value2, index2, True)


@_library
def _argmax_combine_tie_break_fast(value1: Value, index1: Value, value2: Value, index2: Value) -> object:
    return _argmax_combine(value1, index1, value2, index2, False)


@_library
def _argmin_combine(value1: Value, index1: Value, value2: Value, index2: Value, tie_break_left: bool) -> Pair:
    tie = (value1 == value2).logical_and(index1 < index2) if tie_break_left else to_tensor(False)
    return _pick((value1 < value2).logical_or(tie), (value1, index1), (value2, index2))


@_library
def _argmin_combine_tie_break_left(value1: Value, index1: Value, value2: Value, index2: Value) -> object:
    return _argmin_combine(value1, index1, value2, index2, True)


@_library
def _argmin_combine_tie_break_fast(value1: Value, index1: Value, value2: Value, index2: Value) -> object:
    return _argmin_combine(value1, index1, value2, index2, False)


@_library
def _elementwise_max(a: Value, b: Value) -> Value:
    return maximum(a, b)


@_library
def _elementwise_min(a: Value, b: Value) -> Value:
    return minimum(a, b)


def _with_indices(input: Value, axis: int, combine: Function, keep_dims: bool) -> object:
    """A reduction of values together with their indices along the axis."""
    wrap_axis(axis, len(input.shape))
    n = input.shape[axis]
    index = arange(0, n)
    if len(input.shape) > 1:
        others = list(range(len(input.shape)))
        del others[axis]
        index = expand_dims(index, others)
        index = broadcast_to(index, input.shape)
    return reduce((input, index), axis, combine, keep_dims=keep_dims)


def _at_least_32_bits(input: Value) -> Value:
    dtype = input.number_type
    if dtype.bits >= 32:
        return input
    if dtype.is_floating:
        return input.to(float32)
    device_assert(dtype.is_int, "Expecting input to be integer type")
    return input.to(int32)


@_library
def max(
    input: Value,
    axis: int | None = None,
    return_indices: bool = False,
    return_indices_tie_break_left: bool = True,
    keep_dims: bool = False,
) -> object:
    """The largest element along ``axis``, optionally with its index: of several the first, or any."""
    input = widen_bfloat16(input)
    if return_indices:
        left = return_indices_tie_break_left
        combine = _argmax_combine_tie_break_left if left else _argmax_combine_tie_break_fast
        return _with_indices(input, _given(axis), combine, keep_dims)
    return reduce(_at_least_32_bits(input), axis, _elementwise_max, keep_dims=keep_dims)


@_library
def argmax(input: Value, axis: int, tie_break_left: bool = True, keep_dims: bool = False) -> Value:
    """The index of the largest element along ``axis``."""
    _, ret = max(input, axis, return_indices=True, return_indices_tie_break_left=tie_break_left, keep_dims=keep_dims)
    return cast("Value", ret)


@_library
def min(
    input: Value,
    axis: int | None = None,
    return_indices: bool = False,
    return_indices_tie_break_left: bool = True,
    keep_dims: bool = False,
) -> object:
    """The smallest element along ``axis``. See :func:`max`."""
    input = widen_bfloat16(input)
    if return_indices:
        left = return_indices_tie_break_left
        combine = _argmin_combine_tie_break_left if left else _argmin_combine_tie_break_fast
        return _with_indices(input, _given(axis), combine, keep_dims)
    return reduce(_at_least_32_bits(input), axis, _elementwise_min, keep_dims=keep_dims)


@_library
def argmin(input: Value, axis: int, tie_break_left: bool = True, keep_dims: bool = False) -> Value:
    """The index of the smallest element along ``axis``."""
    _, ret = min(input, axis, return_indices=True, return_indices_tie_break_left=tie_break_left, keep_dims=keep_dims)
    return cast("Value", ret)


def _given(axis: int | None) -> int:
    if axis is None:
        raise BuildError("positions of extreme elements are along an axis, which must be given")
    return axis


def _widened(input: Value, wanted: DType | None) -> Value:
    """``input`` in the accumulation type of a sum: integers narrower than 32 bits are widened."""
    dtype = input.number_type
    if wanted is None and not dtype.is_floating and dtype.bits < 32:
        wanted = int32 if dtype.signed else uint32
    return input if wanted is None else input.to(wanted)


@_library
def _sum_combine(a: Value, b: Value) -> Value:
    return a + b


@_library
def sum(input: Value, axis: int | None = None, keep_dims: bool = False, dtype: DType | None = None) -> Any:
    """The sum along ``axis``, or of all elements."""
    return reduce(_widened(input, dtype), axis, _sum_combine, keep_dims=keep_dims)


@_library
def _xor_combine(a: Value, b: Value) -> Value:
    return a ^ b


@_library
def xor_sum(input: Value, axis: int | None = None, keep_dims: bool = False) -> Any:
    """The bitwise exclusive or of integers along ``axis``."""
    _check_integers("xor_sum", input)
    return reduce(input, axis, _xor_combine, keep_dims=keep_dims)


@_library
def _or_combine(x: Value, y: Value) -> Value:
    return x | y


@_library
def reduce_or(input: Value, axis: int | None, keep_dims: bool = False) -> Any:
    """The bitwise or of integers along ``axis``."""
    _check_integers("reduce_or", input)
    return reduce(input, axis, _or_combine, keep_dims=keep_dims)


def _check_integers(name: str, input: Value) -> None:
    if not input.number_type.is_int:
        raise BuildError(f"{name} takes integers, not {input.dtype}")


@_library
def cumsum(input: Value, axis: int = 0, reverse: bool = False, dtype: DType | None = None) -> Any:
    """The sums of all prefixes along ``axis``."""
    return associative_scan(_widened(widen_bfloat16(input), dtype), axis, _sum_combine, reverse)


@_library
def _prod_combine(a: Value, b: Value) -> Value:
    return a * b


def _products_of_prefixes(input: Value, axis: int = 0, reverse: bool = False) -> Any:
    return associative_scan(widen_bfloat16(input), axis, _prod_combine, reverse)


def _products_in_type(input: Value, axis: int = 0, reverse: bool = False, dtype: DType | None = None) -> Any:
    return associative_scan(_widened(input, dtype), axis, _prod_combine, reverse)


cumprod = library_by_version("standard", "cumprod", {V3_6: _products_of_prefixes, V3_9: _products_in_type})
"""``cumprod(input, axis=0, reverse=False, dtype=None)``: the products of all prefixes along ``axis``. ``dtype`` is as
for :func:`cumsum`, since Triton 3.9.
"""


@_library
def interleave(a: Value, b: Value) -> Value:
    """The elements of both in turn along the last dimension."""
    c = join_values(a, b)
    if len(c.shape) == 1:
        return c
    return reshape(c, (*c.shape[:-2], 2 * c.shape[-2]))


def _squeezed(x: Value, dim: int) -> Value:
    axis = wrap_axis(dim, len(x.shape))
    if x.shape[axis] != 1:
        raise BuildError(f"squeeze removes a dimension of extent 1, not dimension {dim} of {x.type}")
    return reshape(x, (*x.shape[:axis], *x.shape[axis + 1 :]))


def _unsqueezed(x: Value, dim: int) -> Value:
    axis = wrap_axis(dim, len(x.shape) + 1)
    return reshape(x, (*x.shape[:axis], 1, *x.shape[axis:]))


squeeze = library_by_version("standard", "squeeze", {V3_7: _squeezed})
"""``squeeze(x, dim)``: ``x`` without a dimension, which has extent 1. Since Triton 3.7."""
unsqueeze = library_by_version("standard", "unsqueeze", {V3_7: _unsqueezed})
"""``unsqueeze(x, dim)``: ``x`` with one more dimension of extent 1. Since Triton 3.7."""
