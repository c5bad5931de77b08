"""Polynomials against NumPy in f64: within 2 ulp of f32, special values as in C's library."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import unary

_COUNT = 1 << 16
_SPECIAL = np.array(
    [0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 1e-40, -1e-40, 88.72, 88.73, -87.5, -103.9, -104.5, 127.99, 128]
    + [-149, -150.5, 3.4e38, 4, 4.1, 0.625, 0.92, 0.93],
    np.float32,
)


def _erf(x: np.ndarray) -> np.ndarray:
    return np.array([math.erf(number) for number in x])


_FUNCTIONS: dict[str, tuple[Callable[[np.ndarray], np.ndarray], Callable[[np.random.Generator], np.ndarray]]] = {
    "exp": (np.exp, lambda random: random.uniform(-105, 90, _COUNT)),
    "exp2": (np.exp2, lambda random: random.uniform(-151, 129, _COUNT)),
    "expm1": (np.expm1, lambda random: random.normal(0, 1, _COUNT) * np.exp2(random.uniform(-30, 8, _COUNT))),
    "log1p": (
        np.log1p,
        lambda random: np.expm1(random.uniform(-20, 88, _COUNT) * np.exp2(random.uniform(-30, 0, _COUNT))),
    ),
    "log": (np.log, lambda random: np.exp(random.uniform(-100, 88, _COUNT))),
    "log2": (np.log2, lambda random: np.exp(random.uniform(-100, 88, _COUNT))),
    "log10": (np.log10, lambda random: np.exp(random.uniform(-100, 88, _COUNT))),
    "tanh": (np.tanh, lambda random: random.normal(0, 2, _COUNT)),
    "erf": (_erf, lambda random: random.normal(0, 2, _COUNT)),
    "sin": (np.sin, lambda random: random.normal(0, 1, _COUNT) * np.exp2(random.uniform(0, 126, _COUNT))),
    "cos": (np.cos, lambda random: random.normal(0, 1, _COUNT) * np.exp2(random.uniform(0, 126, _COUNT))),
    "atan": (np.arctan, lambda random: random.normal(0, 1, _COUNT) * np.exp2(random.uniform(-30, 60, _COUNT))),
    "tan": (np.tan, lambda random: random.normal(0, 1, _COUNT) * np.exp2(random.uniform(0, 126, _COUNT))),
    "sqrt": (np.sqrt, lambda random: random.uniform(0, 1e6, _COUNT)),
    "rsqrt": (lambda x: 1 / np.sqrt(x), lambda random: random.uniform(1e-3, 1e6, _COUNT)),
}


@pytest.mark.parametrize("name", _FUNCTIONS)
def test_within_two_ulp(name: str) -> None:
    function, numbers = _FUNCTIONS[name]
    random = np.random.default_rng(0)
    x = numbers(random).astype(np.float32)
    x[: _COUNT // 4] = random.uniform(0.5, 2, _COUNT // 4)
    x[-_SPECIAL.size :] = _SPECIAL
    found = np.zeros(_COUNT, np.float32)
    unary(f"%w = math.{name} %p : f32", "f32", "f32", _COUNT)[1](x, found)
    with np.errstate(all="ignore"):
        exact = function(x.astype(np.float64))
        rounded = exact.astype(np.float32)
    finite = np.isfinite(rounded)
    np.testing.assert_array_equal(found[~finite], rounded[~finite])
    step = np.maximum(np.spacing(np.abs(rounded[finite])), np.float32(1e-45)).astype(np.float64)
    error = np.abs(found[finite] - exact[finite]) / step
    assert error.max() <= 2, x[finite][error.argmax()]


@pytest.mark.parametrize("x", [0.0, -0.0, 1.5, -2.5, 1e-40, -3e38, math.inf, -math.inf, math.nan])
def test_angles_of_points(x: float) -> None:
    random = np.random.default_rng(0)
    y = (random.normal(0, 1, _COUNT) * np.exp2(random.uniform(-120, 120, _COUNT))).astype(np.float32)
    y[: _COUNT // 4] = random.uniform(-4, 4, _COUNT // 4)
    y[-_SPECIAL.size :] = _SPECIAL
    constant = f"0x{int(np.float32(x).view(np.uint32)):08x}"
    found = np.zeros(_COUNT, np.float32)
    unary(f"%c = arith.constant {constant} : f32\n%w = math.atan2 %p, %c : f32", "f32", "f32", _COUNT)[1](y, found)
    exact = np.arctan2(y.astype(np.float64), np.float64(np.float32(x)))
    rounded = exact.astype(np.float32)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(rounded))
    known = ~np.isnan(rounded)
    np.testing.assert_array_equal(np.signbit(found[known]), np.signbit(rounded[known]))
    step = np.maximum(np.spacing(np.abs(rounded[known])), np.float32(1e-45)).astype(np.float64)
    error = np.abs(found[known] - exact[known]) / step
    assert (error <= 1).all(), y[known][~(error <= 1)]


@pytest.mark.parametrize("name", ["acos", "cosh", "asin", "sinh"])
def test_functions_of_the_library(name: str) -> None:
    x = np.linspace(0.1, 1, 64, dtype=np.float32)
    found = np.zeros(64, np.float32)
    unary(f"%w = math.{name} %p : f32", "f32", "f32", 64)[1](x, found)
    numpy_name = {"acos": "arccos", "asin": "arcsin"}.get(name, name)
    np.testing.assert_allclose(found, getattr(np, numpy_name)(x), rtol=1e-6)


def test_half_goes_through_f32() -> None:
    x = np.linspace(-5, 5, 64).astype(np.float16)
    found = np.zeros(64, np.float16)
    unary("%w = math.exp %p : f16", "f16", "f16", 64)[1](x, found)
    np.testing.assert_array_equal(found, np.exp(x.astype(np.float64)).astype(np.float16))


def test_f64_is_as_exact_as_the_library() -> None:
    x = np.linspace(-5, 5, 64)
    found = np.zeros(64)
    unary("%w = math.exp %p : f64", "f64", "f64", 64)[1](x, found)
    np.testing.assert_allclose(found, np.exp(x), rtol=1e-15)
