"""Plants bugs before anything is imported, each in a process of its own that then runs the tests until one fails.

Exchanging code in a running process comes too late for functions that run when their module is imported, as those do
that make tables of formulas.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import NoReturn

import pytest
from sabotage.campaign import Verdict
from sabotage.sites import ROOT, Bug, planted


def plant_at_import(bug: Bug) -> None:
    """Have the bug's module compiled with the bug; it must not be imported yet."""
    tree, _ = planted(bug)
    path, original = str(ROOT / bug.file), SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        return compile(tree, path, "exec", dont_inherit=True) if loader.path == path else original(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


class _FirstFailure:
    """Notes the first test that fails, or is not collected, and how many ran."""

    def __init__(self) -> None:
        self.found = ""
        self.message = ""
        self.count = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.count += report.when == "call"
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and not self.found:
            self.found, self.message = report.nodeid, str(report.longrepr)[-300:]


def hunt(bug: Bug, words: Sequence[str], seconds: float) -> Verdict:
    """The verdict on a bug of pytest's ``words``, which must pass without it, in at most so many seconds."""
    try:
        change = planted(bug)[1]
    except KeyError:
        return Verdict(bug.id, "", "impossible", message="there is no such change any more")
    reading, writing = os.pipe()
    scratch = tempfile.mkdtemp(prefix="sabotage-")
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.environ["XTRITON_CACHE_DIR"] = scratch
        _run(bug, change, words, seconds, writing)
    os.close(writing)
    with os.fdopen(reading) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    shutil.rmtree(scratch, ignore_errors=True)
    return Verdict(**json.loads(text)) if text else Verdict(bug.id, change, "crashed", "the process died")


def _run(bug: Bug, change: str, words: Sequence[str], seconds: float, writing: int) -> NoReturn:
    failure = _FirstFailure()

    def finish(how: str) -> NoReturn:
        verdict = Verdict(bug.id, change, how, failure.found, failure.count, message=failure.message)
        os.write(writing, json.dumps(asdict(verdict)).encode())
        os._exit(0)

    signal.signal(signal.SIGALRM, lambda number, frame: finish("time"))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    plant_at_import(bug)
    pytest.main([*words, "-x"], plugins=[failure])
    finish("failed" if failure.found else "survived")
