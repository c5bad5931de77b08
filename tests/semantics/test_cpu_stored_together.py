"""Kernels whose stores are computed by one loop (``cpu-fuse``), and what must not be."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton
from xtriton.backends.cpu.host import Host

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

BLOCK = 256


@triton.jit
def moments(p, g, m, n, BLOCK: tl.constexpr):
    """Two arrays are read and written, and what is stored to one is needed for the other."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k = i < n
    a = tl.load(m + i, k) * 0.5 + tl.load(g + i, k) * 0.25
    tl.store(p + i, tl.load(p + i, k) - a / 3.0, k)
    tl.store(m + i, a, k)


def moments_of(p: np.ndarray, g: np.ndarray, m: np.ndarray) -> None:
    """The same, block by block: all loads of a program before its stores."""
    for start in range(0, p.size, BLOCK):
        part = slice(start, start + BLOCK)
        a = m[part] * np.float32(0.5) + g[part] * np.float32(0.25)
        x = p[part] - a / np.float32(3.0)
        p[part] = x
        m[part] = a


@triton.jit
def products(x, y, a, b, n, BLOCK: tl.constexpr):
    """The product is stored: the sum is that of the rounded product."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(x + i, i < n)
    v = tl.load(y + i, i < n)
    tl.store(a + i, u * v + u, i < n)
    tl.store(b + i, u * v, i < n)


@triton.jit
def swapped(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(x + i, i < n)
    v = tl.load(y + i, i < n)
    tl.store(x + i, v, i < n)
    tl.store(y + i, u, i < n)


@triton.jit
def read_again(x, y, z, n, BLOCK: tl.constexpr):
    """The second load reads what the first store has stored."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(x + i, i < n)
    tl.store(y + i, u + 1, i < n)
    w = tl.load(y + i, i < n)
    tl.store(z + i, u * w, i < n)


@triton.jit
def halves(x, y, z, n, m, BLOCK: tl.constexpr):
    """Stores of different numbers of elements."""
    i = tl.arange(0, BLOCK)
    u = tl.load(x + i, i < n)
    tl.store(y + i, u + 1, i < n)
    tl.store(z + i, u * 2, i < m)


@triton.jit
def mixed(x, y, z, w, n, BLOCK: tl.constexpr):
    """Results of several types."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(x + i, i < n)
    tl.store(y + i, u * 2, i < n)
    tl.store(z + i, u.to(tl.int16), i < n)
    tl.store(w + i, (u > 0).to(tl.int8), i < n)


@triton.jit
def whole(x, y, z, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(x + i)
    tl.store(y + i, u + 1)
    tl.store(z + i, u * 2)


@triton.jit
def strided(x, y, x_stride: int, y_stride: int, n, BLOCK: tl.constexpr):
    """Strides that are not known at compile time, even if they are 1."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i * y_stride, tl.load(x + i * x_stride, i < n) + 1, i < n)


@triton.jit
def centred(x, y, columns, BLOCK: tl.constexpr):
    """A difference that a mask cuts, in two places."""
    c = tl.arange(0, BLOCK)
    row = tl.program_id(0) * columns
    v = tl.load(x + row + c, c < columns, other=0.0)
    d = tl.where(c < columns, v - tl.sum(v, 0) / columns, 0.0)
    tl.store(y + row + c, d / tl.sum(d * d, 0), c < columns)


@pytest.fixture(autouse=True, params=[False, True], ids=["cached", "streamed"])
def size_of_cache(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without streaming stores."""
    here = Host.here()
    if request.param and not here.cache_bytes:
        pytest.skip("this processor has no streaming stores of whole vectors")
    monkeypatch.setattr(Host, "here", lambda: replace(here, cache_bytes=int(request.param)))


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


COUNTS = [1, 15, 63, 64, 100, 255, 256, 257, 1000, 3001]


@pytest.mark.parametrize("count", COUNTS)
def test_arrays_that_are_updated(count: int) -> None:
    p, g, m = (numbers(count, seed=seed) for seed in range(3))
    expected = p.copy(), g.copy(), m.copy()
    moments_of(*expected)
    with xtriton.on_cpu():
        moments[(triton.cdiv(count, BLOCK),)](p, g, m, count, BLOCK)
    for own, wanted in zip((p, g, m), expected, strict=True):
        np.testing.assert_allclose(own, wanted, 1e-5, 1e-6)


@pytest.mark.parametrize("places", [(0, 0, 2000), (0, 2000, 0), (0, 7, 2000), (100, 2000, 0), (0, 0, 0)])
def test_arrays_that_overlap(places: tuple[int, int, int]) -> None:
    """``places`` are the first elements of the parameters, the gradients and the moments in one array."""
    count, memory = 700, numbers(4000)
    expected = memory.copy()
    moments_of(*(expected[first : first + count] for first in places))
    with xtriton.on_cpu(threads=1):
        moments[(triton.cdiv(count, BLOCK),)](*(memory[first : first + count] for first in places), count, BLOCK)
    np.testing.assert_allclose(memory, expected, 1e-5, 1e-6)


@pytest.mark.parametrize("first", [0, 3])
@pytest.mark.parametrize("count", COUNTS)
def test_products_that_are_stored_are_rounded(count: int, first: int) -> None:
    x, y = numbers(count), numbers(count, seed=1)
    a, b = np.zeros(count, np.float32), np.zeros(count + first, np.float32)
    with xtriton.on_cpu():
        products[(triton.cdiv(count, BLOCK),)](x, y, a, b[first:], count, BLOCK)
    np.testing.assert_array_equal(b[first:], x * y)
    np.testing.assert_array_equal(a, x * y + x)


@pytest.mark.parametrize("count", COUNTS)
def test_arrays_that_are_swapped(count: int) -> None:
    x, y = numbers(count), numbers(count, seed=1)
    before = x.copy(), y.copy()
    with xtriton.on_cpu():
        swapped[(triton.cdiv(count, BLOCK),)](x, y, count, BLOCK)
    np.testing.assert_array_equal(x, before[1])
    np.testing.assert_array_equal(y, before[0])


@pytest.mark.parametrize("count", [100, 256, 1000])
def test_what_is_stored_is_read_again(count: int) -> None:
    x, y, z = numbers(count), np.zeros(count, np.float32), np.zeros(count, np.float32)
    with xtriton.on_cpu():
        read_again[(triton.cdiv(count, BLOCK),)](x, y, z, count, BLOCK)
    np.testing.assert_array_equal(y, x + 1)
    np.testing.assert_array_equal(z, x * (x + 1))


def test_stores_of_different_numbers() -> None:
    x, y, z = numbers(BLOCK), np.zeros(BLOCK, np.float32), np.zeros(BLOCK, np.float32)
    with xtriton.on_cpu():
        halves[(1,)](x, y, z, 100, 70, BLOCK)
    np.testing.assert_array_equal(y, np.where(np.arange(BLOCK) < 100, x + 1, 0))
    np.testing.assert_array_equal(z, np.where(np.arange(BLOCK) < 70, x * 2, 0))


@pytest.mark.parametrize("count", COUNTS)
def test_results_of_several_types(count: int) -> None:
    x = numbers(count) * 100
    y, z, w = np.zeros(count, np.float32), np.zeros(count, np.int16), np.zeros(count, np.int8)
    with xtriton.on_cpu():
        mixed[(triton.cdiv(count, BLOCK),)](x, y, z, w, count, BLOCK)
    np.testing.assert_array_equal(y, x * 2)
    np.testing.assert_array_equal(z, x.astype(np.int16))
    np.testing.assert_array_equal(w, x > 0)


def test_stores_without_masks() -> None:
    x, y, z = numbers(1024), np.zeros(1024, np.float32), np.zeros(1024, np.float32)
    with xtriton.on_cpu():
        whole[(4,)](x, y, z, BLOCK)
    np.testing.assert_array_equal(y, x + 1)
    np.testing.assert_array_equal(z, x * 2)


@pytest.mark.parametrize("count", [100, 256, 1000, 4096])
@pytest.mark.parametrize(("x_stride", "y_stride"), [(1, 1), (2, 1), (1, 3)])
def test_strides_that_are_arguments(count: int, x_stride: int, y_stride: int) -> None:
    x, y = numbers(count * x_stride), np.zeros(count * y_stride, np.float32)
    with xtriton.on_cpu():
        strided[(triton.cdiv(count, 1024),)](x, y, x_stride, y_stride, count, 1024)
    expected = np.zeros_like(y)
    expected[::y_stride] = x[::x_stride] + 1
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize(
    ("columns", "block"),
    [(columns, block) for block in (256, 1024) for columns in (63, 64, 65, 255, 256, 900, 1024) if columns <= block],
)
def test_differences_in_two_places(columns: int, block: int) -> None:
    x = numbers(3, columns)
    y = np.zeros_like(x)
    with xtriton.on_cpu():
        centred[(3,)](x, y, columns, block)
    d = x.astype(np.float64) - x.astype(np.float64).mean(1, keepdims=True)
    np.testing.assert_allclose(y, d / (d * d).sum(1, keepdims=True), 1e-3, 1e-6)
