"""Sums of expressions that algebra would change: only the order of the sums is free."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton


@triton.jit
def rounded(x, out, SCALE: tl.constexpr, N: tl.constexpr):
    value = tl.load(x + tl.arange(0, N))
    tl.store(out, tl.sum((value + SCALE) - SCALE))


@triton.jit
def errors_of_sums(x, y, out, N: tl.constexpr):
    """What Knuth's two-sum gives."""
    a, b = tl.load(x + tl.arange(0, N)), tl.load(y + tl.arange(0, N))
    total = a + b
    other = total - a
    tl.store(out, tl.sum((a - (total - other)) + (b - other)))


@triton.jit
def differences(x, out, ROWS: tl.constexpr, N: tl.constexpr):
    row = tl.arange(0, ROWS)[:, None]
    value = tl.load(x + row * N + tl.arange(0, N)[None, :])
    tl.store(out + tl.arange(0, ROWS), tl.sum(value - value * 2 + value, 1))


@triton.jit
def compensated(x, out, n, BLOCK: tl.constexpr):
    """Kahan's sums along a loop."""
    lanes = tl.arange(0, BLOCK)
    total, lost = tl.zeros([BLOCK], tl.float32), tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        term = tl.load(x + start + lanes) - lost
        new = total + term
        lost = (new - total) - term
        total = new
    tl.store(out + lanes, total)


def _numbers(count: int) -> np.ndarray:
    return np.linspace(0.1, 40.3, count).astype(np.float32)


@pytest.mark.parametrize("count", [16, 256, 4096])
def test_numbers_are_rounded_before_they_are_added(count: int) -> None:
    numbers, found = _numbers(count), np.zeros(1, np.float32)
    with xtriton.on_cpu(threads=1):
        rounded[(1,)](numbers, found, 12582912.0, count)
    assert found[0] == np.rint(numbers).sum()


@pytest.mark.parametrize("count", [16, 256, 1024])
def test_errors_of_sums_are_not_zero(count: int) -> None:
    a, b = _numbers(count), (np.random.default_rng(0).standard_normal(count) * 1e-3).astype(np.float32)
    found = np.zeros(1, np.float32)
    with xtriton.on_cpu(threads=1):
        errors_of_sums[(1,)](a, b, found, count)
    errors = a.astype(np.float64) + b - (a + b)
    assert np.any(errors) and abs(found[0] - errors.sum()) < 1e-9


@pytest.mark.parametrize("count", [16, 128, 512])
def test_infinities_have_no_differences(count: int) -> None:
    numbers, found = _numbers(4 * count).reshape(4, count), np.zeros(4, np.float32)
    numbers[1, 3], numbers[2, 5] = np.inf, np.nan
    with xtriton.on_cpu(threads=1):
        differences[(1,)](numbers, found, 4, count)
    np.testing.assert_array_equal(np.isnan(found), [False, True, True, False])


def test_compensated_sums_stay_compensated() -> None:
    numbers = np.random.default_rng(0).random((1000, 64), dtype=np.float32)
    found = np.zeros(64, np.float32)
    with xtriton.on_cpu(threads=1):
        compensated[(1,)](numbers, found, numbers.size, 64)
    np.testing.assert_array_equal(found, numbers.astype(np.float64).sum(0).astype(np.float32))
