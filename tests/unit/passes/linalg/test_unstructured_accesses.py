"""Accesses through selected, loaded and loop-carried pointers: the CPU and the interpreter leave the same memory.

``triton-to-unstructured`` alone must leave a module that verifies, with all of its options.
"""

from __future__ import annotations

import pytest
from unit.passes.linalg.executed import assert_as_interpreted, kernel

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_OPTIONS = ("", "through-branches", "offset-bit-width=64", "exact through-branches")
_P, _T = "!tt.ptr<f32>", "tensor<8x!tt.ptr<f32>>"
_START = f"""
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %long = arith.constant 3 : i64
  %range = tt.make_range {{start = 0 : i32, end = 8 : i32}} : tensor<8xi32>
  %longs = arith.constant dense<2> : tensor<8xi64>
  %seven = arith.constant dense<7> : tensor<8xi32>
  %some = arith.andi %numbers, %seven : tensor<8xi32>
  %y_offset = arith.constant 100 : i32
  %y = tt.addptr %out, %y_offset : {_P}, i32
  %xs = tt.splat %x : {_P} -> {_T}
  %ys = tt.splat %y : {_P} -> {_T}
"""


def _add(result: str, pointer: str, offset: str, types: tuple[str, str] = (_T, "tensor<8xi32>")) -> str:
    return f"%{result} = tt.addptr %{pointer}, %{offset} : {types[0]}, {types[1]}\n"


def _for(results: str, inits: dict[str, str], type_: str, body: str, yields: str) -> str:
    carried = ", ".join(f"%{name} = %{value}" for name, value in inits.items())
    types = ", ".join([type_] * len(inits))
    count = f":{len(inits)}" if len(inits) > 1 else ""
    yielded = ", ".join(f"%{name}" for name in yields.split())
    return (
        f"%{results}{count} = scf.for %i{results} = %c0 to %c2 step %c1 iter_args({carried}) -> ({types}) : i32 {{\n"
        f"{body} scf.yield {yielded} : {types}\n}}\n"
    )


def _while(inits: dict[str, str], body: str, yields: str) -> str:
    """A loop of two iterations; its results are ``%last`` and the number of iterations."""
    carried = ", ".join(f"%{name} = %{value}" for name, value in inits.items())
    types = ", ".join([_T] * len(inits))
    names, yielded = (", ".join(f"%{name}" for name in part) for part in (inits, yields.split()))
    return f"""%last:{len(inits) + 1} = scf.while ({carried}, %count = %c0) : ({types}, i32) -> ({types}, i32) {{
  %more = arith.cmpi slt, %count, %c2 : i32
  scf.condition(%more) {names}, %count : {types}, i32
}} do {{
^bb0({", ".join(f"%{name}: {_T}" for name in inits)}, %count: i32):
  {body}
  %next = arith.addi %count, %c1 : i32
  scf.yield {yielded}, %next : {types}, i32
}}
"""


_CHOSEN = f"%q = arith.select %c, %xs, %ys : {_T}\n"
_TENSORS = {
    "one base": _add("q", "xs", "some") + _add("p", "q", "longs", (_T, "tensor<8xi64>")),
    "long offsets, then short ones": _add("q", "xs", "longs", (_T, "tensor<8xi64>")) + _add("p", "q", "some"),
    "a moved base": _add("z", "x", "long", (_P, "i64"))
    + f"%zs = tt.splat %z : {_P} -> {_T}\n"
    + _add("p", "zs", "some"),
    "two bases": _CHOSEN + _add("p", "q", "some"),
    "two bases, reshaped": _CHOSEN
    + f"%flat = tt.reshape %q : {_T} -> tensor<2x4x!tt.ptr<f32>>\n"
    + f"%back = tt.reshape %flat : tensor<2x4x!tt.ptr<f32>> -> {_T}\n"
    + _add("p", "back", "some"),
    "reshaped": _add("q", "xs", "some") + f"%flat = tt.reshape %q : {_T} -> tensor<2x4x!tt.ptr<f32>>\n"
    "%turned = tt.trans %flat {order = array<i32: 1, 0>} : tensor<2x4x!tt.ptr<f32>> -> tensor<4x2x!tt.ptr<f32>>\n"
    f"%back = tt.reshape %turned : tensor<4x2x!tt.ptr<f32>> -> {_T}\n" + _add("p", "back", "range"),
    "a loop": _for("p", {"q": "xs"}, _T, _add("r", "q", "some"), "r"),
    "a loop with long offsets": _for("p", {"q": "xs"}, _T, _add("r", "q", "longs", (_T, "tensor<8xi64>")), "r"),
    "a loop in a loop": _for(
        "p",
        {"q": "xs"},
        _T,
        _add("s", "q", "range")
        + _for("inner", {"t": "s"}, _T, _add("u", "t", "longs", (_T, "tensor<8xi64>")), "u")
        + _add("r", "inner", "some"),
        "r",
    ),
    "a loop in a loop that moves by the first offset": _for(
        "p", {"q": "xs"}, _T, _for("inner", {"t": "q"}, _T, _add("u", "t", "some"), "u"), "inner"
    ),
    "a loop that reshapes": _for(
        "p",
        {"q": "xs"},
        _T,
        _add("r", "q", "longs", (_T, "tensor<8xi64>")) + f"%flat = tt.reshape %r : {_T} -> tensor<4x2x!tt.ptr<f32>>\n"
        "%turned = tt.trans %flat {order = array<i32: 1, 0>} : tensor<4x2x!tt.ptr<f32>> -> tensor<2x4x!tt.ptr<f32>>\n"
        f"%s = tt.reshape %turned : tensor<2x4x!tt.ptr<f32>> -> {_T}\n",
        "s",
    ),
    "a loop that swaps": _for("ps", {"q": "xs", "r": "ys"}, _T, _add("s", "q", "some"), "r s")
    + _add("p", "ps#1", "range"),
    "a loop that keeps one": _for("ps", {"q": "xs", "r": "ys"}, _T, _add("s", "q", "some"), "s r")
    + _add("p", "ps#1", "range"),
    "a branch": _add("q", "xs", "some")
    + f"%p = scf.if %c -> ({_T}) {{\n"
    + _add("r", "q", "longs", (_T, "tensor<8xi64>"))
    + f"scf.yield %r : {_T}\n}} else {{\nscf.yield %q : {_T}\n}}\n",
    "a branch between two": f"%p = scf.if %c -> ({_T}) {{\n"
    + _add("r", "xs", "some")
    + f"scf.yield %r : {_T}\n}} else {{\nscf.yield %ys : {_T}\n}}\n",
    "a while loop": _while({"q": "xs"}, _add("r", "q", "some"), "r") + _add("p", "last#0", "range"),
    "a while loop that swaps": _while({"q": "xs", "r": "ys"}, _add("s", "q", "some"), "r s")
    + _add("p", "last#1", "range"),
    "a while loop between two": _while({"q": "xs"}, "", "ys") + _add("p", "last#0", "range"),
    "elements of the same size": _add("q", "xs", "some")
    + f"%ints = tt.bitcast %q : {_T} -> tensor<8x!tt.ptr<i32>>\n"
    + _add("moved", "ints", "range", ("tensor<8x!tt.ptr<i32>>", "tensor<8xi32>"))
    + f"%p = tt.bitcast %moved : tensor<8x!tt.ptr<i32>> -> {_T}\n",
}


def _check(text: str) -> None:
    for options in _OPTIONS:
        ctx = Context()
        module = parse_module(text, "test.mlir", ctx)
        nest = parse_pipeline(f"builtin.module(triton-to-unstructured{{{options}}})")
        PassManager(ctx, verify_each=True).run(nest, module)
    assert_as_interpreted(text, ((0, 0, 1), (3, 4, 1)))


@pytest.mark.parametrize("origin", _TENSORS)
def test_tensors(origin: str) -> None:
    body = f"""{_START} {_TENSORS[origin]}
  %unloaded = arith.constant dense<-1.0> : tensor<8xf32>
  %v = tt.load %p, %chosen, %unloaded : {_T}
  tt.store %p, %held, %chosen : {_T}
"""
    _check(kernel(body, (8,)))


_HALVES = "tensor<8x!tt.ptr<i16>>"


def test_elements_of_another_size() -> None:
    body = f"""{_START}
  %q = tt.addptr %xs, %some : {_T}, tensor<8xi32>
  %halves = tt.bitcast %q : {_T} -> {_HALVES}
  %p = tt.addptr %halves, %range : {_HALVES}, tensor<8xi32>
  %nothing = arith.constant dense<7> : tensor<8xi16>
  %half = tt.load %p, %chosen, %nothing : {_HALVES}
  %v = arith.sitofp %half : tensor<8xi16> to tensor<8xf32>
"""
    _check(kernel(body, (8,)))


_SCALARS = {
    "an address": f"%number = tt.ptr_to_int %x : {_P} -> i64\n%far = arith.constant 8 : i64\n"
    f"%moved = arith.addi %number, %far : i64\n%p = tt.int_to_ptr %moved : i64 -> {_P}\n",
    "an address, moved": f"%number = tt.ptr_to_int %x : {_P} -> i64\n%q = tt.int_to_ptr %number : i64 -> {_P}\n"
    + _add("p", "q", "c1", (_P, "i32")),
    "halves": "%halves = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<i16>\n"
    "%q = tt.addptr %halves, %c2 : !tt.ptr<i16>, i32\n"
    f"%p = tt.bitcast %q : !tt.ptr<i16> -> {_P}\n",
    "an argument": _add("p", "x", "c0", (_P, "i32")),
    "moved twice": _add("q", "x", "c1", (_P, "i32")) + _add("p", "q", "long", (_P, "i64")),
    "two arguments": f"%q = arith.select %c, %x, %y : {_P}\n" + _add("p", "q", "c1", (_P, "i32")),
    "two arguments themselves": f"%p = arith.select %c, %x, %y : {_P}\n",
    "a loop": _for("p", {"q": "x"}, _P, _add("r", "q", "long", (_P, "i64")), "r"),
    "a loop of two": _for("ps", {"q": "x", "r": "y"}, _P, "", "r q") + _add("p", "ps#0", "c1", (_P, "i32")),
}


@pytest.mark.parametrize("origin", _SCALARS)
def test_scalars(origin: str) -> None:
    body = f"""{_START} {_SCALARS[origin]}
  %element = tt.load %p : {_P}
  %stored = arith.constant 1000.0 : f32
  tt.store %p, %stored : {_P}
  %v = tt.splat %element : f32 -> tensor<8xf32>
"""
    _check(kernel(body, (8,)))
