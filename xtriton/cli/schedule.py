"""``xtriton schedule``: print or draw how the operations of loops are distributed over pipeline stages."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xtriton.cli.statuses import FAILED, USAGE

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

    from xtriton.inspect.loop_schedule import LoopSchedule
    from xtriton.ir.context import Context

_DESCRIPTION = """\
Print the schedules of a kernel's loops: the operations in the order of the pipelined loop body, cluster after cluster,
each in the column of its stage. Stage 1 of an iteration runs in the iteration of the pipelined loop after that of its
stage 0. @triton.jit functions and TTIR are compiled up to tritongpu-schedule-loops. TTGIR must not have passed
tritongpu-pipeline yet; its loops are scheduled if none has a schedule.
"""
_EPILOG = """\
examples:
  xtriton schedule matmul.py:matmul --signature '*fp16:16,*fp16:16,*fp16:16,i32,128' --target cuda:80
  xtriton schedule kernel.ttir --num-stages 4 -o schedule.svg
"""


def add_schedule(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "schedule",
        help="show the pipeline stages and clusters of the operations of loops",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument(
        "kernel", help="FILE.py:KERNEL with @triton.jit, or a .mlir, .ttir or .ttgir file; - is standard input"
    )
    parser.add_argument(
        "-s", "--signature", help="types and constants of a @triton.jit kernel's parameters, as for xtriton compile"
    )
    parser.add_argument("-t", "--target", default="cuda:90", help="target of kernels that are not TTGIR")
    parser.add_argument("-w", "--num-warps", type=int, default=4, help="warps per CTA of kernels that are not TTGIR")
    parser.add_argument("-n", "--num-stages", type=int, default=3, help="stages of loops that ask for no number")
    parser.add_argument("-o", "--output", type=Path, help="draw a picture: FILE.svg")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Show the schedules of a file. Returns the exit status."""
    from xtriton.cli.sources import InputError, rendered
    from xtriton.ir.diagnostics import DiagnosticError

    try:
        _show(arguments)
    except InputError as failure:
        print(failure.line("xtriton schedule"), file=sys.stderr)
        return failure.status
    except DiagnosticError as failure:
        print(rendered(failure), file=sys.stderr)
        return FAILED
    except ValueError as failure:
        print(f"xtriton schedule: error: {failure}", file=sys.stderr)
        return USAGE
    return 0


def _show(arguments: Namespace) -> None:
    from xtriton.cli.sources import InputError
    from xtriton.inspect.layout_picture import svg_of
    from xtriton.inspect.loop_schedule import scene_of_schedules, table

    output: Path | None = arguments.output
    if output is not None and output.suffix != ".svg":
        raise ValueError(f"'{output}' is not a picture: the name must end in .svg")
    schedules = _schedules(arguments)
    if not schedules:
        raise InputError(
            f"error: {arguments.kernel} has no loop that can be pipelined: its loops have no dots or "
            "loads to overlap, or load less than 4 bytes at a time (specify divisibility, as in i32:16), or are "
            "pipelined already, as in the .ttgir of xtriton compile (give the kernel or its .ttir)"
        )
    if output is None:
        print("\n\n".join("\n".join(table(schedule)) for schedule in schedules))
        return
    try:
        output.write_text(svg_of(scene_of_schedules(schedules)), encoding="utf-8")
    except OSError as failure:
        raise ValueError(f"{output} cannot be written: {failure.strerror}") from None


def _schedules(arguments: Namespace) -> list[LoopSchedule]:
    from xtriton.cli.deep_stack import with_deep_stack
    from xtriton.inspect.loop_schedule import loop_schedules
    from xtriton.passes.manager import PassManager
    from xtriton.passes.pipeline_text import parse_pipeline

    def work() -> list[LoopSchedule]:
        context, module, passes = _module_and_passes(arguments)
        if not loop_schedules(module):
            PassManager(context).run(parse_pipeline(",".join(passes)), module)
        return loop_schedules(module)

    return with_deep_stack(work)


def _module_and_passes(arguments: Namespace) -> tuple[Context, ModuleOp, tuple[str, ...]]:
    """The module that the arguments name, and the passes that schedule its loops."""
    from xtriton.cli.sources import read_source
    from xtriton.dialects.ttg.verify import NUM_WARPS
    from xtriton.ir.context import Context
    from xtriton.ir.parser import parse_module
    from xtriton.ir.verifier import verify
    from xtriton.pipelines import make_ttir_passes, schedule_passes, scheduling_passes
    from xtriton.targets import Target

    path, stages = arguments.kernel, arguments.num_stages
    if Path(path.partition(":")[0]).suffix == ".py":
        context, module = _front_end(arguments)
    elif arguments.signature is not None:
        raise ValueError(f"--signature is for kernels of Python files, and {path} is IR: leave it out")
    else:
        source = read_source(path, sys.stdin.buffer)
        context = Context()
        module = parse_module(source.text, source.name, context)
        verify(module, context)
    if NUM_WARPS in module.attributes:
        return context, module, schedule_passes(stages)
    capability = Target.parse(arguments.target).capability
    simplifying = () if Path(path).suffix == ".ttir" else make_ttir_passes(capability)
    return context, module, (*simplifying, *scheduling_passes(capability, arguments.num_warps, stages))


def _front_end(arguments: Namespace) -> tuple[Context, ModuleOp]:
    """The TTIR of a ``@triton.jit`` function before its first pass."""
    from xtriton.backends.nvidia.options import Options
    from xtriton.compiler.sources import source_of
    from xtriton.targets import Target

    options = Options(num_warps=arguments.num_warps, num_stages=arguments.num_stages)
    with redirect_stdout(sys.stderr):  # kernel files may print
        source = source_of(arguments.kernel, arguments.signature, Target.parse(arguments.target), options)
    if source.is_gluon:
        raise ValueError(f"{arguments.kernel} is a Gluon kernel, whose loops the compiler does not pipeline")
    return source.ctx, source.module
