"""The debugger: breakpoints, steps, values by name, errors; traces."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton
from xtriton.interp.breakpoints import Breakpoint
from xtriton.interp.console import Console
from xtriton.interp.errors import OutOfBoundsError

TEXT = """
tt.func public @sum(%x: !tt.ptr<f32> loc("x"("k.py":1:9)), %n: i32 loc("n"("k.py":1:12))) {
  %program = tt.get_program_id x : i32 loc("p"("k.py":2:9))
  %range = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32> loc("i"("k.py":3:9))
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>> loc("v"("k.py":4:9))
  %pointers = tt.addptr %base, %range : tensor<4x!tt.ptr<f32>>, tensor<4xi32> loc("v"("k.py":4:9))
  %values = tt.load %pointers : tensor<4x!tt.ptr<f32>> loc("v"("k.py":4:9))
  %shift = arith.sitofp %program : i32 to f32 loc("k.py":5:9)
  %shifts = tt.splat %shift : f32 -> tensor<4xf32> loc("k.py":5:9)
  %sum = arith.addf %values, %shifts : tensor<4xf32> loc("v"("k.py":5:9))
  tt.store %pointers, %sum : tensor<4x!tt.ptr<f32>> loc("k.py":6:5)
  tt.return loc("k.py":7:3)
}
"""


def session(commands: str, grid: int = 3, program: int = 0, size: int = 4) -> str:
    """The output of the debugger."""
    out = io.StringIO()
    console = Console(io.StringIO(commands), out, program)
    console.prompt = ""
    xtriton.debug(TEXT, grid, np.arange(size, dtype=np.float32), 7, console=console)
    return out.getvalue()


def test_breakpoint_at_a_line() -> None:
    said = session("break 5\ncontinue\nprint v\nprint i\nnext\nprint v\ncontinue\n", program=2)
    lines = said.splitlines()
    assert lines[0] == "> k.py:2 program 2: tt.get_program_id"
    assert lines[1:3] == ["breakpoint 1 at 5", "> k.py:5 program 2: arith.sitofp"]
    # Programs 0 and 1 have added their numbers before.
    assert lines[3:7] == ["float32[4]", "[1. 2. 3. 4.]", "int32[4]", "[0 1 2 3]"]
    assert lines[7:] == ["> k.py:6 program 2: tt.store", "float32[4]", "[3. 4. 5. 6.]"]


def test_the_source_is_that_of_the_file_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "k.py").write_text("".join(f"line {number}\n" for number in range(1, 8)))
    with monkeypatch.context() as there:
        there.chdir(tmp_path)
        assert session("q\n").splitlines() == ["> k.py:2 program 0: tt.get_program_id", "-> line 2"]
    assert session("q\n").splitlines() == ["> k.py:2 program 0: tt.get_program_id"]


def test_breakpoint_at_an_operation_and_steps() -> None:
    said = session("b tt.load\nc\nop\ns\ns\np %v_1\nq\n")
    assert "> k.py:4 program 0: tt.load" in said
    assert "> k.py:5 program 0: arith.sitofp\n> k.py:5 program 0: tt.splat" in said
    assert "tt.load %" in said


def test_variables_change_when_their_assignment_is_complete() -> None:
    said = session("b tt.load\nc\np v\np n\np n + 1\np x\np missing\np w\nq\n").splitlines()
    assert said[3:] == [
        "there is no value 'v'",
        "7",
        "8",
        "argument #0 ('x') + 0",
        "there is no value 'missing'",
        "there is no value 'w'",
    ]


@triton.jit
def halve(low, out):
    mid = low
    for _step in range(3):
        mid = (low + 8.0) / 2
        if mid < 100.0:
            low = mid
    tl.store(out, mid)


def test_values_that_are_assigned_again_keep_their_first_variable() -> None:
    """Triton gives the quotient the names ``mid`` and ``low``, and the constant 2 the name ``mid``."""
    out = io.StringIO()
    console = Console(io.StringIO("b arith.cmpf\n" + "c\np low\np mid\n" * 3), out, 0)
    console.prompt = ""
    xtriton.debug(halve, 1, 0.0, np.zeros(1, np.float32), console=console)
    shown = [line for line in out.getvalue().splitlines() if line[0].isdigit()]
    assert shown == ["0.0", "4.0", "4.0", "6.0", "6.0", "7.0"]


@triton.jit
def spread(values):
    low = tl.min(values, axis=0)
    return tl.max(values, axis=0) - low


@triton.jit
def with_calls(x, out):
    values = tl.load(x + tl.arange(0, 4))
    found = spread(values)
    tl.store(out, found)


def _lines_after(commands: str) -> list[int]:
    """The lines of this file, or 0 for other files, at which the debugger of ``with_calls`` stops."""
    out = io.StringIO()
    console = Console(io.StringIO(commands), out, 0)
    console.prompt = ""
    xtriton.debug(with_calls, 1, np.arange(4, dtype=np.float32), np.zeros(1, np.float32), console=console)
    stops = [line.split()[1].rsplit(":", 1) for line in out.getvalue().splitlines() if "program 0: " in line]
    return [int(line) if file.endswith("test_debugger.py") else 0 for file, line in stops]


def test_next_runs_over_calls() -> None:
    """Of the kernel's functions and of Triton's library; from within a function it returns to the caller."""
    first = with_calls.fn.__code__.co_firstlineno + 2
    assert _lines_after("next\nnext\nnext\ncontinue\n")[:3] == [first, first + 1, first + 2]
    inner = spread.fn.__code__.co_firstlineno + 2
    stops = _lines_after(f"break {inner}\ncontinue\nnext\nnext\ncontinue\n")
    assert stops[1:] == [inner, inner + 1, first + 2]


def test_value_suggestions_and_unknown_commands() -> None:
    said = session("b 5\nc\np vv\nfly\nb here\ndelete 9\ndelete 1\nb\nc\n")
    assert "there is no value 'vv'; did you mean v?" in said
    assert "there is no command 'fly': 'help' lists them" in said
    assert "'here' is not a breakpoint: give FILE:LINE, LINE, or an operation such as tt.load" in said
    assert "there is no breakpoint '9'" in said


def test_program_of_the_same_launch() -> None:
    said = session("program 2\nc\nq\n").splitlines()
    assert said[1] == "program 2 is debugged when it runs"
    session_of_2 = session("program 2\nb 6\nc\nwhere\nq\n")
    assert "> k.py:6 program 2: tt.store" in session_of_2


def test_errors_stop() -> None:
    out = io.StringIO()
    console = Console(io.StringIO("c\nprint i\nq\n"), out)
    with pytest.raises(OutOfBoundsError):
        xtriton.debug(TEXT, 1, np.arange(3, dtype=np.float32), 7, console=console)
    assert "access out of bounds: program 0, element [3]" in out.getvalue()
    assert "[0 1 2 3]" in out.getvalue()


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (0, "program 0, which is debugged, had ended: --program with the number of the one that failed "),
        (1, "the program has failed here; its values can be shown, quit or continue ends it\n"),
        (
            2,
            "program 2, which is debugged, has not run: --program with the number of the one that failed ",
        ),
    ],
)
def test_errors_of_other_programs(program: int, expected: str) -> None:
    """Program 1 fails: its pointers are past the end."""
    text = TEXT.replace(
        "%pointers = tt.addptr %base, %range :",
        "%size = arith.constant 4 : i32\n  %first = arith.muli %program, %size : i32\n"
        "  %start = tt.splat %first : i32 -> tensor<4xi32>\n  %all = arith.addi %start, %range : tensor<4xi32>\n"
        "  %pointers = tt.addptr %base, %all :",
    )
    out = io.StringIO()
    console = Console(io.StringIO("c\nq\n"), out, program)
    with pytest.raises(OutOfBoundsError):
        xtriton.debug(text, 3, np.arange(4, dtype=np.float32), 7, console=console)
    assert "access out of bounds: program 1, element [0]" in out.getvalue()
    assert expected in out.getvalue()
    assert ("the program has failed here" in out.getvalue()) == (program == 1)


def test_quit_leaves_arrays_of_later_programs() -> None:
    x = np.zeros(4, np.float32)
    console = Console(io.StringIO("q\n"), io.StringIO(), 1)
    assert xtriton.debug(TEXT, 3, x, 7, console=console) is None
    assert (x == 0).all()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12", Breakpoint(line=12)),
        ("dir/k.py:3", Breakpoint(line=3, file="dir/k.py")),
        ("tt.load", Breakpoint(op="tt.load")),
    ],
)
def test_breakpoints(text: str, expected: Breakpoint) -> None:
    assert Breakpoint.parse(text) == expected
    assert str(expected) == text


@pytest.mark.parametrize("text", ["", "0", "k.py:", "k.py:x", "load"])
def test_no_breakpoints(text: str) -> None:
    with pytest.raises(ValueError, match="is not a breakpoint"):
        Breakpoint.parse(text)


def test_trace() -> None:
    x = np.zeros(4, np.float32)
    trace = xtriton.interpret(TEXT, (2, 2), x, 7, trace=(1, 1)).trace
    assert [record.op for record in trace][:2] == ["tt.get_program_id", "tt.make_range"]
    (total,) = (record for record in trace if record.op == "arith.addf")
    assert total.place is not None and (total.place.file, total.place.line) == ("k.py", 5)
    ((name, values),) = total.values
    assert (name, values.tolist()) == ("v", [2, 2, 2, 2])
    with pytest.raises(ValueError, match=r"there is no program \(2, 0\): the grid has 2 x 2 x 1 programs"):
        xtriton.interpret(TEXT, (2, 2), x, 7, trace=(2, 0))


def test_breakpoints_that_are_never_reached() -> None:
    said = session("b 5\nb k.py:42\nb tt.dot\nb 6\np v\n").splitlines()
    assert said[-2:] == [
        "k.py:42 was never reached: no operation is on that line; the nearest line with operations is k.py:7",
        "tt.dot was never reached: no launched kernel has the operation 'tt.dot'",
    ]


def test_breakpoint_in_a_program_that_does_not_run() -> None:
    out = io.StringIO()
    xtriton.debug(
        TEXT, 3, np.zeros(4, np.float32), 7, breakpoints=["5"], console=Console(io.StringIO(""), out, program=9)
    )
    assert out.getvalue().endswith("line 5 was never reached: program 9, which is debugged, did not run\n")


def test_a_program_beyond_the_grid_is_reported() -> None:
    out = io.StringIO()
    console = Console(io.StringIO(), out, 3)
    xtriton.debug(TEXT, 3, np.arange(4, dtype=np.float32), 7, console=console)
    assert out.getvalue() == "program 3 did not run: no grid that was launched is that large\n"


def test_a_session_that_is_quit_reports_no_breakpoints() -> None:
    assert "never reached" not in session("b 6\nq\n")


def test_breakpoint_at_a_line_without_operations() -> None:
    """It is reported when it is set, or when the kernel that surrounds it is launched."""
    text = TEXT.replace('loc("k.py":5:9)', 'loc("k.py":4:9)').replace('("k.py":5:9)', '("k.py":4:9)')
    text = text.rstrip() + ' loc("k.py":1:1)\n'
    out = io.StringIO()
    xtriton.debug(text, 1, np.zeros(4, np.float32), 7, breakpoints=["5"], console=Console(io.StringIO(""), out))
    warning = "no operation is on that line; the nearest line with operations is k.py:6"
    assert f"line 5: {warning}\n" in out.getvalue()
    assert out.getvalue().endswith(f"line 5 was never reached: {warning}\n")
    out = io.StringIO()
    xtriton.debug(text, 1, np.zeros(4, np.float32), 7, console=Console(io.StringIO("b 5\nc\n"), out))
    assert f"breakpoint 1 at 5\nline 5: {warning}" in out.getvalue().replace("(xtriton) ", "")
