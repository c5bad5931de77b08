"""``tl.argmax`` and ``tl.argmin``: ties, NaN and long rows."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false, reportGeneralTypeIssues=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from selection import slow_unless

import xtriton


@triton.jit
def extremes(x, out, R: tl.constexpr, C: tl.constexpr, AXIS: tl.constexpr, LEFT: tl.constexpr):
    block = tl.load(x + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :])
    kept: tl.constexpr = C if AXIS == 0 else R
    place = out + tl.arange(0, kept)
    tl.store(place, tl.argmax(block, AXIS, tie_break_left=LEFT))
    tl.store(place + kept, tl.argmin(block, AXIS, tie_break_left=LEFT))


@triton.jit
def of_a_vector(x, out, count, C: tl.constexpr):
    place = tl.arange(0, C)
    value, index = tl.max(tl.load(x + place, mask=place < count, other=-float("inf")), 0, return_indices=True)
    tl.store(out, index)
    tl.store(out + 1, value.to(tl.int32))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(4, 2), (4, 128), (2, 2048), (256, 4)])
@pytest.mark.parametrize(
    "dtype", slow_unless([np.float32, np.float16, np.int32, np.uint32, np.int64], [np.float32, np.uint32].__contains__)
)
def test_the_first_of_equal_elements(shape: tuple[int, int], axis: int, dtype: type) -> None:
    x = np.random.default_rng(0).integers(0, 20, shape).astype(dtype)
    out = np.empty((2, shape[1 - axis]), np.int32)
    with xtriton.on_cpu():
        extremes[(1,)](x, out, *shape, axis, LEFT=True)
    np.testing.assert_array_equal(out, [np.argmax(x, axis), np.argmin(x, axis)])


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(4, 4), (4, 1024), (256, 2)])
def test_nan_is_ignored(shape: tuple[int, int], axis: int, left: bool) -> None:
    generator = np.random.default_rng(0)
    x = generator.permutation(np.arange(shape[0] * shape[1], dtype=np.float32)).reshape(shape)
    x[generator.random(shape) < 0.4] = np.nan
    (x if axis == 1 else x.T)[:, :1] = 7.5
    (x if axis == 1 else x.T)[:, -1] = np.nan
    out = np.empty((2, shape[1 - axis]), np.int32)
    with xtriton.on_cpu():
        extremes[(1,)](x, out, *shape, axis, LEFT=left)
    np.testing.assert_array_equal(out, [np.nanargmax(x, axis), np.nanargmin(x, axis)])


@pytest.mark.parametrize(
    ("values", "expected"),
    [([np.nan, 6, 8], (2, 8)), ([3, 5, np.nan], (1, 5)), ([3, np.nan, 1], (0, 3)), ([np.nan, -7], (1, -7))],
)
def test_value_and_index_of_a_padded_vector(values: list[float], expected: tuple[int, int]) -> None:
    out = np.empty(2, np.int32)
    with xtriton.on_cpu():
        of_a_vector[(1,)](np.array(values, np.float32), out, len(values), 4)
    assert tuple(out) == expected


@triton.jit
def _greater(a, b):
    return tl.where(a > b, a, b)


@triton.jit
def _greatest_or_nan(a, b):
    return tl.where((a > b) | (a != a), a, b)


@triton.jit
def _least_or_nan_with_place(a, i, b, j):
    left = (a < b) | ((a != a) & (b == b))
    equal = (a == b) | ((a != a) & (b != b))
    left = left | (equal & (i < j))
    return tl.where(left, a, b), tl.where(left, i, j)


@triton.jit
def written_out(x, greatest, or_nan, least, place, R: tl.constexpr, C: tl.constexpr, AXIS: tl.constexpr):
    """Extrema as users and inductor write them."""
    rows, columns = tl.arange(0, R)[:, None], tl.arange(0, C)[None, :]
    block = tl.load(x + rows * C + columns)
    kept = tl.arange(0, C if AXIS == 0 else R)
    tl.store(greatest + kept, tl.reduce(block, AXIS, _greater))
    tl.store(or_nan + kept, tl.reduce(block, AXIS, _greatest_or_nan))
    numbers = tl.broadcast_to(rows if AXIS == 0 else columns, (R, C))
    value, number = tl.reduce((block, numbers), AXIS, _least_or_nan_with_place)
    tl.store(least + kept, value)
    tl.store(place + kept, number)


@pytest.mark.parametrize("nans", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(4, 4), (2, 64), (4, 1024), (256, 2), (1, 32)])
def test_extrema_that_users_write(shape: tuple[int, int], axis: int, nans: bool) -> None:
    generator = np.random.default_rng(0)
    x = generator.integers(-20, 20, shape).astype(np.float32)
    if nans:
        x[generator.random(shape) < 0.1] = np.nan
        np.moveaxis(x, axis, 0)[-1, 0] = np.nan
        np.moveaxis(x, axis, 0)[0] = 3.0  # a number in each row
    greatest, or_nan, least = np.empty((3, shape[1 - axis]), np.float32)
    place = np.empty(shape[1 - axis], np.int32)
    with xtriton.on_cpu():
        written_out[(1,)](x, greatest, or_nan, least, place, *shape, axis)
    np.testing.assert_array_equal(greatest, np.nanmax(x, axis))
    np.testing.assert_array_equal(or_nan, np.max(x, axis))
    np.testing.assert_array_equal(least, np.min(x, axis))
    np.testing.assert_array_equal(place, np.argmin(x, axis))


@triton.jit
def _least(a, b):
    return tl.minimum(a, b)


@triton.jit
def _greatest_nan_kept(a, b):
    return tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def in_their_own_type(x, out, R: tl.constexpr, C: tl.constexpr, AXIS: tl.constexpr):
    """Unlike ``tl.max``, which converts narrow floats to f32 first."""
    block = tl.load(x + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :])
    extent: tl.constexpr = C if AXIS == 0 else R
    place = out + tl.arange(0, extent)
    tl.store(place, tl.reduce(block, AXIS, _greater))
    tl.store(place + extent, tl.reduce(block, AXIS, _least))
    tl.store(place + 2 * extent, tl.reduce(block, AXIS, _greatest_nan_kept))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(4, 4), (2, 1024), (64, 8)])
def test_extrema_of_narrow_floats(shape: tuple[int, int], axis: int) -> None:
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float16)
    x.flat[::7] = np.nan
    x[:, 1], x[1] = 65504, -np.inf
    np.moveaxis(x, axis, 0)[:, 0] = np.nan
    out = np.empty((3, shape[1 - axis]), np.float16)
    with xtriton.on_cpu():
        in_their_own_type[(1,)](x, out, *shape, axis)
    for got, extremum in zip(out, (np.fmax, np.fmin, np.maximum), strict=True):
        np.testing.assert_array_equal(got, extremum.reduce(x, axis))


@triton.jit
def _first_greatest(a, i, b, j):
    left = a >= b
    return tl.where(left, a, b), tl.where(left, i, j)


@triton.jit
def _first_least(a, i, b, j):
    right = b < a
    return tl.where(right, b, a), tl.where(right, j, i)


@triton.jit
def first_places(x, out, R: tl.constexpr, C: tl.constexpr, AXIS: tl.constexpr):
    rows, columns = tl.arange(0, R)[:, None], tl.arange(0, C)[None, :]
    block = tl.load(x + rows * C + columns)
    numbers = tl.broadcast_to(rows if AXIS == 0 else columns, (R, C))
    kept: tl.constexpr = C if AXIS == 0 else R
    place = out + tl.arange(0, kept)
    tl.store(place, tl.reduce((block, numbers), AXIS, _first_greatest)[1])
    tl.store(place + kept, tl.reduce((block, numbers), AXIS, _first_least)[1])


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("shape", [(64, 64), (4, 1024), (256, 2)])
def test_the_left_of_equal_elements_by_position(shape: tuple[int, int], axis: int) -> None:
    """Indices are not compared: that the left one is the first follows from the order of the elements."""
    x = np.random.default_rng(3).integers(0, 5, shape).astype(np.float32)
    out = np.empty((2, shape[1 - axis]), np.int32)
    with xtriton.on_cpu():
        first_places[(1,)](x, out, *shape, axis)
    np.testing.assert_array_equal(out[0], np.argmax(x, axis))
    np.testing.assert_array_equal(out[1], np.argmin(x, axis))
