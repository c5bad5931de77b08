"""Plants bugs in the passes, one by one, and reports which of them the tests find.

    python -m tests.sabotage [--count 200] [--seed 0] [--only TEXT] [--bugs FILE] [--json FILE] [TESTS ...]

Bugs are drawn at random by ``--seed``, or read from ``--bugs``: a file of ids, one in a line, or the ``--json`` of
another run, of which ``--survivors`` takes those that were not found. ``--only`` keeps those with a text in their ids.
``--list`` shows them with the changed code. ``--fresh`` plants each bug before anything is imported, in a process of
its own that runs all tests: for functions that run on import. The result of each is one line, and is added to
``--json`` at once, so that a run that was stopped goes on where it was. docs/testing.md says how to read results.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import pytest  # noqa: E402
from sabotage.campaign import Campaign, Verdict  # noqa: E402
from sabotage.fresh import hunt  # noqa: E402
from sabotage.sites import Bug, chosen, planted  # noqa: E402

SUITE = (
    "tests/filecheck/passes",
    "tests/filecheck/cli",
    "tests/filecheck/versions",
    "tests/unit/analysis",
    "tests/unit/rewriting",
    "tests/unit/layouts",
    "tests/unit/passes",
    "tests/unit/interfaces",
    "tests/unit/interp/test_proof.py",
    "tests/unit/test_pipelines.py",
    "tests/unit/backends",
    "tests/unit/compiler",
    "tests/unit/kernels",
    "tests/property/test_pattern_results.py",
    "tests/semantics",
    "tests/versions",
    "tests/parity/test_filecheck_programs.py",
    "tests/parity/test_passes.py",
    "tests/parity/test_ttgir.py",
    "tests/parity/test_expressions.py",
    "tests/parity/test_conversions.py",
    "tests/parity/test_random_programs.py",
    "tests/parity/test_typed_programs.py",
    "tests/parity/test_pipelined_loops.py",
    "tests/parity/test_expanded_loops.py",
    "tests/parity/test_versions.py",
    "tests/parity/test_version_samples.py",
    "tests/parity/test_warp_specialization.py",
    "tests/parity/test_hopper_warp_specialization.py",
    "tests/parity/test_gluon.py",
    "tests/parity/test_shared_memory_lifetimes.py",
)
"""The tests that look at passes. Those of text, of the front end and of the interpreter alone are left out."""

FOUND = ("failed", "hangs", "crashed")
SETTLED = (*FOUND, "equivalent", "gone")
"""Verdicts, some of them only in the record, of bugs on which there is nothing more to try."""


def _bugs(options: argparse.Namespace) -> list[Bug]:
    if options.bugs is None:
        bugs = chosen(options.count, options.seed)
    elif options.bugs.suffix == ".json":
        verdicts = json.loads(options.bugs.read_text(encoding="utf-8"))
        kept = [verdict for verdict in verdicts if not options.survivors or verdict["how"] not in SETTLED]
        bugs = [Bug.of(entry["bug"]) for entry in kept]
    else:
        lines = options.bugs.read_text(encoding="utf-8").splitlines()
        bugs = [Bug.of(line.split()[0]) for line in lines if line.strip() and not line.startswith("#")]
    return [bug for bug in bugs if options.only in bug.id]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "tests", nargs="*", default=SUITE, help="files, folders or ids of tests (default: all of passes)"
    )
    parser.add_argument("--count", type=int, default=200, help="how many bugs are drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="plant only bugs with this text in their ids")
    parser.add_argument("--bugs", type=Path, help="a file of ids, or the results of another run")
    parser.add_argument("--survivors", action="store_true", help="of --bugs, those that were not found")
    parser.add_argument(
        "--budget", type=float, default=60.0, help="seconds after which no further test begins for a bug"
    )
    parser.add_argument("--select", default="", help="pytest's -k: which of the tests")
    parser.add_argument("--slow", action="store_true", help="also run tests that `make test` leaves out")
    parser.add_argument("--json", type=Path, help="where results are kept")
    parser.add_argument("--reach", type=Path, help="where it is kept which tests reach which functions")
    parser.add_argument("--fresh", action="store_true", help="plant each bug before anything is imported")
    parser.add_argument("--list", action="store_true", help="show the bugs and plant none")
    return parser.parse_args()


def main() -> int:
    """Run, and print the figures."""
    options = _arguments()
    if options.list:
        for bug in _bugs(options):
            print(f"{bug.id}\n    {planted(bug)[1]}")
        return 0
    verdicts: list[Verdict] = []
    if options.json is not None and options.json.exists():
        verdicts = [Verdict(**entry) for entry in json.loads(options.json.read_text(encoding="utf-8"))]
    done = {verdict.bug for verdict in verdicts}

    def report(verdict: Verdict) -> None:
        verdicts.append(verdict)
        by = f" by {verdict.found}" if verdict.found else ""
        print(f"{verdict.how}{by}: {verdict.bug}: {verdict.change}", file=sys.__stdout__, flush=True)
        if options.json is not None:
            options.json.write_text(
                json.dumps([asdict(result) for result in verdicts], indent=1) + "\n", encoding="utf-8"
            )

    words = [*options.tests, "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-s"]
    words += ["-k", options.select] if options.select else []
    words += [] if options.slow else ["-m", "not slow"]

    def wanted() -> list[Bug]:
        return [bug for bug in _bugs(options) if bug.id not in done]

    status: int = pytest.ExitCode.OK
    if options.fresh:
        for bug in wanted():
            report(hunt(bug, words, options.budget))
    else:
        status = pytest.main(words, plugins=[Campaign(wanted, options.budget, report, options.reach)])
    counts = Counter(result.how for result in verdicts)
    found = sum(counts[how] for how in FOUND)
    print(
        f"{len(verdicts)} bugs, {found} found; " + ", ".join(f"{count} {how}" for how, count in sorted(counts.items()))
    )
    return 0 if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else 1


if __name__ == "__main__":
    raise SystemExit(main())
