"""Block pointers and tensor descriptors: elements in bounds, padding, and memory that must not be modified."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.interp import interpret
from xtriton.interp.errors import OutOfBoundsError

pytestmark = pytest.mark.triton("3.9")

POINTER = """\
tt.func public @f(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %r: i32, %c: i32) {
  %rows = arith.constant 5 : i64
  %columns = arith.constant 6 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %p = tt.make_tensor_ptr %x, [%rows, %columns], [%columns, %one], [%zero, %zero] ORDER : <tensor<4x4xf32>>
  %q = tt.advance %p, [%r, %c] : <tensor<4x4xf32>>
  %v = tt.load %q {boundaryCheck = array<i32: CHECK>PADDING} : !tt.ptr<tensor<4x4xf32>>
  %four = arith.constant 4 : i64
  %o = tt.make_tensor_ptr %out, [%four, %four], [%four, %one], [%zero, %zero] ORDER : <tensor<4x4xf32>>
  tt.store %o, %v : !tt.ptr<tensor<4x4xf32>>
  tt.return
}
""".replace("ORDER", "{order = array<i32: 1, 0>}")


def window(x: np.ndarray, row: int, column: int, padding: float) -> np.ndarray:
    out = np.full((4, 4), padding, np.float32)
    for i in range(4):
        for j in range(4):
            if 0 <= row + i < x.shape[0] and 0 <= column + j < x.shape[1]:
                out[i, j] = x[row + i, column + j]
    return out


X = np.arange(1, 31, dtype=np.float32).reshape(5, 6)


@pytest.mark.triton("3.6")
@pytest.mark.parametrize(
    ("padding", "value"), [("", 0.0), (", padding = 1 : i32", 0.0), (", padding = 2 : i32", np.nan)]
)
@pytest.mark.parametrize(("row", "column"), [(0, 0), (2, 3), (-1, -2), (100, 0)])
def test_checked_loads_pad(row: int, column: int, padding: str, value: float):
    out = np.zeros((4, 4), np.float32)
    module = module_of(POINTER.replace("CHECK", "0, 1").replace("PADDING", padding))
    interpret(module, 1, X.copy(), out, row, column)
    np.testing.assert_array_equal(out, window(X, row, column, value))


@pytest.mark.triton("3.6")
def test_unchecked_dimensions_are_accessed_out_of_bounds():
    module = module_of(POINTER.replace("CHECK", "0").replace("PADDING", ""))
    out = np.zeros((4, 4), np.float32)
    # The columns that are not checked run over into the next row.
    interpret(module, 1, X.copy(), out, 0, 4)
    assert out.tolist() == [[5, 6, 7, 8], [11, 12, 13, 14], [17, 18, 19, 20], [23, 24, 25, 26]]
    with pytest.raises(OutOfBoundsError):
        interpret(module, 1, X.copy(), out, 1, 4)


DESCRIPTOR = """\
tt.func public @f(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %c: i32) {
  %rows = arith.constant 5 : i32
  %columns = arith.constant 6 : i32
  %stride = arith.constant 6 : i64
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %x, [%rows, %columns], [%stride, %one] {padding = PAD : i32} : <f32>, <4x4xf32>
  %e = tt.make_tensor_descriptor %y, [%rows, %columns], [%stride, %one] : <f32>, <4x4xf32>
  %v = tt.descriptor_load %d[%r, %c] : !tt.tensordesc<4x4xf32> -> tensor<4x4xf32>
  OP
  tt.return
}
"""


@pytest.mark.parametrize(("pad", "value"), [(1, 0.0), (2, np.nan)])
@pytest.mark.parametrize(("row", "column"), [(0, 0), (3, 4), (-2, -1), (9, 9)])
def test_descriptors_check_always(row: int, column: int, pad: int, value: float):
    text = DESCRIPTOR.replace(": <f32>, <4x4xf32>", ": !tt.ptr<f32>, !tt.tensordesc<4x4xf32>")
    store = "tt.descriptor_store %e[%r, %c], %v : !tt.tensordesc<4x4xf32>, tensor<4x4xf32>"
    y = np.full((5, 6), -1, np.float32)
    interpret(module_of(text.replace("PAD", str(pad)).replace("OP", store)), 1, X.copy(), y, row, column)
    expected = np.full((5, 6), -1, np.float32)
    for i in range(4):
        for j in range(4):
            if 0 <= row + i < 5 and 0 <= column + j < 6:
                expected[row + i, column + j] = X[row + i, column + j]
    np.testing.assert_array_equal(y, expected)
    add = "tt.descriptor_reduce add, %e[%r, %c], %v : !tt.tensordesc<4x4xf32>, tensor<4x4xf32>"
    interpret(module_of(text.replace("PAD", str(pad)).replace("OP", add)), 1, X.copy(), y, row, column)
    inside = expected != -1
    np.testing.assert_array_equal(y, np.where(inside, 2 * expected, expected))


def test_rows_are_gathered_and_scattered():
    text = """\
tt.func public @f(%x: !tt.tensordesc<1x8xf32>, %y: !tt.tensordesc<1x8xf32>, %c: i32) {
  %rows = arith.constant dense<[3, 0, 7, 2, -1, 3, 1, 9]> : tensor<8xi32>
  %to = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 99]> : tensor<8xi32>
  %v = tt.descriptor_gather %x[%rows, %c] : (!tt.tensordesc<1x8xf32>, tensor<8xi32>, i32) -> tensor<8x8xf32>
  tt.descriptor_scatter %y[%to, %c], %v : !tt.tensordesc<1x8xf32>, tensor<8xi32>, i32, tensor<8x8xf32>
  tt.return
}
"""
    x, y = np.arange(1, 81, dtype=np.float32).reshape(8, 10), np.full((8, 10), -1, np.float32)
    interpret(module_of(text), 1, x, y, 4)
    expected = np.full((8, 10), -1, np.float32)
    for to, row in enumerate([3, 0, 7, 2, None, 3, 1]):
        expected[to, 4:] = 0 if row is None else x[row, 4:]
    np.testing.assert_array_equal(y, expected)
