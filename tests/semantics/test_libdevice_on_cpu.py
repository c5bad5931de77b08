"""Functions of CUDA's libdevice give on the CPU what NumPy and exact fractions say."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.dialects.libdevice import SIGNATURES
from xtriton.interp.numbers.libdevice import FUNCTIONS
from xtriton.interp.numbers.libdevice_words import WORDS
from xtriton.ir.diagnostics import DiagnosticError

N = 128
_FORMATS = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}


@pytest.fixture(name="computed")
def _in_a_file(tmp_path: Path) -> Callable[..., Any]:
    return partial(_computed, tmp_path / "kernel.ttir")


def _computed(path: Path, symbol: str, types: str, result: str, arrays: list[Any]) -> Any:
    """The result that a kernel with one such function stores."""
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


@pytest.mark.parametrize("name", ["rcbrtf", "exp10f", "fast_exp10f"])
def test_function_of_f32_is_correctly_rounded_but_for_ties(name: str, computed: Callable[..., Any]):
    x = _floats("f32", 0, 30)
    x[:9] = (0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 38.5, 38.6)
    function: Callable[..., Any] = FUNCTIONS["__nv_" + ("rcbrt" if name == "rcbrtf" else "exp10")]
    with np.errstate(all="ignore"):
        exact = function(x.astype(np.float64))
        expected = exact.astype(np.float32)
    found = computed(name, "f32", "f32", [x])
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(found[~finite], expected[~finite])
    error = np.abs(found[finite] - exact[finite])
    assert (error <= 0.501 * np.maximum(np.spacing(np.abs(expected[finite])), 1e-45)).all()


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


_TO_INTEGERS = re.compile(r"__nv_(float|double)2(u?)(int|ll)_(rn|rz|rd|ru)")
_ROUND: dict[str, Callable[[Fraction], int]] = {"rn": round, "rz": math.trunc, "rd": math.floor, "ru": math.ceil}


@pytest.mark.parametrize("symbol", [symbol for symbol in SIGNATURES if _TO_INTEGERS.fullmatch(symbol)])
def test_integers_of_floats(symbol: str, computed: Callable[..., Any]):
    """Of all widths, with and without a sign, they are rounded, and the nearest number if they do not fit."""
    found = _TO_INTEGERS.fullmatch(symbol)
    assert found is not None
    format_, bits = "f32" if found[1] == "float" else "f64", 32 if found[3] == "int" else 64
    least, most = (0, (1 << bits) - 1) if found[2] else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    x = _floats(format_, 6, 100.0)
    x[:12] = 0.5, -0.5, 1.5, 2.5, 1e30, -1e30, 2.0**31, 3e9, -(2.0**31), 2.0**63, 1.2e19, 2.0**40
    expected = [min(max(_ROUND[found[4]](Fraction(float(number))), least), most) for number in x]
    result = computed(symbol.removeprefix("__nv_"), format_, f"i{bits}", [x])
    assert [int(number) % (1 << bits) for number in result] == [number % (1 << bits) for number in expected]


@pytest.mark.parametrize("mode", ["rn", "rz", "rd", "ru"])
def test_narrower_floats(mode: str, computed: Callable[..., Any]):
    wide = _floats("f64", 7)
    nearest = wide.astype(np.float32)
    expected = [_rounded(Fraction(a), mode, np.float32) for a in wide] if mode != "rn" else nearest
    np.testing.assert_array_equal(computed(f"double2float_{mode}", "f64", "f32", [wide]), expected)


@pytest.mark.parametrize("mode", ["rz", "rd", "ru"])
@pytest.mark.parametrize("kind", ["f", "d"])
def test_directed_rounding_at_the_limits(kind: str, mode: str, computed: Callable[..., Any]):
    format_ = "f32" if kind == "f" else "f64"
    type_ = _FORMATS[format_]
    most, least = np.finfo(type_).max, np.finfo(type_).smallest_subnormal
    x, y = np.ones((2, N), type_)
    # What is too large is the greatest number where it is rounded towards zero.
    x[:2] = y[:2] = most, -most
    # x - x is -0 where it is rounded down.
    x[2], y[2] = 1.0, -1.0
    sums = computed(f"{kind}add_{mode}", f"{format_} {format_}", format_, [x, y])
    infinite = {"rz": [most, -most], "rd": [most, -np.inf], "ru": [np.inf, -most]}[mode]
    np.testing.assert_array_equal(sums[:2], np.array(infinite, type_))
    assert sums[2] == 0
    assert np.signbit(sums[2]) == (mode == "rd")
    # Half of the least number.
    x[:2], y[:2] = (least, -least), 0.5
    halves = computed(f"{kind}mul_{mode}", f"{format_} {format_}", format_, [x, y])
    expected = {"rz": [0.0, -0.0], "rd": [0.0, -least], "ru": [least, -0.0]}[mode]
    np.testing.assert_array_equal(halves[:2], np.array(expected, type_))


def test_rounding_to_nearest_after_a_directed_one(computed: Callable[..., Any]):
    """The processor is left as it was."""
    x, y = np.full(N, 1.0, np.float32), np.full(N, 2.0**-25, np.float32)
    assert (computed("fadd_ru", "f32 f32", "f32", [x, y]) == np.float32(1 + 2.0**-23)).all()
    assert (computed("fadd_rn", "f32 f32", "f32", [x, y]) == 1).all()
    assert np.float32(1) + np.float32(2.0**-25) == 1


@pytest.mark.parametrize(
    "symbol", ["double2int_rz", "double2ll_rn", "float2ll_rd", "double2ull_ru", "llrint", "llroundf"]
)
def test_nan_as_an_integer(symbol: str, computed: Callable[..., Any]):
    """All but float2int give the number with the highest bit alone, as CUDA's manual has it."""
    signature = SIGNATURES[f"__nv_{symbol}"]
    found = computed(symbol, signature.inputs[0], signature.result, [np.full(N, np.nan, _FORMATS[signature.inputs[0]])])
    assert (found == np.iinfo(found.dtype).min).all()


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


_SYMBOLS: dict[str, Callable[[float], float]] = {
    "lgamma": math.lgamma,
    "tgamma": math.gamma,
    "erfcx": lambda x: math.exp(x * x) * math.erfc(x),
    "normcdf": lambda x: 0.5 * math.erfc(-x / math.sqrt(2.0)),
    "logb": lambda x: math.frexp(x)[1] - 1.0,
    "sinpi": lambda x: math.sin(math.pi * math.fmod(x, 2.0)),
}


@pytest.mark.parametrize("format_", ["f32", "f64"])
@pytest.mark.parametrize("name", _SYMBOLS)
def test_special_function(name: str, format_: str, computed: Callable[..., Any]):
    x = np.linspace(0.03, 4.93, N).astype(_FORMATS[format_])
    expected = [_SYMBOLS[name](float(number)) for number in x]
    found = computed(f"{name}f" if format_ == "f32" else name, format_, format_, [x])
    np.testing.assert_allclose(found, expected, *((1e-6, 1e-7) if format_ == "f32" else (1e-14, 1e-15)))


@pytest.mark.parametrize("format_", ["f32", "f64"])
@pytest.mark.parametrize(("inverse", "name"), [("erfinv", "erf"), ("erfcinv", "erfc"), ("normcdfinv", "normcdf")])
def test_inverse(inverse: str, name: str, format_: str, computed: Callable[..., Any]):
    end = "f" if format_ == "f32" else ""
    x = np.linspace(0.001, 0.999, N).astype(_FORMATS[format_])
    back = computed(f"{name}{end}", format_, format_, [computed(f"{inverse}{end}", format_, format_, [x])])
    np.testing.assert_allclose(back, x, 1e-6 if end else 1e-13)


@pytest.mark.parametrize("format_", ["f32", "f64"])
def test_bessel_functions(format_: str, computed: Callable[..., Any]):
    """Their Wronskian, their recurrence, and some values of tables."""
    end, type_ = ("f", np.float32) if format_ == "f32" else ("", np.float64)
    x = np.linspace(0.1, 30.0, N).astype(type_)
    j0, j1, y0, y1 = (computed(f"{name}{end}", format_, format_, [x]) for name in ("j0", "j1", "y0", "y1"))
    # Beyond 8 CUDA's manual promises absolute errors of 5e-12 in f64, 2e-6 in f32.
    tolerance = 4e-6 if end else 5e-12
    np.testing.assert_allclose((j1 * y0 - j0 * y1) * x * (np.pi / 2), np.ones(N), tolerance)
    two = np.full(N, 2, np.int32)
    for name, first, second in (("jn", j0, j1), ("yn", y0, y1)):
        found = computed(f"{name}{end}", f"i32 {format_}", format_, [two, x])
        np.testing.assert_allclose(found, 2 / x * second - first, 1e-4 if end else 1e-11, tolerance)
    x[:2] = 1.0, 2.5
    for name, expected in (
        ("j0", (0.7651976865579666, -0.0483837764681979)),
        ("y1", (-0.7812128213002887, 0.1459181379667858)),
        ("cyl_bessel_i0", (1.2660658777520084, 3.2898391440501231)),
        ("cyl_bessel_i1", (0.5651591039924850, 2.5167162452886984)),
    ):
        found = computed(f"{name}{end}", format_, format_, [x])
        np.testing.assert_allclose(found[:2], expected, 2e-6 if end else 1e-14)


def test_special_values(computed: Callable[..., Any]):
    x = np.full(N, np.nan)
    x[:6] = 0.0, -0.0, np.inf, -np.inf, 1.0, -2.0
    for name, expected in {
        "lgamma": (np.inf, np.inf, np.inf, np.inf, 0.0, np.inf),
        "tgamma": (np.inf, -np.inf, np.inf, np.nan, 1.0, np.nan),
        "erfinv": (0.0, -0.0, np.nan, np.nan, np.inf, np.nan),
        "y0": (-np.inf, -np.inf, 0.0, np.nan, 0.08825696421567697, np.nan),
        "logb": (-np.inf, -np.inf, np.inf, np.inf, 0.0, 1.0),
        "sinpi": (0.0, -0.0, np.nan, np.nan, 0.0, -0.0),
        "cospi": (1.0, 1.0, np.nan, np.nan, -1.0, 1.0),
    }.items():
        found = computed(name, "f64", "f64", [x])
        np.testing.assert_allclose(found[:6], expected, 1e-15, err_msg=name)
        assert np.isnan(found[6:]).all(), name
    exponents = computed("ilogb", "f64", "i32", [x])[:7]
    np.testing.assert_array_equal(exponents, [-(2**31), -(2**31), 2**31 - 1, 2**31 - 1, 0, 1, -(2**31)])


def test_remainder(computed: Callable[..., Any]):
    x, y = _floats("f64", 12, 1e6), _floats("f64", 13)
    expected = [math.remainder(*pair) for pair in zip(x, y, strict=True)]
    np.testing.assert_array_equal(computed("remainder", "f64 f64", "f64", [x, y]), expected)


def test_scaling(computed: Callable[..., Any]):
    x = _floats("f64", 14)
    n = np.random.default_rng(15).integers(-1100, 1100, N).astype(np.int32)
    with np.errstate(over="ignore"):
        expected = np.ldexp(x, n)
    for name in ("ldexp", "scalbn"):
        np.testing.assert_array_equal(computed(name, "f64 i32", "f64", [x, n]), expected)


def test_words(computed: Callable[..., Any]):
    x, y, selector = (np.random.default_rng(seed).integers(-(2**31), 2**31, N).astype(np.int32) for seed in (5, 6, 7))
    for symbol, arrays in {"mul24": [x, y], "umul24": [x, y], "byte_perm": [x, y, selector]}.items():
        expected = WORDS[f"__nv_{symbol}"](*arrays).astype(np.int32)
        np.testing.assert_array_equal(computed(symbol, "i32 " * len(arrays), "i32", arrays), expected)
    numbers = _floats("f64", 16)
    high, low = (computed(f"double2{half}int", "f64", "i32", [numbers]) for half in ("hi", "lo"))
    np.testing.assert_array_equal(computed("hiloint2double", "i32 i32", "f64", [high, low]), numbers)


_MASKED = """module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %total: !tt.ptr<f32>, %n: i32) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %limit = tt.splat %n : i32 -> tensor<128xi32>
    %mask = arith.cmpi slt, %r, %limit : tensor<128xi32>
    %one = arith.constant dense<1.0> : tensor<128xf32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %xa = tt.addptr %xs, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %v = tt.load %xa, %mask, %one : tensor<128x!tt.ptr<f32>>
    %g = tt.extern_elementwise %v {libname = "", libpath = "", pure = true, symbol = "__nv_tgammaf"}
      : (tensor<128xf32>) -> tensor<128xf32>
    %h = arith.mulf %g, %v : tensor<128xf32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %oa = tt.addptr %os, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %oa, %h, %mask : tensor<128x!tt.ptr<f32>>
    %s = "tt.reduce"(%h) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<128xf32>) -> f32
    tt.store %total, %s : !tt.ptr<f32>
    tt.return
  }
}
"""


@pytest.mark.parametrize("n", [0, 1, 77, N])
def test_calls_under_a_mask(n: int, tmp_path: Path):
    """Masked-off elements are neither read nor written; an argument that is only read may be read-only."""
    path = tmp_path / "kernel.ttir"
    path.write_text(_MASKED)
    x, out, total = np.linspace(0.5, 4.0, N).astype(np.float32), np.full(N, 9, np.float32), np.zeros(1, np.float32)
    x.flags.writeable = False
    xtriton.compile(path, target="cpu")[(1,)](x, out, total, n)
    expected = np.array([math.gamma(number) * number for number in x.tolist()[:n]])
    np.testing.assert_allclose(out[:n], expected, 1e-6)
    assert (out[n:] == 9).all()
    np.testing.assert_allclose(total[0], expected.sum() + (N - n), 1e-5)


def test_saturation(computed: Callable[..., Any]):
    x = _floats("f32", 11)
    x[:3] = np.nan, np.inf, -np.inf
    np.testing.assert_array_equal(computed("saturatef", "f32", "f32", [x]), np.clip(np.nan_to_num(x, nan=0.0), 0, 1))


def test_unknown_function_is_an_error(computed: Callable[..., Any]):
    with pytest.raises(DiagnosticError, match="nothing is known of '__nv_nothing'"):
        computed("nothing", "i32 i32", "i32", [])
