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


RAISING = """
from dataclasses import dataclass
from typing import ClassVar

from xdsl.ir import Operation

from xtriton.dialects.tt.memory import StoreOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import OperationPass


@dataclass(frozen=True)
class Raising(OperationPass):
    name: ClassVar[str] = "raising"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        op = next(inner for inner in operations_in(op) if isinstance(inner, StoreOp))
        raise KeyError("not there")
"""


@pytest.mark.usefixtures("unregistered")
def test_an_exception_of_a_pass_is_an_error_at_its_operation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    plugin = tmp_path / "raising.py"
    plugin.write_text(RAISING)
    words = ["--load-pass-plugin", str(plugin), "-p", "raising", "--after", "convert-triton-to-tritongpu"]
    arguments = ["explain", f"{FILE}:with_stride", "-s", SIGNATURE, *words]
    assert main(arguments) == 1
    error, note = capsys.readouterr().err.splitlines()
    line = next(
        number
        for number, text in enumerate(Path(FILE).read_text().splitlines(), 1)
        if text.startswith("def with_stride")
    )
    place = error.partition(": error: ")[0].removeprefix(f"{FILE}:").split(":")
    assert line < int(place[0]) < line + 10
    assert error.endswith("error: internal error: KeyError: 'not there'")
    assert "this is a bug in your code, in pass 'raising' of module" in note
    assert "to see where it comes from: XTRITON_TRACEBACK=1 xtriton " in note
    monkeypatch.setenv("XTRITON_TRACEBACK", "1")
    with pytest.raises(KeyError, match="not there"):
        main(arguments)


def test_data_that_exists_is_not_compiled(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", str(tmp_path), "-p", "cse", "--after", "cse"]) == 2
    assert "is compiled already: passes go with FILE.py:KERNEL and .mlir files" in capsys.readouterr().err
