"""A pytest plugin that runs the chosen tests once, and then those that reach a bug's function for each bug.

The tests are collected and run in one process, which notes the functions that each test calls, and how long it takes.
Each bug is then planted in a fork of this process, which has all modules imported and the wheel's answers cached; the
fork runs the tests that reach the function, the quickest first, until one fails or time is up. Time is CPU time, so
that figures do not depend on the load of the machine.
"""

from __future__ import annotations

import cProfile
import gc
import gzip
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from sabotage.planting import Key, Loaded, codes_with, key_of
from sabotage.sites import FOLDERS, ROOT, Bug

_SLOWER = 10
"""How many times more processor time than without the bug a test may take before it counts as hanging."""

_WAITING = 20
"""How many times that it may take by the clock, should it wait for something."""

_KEEPING = 60
"""Seconds after which what is known of reach is kept again, should the campaign be stopped."""

_PACKAGE = str(ROOT / "xtriton") + os.sep


@dataclass
class Verdict:
    """The outcome of a bug.

    ``found`` is by which test, or empty. ``how`` is ``failed``, ``hangs``, ``crashed``, ``survived`` (all tests that
    reach the function passed), ``time`` (those that ran until time was up did), ``unreached`` (there are none) or
    ``impossible`` (the function is not loaded, or has changed).
    """

    bug: str
    change: str
    how: str
    found: str = ""
    tests: int = 0
    reached: int = 0
    seconds: float = 0.0
    message: str = ""


@dataclass
class Campaign:
    """The bugs to plant, drawn after the tests have run without any, and the reach and time of each test."""

    bugs: Callable[[], Sequence[Bug]]
    budget: float
    report: Callable[[Verdict], None]
    known: Path | None = None
    """A file that keeps what tests reach from one campaign to the next."""
    reach: dict[str, set[Key]] = field(default_factory=dict[str, "set[Key]"])
    seconds: dict[str, float] = field(default_factory=dict[str, float])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of pytest's own loop."""
        items = self._baseline(session.items)
        by_name = {item.nodeid: item for item in items}
        order = sorted(by_name, key=lambda name: self.seconds[name])
        gc.collect()
        loaded = Loaded.now()
        gc.freeze()
        for bug in self.bugs():
            try:
                codes, change = codes_with(bug)
            except KeyError:
                self.report(Verdict(bug.id, "", "impossible", message="there is no such change any more"))
                continue
            keys = set(codes)
            reached = [by_name[name] for name in order if keys & self.reach[name]]
            # What is about the same file by its name is the most likely to notice.
            stem = bug.file.rpartition("/")[2].removesuffix(".py")
            reached.sort(key=lambda item: (stem not in item.nodeid, self.seconds[item.nodeid]))
            if not reached:
                self.report(Verdict(bug.id, change, "unreached"))
                continue
            self.report(self._in_fork(bug, change, reached, loaded))
        return True

    def _baseline(self, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """The tests that pass without a bug; records the functions they reach."""
        passed: list[pytest.Item] = []
        self._read_reach()
        kept = time.monotonic()
        for item in items:
            if item.nodeid in self.reach:
                passed.append(item)
                continue
            called: set[CodeType] = set()
            _forget_results()
            start = time.process_time()
            failed = _run(item, called)
            self.seconds[item.nodeid] = time.process_time() - start
            if failed is None:
                self.reach[item.nodeid] = {key_of(code) for code in called if code.co_filename.startswith(_PACKAGE)}
                passed.append(item)
            else:
                print(f"left out, since it fails without a bug: {item.nodeid}", file=sys.__stderr__, flush=True)
            if time.monotonic() > kept + _KEEPING:
                self._write_reach()
                kept = time.monotonic()
        self._write_reach()
        return passed

    def _read_reach(self) -> None:
        if self.known is None or not self.known.exists():
            return
        held = json.loads(gzip.decompress(self.known.read_bytes()))
        keys = [(str(ROOT / file), name, line) for file, name, line in held["functions"]]
        for name, (seconds, numbers) in held["tests"].items():
            self.seconds[name], self.reach[name] = seconds, {keys[number] for number in numbers}

    def _write_reach(self) -> None:
        if self.known is None:
            return
        keys = sorted({key for keys in self.reach.values() for key in keys})
        numbers = {key: number for number, key in enumerate(keys)}
        held = {
            "functions": [(os.path.relpath(file, ROOT), name, line) for file, name, line in keys],
            "tests": {
                name: (self.seconds[name], sorted(numbers[key] for key in self.reach[name])) for name in self.reach
            },
        }
        self.known.write_bytes(gzip.compress(json.dumps(held).encode()))

    def _in_fork(self, bug: Bug, change: str, items: Sequence[pytest.Item], loaded: Loaded) -> Verdict:
        reading, writing = os.pipe()
        scratch = tempfile.mkdtemp(prefix="sabotage-")
        start = time.perf_counter()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._hunt(bug, change, items, loaded, writing, scratch)
        os.close(writing)
        with os.fdopen(reading) as stream:
            # Threads of native code that wait for each other take no time, and no signal.
            waits = not select.select([stream], [], [], _WAITING * self.budget)[0]
            if waits:
                os.kill(child, signal.SIGKILL)
            text = stream.read()
        os.waitpid(child, 0)
        shutil.rmtree(scratch, ignore_errors=True)
        taken = round(time.perf_counter() - start, 2)
        if waits:
            return Verdict(bug.id, change, "hangs", reached=len(items), seconds=taken)
        if not text:
            return Verdict(bug.id, change, "crashed", "the process died", reached=len(items), seconds=taken)
        return Verdict(**{**json.loads(text), "reached": len(items), "seconds": taken})

    def _hunt(
        self, bug: Bug, change: str, items: Sequence[pytest.Item], loaded: Loaded, writing: int, scratch: str
    ) -> None:
        """In the fork: plant the bug, run the tests, write the verdict. Does not return."""
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        os.environ["XTRITON_CACHE_DIR"] = scratch
        verdict = Verdict(bug.id, change, "survived")

        def finish(how: str, found: str = "", message: str = "") -> None:
            verdict.how, verdict.found, verdict.message = how, found, message[-300:]
            os.write(writing, json.dumps(asdict(verdict)).encode())
            os._exit(0)

        current = ""

        def late(number: int, frame: FrameType | None) -> None:
            finish("hangs", current)

        signal.signal(signal.SIGALRM, late)
        signal.signal(signal.SIGPROF, late)
        try:
            name = bug.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if name not in sys.modules:
                import_module(name)
                loaded = loaded.with_new()
            loaded.plant(bug)
        except LookupError as failure:
            finish("impossible", message=str(failure))
        loaded.forget_results()
        _forget_native_outcomes()
        end = time.process_time() + self.budget
        for item in items:
            if time.process_time() > end:
                finish("time")
            current = item.nodeid
            verdict.tests += 1
            most = 5 + _SLOWER * self.seconds[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, most)
            signal.setitimer(signal.ITIMER_REAL, _WAITING * most)
            failure = _run(item)
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            if failure is not None:
                finish("failed", item.nodeid, failure)
        finish("survived")


_PLANTED = tuple(folder.replace("/", ".") + "." for folder in FOLDERS)


def _forget_results() -> None:
    """Empty the caches of the functions that bugs are planted in: a test reaches what it would compute alone."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_PLANTED):
            for attribute in list(vars(module).values()):
                if hasattr(attribute, "cache_clear"):
                    attribute.cache_clear()


_OF_OURS = ("native_outcome", "pass_levels", "stage_levels", "ttgir_levels", "ttgir_stage_levels", "parsed")


def _forget_native_outcomes() -> None:
    """Empty what the tests themselves remember of this project's results. What the wheel said stays."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("parity.", "semantics.", "unit.", "tests.")):
            for attribute in list(vars(module).values()):
                if hasattr(attribute, "cache_clear") and getattr(attribute, "__name__", "") in _OF_OURS:
                    attribute.cache_clear()


def _run(item: pytest.Item, called: set[CodeType] | None = None) -> str | None:
    """Why a test fails, or None. Functions that are called are put into ``called``."""

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            called.add(frame.f_code)  # type: ignore[union-attr]

    # cProfile notes calls several times as fast as a function in Python, but only those of its own thread.
    profile = cProfile.Profile(builtins=False)
    if called is not None:
        threading.setprofile(note)
        profile.enable()
    try:
        reports = runtestprotocol(item, nextitem=None, log=False)
    finally:
        if called is not None:
            profile.disable()
            threading.setprofile(None)
            called.update(entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType))
    for report in reports:
        if report.failed:
            return str(report.longrepr)
    return None
