"""Kernels that load pointers from memory, and then through them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton

TENSORS = """
tt.func public @gather(%table: !tt.ptr<!tt.ptr<f32>>, %out: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %all = tt.splat %n : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %r, %all : tensor<8xi32>
  %t = tt.splat %table : !tt.ptr<!tt.ptr<f32>> -> tensor<8x!tt.ptr<!tt.ptr<f32>>>
  %p = tt.addptr %t, %r : tensor<8x!tt.ptr<!tt.ptr<f32>>>, tensor<8xi32>
  %rows = tt.load %p, %mask : tensor<8x!tt.ptr<!tt.ptr<f32>>>
  %zero = arith.constant dense<-1.0> : tensor<8xf32>
  %v = tt.load %rows, %mask, %zero : tensor<8x!tt.ptr<f32>>
  %o = tt.splat %out : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %q = tt.addptr %o, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  tt.store %q, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}
"""
SCALARS = """
tt.func public @scalar(%table: !tt.ptr<!tt.ptr<f32>>, %out: !tt.ptr<f32>, %n: i32) {
  %p = tt.addptr %table, %n : !tt.ptr<!tt.ptr<f32>>, i32
  %row = tt.load %p : !tt.ptr<!tt.ptr<f32>>
  %v = tt.load %row : !tt.ptr<f32>
  tt.store %out, %v : !tt.ptr<f32>
  tt.return
}
"""


@pytest.mark.triton("3.6")
@pytest.mark.parametrize(
    ("text", "count", "expected"),
    [
        (TENSORS, 8, [10, 11, 12, 13, 14, 15, 16, 17]),
        (TENSORS, 5, [10, 11, 12, 13, 14, -1, -1, -1]),
        (SCALARS, 3, [13, 0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_tables_of_pointers(text: str, count: int, expected: list[int], tmp_path: Path) -> None:
    file = tmp_path / "table.ttir"
    file.write_text(text)
    rows = [np.full(1, 10 + index, np.float32) for index in range(8)]
    table = np.array([row.ctypes.data for row in rows], np.int64)
    out = np.zeros(8, np.float32)
    xtriton.compile(file, target="cpu")[1](table, out, count)
    np.testing.assert_array_equal(out, np.array(expected, np.float32))
