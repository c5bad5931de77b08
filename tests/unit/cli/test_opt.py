"""xtriton-opt as a whole, in this process."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation

from xtriton import passes
from xtriton.cli.opt import run
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity, error
from xtriton.passes.base import OperationPass, Pass

GOOD = "func.func @f(%arg0: i32) -> i32 {\n  return %arg0 : i32\n}\n"
GOOD_PRINTED = "module {\n  func.func @f(%arg0: i32) -> i32 {\n    return %arg0 : i32\n  }\n}\n"
BAD = "func.func @g() {\n  return %nothing : i32\n}\n"


@dataclass(frozen=True)
class Mark(OperationPass):
    """Put an attribute on the operation."""

    name: ClassVar[str] = "test-mark"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        op.attributes["tt.marked"] = StringAttr("yes")


@dataclass(frozen=True)
class Talk(Pass):
    """Emit a remark and a warning at every function."""

    name: ClassVar[str] = "test-talk"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in module.body.ops:
            ctx.diagnostics.emit(Diagnostic(Severity.REMARK, op.location, "a function"))
            ctx.diagnostics.emit(Diagnostic(Severity.WARNING, op.location, "still a function"))


@dataclass(frozen=True)
class Refuse(Pass):
    """Fail at the first function."""

    name: ClassVar[str] = "test-refuse"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        raise error(next(iter(module.body.ops)).location, "no functions, please")


@dataclass(frozen=True)
class Break(Pass):
    """Remove a terminator, which the verifier finds."""

    name: ClassVar[str] = "test-break"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in list(module.walk()):
            if op.name == "func.return":
                op.detach()
                op.erase()


@dataclass(frozen=True)
class Crash(Pass):
    """Have a bug."""

    name: ClassVar[str] = "test-crash"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        raise KeyError("lost")


@dataclass(frozen=True)
class CrashOnFunctions(OperationPass):
    """Have a bug that empty modules do not show."""

    name: ClassVar[str] = "test-crash-on-functions"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        assert not any(inner.name == "func.func" for inner in op.walk())


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for cls in (Mark, Talk, Refuse, Break, Crash, CrashOnFunctions):
        monkeypatch.setitem(passes.PASSES, cls.name, f"{__name__}:{cls.__name__}")


@dataclass
class Outcome:
    """The exit status and output of a run."""

    status: int
    out: str
    err: str


def opt(text: str, *argv: str) -> Outcome:
    """xtriton-opt on standard input."""
    out, err = io.StringIO(), io.StringIO()
    status = run(argv, io.BytesIO(text.encode()), out, err)
    return Outcome(status, out.getvalue(), err.getvalue())


def test_reads_and_prints():
    assert opt(GOOD) == Outcome(0, GOOD_PRINTED, "")
    assert opt("") == Outcome(0, "module {\n}\n", "")


def test_files(tmp_path: Path):
    source, target = tmp_path / "in.mlir", tmp_path / "out.mlir"
    source.write_text(GOOD)
    assert opt("", str(source), "-o", str(target)) == Outcome(0, "", "")
    assert target.read_text() == GOOD_PRINTED


def test_an_error_is_shown_with_its_line_and_writes_no_file(tmp_path: Path):
    source, target = tmp_path / "in.mlir", tmp_path / "out.mlir"
    source.write_text(BAD)
    outcome = opt("", str(source), "-o", str(target))
    assert (outcome.status, outcome.out) == (1, "")
    first, line, caret = outcome.err.splitlines()[:3]
    assert re.fullmatch(re.escape(str(source)) + r":\d+:\d+: error: .*", first)
    assert line in BAD.splitlines()
    assert caret.strip() == "^"
    assert not target.exists()


def test_chunks_are_joined_and_a_bad_one_leaves_a_gap():
    outcome = opt(f"{GOOD}// -----\n{BAD}// -----\n{GOOD}", "--split-input-file")
    assert outcome.status == 1
    assert outcome.out == f"{GOOD_PRINTED}\n// -----\n\n// -----\n{GOOD_PRINTED}"
    assert re.match(r"<stdin>:[67]:\d+: error:", outcome.err), "positions are those of the whole file"


def test_marker_of_the_output():
    outcome = opt(f"{GOOD}// ###\n{GOOD}", "--split-input-file=// ###", "--output-split-marker=// !")
    assert outcome.out == f"{GOOD_PRINTED}\n// !\n{GOOD_PRINTED}"


def test_passes_run_on_the_module_or_on_their_anchor():
    assert opt(GOOD, "--test-mark").out.startswith('module attributes {tt.marked = "yes"} {')
    nested = opt(GOOD, "--pass-pipeline=builtin.module(func.func(test-mark))")
    assert nested.out.startswith("module {")
    assert 'tt.marked = "yes"' in nested.out
    assert opt(GOOD, "--pass-pipeline=builtin.module(any(test-mark))").out == nested.out
    assert opt(GOOD, "--pass-pipeline=builtin.module(tt.func(test-mark))").out == GOOD_PRINTED


def test_a_pass_reports_and_fails():
    outcome = opt(GOOD, "--test-talk")
    assert outcome.status == 0
    assert "<stdin>:1:1: remark: a function\nfunc.func @f" in outcome.err
    assert "<stdin>:1:1: warning: still a function" in outcome.err
    outcome = opt(GOOD, "--test-refuse")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("<stdin>:1:1: error: no functions, please\n")


def test_diagnostics_are_verified():
    text = "// expected-remark @below {{a function}}\n// expected-warning-re @below {{^still{{.*}}n}}\n"
    assert opt(text.replace("{{^", "{{") + GOOD, "--test-talk", "--verify-diagnostics") == Outcome(0, GOOD_PRINTED, "")
    outcome = opt(GOOD, "--test-talk", "--verify-diagnostics")
    assert outcome.status == 1
    assert "<stdin>:1:1: error: unexpected remark: a function" in outcome.err
    assert opt(GOOD, "--test-talk", "--verify-diagnostics=only-expected").status == 0


def test_an_expected_error_is_success():
    text = "// expected-error @below {{no functions}}\n" + GOOD
    assert opt(text, "--test-refuse", "-verify-diagnostics") == Outcome(0, "", "")
    split = f"{GOOD}// -----\n{text}"
    outcome = opt(split, "--test-refuse", "-verify-diagnostics", "-split-input-file")
    assert outcome.status == 1
    assert outcome.err.startswith("<stdin>:1:1: error: unexpected error: no functions, please")
    assert outcome.err.count("no functions") == 1


def test_a_broken_module_is_found_after_the_pass():
    outcome = opt(GOOD, "--test-break")
    assert (outcome.status, outcome.out) == (1, "")
    assert re.search(r"^<stdin>:\d+:\d+: error:", outcome.err)
    assert opt(GOOD, "--test-break", "--verify-each=false").status == 0


def test_ir_dumps():
    outcome = opt(GOOD, "--triton=3.9", "--test-mark", "--mlir-print-ir-before-all", "--mlir-print-ir-after-all")
    marked = GOOD_PRINTED.replace("module {", 'module attributes {tt.marked = "yes"} {')
    assert outcome.err == (
        f"// -----// IR Dump Before Mark: test-mark //----- //\n{GOOD_PRINTED}\n\n"
        f"// -----// IR Dump After Mark: test-mark //----- //\n{marked}\n\n"
    )


def test_ir_dumps_after_a_change_only():
    outcome = opt(GOOD, "--test-mark", "--test-mark", "--mlir-print-ir-after-change")
    assert outcome.err.count("IR Dump After Mark") == 1


def test_ir_dumps_of_some_passes():
    argv = (
        "--test-mark",
        "--test-talk",
        "--mlir-print-ir-before=test-talk",
        "--mlir-print-ir-after=test-mark",
        "--triton=3.9",
    )
    headers = re.findall("IR Dump (.*) //-", opt(GOOD, *argv).err)
    assert headers == ["After Mark: test-mark", "Before Talk: test-talk"]


def test_ir_dumps_as_in_newer_versions():
    """Since Triton 3.8 the headers have the options, and the classes of MLIR's own passes end in ``Pass``."""
    argv = ("--triton=3.9", "--cse", "--test-mark", "--tritongpu-pipeline=num-stages=4", "--mlir-print-ir-before-all")
    headers = re.findall("IR Dump (.*) //-", opt(GOOD, *argv).err)
    assert headers[:2] == ["Before CSEPass: cse", "Before Mark: test-mark"]
    assert headers[2].startswith("Before TritonGPUPipeline: tritongpu-pipeline{")
    assert "num-stages=4" in headers[2]


def test_ir_dump_of_a_failed_pass():
    outcome = opt(GOOD, "--triton=3.9", "--test-mark", "--test-refuse", "--mlir-print-ir-after-failure")
    assert re.findall("IR Dump (.*) //-", outcome.err) == ["After Refuse Failed: test-refuse"]


def test_ir_dump_at_module_scope():
    argv = ("--pass-pipeline=builtin.module(func.func(test-mark))", "--mlir-print-ir-after-all", "--triton=3.9")
    nested = opt(GOOD, *argv).err
    assert nested.startswith("// -----// IR Dump After Mark: test-mark //----- //\nfunc.func @f")
    whole = opt(GOOD, *argv, "--mlir-print-ir-module-scope").err
    assert whole.startswith("// -----// IR Dump After Mark: test-mark ('func.func' operation: @f) //----- //\nmodule {")


def test_timing():
    outcome = opt(GOOD, "--test-mark", "--mlir-timing")
    assert outcome.out.startswith("module")
    rows = re.findall(r"^  +\d+\.\d{4} \( *\d+\.\d%\)  (\w+)$", outcome.err, re.MULTILINE)
    assert rows == ["Parser", "Mark", "Output", "Rest", "Total"]


def test_dumped_pipeline():
    outcome = opt(GOOD, "-p", "test-mark,func.func(test-mark)", "--dump-pass-pipeline")
    assert outcome.err == "Pass Manager with 2 passes:\nbuiltin.module(test-mark,func.func(test-mark))\n\n"


def test_a_wrong_pipeline_is_shown_with_the_place():
    outcome = opt(GOOD, "--pass-pipeline=builtin.module(test-marc)")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == (
        "xtriton-opt: error: unknown pass 'test-marc'; did you mean 'test-mark'?\n"
        "  builtin.module(test-marc)\n"
        "                 ^\n"
    )


def test_an_unknown_flag():
    outcome = opt(GOOD, "--test-marc")
    assert outcome.status == 2
    assert outcome.err.startswith("xtriton-opt: error: unknown pass or option '--test-marc'; did you mean --test-mark")


def test_missing_file():
    outcome = opt("", "/no/such/file")
    assert outcome == Outcome(
        2, "", "xtriton-opt: error: cannot open input file '/no/such/file': No such file or directory\n"
    )


def test_a_bug_is_no_traceback(monkeypatch: pytest.MonkeyPatch):
    outcome = opt(GOOD, "--test-crash", "-o", "a file")
    assert outcome.status == 1
    assert outcome.err.startswith("<stdin>:1:1: error: internal error: KeyError: 'lost'\n")
    assert re.search(r"XTRITON_TRACEBACK=1 \S.* --test-crash -o 'a file'$", outcome.err, re.MULTILINE)
    assert "<stdin>:1:1: note: this is a bug in your code, in pass 'test-crash' of module " in outcome.err
    assert "Traceback" not in outcome.err
    monkeypatch.setenv("XTRITON_TRACEBACK", "1")
    assert "Traceback (most recent call last)" in opt(GOOD, "--test-crash").err


def test_a_bug_is_reported_at_the_operation_in_work():
    outcome = opt(f"\n\n{GOOD}", "-p", "func.func(test-crash-on-functions)")
    assert outcome.status == 1
    assert outcome.err.startswith("<stdin>:3:1: error: internal error: AssertionError: ")


def test_a_bug_in_one_chunk_does_not_hide_the_others():
    text = f"// a comment\n// -----\n// expected-error @below {{{{no functions}}}}\n{GOOD}"
    outcome = opt(
        text, "-split-input-file", "-verify-diagnostics", "-p", "func.func(test-mark),test-crash-on-functions"
    )
    assert outcome.status == 1
    assert outcome.err.count("internal error") == 1
    assert 'expected error "no functions" was not produced' in outcome.err
    assert outcome.out == "module {\n}\n\n// -----\n"


def test_help_lists_every_pass_with_its_options():
    outcome = opt("", "--help")
    assert outcome.status == 0
    for name in passes.PASSES:
        assert re.search(rf"\n  --{name}\s", outcome.out)
    assert re.search(r"\n {6}passes=<string> +the passes: .* \(default: \"\"\)\n", outcome.out)
    assert "--split-input-file[=MARKER]" in outcome.out


def test_lists():
    assert opt("", "--list-passes").out.splitlines() == sorted(passes.PASSES)
    dialects = opt("", "--show-dialects").out
    assert dialects.startswith("Available Dialects: affine,arith,")
    assert "tt" in dialects.removesuffix("\n").split(",")
    assert re.match(r"xtriton \d+\.\d+\.\d+ \(xdsl 0\.74\.\d+, triton ", opt("", "--version").out)


def test_no_implicit_module():
    assert opt(GOOD, "--no-implicit-module").out == GOOD
    assert opt(GOOD_PRINTED, "--no-implicit-module").out == GOOD_PRINTED
    outcome = opt(GOOD + GOOD.replace("@f", "@g"), "--no-implicit-module")
    assert outcome.status == 1
    assert "error: source must contain a single top-level operation, found: 2" in outcome.err
