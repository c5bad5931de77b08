"""Kernels on the CPU where numbers come to their limits: loops, gathers, block pointers in ``while``, conversions."""

from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from selection import with_block_pointers

import xtriton

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")


@triton.jit
def _count(out, low, high, step):
    count = 0
    last = low
    for i in range(low, high, step):
        count += 1
        last = i
    tl.store(out, count)
    tl.store(out + 1, last)


@pytest.mark.parametrize(
    ("low", "high", "step"),
    [
        *((0, 2**31 - 1, 2**30), (-(2**31), 2**31 - 1, 2**31 - 1), (2**31 - 9, 2**31 - 1, 5), (-7, 8, 5), (3, 3, 2)),
        *((5, -5, 3), (-(2**31), -(2**31) + 9, 4)),
    ],
)
def test_range(low: int, high: int, step: int) -> None:
    numbers = range(low, high, step)
    out = np.zeros(2, np.int32)
    with xtriton.on_cpu():
        _count[(1,)](out, low, high, step)
    assert out.tolist() == [len(numbers), numbers[-1] if numbers else low]


@triton.jit
def _gather(source, index, out, AXIS: tl.constexpr):
    rows = tl.arange(0, 4)[:, None] * 8
    place = rows + tl.arange(0, 8)[None, :]
    tl.store(out + place, tl.gather(tl.load(source + place), tl.load(index + place), AXIS))


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
@pytest.mark.parametrize("axis", [0, 1])
def test_gather_beyond_its_source(axis: int, dtype: type) -> None:
    """Elements within are as ever; others are some element of the source, and nothing else is read."""
    random = np.random.default_rng(1)
    extent = (4, 8)[axis]
    limits = np.iinfo(dtype)
    index = random.integers(0, extent, (4, 8)).astype(dtype)
    inside = random.integers(0, 2, (4, 8)).astype(bool)
    index[~inside] = random.choice([extent, -1, limits.min, limits.max, extent + 1], (~inside).sum())
    source, out = random.random((4, 8)).astype(np.float32) + 1, np.zeros((4, 8), np.float32)
    with xtriton.on_cpu():
        _gather[(1,)](source, index, out, AXIS=axis)
    wanted = np.take_along_axis(source, np.where(inside, index, 0).astype(np.int64), axis)
    assert (out[inside] == wanted[inside]).all()
    assert np.isin(out, source).all()


@triton.jit
def _sum_of_blocks(x, out, rows, columns, B: tl.constexpr):
    block = tl.make_block_ptr(x, (rows, columns), (columns, 1), (0, 0), (B, B), (1, 0))
    total = tl.zeros((B, B), tl.float32)
    column = 0
    while column < columns:
        total += tl.load(block, boundary_check=(0, 1), padding_option="zero")
        block = tl.advance(block, (0, B))
        column += B
    place = tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :]
    tl.store(out + place, total)


@with_block_pointers
@pytest.mark.parametrize("shape", [(6, 21), (8, 8), (8, 0), (3, 64)])
def test_block_pointers_in_while(shape: tuple[int, int]) -> None:
    x = np.random.default_rng(0).integers(0, 9, shape).astype(np.float32)
    out = np.full((8, 8), -1, np.float32)
    with xtriton.on_cpu():
        _sum_of_blocks[(1,)](x if x.size else np.zeros(1, np.float32), out, *shape, B=8)
    padded = np.zeros((8, -(-shape[1] // 8) * 8), np.float32)
    padded[: shape[0], : shape[1]] = x
    assert (out == padded.reshape(8, -1, 8).sum(1)).all()


@triton.jit
def _copy_blocks(x, out, n, B: tl.constexpr):
    source = tl.make_block_ptr(x, (n,), (1,), (0,), (B,), (0,))
    target = tl.make_block_ptr(out, (n,), (1,), (0,), (B,), (0,))
    done = 0
    while done < n:
        tl.store(target, tl.load(source, boundary_check=(0,)) * 2, boundary_check=(0,))
        source = tl.advance(source, (B,))
        target = tl.advance(target, (B,))
        done += B


@with_block_pointers
@pytest.mark.parametrize("n", [0, 1, 8, 21])
def test_several_block_pointers_in_while(n: int) -> None:
    x, out = np.arange(24, dtype=np.float32), np.full(24, -1, np.float32)
    with xtriton.on_cpu():
        _copy_blocks[(1,)](x, out, n, B=8)
    assert out.tolist() == [*(2 * x[:n]), *[-1] * (24 - n)]


@triton.jit
def _convert(x, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.load(x + i).to(out.dtype.element_ty))


@triton.jit
def _fma(x, y, z, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.fma(tl.load(x + i), tl.load(y + i), tl.load(z + i)))


def test_float64_to_float16() -> None:
    """Beside a tie: 1 + 2^-11 and a little more rounds up, which rounding to float32 first would lose."""
    x = np.array(
        [
            1 + 2**-11,
            1 + 2**-11 + 2**-40,
            1 + 3 * 2**-11 - 2**-40,
            65519.999999999,
            65520,
            2**-25,
            -(2**-25) * 1.0000001,
            1e-300,
        ]
    )
    out = np.zeros(8, np.float16)
    with xtriton.on_cpu():
        _convert[(1,)](x, out, B=8)
    assert out.tolist() == [1, 1 + 2**-10, 1 + 2**-10, 65504, float("inf"), 0, -(2**-24), 0]


def test_fma_of_float16() -> None:
    """The product 1 + 2^-9 + 2^-20 is not a float16; slightly above a tie, it is rounded only after the addition."""
    x = np.full(8, 1 + 2**-10, np.float16)
    z = np.array([0, 2**-10, 2048, -1, -1 - 2**-9, 2**-24, 65504, -65504], np.float16)
    out = np.zeros(8, np.float16)
    with xtriton.on_cpu():
        _fma[(1,)](x, x, z, out, B=8)
    exact = float(x[0]) ** 2 + z.astype(np.float64)  # of at most 42 bits
    assert out.tolist() == exact.astype(np.float16).tolist()
