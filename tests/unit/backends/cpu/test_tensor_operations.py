"""Operations on whole tensors, and control flow that carries them, as linalg from other front ends has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import Guarded, kernel, load, store, unary, view

Array = np.ndarray[Any, Any]

_X = np.arange(1, 25, dtype=np.float32).reshape(4, 6)
_Y = -np.arange(30, 54, dtype=np.float32).reshape(4, 6)
_ARGUMENTS = "%xs: memref<*xf32>, %ys: memref<*xf32>, %out: memref<*xf32>, %n: i32"


def _run(body: str, shape: tuple[int, ...], n: int = 0) -> Array:
    """``%r`` of ``shape``, computed from the tensors ``%x`` and ``%y`` of 4 x 6 and the number ``%n``."""
    inputs = load("x", "xs", (4, 6), "f32") + load("y", "ys", (4, 6), "f32")
    made = kernel(_ARGUMENTS, inputs + body + "\n" + store("r", "out", shape, "f32"))
    guarded = Guarded()
    x, y, out = (guarded.array(array) for array in (_X, _Y, np.full(shape, 99, np.float32)))
    made[1](x, y, out, n)
    guarded.check()
    np.testing.assert_array_equal(x, _X)
    np.testing.assert_array_equal(y, _Y)
    return out


_SLICE = "%s = tensor.extract_slice %x[1, 1] [2, 4] [1, 1] : tensor<4x6xf32> to tensor<2x4xf32>\n"
_CUT = """
%size = arith.index_cast %n : i32 to index
%cut = tensor.extract_slice %x[1, 0] [%size, 6] [1, 1] : tensor<4x6xf32> to tensor<?x6xf32>
"""
_T = "tensor<4x6xf32>"
_EMPTY = f"%e = tensor.empty() : {_T}\n"
_IDENTITY = "affine_map<(d0, d1) -> (d0, d1)>"


def _combined(result: str, operation: str, left: str, right: str) -> str:
    """``%result``: two tensors element by element, in the tensor ``%e``."""
    return f"""%{result} = linalg.generic {{indexing_maps = [{_IDENTITY}, {_IDENTITY}, {_IDENTITY}],
  iterator_types = ["parallel", "parallel"]}} ins(%{left}, %{right} : {_T}, {_T}) outs(%e : {_T}) {{
^bb0(%lhs: f32, %rhs: f32, %old: f32):
  %both = arith.{operation} %lhs, %rhs : f32
  linalg.yield %both : f32
}} -> {_T}
"""


def _added(result: str, left: str, right: str) -> str:
    return _combined(result, "addf", left, right)


_PROGRAMS: dict[str, tuple[str, tuple[int, ...], int, Array]] = {
    "elements one by one": (
        "%a = arith.constant 1.5 : f32\n%b = arith.constant -2.0 : f32\n%z = arith.constant 0 : index\n"
        f"%c = tensor.extract %x[%z, %z] : {_T}\n"
        "%r = tensor.from_elements %a, %b, %c, %a, %b, %b : tensor<2x3xf32>",
        (2, 3),
        0,
        np.array([[1.5, -2, 1], [1.5, -2, -2]], np.float32),
    ),
    "one number everywhere": (
        "%f = arith.sitofp %n : i32 to f32\n%r = tensor.splat %f : tensor<3x2xf32>",
        (3, 2),
        7,
        np.full((3, 2), 7, np.float32),
    ),
    "padding with a constant": (
        _SLICE + "%r = tensor.pad %s low[1, 0] high[0, 2] {\n^bb0(%i: index, %j: index):\n"
        "%p = arith.constant 5.0 : f32\ntensor.yield %p : f32\n} : tensor<2x4xf32> to tensor<3x6xf32>",
        (3, 6),
        0,
        np.pad(_X[1:3, 1:5], ((1, 0), (0, 2)), constant_values=5),
    ),
    "padding of a part with a number from outside": (
        _CUT + "%f = arith.sitofp %n : i32 to f32\n%above = arith.constant 3 : index\n"
        "%more = arith.subi %above, %size : index\n"
        "%r = tensor.pad %cut low[0, 1] high[%more, 0] {\n^bb0(%i: index, %j: index):\ntensor.yield %f : f32\n"
        "} : tensor<?x6xf32> to tensor<3x7xf32>",
        (3, 7),
        2,
        np.pad(_X[1:3], ((0, 1), (1, 0)), constant_values=2),
    ),
    "extent of a part": (
        _CUT + "%z = arith.constant 0 : index\n%d = tensor.dim %cut, %z : tensor<?x6xf32>\n"
        "%i = arith.index_cast %d : index to i32\n%f = arith.sitofp %i : i32 to f32\n"
        "%r = tensor.from_elements %f : tensor<1xf32>",
        (1,),
        3,
        np.array([3], np.float32),
    ),
    "extent that becomes static": (
        _CUT + "%r = tensor.cast %cut : tensor<?x6xf32> to tensor<2x6xf32>",
        (2, 6),
        2,
        _X[1:3],
    ),
    "one of two tensors": (
        f"%z = arith.constant 0 : i32\n%c = arith.cmpi sgt, %n, %z : i32\n%r = arith.select %c, %x, %y : {_T}",
        (4, 6),
        -1,
        _Y,
    ),
    "a slice or a tensor": (
        "%z = arith.constant 0 : i32\n%c = arith.cmpi sgt, %n, %z : i32\n"
        + _SLICE
        + "%t = tensor.extract_slice %y[0, 0] [2, 4] [2, 1] : tensor<4x6xf32> to tensor<2x4xf32>\n"
        "%r = arith.select %c, %s, %t : tensor<2x4xf32>",
        (2, 4),
        1,
        _X[1:3, 1:5],
    ),
    "chosen tensor that is changed": (
        f"%z = arith.constant 0 : i32\n%c = arith.cmpi sgt, %n, %z : i32\n%chosen = arith.select %c, %x, %y : {_T}\n"
        "%i = arith.constant 1 : index\n%f = arith.constant 77.0 : f32\n"
        f"%m = tensor.insert %f into %chosen[%i, %i] : {_T}\n" + _EMPTY + _added("r", "m", "x"),
        (4, 6),
        1,
        np.where(np.arange(24).reshape(4, 6) == 7, 77 + _X, 2 * _X),
    ),
    "collapsed slice": (
        _SLICE + "%r = tensor.collapse_shape %s [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>",
        (8,),
        0,
        _X[1:3, 1:5].reshape(8),
    ),
    "reshaped slice": (
        _SLICE + "%shape = arith.constant dense<[4, 2]> : tensor<2xi32>\n"
        "%r = tensor.reshape %s(%shape) : (tensor<2x4xf32>, tensor<2xi32>) -> tensor<4x2xf32>",
        (4, 2),
        0,
        _X[1:3, 1:5].reshape(4, 2),
    ),
    "expanded slice": (
        _SLICE + "%r = tensor.expand_shape %s [[0], [1, 2]] output_shape [2, 2, 2] "
        ": tensor<2x4xf32> into tensor<2x2x2xf32>",
        (2, 2, 2),
        0,
        _X[1:3, 1:5].reshape(2, 2, 2),
    ),
    "copy that is changed": (
        f"%copy = bufferization.alloc_tensor() copy(%x) : {_T}\n%i = arith.constant 2 : index\n"
        "%f = arith.constant 8.0 : f32\n"
        f"%m = tensor.insert %f into %copy[%i, %i] : {_T}\n" + _EMPTY + _added("r", "m", "x"),
        (4, 6),
        0,
        2 * _X + np.where(np.arange(24).reshape(4, 6) == 14, 8 - _X, 0),
    ),
    "tensor that stays when a part of it is replaced": (
        _SLICE
        + f"%m = tensor.insert_slice %s into %x[0, 0] [2, 4] [2, 1] : tensor<2x4xf32> into {_T}\n"
        + _EMPTY
        + _added("r", "m", "x"),
        (4, 6),
        0,
        _X + np.block([[_X[1:2, 1:5], _X[:1, 4:]], [_X[1:2]], [_X[2:3, 1:5], _X[2:3, 4:]], [_X[3:4]]]),
    ),
    "two tensors, one after the other": (
        f"%r = tensor.concat dim(1) %x, %y : ({_T}, {_T}) -> tensor<4x12xf32>",
        (4, 12),
        0,
        np.concatenate([_X, _Y], 1),
    ),
    "constant that is changed": (
        "%c = arith.constant dense<3.0> : tensor<2x3xf32>\n%i = arith.constant 1 : index\n"
        "%f = arith.constant 4.0 : f32\n%m = tensor.insert %f into %c[%i, %i] : tensor<2x3xf32>\n"
        "%r = tensor.concat dim(0) %m, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>",
        (4, 3),
        0,
        np.where(np.arange(12).reshape(4, 3) == 4, 4, 3).astype(np.float32),
    ),
    "table that is changed": (
        "%c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n%i = arith.constant 1 : index\n"
        "%f = arith.constant 4.0 : f32\n%m = tensor.insert %f into %c[%i] : tensor<3xf32>\n"
        "%r = tensor.concat dim(0) %m, %c : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>",
        (6,),
        0,
        np.array([1, 4, 3, 1, 2, 3], np.float32),
    ),
}


@pytest.mark.parametrize("name", _PROGRAMS)
def test_tensors(name: str) -> None:
    body, shape, n, expected = _PROGRAMS[name]
    np.testing.assert_array_equal(_run(body, shape, n), expected)


_BOUNDS = "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n%c3 = arith.constant 3 : i32\n"


def _swapped(times: int) -> Array:
    """Of two numbers that loops exchange and add, the first twice the second's."""
    first, second = _X, _Y
    for _ in range(times):
        first, second = second, first + second
    return 2 * first - second


_COMBINE = _added("d", "first", "first") + _combined("r", "subf", "d", "second")


@pytest.mark.parametrize("times", [0, 1, 2, 5])
def test_loop_exchanges_tensors(times: int) -> None:
    body = (
        _EMPTY
        + _BOUNDS
        + f"%first, %second = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> ({_T}, {_T}) : i32 {{\n"
        + _added("s", "a", "b")
        + f"scf.yield %b, %s : {_T}, {_T}\n}}\n"
        + _COMBINE
    )
    np.testing.assert_array_equal(_run(body, (4, 6), times), _swapped(times))


_CARRIED = f"(i32, {_T}, {_T})"


@pytest.mark.parametrize("times", [0, 1, 3])
def test_while_exchanges_tensors(times: int) -> None:
    body = (
        _EMPTY
        + _BOUNDS
        + f"%last, %first, %second = scf.while (%i = %c0, %a = %x, %b = %y) : {_CARRIED} -> {_CARRIED} {{\n"
        "%more = arith.cmpi slt, %i, %n : i32\n"
        f"scf.condition(%more) %i, %a, %b : i32, {_T}, {_T}\n}} do {{\n^bb0(%j: i32, %p: {_T}, %q: {_T}):\n"
        + _added("s", "p", "q")
        + f"%next = arith.addi %j, %c1 : i32\nscf.yield %next, %q, %s : i32, {_T}, {_T}\n}}\n"
        + _COMBINE
    )
    np.testing.assert_array_equal(_run(body, (4, 6), times), _swapped(times))


@pytest.mark.parametrize("times", [0, 1, 4])
def test_one_tensor_for_two_carried_ones(times: int) -> None:
    body = (
        _EMPTY
        + _BOUNDS
        + f"%first, %second = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> ({_T}, {_T}) : i32 {{\n"
        + _added("s", "a", "b")
        + _added("t", "s", "y")
        + f"scf.yield %s, %t : {_T}, {_T}\n}}\n"
        + _COMBINE
    )
    first = second = _X
    for _ in range(times):
        first = first + second
        second = first + _Y
    np.testing.assert_array_equal(_run(body, (4, 6), times), 2 * first - second)


@pytest.mark.parametrize("n", [0, 5])
def test_branches_give_tensors(n: int) -> None:
    """Both results are in use afterwards, as are the tensors that the branches give."""
    body = (
        _EMPTY
        + _BOUNDS
        + "%c = arith.cmpi sgt, %n, %c0 : i32\n"
        + f"%first, %second = scf.if %c -> ({_T}, {_T}) {{\n"
        + _added("s", "x", "y")
        + f"scf.yield %s, %x : {_T}, {_T}\n}} else {{\nscf.yield %x, %y : {_T}, {_T}\n}}\n"
        + _added("d", "first", "first")
        + _added("u", "second", "x")
        + _combined("r", "subf", "d", "u")
    )
    first, second = (_X + _Y, _X) if n > 0 else (_X, _Y)
    np.testing.assert_array_equal(_run(body, (4, 6), n), 2 * first - (second + _X))


@pytest.mark.parametrize("n", [0, 1, 3])
def test_blocks_take_tensors(n: int) -> None:
    """A loop of blocks, and one edge that leaves it from two places."""
    body = (
        _EMPTY
        + _BOUNDS
        + f"cf.br ^head(%c0, %x, %y : i32, {_T}, {_T})\n^head(%i: i32, %a: {_T}, %b: {_T}):\n"
        + "%more = arith.cmpi slt, %i, %n : i32\n"
        + f"cf.cond_br %more, ^body(%a : {_T}), ^done(%a, %b : {_T}, {_T})\n^body(%held: {_T}):\n"
        + _added("s", "held", "b")
        + f"%next = arith.addi %i, %c1 : i32\ncf.br ^head(%next, %b, %s : i32, {_T}, {_T})\n"
        + f"^done(%first: {_T}, %second: {_T}):\n"
        + _COMBINE
    )
    np.testing.assert_array_equal(_run(body, (4, 6), n), _swapped(n))


@pytest.mark.parametrize(("n", "expected"), [(0, 10), (1, 20), (2, 5), (7, 30), (-3, 5)])
def test_switch(n: int, expected: int) -> None:
    body = (
        "%a = arith.constant 10.0 : f32\n%b = arith.constant 20.0 : f32\n%d = arith.constant 5.0 : f32\n"
        "%t = arith.constant 30.0 : f32\n"
        "cf.switch %n : i32, [\n default: ^end(%d : f32),\n 0: ^end(%a : f32),\n 1: ^end(%b : f32),\n 7: ^other\n]\n"
        "^other:\ncf.br ^end(%t : f32)\n^end(%f: f32):\n%r = tensor.from_elements %f : tensor<1xf32>"
    )
    np.testing.assert_array_equal(_run(body, (1,), n), [expected])


@pytest.mark.parametrize("n", [0, 1])
def test_branch_to_one_block_with_two_values(n: int) -> None:
    body = (
        _BOUNDS + "%c = arith.cmpi sgt, %n, %c0 : i32\n%a = arith.constant 10.0 : f32\n%b = arith.constant 20.0 : f32\n"
        "cf.cond_br %c, ^end(%a : f32), ^end(%b : f32)\n^end(%f: f32):\n%r = tensor.from_elements %f : tensor<1xf32>"
    )
    np.testing.assert_array_equal(_run(body, (1,), n), [10 if n else 20])


def test_buffer_of_a_tensor() -> None:
    """``bufferization.to_buffer``: the memory holds the tensor's elements."""
    body = (
        _SLICE + "%m = bufferization.to_buffer %s : tensor<2x4xf32> to memref<2x4xf32, strided<[?, ?], offset: ?>>\n"
        "%i = arith.constant 1 : index\n%f = memref.load %m[%i, %i] : memref<2x4xf32, strided<[?, ?], offset: ?>>\n"
        "%r = tensor.from_elements %f : tensor<1xf32>"
    )
    np.testing.assert_array_equal(_run(body, (1,)), [_X[2, 2]])


@pytest.mark.parametrize("name", ["isnan", "isinf", "isfinite"])
@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_classes_of_numbers(name: str, element: str) -> None:
    dtype = {"f16": np.float16, "f32": np.float32, "f64": np.float64}[element]
    values = np.array([0, -0.0, 1, -2.5, np.inf, -np.inf, np.nan, -np.nan, 6e-8, 65504], dtype)
    body = f"%b = math.{name} %p : {element}\n%w = arith.extui %b : i1 to i8"
    out = np.full(values.shape, 9, np.int8)
    unary(body, element, "i8", len(values))[1](values, out)
    np.testing.assert_array_equal(out, getattr(np, name)(values))


def test_address_of_memory() -> None:
    body = (
        view("v", "xs", (4,), "f32")
        + view("o", "out", (1,), "i64")
        + "%a = memref.extract_aligned_pointer_as_index %v : memref<4xf32, strided<[1]>> -> index\n"
        "%i = arith.index_cast %a : index to i64\n%z = arith.constant 0 : index\n"
        "memref.store %i, %o[%z] : memref<1xi64, strided<[1]>>"
    )
    values, out = np.zeros(4, np.float32), np.zeros(1, np.int64)
    kernel("%xs: memref<*xf32>, %out: memref<*xi64>", body)[1](values, out)
    assert out[0] == values.ctypes.data
