"""Benchmarks of ``triton.testing.perf_report`` that end in time on a CPU: ``xtriton run --bench-seconds``."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib.util import find_spec
from types import ModuleType
from typing import Any

_NEEDED = ("matplotlib", "pandas")
"""What ``perf_report`` imports when a benchmark runs."""


@dataclass
class _Points:
    """The points of a benchmark in order, of which none begins once the time is up. The first one always does."""

    points: Sequence[Any]
    seconds: float
    measured: int = 0

    def __iter__(self) -> Iterator[Any]:
        end = time.monotonic() + self.seconds
        for point in self.points:
            if self.measured and time.monotonic() >= end:
                return
            self.measured += 1
            yield point

    def __len__(self) -> int:
        return len(self.points)


def limit_benchmarks(testing: ModuleType, seconds: float | None) -> None:
    """Let each benchmark of ``triton.testing`` begin no point after this many seconds, and say how many it measured.

    A benchmark for which a package is missing ends the script with one line.
    """
    original = testing.Mark._run

    @wraps(original)
    def run(self: Any, bench: Any, *arguments: Any, **named: Any) -> Any:
        missing = [name for name in _NEEDED if find_spec(name) is None]
        if missing:
            names = " and ".join(missing)
            raise SystemExit(
                f"xtriton run: error: the benchmark '{bench.plot_name}' needs {names}: pip install {' '.join(missing)}"
            )
        if seconds is None:
            return original(self, bench, *arguments, **named)
        every = bench.x_vals
        points = bench.x_vals = _Points(every, seconds)
        try:
            return original(self, bench, *arguments, **named)
        finally:
            bench.x_vals = every
            if points.measured < len(points):
                counted = f"{points.measured} of {len(points)} points"
                text = f"benchmark '{bench.plot_name}': {counted} measured in {seconds:g} s (--bench-seconds)"
                print(f"xtriton run: {text}", file=sys.stderr)

    testing.Mark._run = run
