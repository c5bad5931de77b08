"""``xtriton explain``: formats, and one line for each wrong call."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from unit.explain import kernels

from xtriton.cli.main import main

FILE = str(Path(kernels.__file__))
KERNEL = f"{FILE}:consecutive"
SIGNATURE = "*fp32:16,*fp32:16,i32:16,1024"


def explain(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["explain", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_text_is_printed_without_colours_into_a_pipe(capsys: pytest.CaptureFixture[str]):
    status, out, err = explain(capsys, KERNEL, "-s", SIGNATURE, "-t", "cuda:90")
    assert (status, err) == (0, "")
    assert out.startswith("consecutive for cuda:90\n4 warps, ")
    assert "Hints\n  none\n" in out
    assert "\x1b" not in out


def test_json(capsys: pytest.CaptureFixture[str]):
    status, out, err = explain(capsys, KERNEL, "-s", SIGNATURE, "-t", "cuda:90", "--json", "-w", "8")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert (data["schema"], data["options"]["num_warps"], data["resources"]["warps"]) == (1, 8, 8)


def test_several_kernels_go_into_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    targets = ("-t", "cuda:90", "-w", "4,8")
    status, out, err = explain(capsys, KERNEL, "-s", SIGNATURE, *targets, "-o", str(tmp_path / "reports"))
    assert (status, err) == (0, "")
    names = sorted(path.name for path in (tmp_path / "reports").iterdir())
    assert names == ["consecutive.sm_90.html", "consecutive.sm_90_2.html"]
    assert out.count(": 0 hints, ") == 2


def test_a_file_with_one_kernel_needs_no_name(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "one.py"
    path.write_text(
        "import triton\nimport triton.language as tl\nfrom triton.language.extra import libdevice\n\n\n"
        "@triton.jit\ndef only(x, B: tl.constexpr):\n    tl.store(x + tl.arange(0, B), 1.0)\n",
        encoding="utf-8",
    )
    output = tmp_path / "only.txt"
    status, out, err = explain(capsys, str(path), "-s", "*fp32:16,1024", "-t", "cuda:90", "-o", str(output))
    assert (status, err) == (0, "")
    assert out == f"only for cuda:90: 0 hints, {output}\n"
    assert output.read_text(encoding="utf-8").startswith("only for cuda:90\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([f"{FILE}:missing", "-s", "i32"], "has no 'missing'; @triton.jit functions there: all_by_rows, batched_dot"),
        ([FILE, "-s", "i32"], "has several kernels: name one"),
        ([KERNEL], "needs a signature, such as '*fp32:16,i32,1024', for its parameters: x, y, n, BLOCK"),
        ([KERNEL, "-s", "*fp32,*fp32"], "the signature has 2 entries, but the kernel has 4 parameters"),
        ([KERNEL, "-s", SIGNATURE, "-t", "cuda:95"], "target 'cuda:95' is not a GPU that Triton compiles for"),
        ([KERNEL, "-s", SIGNATURE, "-t", "sm_9"], "target 'cuda:9' is not a GPU"),
        ([KERNEL, "-s", SIGNATURE, "-t", "cpu"], "reports are for NVIDIA GPUs"),
        ([KERNEL, "-s", SIGNATURE, "-o", "report.pdf"], "'report.pdf' has no known suffix: it ends in .html, .json"),
        (["nothing.txt"], "there is no file nothing.txt: give FILE.py:KERNEL"),
        (["nothing.py:kernel", "-s", "i32"], "there is no file nothing.py"),
        ([__file__], "test_explain.py has no kernel"),
        ([KERNEL, KERNEL, "-s", SIGNATURE, "-o", "one.html"], "several reports do not go into the file one.html"),
        (["/proc/version"], "is not a dump of passes: give the standard error of a program under MLIR_ENABLE_DUMP=1"),
        (["/proc/version", "-s", "i32"], "a signature goes with @triton.jit functions"),
    ],
)
def test_wrong_calls(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str):
    status, out, err = explain(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("xtriton explain: error: ")
    assert message in err
    assert err.count("\n") == 1


def test_an_error_in_the_kernel_is_located(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "wrong.py"
    path.write_text(
        "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
        "def wrong(x):\n    tl.store(x + tl.arange(0, 3), 1.0)\n",
        encoding="utf-8",
    )
    status, _, err = explain(capsys, f"{path}:wrong", "-s", "*fp32", "-o", str(tmp_path / "report.html"))
    assert status == 1
    assert err.startswith(f"{path}:7:")
    assert "error: arange's range must be a power of 2" in err
    assert not (tmp_path / "report.html").exists()


def test_without_jinja2_nothing_is_compiled(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    status, _, err = explain(capsys, KERNEL, "-s", SIGNATURE, "-o", str(tmp_path / "report.html"))
    assert status == 2
    assert err == (
        "xtriton explain: error: HTML reports need jinja2: pip install 'xtriton[explain]', or use --text or --json\n"
    )


def test_a_folder_that_cannot_be_written_to(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, _, err = explain(capsys, KERNEL, "-s", SIGNATURE, "-o", str(tmp_path / "file" / "report.html"))
    assert status == 2
    assert "cannot be written to: " in err
