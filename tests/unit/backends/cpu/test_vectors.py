"""Explicit vectors: transposed copies, scans, nests of short loops; whole and ragged extents, on each width."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from selection import slow_unless
from unit.backends.cpu.modules import HOSTS, NAMES, Guarded, can_run, kernel, kernel_for, load, store

from xtriton.backends.cpu.options import CpuOptions

_WIDTHS = ("x86-64", "avx2", "avx512")


@pytest.mark.parametrize("width", _WIDTHS)
@pytest.mark.parametrize("element", slow_unless(["i8", "f16", "f32", "i64"], ["i8", "f32"].__contains__))
@pytest.mark.parametrize("shape", [(3, 5), (16, 16), (8, 40), (33, 70), (64, 17)])
def test_transposed_copies(width: str, element: str, shape: tuple[int, int]) -> None:
    if not can_run(HOSTS[width]):
        pytest.skip("this processor lacks the instructions")
    rows, columns = shape
    out = f"tensor<{columns}x{rows}x{element}>"
    body = load("x", "in", [rows, columns], element) + f"%e = tensor.empty() : {out}\n"
    body += (
        f"%r = linalg.transpose ins(%x : tensor<{rows}x{columns}x{element}>) outs(%e : {out}) permutation = [1, 0]\n"
    )
    arguments = f"%in: memref<*x{element}>, %out: memref<*x{element}>"
    made = kernel_for(HOSTS[width], arguments, body + store("r", "out", [columns, rows], element))
    guarded = Guarded()
    values = np.random.default_rng(1).integers(-100, 100, shape).astype(NAMES[element])
    given, found = guarded.array(values), guarded.array(np.zeros((columns, rows), NAMES[element]))
    made[1](given, found)
    guarded.check()
    np.testing.assert_array_equal(found, values.T)


def _sums(element: str, shape: tuple[int, int]) -> str:
    type_ = f"tensor<{shape[0]}x{shape[1]}x{element}>"
    body = load("x", "in", shape, element) + f"%e = tensor.empty() : {type_}\n"
    body += f"%r = ttx.cumsum {{axis = 1 : ui32, operandSegmentSizes = array<i32: 1, 1>}} ins(%x : {type_}) "
    return body + f"outs(%e : {type_}) -> {type_}\n" + store("r", "out", shape, element)


@pytest.mark.parametrize(
    "element", slow_unless(["i8", "i32", "i64", "f16", "f32", "f64"], ["i8", "f16", "f32"].__contains__)
)
@pytest.mark.parametrize("extent", [1, 7, 16, 48, 1024])
def test_prefix_sums(element: str, extent: int) -> None:
    values = np.random.default_rng(2).integers(-3, 4, (3, extent)).astype(NAMES[element])
    found = np.zeros_like(values)
    kernel(f"%in: memref<*x{element}>, %out: memref<*x{element}>", _sums(element, (3, extent)))[1](values, found)
    np.testing.assert_array_equal(found, np.cumsum(values, 1, dtype=values.dtype))


def test_strict_prefix_sums_are_in_order() -> None:
    values = np.random.default_rng(3).standard_normal((2, 256), dtype=np.float32)
    found = np.zeros_like(values)
    strict = CpuOptions(strict_fp=True)
    kernel("%in: memref<*xf32>, %out: memref<*xf32>", _sums("f32", (2, 256)), strict)[1](values, found)
    np.testing.assert_array_equal(found, np.cumsum(values, 1, dtype=np.float32))


def _recurrence(element: str, shape: tuple[int, int], *, reverse: bool) -> str:
    """``x[i] = a[i] * x[i - 1] + b[i]``, and the products of ``a``."""
    type_ = f"tensor<{shape[0]}x{shape[1]}x{element}>"
    body = load("a", "first", shape, element) + load("b", "second", shape, element)
    multiply, add = ("mulf", "addf") if element.startswith("f") else ("muli", "addi")
    body += f"""%e = tensor.empty() : {type_}
%r:2 = ttx.scan {"{reverse}" if reverse else ""} ins(%a, %b : {type_}, {type_}) outs(%e, %e : {type_}, {type_}) {{
^bb0(%p: {element}, %q: {element}, %s: {element}, %t: {element}):
  %0 = arith.{multiply} %p, %s : {element}
  %1 = arith.{multiply} %s, %q : {element}
  %2 = arith.{add} %1, %t : {element}
  ttx.scan.return %0, %2 : {element}, {element}
}} -> ({type_}, {type_})\n"""
    return body + store("r#0", "products", shape, element) + store("r#1", "out", shape, element)


@pytest.mark.parametrize("width", _WIDTHS)
@pytest.mark.parametrize("element", slow_unless(["i16", "f32", "f64"], ["f32"].__contains__))
@pytest.mark.parametrize("extent", [1, 2, 4, 7, 8, 24, 32, 64])
@pytest.mark.parametrize("reverse", [False, True])
def test_recurrences(width: str, element: str, extent: int, *, reverse: bool) -> None:
    if not can_run(HOSTS[width]):
        pytest.skip("this processor lacks the instructions")
    shape = (8, extent)
    arguments = ", ".join(f"%{name}: memref<*x{element}>" for name in ("first", "second", "products", "out"))
    made = kernel_for(HOSTS[width], arguments, _recurrence(element, shape, reverse=reverse))
    guarded, chance = Guarded(), np.random.default_rng(6)
    a = guarded.array(chance.integers(-1, 2, shape).astype(NAMES[element]))
    b = guarded.array(chance.integers(-9, 10, shape).astype(NAMES[element]))
    products, found = (guarded.array(np.zeros(shape, NAMES[element])) for _ in range(2))
    made[1](a, b, products, found)
    guarded.check()
    order = range(extent)[::-1] if reverse else range(extent)
    product, state = np.ones(8, NAMES[element]), np.zeros(8, NAMES[element])
    for place in order:
        product, state = product * a[:, place], a[:, place] * state + b[:, place]
        np.testing.assert_array_equal(products[:, place], product)
        np.testing.assert_array_equal(found[:, place], state)


@pytest.mark.parametrize("width", _WIDTHS)
@pytest.mark.parametrize("dim", range(5))
@pytest.mark.parametrize("element", slow_unless(["i16", "f32", "f64"], ["i16", "f32"].__contains__))
def test_reductions_of_two_elements(width: str, dim: int, element: str) -> None:
    if not can_run(HOSTS[width]):
        pytest.skip("this processor lacks the instructions")
    add = "arith.addf" if element.startswith("f") else "arith.addi"
    out = f"tensor<2x2x2x2x{element}>"
    body = load("x", "in", [2] * 5, element) + load("s", "start", [2] * 4, element)
    body += f"""%r = linalg.reduce ins(%x : tensor<2x2x2x2x2x{element}>) outs(%s : {out}) dimensions = [{dim}]
  (%a: {element}, %b: {element}) {{
    %sum = {add} %a, %b : {element}
    linalg.yield %sum : {element}
  }}\n"""
    arguments = ", ".join(f"%{name}: memref<*x{element}>" for name in ("in", "start", "out"))
    made = kernel_for(HOSTS[width], arguments, body + store("r", "out", [2] * 4, element))
    values = np.random.default_rng(4).integers(-9, 9, [2] * 5).astype(NAMES[element])
    start = np.random.default_rng(5).integers(-9, 9, [2] * 4).astype(NAMES[element])
    found = np.zeros_like(start)
    made[1](values, start, found)
    np.testing.assert_array_equal(found, values.sum(dim, dtype=values.dtype) + start)
