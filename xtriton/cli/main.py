"""``xtriton``: the command-line entry point. Each command is a module that is imported when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from xtriton import __version__
from xtriton.cli.compile import add_compile
from xtriton.cli.debug import add_debug
from xtriton.cli.explain import add_explain
from xtriton.cli.formatter import Parser
from xtriton.cli.layout import add_layout
from xtriton.cli.run import add_run
from xtriton.cli.schedule import add_schedule
from xtriton.cli.statuses import INTERRUPTED, UNWRITTEN
from xtriton.cli.topics import add_help
from xtriton.cli.triage import add_bisect, add_reduce
from xtriton.cli.tvm import add_tvm


def main(argv: Sequence[str] | None = None) -> int:
    """The console script. Returns the exit status (:mod:`~xtriton.cli.statuses`)."""
    parser = Parser(prog="xtriton", description="Compile, run, debug and explain Triton kernels, and inspect layouts.")
    parser.add_argument("--version", action="version", version=f"xtriton {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add_compile(commands)
    add_explain(commands)
    add_layout(commands)
    add_schedule(commands)
    add_run(commands)
    add_debug(commands)
    add_bisect(commands)
    add_reduce(commands)
    add_tvm(commands)
    add_help(commands)
    arguments = parser.parse(sys.argv[1:] if argv is None else argv)
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:
        # Standard output is closed or failed: discard the buffer so that Python writes nothing at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return UNWRITTEN
    return status


if __name__ == "__main__":
    sys.exit(main())
