"""Functions with branches that Triton maps, reduces and scans with; promises; undefined values; small floats."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pytest
import triton
import triton.language as tl

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.frontend.signature import Signature

X, Y = np.random.default_rng(0).standard_normal((2, 8, 32)).astype(np.float32) * 2


@triton.jit
def _early(a, b):
    if a < 0.0:
        return b * 2
    if a > 1.0:
        return tl.clamp(b, -0.5, 0.5)
    return a + b


@triton.jit
def mapped(x, y, out, factor, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + i, tl.map_elementwise(_early, tl.load(x + i), tl.load(y + i)) * factor)


def test_a_mapped_function_that_returns_early() -> None:
    out = np.zeros_like(X)
    xtriton.compile(mapped, "*fp32,*fp32,*fp32,i32,8,32", target="cpu")[1](X, Y, out, 3)
    expected = np.where(X < 0, Y * 2, np.where(X > 1, np.clip(Y, -0.5, 0.5), X + Y)) * 3
    np.testing.assert_array_equal(out, expected)


@triton.jit
def _pairs(a0, a1, b0, b1):
    if b0 > 1.0:
        return a0 + b1, a1 * 10, a0, a1
    return a0, a1, b0, b1


@triton.jit
def mapped_pairs(x, y, left, right, M: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    p, q = tl.map_elementwise(_pairs, tl.load(x + i), tl.load(y + i), pack=2)
    tl.store(left + i, p)
    tl.store(right + i, q)


def test_a_mapped_function_of_neighbours() -> None:
    left, right = np.zeros_like(X), np.zeros_like(X)
    xtriton.compile(mapped_pairs, "*fp32,*fp32,*fp32,*fp32,8,32", target="cpu")[1](X, Y, left, right)
    a, b = X.reshape(-1, 2), Y.reshape(-1, 2)
    large = b[:, :1] > 1
    changed = np.stack([a[:, 0] + b[:, 1], a[:, 1] * 10], 1)
    np.testing.assert_array_equal(left, np.where(large, changed, a).reshape(X.shape))
    np.testing.assert_array_equal(right, np.where(large, a, b).reshape(X.shape))


@triton.jit
def _combine(a, b):
    if a > 3.0:
        return b + 1
    if b > 2.5:
        return a
    return a + b


@triton.jit
def combined(x, total, prefixes, N: tl.constexpr):
    i = tl.arange(0, N)
    values = tl.load(x + i)
    tl.store(total, tl.reduce(values, 0, _combine))
    tl.store(prefixes + i, tl.associative_scan(values, 0, _combine))


def test_reductions_and_scans_with_a_function_that_returns_early() -> None:
    total, prefixes = np.zeros(1, np.float32), np.zeros(32, np.float32)
    xtriton.compile(combined, "*fp32,*fp32,*fp32,32", target="cpu")[1](X[0], total, prefixes)
    expected = list(accumulate(X[0], lambda a, b: b + 1 if a > 3 else a if b > 2.5 else a + b))
    np.testing.assert_array_equal(prefixes, expected)
    assert total[0] == expected[-1]


@triton.jit
def places(x, across, down, M: tl.constexpr, N: tl.constexpr):
    a = tl.load(x + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    tl.store(across + tl.arange(0, M), tl.argmin(a, 1))
    tl.store(down + tl.arange(0, N), tl.argmax(a, 0))


@pytest.mark.parametrize(("rows", "columns"), [(2, 32), (8, 2), (1, 4), (4, 1), (2, 2)])
def test_places_of_extremes_in_few_elements(rows: int, columns: int) -> None:
    x = X.reshape(-1)[: rows * columns].reshape(rows, columns).copy()
    across, down = np.zeros(rows, np.int32), np.zeros(columns, np.int32)
    xtriton.compile(places, f"*fp32,*i32,*i32,{rows},{columns}", target="cpu")[1](x, across, down)
    np.testing.assert_array_equal(across, x.argmin(1))
    np.testing.assert_array_equal(down, x.argmax(0))


@triton.jit
def _sometimes(x, give):
    if give:
        return tl.load(x)
    return 7.0


@triton.jit
def promises(x, out, n, give: tl.constexpr):
    tl.assume(n > 0)
    tl.store(out, _sometimes(x, n > 3) + n)


@pytest.mark.parametrize("n", [1, 5])
def test_promises_to_the_compiler(n: int) -> None:
    out = np.zeros(1, np.float32)
    xtriton.compile(promises, "*fp32,*fp32,i32,True", target="cpu")[1](X[0], out, n)
    assert out[0] == (X[0, 0] + np.float32(n) if n > 3 else 7 + n)


@triton.jit
def small_floats(x, values, back, T: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i).to(T, bitcast=True)
    tl.store(values + i, v.to(tl.float32))
    tl.store(back + i, v.to(tl.float32).to(T).to(tl.uint8, bitcast=True))


def _number(bits: int, mantissa: int, bias: int) -> float:
    exponent, fraction = (bits & 0x7F) >> mantissa, bits & ((1 << mantissa) - 1)
    value = (fraction / (1 << mantissa) + (exponent > 0)) * 2.0 ** (max(exponent, 1) - bias)
    return -value if bits & 0x80 else value


@pytest.mark.parametrize(
    ("name", "mantissa", "bias", "special"),
    [
        ("float8e4nv", 3, 7, {0x7F, 0xFF}),
        ("float8e5", 2, 15, {bits | sign for bits in (0x7C, 0x7D, 0x7E, 0x7F) for sign in (0, 0x80)}),
        ("float8e4b8", 3, 8, {0x80}),
        ("float8e5b16", 2, 16, {0x80}),
        ("float8e4b15", 3, 15, {0x7F, 0xFF}),
    ],
)
def test_every_float_of_eight_bits(name: str, mantissa: int, bias: int, special: set[int]) -> None:
    signature = {"x": "*u8", "values": "*fp32", "back": "*u8", "T": "constexpr", "N": "constexpr"}
    chosen = Signature(signature, {"T": getattr(tl, name), "N": 256}, {})
    bits, values, back = np.arange(256, dtype=np.uint8), np.zeros(256, np.float32), np.zeros(256, np.uint8)
    xtriton.compile(small_floats, chosen, target="cpu")[1](bits, values, back)
    ordinary = [pattern for pattern in range(256) if pattern not in special]
    np.testing.assert_array_equal(values[ordinary], [_number(pattern, mantissa, bias) for pattern in ordinary])
    np.testing.assert_array_equal(back[ordinary], ordinary)
    if name == "float8e4b15":  # it has no NaN, and saturates one step below its largest number
        assert (values[0x7F], back[0x7F], back[0xFF]) == (1.875, 0x7E, 0xFE)
    else:
        assert all(not np.isfinite(values[pattern]) for pattern in special)


@triton.jit
def _two_parts(mean, count, squares, other_mean, other_count, other_squares):
    both, weighted, other = count + other_count, mean * count, other_mean * other_count
    middle = (weighted + other) / tl.maximum(both, 1.0)
    gained = weighted * mean + other * other_mean - both * middle * middle
    return middle, both, squares + other_squares + gained


@triton.jit
def moments(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    values = tl.load(x + i, mask=i < n, other=0.0)
    mean, count, squares = tl.reduce((values, (i < n).to(tl.float32), values * 0), 0, _two_parts)
    tl.store(out, mean)
    tl.store(out + 1, count)
    tl.store(out + 2, squares / count)


@pytest.mark.parametrize("count", [3, 100, 2000, 2048])
def test_long_reductions_do_not_add_up_errors(count: int) -> None:
    x = (np.random.default_rng(1).standard_normal(count) + 3).astype(np.float32)
    out = np.zeros(3, np.float32)
    xtriton.compile(moments, "*fp32,*fp32,i32,2048", target="cpu")[1](x, out, count)
    exact = x.astype(np.float64)
    np.testing.assert_allclose(out[:2], [exact.mean(), count], 1e-6)
    # Variances are differences of squares of means: of three numbers that are close to each other even the exact order
    # of operations has a relative error of 4e-5.
    np.testing.assert_allclose(out[2], exact.var(), rtol=0, atol=8 * 2**-23 * np.square(exact).mean())


@triton.jit
def _composed(a, b, c, d):
    return a * c, b * c + d


@triton.jit
def composition(x, y, out, N: tl.constexpr):
    i = tl.arange(0, N)
    factor, offset = tl.reduce((tl.load(x + i), tl.load(y + i)), 0, _composed)
    tl.store(out, factor)
    tl.store(out + 1, offset)


def test_long_reductions_keep_the_order_of_functions_that_do_not_commute() -> None:
    random = np.random.default_rng(2)
    x, y = random.choice([-1.0, 1.0], 256), random.integers(-3, 4, 256)
    out = np.zeros(2, np.float32)
    arrays = [operand.astype(np.float32) for operand in (x, y)]
    xtriton.compile(composition, "*fp32,*fp32,*fp32,256", target="cpu")[1](*arrays, out)
    factor, offset = 1.0, 0.0
    for one, other in zip(x, y, strict=True):
        factor, offset = factor * one, offset * one + other
    np.testing.assert_array_equal(out, [factor, offset])
