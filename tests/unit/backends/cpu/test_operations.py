"""Modules of linalg compute what NumPy computes: reductions, products, loops, conversions."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import NAMES, kernel, load, pointwise, store, unary, view

from xtriton.backends.cpu.options import CpuOptions


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("strict", [False, True])
def test_sums_along_an_axis(axis: int, strict: bool) -> None:
    left = (64, 48)[1 - axis]
    body = load("x", "in", [64, 48], "f32")
    body += f"""%zero = arith.constant 0.0 : f32
%e = tensor.empty() : tensor<{left}xf32>
%f = linalg.fill ins(%zero : f32) outs(%e : tensor<{left}xf32>) -> tensor<{left}xf32>
%r = linalg.reduce ins(%x : tensor<64x48xf32>) outs(%f : tensor<{left}xf32>) dimensions = [{axis}]
  (%one: f32, %init: f32) {{
    %s = arith.addf %one, %init : f32
    linalg.yield %s : f32
  }}
"""
    made = kernel(
        "%in: memref<*xf32>, %out: memref<*xf32>", body + store("r", "out", [left], "f32"), CpuOptions(strict_fp=strict)
    )
    x = np.random.default_rng(0).standard_normal((64, 48), dtype=np.float32)
    found = np.zeros(left, np.float32)
    made[1](x, found)
    expected = np.add.accumulate(x, axis, dtype=np.float32).take(-1, axis) if strict else x.sum(axis)
    np.testing.assert_allclose(found, expected, rtol=0 if strict else 1e-5, atol=0 if strict else 1e-5)


@pytest.mark.parametrize(
    ("types", "shape"),
    [
        (("f32", "f32"), (64, 64, 32)),
        (("bf16", "f32"), (32, 48, 16)),
        (("f16", "f32"), (16, 16, 64)),
        (("f64", "f64"), (8, 24, 5)),
        (("i8", "i32"), (16, 32, 16)),
        (("f32", "f32"), (1, 16, 1)),
        (("f32", "f32"), (7, 5, 3)),
    ],
)
def test_products_of_matrices(types: tuple[str, str], shape: tuple[int, int, int]) -> None:
    rows, columns, depth = shape
    given, made = types
    out = f"tensor<{rows}x{columns}x{made}>"
    body = load("a", "left", [rows, depth], given) + load("b", "right", [depth, columns], given)
    body += load("c", "start", [rows, columns], made)
    body += f"""%r = linalg.matmul ins(%a, %b : tensor<{rows}x{depth}x{given}>, tensor<{depth}x{columns}x{given}>)
  outs(%c : {out}) -> {out}\n"""
    arguments = f"%left: memref<*x{given}>, %right: memref<*x{given}>, %start: memref<*x{made}>, %out: memref<*x{made}>"
    product = kernel(arguments, body + store("r", "out", [rows, columns], made))
    random = np.random.default_rng(1)
    left, right = random.integers(-8, 8, (rows, depth)), random.integers(-8, 8, (depth, columns))
    start = random.integers(-8, 8, (rows, columns))
    found = np.zeros((rows, columns), NAMES[made])
    product[1](_as(left, given), _as(right, given), start.astype(NAMES[made]), found)
    np.testing.assert_array_equal(found, left @ right + start)


def _as(values: np.ndarray, type_: str) -> np.ndarray:
    if type_ != "bf16":
        return values.astype(NAMES[type_])
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def test_tensors_that_change_places_around_a_loop() -> None:
    body = load("x", "in", [16], "f32") + load("y", "more", [16], "f32")
    body += """%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c5 = arith.constant 5 : i32
%r:3 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %y, %c = %x)
    -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) : i32 {
  %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
    affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%a, %c : tensor<16xf32>, tensor<16xf32>) outs(%a : tensor<16xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %w = arith.addf %p, %q : f32
    linalg.yield %w : f32
  } -> tensor<16xf32>
  scf.yield %b, %a, %s : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}
"""
    body += store("r#0", "o0", [16], "f32") + store("r#1", "o1", [16], "f32") + store("r#2", "o2", [16], "f32")
    names = ("in", "more", "o0", "o1", "o2")
    made = kernel(", ".join(f"%{name}: memref<*xf32>" for name in names), body)
    random = np.random.default_rng(2)
    x, y = random.random(16, dtype=np.float32), random.random(16, dtype=np.float32)
    found = [np.zeros(16, np.float32) for _ in range(3)]
    made[1](x, y, *found)
    a, b, c = x, y, x
    for _ in range(5):
        a, b, c = b, a, a + c
    for got, expected in zip(found, (a, b, c), strict=True):
        np.testing.assert_array_equal(got, expected)


def test_a_tensor_in_a_while_loop_that_one_branch_changes() -> None:
    body = load("x", "in", [16], "f32")
    body += """%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c2 = arith.constant 2 : i32
%c7 = arith.constant 7 : i32
%r:2 = scf.while (%a = %x, %i = %c0) : (tensor<16xf32>, i32) -> (tensor<16xf32>, i32) {
  %more = arith.cmpi slt, %i, %c7 : i32
  scf.condition(%more) %a, %i : tensor<16xf32>, i32
} do {
^bb0(%a: tensor<16xf32>, %i: i32):
  %rest = arith.remsi %i, %c2 : i32
  %odd = arith.cmpi eq, %rest, %c1 : i32
  %n = scf.if %odd -> (tensor<16xf32>) {
    %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%a : tensor<16xf32>) {
    ^bb0(%p: f32, %o: f32):
      %w = arith.addf %p, %p : f32
      linalg.yield %w : f32
    } -> tensor<16xf32>
    scf.yield %s : tensor<16xf32>
  } else {
    scf.yield %a : tensor<16xf32>
  }
  %j = arith.addi %i, %c1 : i32
  scf.yield %n, %j : tensor<16xf32>, i32
}
"""
    made = kernel("%in: memref<*xf32>, %out: memref<*xf32>", body + store("r#0", "out", [16], "f32"))
    x = np.random.default_rng(3).random(16, dtype=np.float32)
    found = np.zeros_like(x)
    made[1](x, found)
    np.testing.assert_array_equal(found, 8 * x)  # 1, 3 and 5 are odd


def test_masked_gather_and_scatter() -> None:
    body = load("i", "places", [16], "i32") + load("keep", "mask", [16], "i1")
    body += """%seven = arith.constant 7.0 : f32
%all = memref.cast %in : memref<*xf32> to memref<?xf32>
%t = bufferization.to_tensor %all restrict : memref<?xf32> to tensor<?xf32>
%e = tensor.empty() : tensor<16xf32>
%r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
  iterator_types = ["parallel"]} ins(%i, %keep : tensor<16xi32>, tensor<16xi1>) outs(%e : tensor<16xf32>) {
^bb0(%p: i32, %q: i1, %o: f32):
  %w = scf.if %q -> f32 {
    %place = arith.index_cast %p : i32 to index
    %v = tensor.extract %t[%place] : tensor<?xf32>
    scf.yield %v : f32
  } else {
    scf.yield %seven : f32
  }
  linalg.yield %w : f32
} -> tensor<16xf32>
%target = memref.cast %out : memref<*xf32> to memref<?xf32>
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
  ins(%i, %r : tensor<16xi32>, tensor<16xf32>) {
^bb0(%p: i32, %q: f32):
  %place = arith.index_cast %p : i32 to index
  memref.store %q, %target[%place] : memref<?xf32>
  linalg.yield
}
"""
    arguments = "%in: memref<*xf32>, %places: memref<*xi32>, %mask: memref<*xi1>, %out: memref<*xf32>"
    random = np.random.default_rng(4)
    x, mask = random.random(100, dtype=np.float32), random.random(16) > 0.5
    places = random.permutation(100)[:16].astype(np.int32)
    places_read = np.where(mask, places, places)
    found = np.zeros(100, np.float32)
    kernel(arguments, body)[1](x, places_read, mask, found)
    expected = np.zeros(100, np.float32)
    expected[places] = np.where(mask, x[places], 7)
    np.testing.assert_array_equal(found, expected)


def test_transposed() -> None:
    body = (
        load("x", "in", [8, 16], "i16")
        + """%e = tensor.empty() : tensor<16x8xi16>
%r = linalg.transpose ins(%x : tensor<8x16xi16>) outs(%e : tensor<16x8xi16>) permutation = [1, 0]
"""
    )
    made = kernel("%in: memref<*xi16>, %out: memref<*xi16>", body + store("r", "out", [16, 8], "i16"))
    x = np.arange(128, dtype=np.int16).reshape(8, 16)
    found = np.zeros((16, 8), np.int16)
    made[1](x, found)
    np.testing.assert_array_equal(found, x.T)


_NUMBERS = np.concatenate(
    [
        np.random.default_rng(5).standard_normal(900) * np.repeat([1e-3, 1.0, 1e3], 300),
        [0.0, -0.0, np.inf, -np.inf, np.nan, 65504.0, 65519.0, 65520.0, 1e-8, 3e38],
    ]
).astype(np.float32)


def test_half_is_rounded_to_nearest() -> None:
    made = unary("%w = arith.truncf %p : f32 to f16", "f32", "f16", _NUMBERS.size)
    found = np.zeros(_NUMBERS.size, np.float16)
    made[1](_NUMBERS, found)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(found, _NUMBERS.astype(np.float16))


def test_bfloat16_is_rounded_to_nearest_even() -> None:
    made = unary("%w = arith.truncf %p : f32 to bf16", "f32", "bf16", _NUMBERS.size)
    found = np.zeros(_NUMBERS.size, np.uint16)
    made[1](_NUMBERS, found)
    wide = (found.astype(np.uint32) << 16).view(np.float32)
    below = (_NUMBERS.view(np.uint32) & 0xFFFF0000).view(np.float32)
    finite = np.isfinite(wide) & np.isfinite(_NUMBERS)
    step = np.abs(below[finite]).astype(np.float64) * 2.0**-7
    assert (np.abs(wide[finite].astype(np.float64) - _NUMBERS[finite]) <= step / 2 + 1e-45).all()
    assert np.isnan(wide[np.isnan(_NUMBERS)]).all()
    assert (wide[np.isinf(_NUMBERS)] == _NUMBERS[np.isinf(_NUMBERS)]).all()


def _small_float(bits: int, mantissa: int, bias: int) -> float:
    sign = -1.0 if bits & 0x80 else 1.0
    exponent, fraction = (bits & 0x7F) >> mantissa, bits & ((1 << mantissa) - 1)
    if exponent == 0:
        return sign * fraction * 2.0 ** (1 - bias - mantissa)
    return sign * (1 + fraction / (1 << mantissa)) * 2.0 ** (exponent - bias)


@pytest.mark.parametrize(
    ("type_", "mantissa", "bias", "special"),
    [("f8E5M2", 2, 15, 0x7C), ("f8E4M3FN", 3, 7, 0x7F)],
)
def test_eight_bit_floats(type_: str, mantissa: int, bias: int, special: int) -> None:
    bits = np.arange(256, dtype=np.uint8)
    NAMES[type_] = np.uint8
    wide = np.zeros(256, np.float32)
    unary(f"%w = arith.extf %p : {type_} to f32", type_, "f32", 256)[1](bits, wide)
    numbers = [pattern for pattern in range(256) if pattern & 0x7F < special]
    expected = [_small_float(number, mantissa, bias) for number in numbers]
    np.testing.assert_array_equal(wide[numbers], np.array(expected, np.float32))
    assert np.isnan(wide[0x7F])
    back = np.zeros(256, np.uint8)
    unary(f"%w = arith.truncf %p : f32 to {type_}", "f32", type_, 256)[1](wide, back)
    np.testing.assert_array_equal(back[numbers], bits[numbers])
    # Half way between two neighbours: the even one.
    pairs = numbers[: special - 1]
    halves = np.array(
        [(_small_float(pair, mantissa, bias) + _small_float(pair + 1, mantissa, bias)) / 2 for pair in pairs]
    )
    given = np.zeros(256, np.float32)
    given[: len(pairs)] = halves
    unary(f"%w = arith.truncf %p : f32 to {type_}", "f32", type_, 256)[1](given, back)
    np.testing.assert_array_equal(back[: len(pairs)], [pair + pair % 2 for pair in pairs])


def test_integers_of_floats_that_do_not_fit() -> None:
    x = np.array([1.5, -2.7, 1e20, -1e20, np.nan, 2147483520.0], np.float32)
    found = np.zeros(6, np.int32)
    unary("%w = arith.fptosi %p : f32 to i32", "f32", "i32", 6)[1](x, found)
    np.testing.assert_array_equal(found, [1, -2, 2**31 - 1, -(2**31), 0, 2147483520])


@pytest.mark.parametrize(
    ("name", "expected"),
    [("fptoui", [255, 0, 44, 0, 128, 255, 0, 0, 255, 0]), ("fptosi", [-1, 0, 44, 127, -128, -1, 0, 0, -1, 0])],
)
def test_8_bit_integers_of_floats_that_do_not_fit(name: str, expected: list[int]) -> None:
    """The low bits of a conversion that saturates to 16 bits, as on an H200."""
    x = np.array([255.7, 256, 300, -129, 128, 70000, -70000, np.nan, np.inf, -np.inf], np.float32)
    found = np.zeros(10, np.int8)
    unary(f"%w = arith.{name} %p : f32 to i8", "f32", "i8", 10)[1](x, found)
    np.testing.assert_array_equal(found.view(np.uint8), np.array(expected, np.int64).astype(np.uint8))


@pytest.mark.parametrize("name", ["fptosi", "fptoui"])
@pytest.mark.parametrize(
    ("source", "bits", "expected"),
    [("f32", 16, 0), ("f32", 32, 0), ("f32", 64, 1 << 63), ("f64", 8, 0), ("f64", 16, 1 << 15), ("f64", 32, 1 << 31)],
)
def test_integers_of_nan(name: str, source: str, bits: int, expected: int) -> None:
    """On an H200 the topmost bit of conversions from or to 64 bits, otherwise zero; numbers are not affected."""
    x = np.array([np.nan, 2.5, 7.0, np.nan], f"float{source[1:]}")
    found = np.zeros(4, f"int{bits}")
    unary(f"%w = arith.{name} %p : {source} to i{bits}", source, f"i{bits}", 4)[1](x, found)
    np.testing.assert_array_equal(found.view(f"uint{bits}"), np.array([expected, 2, 7, expected], f"uint{bits}"))


@pytest.mark.parametrize(("name", "expected"), [("divsi", [3, -3, 0, 0]), ("remsi", [1, -1, 0, 0])])
def test_divisions_that_would_trap(name: str, expected: list[int]) -> None:
    """Quotients by zero are of no use, but the process goes on; the least number by -1 gives itself."""
    body = load("x", "in", [4], "i32") + load("y", "by", [4], "i32")
    body += f"""%e = tensor.empty() : tensor<4xi32>
%r = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
  iterator_types = ["parallel"]}} ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {{
^bb0(%p: i32, %q: i32, %o: i32):
  %w = arith.{name} %p, %q : i32
  linalg.yield %w : i32
}} -> tensor<4xi32>
"""
    arguments = "%in: memref<*xi32>, %by: memref<*xi32>, %out: memref<*xi32>"
    made = kernel(arguments, body + store("r", "out", [4], "i32"))
    found = np.zeros(4, np.int32)
    least = -(2**31)
    made[1](np.array([7, -7, 5, least], np.int32), np.array([2, 2, 0, -1], np.int32), found)
    np.testing.assert_array_equal(found[:2], expected[:2])
    assert found[3] == (least if name == "divsi" else 0)


def test_chains_are_one_loop() -> None:
    body = load("x", "in", [64], "f32")
    body += pointwise("a", "x", 64, ("f32", "f32"), "%w = arith.mulf %p, %p : f32")
    body += pointwise("b", "a", 64, ("f32", "f32"), "%w = arith.negf %p : f32")
    made = kernel("%in: memref<*xf32>, %out: memref<*xf32>", body + store("b", "out", [64], "f32"))
    assert "alloca" not in made.kernel.ll
    x = np.arange(64, dtype=np.float32)
    found = np.zeros_like(x)
    made[1](x, found)
    np.testing.assert_array_equal(found, -x * x)


def test_atomic_sums_of_threads() -> None:
    body = (
        view("place", "out", [1], "f32")
        + """%one = arith.constant 1.0 : f32
%c0 = arith.constant 0 : index
%old = memref.atomic_rmw addf %one, %place[%c0] : (f32, memref<1xf32, strided<[1]>>) -> f32
"""
    )
    made = kernel("%out: memref<*xf32>", body)
    found = np.zeros(1, np.float32)
    made.launch((5000,), found, threads=4)
    assert found[0] == 5000
