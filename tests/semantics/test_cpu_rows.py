"""Addresses ``x // n * s + x % n * t``: blocks of elements that are numbered through the rows of a matrix."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import re

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton


@triton.jit
def doubled(x, y, count, columns, x_row, y_row, BLOCK: tl.constexpr):
    place = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    row, column = place // columns, place % columns
    value = tl.load(x + row * x_row + column, mask=place < count, other=0.0)
    tl.store(y + row * y_row + column, value * 2, mask=place < count)


@triton.jit
def doubled_rows_of_four(x, y, count, columns, x_row, x_column, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inner = tl.arange(0, 4)[None, :]
    row, column = (place // columns)[:, None], (place % columns)[:, None]
    inside = (place < count)[:, None]
    value = tl.load(x + 3 + row * x_row + column * x_column + inner, mask=inside, other=0.0)
    tl.store(y + place[:, None] * 4 + inner, value * 2, mask=inside)


@triton.jit
def shifted(x, y, start, columns, x_row, BLOCK: tl.constexpr):
    place = start + tl.arange(0, BLOCK)
    tl.store(y + tl.arange(0, BLOCK), tl.load(x + (place // columns * x_row + place % columns)))


@triton.jit
def divided_by_a_tensor(x, y, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    columns = place // 8 + 1
    tl.store(y + place, tl.load(x + place // columns * 2 + place % columns))


@triton.jit
def other_divisor(x, y, columns, others, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    tl.store(y + place, tl.load(x + place // columns * columns + place % others))


def _matrix(rows: int, columns: int) -> np.ndarray:
    return np.arange(rows * columns, dtype=np.float32).reshape(rows, columns) + 1


@pytest.mark.parametrize("gap", [0, 7])
@pytest.mark.parametrize(("rows", "columns"), [(64, 100), (8, 512), (3, 1), (5, 256), (1, 3000)])
def test_rows(rows: int, columns: int, gap: int) -> None:
    x = _matrix(rows, columns + gap)
    y = np.zeros((rows, columns + 2 * gap), np.float32)
    with xtriton.on_cpu():
        doubled[(triton.cdiv(rows * columns, 256),)](
            x, y, rows * columns, columns, columns + gap, columns + 2 * gap, 256
        )
    np.testing.assert_array_equal(y[:, :columns], 2 * x[:, :columns])
    assert not y[:, columns:].any()


@pytest.mark.parametrize(("rows", "columns", "gap"), [(16, 128, 0), (16, 128, 5), (7, 96, 1)])
def test_elements_with_a_stride_and_another_dimension(rows: int, columns: int, gap: int) -> None:
    x = _matrix(rows, columns * 6 + gap)
    y = np.zeros((rows * columns, 4), np.float32)
    flat = np.append(x.reshape(-1), np.zeros(4, np.float32))
    with xtriton.on_cpu():
        doubled_rows_of_four[(triton.cdiv(rows * columns, 64),)](
            flat, y, rows * columns, columns, columns * 6 + gap, 6, 64
        )
    place = np.arange(rows * columns)
    first = 3 + place // columns * (columns * 6 + gap) + place % columns * 6
    np.testing.assert_array_equal(y, 2 * flat[first[:, None] + np.arange(4)])


@pytest.mark.parametrize("start", [0, -64, -20, 17])
@pytest.mark.parametrize(("columns", "x_row"), [(64, 64), (64, 80), (-64, -64), (-64, 80), (7, 9)])
def test_division_is_towards_zero_and_takes_negative_numbers(start: int, columns: int, x_row: int) -> None:
    memory = np.arange(4096, dtype=np.float32)
    y = np.empty(64, np.float32)
    with xtriton.on_cpu():
        shifted[(1,)](memory[2048:], y, start, columns, x_row, 64)
    place = start + np.arange(64)
    quotient = np.trunc(place / columns).astype(np.int64)
    np.testing.assert_array_equal(y, memory[2048 + quotient * x_row + place - quotient * columns])


def test_rows_are_read_as_blocks() -> None:
    x = _matrix(8, 512)
    with xtriton.on_cpu():
        kernel = doubled[(16,)](x, x.copy(), x.size, 512, 512, 512, 256)
    assert "memref.reinterpret_cast" in kernel.asm["linalg"]
    assert not re.search(r"arith\.(rem|div)si .*tensor|tensor<256xi(32|64)>", kernel.asm["linalg"])


def test_a_remainder_by_another_number_is_not_a_column() -> None:
    memory = np.arange(4096, dtype=np.float32)
    place, y = np.arange(64), np.empty(64, np.float32)
    with xtriton.on_cpu():
        other_divisor[(1,)](memory, y, 8, 5, 64)
        np.testing.assert_array_equal(y, memory[place // 8 * 8 + place % 5])
        divided_by_a_tensor[(1,)](memory, y, 64)
    columns = place // 8 + 1
    np.testing.assert_array_equal(y, memory[place // columns * 2 + place % columns])
