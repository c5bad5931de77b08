"""sin, cos and tan of f32 against NumPy in f64, lane by lane and near multiples of pi / 2."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import HOSTS, NAMES, can_run, kernel_for, load, pointwise, store, unary

from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.machine import machine_code
from xtriton.backends.cpu.trigonometry import define_functions, keep_calls

_LARGEST = {"sin": 1.5, "cos": 1.5, "tan": 0.51}
"""Errors in units of the last place."""
_COUNT = 1 << 16


def _of(name: str, x: np.ndarray, type_: str = "f32", host: Host | None = None) -> np.ndarray:
    found = np.zeros_like(x)
    body = f"%w = math.{name} %p : {type_}"
    if host is None:
        unary(body, type_, type_, x.size)[1](x, found)
        return found
    text = load("x", "in", [x.size], type_) + pointwise("r", "x", x.size, (type_, type_), body)
    arguments = f"%in: memref<*x{type_}>, %out: memref<*x{type_}>"
    kernel_for(host, arguments, text + store("r", "out", [x.size], type_))[1](x, found)
    return found


def _assert_near(name: str, x: np.ndarray, found: np.ndarray) -> None:
    exact = getattr(np, name)(x.astype(np.float64))
    rounded = exact.astype(np.float32)
    np.testing.assert_array_equal(np.signbit(found), np.signbit(rounded))
    step = np.maximum(np.spacing(np.abs(rounded)), np.float32(1e-45)).astype(np.float64)
    error = np.abs(found - exact) / step
    assert error.max() <= _LARGEST[name], (x[error.argmax()], error.max())


def _special(x: np.ndarray) -> np.ndarray:
    """The results of infinities, NaN and zeros."""
    return np.isinf(x) | np.isnan(x) | (x == 0)


@pytest.mark.parametrize("name", _LARGEST)
def test_binades(name: str) -> None:
    """Numbers of every exponent, with the least and the greatest mantissa."""
    mantissas = np.linspace(0, (1 << 23) - 1, 512).astype(np.uint32)
    exponents = np.arange(255, dtype=np.uint32) << np.uint32(23)
    x = (exponents[:, None] | mantissas).ravel().view(np.float32)
    x[1::2] *= -1
    _assert_near(name, x, _of(name, x))


@pytest.mark.parametrize("name", _LARGEST)
def test_multiples_of_a_quarter_turn(name: str) -> None:
    """Both f32 around each multiple of pi / 2 up to 2^18, whose remainders have lost the most digits."""
    near = (np.arange(1, int(2**18 / (math.pi / 2))) * (math.pi / 2)).astype(np.float32)
    x = np.concatenate([near, np.nextafter(near, np.float32(0)), np.nextafter(near, np.float32(np.inf))])
    _assert_near(name, x, _of(name, x))


@pytest.mark.parametrize("name", _LARGEST)
@pytest.mark.parametrize("bound", [2.0**17, 2.0**45])
def test_neighbours_of_the_bounds(name: str, bound: float) -> None:
    """The last arguments that are reduced one way and the first that are reduced the other way."""
    bits = int(np.float32(bound).view(np.uint32))
    x = np.arange(bits - 512, bits + 512, dtype=np.uint32).view(np.float32)
    _assert_near(name, x, _of(name, x))
    _assert_near(name, -x, _of(name, -x))


@pytest.mark.parametrize("name", _LARGEST)
@pytest.mark.parametrize("large", [1e38, 2.0**46, np.inf, np.nan])
def test_a_large_lane_does_not_change_others(name: str, large: float) -> None:
    """A vector with a lane of any kind, in each place."""
    count, random = 64, np.random.default_rng(0)
    usual = random.uniform(-1000, 1000, count).astype(np.float32)
    x = np.tile(usual, (count, 1))
    np.fill_diagonal(x, np.float32(large))
    found = _of(name, x.ravel()).reshape(count, count)
    alone = _of(name, np.full(count, large, np.float32))
    np.testing.assert_array_equal(found.diagonal(), alone)
    others = ~np.eye(count, dtype=np.bool_)
    _assert_near(name, x[others], found[others])


@pytest.mark.parametrize("name", _LARGEST)
def test_special_numbers(name: str) -> None:
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 3.4028235e38], np.float32)
    with np.errstate(invalid="ignore"):
        expected = getattr(np, name)(x.astype(np.float64)).astype(np.float32)
    found = _of(name, x)
    np.testing.assert_array_equal(found[_special(x)], expected[_special(x)])
    _assert_near(name, x[np.isfinite(x)], found[np.isfinite(x)])


@pytest.mark.parametrize("name", _LARGEST)
@pytest.mark.parametrize("processor", ["x86-64", "avx2", "avx512"])
def test_other_processors(name: str, processor: str) -> None:
    """Arrays that do not consist of whole vectors, on processors with other vectors."""
    if not can_run(HOSTS[processor]):
        pytest.skip("this processor cannot run that code")
    random = np.random.default_rng(0)
    x = (random.normal(0, 1, 1021) * np.exp2(random.uniform(-10, 60, 1021))).astype(np.float32)
    x[:500] = random.uniform(-1000, 1000, 500)
    _assert_near(name, x, _of(name, x, host=HOSTS[processor]))


@pytest.mark.parametrize("name", _LARGEST)
@pytest.mark.parametrize("type_", ["f16", "bf16"])
def test_narrow_numbers_go_through_f32(name: str, type_: str) -> None:
    """Every number of 16 bits; their loops have twice as many lanes."""
    bits = np.arange(1 << 16, dtype=np.uint16)
    wide = (
        bits.view(np.float16).astype(np.float32) if type_ == "f16" else (bits.astype(np.uint32) << 16).view(np.float32)
    )
    bits, wide = bits[np.isfinite(wide)], wide[np.isfinite(wide)]
    found = _of(name, bits.view(NAMES[type_]), type_)
    exact = _of(name, wide)
    if type_ == "f16":
        with np.errstate(over="ignore"):
            np.testing.assert_array_equal(found, exact.astype(np.float16))
        return
    values = exact.view(np.uint32).astype(np.uint64)
    np.testing.assert_array_equal(found, ((values + 0x7FFF + (values >> 16 & 1)) >> 16).astype(np.uint16))


@pytest.mark.parametrize("name", _LARGEST)
def test_only_large_arguments_are_called_for(name: str) -> None:
    """A loop of whole vectors has the function inlined, and no call of one element."""
    given = str(unary(f"%w = math.{name} %p : f32", "f32", "f32", 1024).asm["ll"])
    ir = machine_code(given, Host.here()).llvm_ir
    called = set(re.findall(r"call [\w<> ]*@(xtriton[\w.]+)\(", ir))
    assert len(called) == 1 and re.fullmatch(rf"xtriton\.{name}\.large\.\d+", called.pop()), ir
    assert "llvm.compiler.used" not in ir


def test_f64_is_the_library_s() -> None:
    x = np.linspace(-1e6, 1e6, 64)
    for name, function in (("sin", math.sin), ("cos", math.cos), ("tan", math.tan)):
        found = np.zeros(64)
        kernel = unary(f"%w = math.{name} %p : f64", "f64", "f64", 64)
        kernel[1](x, found)
        np.testing.assert_allclose(found, [function(number) for number in x], rtol=1e-15)
        ir = str(kernel.asm["ll"])
        assert keep_calls(ir) == ir


@pytest.mark.parametrize(
    "text",
    [
        "define float @tanf(float %x) {\n  ret float %x\n}\n",  # a module's own
        "declare double @llvm.sin.f64(double)\n",
        "declare float @llvm.sqrt.f32(float)\n",
    ],
)
def test_other_functions_stay(text: str) -> None:
    assert keep_calls(text) == text
    assert define_functions(text) == text


def test_functions_that_are_not_called_are_not_defined() -> None:
    text = keep_calls("declare float @llvm.sin.f32(float)\n")
    assert "@xtriton.sin.16" in text and "llvm.sin" not in text and "xtriton.cos" not in text
    assert define_functions(text) == text
