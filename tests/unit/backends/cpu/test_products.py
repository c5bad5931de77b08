"""Products of matrices: how sums are rounded, integers at the edges, numbers of 8 and 16 bits, batches."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import NAMES, Guarded, kernel, load, product_of_matrices, store, view

from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.options import CpuOptions


def _product(
    given: str, made: str, shape: tuple[int, int, int], *, strict: bool = False, unsigned: bool = False
) -> CompiledCpuKernel:
    """The kernel that adds a product to ``start``."""
    return kernel(*product_of_matrices(given, made, shape, unsigned=unsigned), CpuOptions(strict_fp=strict))


@pytest.mark.parametrize("given", [np.float32, np.float16])
def test_strict_products_are_summed_in_order(given: type) -> None:
    random = np.random.default_rng(2)
    left, right = random.standard_normal((8, 33)).astype(given), random.standard_normal((33, 32)).astype(given)
    expected = start = random.standard_normal((8, 32), dtype=np.float32)
    for k in range(33):
        expected = expected + left[:, k, None].astype(np.float32) * right[k].astype(np.float32)
    found = np.zeros_like(start)
    name = "f32" if given is np.float32 else "f16"
    _product(name, "f32", (8, 32, 33), strict=True)[1](left, right, start, found)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("depth", [16, 1024, 1040])
@pytest.mark.parametrize("given", ["i8", "i16"])
def test_integers_at_the_edges(given: str, depth: int) -> None:
    # 1024 products of -128 and -128 are the last sum that is exact in f32.
    least, most = np.iinfo(NAMES[given]).min, np.iinfo(NAMES[given]).max
    left = np.random.default_rng(3).choice([least, most, -1, 3], (16, depth)).astype(NAMES[given])
    right = np.random.default_rng(4).choice([least, most, 1, -5], (depth, 32)).astype(NAMES[given])
    left[3], right[:, 5], left[4, -1] = least, least, least + 1
    start = np.random.default_rng(5).integers(-(1 << 31), 1 << 31, (16, 32)).astype(np.int32)
    found = np.zeros_like(start)
    _product(given, "i32", (16, 32, depth))[1](left, right, start, found)
    exact = left.astype(np.int64) @ right.astype(np.int64) + start
    np.testing.assert_array_equal(found, exact.astype(np.int32))


@pytest.mark.parametrize("depth", [128, 320])
def test_integers_without_a_sign(depth: int) -> None:
    left = np.full((4, depth), 255, np.uint8)
    right = np.random.default_rng(6).integers(128, 256, (depth, 16)).astype(np.uint8)
    start, found = np.zeros((4, 16), np.int32), np.zeros((4, 16), np.int32)
    _product("i8", "i32", (4, 16, depth), unsigned=True)[1](left.view(np.int8), right.view(np.int8), start, found)
    np.testing.assert_array_equal(found, left.astype(np.int32) @ right.astype(np.int32))


@pytest.mark.parametrize("strict", [False, True])
def test_narrow_results_are_rounded_once(strict: bool) -> None:
    # In f16 a sum of ones stays at 2048: 2049 is no number of it.
    left, right = np.ones((4, 4096), np.float16), np.ones((4096, 16), np.float16)
    start, found = np.zeros((4, 16), np.float16), np.zeros((4, 16), np.float16)
    _product("f16", "f16", (4, 16, 4096), strict=strict)[1](left, right, start, found)
    np.testing.assert_array_equal(found, np.full((4, 16), 4096, np.float16))


def test_bfloat16_results() -> None:
    random = np.random.default_rng(7)
    left, right = random.integers(-4, 5, (8, 24)), random.integers(-4, 5, (24, 16))
    bits = [(operand.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16) for operand in (left, right)]
    found = np.zeros((8, 16), np.uint16)
    _product("bf16", "bf16", (8, 16, 24))[1](*bits, np.zeros_like(found), found)
    # Eight bits of mantissa: round the exact result, ties to even.
    exact = (left @ right).astype(np.float32).view(np.uint32)
    np.testing.assert_array_equal(found, ((exact + 0x7FFF + ((exact >> 16) & 1)) >> 16).astype(np.uint16))


def test_eight_bit_floats_with_subnormal_ones() -> None:
    # f8E5M2 is the upper half of f16.
    random = np.random.default_rng(8)
    left, right = (random.integers(0, 0x60, shape).astype(np.uint8) for shape in ((16, 32), (32, 16)))
    wide = [(operand.astype(np.uint16) << 8).view(np.float16).astype(np.float64) for operand in (left, right)]
    found = np.zeros((16, 16), np.float32)
    product = _product("f8E5M2", "f32", (16, 16, 32))
    product[1](left, right, np.zeros_like(found), found)
    np.testing.assert_allclose(found, wide[0] @ wide[1], rtol=1e-6)


@pytest.mark.parametrize(("given", "made"), [("f16", "f32"), ("i8", "i32"), ("f16", "f16")])
def test_batches_with_a_transposed_side(given: str, made: str) -> None:
    body = load("a", "left", [3, 8, 12], given) + load("t", "right", [3, 16, 12], given)
    body += f"""%e = tensor.empty() : tensor<3x12x16x{given}>
%b = linalg.transpose ins(%t : tensor<3x16x12x{given}>) outs(%e : tensor<3x12x16x{given}>) permutation = [0, 2, 1]
%zero = arith.constant {"0" if made[0] == "i" else "0.0"} : {made}
%o = tensor.empty() : tensor<3x8x16x{made}>
%f = linalg.fill ins(%zero : {made}) outs(%o : tensor<3x8x16x{made}>) -> tensor<3x8x16x{made}>
%r = linalg.batch_matmul ins(%a, %b : tensor<3x8x12x{given}>, tensor<3x12x16x{given}>)
  outs(%f : tensor<3x8x16x{made}>) -> tensor<3x8x16x{made}>
"""
    arguments = f"%left: memref<*x{given}>, %right: memref<*x{given}>, %out: memref<*x{made}>"
    product = kernel(arguments, body + store("r", "out", [3, 8, 16], made))
    random = np.random.default_rng(9)
    left, right = random.integers(-8, 8, (3, 8, 12)), random.integers(-8, 8, (3, 16, 12))
    found = np.zeros((3, 8, 16), NAMES[made])
    product[1](left.astype(NAMES[given]), right.astype(NAMES[given]), found)
    np.testing.assert_array_equal(found, left @ right.transpose(0, 2, 1))


@pytest.mark.parametrize(("given", "made"), [("f32", "f32"), ("bf16", "f32"), ("i8", "i32")])
def test_parts_that_are_stored(given: str, made: str) -> None:
    """A loop of two products; the stored part is cut in rows and columns."""
    rows, columns, depth = 12, 48, 16
    part, zero = f"memref<?x?x{made}, strided<[{columns}, 1]>>", "0.0" if made == "f32" else "0"
    body = f"""%zero = arith.constant {zero} : {made}
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
{view("a", "left", [rows, depth], given)}{view("b", "right", [depth, columns], given)}
{view("all", "out", [rows, columns], made)}
%acc = memref.alloc() : memref<{rows}x{columns}x{made}>
linalg.fill ins(%zero : {made}) outs(%acc : memref<{rows}x{columns}x{made}>)
scf.for %k = %c0 to %c2 step %c1 {{
  linalg.matmul ins(%a, %b : memref<{rows}x{depth}x{given}, strided<[{depth}, 1]>>,
    memref<{depth}x{columns}x{given}, strided<[{columns}, 1]>>) outs(%acc : memref<{rows}x{columns}x{made}>)
}}
%m = arith.index_cast %r : i32 to index
%n = arith.index_cast %c : i32 to index
%from = memref.subview %acc[0, 0] [%m, %n] [1, 1] : memref<{rows}x{columns}x{made}> to {part}
%to = memref.subview %all[0, 0] [%m, %n] [1, 1] : memref<{rows}x{columns}x{made}, strided<[{columns}, 1]>> to {part}
memref.copy %from, %to : {part} to {part}
"""
    pointers = f"%left: memref<*x{given}>, %right: memref<*x{given}>, %out: memref<*x{made}>"
    run = kernel(f"{pointers}, %r: i32, %c: i32", body)[1]
    random = np.random.default_rng(6)
    left, right = random.integers(-8, 8, (rows, depth)), random.integers(-8, 8, (depth, columns))
    exact = 2 * (left @ right)
    a, b = (_bits(side, given) for side in (left, right))
    for m, n in ((rows, columns), (rows - 1, columns - 1), (1, 1), (5, 17), (0, columns), (rows, 0), (4, 32)):
        guarded = Guarded()
        found = guarded.array(np.full((rows, columns), 7, NAMES[made]))
        run(guarded.array(a), guarded.array(b), found, m, n)
        guarded.check()
        expected = np.full_like(found, 7)
        expected[:m, :n] = exact[:m, :n]
        np.testing.assert_array_equal(found, expected)


def _bits(values: np.ndarray, element: str) -> np.ndarray:
    """Small integers as elements; bf16 as integers of its size."""
    if element != "bf16":
        return values.astype(NAMES[element])
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
