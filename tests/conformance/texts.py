"""Compare how the installed Triton wheel and xtriton read and print the modules of a checkout's lit files.

    python tests/conformance/texts.py CHECKOUT [--filter TEXT] [-v] [-j N]

Each part of a file (``// -----``) is parsed and verified by both, and printed with locations. Equal are the same text,
or that both refuse it. A file is read in a process of its own: the wheel ends it on some inputs. Run RUN lines with
``run.py``; this is about operations, attributes and types that no pass of these lines may reach.
"""

from __future__ import annotations

import argparse
import difflib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from conformance.run import find_tests  # noqa: E402
from parity.outcomes import AS_THE_WHEEL  # noqa: E402
from parity.wheel_text import read_with_wheel  # noqa: E402

from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.diagnostics import DiagnosticError  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.ir.printer import print_op  # noqa: E402
from xtriton.ir.verifier import verify  # noqa: E402

_SEPARATOR = re.compile(r"^// -----.*$", re.MULTILINE)
_EQUAL = ("same", "both refuse")


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit status: 1 if a part differs."""
    options = _parser().parse_args(argv)
    if options.one:
        for number, outcome, detail in compare(options.checkout):
            print(f"{number}\t{outcome}\t{detail}", flush=True)
        return 0
    pattern = re.compile(options.filter)
    found = [path for path in find_tests(options.checkout) if path.suffix == ".mlir"]
    files = [path for path in found if pattern.search(str(path.relative_to(options.checkout)))]
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        for path, outcomes in zip(files, pool.map(_in_a_process, files), strict=True):
            for number, outcome, detail in outcomes:
                counts[outcome] += 1
                if outcome not in _EQUAL:
                    print(f"{path.relative_to(options.checkout)}, part {number}: {outcome}", flush=True)
                    if options.verbose:
                        print(detail.encode().decode("unicode_escape"))
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    return 0 if all(outcome in _EQUAL for outcome in counts) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkout", type=Path, help="a checkout of Triton of the wheel's version, or a folder of files")
    parser.add_argument("--filter", default="", help="only paths that this regular expression finds")
    parser.add_argument("-v", "--verbose", action="store_true", help="what differs")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    return parser


def _in_a_process(path: Path) -> list[tuple[str, str, str]]:
    """The outcomes of a file's parts: number, outcome, detail."""
    command = [sys.executable, __file__, "--one", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    found: list[tuple[str, str, str]] = []
    for line in ended.stdout.splitlines():
        number, outcome, detail = line.split("\t")
        found.append((number, outcome, detail))
    if ended.returncode:
        found.append((str(len(found)), f"the process ended with {ended.returncode}", ended.stderr[-300:]))
    return found


def compare(path: Path) -> Iterator[tuple[int, str, str]]:
    """The number of each part of a file, the outcome, and what differs as a string with escapes."""
    with TemporaryDirectory() as folder:
        for number, text in enumerate(_SEPARATOR.split(path.read_text(encoding="utf-8"))):
            file = Path(folder) / f"part{number}.mlir"
            file.write_text(text, encoding="utf-8")
            if text.strip():
                wheel, ours = read_with_wheel(file).debug, of_xtriton(text, str(file))
                yield number, *_outcome(wheel, ours)


def _outcome(wheel: str | None, ours: tuple[str | None, str]) -> tuple[str, str]:
    text, error = ours
    if wheel is None or text is None:
        if wheel is None and text is None:
            return "both refuse", ""
        return ("only the wheel accepts", _escaped(error)) if text is None else ("only xtriton accepts", "")
    if wheel == text:
        return "same", ""
    lines = difflib.unified_diff(wheel.splitlines(), text.splitlines(), "wheel", "xtriton", lineterm="")
    return "differ", _escaped("\n".join(lines))


def _escaped(text: str) -> str:
    return text.encode("unicode_escape").decode("ascii")


def of_xtriton(text: str, path: str) -> tuple[str | None, str]:
    """The text that xtriton prints, or ``None`` and the error."""
    context = Context()
    try:
        module = parse_module(text, path, context)
        verify(module, context)
    except DiagnosticError as error:
        return None, str(error)
    return print_op(module, AS_THE_WHEEL), ""


if __name__ == "__main__":
    sys.exit(main())
