"""Passes of the user in reports: by ``jit_passes`` in Python, by options of the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from unit.explain import kernels
from unit.triage.planted import WrongGuard

import xtriton
from xtriton.cli.main import main
from xtriton.explain.api import explain
from xtriton.passes import PASSES

FILE = str(Path(kernels.__file__))
SIGNATURE = "*fp32:16,*fp32:16,i32,1024"
PLUGIN = str(Path(__file__).parents[1] / "triage" / "planted.py")


@pytest.fixture
def unregistered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes that the test loads are forgotten at its end."""
    monkeypatch.setattr(PASSES, "_entries", dict(PASSES._entries))


@pytest.mark.parametrize(("place", "stage"), [("triton-combine", "ttir"), ("ttgir:tritongpu-coalesce", "ttgir")])
def test_the_pass_is_a_pass_of_the_report(place: str, stage: str):
    with xtriton.jit_passes(after=place, passes=[WrongGuard()]):
        found = explain(f"{FILE}:with_stride", SIGNATURE, target="cuda:90")
    names = [step.name.partition("{")[0] for step in found.passes]
    at = names.index("wrong-guard")
    assert names[at - 1] == place.rpartition(":")[2]
    assert (found.passes[at].stage, found.passes[at].engine) == (stage, "xtriton")
    assert "wrong-guard" not in [step.name for step in explain(f"{FILE}:with_stride", SIGNATURE).passes]


def test_compile_for_the_cpu_runs_them():
    def passes() -> list[str]:
        made = xtriton.compile(f"{FILE}:with_stride", "*fp32,*fp32,i32,1024", target="cpu", until="ttir")
        return [record["name"] for record in made.metadata["passes"]]

    with xtriton.jit_passes(after="triton-combine", passes=[WrongGuard()]):
        assert "wrong-guard" in passes()
    assert "wrong-guard" not in passes()


def test_optimize_excludes_edits():
    with (
        xtriton.jit_passes(after="triton-combine", passes=[WrongGuard()]),
        pytest.raises(ValueError, match="optimize='hopper' compiles whole kernels"),
    ):
        xtriton.compile(f"{FILE}:with_stride", SIGNATURE, optimize="hopper")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-p", "wrong-gard", "--after", "cse"], "unknown pass 'wrong-gard'; did you mean 'wrong-guard'?"),
        (["-p", "wrong-guard", "--after", "csee"], "no stage has the pass 'csee'; did you mean 'cse'"),
        (["-p", "wrong-guard"], "say where the passes run"),
        (["--after", "cse"], "there are no passes to run after 'cse': give them by -p"),
        (["--before", "cse"], "there are no passes to run before 'cse': give them by -p"),
        (["-p", "wrong-guard", "--after", "cse", "--load-pass-plugin", "none.py"], "'none.py' cannot be read"),
    ],
)
@pytest.mark.usefixtures("unregistered")
def test_wrong_options(words: list[str], message: str, capsys: pytest.CaptureFixture[str]):
    arguments = ["explain", f"{FILE}:with_stride", "-s", SIGNATURE, "--load-pass-plugin", PLUGIN, *words]
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_data_that_exists_is_not_compiled(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", str(tmp_path), "-p", "cse", "--after", "cse"]) == 2
    assert "is compiled already: passes go with FILE.py:KERNEL and .mlir files" in capsys.readouterr().err
