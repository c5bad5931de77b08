"""Fuzz xtriton: mutated texts, options and pass pipelines, on worker processes.

    python -m fuzz.run [--seconds 60] [--cases N] [--seed 0] [--jobs 2] [--wheel 0.1] [--save DIR [--reduce]]

runs in the folder ``tests``, for so many seconds or cases. Every finding is printed once, with the number of the case
that showed it first; ``--save`` writes its input there, and ``--reduce`` makes it small in the end.
``--seed S --case N`` repeats one case. The exit status is 1 after new ones.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from fuzz.cases import Case, Counts, Found
from fuzz.checks import Slowest
from fuzz.corpus import save
from fuzz.known import is_known
from fuzz.worker import STACK

TESTS = Path(__file__).parents[1]
STUCK = 300.0
"""Seconds after which a worker is ended that does not get on: CPU time limits do not reach into C."""


@dataclass
class Campaign:
    """A run of the fuzzer. ``first`` holds the first finding of each signature, ``seen`` how often it came."""

    seed: int
    seconds: float
    jobs: int
    wheel: float
    cases: int | None = None
    """How many cases there are at most; None for as many as there is time for."""
    folder: Path | None = None
    quiet: bool = False
    counts: Counts = field(default_factory=Counts)
    first: dict[str, Found] = field(default_factory=dict[str, Found])
    seen: Counter[str] = field(default_factory=Counter[str])
    deaths_of_the_wheel: int = 0
    slowest: Slowest = field(default_factory=Slowest)
    saved: list[Path] = field(default_factory=list[Path])
    lock: Lock = field(default_factory=Lock)
    started: float = 0.0
    until: float = 0.0
    """When to stop, in seconds since the epoch."""
    workers: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict[int, "subprocess.Popen[bytes]"])

    def run(self) -> None:
        """Work on ``jobs`` processes until the time is up or all cases are done."""
        self.started = time.time()
        self.until = self.started + self.seconds
        with ThreadPoolExecutor(self.jobs) as pool:
            for _ in pool.map(self._lane, range(self.jobs)):
                pass

    def _lane(self, lane: int) -> None:
        """Every case whose number is ``lane`` modulo ``jobs``, on one worker after another."""
        number = lane
        with tempfile.TemporaryDirectory() as folder:
            progress = Path(folder) / "progress"
            while time.time() < self.until and (self.cases is None or number < self.cases):
                number = self._worker(number, progress)

    def _worker(self, start: int, progress: Path) -> int:
        """Run a worker from a case on. Returns the case to go on with."""
        progress.write_text(str(start))
        command = [sys.executable, "-m", "fuzz.worker", "--seed", str(self.seed), "--start", str(start)]
        command += ["--step", str(self.jobs), "--until", str(self.until), "--progress", str(progress)]
        command += ["--wheel", str(self.wheel)]
        if self.cases is not None:
            command += ["--end", str(self.cases)]
        if time.time() >= self.until:
            return start
        worker = self.workers[start % self.jobs] = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            preexec_fn=_large_stack,
        )
        assert worker.stdout is not None
        Thread(target=_end_if_stuck, args=(worker, progress), daemon=True).start()
        following = start
        for line in worker.stdout:
            message: dict[str, Any] = json.loads(line)
            if "found" in message:
                self._take(Found(**message["found"]))
            else:
                with self.lock:
                    self.counts.add(Counts(**message["counts"]))
                    self.deaths_of_the_wheel += message["deaths"]
                    self.slowest.add(**message["slowest"])
                following = message["next"]
        status = worker.wait()
        if status == 0 or time.time() >= self.until:
            return following
        dead = int(progress.read_text())
        # Making the case again here could be the end of this process, too.
        self._take(Found(dead, "died", f"the worker ended with status {status}", "", "", "", False))
        return dead + self.jobs

    def stop(self) -> None:
        """End the workers now; their reports so far count."""
        self.until = 0.0
        for worker in self.workers.values():
            worker.kill()

    def _take(self, found: Found) -> None:
        key = f"{found.kind}: {found.signature}"
        with self.lock:
            self.seen[key] += 1
            if key in self.first:
                return
            self.first[key] = found
        if not self.quiet:
            print(f"case {found.number}: {key}  [{found.pipeline}]", flush=True)
        if self.folder is not None and found.text:
            self.saved.append(save(self.folder, found))

    @property
    def news(self) -> list[str]:
        """The findings that are not known."""
        return [key for key in self.first if not is_known(key)]

    def summary(self) -> str:
        """The counters of the run, and the findings with their frequencies."""
        counts, seconds = self.counts, time.time() - self.started
        lines = [
            f"{counts.mutants} mutants ({counts.mutants / seconds:.0f} per second on {self.jobs} processes), "
            f"{counts.accepted} valid, {counts.compared} compared with the wheel, "
            f"which died {self.deaths_of_the_wheel} times",
            f"{counts.pipelines} pipelines, {counts.options} of them with options, {counts.broken} with a mutation of "
            f"their text; {counts.calls} calls of the Python API",
            f"the slowest step took {self.slowest.share:.0%} of its CPU time: {self.slowest.step}",
            f"{len(self.first)} findings",
        ]
        lines += [f"{count:6} {key}{' (known)' * is_known(key)}" for key, count in self.seen.most_common()]
        return "\n".join(lines)


def _end_if_stuck(worker: subprocess.Popen[bytes], progress: Path) -> None:
    """End a worker that is on one case for too long."""
    while worker.poll() is None:
        time.sleep(5)
        if progress.exists() and time.time() - progress.stat().st_mtime > STUCK:
            worker.kill()


def _environment() -> dict[str, str]:
    """An environment in which processes import the same modules as this one."""
    inherited = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(TESTS.parent), str(TESTS), *([inherited] if inherited else [])])
    return {
        **os.environ,
        "PYTHONPATH": path,
        "PYTHONHASHSEED": "0",  # sets are in the same order each time
        "OPENBLAS_NUM_THREADS": "1",  # each thread of a large machine would reserve the large stack
    }


def _large_stack() -> None:
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))


def main() -> int:
    """Run what the command line asks for. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cases", type=int, help="the number of cases; as many as there is time for unless given")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--wheel", type=float, default=0.1, help="the share of cases that is compared with the wheel")
    parser.add_argument("--save", type=Path, metavar="DIR")
    parser.add_argument("--reduce", action="store_true", help="make what is saved small in the end")
    parser.add_argument("--case", type=int, help="repeat this case and show its text")
    options = parser.parse_args()
    if options.case is not None:
        return _repeat(options.seed, options.case)
    campaign = Campaign(options.seed, options.seconds, options.jobs, options.wheel, options.cases, options.save)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: campaign.stop())
    campaign.run()
    print(campaign.summary())
    if options.reduce and campaign.saved:
        for path in campaign.saved:  # each in a process of its own, which may die
            subprocess.run([sys.executable, "-m", "fuzz.reduce", str(path)], env=_environment(), check=False)
            print(f"{path}: {path.stat().st_size} bytes", flush=True)
    return 1 if campaign.news else 0


def _repeat(seed: int, number: int) -> int:
    case = Case(seed, number)
    findings = case.run(Counts())
    print(case.text)
    for found in findings:
        print(f"{found.kind}: {found.signature}  [{found.pipeline}]\n{found.detail}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
