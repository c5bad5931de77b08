"""Loads and stores at structured and gathered offsets access the same memory on the CPU as in the interpreter."""

from __future__ import annotations

from typing import Any

import pytest
from selection import some
from unit.passes.linalg.executed import assert_as_interpreted, kernel

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_OPTIONS = ("safe=true", "safe=true guards=false", "")
"""Guards against overflow, single elements where one would be needed, and the assumptions of triton-shared."""
_LAUNCHES = ((0, 0, 1), (3, 4, 16), (5, 3, 2), (8, 2, 5), (-3, 9, 17))

_START = """
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %low = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %down = tt.expand_dims %low {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %across = tt.expand_dims %range {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %two = arith.constant dense<2> : tensor<8xi32>
  %three = arith.constant dense<3> : tensor<8xi32>
  %five = arith.constant dense<5> : tensor<8xi32>
  %sixteen = arith.constant dense<16> : tensor<8xi32>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %steps = tt.splat %step : i32 -> tensor<8xi32>
  %few = arith.constant dense<7> : tensor<8xi32>
  %some = arith.andi %numbers, %few : tensor<8xi32>
  %thirty = arith.constant dense<30> : tensor<4x1xi32>
  %other = arith.constant dense<-1.0> : tensor<8xf32>
  %others = arith.constant dense<-1.0> : tensor<4x8xf32>
"""


def _program(offsets: str, mask: str, shape: tuple[int, ...]) -> str:
    """A kernel that adds 1 to the elements at ``%o`` where ``%k`` is true, which may be the same element."""
    text, other = "x".join(map(str, shape)), "%other" if len(shape) == 1 else "%others"
    return kernel(
        f"""{_START} {offsets} {mask}
  %bases = tt.splat %x : !tt.ptr<f32> -> tensor<{text}x!tt.ptr<f32>>
  %p = tt.addptr %bases, %o : tensor<{text}x!tt.ptr<f32>>, tensor<{text}xi32>
  %v = tt.load %p, %k, {other} : tensor<{text}x!tt.ptr<f32>>
  %stored = arith.subf %v, {other} : tensor<{text}xf32>
  tt.store %p, %stored, %k : tensor<{text}x!tt.ptr<f32>>
""",
        shape,
    )


def _check(text: str) -> bool:
    """Whether an access of the block is structured with ``safe``; the kernel does what it should."""
    found: list[bool] = []
    for options in _OPTIONS:
        ctx = Context()
        module = parse_module(text, "test.mlir", ctx)
        nest = parse_pipeline(f"builtin.module(triton-to-structured{{{options}}})")
        PassManager(ctx, verify_each=True).run(nest, module)
        found.append(any("tts.load" in line and line.endswith("xf32>") for line in print_op(module).splitlines()))
    assert_as_interpreted(text, _LAUNCHES)
    return found[0]


def _op(result: str, operation: str, left: str, right: str, shape: str = "8", element: str = "i32") -> str:
    return f"%{result} = arith.{operation} %{left}, %{right} : tensor<{shape}x{element}>\n"


_BELOW = _op("below", "cmpi slt,", "range", "ns")
_LATE = "%late = tt.make_range {start = 2 : i32, end = 10 : i32} : tensor<8xi32>\n"
_LINE_MASKS = {
    "a bound": _op("k", "cmpi slt,", "range", "ns"),
    "a bound that is let through": _op("k", "cmpi sle,", "range", "two"),
    "a bound from below": _op("k", "cmpi sge,", "range", "three"),
    "all but one": _BELOW + _op("ne", "cmpi ne,", "range", "three") + _op("k", "andi", "below", "ne", element="i1"),
    "chosen elements": _BELOW + _op("k", "andi", "below", "chosen", element="i1"),
    "none, by a condition": _BELOW
    + "%holds = arith.cmpi slt, %m, %step : i32\n%cs = tt.splat %holds : i1 -> tensor<8xi1>\n"
    + _op("k", "andi", "cs", "below", element="i1"),
    "by a condition alone": "%holds = arith.cmpi slt, %m, %step : i32\n%k = tt.splat %holds : i1 -> tensor<8xi1>",
    "constants": "%k = arith.constant dense<[true, false, true, true, false, false, true, false]> : tensor<8xi1>",
    "a moved range": _op("moved", "addi", "two", "range") + _op("k", "cmpi ult,", "moved", "five"),
    "a range from 2 on": _LATE + _op("k", "cmpi slt,", "late", "ns"),
    "a range from 2 on, all of it": _LATE
    + "%none = arith.constant dense<0> : tensor<8xi32>\n"
    + _op("k", "cmpi sge,", "late", "none"),
    "a range moved back": _op("moved", "subi", "range", "two") + _op("k", "cmpi slt,", "moved", "three"),
    "an edge": _op("moved", "addi", "ns", "three") + _op("k", "cmpi slt,", "range", "moved"),
    "a range with both bounds, moved": _op("moved", "subi", "range", "two")
    + "%none = arith.constant dense<0> : tensor<8xi32>\n"
    + _op("from", "cmpi sge,", "moved", "none")
    + _op("to", "cmpi slt,", "moved", "three")
    + _op("k", "andi", "from", "to", element="i1"),
    "a range of loaded numbers": _op("k", "cmpi slt,", "numbers", "three"),
}
_STEPS = _op("far", "muli", "range", "three")
_ROW_AND_COLUMN = (
    _op("position", "addi", "range", "three")
    + _op("row", "divsi", "position", "sixteen")
    + _op("column", "remsi", "position", "sixteen")
)
_LINES = {
    "adjacent": _op("o", "addi", "range", "two"),
    "steps": _op("far", "muli", "range", "steps") + _op("o", "addi", "far", "five"),
    "gathered": _op("o", "addi", "some", "three"),
    "gathered beside steps": _STEPS + _op("o", "addi", "some", "far"),
    "steps beside gathered": _STEPS + _op("far2", "addi", "far", "two") + _op("o", "addi", "far2", "some"),
    "gathered twice": _op("twice", "muli", "some", "two") + _op("o", "addi", "some", "twice"),
    "gathered with two factors": _op("twice", "muli", "some", "two")
    + _op("thrice", "muli", "some", "three")
    + _op("o", "addi", "twice", "thrice"),
    "a remainder": _op("later", "addi", "range", "three") + _op("o", "remsi", "later", "five"),
    "a remainder of a remainder": _op("later", "addi", "range", "three")
    + _op("first", "remsi", "later", "five")
    + _op("o", "remsi", "first", "three"),
    "a remainder of gathered ones": _op("o", "remsi", "some", "three"),
    "a remainder beside gathered ones": _op("later", "addi", "range", "three")
    + _op("first", "remsi", "later", "five")
    + _op("o", "addi", "some", "first"),
    "gathered ones beside a remainder": _op("first", "remsi", "range", "five") + _op("o", "addi", "first", "some"),
    "backwards": _op("o", "subi", "few", "range"),
    "a difference of gathered ones": _op("up", "addi", "some", "few") + _op("o", "subi", "up", "range"),
    "rows": _ROW_AND_COLUMN + _op("rowStart", "muli", "row", "steps") + _op("o", "addi", "rowStart", "column"),
    "rows with a stride": _ROW_AND_COLUMN
    + _op("rowStart", "muli", "row", "steps")
    + _op("far", "muli", "column", "two")
    + _op("o", "addi", "far", "rowStart"),
    "rows and more": _ROW_AND_COLUMN
    + _op("rowStart", "muli", "steps", "row")
    + _op("sum", "addi", "rowStart", "column")
    + _op("o", "addi", "sum", "steps"),
    "constants": "%o = arith.constant dense<[3, 1, 4, 15, 9, 2, 6, 5]> : tensor<8xi32>",
}


def _pairs(offsets: dict[str, str], masks: dict[str, str]) -> list[Any]:
    """All offsets with all masks, of which `make test` runs each offset with some."""
    pairs = [(offset, mask) for mask in masks for offset in offsets]
    return some(pairs, 5)


@pytest.mark.parametrize(("offsets", "mask"), _pairs(_LINES, _LINE_MASKS))
def test_lines(offsets: str, mask: str) -> None:
    found = _check(_program(_LINES[offsets], _LINE_MASKS[mask], (8,)))
    assert found or mask != "a bound"


def _wide(result: str, source: str, shape: str, element: str) -> str:
    return f"%{result} = tt.broadcast %{source} : tensor<{shape}x{element}> -> tensor<4x8x{element}>\n"


def _raised(result: str, source: str, axis: int, element: str) -> str:
    before, after = ("4", "4x1") if axis else ("8", "1x8")
    return (
        f"%{result} = tt.expand_dims %{source} {{axis = {axis} : i32}} : "
        f"tensor<{before}x{element}> -> tensor<{after}x{element}>\n"
    )


_COLUMNS = _BELOW + _raised("belowAcross", "below", 0, "i1") + _wide("columns", "belowAcross", "1x8", "i1")
_KEPT = _raised("keptDown", "kept", 1, "i1") + _wide("keptAll", "keptDown", "4x1", "i1")
_ODD = (
    "%ones = arith.constant dense<1> : tensor<4x1xi32>\n"
    + _op("odd", "cmpi ne,", "down", "ones", "4x1")
    + _wide("odds", "odd", "4x1", "i1")
)
_BLOCK_MASKS = {
    "columns": _COLUMNS + _op("k", "andi", "columns", "columns", "4x8", "i1"),
    "kept rows": _KEPT + _op("k", "andi", "keptAll", "keptAll", "4x8", "i1"),
    "kept rows, columns": _KEPT + _COLUMNS + _op("k", "andi", "keptAll", "columns", "4x8", "i1"),
    "columns, kept rows": _KEPT + _COLUMNS + _op("k", "andi", "columns", "keptAll", "4x8", "i1"),
    "all rows but one": _ODD + _COLUMNS + _op("k", "andi", "odds", "columns", "4x8", "i1"),
    "all rows but one, all columns": _ODD + "%k = arith.andi %odds, %odds : tensor<4x8xi1>",
    "kept rows and odd ones": _ODD + _KEPT + _op("k", "andi", "keptAll", "odds", "4x8", "i1"),
    "chosen columns, columns": _raised("chosenAcross", "chosen", 0, "i1")
    + _wide("chosenAll", "chosenAcross", "1x8", "i1")
    + _COLUMNS
    + _op("k", "andi", "chosenAll", "columns", "4x8", "i1"),
    "kept rows, chosen columns": _raised("chosenAcross", "chosen", 0, "i1")
    + _wide("chosenAll", "chosenAcross", "1x8", "i1")
    + _KEPT
    + _op("k", "andi", "chosenAll", "keptAll", "4x8", "i1"),
    "a condition": "%holds = arith.cmpi slt, %m, %step : i32\n%cs = tt.splat %holds : i1 -> tensor<4x8xi1>\n"
    + _KEPT
    + _op("k", "andi", "cs", "keptAll", "4x8", "i1"),
    "a condition of rows": "%holds = arith.cmpi slt, %m, %step : i32\n%cs = tt.splat %holds : i1 -> tensor<4x1xi1>\n"
    + _wide("k", "cs", "4x1", "i1"),
    "numbers of a block": "%k = arith.constant dense<true> : tensor<4x8xi1>",
}
_ROWS_AND_COLUMNS = (
    _wide("os", "lines", "4x1", "i32") + _wide("cs2", "cols", "1x8", "i32") + _op("o", "addi", "os", "cs2", "4x8")
)
_ACROSS = "%zero = arith.constant dense<0> : tensor<1x8xi32>\n%cols = arith.addi %across, %zero : tensor<1x8xi32>\n"
_BLOCKS = {
    "rows": _op("lines", "muli", "down", "thirty", "4x1") + _ACROSS + _ROWS_AND_COLUMNS,
    "rows from the second on": "%ones2 = arith.constant dense<1> : tensor<4x1xi32>\n"
    + _op("next", "addi", "down", "ones2", "4x1")
    + _op("lines", "muli", "next", "thirty", "4x1")
    + _ACROSS
    + _ROWS_AND_COLUMNS,
    "rows of any stride": "%ss = tt.splat %step : i32 -> tensor<4x1xi32>\n"
    + _op("lines", "muli", "down", "ss", "4x1")
    + _ACROSS
    + _ROWS_AND_COLUMNS,
    "gathered rows": "%seven = arith.constant dense<7> : tensor<4xi32>\n"
    + _op("numbered", "andi", "rows", "seven", "4")
    + _raised("numberedDown", "numbered", 1, "i32")
    + _op("lines", "muli", "numberedDown", "thirty", "4x1")
    + _ACROSS
    + _ROWS_AND_COLUMNS,
    "rows that are gathered as a column": "%sevens = arith.constant dense<7> : tensor<4x1xi32>\n"
    + _raised("rowsDown", "rows", 1, "i32")
    + _op("numbered", "andi", "rowsDown", "sevens", "4x1")
    + _op("lines", "muli", "numbered", "thirty", "4x1")
    + _ACROSS
    + _ROWS_AND_COLUMNS,
    "columns that wrap": _op("lines", "muli", "down", "thirty", "4x1")
    + "%five2 = arith.constant dense<5> : tensor<1x8xi32>\n"
    + _op("cols", "remsi", "across", "five2", "1x8")
    + _ROWS_AND_COLUMNS,
    "rows of rows": _ROW_AND_COLUMN
    + _op("rowStart", "muli", "row", "steps")
    + _raised("rowAcross", "rowStart", 0, "i32")
    + _raised("columnAcross", "column", 0, "i32")
    + _op("inRow", "addi", "rowAcross", "columnAcross", "1x8")
    + _wide("cs2", "inRow", "1x8", "i32")
    + _op("lines", "muli", "down", "thirty", "4x1")
    + _wide("os", "lines", "4x1", "i32")
    + _op("o", "addi", "cs2", "os", "4x8"),
}


@pytest.mark.parametrize(("offsets", "mask"), _pairs(_BLOCKS, _BLOCK_MASKS))
def test_blocks(offsets: str, mask: str) -> None:
    found = _check(_program(_BLOCKS[offsets], _BLOCK_MASKS[mask], (4, 8)))
    assert found or mask != "columns"
