"""``xtriton debug``: debug a kernel, or the kernels that a script launches, in the interpreter."""

from __future__ import annotations

import sys
from argparse import REMAINDER, Namespace
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from xtriton.cli.statuses import USAGE

if TYPE_CHECKING:
    from xtriton.interp.console import Console

_DESCRIPTION = """\
Run kernels in the interpreter, and stop one program at source lines, at operations, or at errors. Type 'help' at the
prompt for the debugger's commands. SCRIPT.py runs as with 'xtriton run', and every kernel that it launches is debugged.
A single kernel is FILE.py:KERNEL or a .ttir, .mlir or .ttgir file; it needs --grid, and an --argument for each
parameter: a Python expression for a number or a NumPy array (np is NumPy).
"""
_AXES = 3
_EPILOG = """\
examples:
  xtriton debug --break softmax.py:14 softmax.py --rows 100
  xtriton debug copy.ttir --grid 4 -a 'np.ones(1000, np.float32)' -a 'np.zeros(1000, np.float32)' -a 1000
  xtriton debug fill.py:fill --grid 4 -a 'out=np.zeros(100, np.float32)' -a n=100 -a BLOCK=32
"""


def add_debug(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "debug",
        help="debug a kernel: breakpoints, single steps, values of variables",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument(
        "-b",
        "--break",
        dest="points",
        action="append",
        default=[],
        metavar="POINT",
        help="breakpoint: FILE:LINE, LINE, or an operation such as tt.load; without any, stop at the first operation",
    )
    parser.add_argument("-p", "--program", type=int, default=0, help="linear index of the program to debug, x fastest")
    parser.add_argument("-g", "--grid", help="grid of the kernel: 4 or 4,2")
    parser.add_argument(
        "-a",
        "--argument",
        dest="arguments",
        action="append",
        default=[],
        metavar="[NAME=]VALUE",
        help="argument of the kernel, in the order of its parameters or by name",
    )
    parser.add_argument("kernel", help="SCRIPT.py, FILE.py:KERNEL, or a .ttir, .mlir or .ttgir file")
    parser.add_argument("rest", nargs=REMAINDER, metavar="...", help="arguments of the script")
    parser.set_defaults(run=run, parser=parser)


def run(arguments: Namespace) -> int:
    """Debug. Returns the exit status."""
    from xtriton.interp.console import Console

    if not arguments.kernel.endswith(".py") and arguments.rest:
        # Options may follow a kernel; arguments after a script are the script's own.
        arguments = arguments.parser.parse_args([*arguments.rest, arguments.kernel], arguments)
    console = Console(program=arguments.program)
    try:
        _set_breakpoints(console, arguments.points)
        if arguments.kernel.endswith(".py"):
            return _debug_script(arguments, console)
        return _debug_kernel(arguments, console)
    except ValueError as failure:
        print(f"xtriton debug: error: {failure}", file=sys.stderr)
        return USAGE


def _set_breakpoints(console: Console, points: Sequence[str]) -> None:
    from xtriton.interp.breakpoints import Breakpoint

    console.debugger.breakpoints += map(Breakpoint.parse, points)
    if points:
        console.debugger.mode = "continue"


def _debug_script(arguments: Namespace, console: Console) -> int:
    from xtriton.interp.debugger import DebuggerQuitError
    from xtriton.run.script import run_script
    from xtriton.run.start import run_in_debugger

    if arguments.grid is not None or arguments.arguments:
        raise ValueError("--grid and --argument are for a kernel: a script launches its kernels itself")
    if arguments.program < 0:
        raise ValueError(f"--program {arguments.program}: the programs of a grid are numbered from 0")
    run_in_debugger(console)
    try:
        return run_script(arguments.kernel, arguments.rest, quiet=DebuggerQuitError)
    finally:
        console.finished()


def _debug_kernel(arguments: Namespace, console: Console) -> int:
    from xtriton.compiler.interpreting import debug
    from xtriton.ir.diagnostics import DiagnosticError

    if arguments.rest:
        raise ValueError(f"'{arguments.rest[0]}' comes after the kernel, which takes its arguments by --argument")
    grid, (positional, named) = _grid(arguments.grid), _values(arguments.arguments)
    if not 0 <= arguments.program < prod(grid):
        raise ValueError(f"--program {arguments.program}: the programs of the grid are 0 to {prod(grid) - 1}")
    try:
        result = debug(arguments.kernel, grid, *positional, console=console, **named)
    except DiagnosticError as failure:
        if console.debugger.op is None:
            print(failure, file=sys.stderr)
        return 1
    except TypeError as failure:
        raise ValueError(f"{failure}: give the kernel's arguments by --argument NAME=VALUE") from None
    for line in result.printed if result is not None else ():
        print(line)
    return 0


def _grid(text: str | None) -> list[int]:
    if text is None:
        raise ValueError("a kernel needs --grid: the number of its programs, such as 4 or 4,2")
    parts = text.split(",")
    if len(parts) > _AXES or not all(part.strip().isdecimal() and int(part) > 0 for part in parts):
        raise ValueError(f"--grid takes one to three positive numbers, such as 4 or 4,2, not '{text}'")
    return [int(part) for part in parts]


def _values(texts: Sequence[str]) -> tuple[list[Any], dict[str, Any]]:
    """The arguments by position and by name."""
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for text in texts:
        name, equals, rest = text.partition("=")
        if equals and name.strip().isidentifier() and not rest.startswith("="):
            if name.strip() in named:
                raise ValueError(f"--argument '{text}': '{name.strip()}' has a value already")
            named[name.strip()] = _evaluated(rest)
        else:
            positional.append(_evaluated(text))
    return positional, named


def _evaluated(text: str) -> Any:
    import numpy as np

    try:
        return eval(text, {"np": np})
    except (Exception, SystemExit) as failure:
        raise ValueError(f"--argument '{text}': {type(failure).__name__}: {failure}") from None
