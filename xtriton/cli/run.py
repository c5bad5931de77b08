"""``xtriton run``: run a script with its Triton kernels on the CPU."""

from __future__ import annotations

import os
import sys
from argparse import REMAINDER, Namespace
from typing import Any

from xtriton.cli.statuses import USAGE

_DESCRIPTION = """\
Run a Python script on a machine without a GPU: its Triton kernels run on the CPU, and torch's device 'cuda' is the CPU.
The script needs no changes. Arguments after its name are passed to it, and its exit status is returned.
"""
_EPILOG = """\
example:
  xtriton run --check softmax.py --rows 100

Setting XTRITON_TARGET=cpu (and XTRITON_CHECK=1 for --check, XTRITON_BENCH_SECONDS for --bench-seconds) does the same
for any Python process. Child processes of the script inherit these variables.
"""


def add_run(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "run",
        help="run a script with its Triton kernels on the CPU",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        usage="xtriton run [--check] [--bench-seconds SECONDS] [-m MODULE | SCRIPT.py] [ARGUMENT ...]",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="check all accesses of kernels against the bounds of arrays, and for races between programs",
    )
    parser.add_argument(
        "--bench-seconds",
        default="",
        metavar="SECONDS",
        help="begin no point of a benchmark (triton.testing.perf_report) once it has run for this long; a point that "
        "has begun is measured (default: no limit)",
    )
    parser.add_argument("-m", dest="module", action="store_true", help="SCRIPT is the name of a module")
    parser.add_argument("script", nargs=REMAINDER, metavar="SCRIPT", help="the script and its arguments")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Run the script. Returns the exit status."""
    if not arguments.script or arguments.script == ["--"]:
        missing = "a module: xtriton run -m MODULE" if arguments.module else "a script: xtriton run SCRIPT.py"
        print(f"xtriton run: error: name {missing}", file=sys.stderr)
        return USAGE
    from xtriton.run.script import run_module, run_script
    from xtriton.run.start import BENCH_SECONDS, CHECK, TARGET, bench_seconds, run_on_cpu

    try:
        seconds = bench_seconds(arguments.bench_seconds)
    except ValueError as failure:
        print(f"xtriton run: error: {failure}", file=sys.stderr)
        return USAGE
    os.environ[TARGET] = "cpu"
    if arguments.check:
        os.environ[CHECK] = "1"
    if seconds is not None:
        os.environ[BENCH_SECONDS] = arguments.bench_seconds
    run_on_cpu(check=arguments.check, bench_seconds=seconds)
    name, *rest = arguments.script[1:] if arguments.script[0] == "--" else arguments.script
    try:
        return run_module(name, rest) if arguments.module else run_script(name, rest)
    except ValueError as failure:
        print(f"xtriton run: error: {failure}", file=sys.stderr)
        return USAGE
