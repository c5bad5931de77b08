"""``xtriton bisect`` and ``xtriton reduce``: find the rewrite that breaks a program, and minimise the program."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from xtriton.cli.statuses import FAILED, USAGE

if TYPE_CHECKING:
    from xtriton.cli.sources import Source
    from xtriton.triage import Judge, Subject

_BISECT = """\
Find the first pass that breaks a program, and the first pattern application in that pass that does. The program is
checked after parts of the pipeline: by running it in the interpreter on generated inputs (interp), by running it as
machine code for this CPU on the same inputs (cpu, for pipelines on TTIR), by the verifier and a round trip of its text
(verify), or by a command that exits nonzero for bad files. A pass that fails counts as breaking the program.
"""
_BISECT_EPILOG = """\
examples:
  xtriton bisect kernel.mlir -p 'make-ttir{target=cuda:90},make-ttgir{target=cuda:90}'
  xtriton bisect kernel.mlir -p 'make-ttir{target=cuda:90}' --command './check.sh {}'
"""
_REDUCE = """\
Reduce a failing program, and the pipeline on which it fails, to a small one that fails in the same way. The failure is
checked as by 'xtriton bisect'. Without passes the file itself is checked.
"""
_REDUCE_EPILOG = """\
examples:
  xtriton reduce kernel.mlir -p 'make-ttir{target=cuda:90}' -o small.mlir
  xtriton reduce kernel.mlir --command 'sh -c "! grep -q tt.dot {}"' -o small.mlir
"""


def add_bisect(commands: Any) -> None:
    """Add ``xtriton bisect`` to the parser's commands."""
    parser = commands.add_parser(
        "bisect",
        help="find the pass and the pattern application that break a program",
        description=_BISECT,
        epilog=_BISECT_EPILOG,
    )
    _add_common(parser)
    parser.add_argument("-o", "--output", type=Path, help="folder for before.mlir and after.mlir")
    parser.set_defaults(run=run_bisect)


def add_reduce(commands: Any) -> None:
    """Add ``xtriton reduce`` to the parser's commands."""
    parser = commands.add_parser(
        "reduce",
        help="reduce a failing program to a small one that fails in the same way",
        description=_REDUCE,
        epilog=_REDUCE_EPILOG,
    )
    _add_common(parser)
    parser.add_argument("-o", "--output", type=Path, help="output file (default: standard output)")
    parser.add_argument("--seconds", type=float, default=300, help="time limit, after which the best result is written")
    parser.set_defaults(run=run_reduce)


def _add_common(parser: ArgumentParser) -> None:
    parser.add_argument("file", help="the program: IR as text, or FILE.py:KERNEL with @triton.jit")
    parser.add_argument("-s", "--signature", help="parameter types of a @triton.jit kernel: '*fp32:16,i32,1024'")
    parser.add_argument("-p", "--passes", default="", help="the pipeline: a,b{x=1} or builtin.module(...)")
    parser.add_argument("--judge", choices=("interp", "cpu", "verify"), default="interp", help="the check to use")
    parser.add_argument("--command", help="check by a command that exits nonzero for bad files; {} is the file")
    parser.add_argument("--finish", default="", help="passes to run before each check, such as a lowering")
    parser.add_argument("--triton", help="version of Triton (default: that of the installed wheel)")
    parser.add_argument("--load-pass-plugin", action="append", default=[], help="FILE.py or module with passes")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the result of each check to standard error")


def run_bisect(arguments: Namespace) -> int:
    """Print the culprit. Returns the exit status: 0 if one was found."""
    return _guarded("bisect", lambda: _bisect(arguments))


def run_reduce(arguments: Namespace) -> int:
    """Print the smallest program. Returns the exit status: 0 if something fails."""
    return _guarded("reduce", lambda: _reduce(arguments))


def _bisect(arguments: Namespace) -> int:
    from xtriton.triage import bisect

    subject, judge = _given(arguments)
    if not arguments.passes:
        raise ValueError("name the passes: -p 'make-ttir{target=cuda:90}'")
    culprit = bisect(subject, judge, _progress(arguments))
    print(culprit)
    difference = culprit.diff()
    if difference:
        print(difference)
    print(f"to reproduce: {_reproduction(arguments, culprit.pipeline)}")
    if arguments.output is not None:
        for name, text in (("before", culprit.before), ("after", culprit.after)):
            if text:
                _write(arguments.output / f"{name}.mlir", text)
    return 0


def _reproduction(arguments: Namespace, pipeline: str) -> str:
    """The shell command that runs a pipeline on the program; a kernel in Python is compiled to TTIR first."""
    plugins = "".join(f"--load-pass-plugin={quote(plugin)} " for plugin in arguments.load_pass_plugin)
    file, first = str(arguments.file), ""
    if ".py:" in file:
        first = f"xtriton compile {quote(file)} --signature {quote(arguments.signature)} --until source -o build && "
        file = f"build/{file.rpartition(':')[2]}.source"
    return f"{first}xtriton-opt {quote(file)} {plugins}-p '{pipeline}'"


def _reduce(arguments: Namespace) -> int:
    from xtriton.triage import reduce

    subject, judge = _given(arguments)
    found = reduce(subject, judge, arguments.seconds, _progress(arguments))
    plugins = "".join(f" --load-pass-plugin={plugin}" for plugin in arguments.load_pass_plugin)
    passes = f"{plugins} -p '{found.subject.prefix()}'" if found.passes[1] else ""
    text = f"// xtriton-opt %s{passes}\n// {found.failure.message}\n{found.subject.text}"
    if arguments.output is None:
        print(text, end="")
    else:
        _write(arguments.output, text)
    print(found, file=sys.stderr)
    return 0


def _given(arguments: Namespace) -> tuple[Subject, Judge]:
    """The program with its pipeline, and the judge."""
    from xtriton.passes.plugins import load_plugin
    from xtriton.triage import JUDGES, CommandJudge, Subject
    from xtriton.versions import TritonVersion

    for plugin in arguments.load_pass_plugin:
        load_plugin(plugin)
    source = _source(arguments)
    triton = TritonVersion.parse(arguments.triton) if arguments.triton else None
    subject = Subject.of(source.text, source.name, arguments.passes, arguments.finish, triton)
    if arguments.command is not None:
        return subject, CommandJudge(arguments.command)
    return subject, JUDGES[arguments.judge]()


def _source(arguments: Namespace) -> Source:
    """The program's text, with the locations of the Python source for ``FILE.py:KERNEL``."""
    from xtriton.cli.sources import Source, read_source

    if ".py:" not in arguments.file:
        if arguments.signature is not None:
            raise ValueError(f"{arguments.file} needs no signature: that is for FILE.py:KERNEL")
        return read_source(arguments.file, sys.stdin.buffer)
    from xtriton.compiler import compile

    with redirect_stdout(sys.stderr):  # kernel files may print
        made = compile(arguments.file, arguments.signature, until="source")
    return Source(arguments.file, str(made.asm["source"]))


def _progress(arguments: Namespace) -> Callable[[str], None] | None:
    return (lambda text: print(text, file=sys.stderr)) if arguments.verbose else None


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as failure:
        raise ValueError(f"{path} cannot be written: {failure.strerror}") from None


def _guarded(command: str, work: Callable[[], int]) -> int:
    """Run the command, and print its errors."""
    from xtriton.cli.deep_stack import with_deep_stack
    from xtriton.cli.sources import InputError
    from xtriton.ir.diagnostics import DiagnosticError
    from xtriton.passes.options import PipelineError
    from xtriton.registry import PluginError
    from xtriton.triage import CommandError, JudgeError, NothingFailsError

    try:
        return with_deep_stack(work)
    except InputError as failure:
        print(failure.line(f"xtriton {command}"), file=sys.stderr)
        return failure.status
    except DiagnosticError as failure:
        print(failure, file=sys.stderr)
        return FAILED
    except (ValueError, PipelineError, PluginError, CommandError) as failure:
        status, problem = USAGE, failure
    except (JudgeError, NothingFailsError) as failure:
        status, problem = FAILED, failure
    print(f"xtriton {command}: error: {problem}", file=sys.stderr)
    return status
