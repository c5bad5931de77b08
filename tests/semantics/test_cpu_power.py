"""``libdevice.pow`` in vectors, and loops with one exponent."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice

import xtriton


@triton.jit
def powers(x, y, out, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + place, libdevice.pow(tl.load(x + place), tl.load(y + place)))


@triton.jit
def power_of_all(x, y, out, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + place, libdevice.pow(tl.load(x + place), y))


SPECIAL = np.array(
    [0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 2.5, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 3e38, -3e38]
    + [16777215, -16777215, 16777216, 1.0000001, 0.99999994, -1.0000001, 127, 128, -149, -150, 1e9],
    np.float32,
)


def _check(found: np.ndarray, x: np.ndarray, y: np.ndarray | np.float32) -> None:
    with np.errstate(all="ignore"):
        # An array: NumPy takes the square root for a number 0.5, which differs from C's pow at -0 and -inf.
        exact = np.power(x.astype(np.float64), np.broadcast_to(y, x.shape).astype(np.float64))
        rounded = exact.astype(np.float32)
    usual = np.isfinite(rounded) & (rounded != 0)
    np.testing.assert_array_equal(found[~usual], rounded[~usual])
    np.testing.assert_array_equal(np.signbit(found[rounded == 0]), np.signbit(rounded[rounded == 0]))
    step = np.maximum(np.spacing(np.abs(rounded[usual])), np.float32(1e-45)).astype(np.float64)
    error = np.abs(found[usual] - exact[usual]) / step
    assert error.max(initial=0) <= 0.51


def test_special_values() -> None:
    x, y = (np.resize(values.reshape(-1), 1024) for values in np.meshgrid(SPECIAL, SPECIAL))
    out = np.empty_like(x)
    with xtriton.on_cpu():
        kernel = powers[(1,)](x, y, out, 1024)
    _check(out, x, y)
    assert "llvm.pow" not in kernel.asm["llvm"]


def test_within_an_ulp() -> None:
    generator = np.random.default_rng(0)
    x = np.exp2(generator.uniform(-140, 127, 1 << 17)).astype(np.float32)
    x[::2] = generator.uniform(0.9, 1.1, 1 << 16)
    x[x == 1] = 2
    y = (generator.uniform(-149, 128, 1 << 17) / np.log2(x.astype(np.float64))).astype(np.float32)
    out = np.empty_like(x)
    with xtriton.on_cpu():
        powers[(128,)](x, y, out, 1024)
    _check(out, x, y)


@pytest.mark.parametrize("exponent", [2.0, 3.0, 0.5, -1.0, 0.0, -3.0, 4.0, np.nan, np.inf])
def test_one_exponent(exponent: float) -> None:
    x = np.resize(np.append(SPECIAL, np.linspace(-50, 50, 4096 - SPECIAL.size).astype(np.float32)), 4096)
    out = np.empty_like(x)
    with xtriton.on_cpu():
        power_of_all[(4,)](x, exponent, out, 1024)
    _check(out, x, np.float32(exponent))
