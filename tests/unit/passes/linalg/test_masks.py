"""Masked loads and stores enable the same elements on the CPU as in the interpreter, for masks of many forms."""

from __future__ import annotations

import pytest
from unit.passes.linalg.executed import assert_as_interpreted, kernel

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_OPTIONS = ("safe=true", "safe=true guards=false", "")
_LAUNCHES = ((0, 0, 1), (3, 4, 1), (5, 3, 1), (8, 2, 1), (7, 100, 1), (-3, 1, 1), (100, 5, 1))
_BY_ELEMENTS = {
    "a condition and what is not understood",
    "what is not understood and a condition",
    "what is not understood and a bound",
    "a sum of conditions",
    "a difference of conditions",
    "bits of a range",
    "bits of what is not known",
    "bits of a number",
    "two ranges",
    "a number and a constant",
    "truths that are compared",
    "true up to a condition",
    "a constant number",
    "numbers that are not understood",
    "positions in the block",
    "one range along both",
    "elements",
    "kept rows, chosen columns",
    "all columns but one of kept rows",
    "all or nothing in each row",
    "a row and chosen columns",
}
"""Masks that are neither extents nor a mask of rows: each element has its own mask bit."""

_START = """
  %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %low = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %one = tt.make_range {start = 0 : i32, end = 1 : i32} : tensor<1xi32>
  %zero = arith.constant dense<0> : tensor<8xi32>
  %three = arith.constant dense<3> : tensor<8xi32>
  %yes = arith.constant dense<true> : tensor<8xi1>
  %ns = tt.splat %n : i32 -> tensor<8xi32>
  %ms = tt.splat %m : i32 -> tensor<8xi32>
  %cs = tt.splat %c : i1 -> tensor<8xi1>
  %es = tt.splat %e : i1 -> tensor<8xi1>
  %below = arith.cmpi slt, %range, %ns : tensor<8xi32>
  %wide = arith.extsi %cs : tensor<8xi1> to tensor<8xi32>
"""


def _check(text: str, *, is_block: bool) -> None:
    """The kernel does what it should; with ``safe`` it accesses a part of a block if ``is_block``."""
    for options in _OPTIONS:
        ctx = Context()
        module = parse_module(text, "test.mlir", ctx)
        nest, remarks = parse_pipeline(f"builtin.module(triton-to-structured{{{options}}})"), list[Diagnostic]()
        with ctx.diagnostics.handled_by(remarks.append):
            PassManager(ctx, verify_each=True).run(nest, module)
        assert not [remark for remark in remarks if remark.message.endswith(": ")], "a reason is missing"
        lines = print_op(module).splitlines()
        found = any("tts.load" in line and line.endswith("xf32>") for line in lines)
        assert options != "safe=true" or found == is_block
        assert "safe=true" in options or not any("masked_load" in line for line in lines)
    assert_as_interpreted(text, _LAUNCHES)


def _op(result: str, operation: str, left: str, right: str, shape: str = "8", element: str = "i32") -> str:
    return f"%{result} = arith.{operation} %{left}, %{right} : tensor<{shape}x{element}>\n"


_LINES = {
    "a range from 2 on": "%late = tt.make_range {start = 2 : i32, end = 10 : i32} : tensor<8xi32>\n"
    + _op("k", "cmpi slt,", "late", "ns"),
    "all of a range from 2 on": "%late = tt.make_range {start = 2 : i32, end = 10 : i32} : tensor<8xi32>\n"
    + _op("k", "cmpi sge,", "late", "zero"),
    "an order of conditions": _op("k", "cmpi slt,", "cs", "es", element="i1"),
    "an order of conditions without signs": _op("k", "cmpi ule,", "cs", "es", element="i1"),
    "a condition below true": _op("k", "cmpi ult,", "cs", "yes", element="i1"),
    "true up to a condition": _op("k", "cmpi sle,", "yes", "cs", element="i1"),
    "a condition as a number": _op("k", "cmpi slt,", "wide", "zero"),
    "a condition as a bound": _op("k", "cmpi sle,", "range", "wide"),
    "a range moved by a condition": _op("moved", "addi", "range", "wide") + _op("k", "cmpi slt,", "moved", "three"),
    "a sum of conditions": _op("k", "addi", "cs", "below", element="i1"),
    "a difference of conditions": _op("k", "subi", "below", "cs", element="i1"),
    "a constant condition as a bound": "%true = arith.constant true\n%always = tt.splat %true : i1 -> tensor<8xi1>\n"
    "%minus = arith.extsi %always : tensor<8xi1> to tensor<8xi32>\n"
    + _op("back", "addi", "range", "minus")
    + _op("k", "cmpi sle,", "back", "minus"),
    "bits of a range": _op("bits", "andi", "range", "ns") + _op("k", "cmpi slt,", "bits", "three"),
    "bits of what is not known": _op("odd", "muli", "range", "three")
    + _op("bits", "andi", "odd", "ns")
    + _op("k", "cmpi slt,", "bits", "three"),
    "bits of a number": _op("bits", "andi", "ns", "three") + _op("k", "cmpi slt,", "range", "bits"),
    "a condition and what is not understood": _op("odd", "cmpi ne,", "range", "three")
    + _op("k", "andi", "cs", "odd", element="i1"),
    "what is not understood and a condition": _op("odd", "cmpi ne,", "range", "three")
    + _op("k", "andi", "odd", "cs", element="i1"),
    "what is not understood and a bound": _op("odd", "cmpi ne,", "range", "three")
    + _op("k", "andi", "odd", "below", element="i1"),
    "a bound without signs": _op("k", "cmpi ult,", "range", "ns"),
    "a range moved back": _op("moved", "subi", "range", "three") + _op("k", "cmpi slt,", "moved", "three"),
    "two ranges": _op("moved", "addi", "range", "ns") + _op("k", "cmpi slt,", "range", "moved"),
    "two numbers": _op("k", "cmpi slt,", "ns", "ms"),
    "a number and a constant": _op("k", "cmpi ult,", "zero", "ns"),
    "truths that are compared": _op("k", "cmpi slt,", "below", "cs", element="i1"),
    "a remainder, compared without signs": "%pid = tt.get_program_id x : i32\n%c8 = arith.constant 8 : i32\n"
    "%c30 = arith.constant 30 : i32\n%far = arith.muli %pid, %c8 : i32\n%near = arith.remsi %far, %c30 : i32\n"
    "%nears = tt.splat %near : i32 -> tensor<8xi32>\n"
    + _op("moved", "addi", "range", "nears")
    + _op("k", "cmpi ult,", "moved", "ns"),
    "a condition that is constant": "%true = arith.constant true\n%always = tt.splat %true : i1 -> tensor<8xi1>\n"
    + _op("k", "andi", "always", "below", element="i1"),
}


def _raised(result: str, source: str, axis: int, before: str, after: str) -> str:
    return f"%{result} = tt.expand_dims %{source} {{axis = {axis} : i32}} : tensor<{before}> -> tensor<{after}>\n"


def _wide(result: str, source: str, before: str, element: str, after: str = "4x8") -> str:
    return f"%{result} = tt.broadcast %{source} : tensor<{before}x{element}> -> tensor<{after}x{element}>\n"


_COLUMNS = _raised("across", "below", 0, "8xi1", "1x8xi1") + _wide("columns", "across", "1x8", "i1")
_KEPT = _raised("down", "kept", 1, "4xi1", "4x1xi1") + _wide("keptAll", "down", "4x1", "i1")
_BLOCKS = {
    "all or nothing": "%nl = tt.splat %n : i32 -> tensor<1xi32>\n"
    + _op("few", "cmpi slt,", "one", "nl", "1")
    + _raised("fewer", "few", 1, "1xi1", "1x1xi1")
    + _wide("k", "fewer", "1x1", "i1"),
    "all or nothing in each row": _COLUMNS
    + "%nl = tt.splat %n : i32 -> tensor<1xi32>\n"
    + _op("few", "cmpi slt,", "one", "nl", "1")
    + _raised("fewer", "few", 0, "1xi1", "1x1xi1")
    + _wide("fewest", "fewer", "1x1", "i1")
    + _op("k", "andi", "fewest", "columns", "4x8", "i1"),
    "a constant number": "%two = arith.constant dense<2> : tensor<4x1xi32>\n"
    + _wide("twos", "two", "4x1", "i32")
    + _raised("places", "range", 0, "8xi32", "1x8xi32")
    + _wide("columns", "places", "1x8", "i32")
    + _op("k", "cmpi slt,", "columns", "twos", "4x8"),
    "constant truths": _COLUMNS
    + "%truth = arith.constant dense<true> : tensor<4xi1>\n"
    + _raised("truths", "truth", 1, "4xi1", "4x1xi1")
    + _wide("all", "truths", "4x1", "i1")
    + _op("k", "andi", "all", "columns", "4x8", "i1"),
    "conditions, raised": _COLUMNS
    + "%cl = tt.splat %c : i1 -> tensor<4xi1>\n"
    + _raised("truths", "cl", 1, "4xi1", "4x1xi1")
    + _wide("all", "truths", "4x1", "i1")
    + _op("k", "andi", "columns", "all", "4x8", "i1"),
    "numbers that are not understood": _COLUMNS
    + _op("square", "muli", "range", "range")
    + _raised("squares", "square", 0, "8xi32", "1x8xi32")
    + "%nl = tt.splat %n : i32 -> tensor<1x8xi32>\n"
    + _op("near", "cmpi slt,", "squares", "nl", "1x8")
    + _wide("nearer", "near", "1x8", "i1")
    + _op("k", "andi", "nearer", "columns", "4x8", "i1"),
    "a row and chosen columns": _raised("acrossAll", "chosen", 0, "8xi1", "1x8xi1")
    + _raised("place", "low", 1, "4xi32", "4x1xi32")
    + "%nl = tt.splat %n : i32 -> tensor<4x1xi32>\n"
    + _op("first", "cmpi slt,", "place", "nl", "4x1")
    + _wide("firsts", "first", "4x1", "i1")
    + _wide("some", "acrossAll", "1x8", "i1")
    + _op("k", "andi", "firsts", "some", "4x8", "i1"),
    "positions in the block": _raised("place", "low", 1, "4xi32", "4x1xi32")
    + "%eight = arith.constant dense<8> : tensor<4x1xi32>\n"
    + _op("starts", "muli", "place", "eight", "4x1")
    + _wide("start", "starts", "4x1", "i32")
    + _raised("places", "range", 0, "8xi32", "1x8xi32")
    + _wide("columns", "places", "1x8", "i32")
    + _op("position", "addi", "start", "columns", "4x8")
    + "%nl = tt.splat %n : i32 -> tensor<4x8xi32>\n"
    + _op("k", "cmpi slt,", "position", "nl", "4x8"),
    "one range along both": _raised("place", "low", 1, "4xi32", "4x1xi32")
    + _wide("places", "place", "4x1", "i32")
    + "%nl = tt.splat %n : i32 -> tensor<4x8xi32>\n"
    + _op("k", "cmpi slt,", "places", "nl", "4x8"),
}
_DEEP = {
    "kept rows": _KEPT + _COLUMNS + _op("both", "andi", "keptAll", "columns", "4x8", "i1"),
    "columns, kept rows": _KEPT + _COLUMNS + _op("both", "andi", "columns", "keptAll", "4x8", "i1"),
    "kept rows that are read again": _KEPT
    + _COLUMNS
    + _op("first", "andi", "keptAll", "columns", "4x8", "i1")
    + _op("both", "andi", "first", "columns", "4x8", "i1"),
    "kept rows, chosen columns": _KEPT
    + _raised("acrossAll", "chosen", 0, "8xi1", "1x8xi1")
    + _wide("some", "acrossAll", "1x8", "i1")
    + _op("both", "andi", "keptAll", "some", "4x8", "i1"),
    "elements": _KEPT + "%both = arith.xori %keptAll, %keptAll : tensor<4x8xi1>\n",
    "all columns but one of kept rows": _KEPT
    + _raised("places", "range", 0, "8xi32", "1x8xi32")
    + "%nl = tt.splat %n : i32 -> tensor<1x8xi32>\n"
    + _op("differs", "cmpi ne,", "places", "nl", "1x8")
    + _wide("both", "differs", "1x8", "i1"),
}


def _access(mask: str, offsets: str, shape: tuple[int, ...]) -> str:
    """A load and a store of a block at ``%o`` where ``%k`` is true."""
    text = "x".join(map(str, shape))
    return kernel(
        f"""{_START} {offsets} {mask}
  %bases = tt.splat %x : !tt.ptr<f32> -> tensor<{text}x!tt.ptr<f32>>
  %other = arith.constant dense<-1.0> : tensor<{text}xf32>
  %p = tt.addptr %bases, %o : tensor<{text}x!tt.ptr<f32>>, tensor<{text}xi32>
  %v = tt.load %p, %k, %other : tensor<{text}x!tt.ptr<f32>>
  tt.store %p, %held, %k : tensor<{text}x!tt.ptr<f32>>
""",
        shape,
    )


@pytest.mark.parametrize("mask", _LINES)
def test_lines(mask: str) -> None:
    _check(_access(_LINES[mask], _op("o", "addi", "range", "three"), (8,)), is_block=mask not in _BY_ELEMENTS)


_PLANE = """
  %ten = arith.constant dense<10> : tensor<4x1xi32>
  %lows = tt.expand_dims %low {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %lines = arith.muli %lows, %ten : tensor<4x1xi32>
  %linesAll = tt.broadcast %lines : tensor<4x1xi32> -> tensor<4x8xi32>
  %cells = tt.expand_dims %range {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %cellsAll = tt.broadcast %cells : tensor<1x8xi32> -> tensor<4x8xi32>
  %o = arith.addi %linesAll, %cellsAll : tensor<4x8xi32>
"""


@pytest.mark.parametrize("mask", _BLOCKS)
def test_blocks(mask: str) -> None:
    _check(_access(_BLOCKS[mask], _PLANE, (4, 8)), is_block=mask not in _BY_ELEMENTS)


_SPACE = (
    _PLANE.replace("%o =", "%plane =")
    + """
  %planes = tt.expand_dims %plane {axis = 1 : i32} : tensor<4x8xi32> -> tensor<4x1x8xi32>
  %planesAll = tt.broadcast %planes : tensor<4x1x8xi32> -> tensor<4x2x8xi32>
  %hundred = arith.constant dense<100> : tensor<1x2x1xi32>
  %pair = tt.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>
  %pairs = tt.expand_dims %pair {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
  %deep = tt.expand_dims %pairs {axis = 0 : i32} : tensor<2x1xi32> -> tensor<1x2x1xi32>
  %deeper = arith.muli %deep, %hundred : tensor<1x2x1xi32>
  %deepest = tt.broadcast %deeper : tensor<1x2x1xi32> -> tensor<4x2x8xi32>
  %o = arith.addi %planesAll, %deepest : tensor<4x2x8xi32>
  %bound = tt.splat %m : i32 -> tensor<1x2x1xi32>
  %nearer = arith.cmpi slt, %deep, %bound : tensor<1x2x1xi32>
  %near = tt.broadcast %nearer : tensor<1x2x1xi1> -> tensor<4x2x8xi1>
"""
)


@pytest.mark.parametrize("mask", _DEEP)
def test_three_dimensions(mask: str) -> None:
    raised = _raised("high", "both", 1, "4x8xi1", "4x1x8xi1") + _wide("all", "high", "4x1x8", "i1", "4x2x8")
    joined = _op("k", "andi", "all", "near", "4x2x8", "i1")
    _check(_access(_DEEP[mask] + raised + joined, _SPACE, (4, 2, 8)), is_block=mask not in _BY_ELEMENTS)


_NEXT = {
    "a constant": _op("next", "addi", "o", "three"),
    "a constant, moved by the range": _op("next", "addi", "three", "o"),
    "a number": _op("next", "addi", "o", "ms"),
    "another in each place": _op("next", "addi", "o", "range"),
    "a doubled one": _op("next", "addi", "o", "o"),
    "twice": _op("then", "addi", "o", "three") + _op("next", "addi", "ms", "then"),
}
_FIRST = {"range": "range", "moved": "moved", "double": "double", "number": "ns"}


@pytest.mark.parametrize("first", _FIRST)
@pytest.mark.parametrize("step", _NEXT)
def test_loops(step: str, first: str) -> None:
    """Masks of offsets that a loop carries."""
    mask = _op("k", "cmpi slt,", "o", "ns") if first != "number" else _op("k", "cmpi slt,", "range", "o")
    place = "o" if first != "number" else "range"
    body = f"""{_START}
  %moved = arith.addi %range, %three : tensor<8xi32>
  %double = arith.muli %range, %three : tensor<8xi32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %other = arith.constant dense<-1.0> : tensor<8xf32>
  %none = arith.constant dense<0.0> : tensor<8xf32>
  %bases = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %all:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%o = %{_FIRST[first]}, %sum = %none)
      -> (tensor<8xi32>, tensor<8xf32>) : i32 {{
    {mask}
    %p = tt.addptr %bases, %{place} : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %v = tt.load %p, %k, %other : tensor<8x!tt.ptr<f32>>
    %more = arith.addf %sum, %v : tensor<8xf32>
    {_NEXT[step]}
    scf.yield %next, %more : tensor<8xi32>, tensor<8xf32>
  }}
  %v = arith.addf %all#1, %none : tensor<8xf32>
"""
    is_block = first != "double" and step not in ("another in each place", "a doubled one")
    _check(kernel(body, (8,)), is_block=is_block)
