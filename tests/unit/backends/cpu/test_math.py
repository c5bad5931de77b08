"""Functions of f32 against NumPy in f64: within 2 ulp, remainders exact, special values as in C's library."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import HOSTS, NAMES, can_run, kernel, kernel_for, load, store, unary

from xtriton.backends.cpu.host import Host
from xtriton.passes.cpu.math.functions import FUNCTIONS

_COUNT = 1 << 16
_SPECIAL = np.array(
    [0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 1e-40, -1e-40, 88.72, 88.73, -87.5, -103.9, -104.5, 127.99, 128]
    + [-149, -150.5, 3.4e38, 4, 4.1, 0.625, 0.92, 0.93],
    np.float32,
)


def _erf(x: np.ndarray) -> np.ndarray:
    return np.array([math.erf(number) for number in x])


def _erfc(x: np.ndarray) -> np.ndarray:
    return np.array([math.erfc(number) for number in x])


def _of_many_sizes(random: np.random.Generator) -> np.ndarray:
    return random.normal(0, 1, _COUNT) * np.exp2(random.uniform(-150, 128, _COUNT))


def _up_to_one(random: np.random.Generator) -> np.ndarray:
    x = random.uniform(-1, 1, _COUNT) * np.exp2(random.uniform(-40, 0, _COUNT))
    near = np.exp2(random.uniform(-24, -1, _COUNT // 4))
    x[_COUNT // 4 : _COUNT // 2] = np.copysign(1 - near, x[_COUNT // 4 : _COUNT // 2])
    return x


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
    "sinh": (np.sinh, lambda random: random.uniform(-90, 90, _COUNT) * np.exp2(random.uniform(-40, 0, _COUNT))),
    "cosh": (np.cosh, lambda random: random.uniform(-90, 90, _COUNT) * np.exp2(random.uniform(-20, 0, _COUNT))),
    "asinh": (np.arcsinh, _of_many_sizes),
    "acosh": (np.arccosh, lambda random: 1 + np.exp2(random.uniform(-23, 127, _COUNT))),
    "atanh": (np.arctanh, _up_to_one),
    "asin": (np.arcsin, _up_to_one),
    "acos": (np.arccos, _up_to_one),
    "cbrt": (np.cbrt, _of_many_sizes),
    "erfc": (_erfc, lambda random: random.uniform(-5, 11, _COUNT) * np.exp2(random.uniform(-20, 0, _COUNT))),
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
    with np.errstate(over="ignore"):
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
    known = ~np.isnan(rounded)
    np.testing.assert_array_equal(np.signbit(found[known]), np.signbit(rounded[known]))
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


def _fmod(x: np.ndarray, y: np.ndarray, type_: str, host: Host | None = None) -> np.ndarray:
    """``fmod`` of elements in pairs, as a kernel computes it."""
    count = x.size
    body = load("x", "left", [count], type_) + load("y", "right", [count], type_)
    map_, tensor = "affine_map<(d0) -> (d0)>", f"tensor<{count}x{type_}>"
    body += f"""%empty = tensor.empty() : {tensor}
%r = linalg.generic {{indexing_maps = [{map_}, {map_}, {map_}], iterator_types = ["parallel"]}}
  ins(%x, %y : {tensor}, {tensor}) outs(%empty : {tensor}) {{
^bb0(%p: {type_}, %q: {type_}, %o: {type_}):
  %w = arith.remf %p, %q : {type_}
  linalg.yield %w : {type_}
}} -> {tensor}
"""
    body += store("r", "out", [count], type_)
    found = np.zeros_like(x)
    arguments = ", ".join(f"%{name}: memref<*x{type_}>" for name in ("left", "right", "out"))
    (kernel(arguments, body) if host is None else kernel_for(host, arguments, body))[1](x, y, found)
    return found


def _exact_fmod(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.fmod(x.astype(np.float64), y.astype(np.float64)).astype(x.dtype)


def _assert_same(found: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_array_equal(found, expected)
    numbers = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(found[numbers]), np.signbit(expected[numbers]))


@pytest.mark.parametrize("name", ["x86-64", "avx2", "avx512"])
def test_remainder_is_exact_on_other_processors(name: str) -> None:
    if not can_run(HOSTS[name]):
        pytest.skip("this processor cannot run that code")
    x, y = np.random.default_rng(0).integers(0, 1 << 32, (2, _COUNT), dtype=np.uint64).astype(np.uint32)
    x, y = x.view(np.float32), y.view(np.float32)
    _assert_same(_fmod(x, y, "f32", HOSTS[name]), _exact_fmod(x, y))


def test_remainder_is_exact() -> None:
    random = np.random.default_rng(0)
    bits = random.integers(0, 1 << 32, (2, _COUNT), dtype=np.uint64).astype(np.uint32)
    x, y = bits.view(np.float32)
    near = slice(_COUNT // 4, _COUNT // 2)
    with np.errstate(all="ignore"):
        y[near] = x[near] * np.exp2(random.integers(-60, 2, _COUNT // 4)) * random.choice([1, 3, 0.3], _COUNT // 4)
    _assert_same(_fmod(x, y, "f32"), _exact_fmod(x, y))


def test_remainder_of_multiples_of_powers_and_their_neighbours() -> None:
    random = np.random.default_rng(0)
    y = (random.integers(1, 1 << 12, _COUNT) * np.exp2(random.integers(-149, 0, _COUNT))).astype(np.float32)
    x = (y * random.integers(1, 1 << 12, _COUNT) * np.exp2(random.integers(0, 104, _COUNT))).astype(np.float32)
    x[: _COUNT // 2] = np.nextafter(x[: _COUNT // 2], np.float32(math.inf))
    _assert_same(_fmod(x, y, "f32"), _exact_fmod(x, y))


@pytest.mark.parametrize("type_", ["f32", "f16"])
def test_remainder_of_special_numbers(type_: str) -> None:
    with np.errstate(over="ignore"):
        numbers = np.concatenate([_SPECIAL, [1e-45, 6e-8, -3.4028235e38, 65504]]).astype(NAMES[type_])
    x, y = (side.ravel() for side in np.meshgrid(numbers, numbers))
    _assert_same(_fmod(x.copy(), y.copy(), type_), _exact_fmod(x, y))


def test_remainder_of_bf16() -> None:
    """A remainder of bf16 is one: what an f32 has beyond it is 0."""
    random = np.random.default_rng(0)
    x, y = random.integers(0, 1 << 16, (2, _COUNT)).astype(np.uint16)
    wide = [(side.astype(np.uint32) << 16).view(np.float32) for side in (x, y)]
    found = (_fmod(x, y, "bf16").astype(np.uint32) << 16).view(np.float32)
    _assert_same(found, _exact_fmod(*wide))


def test_remainder_by_one_number() -> None:
    x = np.linspace(-1e9, 1e9, 4096, dtype=np.float32)
    found = np.zeros_like(x)
    unary("%c = arith.constant 0.7 : f32\n%w = arith.remf %p, %c : f32", "f32", "f32", x.size)[1](x, found)
    _assert_same(found, _exact_fmod(x, np.full_like(x, 0.7)))


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_nothing_is_called_for_each_element(name: str) -> None:
    operands = "%p, %p" if name in ("arith.remf", "math.atan2") else "%p"
    for type_, calls in (("f32", False), ("f64", True)):
        ir = str(unary(f"%w = {name} {operands} : {type_}", type_, type_, 1024).asm["ll"])
        called = {function for function in re.findall(r"call [\w<> ]*@([\w.]+)", ir) if not function.startswith("k")}
        slow = {function for function in called if function.removeprefix("llvm.").split(".")[0] not in _INSTRUCTIONS}
        assert bool(slow or " frem " in ir) == calls, (type_, slow)


_INSTRUCTIONS = ("copysign", "fabs", "fma", "ldexp", "smin", "sqrt", "x86")
"""The first part of the names of LLVM's intrinsics that are instructions, those of streaming stores among them."""


@pytest.mark.parametrize("name", ["acos", "cosh", "asin", "sinh", "cbrt", "erfc"])
def test_functions_of_f64_are_the_library_s(name: str) -> None:
    x = np.linspace(0.1, 1, 64)
    found = np.zeros(64)
    unary(f"%w = math.{name} %p : f64", "f64", "f64", 64)[1](x, found)
    function = getattr(math, name)
    np.testing.assert_allclose(found, [function(number) for number in x], rtol=1e-15)


def test_remainder_of_f64_is_exact() -> None:
    random = np.random.default_rng(0)
    x, y = random.integers(0, 1 << 63, (2, 1024)).view(np.float64)
    with np.errstate(all="ignore"):
        expected = np.fmod(x, y)
    _assert_same(_fmod(x, y, "f64"), expected)


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
