"""``hopper-tile-order``: which tile each program computes, against an enumeration of the bands."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.interp import interpret
from xtriton.ir.context import Context
from xtriton.passes.hopper.tile_order import TileOrder

pytestmark = pytest.mark.triton("3.9")

LOOP = """\
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %cst = arith.constant dense<0.0> : tensor<16x16xf32>
  %loaded = tt.splat %in : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
  %as = tt.splat %row : i32 -> tensor<16x16xi32>
  %bs = tt.splat %column : i32 -> tensor<16x16xi32>
  %sum = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %cst) -> (tensor<16x16xf32>) : i32 {
    %ap = tt.addptr %loaded, %as : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %bp = tt.addptr %loaded, %bs : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %l = tt.load %ap : tensor<16x16x!tt.ptr<f16>>
    %r = tt.load %bp : tensor<16x16x!tt.ptr<f16>>
    %d = tt.dot %l, %r, %s : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
"""
MORE_OF_ROWS = LOOP.replace(
    "%r = tt.load %bp", "%more = tt.load %ap {isVolatile = true} : tensor<16x16x!tt.ptr<f16>>\n    %r = tt.load %bp"
)
"""The same with twice the bytes of rows: bands of columns."""
STORE = """\
  %one = arith.constant 1 : i32
  %count = tt.atomic_rmw add, relaxed, gpu, %counter, %one : (!tt.ptr<i32>, i32) -> i32
  %at = tt.addptr %order, %count : !tt.ptr<i32>, i32
  tt.store %at, %id : !tt.ptr<i32>
  tt.return
}
"""
ARGUMENTS = "%in: !tt.ptr<f16>, %order: !tt.ptr<i32>, %counter: !tt.ptr<i32>, %n: i32"
DIVIDED = f"""\
tt.func public @divided({ARGUMENTS}) {{
  %id = tt.get_program_id x : i32
  %row = arith.divsi %id, %n : i32
  %column = arith.remsi %id, %n : i32
{LOOP}{STORE}"""
TWO_AXES = f"""\
tt.func public @two_axes({ARGUMENTS}) {{
  %column = tt.get_program_id x : i32
  %row = tt.get_program_id y : i32
  %before = arith.muli %row, %n : i32
  %id = arith.addi %before, %column : i32
{LOOP}{STORE}"""


def order_of(text: str, grid: tuple[int, ...], columns: int, band: int) -> list[int]:
    """The tiles, numbered row by row, in the order of the programs that compute them."""
    module = module_of(text)
    TileOrder(band=band).apply(Context(), module)
    assert "arith.maxsi" in str(module)
    count = int(np.prod(grid))
    order, counter = np.full(count, -1, np.int32), np.zeros(1, np.int32)
    interpret(module, grid, np.zeros(count + 1, np.float16), order, counter, columns)
    return order.tolist()


def bands(rows: int, columns: int, band: int) -> list[int]:
    """All tiles: band after band, column after column within it, the rows of a column first."""
    return [
        row * columns + column
        for first in range(0, rows, band)
        for column in range(columns)
        for row in range(first, min(first + band, rows))
    ]


def bands_of_columns(rows: int, columns: int, band: int) -> list[int]:
    """All tiles: band after band of columns, row after row within it, the columns of a row first."""
    return [
        row * columns + column
        for first in range(0, columns, band)
        for row in range(rows)
        for column in range(first, min(first + band, columns))
    ]


GRIDS = [(1, 1, 2), (1, 7, 2), (7, 1, 2), (4, 3, 2), (5, 3, 2), (5, 4, 3), (3, 5, 4), (9, 2, 4), (8, 8, 8), (2, 6, 16)]


@pytest.mark.parametrize(("rows", "columns", "band"), GRIDS)
def test_two_axes(rows: int, columns: int, band: int):
    assert order_of(TWO_AXES, (columns, rows), columns, band) == bands(rows, columns, band)


@pytest.mark.parametrize("more", [0, 1, 2])
@pytest.mark.parametrize(("rows", "columns", "band"), GRIDS)
def test_divided(rows: int, columns: int, band: int, more: int):
    """With ``more`` programs in an incomplete row, which come last, in order."""
    rest = min(more, columns - 1)
    whole = rows * columns
    expected = [*bands(rows, columns, band), *range(whole, whole + rest)]
    assert order_of(DIVIDED, (whole + rest,), columns, band) == expected


@pytest.mark.parametrize(("rows", "columns", "band"), GRIDS)
def test_columns_of_two_axes(rows: int, columns: int, band: int):
    text = TWO_AXES.replace(LOOP, MORE_OF_ROWS)
    assert order_of(text, (columns, rows), columns, band) == bands_of_columns(rows, columns, band)


@pytest.mark.parametrize("more", [0, 1, 2])
@pytest.mark.parametrize(("rows", "columns", "band"), GRIDS)
def test_columns_of_divided(rows: int, columns: int, band: int, more: int):
    rest = min(more, columns - 1)
    whole = rows * columns
    expected = [*bands_of_columns(rows, columns, band), *range(whole, whole + rest)]
    assert order_of(DIVIDED.replace(LOOP, MORE_OF_ROWS), (whole + rest,), columns, band) == expected


@pytest.mark.parametrize("programs", [1, 3, 7])
@pytest.mark.parametrize("loop", [LOOP, MORE_OF_ROWS])
def test_fewer_programs_than_columns(programs: int, loop: str):
    assert order_of(DIVIDED.replace(LOOP, loop), (programs,), 8, 4) == list(range(programs))
