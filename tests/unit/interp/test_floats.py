"""Floating-point formats and operations, against exact arithmetic with fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from selection import some
from unit.interp.programs import apply, call

from xtriton.interp.numbers.exact import fused_multiply_add
from xtriton.interp.numbers.formats import FLOATS, FloatFormat
from xtriton.interp.numbers.rounding import Rounding, cut_tf32, round_tf32, round_to
from xtriton.interp.numbers.special import inverse_erf, inverse_erfc

SMALL = [name for name, form in FLOATS.items() if form.bits == 8]


def finite_values(form: FloatFormat) -> list[float]:
    """The finite numbers of a format of 8 bits, zero once, in order."""
    return sorted({float(value) for value in form.table if np.isfinite(value)})


def nearest(form: FloatFormat, value: float) -> float:
    """The nearest number by comparing distances; of two the one with the even code. None of it is how we round."""
    target = Fraction(value)
    codes = {float(form.table[code]): code for code in range(256) if np.isfinite(form.table[code])}
    return min(codes, key=lambda one: (abs(Fraction(one) - target), codes[one] & 1))


@pytest.mark.parametrize("name", some(SMALL, 2))
def test_rounding_to_nearest_even(name: str):
    form = FLOATS[name]
    random = np.random.default_rng(1)
    values = finite_values(form)
    halfway = [(a + b) / 2 for a, b in pairwise(values)]
    some = [*halfway, *random.uniform(values[0], values[-1], 40), *(random.standard_normal(40) * 2.0**-8)]
    found = round_to(form, np.array(some, np.float64))
    for value, rounded in zip(some, found.tolist(), strict=True):
        assert rounded == nearest(form, float(value)), value


@pytest.mark.parametrize("name", SMALL)
def test_directed_rounding(name: str):
    form = FLOATS[name]
    values = np.array(finite_values(form))
    some = np.random.default_rng(2).uniform(values[0], values[-1], 300)
    below = values[np.searchsorted(values, some, side="right") - 1]
    above = values[np.searchsorted(values, some, side="left")]
    assert (round_to(form, some, Rounding.DOWNWARD) == below).all()
    assert (round_to(form, some, Rounding.UPWARD) == above).all()
    toward_zero = np.where(some > 0, below, above)
    assert (round_to(form, some, Rounding.TOWARD_ZERO) == toward_zero).all()


@pytest.mark.parametrize("name", SMALL)
def test_every_pattern_of_bits_comes_back(name: str):
    form = FLOATS[name]
    codes = np.arange(256, dtype=np.uint8)
    decoded = form.decode(codes)
    back = form.encode(decoded)
    numbers = ~np.isnan(decoded)
    assert (back[numbers] == codes[numbers]).all()
    assert np.isnan(form.decode(back[~numbers])).all()


def test_limits_of_the_formats_that_triton_has():
    assert {name: FLOATS[name].greatest for name in ("f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ")} == {
        "f8E4M3FN": 448.0,
        "f8E5M2": 57344.0,
        "f8E4M3FNUZ": 240.0,
        "f8E5M2FNUZ": 57344.0,
    }
    # e5m2 is the upper byte of f16.
    codes = np.arange(256, dtype=np.uint8)
    halves = (codes.astype(np.uint16) << 8).view(np.float16)
    np.testing.assert_array_equal(FLOATS["f8E5M2"].decode(codes), halves.astype(np.float32))


def test_conversions_to_fp8_saturate_where_triton_asks_and_do_not_where_arith_does():
    values = np.array([1e6, -1e6, np.inf, np.nan], np.float32)
    source, target = "tensor<4xf32>", "tensor<4xf8E4M3FN>"
    op = f"tt.fp_to_fp {{}}, rounding = rtne : {source} -> {target}"
    found = apply(op, source, values, result=target).values
    np.testing.assert_array_equal(found, np.array([448, -448, 448, np.nan], np.float32))
    found = apply(f"arith.truncf {{}} : {source} to {target}", source, values, result=target).values
    assert np.isnan(found).all()
    target = "tensor<4xf8E5M2>"
    found = apply(f"arith.truncf {{}} : {source} to {target}", source, values, result=target).values
    np.testing.assert_array_equal(found, np.array([np.inf, -np.inf, np.inf, np.nan], np.float32))


def test_rounding_towards_zero_to_f16_and_bf16():
    values = np.array([1 + 2.0**-8 + 2.0**-20, -(1 + 2.0**-8 + 2.0**-20), 70000.0, 2.0**-30], np.float32)
    for name, expected in (
        ("f16", [1 + 2.0**-8, -(1 + 2.0**-8), 65504.0, 0.0]),
        ("bf16", [1.0, -1.0, 69632.0 + 0.0, 2.0**-30]),
    ):
        source, target = "tensor<4xf32>", f"tensor<4x{name}>"
        op = f"tt.fp_to_fp {{}}, rounding = rtz : {source} -> {target}"
        assert apply(op, source, values, result=target).values.tolist() == expected


def test_bf16_arithmetic_rounds_each_result():
    a, b = 1.0, 2.0**-8
    assert apply("arith.addf {} : bf16", "bf16, bf16", a, b, result="bf16").values == 1.0
    assert apply("arith.addf {} : bf16", "bf16, bf16", a, 3 * b, result="bf16").values == 1 + 2.0**-6
    assert apply("arith.mulf {} : bf16", "bf16, bf16", 3e38, 2.0, result="bf16").values == np.inf


def test_tf32_keeps_ten_bits_cut_off_or_rounded_with_ties_away():
    step = 2.0**-10
    values = np.array([1 + step / 2, 1 + step * 0.49, -(1 + 1.5 * step), np.inf, 3.4028e38, np.nan], np.float32)
    expected = np.array([1 + step, 1, -(1 + 2 * step), np.inf, np.inf, np.nan], np.float32)
    np.testing.assert_array_equal(round_tf32(values), expected)
    expected = np.array([1, 1, -(1 + step), np.inf, (2 - 2.0**-10) * 2.0**127, np.nan], np.float32)
    np.testing.assert_array_equal(cut_tf32(values), expected)


@pytest.mark.parametrize("name", ["f16", "bf16", "f32", "f64"])
def test_fused_multiply_add_rounds_once(name: str):
    form = FLOATS[name]
    random = np.random.default_rng(3)
    scales = np.exp2(random.integers(-8, 8, (3, 400)).astype(np.float64))
    a, b, c = (round_to(form, operand) for operand in random.standard_normal((3, 400)) * scales)
    # Sums in which nearly everything cancels show a second rounding.
    c[:200] = -round_to(form, a[:200].astype(np.float64) * b[:200].astype(np.float64))
    found = fused_multiply_add(form, a, b, c)
    for x, y, z, got in zip(a.tolist(), b.tolist(), c.tolist(), found.tolist(), strict=True):
        exact = Fraction(x) * Fraction(y) + Fraction(z)
        below = above = got
        for _ in range(2):
            below, above = neighbour(form, below, -1), neighbour(form, above, 1)
            if below == got or above == got:
                continue
            assert abs(exact - Fraction(got)) <= min(abs(exact - Fraction(below)), abs(exact - Fraction(above)))


def neighbour(form: FloatFormat, value: float, step: int) -> float:
    """The next number of a format, upwards or downwards."""
    bits = form.encode(np.array([value], form.dtype)).astype(np.int64)
    forward = step if value > 0 or (value == 0 and step > 0) else -step
    if value == 0:
        bits, forward = np.array([1 if step > 0 else (1 << (form.bits - 1)) | 1]), 0
    return float(form.decode((bits + forward).astype(form.storage))[0])


def test_a_fused_multiply_add_that_is_rounded_twice_would_be_wrong():
    # In f64 the sum is a tie between two numbers of f32, but the product lies above it by less than f64 shows.
    a, b, c = 1 + 2.0**-12, 1 + 2.0**-12, 2.0**30
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    found = fused_multiply_add(FLOATS["f32"], *(np.array([number], np.float32) for number in (a, b, c)))[0]
    assert float(found) == float(np.float32(float(exact)))
    a, b, c = 2.0**-60, 2.0**-60, 1 + 2.0**-23
    tie = np.array([2.0**-24 + 1], np.float64)
    assert np.float32(tie[0]) == 1.0
    halves = (np.array([number], np.float32) for number in (1 + 2.0**-23, 2.0**-24, 1.0))
    assert float(fused_multiply_add(FLOATS["f32"], *halves)[0]) == 1 + 2.0**-23
    assert math.isfinite(a * b + c)


def test_zeros_have_signs():
    for op, a, b, negative in (
        ("maximumf", 0.0, -0.0, False),
        ("maximumf", -0.0, 0.0, False),
        ("minimumf", 0.0, -0.0, True),
        ("minimumf", -0.0, 0.0, True),
        ("minnumf", -0.0, -0.0, True),
        ("addf", -0.0, -0.0, True),
        ("addf", -0.0, 0.0, False),
        ("mulf", -0.0, 5.0, True),
    ):
        found = apply(f"arith.{op} {{}} : f32", "f32, f32", a, b, result="f32").values
        assert found == 0
        assert np.signbit(found) == negative, (op, a, b)
    assert np.signbit(apply("arith.negf {} : f32", "f32", 0.0, result="f32").values)


def test_extrema_and_nan():
    nan = float("nan")
    for op, a, b, expected in (
        ("maximumf", 1.0, nan, nan),
        ("minimumf", nan, 1.0, nan),
        ("maxnumf", 1.0, nan, 1.0),
        ("minnumf", nan, 2.0, 2.0),
        ("maxnumf", nan, nan, nan),
        ("maximumf", -3.0, 0.0, 0.0),
        ("minimumf", 0.0, 7.0, 0.0),
    ):
        found = apply(f"arith.{op} {{}} : f32", "f32, f32", a, b, result="f32").values
        np.testing.assert_array_equal(found, np.float32(expected), err_msg=op)


def test_clamping():
    nan = float("nan")
    types = "f32, f32, f32"
    for mode, x, expected in (("none", nan, -1.0), ("all", nan, nan), ("none", 5.0, 1.0), ("all", -5.0, -1.0)):
        op = f"tt.clampf {{}}, propagateNan = {mode} : f32"
        np.testing.assert_array_equal(apply(op, types, x, -1.0, 1.0, result="f32").values, np.float32(expected))


ORDERED = {"eq": "==", "gt": ">", "ge": ">=", "lt": "<", "le": "<="}


@pytest.mark.parametrize("name", ORDERED)
def test_comparisons_with_nan_are_false_when_ordered_and_true_when_not(name: str):
    values = np.array([1.0, 2.0, -0.0, np.nan], np.float32)
    others = np.array([2.0, 2.0, 0.0, 1.0], np.float32)
    type_ = "tensor<4xf32>"
    for prefix in "ou":
        op = f"arith.cmpf {prefix}{name}, {{}} : {type_}"
        found = apply(op, f"{type_}, {type_}", values, others, result="tensor<4xi1>").values.tolist()
        plain = [eval(f"{a} {ORDERED[name]} {b}") for a, b in zip(values[:3], others[:3], strict=True)]
        assert found == [*plain, prefix == "u"]


def test_floats_to_integers_saturate_unless_strict():
    values = np.array([1e10, -1e10, np.nan, -1.9, 2.7, np.inf, 255.5, -0.5], np.float32)
    source = "tensor<8xf32>"
    for op, target, expected, poisoned in (
        ("fptosi", "i32", [2**31 - 1, -(2**31), 0, -1, 2, 2**31 - 1, 255, 0], [1, 1, 1, 0, 0, 1, 0, 0]),
        ("fptoui", "i8", [-1, 0, 0, 0, 2, -1, -1, 0], [1, 1, 1, 1, 0, 1, 0, 0]),
    ):
        spelled = f"arith.{op} {{}} : {source} to tensor<8x{target}>"
        assert apply(spelled, source, values, result=f"tensor<8x{target}>").values.tolist() == expected
        strict = apply(spelled, source, values, result=f"tensor<8x{target}>", strict=True)
        assert strict.poison.astype(int).tolist() == poisoned


def test_floats_to_8_bits_are_the_low_bits_of_16():
    """What an H200 gives: PTX converts to 16 bits at least, and Triton's code takes the lower 8."""
    values = np.array(
        [255.7, 256, 300, -129, 128, 70000, -70000, np.nan, np.inf, -np.inf, -4, 127.9, *range(4)], np.float32
    )
    source = "tensor<16xf32>"
    for op, expected, poisoned in (
        (
            "fptoui",
            [255, 0, 44, 0, 128, 255, 0, 0, 255, 0, 0, 127, 0, 1, 2, 3],
            [0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0],
        ),
        (
            "fptosi",
            [-1, 0, 44, 127, -128, -1, 0, 0, -1, 0, -4, 127, 0, 1, 2, 3],
            [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
        ),
    ):
        spelled = f"arith.{op} {{}} : {source} to tensor<16xi8>"
        found = apply(spelled, source, values, result="tensor<16xi8>").values
        assert found.astype(np.uint8).tolist() == np.array(expected, np.int64).astype(np.uint8).tolist()
        strict = apply(spelled, source, values, result="tensor<16xi8>", strict=True)
        assert strict.poison.astype(int).tolist() == poisoned


@pytest.mark.parametrize("op", ["fptosi", "fptoui"])
@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("f16", "i32", 0),
        ("f32", "i16", 0),
        ("f32", "i32", 0),
        ("f32", "i64", -(1 << 63)),
        ("bf16", "i64", -(1 << 63)),
        ("f64", "i8", 0),
        ("f64", "i16", -(1 << 15)),
        ("f64", "i32", -(1 << 31)),
        ("f64", "i64", -(1 << 63)),
    ],
)
def test_integers_of_nan_are_those_of_an_h200(op, source, target, expected):
    """The topmost bit of conversions from or to 64 bits, otherwise zero."""
    found = apply(f"arith.{op} {{}} : {source} to {target}", source, np.nan, result=target).values
    assert int(found) % (1 << int(target[1:])) == expected % (1 << int(target[1:]))


def test_integers_to_floats_round_once():
    for value, form, expected in (
        (2**24 + 1, "f32", float(2**24)),
        (2**24 + 3, "f32", float(2**24 + 4)),
        (-(2**63), "f32", -(2.0**63)),
        (2049, "f16", 2048.0),
        (65520, "f16", float("inf")),
        (257, "bf16", 256.0),
        # Rounded to f32 or f64 first, this would become a tie and go the wrong way.
        (2**62 + 2**54 + 1, "bf16", 2.0**62 + 2.0**55),
    ):
        assert apply(f"arith.sitofp {{}} : i64 to {form}", "i64", value, result=form).values == expected
    assert apply("arith.uitofp {} : i64 to f32", "i64", -1, result="f32").values == 2.0**64


def test_fast_math_promises_make_poison():
    op = "arith.addf {} fastmath<nnan> : f32"
    assert apply(op, "f32, f32", float("nan"), 1.0, result="f32", strict=True).poison
    assert not apply(op, "f32, f32", 2.0, 1.0, result="f32", strict=True).poison
    assert not apply(op, "f32, f32", float("nan"), 1.0, result="f32").poison


def test_bitcasts_keep_bits():
    body = "  %i = tt.bitcast %x : bf16 -> i16\n  %b = arith.bitcast %i : i16 to bf16\n  tt.return %i, %b : i16, bf16"
    bits, back = call(body, "%x: bf16 -> i16, bf16", -1.5)
    assert int(bits.values) & 0xFFFF == 0xBFC0
    assert back.values == -1.5


@pytest.mark.parametrize(
    ("op", "reference"),
    [
        ("exp", math.exp),
        ("exp2", lambda x: 2.0**x),
        ("log1p", math.log1p),
        ("sin", math.sin),
        ("tanh", math.tanh),
        ("erf", math.erf),
        ("atan", math.atan),
        ("expm1", math.expm1),
        ("rsqrt", lambda x: 1 / math.sqrt(x)),
        ("cbrt", math.cbrt),
        ("floor", math.floor),
        ("roundeven", round),
        ("round", lambda x: math.floor(x + 0.5)),
    ],
)
def test_functions_are_rounded_once_to_f32(op: str, reference: object):
    values = np.linspace(0.25, 6.0, 256, dtype=np.float32)
    type_ = "tensor<256xf32>"
    found = apply(f"math.{op} {{}} : {type_}", type_, values, result=type_).values
    assert callable(reference)
    expected = np.array([reference(float(value)) for value in values], np.float64).astype(np.float32)
    np.testing.assert_array_equal(found, expected)


def test_library_functions():
    for symbol, x, expected in (
        ("__nv_erfinvf", 0.5, 0.4769362762),
        ("__nv_j0f", 2.5, -0.04838377646),
        ("__nv_j1f", 1.0, 0.4400505857),
        ("__nv_cyl_bessel_i0f", 1.5, 1.646723190),
        ("__nv_normcdff", 1.0, 0.8413447461),
        ("__nv_tgammaf", 4.5, 11.63172840),
        ("__nv_sinpif", 0.25, math.sqrt(0.5)),
        ("__nv_rcbrtf", 8.0, 0.5),
        ("__nv_cyl_bessel_i1f", 1e-20, 5e-21),
        ("__nv_sinpif", 5.0, 0.0),
        ("__nv_cospif", -2.5, 0.0),
        ("__nv_cospif", 3.0, -1.0),
        ("__nv_tgammaf", -0.0, -math.inf),
        ("__nv_erfcxf", 3e38, 1.880631945e-39),
        ("__nv_normcdfinvf", 0.8413447461, 1.0),
    ):
        attributes = f'{{{{libname = "", libpath = "", pure = true, symbol = "{symbol}"}}}}'
        op = f"tt.extern_elementwise {{}} {attributes} : (f32) -> f32"
        assert float(apply(op, "f32", x, result="f32").values) == pytest.approx(expected, rel=2e-7), symbol
    small = np.array([1e-300, 1e-30, 1e-5, 0.09, 0.11, 0.5, 1.0, 1.5])
    np.testing.assert_allclose([math.erfc(number) for number in inverse_erfc(small)], small, rtol=1e-12)
    assert np.isnan(inverse_erfc(np.array([-1e-40, 2.5]))).all()
    values = np.array([-0.999, -0.5, -1e-6, 0.0, 0.25, 0.75, 0.9999, 1 - 2.0**-24])
    np.testing.assert_allclose([math.erf(number) for number in inverse_erf(values)], values, rtol=1e-14)
