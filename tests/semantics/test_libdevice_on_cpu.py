"""Functions of CUDA's libdevice give on the CPU what NumPy and exact fractions say."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xtriton
from xtriton.interp.numbers.libdevice import FUNCTIONS
from xtriton.ir.diagnostics import DiagnosticError

N = 128
_FORMATS = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}


@pytest.fixture(name="computed")
def _in_a_file(tmp_path: Path) -> Callable[..., Any]:
    return partial(_computed, tmp_path / "kernel.ttir")


def _computed(path: Path, symbol: str, types: str, result: str, arrays: list[Any]) -> Any:
    """What a kernel of one such function stores."""
    inputs = types.split()
    parameters = "".join(f"%p{i}: !tt.ptr<{type_}>, " for i, type_ in enumerate(inputs))

    def access(pointer: str, name: str, type_: str) -> str:
        return f"""
    %{name}s = tt.splat %{pointer} : !tt.ptr<{type_}> -> tensor<{N}x!tt.ptr<{type_}>>
    %{name}a = tt.addptr %{name}s, %r : tensor<{N}x!tt.ptr<{type_}>>, tensor<{N}xi32>"""

    loads = "".join(
        access(f"p{i}", f"x{i}", type_) + f"\n    %x{i} = tt.load %x{i}a : tensor<{N}x!tt.ptr<{type_}>>"
        for i, type_ in enumerate(inputs)
    )
    values = ", ".join(f"%x{i}" for i in range(len(inputs)))
    tensors = ", ".join(f"tensor<{N}x{type_}>" for type_ in inputs)
    text = f"""module {{
  tt.func public @kernel({parameters}%out: !tt.ptr<{result}>) {{
    %r = tt.make_range {{end = {N} : i32, start = 0 : i32}} : tensor<{N}xi32>{loads}
    %y = tt.extern_elementwise {values} {{libname = "", libpath = "", pure = true, symbol = "__nv_{symbol}"}}
      : ({tensors}) -> tensor<{N}x{result}>{access("out", "y", result)}
    tt.store %ya, %y : tensor<{N}x!tt.ptr<{result}>>
    tt.return
  }}
}}
"""
    out = np.zeros(N, _FORMATS[result])
    path.write_text(text)
    xtriton.compile(path, target="cpu")[(1,)](*arrays, out)
    return out


def _floats(format_: str, seed: int, scale: float = 3.0) -> Any:
    return (np.random.default_rng(seed).standard_normal(N) * scale).astype(_FORMATS[format_])


_UNARY = ("cospi", "exp10", "normcdf", "rcbrt", "sinpi")
_BINARY = ("fdim", "hypot", "rhypot")


@pytest.mark.parametrize("format_", ["f32", "f64"])
@pytest.mark.parametrize("name", [*_UNARY, *_BINARY])
def test_function_of_floats(name: str, format_: str, computed: Callable[..., Any]):
    symbol = f"{name}f" if format_ == "f32" else name
    arrays = [_floats(format_, seed) for seed in range(2 if name in _BINARY else 1)]
    with np.errstate(all="ignore"):
        expected = FUNCTIONS[f"__nv_{name}"](*(array.astype(np.float64) for array in arrays))
    tolerance = 3e-7 if format_ == "f32" else 1e-14
    found = computed(symbol, " ".join([format_] * len(arrays)), format_, arrays)
    np.testing.assert_allclose(found, expected, tolerance, tolerance / 10)


@pytest.mark.parametrize("format_", ["f32", "f64"])
@pytest.mark.parametrize("name", ["powi", "ldexp"])
def test_function_of_a_float_and_an_integer(name: str, format_: str, computed: Callable[..., Any]):
    symbol = f"{name}f" if format_ == "f32" else name
    x = _floats(format_, 0)
    n = np.random.default_rng(1).integers(-9, 10, N).astype(np.int32)
    x[:4], n[:4] = (0.0, -0.0, np.inf, -np.inf), 3
    function: Callable[..., Any] = FUNCTIONS[f"__nv_{name}"]
    expected = function(x.astype(np.float64), n)
    np.testing.assert_allclose(computed(symbol, f"{format_} i32", format_, [x, n]), expected, 2e-7)


def test_norms_do_not_overflow(computed: Callable[..., Any]):
    x = np.full(N, 3e38, np.float32)
    y = np.linspace(-1e38, 1e38, N).astype(np.float32)
    x[:2], y[:3] = (0.0, np.inf), (0.0, np.nan, -np.inf)
    expected = np.hypot(x.astype(np.float64), y.astype(np.float64)).astype(np.float32)
    np.testing.assert_allclose(computed("hypotf", "f32 f32", "f32", [x, y]), expected, 2e-7)
    lengths = computed("norm3d", "f64 f64 f64", "f64", [np.full(N, 2e200), np.full(N, 3e200), np.full(N, 6e200)])
    np.testing.assert_allclose(lengths, 7e200, 1e-15)


_EXACT: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
}


def _rounded(exact: Fraction, mode: str, format_: Any) -> Any:
    """The nearest number of a format on the side that ``mode`` names."""
    nearest = format_(float(exact)) if abs(exact) < 1e300 else format_(math.inf)
    down = mode == "rd" or (mode == "rz" and exact > 0)
    while (Fraction(float(nearest)) > exact) if down else (Fraction(float(nearest)) < exact):
        nearest = np.nextafter(nearest, format_(-np.inf if down else np.inf))
    other = np.nextafter(nearest, format_(np.inf if down else -np.inf))
    while (Fraction(float(other)) <= exact) if down else (Fraction(float(other)) >= exact):
        nearest, other = other, np.nextafter(other, format_(np.inf if down else -np.inf))
    return nearest


@pytest.mark.parametrize("mode", ["rz", "rd", "ru"])
@pytest.mark.parametrize("kind", ["f", "d"])
@pytest.mark.parametrize("name", _EXACT)
def test_directed_rounding(name: str, kind: str, mode: str, computed: Callable[..., Any]):
    format_ = "f32" if kind == "f" else "f64"
    x = _floats(format_, 3)
    y = _floats(format_, 4) * np.exp2(np.random.default_rng(5).integers(-30, 30, N)).astype(x.dtype)
    x[0], y[0] = 6.0, 2.0
    x[1], y[1] = 1.0, 1.0
    x[2], y[2] = -7.0, 7.0
    exact = [_EXACT[name](Fraction(float(a)), Fraction(float(b))) for a, b in zip(x, y, strict=True)]
    expected = [_rounded(value, mode, _FORMATS[format_]) for value in exact]
    np.testing.assert_array_equal(computed(f"{kind}{name}_{mode}", f"{format_} {format_}", format_, [x, y]), expected)


@pytest.mark.parametrize("mode", ["rn", "rz", "rd", "ru"])
def test_conversions(mode: str, computed: Callable[..., Any]):
    rounded = {"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil}[mode]
    x = _floats("f32", 6, 100.0)
    x[:4] = 0.5, -0.5, 1e20, np.nan
    expected = np.nan_to_num(np.clip(rounded(x.astype(np.float64)), -(2**31), 2**31 - 1))
    np.testing.assert_array_equal(computed(f"float2int_{mode}", "f32", "i32", [x]), expected.astype(np.int32))
    wide = _floats("f64", 7)
    nearest = wide.astype(np.float32)
    expected = [_rounded(Fraction(a), mode, np.float32) for a in wide] if mode != "rn" else nearest
    np.testing.assert_array_equal(computed(f"double2float_{mode}", "f64", "f32", [wide]), expected)


def test_bits_as_another_type(computed: Callable[..., Any]):
    x = _floats("f32", 8)
    np.testing.assert_array_equal(computed("float_as_int", "f32", "i32", [x]), x.view(np.int32))
    np.testing.assert_array_equal(computed("int_as_float", "i32", "f32", [x.view(np.int32)]), x)


def test_next_number(computed: Callable[..., Any]):
    x, y = _floats("f32", 9), _floats("f32", 10)
    x[:5], y[:5] = (0.0, 1.0, -0.0, 3.0, np.inf), (-1.0, 1.0, 2.0, np.nan, 0.0)
    np.testing.assert_array_equal(computed("nextafterf", "f32 f32", "f32", [x, y]), np.nextafter(x, y))


@pytest.mark.parametrize("format_", ["i32", "i64"])
def test_function_of_integers(format_: str, computed: Callable[..., Any]):
    bits = 32 if format_ == "i32" else 64
    type_ = _FORMATS[format_]
    x, y = (
        np.random.default_rng(seed).integers(-(2 ** (bits - 1)), 2 ** (bits - 1), N).astype(type_) for seed in (1, 2)
    )
    x[:4] = 0, 1, -1, 1 << (bits - 2)
    suffix = "" if bits == 32 else "ll"
    words = [format(int(value) % 2**bits, f"0{bits}b") for value in x]
    reverse = np.array([int(word[::-1], 2) for word in words], f"u{bits // 8}").view(type_)
    np.testing.assert_array_equal(computed(f"brev{suffix}", format_, format_, [x]), reverse)
    zeros = [len(word) - len(word.lstrip("0")) for word in words]
    np.testing.assert_array_equal(computed(f"clz{suffix}", format_, "i32", [x]), zeros)
    first = [len(word) - word.rfind("1") if "1" in word else 0 for word in words]
    np.testing.assert_array_equal(computed(f"ffs{suffix}", format_, "i32", [x]), first)
    name = "mulhi" if bits == 32 else "mul64hi"
    high = [(int(a) * int(b)) >> bits for a, b in zip(x, y, strict=True)]
    np.testing.assert_array_equal(computed(name, f"{format_} {format_}", format_, [x, y]), high)


def test_means_and_distances(computed: Callable[..., Any]):
    x, y = (np.random.default_rng(seed).integers(-(2**31), 2**31, N).astype(np.int32) for seed in (3, 4))
    sums = x.astype(np.int64) + y
    np.testing.assert_array_equal(computed("hadd", "i32 i32", "i32", [x, y]), sums >> 1)
    np.testing.assert_array_equal(computed("rhadd", "i32 i32", "i32", [x, y]), (sums + 1) >> 1)
    unsigned = x.view(np.uint32).astype(np.int64) + y.view(np.uint32)
    found = computed("uhadd", "i32 i32", "i32", [x, y]).view(np.uint32)
    np.testing.assert_array_equal(found, unsigned >> 1)
    small = [(array % 1000 - 500).astype(np.int32) for array in (x, y, x)]
    distance = abs(small[0] - small[1]) + small[2]
    np.testing.assert_array_equal(computed("sad", "i32 i32 i32", "i32", small), distance)


def test_saturation(computed: Callable[..., Any]):
    x = _floats("f32", 11)
    x[:3] = np.nan, np.inf, -np.inf
    np.testing.assert_array_equal(computed("saturatef", "f32", "f32", [x]), np.clip(np.nan_to_num(x, nan=0.0), 0, 1))


def test_unknown_function_is_an_error(computed: Callable[..., Any]):
    with pytest.raises(DiagnosticError, match="nothing is known of '__nv_byte_perm'"):
        computed("byte_perm", "i32 i32 i32", "i32", [])
