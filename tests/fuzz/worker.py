"""A worker process: examines cases one after another and writes each finding as a line of JSON.

The number of the case in work is in the file ``--progress``, where the parent reads it after the worker died.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import sys
import time
from dataclasses import asdict
from pathlib import Path

from fuzz.cases import Case, Counts
from fuzz.checks import SLOWEST
from fuzz.comparison import compare, fails_likewise
from fuzz.tokens import prepare
from fuzz.wheel import Wheel

MEMORY = 6 << 30
"""Bytes of address space. A case that needs more is a finding."""
STACK = 512 << 20
RECURSION = 20_000
CASES_OF_A_PROCESS = 4000
"""After so many cases a worker is replaced: types and attributes are remembered once per spelling."""
CASES_OF_A_REPORT = 10


def main() -> int:
    """Work until the time is up, or ``CASES_OF_A_PROCESS`` or all cases are done. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--start", type=int, required=True)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--end", type=int, help="the number of the first case not to examine")
    parser.add_argument("--until", type=float, required=True, help="seconds since the epoch")
    parser.add_argument("--progress", type=Path, required=True)
    parser.add_argument("--wheel", type=float, default=0.0, help="the share of cases to compare with the wheel")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.setrecursionlimit(RECURSION)
    wheel = Wheel() if options.wheel and Wheel.installed() else None
    counts, number = Counts(), options.start
    prepare()
    gc.freeze()  # samples and definitions live as long as the process
    gc.set_threshold(50_000, 20, 100)
    progress = os.open(options.progress, os.O_WRONLY | os.O_CREAT)
    try:
        for done in range(CASES_OF_A_PROCESS):
            if done and done % CASES_OF_A_REPORT == 0:
                _report(counts, number, wheel)
                counts = Counts()
            if time.time() > options.until or (options.end is not None and number >= options.end):
                break
            os.pwrite(progress, f"{number:<20}".encode(), 0)
            case = Case(options.seed, number)
            findings = case.run(counts)
            if wheel is not None and not findings and case.random.random() < options.wheel:
                findings = compare(case, wheel, counts)
            for found in findings:
                if wheel is None or not fails_likewise(found, wheel):
                    _write({"found": asdict(found)})
            number += options.step
        _report(counts, number, wheel)
    finally:
        if wheel is not None:
            wheel.close()
    return 0


def _report(counts: Counts, following: int, wheel: Wheel | None) -> None:
    """Report the counters since the last report, and the number of the next case."""
    deaths = 0
    if wheel is not None:
        deaths, wheel.deaths = wheel.deaths, 0
    slowest = asdict(SLOWEST.take())
    _write({"counts": asdict(counts), "next": following, "deaths": deaths, "slowest": slowest})


def _write(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
