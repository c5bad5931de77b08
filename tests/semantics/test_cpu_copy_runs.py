"""Blocks that are gathered at rows and columns of divided positions, and then reduced (``cpu-copy-runs``)."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false, reportGeneralTypeIssues=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton

DISTANCE = 1500


@triton.jit
def _max_or_nan(a, b):
    return tl.where((a > b) | (a != a), a, b)


@triton.jit
def images(x, y, count, width, distance, R: tl.constexpr):
    """The sum and the maximum of ``count`` elements of rows of ``width``, ``distance`` apart."""
    total = tl.zeros([R], tl.float32)
    most = tl.full([R], float("-inf"), tl.float32)
    for first in range(0, count, R):
        p = first + tl.arange(0, R)
        inside = p < count
        value = tl.load(x + p % width + p // width * distance, inside, other=0.0)
        total = tl.where(inside, total + value, total)
        most = tl.where(inside, _max_or_nan(most, value), most)
    tl.store(y, tl.sum(total, 0))
    tl.store(y + 1, tl.reduce(most, 0, _max_or_nan))


def reference(x: np.ndarray, count: int, width: int) -> list[float]:
    p = np.arange(count)
    chosen = x.reshape(-1)[p % width + p // width * DISTANCE]
    return [chosen.astype(np.float64).sum(), chosen.max()]


@pytest.mark.parametrize("width", [3, 16, 17, 100, 512, 1500])
@pytest.mark.parametrize("count", [1, 15, 100, 512, 513, 4321])
def test_rows_of_images(width: int, count: int) -> None:
    x = np.random.default_rng(0).normal(size=(-(-count // width), DISTANCE)).astype(np.float32)
    out = np.zeros(2, np.float32)
    with xtriton.on_cpu():
        images[(1,)](x, out, count, width, DISTANCE, R=512)
    np.testing.assert_allclose(out, reference(x, count, width), rtol=1e-5, atol=1e-3)
    assert out[1] == reference(x, count, width)[1]


def test_a_nan_in_the_last_run() -> None:
    x = np.random.default_rng(0).normal(size=(9, DISTANCE)).astype(np.float32)
    x[8, 20] = np.nan
    out = np.zeros(2, np.float32)
    with xtriton.on_cpu():
        images[(1,)](x, out, 821, 100, DISTANCE, R=512)
        assert np.isnan(out).all()
        images[(1,)](x, out, 820, 100, DISTANCE, R=512)
        assert not np.isnan(out).any()


@triton.jit
def from_start(x, y, start, count, WIDTH: tl.constexpr, R: tl.constexpr):
    """The sum of elements at positions from ``start`` on, which may be negative: division truncates."""
    k = tl.arange(0, R)
    p = start + k
    value = tl.load(x + p % WIDTH + p // WIDTH * 70, k < count, other=0.0)
    tl.store(y, tl.sum(value, 0))
    tl.store(y + 1, tl.max(value * k, 0))


@pytest.mark.parametrize("start", [-300, -257, -256, -65, -1, 0, 1, 63, 64, 700])
@pytest.mark.parametrize("count", [1, 200, 256])
def test_negative_positions(start: int, count: int) -> None:
    memory = np.random.default_rng(0).normal(size=4000).astype(np.float32)
    base = 2000
    p = start + np.arange(256)
    rows = np.trunc(p / 64).astype(int)
    chosen = np.where(np.arange(256) < count, memory[base + p - rows * 64 + rows * 70], 0)
    out = np.zeros(2, np.float32)
    with xtriton.on_cpu():
        from_start[(1,)](memory[base:], out, start, count, WIDTH=64, R=256)
    np.testing.assert_allclose(out, [chosen.sum(), (chosen * np.arange(256)).max()], rtol=1e-4, atol=1e-4)
