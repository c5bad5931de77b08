"""``xtriton-opt``: ``triton-opt`` in Python. Startup imports almost nothing; the work is in ``driver``."""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TextIO, cast

from xtriton.cli.statuses import FAILED, INTERRUPTED, UNWRITTEN, USAGE

if TYPE_CHECKING:
    from xdsl.ir import Dialect

    from xtriton.cli.arguments import Arguments
    from xtriton.cli.reporting import Reporter
    from xtriton.folds.folding import Folds
    from xtriton.passes.base import NamedPipeline, Pass
    from xtriton.rewriting.pattern import Pattern

_OBJECTS_BETWEEN_COLLECTIONS = 200_000
"""New objects until garbage is collected; Python's default is 700. Definitions and most IR live until the end."""


def main(
    argv: Sequence[str] | None = None,
    *,
    prog: str = "xtriton-opt",
    passes: Iterable[type[Pass]] = (),
    dialects: Iterable[Dialect] = (),
    pipelines: Iterable[type[NamedPipeline]] = (),
    folds: Mapping[str, Folds] | None = None,
    patterns: Mapping[str, Sequence[Pattern]] | None = None,
) -> int:
    """The console script. Returns the exit status.

    A package's own tool is ``main(prog="lib-opt", passes=[...], dialects=[...])``: ``xtriton-opt`` with these besides
    its own. :func:`xtriton.passes.plugins.register` describes what can be added. ``argv`` is without the program's
    name; by default ``sys.argv[1:]``.
    """
    if argv is None:  # this process is the tool
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
        atexit.register(_skip_last_collection)
    for stream in (sys.stdout, sys.stderr):
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        stdin, stdout, stderr = _standard_streams()
        added = None
        if passes or dialects or pipelines or folds or patterns:
            added = partial(_register, passes, dialects, pipelines, folds, patterns)
        status = run(sys.argv[1:] if argv is None else argv, stdin, stdout, stderr, prog, added)
        stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return UNWRITTEN
    except KeyboardInterrupt:
        # The worker thread may be waiting for input; an orderly shutdown would wait for it, or fail on its lock.
        os._exit(INTERRUPTED)
    except OSError:
        # This has been reported where it was raised.
        _forget_output()
        return FAILED
    return status


def _skip_last_collection() -> None:
    """Free no cycles at exit, which would take a quarter of the time of a short run.

    Triton's bindings report objects of theirs that are not freed.
    """
    if "triton._C.libtriton" not in sys.modules:
        gc.freeze()


def _register(
    passes: Iterable[type[Pass]],
    dialects: Iterable[Dialect],
    pipelines: Iterable[type[NamedPipeline]],
    folds: Mapping[str, Folds] | None,
    patterns: Mapping[str, Sequence[Pattern]] | None,
) -> None:
    from xtriton.passes.plugins import register

    register(passes, dialects, pipelines, folds=folds, patterns=patterns)


class _Closed(io.RawIOBase):
    """A standard stream that was closed before the program began: every use raises."""

    def read(self, size: int = -1) -> NoReturn:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(self, text: object) -> NoReturn:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _standard_streams() -> tuple[BinaryIO, TextIO, TextIO]:
    # Python sets a closed stream to None, contrary to its type.
    stdin, stdout, stderr = cast("tuple[TextIO | None, ...]", (sys.stdin, sys.stdout, sys.stderr))
    return (
        cast("BinaryIO", _Closed()) if stdin is None else stdin.buffer,
        cast("TextIO", _Closed()) if stdout is None else stdout,
        io.StringIO() if stderr is None else stderr,
    )


def _forget_output() -> None:
    """Discard buffered output so that Python writes nothing at exit: the stream is closed, or writing failed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def run(
    argv: Sequence[str],
    stdin: BinaryIO,
    stdout: TextIO,
    stderr: TextIO,
    prog: str = "xtriton-opt",
    register: Callable[[], None] | None = None,
) -> int:
    """``xtriton-opt`` with arguments ``argv`` within this process. Returns the exit status.

    ``register`` is called first, to add passes and dialects; its ``PluginError`` is reported.
    """
    from xtriton.cli.arguments import UsageError, parse_arguments
    from xtriton.cli.sources import InputError, write_stream
    from xtriton.registry import PluginError
    from xtriton.versions import UnknownTritonError

    def report_bug(failure: Exception, reporter: Reporter | None = None) -> None:
        _report_internal_error(failure, argv, stderr, reporter, prog)

    try:
        if register is not None:
            register()
        arguments = parse_arguments(argv)
        if (text := _information(arguments, prog)) is not None:
            write_stream(stdout, text)
            return 0
        return _process(arguments, stdin, stdout, stderr, report_bug, prog)
    except (UnknownTritonError, PluginError) as failure:
        stderr.write(f"{prog}: error: {failure}\n")
        return USAGE
    except UsageError as failure:
        stderr.write(f"{prog}: error: {failure}\n")
        stderr.write(f"try '{prog} --help'\n")
        return USAGE
    except InputError as failure:
        stderr.write(f"{failure.line(prog)}\n")
        return failure.status
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as failure:
        report_bug(failure)
        return FAILED


def _information(arguments: Arguments, prog: str) -> str | None:
    """The text of an informational flag like ``--version``."""
    from xtriton.cli import help

    if arguments.help:
        return help.help_text(prog)
    if arguments.help_pass is not None:
        return help.pass_help_text(arguments.help_pass)
    if arguments.version:
        return help.version_text()
    if arguments.list_passes:
        return help.passes_text()
    if arguments.show_dialects:
        return help.dialects_text()
    return None


def _process(
    arguments: Arguments,
    stdin: BinaryIO,
    stdout: TextIO,
    stderr: TextIO,
    report_bug: Callable[[Exception, Reporter], None],
    prog: str,
) -> int:
    from xtriton.cli.arguments import build_pipeline
    from xtriton.cli.deep_stack import with_deep_stack
    from xtriton.cli.driver import Driver
    from xtriton.passes.options import PipelineError

    try:
        driver = Driver(arguments, build_pipeline(arguments), stdin, stdout, stderr, report_bug)
        return with_deep_stack(driver.run)
    except PipelineError as failure:
        stderr.write(f"{prog}: error: {failure}\n")
        return FAILED if arguments.run_reproducer else USAGE  # the pipeline is in the file


def _report_internal_error(
    failure: Exception, argv: Sequence[str], stderr: TextIO, reporter: Reporter | None, prog: str
) -> None:
    """Report an internal error of xtriton, or of a pass module, and how to report it upstream.

    ``reporter`` is that of the current chunk, if any: the report then has the location of the current operation.
    """
    import shlex

    from xtriton.cli.faults import TRACEBACK, about_bug, internal_error

    program = ["python", sys.argv[0]] if sys.argv[0].endswith(".py") else [prog]
    command = f"{TRACEBACK}=1 {shlex.join([*program, *argv])}"
    if reporter is not None:
        reporter.report(internal_error(failure, reporter.chunk.name, command))
    else:
        stderr.write(f"{prog}: internal error: {type(failure).__name__}: {failure}\n{about_bug(failure, command)}\n")
    if os.environ.get(TRACEBACK):
        import traceback

        stderr.write("".join(traceback.format_exception(failure)))


if __name__ == "__main__":
    sys.exit(main())
