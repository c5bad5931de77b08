"""The conformance script on a small made-up checkout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conformance.run import filecheck_flags, find_tests, main

_FILES = {
    "A/good.mlir": "// RUN: triton-opt %s | FileCheck %s\nfunc.func private @f()\n// CHECK: @f\n",
    "A/wrong.mlir": "// RUN: triton-opt %s | FileCheck %s --check-prefix=X\nfunc.func private @f()\n// X: @g\n",
    "A/later.mlir": "// RUN: triton-opt %s --not-there-yet | FileCheck %s\n",
    "B/tool.mlir": "// RUN: triton-shared-opt %s | mlir-translate -x | FileCheck %s\nfunc.func private @f()\n",
    "B/shared.mlir": "// RUN: triton-shared-opt %s -split-input-file -verify-diagnostics\nfunc.func private @f()\n",
    "B/bad.mlir": "// RUN: triton-shared-opt %s\nfunc.func private @f(\n",
    "B/known.mlir": "// XFAIL: *\n// RUN: triton-shared-opt %s\nfunc.func private @f(\n",
    "B/Inputs/none.mlir": "no test\n",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name, text in _FILES.items():
        path = tmp_path / "test" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_only_files_with_run_lines_are_tests(checkout: Path):
    assert len(find_tests(checkout)) == len(_FILES) - 1


def test_every_state_is_counted_per_folder(checkout: Path, capsys: pytest.CaptureFixture[str]):
    report = checkout / "report.json"
    assert main([str(checkout), "-v", "--filecheck=package", f"--json={report}"]) == 1
    out = capsys.readouterr().out
    rows = {row[0]: row[1:] for line in out.splitlines() if len(row := line.split()) == 5}
    assert rows["A"] == ["1", "1", "0", "1"]
    assert rows["B"] == ["1", "1", "1", "1"]
    assert rows["total"] == ["2", "2", "1", "2"]
    reasons = {outcome["path"]: outcome["reason"] for outcome in json.loads(report.read_text())}
    assert reasons["A/good.mlir"] == ""
    assert reasons["A/later.mlir"] == "pass or option 'not-there-yet'"
    assert reasons["B/tool.mlir"] == "program 'mlir-translate'"
    assert "@g" in reasons["A/wrong.mlir"]
    assert "B/bad.mlir:" in reasons["B/bad.mlir"]
    assert "error:" in reasons["B/bad.mlir"]
    assert f"B/bad.mlir: {reasons['B/bad.mlir']}" in out


def test_a_filter_and_success(checkout: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(checkout), "--filter", "good|shared", "--filecheck=package", "-j", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[-2].split() == ["total", "2", "0", "0", "0"]


_ADVANCE = """// RUN: triton-opt %s | FileCheck %s
// CHECK: tt.advance
tt.func @f(%p: !tt.ptr<tensor<8xf32>>, %i: i32) -> !tt.ptr<tensor<8xf32>> {
  %q = tt.advance %p, [%i] : !tt.ptr<tensor<8xf32>>
  tt.return %q : !tt.ptr<tensor<8xf32>>
}
"""
"""A test of Triton 3.6 and 3.7: later versions do not have this operation."""


@pytest.mark.parametrize(("triton", "status"), [("3.7", 0), ("3.8", 1)])
def test_files_are_run_as_the_version_that_was_given(
    tmp_path: Path, triton: str, status: int, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "advance.mlir").write_text(_ADVANCE)
    assert main([str(tmp_path), f"--triton={triton}", "--filecheck=package", "-v"]) == status
    assert ("error:" in capsys.readouterr().out) == bool(status)


def test_an_unknown_version_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main([str(tmp_path), "--triton=2.0"])
    assert "Triton version '2.0' is not known: expected one of 3.6, 3.7" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("configuration", "flags"),
    [("--enable-var-scope", ("--enable-var-scope",)), ("", ()), (None, ("--enable-var-scope",))],
)
def test_variables_end_at_labels_where_the_project_says_so(
    tmp_path: Path, configuration: str | None, flags: tuple[str, ...]
):
    if configuration is not None:
        (tmp_path / "lit.cfg.py").write_text(configuration)
    assert filecheck_flags(tmp_path) == flags


def test_nothing_to_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(tmp_path)]) == 2
    assert "no tests with RUN lines" in capsys.readouterr().err
