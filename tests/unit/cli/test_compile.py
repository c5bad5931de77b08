"""``xtriton compile``: its files, its output, and its errors for bad calls."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest
from unit.compiler import kernels

from xtriton.cli.main import main

KERNEL = f"{Path(kernels.__file__)}:add"
ADD = "*fp32:16,*fp32:16,*fp32:16,i32,256"


def test_files_and_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["compile", KERNEL, "-s", ADD, "-o", str(tmp_path / "new")]) == 0
    said, errors = capsys.readouterr()
    first, second = said.splitlines()
    assert first.startswith(
        "add cuda:90 num_warps=4 num_stages=3 num_ctas=1: 16 registers, 0 bytes spilled, 0 bytes of "
    )
    assert errors == ""
    assert second.split() == [str(tmp_path / "new" / f"add.{stage}") for stage in STAGES]
    assert all(Path(path).is_file() for path in second.split())


STAGES = ("source", "ttir", "ttgir", "llir", "ptx", "cubin", "json")


def test_json_and_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["compile", KERNEL, "-s", ADD, "-o", str(tmp_path), "--name", "sum", "--json", "--until", "ttir"]) == 0
    (report,) = json.loads(capsys.readouterr().out)
    assert [Path(path).name for path in report["files"]] == ["sum.source", "sum.ttir", "sum.json"]
    assert report["metadata"] == json.loads((tmp_path / "sum.json").read_text())
    assert report["metadata"]["options"]["num_warps"] == 4


def test_several_configurations(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    arguments = [
        "compile",
        KERNEL,
        "-s",
        ADD,
        "-o",
        str(tmp_path),
        "-t",
        "cuda:80,cuda:90",
        "-w",
        "4,8",
        "--until",
        "ptx",
    ]
    assert main(arguments) == 0
    names = {path.name for path in tmp_path.glob("*.ptx")}
    assert names == {f"add.sm_{target}_w{warps}_s3_c1.ptx" for target in (80, 90) for warps in (4, 8)}
    assert ".target sm_80" in (tmp_path / "add.sm_80_w8_s3_c1.ptx").read_text()
    assert len(capsys.readouterr().out.splitlines()) == 8


def test_one_bad_configuration_does_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    kernel = f"{Path(kernels.__file__)}:reads_fp8"
    arguments = [
        "compile",
        kernel,
        "-s",
        "*fp8e4nv,*fp16,64",
        "-o",
        str(tmp_path),
        "-t",
        "cuda:80,cuda:90",
        "--until",
        "ptx",
    ]
    assert main(arguments) == 1
    said, errors = capsys.readouterr()
    assert said.startswith("reads_fp8 cuda:90 ")
    assert errors.startswith("cuda:80 num_warps=4 num_stages=3 num_ctas=1: ")
    assert "fp8e4nv not supported in cuda:80" in errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-s", "*fp32"], "the signature has 1 entry, but the kernel has 5 parameters: x, y, out, n, BLOCK"),
        (["-s", "*fp32,*fp3,*fp32,i32,4"], "parameter 'y' has the unknown type '*fp3'; did you mean '*fp32'?"),
        (
            ["-s", "*fp32,*fp32,*fp32,i32,i32"],
            "parameter 'BLOCK' is a constexpr: the signature must have its value, not ",
        ),
        (["-s", ADD, "-t", "cuda:9"], "target 'cuda:9' is not a GPU that Triton compiles for (it knows 70, "),
        (["-s", ADD, "-w", "3"], "num_warps is 3: it must be one of 1, 2, 4, 8, 16, 32"),
        (["-s", ADD, "-n", "three"], "--num-stages takes numbers, such as 4 or 4,8, not 'three'"),
        (["-s", ADD, "-o", "/dev/null/build"], "the folder /dev/null/build cannot be written to: Not a directory"),
        (["-s", ADD, "--until", "sass"], "there is no stage 'sass': stages are source, ttir, ttgir, llir, ptx, cubin"),
        (["-s", ADD, "-j", "0"], "--jobs is 0: there must be a worker"),
        (["-s", ADD, "--name", "../add"], "--name is '../add': it is a name, the folder is said by --output"),
        ([], "needs a signature, such as '*fp32:16,i32,1024', for its parameters: x, y, out, n, BLOCK"),
    ],
)
def test_bad_calls_get_one_line(arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = [] if "-o" in arguments else ["-o", str(tmp_path)]
    assert main(["compile", KERNEL, *arguments, *folder]) == 2
    said, errors = capsys.readouterr()
    assert said == ""
    assert errors.startswith("xtriton compile: error: ")
    assert message in errors
    assert errors.count("\n") == 1


def test_bad_kernels_are_located(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["compile", KERNEL, "-s", "*fp32,*fp32,*fp32,i32,100", "-o", str(tmp_path)]) == 1
    _, _, shown = capsys.readouterr().err.partition(": error: arange's range must be a power of 2\n")
    source, caret, _ = shown.split("\n")
    assert source[len(caret) - 1 :] == "tl.arange(0, BLOCK)"
    assert main(["compile", f"{KERNEL}x", "-s", ADD, "-o", str(tmp_path)]) == 2
    assert "has no 'addx'; did you mean 'add'?" in capsys.readouterr().err
    assert main(["compile", KERNEL.replace(":add", ":zzz"), "-s", ADD, "-o", str(tmp_path)]) == 2
    assert "has no 'zzz'; @triton.jit functions there: add, " in capsys.readouterr().err
    corrupt = tmp_path / "kernel.ttgir"
    corrupt.write_text("module { tt.func }")
    assert main(["compile", str(corrupt), "-o", str(tmp_path)]) == 1
    assert f"{corrupt}:1:" in capsys.readouterr().err


def test_ptxas_says_how_to_see_it_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["compile", KERNEL, "-s", ADD, "-o", str(tmp_path), "--ptx-options=--nonsense"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("error: ptxas failed: Unknown option '-nonsense'")
    (again,) = [line for line in lines if "note: to see it again: " in line]
    next(Path(word) for word in again.split() if word.endswith(".ptx")).unlink()


def test_json_is_json_whatever_the_kernel_file_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "talks.py").write_text(f"print('hello')\n{Path(kernels.__file__).read_text()}")
    arguments = ["compile", f"{tmp_path / 'talks.py'}:add", "-s", ADD, "-o", str(tmp_path), "--json", "--until", "ttir"]
    assert main(arguments) == 0
    said, errors = capsys.readouterr()
    assert len(json.loads(said)) == 1
    assert errors == "hello\n"


def test_sizes_of_ttgir_are_not_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "add.ttgir"
    assert main(["compile", KERNEL, "-s", ADD, "-o", str(tmp_path), "-w", "8", "--until", "ttgir"]) == 0
    assert main(["compile", str(file), "-o", str(tmp_path), "-w", "4"]) == 2
    assert "is made for its sizes: leave out --num-warps" in capsys.readouterr().err
    assert main(["compile", str(file), "-o", str(tmp_path), "--until", "ptx"]) == 0
    assert " num_warps=8 " in capsys.readouterr().out


def test_interruptions_end_quietly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("xtriton.compiler.many"), "compile", interrupted)
    assert main(["compile", KERNEL, "-s", ADD, "-o", str(tmp_path)]) == 130
