"""Maxima and minima of rows that a mask cuts, with what is loaded beyond the mask."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import math

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton


@triton.jit
def nan_of_both(a, b):
    return tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL)


@triton.jit
def extrema(x, y, rows, columns, OTHER: tl.constexpr, KIND: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    column = tl.arange(0, BN)
    inside = (row < rows)[:, None] & (column < columns)[None, :]
    value = tl.load(x + row[:, None] * columns + column[None, :], mask=inside, other=OTHER)
    if KIND == 0:
        found = tl.max(value, 1)
    elif KIND == 1:
        found = tl.min(value, 1)
    elif KIND == 2:
        found = tl.max(tl.abs(value), 1)
    else:
        found = tl.reduce(value, 1, nan_of_both)
    tl.store(y + row, found)


@triton.jit
def maxima_in_a_loop(x, y, rows, columns, OTHER: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    most = tl.full([BM, BN], float("-inf"), tl.float32)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)
        inside = (row < rows)[:, None] & (column < columns)[None, :]
        most = tl.maximum(most, tl.load(x + row[:, None] * columns + column[None, :], mask=inside, other=OTHER))
    tl.store(y + row, tl.max(most, 1))


def _numbers(rows: int, columns: int, dtype: type) -> np.ndarray:
    numbers = (np.random.default_rng(0).standard_normal((rows, columns)) * 20).astype(dtype)
    if dtype is np.float32:
        numbers[1], numbers[2] = math.nan, -math.inf
        numbers[3, ::7] = math.nan
    return numbers


def _padded(numbers: np.ndarray, other: float, rows: int, columns: int) -> np.ndarray:
    block = np.full((rows, columns), other, numbers.dtype)
    block[: numbers.shape[0], : numbers.shape[1]] = numbers
    return block


_FLOATS = [(np.float32, other, kind) for other in (0.0, -math.inf, math.inf, 5.0, math.nan) for kind in range(4)]
_INTEGERS = [(np.int32, other, kind) for other in (0, 100, -(2**31)) for kind in range(2)]
_EXPECTED = [
    lambda block: np.fmax.reduce(block, 1),
    lambda block: np.fmin.reduce(block, 1),
    lambda block: np.fmax.reduce(np.abs(block), 1),
    lambda block: np.max(block, 1),
]


@pytest.mark.parametrize(("dtype", "other", "kind"), [*_FLOATS, *_INTEGERS])
@pytest.mark.parametrize(("columns", "bm"), [(300, 4), (512, 4), (301, 1)])
def test_what_is_beyond_the_mask_counts(columns: int, bm: int, dtype: type, other: float, kind: int) -> None:
    """All of it, if rows or columns are cut: NaN in a row is no reason to ignore ``other``."""
    numbers = _numbers(5, columns, dtype)
    found = np.zeros(8, dtype)
    with xtriton.on_cpu(threads=1):
        extrema[(8 // bm,)](numbers, found, 5, columns, other, kind, bm, 512)
    np.testing.assert_array_equal(found, _EXPECTED[kind](_padded(numbers, other, 8, 512)))


@pytest.mark.parametrize("other", [-math.inf, 0.0, 70.0])
@pytest.mark.parametrize("columns", [100, 256, 700])
def test_loops_over_columns(columns: int, other: float) -> None:
    """Blocks of which a loop carries the maxima: only the last one is cut."""
    numbers = _numbers(6, columns, np.float32)
    found = np.zeros(8, np.float32)
    with xtriton.on_cpu(threads=1):
        maxima_in_a_loop[(2,)](numbers, found, 6, columns, other, 4, 128)
    block = _padded(numbers, other, 8, -(-columns // 128) * 128)
    np.testing.assert_array_equal(found, np.fmax(np.fmax.reduce(block, 1), np.float32(-math.inf)))
