"""Run the lit files of a Triton or triton-shared checkout with xtriton-opt in triton-opt's place, RUN lines verbatim.

    python tests/conformance/run.py CHECKOUT [--triton VERSION] [--filter TEXT] [-v] [--json FILE] [-j N]

The files of a checkout are run as its version of Triton, ``--triton``, whichever wheel is installed. A test passes if
all its RUN lines succeed. It is unsupported if one needs a program, a pass or an option that does not exist here; the
reason says which. Nothing is copied: the files are read where they are.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from litrunner.programs import Crash, Programs  # noqa: E402
from litrunner.runner import run_test  # noqa: E402
from litrunner.shell import Unsupported, run_lines  # noqa: E402

from xtriton.versions import KNOWN, TritonVersion  # noqa: E402

_OPT_NAMES = frozenset({"triton-opt", "triton-shared-opt", "xtriton-opt"})
_XFAIL = re.compile(r"XFAIL:\s*\*")
_VAR_SCOPE = "--enable-var-scope"
"""Options that Triton's lit configuration passes to FileCheck, and triton-shared's does not."""

_STATES = ("passed", "failed", "expected", "unsupported")
"""``expected`` are failures of tests that are marked as failing (lit's ``XFAIL: *``)."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a test. ``reason`` is empty if it passed."""

    path: str
    folder: str
    state: str
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Job:
    """A test to run in some process."""

    path: Path
    root: Path
    filecheck: str | None
    timeout: float
    triton: TritonVersion | None
    """The version of Triton to run it as; ``None`` for that of the installed wheel."""


class TooSlow(Exception):
    """A test did not end in time."""


def main(argv: Sequence[str] | None = None) -> int:
    """Returns 0 if no test failed."""
    arguments = _parser().parse_args(argv)
    root: Path = arguments.checkout
    root = root / "test" if (root / "test").is_dir() else root
    filecheck: str | None = arguments.filecheck or find_filecheck()
    filecheck = None if filecheck == "package" else filecheck
    jobs = [
        Job(path, root, filecheck, arguments.timeout, arguments.triton)
        for path in find_tests(root)
        if re.search(arguments.filter, str(path.relative_to(root)))
    ]
    if not jobs:
        sys.stderr.write(f"no tests with RUN lines below {root}\n")
        return 2
    outcomes: list[Outcome] = []
    for outcome in _run_all(jobs, arguments.jobs):
        outcomes.append(outcome)
        if arguments.verbose and outcome.state != "passed":
            print(f"{outcome.state:12} {outcome.path}: {outcome.reason}", flush=True)
            if arguments.verbose > 1 and outcome.detail:
                print(outcome.detail)
    print(table(outcomes))
    print(f"FileCheck: {filecheck or 'the filecheck package'}")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1) + "\n")
    return 1 if any(outcome.state == "failed" for outcome in outcomes) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("checkout", type=Path, help="a checkout of Triton or triton-shared, or a folder of lit files")
    parser.add_argument(
        "--triton",
        type=_version,
        metavar="VERSION",
        help=f"run the files as this version of Triton: {', '.join(map(str, KNOWN))} (default: that of the wheel)",
    )
    parser.add_argument("--filter", default="", help="only paths that this regular expression finds")
    parser.add_argument("--filecheck", help="a FileCheck binary, or 'package' (default: one on PATH, else the package)")
    parser.add_argument("--json", help="write all outcomes to this file")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds a test may take (default: 120)")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="reasons; twice: all that was said")
    return parser


def _version(text: str) -> TritonVersion:
    try:
        return TritonVersion.parse(text)
    except ValueError as failure:
        raise argparse.ArgumentTypeError(str(failure)) from None


def filecheck_flags(root: Path) -> tuple[str, ...]:
    """The FileCheck flags of the lit configuration of a folder of tests, by default those of Triton's."""
    configuration = root / "lit.cfg.py"
    scoped = not configuration.is_file() or _VAR_SCOPE in configuration.read_text()
    return (_VAR_SCOPE,) if scoped else ()


def find_filecheck() -> str | None:
    """LLVM's FileCheck on PATH, with or without a version in its name."""
    for name in ("FileCheck", *(f"FileCheck-{version}" for version in range(30, 13, -1))):
        if (found := shutil.which(name)) is not None:
            return found
    return None


def find_tests(root: Path) -> list[Path]:
    """The files below ``root`` that have RUN lines."""
    candidates = sorted(path for suffix in ("*.mlir", "*.ll") for path in root.rglob(suffix))
    return [path for path in candidates if run_lines(path.read_text(encoding="utf-8", errors="replace"))]


def _run_all(jobs: list[Job], processes: int) -> Iterator[Outcome]:
    if processes <= 1:
        yield from map(run_one, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(run_one, jobs)


def run_one(job: Job) -> Outcome:
    """Run one test."""
    outcome = _run_one(job)
    if outcome.state == "failed" and _XFAIL.search(job.path.read_text(encoding="utf-8", errors="replace")):
        return replace(outcome, state="expected")
    return outcome


def _run_one(job: Job) -> Outcome:
    path = str(job.path.relative_to(job.root))
    folder = str(job.path.parent.relative_to(job.root))
    programs = Programs(
        _OPT_NAMES, job.filecheck, filecheck_flags(job.root), triton=job.triton, missing_is_unsupported=True
    )
    try:
        with TemporaryDirectory() as scratch, _time_limit(job.timeout):
            failure = run_test(job.path, Path(scratch), programs)
    except Unsupported as reason:
        return Outcome(path, folder, "unsupported", str(reason))
    except TooSlow:
        return Outcome(path, folder, "failed", f"no end after {job.timeout:g} s")
    except Crash as crash:
        return Outcome(path, folder, "failed", str(crash).strip().split("\n")[0], str(crash))
    if failure is None:
        return Outcome(path, folder, "passed")
    return Outcome(path, folder, "failed", failure.reason, str(failure))


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    def stop(signum: int, frame: FrameType | None) -> None:
        raise TooSlow

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def table(outcomes: Sequence[Outcome]) -> str:
    """Counts per folder and in all."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        counts[outcome.folder][outcome.state] += 1
        counts["total"][outcome.state] += 1
    width = max(len(folder) for folder in counts)
    lines = [" ".join([f"{'folder':{width}}", *(f"{state:>12}" for state in _STATES)])]
    for folder in [*sorted(counts.keys() - {"total"}), "total"]:
        lines.append(" ".join([f"{folder:{width}}", *(f"{counts[folder][state]:12}" for state in _STATES)]))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
