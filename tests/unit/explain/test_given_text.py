"""Reports of TTGIR in files that a person has written: without locations, and with operations over several lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from xtriton.explain.api import explain
from xtriton.explain.given_text import given_listing
from xtriton.explain.kernel_ir import KernelIR
from xtriton.explain.model import Frame
from xtriton.explain.origins import Origins, mlir_listing

TEXT = """\
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16],
  warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {
  "ttg.num-warps" = 4 : i32,
  ttg.target = "cuda:90",
  "ttg.threads-per-warp" = 32 : i32} {
  // a comment
  tt.func public @kernel(%from: !tt.ptr<f32>, %to: !tt.ptr<f32>,
     %steps: i32) {
    %x = tt.splat %from : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #columns>
    %y = tt.splat %to
       : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #rows>

    %v = tt.load %x : tensor<64x64x!tt.ptr<f32>, #columns>
    %c = ttg.convert_layout %v :
       tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
    tt.store %y, %c : tensor<64x64x!tt.ptr<f32>, #rows>
    tt.return
  }
}
"""
LINES = {"tt.load": 15, "ttg.convert_layout": 16, "tt.store": 18}


def line_of(word: str) -> int:
    return next(number for number, line in enumerate(TEXT.splitlines(), 1) if word in line)


def test_the_lines_of_the_text_are_as_the_test_says():
    assert {name: line_of(f"{name} %") for name in LINES} == LINES


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("given") / "by_hand.ttgir"
    found.write_text(TEXT, encoding="utf-8")
    return found


def test_hints_accesses_and_machine_code_have_the_lines_of_the_file(path: Path):
    found = explain(str(path), target="cuda:90")
    (hint,) = found.hints
    assert (hint.kind, found.where(hint.origin)) == ("layout conversion", "by_hand.ttgir:16")
    assert found.line_text(hint.origin).strip() == "%c = ttg.convert_layout %v :"
    assert {access.operation: access.line for access in found.accesses} == {
        name: line for name, line in LINES.items() if name != "ttg.convert_layout"
    }
    assert [found.where(access.origin) for access in found.accesses] == ["by_hand.ttgir:15", "by_hand.ttgir:18"]
    assert [conversion.line for conversion in found.conversions] == [16]
    assert {found.where(access.origin) for access in found.shared_accesses} == {"by_hand.ttgir:16"}
    counted = {use.line: use.global_memory for use in found.lines if use.file == str(path)}
    assert counted[15] > 0
    assert counted[18] > 0


def test_all_lines_of_an_operation_have_its_origin():
    origins = Origins()
    listing = given_listing(TEXT, "by_hand.ttgir", origins)
    assert listing.text == TEXT
    lines = [origins.listed[number][0].line if number >= 0 else 0 for number in listing.origins]
    assert lines[15:19] == [16, 16, 18, 19]
    assert lines[10:14] == [11, 12, 12, 0]
    assert lines[3:10] == [4, 4, 4, 4, 0, 9, 9]
    assert lines[19:] == [0, 0]


def test_annotations_come_before_positions():
    annotated = TEXT.replace("tt.store %y, %c : tensor<64x64x!tt.ptr<f32>, #rows>", "tt.store %y, %c : "
    'tensor<64x64x!tt.ptr<f32>, #rows> loc(#loc1)') + '#loc1 = loc("k.py":7:1)\n'  # fmt: skip
    origins = Origins()
    listing = given_listing(annotated, "by_hand.ttgir", origins)
    assert origins.listed[listing.origins[17]] == (Frame("k.py", 7, 1),)
    assert origins.listed[listing.origins[14]] == (Frame("by_hand.ttgir", 15, 10),)
    assert "loc" not in listing.text.replace("blocked", "").replace("local", "")


def test_text_that_cannot_be_parsed_has_the_origins_of_its_annotations():
    origins = Origins()
    listing = given_listing('module {\n  tt.none loc("k.py":3:1)\n}\n', "other.ttgir", origins)
    assert [origins.listed[number] if number >= 0 else () for number in listing.origins] == [
        (),
        (Frame("k.py", 3, 1),),
        (),
    ]


def test_operations_are_matched_with_lines_behind_definitions_of_locations():
    """The listing omits these lines; attributes in quotes on lines of their own are no operations."""
    text = '#loc = loc("k.py":1:1)\n' + TEXT
    kernel = KernelIR.parse(text, mlir_listing(text, Origins()))
    assert {op.name: line for op, line in kernel.lines.items() if op.name in LINES} == LINES
    assert kernel.lines[kernel.module] == 4


def test_parameters_have_the_names_of_the_text(tmp_path: Path):
    path = tmp_path / "narrow.mlir"
    path.write_text(
        """tt.func public @narrow(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %stride: i32) {
  %row = tt.get_program_id x : i32
  %at = arith.muli %row, %stride : i32
  %base = tt.addptr %x, %at : !tt.ptr<f32>, i32
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %p = tt.splat %base : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %q = tt.addptr %p, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %q : tensor<1024x!tt.ptr<f32>>
  tt.store %q, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}
""",
        encoding="utf-8",
    )
    found = explain(str(path), target="cuda:90")
    assert [(hint.kind, found.where(hint.origin)) for hint in found.hints] == [
        ("narrow access", "narrow.mlir:8"),
        ("narrow access", "narrow.mlir:9"),
    ]
    assert "pass divisibility 16 of argument `stride`" in found.hints[0].fix
