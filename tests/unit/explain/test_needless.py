"""Hints about layout conversions that a kernel could do without: planted ones, and twins that need theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.explain import kernels
from unit.explain.reports import explain

from xtriton.explain.model import Hint
from xtriton.explain.needless import KIND
from xtriton.explain.report import Report

FILE = str(Path(kernels.__file__))
TENSORS = "*fp32:16,*i8:16,*fp32:16"

MODULE = """
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %from = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #columns>
    %to = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #rows>
    %back = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #columns>
BODY
    tt.return
  }
}
"""
LOAD = "%v = tt.load %from : tensor<64x64x!tt.ptr<f32>, #columns>"
CONVERT = 'ttg.convert_layout {} : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows> loc("kernel.py":7:1)'
STORE = "tt.store %to, {} : tensor<64x64x!tt.ptr<f32>, #rows>"
LOOP = "scf.for %i = %zero to %n step %one : i32 {"
RETURN = "ttg.convert_layout {} : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #columns>"
STORE_BACK = "tt.store %back, {} : tensor<64x64x!tt.ptr<f32>, #columns>"
INDICES = """\
%r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #columns}>>
%r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #columns}>> -> \
tensor<64x1xi32, #columns>
%r2 = tt.broadcast %r1 : tensor<64x1xi32, #columns> -> tensor<64x64xi32, #columns>
%v = arith.sitofp %r2 : tensor<64x64xi32, #columns> to tensor<64x64xf32, #columns>"""
DOUBLED = "%d = arith.addf %c, %c : tensor<64x64xf32, #rows>"
REDUCED = """\
%s = "tt.reduce"(%c) <{axis = 1 : i32}> ({
^bb0(%lhs: f32, %rhs: f32):
  %sum = arith.addf %lhs, %rhs : f32
  tt.reduce.return %sum : f32
}) : (tensor<64x64xf32, #rows>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #rows}>>
%to_sums = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #rows}>>
tt.store %to_sums, %s : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #rows}>>"""
REDUCED_TOGETHER = """\
%w = tt.load %to : tensor<64x64x!tt.ptr<f32>, #rows>
%s:2 = "tt.reduce"(%c, %w) <{axis = 1 : i32}> ({
^bb0(%a: f32, %b: f32, %d: f32, %e: f32):
  %sum = arith.addf %a, %d : f32
  %product = arith.mulf %b, %e : f32
  tt.reduce.return %sum, %product : f32, f32
}) : (tensor<64x64xf32, #rows>, tensor<64x64xf32, #rows>) \
-> (tensor<64xf32, #ttg.slice<{dim = 1, parent = #rows}>>, tensor<64xf32, #ttg.slice<{dim = 1, parent = #rows}>>)
%to_sums = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #rows}>>
tt.store %to_sums, %s#0 : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #rows}>>
tt.store %to_sums, %s#1 : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #rows}>>"""

PLANTED: dict[str, tuple[list[str], str, str]] = {
    # what is planted: the body, words of the hint, words of the fix
    "the same in every iteration": (
        [LOAD, LOOP, f"%c = {CONVERT.format('%v')}", STORE.format("%c"), "}"],
        "in every iteration of the loop, though the value is always the same",
        "convert the value before the loop",
    ),
    "converted back": (
        [LOAD, f"%c = {CONVERT.format('%v')}", DOUBLED, f"%e = {RETURN.format('%d')}", STORE_BACK.format("%e")],
        "its result is converted back afterwards",
        "let the values that it is combined with have the layout of this one",
    ),
    "computed from indices": (
        [INDICES, f"%c = {CONVERT.format('%v')}", STORE.format("%c")],
        "computed from indices and constants",
        "recompute it at its use, from a separate tl.arange",
    ),
    "reduced": (
        [LOAD, f"%c = {CONVERT.format('%v')}", REDUCED],
        "only reductions use the result, and they work in any layout",
        "reduce the value in the layout that it has, and convert the result, which is smaller",
    ),
}
NEEDED: dict[str, list[str]] = {
    "another value in every iteration": [LOOP, LOAD, f"%c = {CONVERT.format('%v')}", STORE.format("%c"), "}"],
    "before the loop": [LOAD, f"%c = {CONVERT.format('%v')}", LOOP, STORE.format("%c"), "}"],
    "stored as it was converted, too": [
        LOAD,
        f"%c = {CONVERT.format('%v')}",
        DOUBLED,
        f"%e = {RETURN.format('%d')}",
        STORE_BACK.format("%e"),
        STORE.format("%d"),
    ],
    "combined with a value of the other layout": [
        LOAD,
        f"%c = {CONVERT.format('%v')}",
        "%w = tt.load %to : tensor<64x64x!tt.ptr<f32>, #rows>",
        "%d = arith.addf %c, %w : tensor<64x64xf32, #rows>",
        f"%e = {RETURN.format('%d')}",
        STORE_BACK.format("%e"),
    ],
    "reduced together with a value of the other layout": [LOAD, f"%c = {CONVERT.format('%v')}", REDUCED_TOGETHER],
    "reduced and stored": [LOAD, f"%c = {CONVERT.format('%v')}", REDUCED, STORE.format("%c")],
    "loaded": [LOAD, f"%c = {CONVERT.format('%v')}", STORE.format("%c")],
}


def needless(found: Report) -> list[Hint]:
    return [hint for hint in found.hints if hint.kind == KIND]


def of_body(body: list[str], folder: Path) -> Report:
    path = folder / "kernel.ttgir"
    path.write_text(MODULE.replace("BODY", "\n".join(body)))
    return explain(str(path), target="cuda:90")


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_conversion_has_a_hint_at_its_line(name: str, tmp_path: Path) -> None:
    body, text, fix = PLANTED[name]
    found = of_body(body, tmp_path)
    (first,) = needless(found)
    assert text in first.text
    assert "moves 32768 bytes through shared memory" in first.text
    assert fix in first.fix
    assert found.where(first.origin) == "kernel.py:7"
    assert not [hint for hint in found.hints if hint.kind == "layout conversion"], "it has a hint already"


@pytest.mark.parametrize("name", NEEDED)
def test_a_conversion_that_is_needed_has_none(name: str, tmp_path: Path) -> None:
    found = of_body(NEEDED[name], tmp_path)
    assert found.conversions
    assert needless(found) == []


def test_widths_that_differ() -> None:
    """With the tiles that the hint names, no conversion is left."""
    found = explain(f"{FILE}:floats_by_bytes", f"{TENSORS},i32,2048", target="cuda:90")
    (hint,) = needless(found)
    assert found.line_text(hint.origin) in (
        "product = tl.load(x + offsets) * tl.load(weights + offsets)",
        "tl.store(y + offsets, product)",
    )
    assert "accesses of one tile have 16 and 4 neighbouring elements per thread" in hint.text
    assert "use tiles of 512 elements" in hint.fix
    twin = explain(f"{FILE}:floats_by_bytes", f"{TENSORS},i32,512", target="cuda:90")
    assert (needless(twin), twin.conversions) == ([], [])


@pytest.mark.parametrize(
    ("kernel", "signature"),
    [
        ("tensor_core_dot", "*fp16:16,*fp16:16,*fp32:16,i32:16,64,64,32"),
        pytest.param("one_by_columns", "*fp32:16,*fp32:16,*fp32:16,64", marks=pytest.mark.slow),
        pytest.param("all_by_rows", "*fp32:16,*fp32:16,*fp32:16,64", marks=pytest.mark.slow),
    ],
)
def test_dots_and_transpositions_need_theirs(kernel: str, signature: str) -> None:
    assert needless(explain(f"{FILE}:{kernel}", signature, target="cuda:90")) == []
