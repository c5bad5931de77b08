"""Rows that a mask cuts: most elements are read in memory, only the last ones from a buffer (``cpu-read-in-place``)."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton

COUNTS = (0, 1, 63, 64, 65, 127, 128, 255, 300, 448, 511, 512)


@triton.jit
def sums(x, y, rows, columns, X: tl.constexpr, R: tl.constexpr):
    """The sum of each row."""
    r = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    c = tl.arange(0, R)[None, :]
    inside = (r < rows) & (c < columns)
    value = tl.load(x + r * columns + c, mask=inside, other=0.0)
    tl.store(y + r, tl.sum(value, 1)[:, None], mask=r < rows)


@triton.jit
def largest(x, y, places, columns, R: tl.constexpr):
    c = tl.arange(0, R)
    row = tl.program_id(0)
    value = tl.load(x + row * columns + c, mask=c < columns, other=float("-inf"))
    most, place = tl.max(value, 0, return_indices=True)
    tl.store(y + row, most)
    tl.store(places + row, place)


@triton.jit
def weighted(x, y, columns, R: tl.constexpr):
    """Uses the numbers of the columns, and what masked elements are."""
    c = tl.arange(0, R)
    row = tl.program_id(0)
    value = tl.load(x + row * columns + c, mask=c < columns, other=2.0)
    tl.store(y + row, tl.sum(value * (c + 1), 0) + tl.max(value, 0))


@triton.jit
def normalised(x, y, weight, bias, columns, R: tl.constexpr):
    """A layer norm of four arrays with one mask; ``weight`` has its own."""
    c = tl.arange(0, R)
    row = tl.program_id(0)
    inside = c < columns
    value = tl.load(x + row * columns + c, mask=inside, other=0.0)
    mean = tl.sum(value, 0) / columns
    centred = tl.where(inside, value - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, 0) / columns + 1e-5)
    w = tl.load(weight + c, mask=c < columns - 1, other=3.0)
    tl.store(y + row * columns + c, centred * scale * w + tl.load(bias + c, mask=inside), mask=inside)


@triton.jit
def of_columns(x, y, rows, columns, X: tl.constexpr, C: tl.constexpr):
    """Sums along the columns of a block whose rows are cut: the loop along a row is parallel."""
    r = tl.arange(0, X)[:, None]
    c = tl.program_id(0) * C + tl.arange(0, C)[None, :]
    value = tl.load(x + r * columns + c, mask=(r < rows) & (c < columns), other=0.0)
    tl.store(y + c, tl.sum(value, 0)[None, :], mask=c < columns)


@triton.jit
def outer(x, y, out, columns, R: tl.constexpr):
    """One operation reads two rows along two of its loops."""
    c = tl.arange(0, R)
    a = tl.load(x + c, mask=c < columns, other=1.0)
    b = tl.load(y + c, mask=c < columns, other=1.0)
    tl.store(out + c, tl.sum(a[:, None] * b[None, :] + c[:, None] * 0.5, 1) + a, mask=c < columns)


@triton.jit
def in_place(x, columns, R: tl.constexpr):
    """Stores what it has read: the memory changes before the last use of the row."""
    c = tl.arange(0, R)
    inside = c < columns
    value = tl.load(x + c, mask=inside, other=0.0)
    total = tl.sum(value, 0)
    tl.store(x + c, value + total, mask=inside)
    tl.store(x + c, tl.load(x + c, mask=inside, other=1.0) * 2 + tl.max(value, 0), mask=inside)


@triton.jit
def in_turns(x, y, columns, steps, R: tl.constexpr):
    """A row that is loaded before a loop, and others that are loaded in it."""
    c = tl.arange(0, R)
    first = tl.load(x + c, mask=c < columns, other=1.0)
    for step in range(steps):
        row = tl.load(x + step * columns + c, mask=c < columns - step, other=1.0)
        tl.store(y + step, tl.sum(first * row, 0))


def _random(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


def _close(found: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(found, expected, 2e-5, 2e-4)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("block", [1, 4])
@pytest.mark.parametrize("columns", COUNTS)
def test_sums(columns: int, block: int, strict: bool) -> None:
    x = _random(7, columns)
    y = np.zeros(7, np.float32)
    with xtriton.on_cpu(strict_fp=strict):
        sums[(triton.cdiv(7, block),)](x, y, 7, columns, block, 512)
    _close(y, x.sum(1, dtype=np.float64))
    if strict:  # in the order of the elements
        np.testing.assert_array_equal(y, np.cumsum(x, 1)[:, -1] if columns else np.zeros(7))


@pytest.mark.parametrize("columns", COUNTS[1:])
def test_largest(columns: int) -> None:
    x = np.round(_random(5, columns) * 3)
    y, places = np.zeros(5, np.float32), np.zeros(5, np.int32)
    with xtriton.on_cpu():
        largest[(5,)](x, y, places, columns, 512)
    np.testing.assert_array_equal(y, x.max(1))
    np.testing.assert_array_equal(places, x.argmax(1))


@pytest.mark.parametrize("columns", COUNTS)
def test_numbers_of_columns_and_masked_elements(columns: int) -> None:
    x = _random(3, columns)
    y = np.zeros(3, np.float32)
    full = np.concatenate([x, np.full((3, 512 - columns), 2, np.float32)], 1).astype(np.float64)
    with xtriton.on_cpu():
        weighted[(3,)](x, y, columns, 512)
    np.testing.assert_allclose(y, full @ np.arange(1, 513) + full.max(1), 1e-4, 0.1)


@pytest.mark.parametrize("columns", COUNTS[1:])
def test_rows_of_one_operation(columns: int) -> None:
    x, weight, bias = _random(3, columns), _random(columns), _random(1, columns)[0]
    y = np.zeros_like(x)
    with xtriton.on_cpu():
        normalised[(3,)](x, y, weight, bias, columns, 512)
    weight[-1] = 3
    wide = x.astype(np.float64)
    centred = wide - wide.mean(1, keepdims=True)
    _close(y, centred / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5) * weight + bias)


@pytest.mark.parametrize("rows", [0, 3, 8])
@pytest.mark.parametrize("columns", [1, 300, 512, 700])
def test_sums_along_columns(rows: int, columns: int) -> None:
    x = _random(rows, columns)
    y = np.zeros(columns, np.float32)
    with xtriton.on_cpu():
        of_columns[(triton.cdiv(columns, 512),)](x, y, rows, columns, 8, 512)
    _close(y, x.sum(0))


@pytest.mark.parametrize("columns", [1, 65, 200, 256])
def test_rows_along_two_loops(columns: int) -> None:
    x, y = _random(2, columns)
    out = np.zeros(columns, np.float32)
    full = np.concatenate([y, np.ones(256 - columns, np.float32)])
    with xtriton.on_cpu():
        outer[(1,)](x, y, out, columns, 256)
    np.testing.assert_allclose(out, x * full.sum() + np.arange(columns) * 128 + x, 1e-4, 1e-2)


@pytest.mark.parametrize("columns", COUNTS)
def test_memory_that_is_written(columns: int) -> None:
    x = _random(1, columns)[0]
    expected = (x + x.sum(dtype=np.float64)) * 2 + max(x.max(initial=-np.inf), 0.0 if columns < 512 else -np.inf)
    with xtriton.on_cpu():
        in_place[(1,)](x, columns, 512)
    _close(x, expected)


@pytest.mark.parametrize("columns", [1, 100, 320, 512])
def test_rows_of_a_loop_and_of_what_surrounds_it(columns: int) -> None:
    x = _random(4, columns)
    y = np.zeros(4, np.float32)
    with xtriton.on_cpu():
        in_turns[(1,)](x, y, columns, 4, 512)
    full = np.ones((4, 512))
    for step in range(4):
        full[step, : max(columns - step, 0)] = x[step, : max(columns - step, 0)]
    first = np.concatenate([x[0], np.ones(512 - columns)])
    _close(y, full @ first)


@pytest.mark.parametrize("columns", COUNTS[1:])
def test_no_element_after_the_array_is_read(columns: int) -> None:
    x, y = Fences(at_end=True).array(_random(3, columns)), np.zeros(3, np.float32)
    with xtriton.on_cpu():
        sums[(3,)](x, y, 3, columns, 1, 512)
    _close(y, x.sum(1))


def test_rows_in_arrays_that_overlap() -> None:
    x = _random(700)
    expected = x.copy()
    expected[100:400] = (x[:300] - x[:300].mean()) / np.sqrt(x[:300].var() + 1e-5)
    expected[399] *= 3
    with xtriton.on_cpu():
        normalised[(1,)](x[:300], x[100:400], np.ones(300, np.float32), np.zeros(300, np.float32), 300, 512)
    _close(x, expected)
