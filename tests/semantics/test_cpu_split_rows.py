"""Kernels that loop over the columns of blocks of rows, which are computed row by row."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton

SHAPES = [(1, 1), (3, 256), (8, 512), (9, 300), (16, 1000), (21, 77)]


@triton.jit
def log_softmax(x, y, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    high = tl.full([BM, BN], float("-inf"), tl.float32)
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)
        inside = (row[:, None] < rows) & (column[None, :] < columns)
        value = tl.load(x + row[:, None] * columns + column[None, :], inside, other=float("-inf"))
        higher = tl.maximum(high, value)
        total = tl.where(higher == float("-inf"), total, total * tl.exp(high - higher) + tl.exp(value - higher))
        high = higher
    most = tl.max(high, 1)
    total = tl.sum(total * tl.exp(high - most[:, None]), 1)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)
        inside = (row[:, None] < rows) & (column[None, :] < columns)
        value = tl.load(x + row[:, None] * columns + column[None, :], inside, other=0.0)
        tl.store(y + row[:, None] * columns + column[None, :], value - most[:, None] - tl.log(total)[:, None], inside)


@triton.jit
def rms_norm(x, weight, y, scale, rows, columns, stride, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    squares = tl.zeros([BM, BN], tl.float32)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)[None, :]
        value = tl.load(x + row * stride + column, (row < rows) & (column < columns), other=0.0)
        squares += value * value
    factor = tl.rsqrt(tl.sum(squares, axis=1)[:, None] / columns + 1e-6)
    tl.store(scale + row, factor, row < rows)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)[None, :]
        inside = (row < rows) & (column < columns)
        value = tl.load(x + row * stride + column, inside, other=0.0)
        tl.store(y + row * stride + column, value * factor * tl.load(weight + column, column < columns), inside)


@triton.jit
def weighted(x, y, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    """The sum of each row, weighted by the number of the row in its block, and products of it."""
    inner = tl.arange(0, BM)[:, None]
    row = tl.program_id(0) * BM + inner
    low = tl.full([BM, BN], 0, tl.int32)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)[None, :]
        value = tl.load(x + row * columns + column, (row < rows) & (column < columns), other=0)
        low = low * 3 + value * (inner + 1)
    total = tl.sum(low, axis=1)[:, None]
    tl.store(y + row, total, row < rows)


@triton.jit
def in_place(x, rows, columns, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    total = tl.zeros([BM, BN], tl.float32)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)[None, :]
        inside = (row < rows) & (column < columns)
        total = total * 2 + tl.load(x + row * columns + column, inside, other=0.0)
    row_total = tl.sum(total, 1)[:, None]
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)[None, :]
        inside = (row < rows) & (column < columns)
        tl.store(x + row * columns + column, tl.load(x + row * columns + column, inside) - row_total, inside)


@triton.jit
def across_rows(x, y, columns, BM: tl.constexpr, BN: tl.constexpr):
    """Each row subtracts the maximum of all rows."""
    row = tl.arange(0, BM)[:, None]
    high = tl.full([BM, BN], float("-inf"), tl.float32)
    for start in range(0, columns, BN):
        column = start + tl.arange(0, BN)[None, :]
        high = tl.maximum(high * 0.5, tl.load(x + row * columns + column, column < columns, other=0.0))
    most = tl.max(high, 0)[None, :]
    tl.store(y + row * BN + tl.arange(0, BN)[None, :], high - most)


def _numbers(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(rows * columns).standard_normal((rows, columns)).astype(np.float32)


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize("block", [2, 8])
@pytest.mark.parametrize("at_end", [False, True])
def test_log_softmax(rows: int, columns: int, block: int, *, at_end: bool) -> None:
    fences = Fences(at_end)
    x = fences.array(_numbers(rows, columns))
    y = fences.array(np.zeros((rows, columns), np.float32))
    with xtriton.on_cpu():
        log_softmax[(triton.cdiv(rows, block),)](x, y, rows, columns, block, 256)
    wide = x.astype(np.float64)
    expected = wide - np.log(np.exp(wide).sum(1, keepdims=True))
    np.testing.assert_allclose(y, expected, rtol=1e-5, atol=1e-5)
    fences.check()


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize("gap", [0, 5])
def test_rows_with_weights_and_gaps(rows: int, columns: int, gap: int) -> None:
    x = _numbers(rows, columns + gap)
    weight, y, scale = _numbers(1, columns)[0], np.zeros_like(x), np.zeros(rows + 1, np.float32)
    with xtriton.on_cpu():
        rms_norm[(triton.cdiv(rows, 8),)](x, weight, y, scale, rows, columns, columns + gap, 8, 256)
    part = x[:, :columns]
    factor = 1 / np.sqrt((part.astype(np.float64) ** 2).mean(1) + 1e-6)
    np.testing.assert_allclose(scale[:rows], factor, rtol=1e-5)
    np.testing.assert_allclose(y[:, :columns], part * factor[:, None] * weight, rtol=1e-5, atol=1e-6)
    assert scale[rows] == 0
    assert not y[:, columns:].any()


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_numbers_of_rows(rows: int, columns: int) -> None:
    x = np.random.default_rng(0).integers(-99, 99, (rows, columns)).astype(np.int32)
    y = np.zeros(rows, np.int32)
    with xtriton.on_cpu():
        weighted[(triton.cdiv(rows, 8),)](x, y, rows, columns, 8, 256)
    place = np.arange(columns) // 256
    powers = 3 ** (place[-1] - place).astype(np.int32)
    np.testing.assert_array_equal(y, (x * powers).sum(1) * (np.arange(rows) % 8 + 1))


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_results_in_the_place_of_the_operand(rows: int, columns: int) -> None:
    x = np.random.default_rng(0).integers(-9, 9, (rows, columns)).astype(np.float32)
    place = np.arange(columns) // 256
    expected = x - (x * 2.0 ** (place[-1] - place)).sum(1, keepdims=True)
    with xtriton.on_cpu():
        in_place[(triton.cdiv(rows, 8),)](x, rows, columns, 8, 256)
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize("shift", [0, 1, 300, -300])
def test_results_that_overlap_what_is_read(shift: int) -> None:
    """A row of the block reads what another one stores: all rows are read before one is stored."""
    memory = np.random.default_rng(0).integers(-9, 9, 4000).astype(np.float32)
    x = memory[600:3000].reshape(8, 300)
    expected = (memory[600:3000].reshape(8, 300) * np.where(np.arange(300) < 256, 3, 1)).astype(np.int32)
    y = memory[600 + shift : 608 + shift].view(np.int32)
    numbers = x.astype(np.int32)
    flat = memory.view(np.int32)
    flat[600:3000] = numbers.reshape(-1)
    with xtriton.on_cpu():
        weighted[(1,)](flat[600:3000].reshape(8, 300), y, 8, 300, 8, 256)
    np.testing.assert_array_equal(y, expected.sum(1) * (np.arange(8) + 1))


def test_what_combines_rows_stays_a_block() -> None:
    x, y = _numbers(8, 600), np.zeros((8, 256), np.float32)
    with xtriton.on_cpu():
        across_rows[(1,)](x, y, 600, 8, 256)
    padded = np.zeros((8, 768), np.float32)
    padded[:, :600] = x
    high = np.full((8, 256), -np.inf, np.float32)
    for part in np.split(padded, 3, axis=1):
        high = np.maximum(high * np.float32(0.5), part)
    np.testing.assert_array_equal(y, high - high.max(0))


@pytest.mark.parametrize(
    ("kernel", "split"), [(log_softmax, True), (weighted, True), (across_rows, False), (in_place, False)]
)
def test_which_kernels_are_split(kernel: object, *, split: bool) -> None:
    pointers = {log_softmax: "*fp32,*fp32,i32,i32", weighted: "*i32,*i32,i32,i32", in_place: "*fp32,i32,i32"}
    signature = pointers.get(kernel, "*fp32,*fp32,i32")
    compiled = xtriton.compile(kernel, f"{signature},8,256", target="cpu")
    sizes = [int(text.split(" x ")[0]) for text in str(compiled.asm["ll"]).split("alloca [")[1:]]
    assert bool(sizes) and (max(sizes) <= 256) == split
