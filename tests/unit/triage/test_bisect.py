"""Bisection and reduction find planted bugs: a wrong fold, a dropped mask, a missing guard, a wrong pass."""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from selection import some
from unit.cli.statuses import status_for
from unit.triage import planted
from unit.triage.planted import KERNEL

from xtriton import passes
from xtriton.cli.main import main
from xtriton.cli.opt import main as opt
from xtriton.dialects.upstream.arith import SubIOp
from xtriton.folds import folding
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.rewriting.pattern import PatternSet
from xtriton.triage import JUDGES, CommandJudge, Culprit, Judge, JudgeError, NothingFailsError, Subject, bisect, reduce
from xtriton.triage.simplifications import (
    WAYS,
    drop_unreachable_blocks,
    drop_unused_arguments,
    inline_last_region,
    inline_region,
    make_parameters,
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for cls in planted.PASSES:
        monkeypatch.setitem(passes.PASSES, cls.name, f"{planted.__name__}:{cls.__name__}")


@pytest.fixture
def wrong_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folds of the package, but for one of subtractions."""
    folder_of = folding._folder_at
    wrong = folding.Folder(planted.wrong_fold, commutative=False)
    monkeypatch.setattr(folding, "_folder_at", lambda cls, *key: wrong if cls is SubIOp else folder_of(cls, *key))
    monkeypatch.setattr(PatternSet, "kept", lambda held, key, make: make())  # not the folds of earlier runs


def _line(words: str) -> int:
    return next(number for number, line in enumerate(KERNEL.splitlines(), 1) if words in line)


def _find(pipeline: str, judge: str = "interp") -> Culprit:
    return bisect(Subject.of(KERNEL, "kernel.mlir", pipeline), JUDGES[judge]())


def test_wrong_fold(wrong_fold: None):
    culprit = _find("cse,canonicalize,symbol-dce,canonicalize")
    assert (culprit.index, culprit.steps, culprit.step.instance.name, culprit.step.occurrence) == (
        2,
        4,
        "canonicalize",
        1,
    )
    action = culprit.action
    assert action is not None
    assert (action.kind, action.name, action.op_name) == ("fold", "wrong_fold", "arith.subi")
    assert action.source.startswith(planted.__file__)
    assert f"kernel.mlir:{_line('%nothing = ')}:16" in str(culprit)
    assert "arith.constant 1 : i32" in culprit.diff()


@pytest.mark.parametrize("judge", ["interp", "cpu"])
def test_dropped_mask(judge: str):
    if judge == "cpu":
        pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    culprit = _find("canonicalize,cse,drop-masks,canonicalize,cse", judge)
    assert (culprit.index, culprit.step.instance.name) == (3, "drop-masks")
    assert culprit.action is not None
    assert (culprit.action.name, culprit.number, culprit.actions) == ("drop_mask", 1, 1)
    assert f"kernel.mlir:{_line('tt.store')}:5" in str(culprit)
    assert "-    tt.store" in culprit.diff()
    assert culprit.pipeline == "canonicalize,cse,drop-masks"


def test_wrong_guard():
    """The multiplication by 2 is the first action or the second; only that by 1/2 is wrong."""
    culprit = _find("cse,wrong-guard,canonicalize")
    assert (culprit.index, culprit.step.instance.name) == (2, "wrong-guard")
    assert culprit.action is not None
    assert culprit.action.name == "double_by_sum"
    assert culprit.actions > 1
    assert f"kernel.mlir:{_line('%halved = ')}:15" in str(culprit)
    removed = [line for line in culprit.diff().splitlines() if line.startswith("-  ")]
    assert len(removed) == 1
    assert "arith.mulf" in removed[0]


def test_constants_that_the_driver_moves_are_not_in_the_diff_of_its_first_action():
    half = "    %half = arith.constant dense<5.000000e-01> : tensor<64xf32>\n"
    load = "    %value = tt.load %xp, %mask, %half"
    text = KERNEL.replace(half, "").replace(load, half + load)
    culprit = bisect(Subject.of(text, "kernel.mlir", "drop-masks"), JUDGES["interp"]())
    assert culprit.number == 1
    changed = [line for line in culprit.diff().splitlines()[2:] if line.startswith(("-", "+"))]
    assert [line.split()[1] for line in changed] == ["tt.store", "tt.store"]


def test_wrong_pass():
    """It has no patterns: the pass alone is named."""
    culprit = _find("cse,wrong-pass,cse")
    assert (culprit.index, culprit.step.instance.name, culprit.action) == (2, "wrong-pass", None)
    assert "arith.subi" in culprit.diff()


def test_occurrence(wrong_fold: None):
    """The second run of a pass, where the first one has nothing to break."""
    text = KERNEL.replace("%nothing = arith.subi %zero, %one", "%nothing = arith.addi %zero, %one")
    text = text.replace("%more = arith.subi %n, %nothing", "%more = arith.addi %n, %nothing")
    culprit = bisect(Subject.of(text, "kernel.mlir", "canonicalize,add-to-sub,canonicalize"), JUDGES["interp"]())
    assert str(culprit).startswith("pass 3 of 3, the 2nd 'canonicalize', breaks the program: ")


def test_failing_pass():
    culprit = _find("cse,break-types,cse", "verify")
    assert (culprit.index, culprit.step.instance.name) == (2, "break-types")
    assert culprit.after == ""
    assert "tt.return" in culprit.before


def test_exception_in_a_pattern():
    """The pattern that raised, the operation, and the IR before it."""
    culprit = _find("cse,crash-in-pattern,cse", "verify")
    assert "internal error: KeyError: 'lost'" in str(culprit)
    assert culprit.action is not None
    assert (culprit.action.name, culprit.action.op_name) == ("crash", "arith.mulf")
    assert f"kernel.mlir:{_line('%doubled = ')}:16" in str(culprit)


def test_nested_pipeline():
    culprit = _find("builtin.module(cse,tt.func(wrong-guard),cse)")
    assert culprit.step.anchor == "tt.func"
    assert "on 'tt.func'" in str(culprit)
    assert culprit.pipeline == "builtin.module(cse,tt.func(wrong-guard),cse)"


def test_command(tmp_path: Path):
    script = tmp_path / "check.py"
    script.write_text("import sys; sys.exit('arith.mulf' not in open(sys.argv[1]).read())")
    subject = Subject.of(KERNEL, "kernel.mlir", "cse,wrong-guard,cse")
    culprit = bisect(subject, CommandJudge(f"{sys.executable} {script} {{}}"))
    assert culprit.index == 2
    assert culprit.action is not None
    assert (culprit.action.name, culprit.action.op_name) == ("double_by_sum", "arith.mulf")
    assert culprit.number > 1  # the first application leaves a multiplication
    assert "exit status 1" in str(culprit)


def test_finish():
    """A failure that only the passes after each part show."""
    subject = Subject.of(KERNEL, "kernel.mlir", "cse,wrong-guard,cse", "canonicalize,cse")
    assert bisect(subject, JUDGES["interp"]()).step.instance.name == "wrong-guard"


def test_passes_of_the_wheel_are_separated():
    subject = Subject.of(KERNEL, "kernel.mlir", 'cse,libtriton{passes="triton-combine,cse,triton-licm"}')
    assert len(subject.pipeline.items) == 4
    assert subject.prefix(2) == "cse,libtriton{passes=triton-combine}"


def test_a_pass_of_the_wheel_is_named_as_there():
    """The wheel runs it, so there are no actions: the pass is all that is found."""
    pytest.importorskip("triton", reason="there is no wheel of Triton")
    pipeline = 'cse,libtriton{passes="triton-combine,convert-triton-to-tritongpu{target=cuda:90},cse"}'
    subject = Subject.of(KERNEL, "kernel.mlir", pipeline)
    culprit = bisect(subject, CommandJudge('sh -c "! grep -q ttg.blocked {}"'))
    assert (culprit.index, culprit.step.name, culprit.action) == (3, "convert-triton-to-tritongpu", None)
    assert str(culprit).startswith(
        "pass 3 of 4, the 1st 'convert-triton-to-tritongpu' of the wheel, breaks the program"
    )


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        ("cse,canonicalize", "nothing fails after 2 passes: there is nothing to find"),
        ("", "nothing fails after 0 passes: there is nothing to find"),
    ],
)
def test_nothing_fails(pipeline: str, message: str):
    with pytest.raises(NothingFailsError, match=f"^{message}$"):
        _find(pipeline)


def test_the_program_fails_itself():
    subject = Subject.of(KERNEL, "kernel.mlir", "cse")
    with pytest.raises(NothingFailsError, match=r"^the program fails before the first pass: exit status 1$"):
        bisect(subject, CommandJudge("false"))


def test_the_interpreter_cannot_judge():
    text = "llvm.func @f() {\n  llvm.return\n}\n"
    with pytest.raises(JudgeError, match=r"^the interpreter cannot judge this program: it has no function; use"):
        bisect(Subject.of(text, "f.mlir", "cse"), JUDGES["interp"]())


def test_commands_that_cannot_run():
    subject = Subject.of(KERNEL, "kernel.mlir", "cse")
    with pytest.raises(JudgeError, match=r"^--command '/no/such' cannot be run: No such file or directory$"):
        bisect(subject, CommandJudge("/no/such"))
    with pytest.raises(JudgeError, match=r"^--command ''' : No closing|^--command '.*': No closing quotation$"):
        bisect(subject, CommandJudge("'"))
    with pytest.raises(JudgeError, match=r"^--command is empty"):
        bisect(subject, CommandJudge(" "))


# Reduction


@pytest.mark.parametrize(
    ("pipeline", "passes_left", "needed"),
    some(
        [
            ("cse,drop-masks,canonicalize", "drop-masks", {"tt.store"}),
            ("canonicalize,wrong-guard,cse", "wrong-guard", {"arith.mulf"}),
            ("cse,wrong-pass", "wrong-pass", {"arith.subi"}),
        ],
        3,
    ),
)
def test_reduction(pipeline: str, passes_left: str, needed: set[str]):
    found = reduce(Subject.of(KERNEL, "kernel.mlir", pipeline), JUDGES["interp"]())
    assert found.complete
    assert found.subject.prefix() == passes_left
    names = {op.name for op in parse_module(found.subject.text, "found", Context()).walk()}
    assert needed <= names
    assert found.operations[1] <= 6 < found.operations[0]
    # It fails, in the same way.
    assert _fails_again(found.subject)


def _fails_again(subject: Subject) -> bool:
    judge = JUDGES["interp"]()
    judge.start(subject.parse(), subject.context())
    run = subject.run()
    assert run.module is not None
    failure = judge.failure(run.module, [step.instance for step in run.steps])
    return failure is not None and failure.kind == "different result"


@pytest.mark.slow
def test_reduction_keeps_the_kind():
    """A program that crashes is not reduced to one that computes something else."""
    found = reduce(Subject.of(KERNEL, "kernel.mlir", "drop-masks,crash-in-pattern"), JUDGES["interp"]())
    assert "KeyError" in found.failure.message
    assert found.subject.prefix() == "crash-in-pattern"
    assert "arith.mulf" in found.subject.text


def test_reduction_by_command():
    """Without passes: the file alone is judged."""
    subject = Subject.of(KERNEL, "kernel.mlir", "")
    found = reduce(subject, CommandJudge('sh -c "! grep -q arith.mulf {}"'))
    assert found.operations[1] <= 3
    assert found.subject.text.count("arith.mulf") == 1


def test_a_command_that_hangs_is_ended_with_the_time_limit(tmp_path: Path):
    """Its child processes, too, which hold its output open. What was found before is the result."""
    subject = Subject.of(KERNEL, "kernel.mlir", "")
    begin = time.monotonic()
    hangs_later = f"sh -c 'if [ -e {tmp_path}/tried ]; then sleep 60 & wait; fi; touch {tmp_path}/tried; exit 1'"
    found = reduce(subject, CommandJudge(hangs_later), seconds=1)
    assert not found.complete
    assert found.subject.text == KERNEL
    with pytest.raises(JudgeError, match=r"'sh -c .*' was still running at the end of the time limit$"):
        reduce(subject, CommandJudge("sh -c 'sleep 60 & wait'"), seconds=0.2)
    assert time.monotonic() - begin < 30


def test_a_command_with_a_time_limit_of_its_own():
    culprit = CommandJudge("sh -c 'sleep 60'", timeout=0.1).failure(parse_module(KERNEL, "kernel.mlir", Context()), [])
    assert culprit is not None
    assert culprit.kind == "timeout"


@pytest.mark.parametrize("work", [bisect, reduce])
def test_the_cpu_does_not_judge_ttgir(work: Callable[[Subject, Judge], object]):
    """Neither as the result of the pipeline nor as the program: an error at the first operation with a layout."""
    lower = "convert-triton-to-tritongpu{target=cuda:90 num-warps=4}"
    subject = Subject.of(KERNEL, "kernel.mlir", f"cse,{lower},canonicalize")
    with pytest.raises(DiagnosticError) as failure:
        work(subject, JUDGES["cpu"]())
    assert re.match(
        r"kernel\.mlir:\d+:\d+: error: pass 2 of 3, 'convert-triton-to-tritongpu', makes TTGIR, which the CPU "
        "cannot run: end the pipeline before it, or use --judge interp",
        str(failure.value),
    )
    run = Subject.of(KERNEL, "kernel.mlir", lower).run()
    with pytest.raises(DiagnosticError, match=r"gpu\.mlir:\d+:\d+: error: the program is TTGIR, which"):
        work(Subject.of(str(run.module), "gpu.mlir", "cse"), JUDGES["cpu"]())


def test_ttgir_is_refused_at_an_operation_with_a_location():
    """The constants of a kernel in Python have none."""
    text = """
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func public @f() -> tensor<4xi32, #blocked> {
  %c = arith.constant dense<1> : tensor<4xi32, #blocked> loc(unknown)
  %d = arith.addi %c, %c : tensor<4xi32, #blocked>
  tt.return %d : tensor<4xi32, #blocked>
}
}
"""
    with pytest.raises(DiagnosticError, match=r"gpu\.mlir:6:\d+: error: the program is TTGIR, which"):
        bisect(Subject.of(text, "gpu.mlir", "cse"), JUDGES["cpu"]())


def test_reduction_out_of_time():
    found = reduce(Subject.of(KERNEL, "kernel.mlir", "wrong-guard"), JUDGES["interp"](), seconds=0)
    assert not found.complete
    assert "out of time" in str(found)
    assert found.subject.text == KERNEL


def test_nothing_to_reduce():
    with pytest.raises(NothingFailsError, match=r"^nothing fails: there is nothing to reduce$"):
        reduce(Subject.of(KERNEL, "kernel.mlir", "cse"), JUDGES["interp"]())


_LOOP = """\
module {
  tt.func public @f(%n: i32, %p: !tt.ptr<i32>, %unused: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %s = scf.for %i = %zero to %n step %one iter_args(%a = %zero) -> (i32) : i32 {
      %b = arith.addi %a, %i : i32
      scf.yield %b : i32
    }
    tt.store %p, %s : !tt.ptr<i32>
    tt.return
  }
}
"""


def test_ways():
    """Each way that applies leaves valid IR, or IR that the verifier refuses: never an exception."""
    from xtriton.ir.diagnostics import DiagnosticError
    from xtriton.ir.verifier import verify

    for way in WAYS:
        for index in range(len(list(parse_module(_LOOP, "f", Context()).walk())) - 1):
            ctx = Context()
            module = parse_module(_LOOP, "f", ctx)
            op = [op for op in module.walk() if op is not module][index]
            if way(op):
                try:
                    verify(module, ctx)
                except DiagnosticError as failure:
                    assert "terminator" in str(failure) or "dominate" in str(failure)


def test_loops_become_their_body():
    module = parse_module(_LOOP, "f", Context())
    (loop,) = [op for op in module.walk() if op.name == "scf.for"]
    assert inline_region(loop)
    text = str(module)
    assert "scf.for" not in text
    assert "arith.addi" in text


_BRANCHES = """
tt.func @f(%c: i1, %x: i32) -> i32 {
  %0 = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    %1 = arith.addi %x, %x : i32
    scf.yield %1 : i32
  }
  tt.return %0 : i32
^bb1:
  cf.br ^bb2
^bb2:
  tt.return %x : i32
}
"""


def test_branches_become_either_of_their_regions():
    for way, has_addition in ((inline_region, False), (inline_last_region, True)):
        module = parse_module(_BRANCHES, "f", Context())
        (branch,) = [op for op in module.walk() if op.name == "scf.if"]
        assert way(branch)
        text = str(module)
        assert "scf.if" not in text
        assert ("arith.addi" in text) == has_addition


def test_unreachable_blocks_are_dropped():
    module = parse_module(_BRANCHES, "f", Context())
    function = next(op for op in module.walk() if op.name == "tt.func")
    assert drop_unreachable_blocks(function)
    assert drop_unreachable_blocks(function)
    assert not drop_unreachable_blocks(function)
    assert len(function.regions[0].blocks) == 1
    assert not inline_last_region(function)


def test_guards_of_ways():
    module = parse_module(_LOOP, "f", Context())
    function = next(op for op in module.walk() if op.name == "tt.func")
    assert not inline_region(function)
    assert not make_parameters(function)
    assert drop_unused_arguments(function)
    assert not drop_unused_arguments(function)
    assert len(function.regions[0].blocks[0].args) == 2


# The command line


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(KERNEL)
    assert main(["bisect", str(kernel), "-p", "cse,wrong-guard", "-o", str(tmp_path / "ir"), "-v"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("pass 2 of 2, the 1st 'wrong-guard', breaks the program: memory of argument #1, element [")
    assert f"pattern 'double_by_sum' ({planted.__file__}:" in out
    assert f"to reproduce: xtriton-opt {kernel} -p 'cse,wrong-guard'\n" in out
    assert "1 passes: good\n" in err
    assert "arith.mulf" in (tmp_path / "ir/before.mlir").read_text()
    small = tmp_path / "small.mlir"
    assert main(["reduce", str(kernel), "-p", "cse,wrong-guard", "-o", str(small)]) == 0
    assert small.read_text().startswith("// xtriton-opt %s -p 'wrong-guard'\n// memory of ")
    assert main(["bisect", str(small), "-p", "wrong-guard"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bisect", "FILE"], "xtriton bisect: error: name the passes: -p 'make-ttir{target=cuda:90}'"),
        (["bisect", "FILE", "-p", "cze"], "xtriton bisect: error: unknown pass 'cze'; did you mean 'cse'?"),
        (
            ["bisect", "FILE", "-p", "cse"],
            "xtriton bisect: error: nothing fails after 1 pass: there is nothing to find",
        ),
        (["reduce", "FILE", "-p", "cse"], "xtriton reduce: error: nothing fails: there is nothing to reduce"),
        (["reduce", "no.mlir"], "xtriton reduce: error: cannot open input file 'no.mlir': No such file or directory"),
        (["bisect", "FILE", "-p", "cse", "--triton", "9"], "xtriton bisect: error: Triton version '9' is not known"),
        (
            ["bisect", "FILE", "-p", "cse", "--load-pass-plugin", "no.py"],
            "xtriton bisect: error: plug-in 'no.py'",
        ),
    ],
)
def test_errors(arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text(KERNEL)
    assert main([str(kernel) if word == "FILE" else word for word in arguments]) == status_for(message)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)
    assert "Traceback" not in err


def test_kernels_in_python(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """The action is at a line of the kernel's source."""
    pytest.importorskip("triton", reason="there is no wheel of Triton")
    source = """\
import triton
import triton.language as tl


@triton.jit
def half(x, y, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y + offsets, tl.load(x + offsets) * 0.5)
"""
    kernel = tmp_path / "kernel.py"
    kernel.write_text(source)
    arguments = ["bisect", f"{kernel}:half", "-s", "*fp32,*fp32,64", "-p", "canonicalize,wrong-guard,cse"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert out.startswith("pass 2 of 3, the 1st 'wrong-guard', breaks the program: ")
    assert f"pattern 'double_by_sum' ({planted.__file__}:" in out
    assert f" on 'arith.mulf' at {kernel}:8:" in out
    commands = out.splitlines()[-1].removeprefix("to reproduce: ").split(" && ")
    (tool, *compiling), (opt_tool, *optimizing) = map(shlex.split, commands)
    assert (tool, opt_tool) == ("xtriton", "xtriton-opt")
    monkeypatch.chdir(tmp_path)
    assert main(compiling) == 0
    capsys.readouterr()
    assert opt(optimizing) == 0
    assert "arith.addf" in capsys.readouterr().out
    assert main(["reduce", str(kernel.with_suffix(".mlir")), "-s", "i32", "-p", "cse"]) == 2
    assert "needs no signature: that is for FILE.py:KERNEL" in capsys.readouterr().err
