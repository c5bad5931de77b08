"""Exit statuses of all commands, as docs/debugging.md has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("triton", reason="there is no wheel of Triton")

from xtriton.cli import statuses
from xtriton.cli.main import main
from xtriton.cli.opt import main as opt

_ROOT = Path(__file__).parents[3]
_GOOD = "tt.func public @f() {\n  tt.return\n}\n"
_BLOCKED = "#ttg.blocked<{sizePerThread=[1,1],threadsPerWarp=[8,4],warpsPerCTA=[1,1],order=[1,0]}>"
_CALLS: dict[str, tuple[str, str, str]] = {
    # Arguments with which the command succeeds, with which it fails, and which are wrong.
    "opt": ("good.mlir", "bad.mlir", "good.mlir --csee"),
    "compile": ("good.mlir --until ttir -o out", "bad.mlir --until ttir -o out", "good.mlir --until ttirr -o out"),
    "explain": ("good.mlir --text", "bad.mlir --text", "good.mlir --texts"),
    "layout": (f"{_BLOCKED} -s 8x4", "#ttg.blocked< -s 8x4", f"{_BLOCKED} -s four"),
    "schedule": ("", "bad.mlir", "good.mlir -o good.gif"),
    "debug": ("good.mlir --grid 1", "bad.mlir --grid 1", "good.mlir --grid one"),
    "bisect": ("", "good.mlir -p cse", "good.mlir -p csee"),
    "reduce": ("good.mlir --command false", "good.mlir --command true", "missing.mlir --command false"),
}


def _status(command: str, words: str) -> object:
    try:
        return opt(words.split()) if command == "opt" else main([command, *words.split()])
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize("command", _CALLS)
def test_statuses(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.mlir").write_text(_GOOD)
    (tmp_path / "bad.mlir").write_text("tt.func public @f() {\n")
    monkeypatch.setattr("sys.stdin", (tmp_path / "bad.mlir").open())  # the debugger reads commands
    success, failure, wrong = _CALLS[command]
    if success:
        assert _status(command, success) == statuses.SUCCESS
    assert _status(command, failure) == statuses.FAILED
    assert _status(command, wrong) == statuses.USAGE
    assert "Traceback" not in capsys.readouterr().err


def test_every_command_has_its_statuses_tested(capsys: pytest.CaptureFixture[str]):
    """The success of bisect is tested in tests/unit/triage, run in tests/unit/run: it changes the process.

    tvm needs TVM.
    """
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = set(re.findall(r"^    ?(\w+) +\w", capsys.readouterr().out, re.MULTILINE))
    assert listed - {"help", "run", "tvm"} == set(_CALLS) - {"opt"}


def test_help(capsys: pytest.CaptureFixture[str]):
    assert _status("help", "compile") == statuses.SUCCESS
    assert _status("help", "compilr") == statuses.USAGE
    assert "did you mean 'compile'?" in capsys.readouterr().err


def test_run_without_a_script(capsys: pytest.CaptureFixture[str]):
    assert _status("run", "") == statuses.USAGE
    assert capsys.readouterr().err.startswith("xtriton run: error: name a script")


def test_the_page_has_all_statuses():
    page = (_ROOT / "docs/debugging.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d+) \|", page.split("## Exit statuses")[1], re.MULTILINE)
    assert [int(number) for number in listed] == [
        value for name, value in vars(statuses).items() if name.isupper() and isinstance(value, int)
    ]
