"""Blocks of memory with offsets and masks of many forms: ``triton-to-structured`` keeps what they access.

The interpreter runs each program before and after the pass on inputs that it generates, and compares all results.
"""

from __future__ import annotations

import pytest
from selection import slow_unless

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.triage.proof_instrument import ProofInstrument

OPTIONS = slow_unless(("safe=true", "safe=true guards=false", ""), lambda options: "guards" not in options)
"""Guards against overflow, single elements where one would be needed, and the assumptions of triton-shared."""

_ARGUMENTS = (
    "%x: !tt.ptr<f32>, %n: i32, %m: i32, %step: i32, %numbers: tensor<8xi32>, %chosen: tensor<8xi1>, "
    "%rows: tensor<4xi32>, %kept: tensor<4xi1>, %line: tensor<8xf32>, %block: tensor<4x8xf32>"
)
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


def _changed(text: str, options: str) -> str:
    """The result of the pass, which computes the same."""
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    nest = parse_pipeline(f"builtin.module(triton-to-structured{{{options}}})")
    PassManager(ctx, verify_each=True, instruments=[ProofInstrument(ctx)]).run(nest, module)
    return print_op(module)


def _program(offsets: str, masks: dict[str, str], shape: str, held: str) -> str:
    """A function for each mask, which loads a block at ``%o`` and stores one there, where ``%k`` is true."""
    other = "%other" if held == "%line" else "%others"
    functions = [
        f"""tt.func @f{number}({_ARGUMENTS}) -> tensor<{shape}xf32> {{ {_START} {offsets}
  {mask}
  %bases = tt.splat %x : !tt.ptr<f32> -> tensor<{shape}x!tt.ptr<f32>>
  %p = tt.addptr %bases, %o : tensor<{shape}x!tt.ptr<f32>>, tensor<{shape}xi32>
  %v = tt.load %p, %k, {other} : tensor<{shape}x!tt.ptr<f32>>
  tt.store %p, {held}, %k : tensor<{shape}x!tt.ptr<f32>>
  tt.return %v : tensor<{shape}xf32>
}}"""
        for number, mask in enumerate(masks.values())
    ]
    return "\n".join(functions)


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
    + "%c = arith.cmpi slt, %m, %step : i32\n%cs = tt.splat %c : i1 -> tensor<8xi1>\n"
    + _op("k", "andi", "cs", "below", element="i1"),
    "by a condition alone": "%c = arith.cmpi slt, %m, %step : i32\n%k = tt.splat %c : i1 -> tensor<8xi1>",
    "constants": "%k = arith.constant dense<[true, false, true, true, false, false, true, false]> : tensor<8xi1>",
    "a moved range": _op("moved", "addi", "two", "range") + _op("k", "cmpi ult,", "moved", "five"),
    "a range from 2 on": _LATE + _op("k", "cmpi slt,", "late", "ns"),
    "a range from 2 on, all of it": _LATE
    + "%none = arith.constant dense<0> : tensor<8xi32>\n"
    + _op("k", "cmpi sge,", "late", "none"),
    "a range moved back": _op("moved", "subi", "range", "two") + _op("k", "cmpi slt,", "moved", "three"),
    "an edge": _op("moved", "addi", "ns", "three") + _op("k", "cmpi slt,", "range", "moved"),
    "a range of loaded numbers": _op("k", "cmpi slt,", "numbers", "three"),
}
_STEPS = _op("far", "muli", "range", "three")
_POSITION = _op("position", "addi", "range", "three")
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
    "rows": _POSITION
    + _op("row", "divsi", "position", "sixteen")
    + _op("column", "remsi", "position", "sixteen")
    + _op("rowStart", "muli", "row", "steps")
    + _op("o", "addi", "rowStart", "column"),
    "rows with a stride": _POSITION
    + _op("row", "divsi", "position", "sixteen")
    + _op("column", "remsi", "position", "sixteen")
    + _op("rowStart", "muli", "row", "steps")
    + _op("far", "muli", "column", "two")
    + _op("o", "addi", "far", "rowStart"),
    "rows and more": _POSITION
    + _op("row", "divsi", "position", "sixteen")
    + _op("column", "remsi", "position", "sixteen")
    + _op("rowStart", "muli", "steps", "row")
    + _op("sum", "addi", "rowStart", "column")
    + _op("o", "addi", "sum", "steps"),
    "constants": "%o = arith.constant dense<[3, 1, 4, 15, 9, 2, 6, 5]> : tensor<8xi32>",
}


_BY_ELEMENTS = {"a remainder beside gathered ones", "gathered ones beside a remainder"}
"""Offsets with which no access becomes one of a block."""


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("offsets", _LINES)
def test_lines(offsets: str, options: str) -> None:
    result = _changed(_program(_LINES[offsets], _LINE_MASKS, "8", "%line"), options)
    assert options != "safe=true" or ("tts.load" in result) == (offsets not in _BY_ELEMENTS)


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
    "a condition": "%c = arith.cmpi slt, %m, %step : i32\n%cs = tt.splat %c : i1 -> tensor<4x8xi1>\n"
    + _KEPT
    + _op("k", "andi", "cs", "keptAll", "4x8", "i1"),
    "a condition of rows": "%c = arith.cmpi slt, %m, %step : i32\n%cs = tt.splat %c : i1 -> tensor<4x1xi1>\n"
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
    "columns that wrap": _op("lines", "muli", "down", "thirty", "4x1")
    + "%five2 = arith.constant dense<5> : tensor<1x8xi32>\n"
    + _op("cols", "remsi", "across", "five2", "1x8")
    + _ROWS_AND_COLUMNS,
    "rows of rows": _POSITION
    + _op("row", "divsi", "position", "sixteen")
    + _op("column", "remsi", "position", "sixteen")
    + _op("rowStart", "muli", "row", "steps")
    + _raised("rowAcross", "rowStart", 0, "i32")
    + _raised("columnAcross", "column", 0, "i32")
    + _op("inRow", "addi", "rowAcross", "columnAcross", "1x8")
    + _wide("cs2", "inRow", "1x8", "i32")
    + _op("lines", "muli", "down", "thirty", "4x1")
    + _wide("os", "lines", "4x1", "i32")
    + _op("o", "addi", "cs2", "os", "4x8"),
}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("offsets", _BLOCKS)
def test_blocks(offsets: str, options: str) -> None:
    result = _changed(_program(_BLOCKS[offsets], _BLOCK_MASKS, "4x8", "%block"), options)
    assert options != "safe=true" or "tts.load" in result
