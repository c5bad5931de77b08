"""Matrix products in every input precision, and scaled ones."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.programs import call

from xtriton.interp.numbers.formats import FLOATS
from xtriton.interp.numbers.rounding import cut_tf32, round_to


def dot(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, types: tuple[str, str, str], precision: str = "ieee"
) -> np.ndarray:
    left, right, out = (
        f"tensor<{'x'.join(map(str, one.shape))}x{type_}>" for one, type_ in zip((a, b, c), types, strict=True)
    )
    body = f"  %d = tt.dot %a, %b, %c, inputPrecision = {precision} : {left} * {right} -> {out}\n  tt.return %d : {out}"
    return call(body, f"%a: {left}, %b: {right}, %c: {out} -> {out}", a, b, c)[0].values


def normal(*shape: int) -> np.ndarray:
    return np.random.default_rng(4).standard_normal(shape).astype(np.float32)


A, B, C = normal(16, 64), normal(64, 32), normal(16, 32)
EXACT = A.astype(np.float64) @ B.astype(np.float64) + C


def test_tf32_cuts_its_operands():
    found = dot(A, B, C, ("f32", "f32", "f32"), "tf32")
    rounded = cut_tf32(A).astype(np.float64) @ cut_tf32(B).astype(np.float64)
    np.testing.assert_array_equal(found, (rounded.astype(np.float32) + C))
    assert np.abs(found - EXACT).max() > 1e-4


def test_the_assembly_that_rounds_to_tf32_is_known():
    type_ = "tensor<16x64xf32>"
    body = f"""
      %r = tt.elementwise_inline_asm "cvt.rna.tf32.f32 $0, $1;"
        {{constraints = "=r,r", packed_element = 1 : i32, pure = true}} %x : {type_} -> {type_}
      tt.return %r : {type_}"""
    found = call(body, f"%x: {type_} -> {type_}", A)[0].values
    bits = found.view(np.uint32)
    assert not (bits & 0x1FFF).any()
    assert np.abs(found - A).max() <= np.abs(A).max() * 2.0**-11
    half = np.full((16, 64), 1 + 2.0**-11, np.float32)
    assert (call(body, f"%x: {type_} -> {type_}", -half)[0].values == -(1 + 2.0**-10)).all()


def test_the_precisions_are_as_precise_as_they_should_be():
    errors = {
        name: float(np.abs(dot(A, B, C, ("f32", "f32", "f32"), name) - EXACT).max())
        for name in ("tf32", "bf16x3", "tf32x3", "bf16x6", "ieee")
    }
    assert errors["ieee"] <= errors["bf16x6"] * 1.5 < 1e-5
    assert errors["tf32x3"] < 1e-5
    assert 1e-6 < errors["bf16x3"] < 1e-3
    assert errors["bf16x3"] < errors["tf32"] < 0.1


def test_infinities_stay_infinities_in_emulated_precisions():
    a, b = np.zeros((16, 16), np.float32), np.zeros((16, 16), np.float32)
    a[0, 0], b[0, 0] = np.inf, 2.0
    b[0, 1:] = 1.0
    for precision in ("tf32x3", "bf16x3", "bf16x6"):
        found = dot(a, b, np.zeros((16, 16), np.float32), ("f32", "f32", "f32"), precision)
        # Where the low part of b is zero the product with it is a NaN, as on hardware it would be; nowhere else.
        assert not np.isnan(found[1:]).any()


@pytest.mark.parametrize("name", ["f16", "bf16", "f8E4M3FN", "f8E5M2"])
def test_small_formats_multiply_exactly(name: str):
    a, b = (round_to(FLOATS[name], operand) for operand in (A, B))
    found = dot(a, b, C, (name, name, "f32"))
    total = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)
    np.testing.assert_array_equal(found, total + C)


def test_accumulators_of_f16_are_rounded_to_it():
    a, b, c = (operand.astype(np.float16) for operand in (A, B, C))
    found = dot(a, b, c, ("f16", "f16", "f16"))
    assert found.dtype == np.float16
    total = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float16)
    np.testing.assert_array_equal(found, total + c)


def test_integers_wrap_around():
    random = np.random.default_rng(5)
    a, b = random.integers(-128, 128, (16, 32), np.int8), random.integers(-128, 128, (32, 16), np.int8)
    c = np.full((16, 16), 2**31 - 5, np.int32)
    expected = (a.astype(np.int64) @ b.astype(np.int64) + c).astype(np.int32)
    np.testing.assert_array_equal(dot(a, b, c, ("i8", "i8", "i32")), expected)


def test_batches_of_matrices():
    a, b, c = normal(4, 16, 16), normal(4, 16, 16)[::-1].copy(), np.zeros((4, 16, 16), np.float32)
    expected = (a.astype(np.float64) @ b.astype(np.float64)).astype(np.float32)
    np.testing.assert_array_equal(dot(a, b, c, ("f32", "f32", "f32")), expected)


def test_a_sum_added_later_is_the_same_as_an_accumulator():
    zero = np.zeros_like(C)
    types = ("f32", "f32", "f32")
    np.testing.assert_array_equal(dot(A, B, zero, types) + C, dot(A, B, C, types))


FP4 = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]


def scaled(a: np.ndarray, b: np.ndarray, scales: tuple[np.ndarray, np.ndarray], types: tuple[str, str], text: str):
    out = f"tensor<{a.shape[0]}x{b.shape[1]}xf32>"
    left, right = (f"tensor<{one.shape[0]}x{one.shape[1]}x{type_}>" for one, type_ in zip((a, b), types, strict=True))
    left_scale, right_scale = (f"tensor<{scale.shape[0]}x{scale.shape[1]}xi8>" for scale in scales)
    body = f"""\
  %z = arith.constant dense<0.0> : {out}
  %d = tt.dot_scaled %a scale %s, %b scale %t, %z {text} : {left}, {left_scale} * {right}, {right_scale} -> {out}
  tt.return %d : {out}"""
    signature = f"%a: {left}, %s: {left_scale}, %b: {right}, %t: {right_scale} -> {out}"
    return call(body, signature, a, scales[0].view(np.int8), b, scales[1].view(np.int8))[0].values


def test_scales_are_powers_of_two_for_blocks_of_32():
    random = np.random.default_rng(6)
    a = round_to(FLOATS["f8E4M3FN"], random.standard_normal((16, 64)))
    b = round_to(FLOATS["f8E5M2"], random.standard_normal((64, 16)))
    s, t = random.integers(120, 134, (16, 2)).astype(np.uint8), random.integers(120, 134, (16, 2)).astype(np.uint8)
    found = scaled(a, b, (s, t), ("f8E4M3FN", "f8E5M2"), "lhs = e4m3 rhs = e5m2 {fastMath = false}")
    left = a.astype(np.float64) * np.repeat(2.0 ** (s.astype(int) - 127), 32, axis=1)
    right = b.astype(np.float64) * np.repeat(2.0 ** (t.astype(int) - 127), 32, axis=1).T
    np.testing.assert_array_equal(found, (left @ right).astype(np.float32))
    s[3, 1] = 255
    found = scaled(a, b, (s, t), ("f8E4M3FN", "f8E5M2"), "lhs = e4m3 rhs = e5m2 {fastMath = false}")
    assert np.isnan(found[3]).all()
    assert not np.isnan(found[[0, 1, 2, 4]]).any()


def test_two_numbers_of_four_bits_are_packed_along_k_or_not():
    random = np.random.default_rng(7)
    low, high = random.integers(0, 16, (2, 16, 32))
    numbers = np.array([*FP4, *(-number for number in FP4)])
    packed = (low | high << 4).astype(np.uint8).view(np.int8)
    left = np.stack([numbers[low], numbers[high]], axis=-1).reshape(16, 64)
    b = round_to(FLOATS["f8E4M3FN"], random.standard_normal((64, 16)))
    ones = np.full((16, 2), 127, np.uint8)
    found = scaled(packed, b, (ones, ones), ("i8", "f8E4M3FN"), "lhs = e2m1 rhs = e4m3 {fastMath = false}")
    np.testing.assert_array_equal(found, (left @ b.astype(np.float64)).astype(np.float32))
    # Not along K: rows are packed in pairs.
    rows = np.stack([numbers[low], numbers[high]], axis=1).reshape(32, 32)
    b, ones, left_scale = b[:32], np.full((16, 1), 127, np.uint8), np.full((32, 1), 127, np.uint8)
    text = "lhs = e2m1 rhs = e4m3 {fastMath = false, lhs_k_pack = false}"
    left_type, right_type, out = "tensor<16x32xi8>", "tensor<32x16xf8E4M3FN>", "tensor<32x16xf32>"
    types = f"{left_type}, tensor<32x1xi8> * {right_type}, tensor<16x1xi8> -> {out}"
    body = f"""\
  %z = arith.constant dense<0.0> : {out}
  %d = tt.dot_scaled %a scale %s, %b scale %t, %z {text} : {types}
  tt.return %d : {out}"""
    signature = f"%a: {left_type}, %s: tensor<32x1xi8>, %b: {right_type}, %t: tensor<16x1xi8> -> {out}"
    found = call(body, signature, packed, left_scale.view(np.int8), b, ones.view(np.int8))[0].values
    np.testing.assert_array_equal(found, (rows @ b.astype(np.float64)).astype(np.float32))
