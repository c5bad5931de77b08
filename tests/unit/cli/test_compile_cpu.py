"""``xtriton compile --target cpu``: its files, its output, and its errors for bad calls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from unit.compiler import kernels

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from xtriton.cli.main import main

FILE = str(Path(kernels.__file__))
ADD = "*fp32,*fp32,*fp32,i32,256"
SUFFIXES = ("source", "ttir", "linalg.mlir", "llvm.mlir", "ll", "s", "o", "json")


def test_files_and_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", f"{FILE}:add", "-s", ADD, "-t", "cpu", "-o", str(tmp_path)]) == 0
    said, errors = capsys.readouterr()
    first, second = said.splitlines()
    assert first.startswith("add cpu strict_fp=False: ")
    assert (errors, second.split()) == ("", [str(tmp_path / f"add.{suffix}") for suffix in SUFFIXES])
    assert all(Path(path).stat().st_size for path in second.split())


def test_json_until_and_strict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compile", f"{FILE}:add", "-s", ADD, "-t", "cpu", "-o", str(tmp_path), "--json", "--strict-fp"]
    assert main([*arguments, "--until", "linalg"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert [Path(path).name for path in report["files"]] == [f"add.{suffix}" for suffix in (*SUFFIXES[:3], "json")]
    assert report["metadata"]["options"]["strict_fp"] is True


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-t", "cpu", "-w", "4"], "--num-warps is an option for NVIDIA GPUs: leave it out for the target cpu"),
        (["-t", "cpu", "--maxnreg", "64"], "--maxnreg is an option for NVIDIA GPUs"),
        (["-t", "cpu,cuda:90"], "the target cpu goes alone"),
        (["-t", "cuda:90", "--strict-fp"], "--strict-fp goes with --target cpu"),
        (["-t", "cpu", "--until", "ptx"], "there is no stage 'ptx': stages are source, ttir, linalg, llvm, ll, s, o"),
    ],
)
def test_bad_calls(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", f"{FILE}:add", "-s", ADD, *arguments]) == 2
    assert f"xtriton compile: error: {said}" in capsys.readouterr().err


def test_errors_have_their_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(
        "module {\n"
        "  tt.func public @print(%x: !tt.ptr<i32>) {\n"
        "    %v = tt.load %x : !tt.ptr<i32>\n"
        '    %w = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, '
        "pure = true} %v : i32 -> i32\n"
        "    tt.store %x, %w : !tt.ptr<i32>\n"
        "    tt.return\n"
        "  }\n"
        "}\n"
    )
    assert main(["compile", str(kernel), "-t", "cpu", "-o", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{kernel}:4:10: error: 'tt.elementwise_inline_asm' cannot be lowered to linalg")
    assert "Traceback" not in said
