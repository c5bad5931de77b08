"""Maxima and minima that propagate NaN, of rows that a mask cuts, at once and in loops."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false, reportGeneralTypeIssues=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton

COUNTS = (1, 63, 64, 255, 300, 511, 512)


@triton.jit
def _max_or_nan(a, b):
    return tl.where((a > b) | (a != a), a, b)


@triton.jit
def _min_or_nan(a, b):
    return tl.where((a < b) | (a != a), a, b)


@triton.jit
def whole(x, y, rows, columns, X: tl.constexpr, R: tl.constexpr):
    """Each row at once, masked after it has been loaded."""
    r = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    c = tl.arange(0, R)[None, :]
    inside = (r < rows) & (c < columns)
    value = tl.load(x + r * columns + c, inside, other=0.0)
    most = tl.reduce(tl.where(inside, value, float("-inf")), 1, _max_or_nan)[:, None]
    least = tl.reduce(tl.where(inside, value, float("inf")), 1, _min_or_nan)[:, None]
    tl.store(y + r, most, r < rows)
    tl.store(y + rows + r, least, r < rows)


@triton.jit
def ordered(x, y, rows, columns, X: tl.constexpr, R: tl.constexpr):
    """The same by operations that propagate NaN and order zeros."""
    r = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    c = tl.arange(0, R)[None, :]
    inside = (r < rows) & (c < columns)
    most = tl.load(x + r * columns + c, inside, other=float("-inf"))
    least = tl.load(x + r * columns + c, inside, other=float("inf"))
    tl.store(y + r, tl.reduce(most, 1, _maximum)[:, None], r < rows)
    tl.store(y + rows + r, tl.reduce(least, 1, _minimum)[:, None], r < rows)


@triton.jit
def _maximum(a, b):
    return tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def _minimum(a, b):
    return tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def in_parts(x, y, rows, columns, X: tl.constexpr, R: tl.constexpr):
    """Each row in a loop that changes its block where the mask is true only."""
    r = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    most = tl.full([X, R // 2], float("-inf"), tl.float32)
    least = tl.full([X, R // 2], float("inf"), tl.float32)
    for first in range(0, columns, R // 2):
        c = first + tl.arange(0, R // 2)[None, :]
        inside = (r < rows) & (c < columns)
        value = tl.load(x + r * columns + c, inside, other=0.0).to(tl.float32)
        most = tl.where(inside, _max_or_nan(most, value), most)
        least = tl.where(inside, _min_or_nan(least, value), least)
    tl.store(y + r, tl.reduce(most, 1, _max_or_nan)[:, None], r < rows)
    tl.store(y + rows + r, tl.reduce(least, 1, _min_or_nan)[:, None], r < rows)


KERNELS = (whole, ordered, in_parts)


def extrema(kernel, x: np.ndarray, *, block: int = 4, width: int = 512) -> np.ndarray:
    """The maximum and the minimum of each row, of an array that ends at a page that cannot be accessed."""
    source = Fences(at_end=True).array(x)
    out = np.full((2, x.shape[0]), 77, x.dtype)
    with xtriton.on_cpu():
        kernel[(triton.cdiv(x.shape[0], block),)](source, out, *x.shape, X=block, R=width)
    return out


def expected(x: np.ndarray) -> np.ndarray:
    return np.array([x.max(1), x.min(1)])


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("columns", COUNTS)
def test_of_numbers(kernel, columns: int) -> None:
    x = np.random.default_rng(0).normal(size=(7, columns)).astype(np.float32)
    np.testing.assert_array_equal(extrema(kernel, x), expected(x))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("columns", [1, 300, 512])
def test_a_nan_at_each_kind_of_place(kernel, columns: int) -> None:
    places = sorted({0, 1, columns // 2, columns // 64 * 64, columns - 2, columns - 1} & set(range(columns)))
    x = np.random.default_rng(0).normal(size=(len(places) + 3, columns)).astype(np.float32)
    for row, place in enumerate(places):
        x[row, place] = np.nan
    x[-3] = np.nan
    x[-2, ::2], x[-2, 1::2] = np.inf, -np.inf
    found = extrema(kernel, x)
    np.testing.assert_array_equal(found, expected(x))
    assert np.isnan(found[:, : len(places)]).all()
    assert not np.isnan(found[:, -1]).any()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("number", [np.inf, -np.inf, np.float32(-3.4e38), np.float32(3.4e38)])
def test_rows_of_one_number(kernel, number: float) -> None:
    """Neither what fills rows up nor where an extremum starts is among the results."""
    x = np.full((5, 300), number, np.float32)
    np.testing.assert_array_equal(extrema(kernel, x), expected(x))


@pytest.mark.parametrize("kernel", KERNELS)
def test_zeros(kernel) -> None:
    x = np.full((4, 300), -0.0, np.float32)
    x[1, 150], x[2] = 0.0, 0.0
    found = extrema(kernel, x)
    np.testing.assert_array_equal(found, np.zeros((2, 4)))
    np.testing.assert_array_equal(np.signbit(found[:, [0, 2]]), [[True, False], [True, False]])
    if kernel is ordered:
        np.testing.assert_array_equal(np.signbit(found[:, 1]), [False, True])


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("dtype", [np.float16, np.float64])
def test_other_floats(kernel, dtype: type) -> None:
    x = np.random.default_rng(0).normal(size=(6, 300)).astype(dtype)
    x[2, 299], x[3, 0], x[4, 17] = np.nan, np.inf, -np.inf
    wanted = x.astype(np.float32).astype(dtype) if kernel is in_parts else x
    np.testing.assert_array_equal(extrema(kernel, x), expected(wanted))


@pytest.mark.parametrize("kernel", KERNELS)
def test_bf16(kernel) -> None:
    torch = pytest.importorskip("torch")
    if kernel is ordered and triton.__version__.startswith("3.6."):
        pytest.skip("Triton 3.6 makes maxima of bf16 of f32, which no reduction of bf16 takes")
    x = torch.randn(6, 300).bfloat16()
    x[2, 299], x[3, 0], x[4, 17] = float("nan"), float("inf"), float("-inf")
    out = torch.empty(2, 6, dtype=torch.bfloat16)
    with xtriton.on_cpu():
        kernel[(2,)](x, out, 6, 300, X=4, R=512)
    torch.testing.assert_close(out, torch.stack([x.amax(1), x.amin(1)]), rtol=0, atol=0, equal_nan=True)


@triton.jit
def of_integers(x, y, columns, R: tl.constexpr):
    """The largest integer of each row, by the same function and masks."""
    c = tl.arange(0, R)
    row = tl.program_id(0)
    inside = c < columns
    value = tl.load(x + row * columns + c, inside, other=0)
    tl.store(y + row, tl.reduce(tl.where(inside, value, -2147483648), 0, _max_or_nan))


@pytest.mark.parametrize("columns", COUNTS)
def test_integers(columns: int) -> None:
    x = np.random.default_rng(0).integers(-(2**31), 0, (3, columns)).astype(np.int32)
    x[2] = -(2**31)
    out = np.zeros(3, np.int32)
    with xtriton.on_cpu():
        of_integers[(3,)](x, out, columns, R=512)
    np.testing.assert_array_equal(out, x.max(1))


@triton.jit
def sums(x, y, rows, columns, X: tl.constexpr, R: tl.constexpr):
    """Sums, sums of squares and products of rows, in loops and masked after each addition."""
    r = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    total = tl.zeros([X, R], tl.float32)
    squares = tl.zeros([X, R], tl.float32)
    product = tl.full([X, R], 1.0, tl.float32)
    for first in range(0, columns, R):
        c = first + tl.arange(0, R)[None, :]
        inside = (r < rows) & (c < columns)
        value = tl.load(x + r * columns + c, inside, other=5.0)
        total = tl.where(inside, total + value, total)
        squares = tl.where(inside, squares + value * value, squares)
        product = tl.where(inside, product * value, product)
    tl.store(y + r, tl.sum(total, 1)[:, None], r < rows)
    tl.store(y + rows + r, tl.sum(squares, 1)[:, None], r < rows)
    tl.store(y + 2 * rows + r, tl.reduce(product, 1, _times)[:, None], r < rows)


@triton.jit
def _times(a, b):
    return a * b


@pytest.mark.parametrize("columns", [1, 255, 300, 1000])
def test_sums_and_products(columns: int) -> None:
    x = np.random.default_rng(0).uniform(0.9, 1.1, (6, columns)).astype(np.float32)
    out = np.zeros((3, 6), np.float32)
    with xtriton.on_cpu():
        sums[(2,)](x, out, 6, columns, X=4, R=256)
    wide = x.astype(np.float64)
    np.testing.assert_allclose(out, [wide.sum(1), (wide * wide).sum(1), wide.prod(1)], rtol=1e-5)


@triton.jit
def strict(x, y, columns, R: tl.constexpr):
    c = tl.arange(0, R)
    value = tl.load(x + c, c < columns, other=0.0)
    tl.store(y, tl.sum(value, 0))


@pytest.mark.parametrize("columns", [1, 300, 512])
def test_sums_in_order(columns: int) -> None:
    """With ``strict_fp`` the result is that of adding one number after the other."""
    x = np.random.default_rng(0).normal(size=columns).astype(np.float32)
    out = np.zeros(1, np.float32)
    signature = "*fp32,*fp32,i32,512"
    kernel = xtriton.compile(strict, signature, target="cpu", strict_fp=True)
    kernel[(1,)](x, out, columns)
    total = np.float32(0)
    for number in x:
        total += number
    assert out[0] == total
