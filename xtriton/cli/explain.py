"""``xtriton explain``: reports on compiled kernels, and why they are slow."""

from __future__ import annotations

import os
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xtriton.cli.compile import add_compilation, jobs_of
from xtriton.cli.statuses import FAILED, USAGE

if TYPE_CHECKING:
    from xtriton.explain.report import Report
    from xtriton.ir.diagnostics import DiagnosticError

_DESCRIPTION = """\
Compile kernels and report why they are slow: vector widths of memory accesses, layout conversions, bank conflicts,
spills, occupancy, with the source lines and the IR after each pass. -o FILE.html writes one self-contained page per
kernel; without -o the report is printed. Also reads existing data: a folder of Triton's cache, NAME.json of xtriton
compile, or the output of a program under MLIR_ENABLE_DUMP=1.
"""
_EPILOG = """\
example:
  xtriton explain add.py:add --signature '*fp32:16,*fp32:16,*fp32:16,i32,1024' -o add.html
"""
_KERNELS = (".py", ".mlir", ".ttir", ".ttgir", ".source")
_PLACES = ("after", "before", "replace")
_FORMATS = {".html": "html", ".htm": "html", ".json": "json", ".txt": "text"}


def add_explain(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "explain",
        help="report why a kernel is slow, with its IR after each pass",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument(
        "kernels",
        nargs="+",
        metavar="KERNEL",
        help="FILE.py:KERNEL, FILE.py with one kernel, a .mlir, .ttir or .ttgir file, or existing data: a folder of "
        "Triton's cache, NAME.json, a dump of passes",
    )
    add_compilation(parser)
    _add_passes(parser)
    parser.add_argument("-o", "--output", type=Path, help="FILE.html, .json or .txt; a folder for several reports")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--text", action="store_true", help="print the report as text, also with -o")
    shape.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run, until=None, jobs=None, name=None, strict_fp=False)


def _add_passes(parser: ArgumentParser) -> None:
    """Add the options for passes of the user in the stages."""
    parser.add_argument("-p", "--passes", default="", help="passes of yours to run in the compilation: a,b{x=1}")
    place = parser.add_mutually_exclusive_group()
    for name in _PLACES:
        text = f"run them {name} this pass of Triton's stages" if name != "replace" else "run them instead of this pass"
        place.add_argument(f"--{name}", metavar="PASS", help=text)
    parser.add_argument(
        "--load-pass-plugin", metavar="FILE.py", action="append", default=[], help="FILE.py or module with passes"
    )


def run(arguments: Namespace) -> int:
    """Explain the kernels that the arguments name. Returns the exit status."""
    from xtriton.cli.faults import TRACEBACK
    from xtriton.ir.diagnostics import DiagnosticError
    from xtriton.registry import PluginError

    try:
        _check_output(arguments)
        with _passes(arguments), redirect_stdout(sys.stderr):  # kernel files may print
            reports = [report for kernel in arguments.kernels for report in _reports(kernel, arguments)]
        written = list(_written(reports, arguments))
    except DiagnosticError as failure:
        print(failure, file=sys.stderr)
        return FAILED
    except (ValueError, PluginError) as failure:
        print(f"xtriton explain: error: {failure}", file=sys.stderr)
        return USAGE
    except Exception as failure:
        if not arguments.passes or os.environ.get(TRACEBACK):
            raise
        print(_fault_of_pass(failure, arguments.kernels[0]), file=sys.stderr)
        return FAILED
    _show(reports, written, arguments)
    return 0


def _fault_of_pass(failure: Exception, kernel: str) -> DiagnosticError:
    """The error for an exception that a pass of the user raises, at the operation that the pass was processing."""
    from xtriton.cli.faults import TRACEBACK, internal_error
    from xtriton.ir.diagnostics import DiagnosticError

    command = f"{TRACEBACK}=1 xtriton {shlex.join(sys.argv[1:])}"
    return DiagnosticError(internal_error(failure, kernel.rpartition(":")[0] or kernel, command))


def _passes(arguments: Namespace) -> AbstractContextManager[None]:
    """The context in which kernels are compiled with the user's passes."""
    from xtriton.compiler.jit import jit_passes
    from xtriton.passes.plugins import load_plugin

    for plugin in arguments.load_pass_plugin:
        load_plugin(plugin)
    places = {place: getattr(arguments, place) for place in _PLACES}
    if not arguments.passes:
        for place, name in places.items():
            if name and place != "replace":
                raise ValueError(f"there are no passes to run {place} '{name}': give them by -p, as in -p cse")
        if not any(places.values()):
            return nullcontext()
    compiled = [
        kernel for kernel in arguments.kernels if not kernel.endswith((".mlir", ".source")) and ".py" not in kernel
    ]
    if compiled:
        raise ValueError(f"{compiled[0]} is compiled already: passes go with FILE.py:KERNEL and .mlir files")
    return jit_passes(passes=arguments.passes, **places)


def _check_output(arguments: Namespace) -> None:
    """Fail before the work is done, not after it."""
    output: Path | None = arguments.output
    if output is None:
        return
    if output.suffix and output.suffix not in _FORMATS and not output.is_dir():
        raise ValueError(f"'{output}' has no known suffix: it ends in .html, .json or .txt, or is a folder")
    if output.suffix in _FORMATS and not output.is_dir() and len(arguments.kernels) > 1:
        raise ValueError(f"several reports do not go into the file {output}: give a folder")
    if _format_of(output) == "html":
        from xtriton.explain.html import check_installed

        check_installed()
    folder = output.parent if output.suffix in _FORMATS and not output.is_dir() else output
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise ValueError(f"the folder {folder} cannot be written to: {failure.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise ValueError(f"the folder {folder} cannot be written to")


def _format_of(output: Path) -> str:
    return _FORMATS.get(output.suffix, "html")


def _reports(kernel: str, arguments: Namespace) -> Iterator[Report]:
    """The reports of one argument."""
    from xtriton.explain.api import explain, explain_path

    path = Path(kernel.rpartition(":")[0] if ".py:" in kernel else kernel)
    if path.suffix not in _KERNELS:
        if not kernel or not path.exists():
            named = kernel or "''"
            raise ValueError(f"there is no file {named}: give FILE.py:KERNEL, a file of IR, or a folder of a cache")
        if arguments.signature is not None:
            raise ValueError(f"{kernel} is compiled already: a signature goes with @triton.jit functions")
        yield from explain_path(path)
        return
    named = Namespace(**{**vars(arguments), "kernel": _with_name(kernel)})
    for job in jobs_of(named):
        settings = {"target": job.target, "options": job.options, "engine": job.engine, "optimize": job.optimize}
        yield explain(job.kernel, job.signature, **settings)


def _with_name(kernel: str) -> str:
    """``FILE.py`` with the name of its only kernel."""
    if not kernel.endswith(".py"):
        return kernel
    from xtriton.frontend.kernels import kernel_names

    names = kernel_names(kernel)
    if not names:
        raise ValueError(f"{kernel} has no kernel: there is no @triton.jit function in it")
    if len(names) > 1:
        listed = ", ".join(names)
        raise ValueError(f"{kernel} has several kernels: name one, as in {kernel}:KERNEL; there: {listed}")
    return f"{kernel}:{names[0]}"


def _written(reports: Sequence[Report], arguments: Namespace) -> Iterator[Path]:
    """Write the files, and yield their paths."""
    output: Path | None = arguments.output
    if output is None:
        return
    into_folder = output.is_dir() or output.suffix not in _FORMATS
    if not into_folder and len(reports) > 1:
        raise ValueError(f"there are {len(reports)} reports, which do not go into the file {output}: give a folder")
    used: set[str] = set()
    for report in reports:
        path = output / f"{_stem(report, reports, used)}.html" if into_folder else output
        content = {"html": report.html, "json": report.json, "text": report.text}[_format_of(path)]()
        try:
            path.write_text(content, encoding="utf-8")
        except OSError as failure:
            raise ValueError(f"{path} cannot be written: {failure.strerror}") from None
        yield path


def _stem(report: Report, reports: Sequence[Report], used: set[str]) -> str:
    """A file name for a report: the kernel's, with the target and a number where there are several."""
    several = sum(other.name == report.name for other in reports) > 1
    base = f"{report.name}.{report.target.replace('cuda:', 'sm_').replace(':', '_')}" if several else report.name
    stem, number = base, 1
    while stem in used:
        number += 1
        stem = f"{base}_{number}"
    used.add(stem)
    return stem


def _show(reports: Sequence[Report], written: Sequence[Path], arguments: Namespace) -> None:
    if arguments.json:
        for report in reports:
            print(report.json())
        return
    if arguments.text or arguments.output is None:
        color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        print("\n".join(report.text(color=color) for report in reports), end="")
    for report, path in zip(reports, written, strict=False):
        count = len(report.hints)
        print(f"{report.name} for {report.target}: {count} {'hint' if count == 1 else 'hints'}, {path}")
