"""The runner of RUN lines: what the shell part understands, and that a test can fail."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from litrunner.programs import Crash, Programs
from litrunner.runner import Failure, run_test
from litrunner.shell import PIPE, Command, Pipeline, Sink, Unsupported, parse, run_lines, substitute

from xtriton.cli import opt


def test_run_lines_are_joined():
    text = "// RUN: a b \\\n// RUN:   | c\n// CHECK: x\n// RUN: d\n"
    assert run_lines(text) == ["a b | c", "d"]


def test_substitution_prefers_the_longest_name():
    assert substitute("%s %t/x %tool %%s", {"%s": "S", "%t": "T"}) == "S T/x %tool %s"


def test_shell():
    assert parse("a 'b c' --x=\"1 2\" 2>&1 | d < e > f && g 2> h; i >> j") == [
        Pipeline([Command(["a", "b c", "--x=1 2"], stderr=PIPE), Command(["d"], stdin="e", stdout=Sink("f"))]),
        Pipeline([Command(["g"], stderr=Sink("h"))]),
        Pipeline([Command(["i"], stdout=Sink("j", append=True))], needs_success=False),
    ]
    assert parse(r"a \!tt.x 2>&1| b") == [Pipeline([Command(["a", "!tt.x"], stderr=PIPE), Command(["b"])])]


@pytest.mark.parametrize("line", ["a || b", "(a)", "a &", "a |"])
def test_unknown_shell(line: str):
    with pytest.raises(Unsupported):
        parse(line)


def run(tmp_path: Path, text: str, **options: bool) -> Failure | None:
    path = tmp_path / "test.mlir"
    path.write_text(text)
    return run_test(path, tmp_path, Programs(**options))


GOOD = "func.func private @f()\n// CHECK: func.func private @f()\n"


def test_passing(tmp_path: Path):
    assert run(tmp_path, "// RUN: xtriton-opt %s | filecheck %s\n" + GOOD) is None
    assert (
        run(tmp_path, "// RUN: xtriton-opt %s -o %t && cat %t | FileCheck %s --dump-input-context 20\n" + GOOD) is None
    )
    assert (
        run(tmp_path, "// RUN: cat %s | env A=1 xtriton-opt - 2>&1 | filecheck %s --check-prefix=CHECK\n" + GOOD)
        is None
    )


def test_a_check_that_does_not_hold(tmp_path: Path):
    failure = run(tmp_path, "// RUN: xtriton-opt %s | filecheck %s\nfunc.func private @g()\n// CHECK: @f\n")
    assert failure is not None
    assert "@f" in failure.said
    assert "func.func private @g()" in failure.said


def test_an_error_of_xtriton_opt_fails_even_if_the_checks_hold(tmp_path: Path):
    failure = run(tmp_path, "// RUN: xtriton-opt %s 2>&1 | filecheck %s\n bad\n// CHECK: error:\n")
    assert failure is not None
    assert run(tmp_path, "// RUN: not xtriton-opt %s 2>&1 | filecheck %s\n bad\n// CHECK: error:\n") is None


def test_redirections_take_effect_from_left_to_right(tmp_path: Path):
    bad = "\n bad\n// CHECK: error:\n"
    assert run(tmp_path, "// RUN: not xtriton-opt %s 2>&1 > %t | filecheck %s" + bad) is None
    assert run(tmp_path, "// RUN: not xtriton-opt %s > %t 2>&1 | filecheck %s" + bad) is not None
    assert run(tmp_path, "// RUN: not xtriton-opt %s > %t 2>&1 && filecheck %s < %t" + bad) is None
    assert run(tmp_path, "// RUN: not xtriton-opt %s 2>&1 > %t ; filecheck %s < %t" + bad) is not None


def test_not_wants_a_failure(tmp_path: Path):
    assert run(tmp_path, "// RUN: not xtriton-opt %s\n" + GOOD) is not None


def test_a_crash_fails_every_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(opt, "_process", lambda *_: 1 // 0)
    with pytest.raises(Crash, match="ZeroDivisionError"):
        run(tmp_path, "// RUN: not xtriton-opt %s\n" + GOOD)


def test_missing_passes(tmp_path: Path):
    text = "// RUN: not xtriton-opt %s --no-such-pass\n" + GOOD
    assert run(tmp_path, text) is None
    with pytest.raises(Unsupported, match="no-such-pass"):
        run(tmp_path, text, missing_is_unsupported=True)
    with pytest.raises(Unsupported, match="no-such-pass"):
        run(tmp_path, text.replace("--no", "-p strip-debuginfo,no"), missing_is_unsupported=True)


@pytest.mark.parametrize("line", ["mlir-translate %s", "filecheck %s --implicit-check-not x", ""])
def test_unsupported_programs(tmp_path: Path, line: str):
    with pytest.raises(Unsupported):
        run(tmp_path, f"// RUN: {line}\n" if line else "no line\n")


def test_split_file(tmp_path: Path):
    text = (
        "// RUN: split-file %s %t && cat %t/b/c.txt | filecheck %s\n// CHECK: two\n//--- a\none\n//--- b/c.txt\ntwo\n"
    )
    assert run(tmp_path, text) is None


def check(checks: str, text: str) -> Failure | None:
    """The outcome of FileCheck with ``checks`` on ``text``."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "text").write_text(text)
        return run(Path(folder), f"// RUN: cat {folder}/text | filecheck %s\n" + checks)


def test_a_forbidden_text_may_be_part_of_the_next_match():
    checks = "// CHECK: a\n// CHECK-NOT: bad\n// CHECK: b is bad\n"
    assert check(checks, "a\nx\nb is bad\n") is None
    assert check(checks, "a\nbad\nb is bad\n") is not None
    assert check("// CHECK-NOT: bad\n// CHECK: c\n", "bad\nc\n") is not None
    assert check("// CHECK: b\n// CHECK-NOT: bad\n", "b\nbad\n") is not None
