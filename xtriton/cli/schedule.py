"""``xtriton schedule``: print or draw how the operations of loops are distributed over pipeline stages."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xtriton.cli.formatter import DefaultsFormatter

if TYPE_CHECKING:
    from xtriton.inspect.loop_schedule import LoopSchedule

_DESCRIPTION = """\
Print the schedules of the loops in a TTGIR file: the operations in the order of the pipelined loop body, cluster after
cluster, each in the column of its stage. Stage 1 of an iteration runs in the iteration of the pipelined loop after that
of its stage 0. Loops without schedules are scheduled first, as by tritongpu-assign-latencies and
tritongpu-schedule-loops.
"""
_EPILOG = """\
example:
  xtriton schedule kernel.ttgir --num-stages 4 -o schedule.svg
"""


def add_schedule(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "schedule",
        help="show the pipeline stages and clusters of the operations of loops",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=DefaultsFormatter,
    )
    parser.add_argument("file", help="TTGIR; - is standard input")
    parser.add_argument("--num-stages", type=int, default=3, help="stages of loops that ask for no number")
    parser.add_argument("-o", "--output", type=Path, help="draw a picture: FILE.svg")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Show the schedules of a file. Returns the exit status."""
    from xtriton.cli.sources import InputError
    from xtriton.ir.diagnostics import DiagnosticError

    try:
        _show(arguments)
    except (DiagnosticError, InputError) as failure:
        print(failure, file=sys.stderr)
        return 1
    except ValueError as failure:
        print(f"xtriton schedule: error: {failure}", file=sys.stderr)
        return 1
    return 0


def _show(arguments: Namespace) -> None:
    from xtriton.inspect.layout_picture import svg_of
    from xtriton.inspect.loop_schedule import scene_of_schedules, table

    output: Path | None = arguments.output
    if output is not None and output.suffix != ".svg":
        raise ValueError(f"'{output}' is not a picture: the name must end in .svg")
    schedules = _schedules(arguments.file, arguments.num_stages)
    if not schedules:
        raise ValueError(f"{arguments.file} has no loop that is pipelined")
    if output is None:
        print("\n\n".join("\n".join(table(schedule)) for schedule in schedules))
        return
    try:
        output.write_text(svg_of(scene_of_schedules(schedules)), encoding="utf-8")
    except OSError as failure:
        raise ValueError(f"{output} cannot be written: {failure.strerror}") from None


def _schedules(path: str, num_stages: int) -> list[LoopSchedule]:
    from xtriton.cli.deep_stack import with_deep_stack
    from xtriton.cli.sources import read_source
    from xtriton.inspect.loop_schedule import loop_schedules
    from xtriton.ir.context import Context
    from xtriton.ir.parser import parse_module
    from xtriton.ir.verifier import verify
    from xtriton.passes.manager import PassManager
    from xtriton.passes.pipeline_text import parse_pipeline

    source = read_source(path, sys.stdin.buffer)
    passes = f"tritongpu-assign-latencies{{num-stages={num_stages}}},tritongpu-schedule-loops"

    def work() -> list[LoopSchedule]:
        context = Context()
        module = parse_module(source.text, source.name, context)
        verify(module, context)
        found = loop_schedules(module)
        if not found:
            PassManager(context).run(parse_pipeline(passes), module)
            found = loop_schedules(module)
        return found

    return with_deep_stack(work)
