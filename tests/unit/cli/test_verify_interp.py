"""``--verify-each=interp`` names the first pass that changes an answer."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import ClassVar

import pytest
from xdsl.dialects.builtin import ModuleOp

from xtriton.cli.arguments import UsageError, parse_arguments
from xtriton.cli.opt import run
from xtriton.ir.context import Context
from xtriton.passes import PASSES
from xtriton.passes.base import OperationPass, Pass
from xtriton.pipelines import make_ttgir_passes

SOURCE = """\
tt.func public @k(%x: !tt.ptr<i32>, %n: i32) {
  %one = arith.constant 1 : i32
  %m = arith.subi %n, %one : i32
  tt.store %x, %m : !tt.ptr<i32>
  tt.return
}
"""


@dataclass(frozen=True)
class SwapOperands(Pass):
    """Exchange the operands of subtractions, as if they commuted."""

    name: ClassVar[str] = "test-swap-operands"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in module.walk():
            if op.name == "arith.subi":
                op.operands[0], op.operands[1] = op.operands[1], op.operands[0]


@dataclass(frozen=True)
class SwapInFunction(SwapOperands, OperationPass):
    """The same below a function."""

    name: ClassVar[str] = "test-swap-in-function"

    def apply_to(self, ctx: Context, op: object) -> None:
        self.apply(ctx, op)  # pyright: ignore[reportArgumentType]


@dataclass(frozen=True)
class Harmless(Pass):
    """Change nothing that is computed."""

    name: ClassVar[str] = "test-harmless"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in module.walk():
            if op.name == "arith.subi":
                op.attributes["seen"] = op.properties["overflowFlags"]


@pytest.fixture(autouse=True)
def _passes(monkeypatch: pytest.MonkeyPatch):
    for cls in (SwapOperands, SwapInFunction, Harmless):
        monkeypatch.setitem(PASSES, cls.name, f"{__name__}:{cls.__name__}")


def opt(*argv: str, source: str = SOURCE) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run(["-", *argv], io.BytesIO(source.encode()), out, err)
    return status, out.getvalue(), err.getvalue()


def test_the_first_wrong_pass_is_named_with_values():
    status, out, err = opt("--verify-each=interp", "--test-harmless", "--test-swap-operands", "--test-swap-operands")
    assert status == 1
    assert not out
    lines = err.splitlines()
    assert lines[0] == (
        "<stdin>:1:1: error: pass 'test-swap-operands' changes what 'k' computes: "
        "memory of argument #0, element [0] was 31 and is -31"
    ) or (
        lines[0].startswith(
            "<stdin>:1:1: error: pass 'test-swap-operands' changes what 'k' computes: memory of argument #0"
        )
    )
    assert lines[1].startswith("tt.func public @k")
    assert "note: inputs of seed 0: argument #0 = [" in err
    assert "argument #1 = " in err


def test_passes_below_functions_are_watched():
    status, _, err = opt("--verify-each=interp", "--pass-pipeline=builtin.module(tt.func(test-swap-in-function))")
    assert status == 1
    assert "pass 'test-swap-in-function' changes what 'k' computes" in err


def test_correct_passes_emit_no_diagnostics():
    status, out, err = opt("--verify-each=interp", "--test-harmless")
    assert (status, err) == (0, "")
    assert "seen" in out


def test_every_pass_of_the_ttgir_stage_can_be_watched():
    passes = [f'libtriton{{passes="{step}"}}' for step in make_ttgir_passes(90)]
    status, out, err = opt("--verify-each=interp", f"--pass-pipeline=builtin.module({','.join(passes)})")
    assert (status, err) == (0, "")
    assert "ttg.num-warps" in out


def test_without_it_wrong_passes_pass():
    assert opt("--test-swap-operands")[0] == 0
    assert opt("--verify-each", "--test-swap-operands")[0] == 0


BRANCH = """\
tt.func public @k(%p: !tt.ptr<i32>, %n: i32) {
  %one = arith.constant 1 : i32
  %id = tt.get_program_id x : i32
  %c = arith.cmpi sgt, %id, %limit : i32
  scf.if %c {
    tt.store %p, %n : !tt.ptr<i32>
  }
  %s = arith.subi %id, %one : i32
  tt.store %p, %s : !tt.ptr<i32>
  tt.return
}
"""


def test_branches_that_no_input_takes_are_remarks():
    source = BRANCH.replace("%id = ", "%limit = arith.constant 100 : i32\n  %id = ")
    status, _, err = opt("--verify-each=interp", "--test-harmless", source=source)
    assert status == 0
    assert err.count("remark: no generated input makes this 'scf.if' go this way: true") == 1
    # An argument can be anything.
    status, _, err = opt("--verify-each=interp", "--test-harmless", source=BRANCH.replace("%limit", "%n"))
    assert (status, err) == (0, "")


def test_unchecked_functions_are_remarks():
    source = SOURCE.replace("%one = ", '%t = "unknown.op"() : () -> tensor<4xf32>\n  %one = ')
    status, _, err = opt("--verify-each=interp", "--allow-unregistered-dialect", "--test-swap-operands", source=source)
    assert status == 0
    assert (
        "remark: the interpreter cannot check 'test-swap-operands' on this function: 'builtin.unregistered': "
        "the interpreter does not know this operation"
    ) in err


def test_values_of_the_option():
    assert parse_arguments(["--verify-each=interp"]).verify_interp
    assert parse_arguments(["--verify-each=interp"]).verify_each
    assert not parse_arguments(["--verify-each"]).verify_interp
    assert not parse_arguments(["--verify-each=false"]).verify_each
    with pytest.raises(UsageError, match="takes 'true' or 'false' or 'interp', not 'maybe'"):
        parse_arguments(["--verify-each=maybe"])
