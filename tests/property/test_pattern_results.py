"""Patterns return whether they changed the program, on the programs of the FileCheck tests.

The driver believes them: after a pattern that applied, it tries no other one on that operation and goes over everything
once more; one that changed something and denies it may end the rewriting too early.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fuzz.material import TESTS, samples_of
from xdsl.ir import Operation

from xtriton.cli.deep_stack import with_deep_stack
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.listener import Listener
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.passes.base import Pass
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.rewriting.greedy import GreedyConfig, GreedyDriver
from xtriton.rewriting.pattern import PatternSet, Rewrite
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import KNOWN, NEWEST, TritonVersion

FOLDER = TESTS / "filecheck"
FILES = sorted(
    path.relative_to(FOLDER).as_posix() for part in ("passes", "versions") for path in (FOLDER / part).rglob("*.mlir")
)

SILENT = ("load_for_reduction", "initial_value_nobody_reads")
"""These change the program and do not tell the driver, as in Triton: the order of what follows depends on it."""


class Counting(Listener):
    """Counts changes, and passes them on."""

    def __init__(self, listener: Listener) -> None:
        self.changes = 0
        self._listener = listener

    def inserted(self, op: Operation) -> None:
        self.changes += 1
        self._listener.inserted(op)

    def modified(self, op: Operation) -> None:
        self.changes += 1
        self._listener.modified(op)

    def erased(self, op: Operation) -> None:
        self.changes += 1
        self._listener.erased(op)


def _name_of(rewrite: Rewrite) -> str:
    """The name of a pattern's function, whose first arguments may be bound."""
    return _name_of(rewrite.func) if isinstance(rewrite, partial) else rewrite.__name__


class Results:
    """How many patterns applied, and those whose result was another than what the driver was told."""

    def __init__(self) -> None:
        self.applied = 0
        self.wrong: dict[str, bool] = {}

    def checked(self, rewrite: Rewrite) -> Rewrite:
        """The pattern; its result is looked at."""

        def check(op: Any, rewriter: Rewriter) -> bool:
            listener = rewriter.listener
            if not isinstance(listener, GreedyDriver):  # conversions erase operations in the end
                return rewrite(op, rewriter)
            rewriter.listener = counting = Counting(listener)
            try:
                applied = rewrite(op, rewriter)
            finally:
                rewriter.listener = listener
            self.applied += applied
            if applied != (counting.changes > 0) and name not in SILENT:
                self.wrong[name] = applied
            return applied

        name = check.__name__ = _name_of(rewrite)
        return check


@pytest.fixture(name="results")
def _results(monkeypatch: pytest.MonkeyPatch) -> Results:
    results, of = Results(), PatternSet.of
    monkeypatch.setattr(PatternSet, "of", lambda held, kind: tuple(map(results.checked, of(held, kind))))
    monkeypatch.setattr(PatternSet, "kept", lambda held, key, make: make())  # not the rewrites of earlier runs
    return results


def _versions(path: Path) -> list[TritonVersion]:
    """The versions that the RUN lines of a file name; the newest where they name none."""
    named = re.findall(r"// RUN:.*--triton=(\S+)", path.read_text(encoding="utf-8", errors="replace"))
    return [TritonVersion.parse(name) for name in dict.fromkeys(named)] or [NEWEST]


def run(path: Path) -> None:
    """The passes of the RUN lines on each part of a file, as the versions that it names, and all canonicalizations."""
    named = _versions(path)
    for sample in samples_of(path):
        for pipeline in dict.fromkeys((*sample.pipelines, "canonicalize")):
            nest = parse_pipeline(pipeline)
            passes = [item for item in nest.items if isinstance(item, Pass)]
            versions = KNOWN if pipeline == "canonicalize" else named
            for version in [it for it in versions if all(it in item.versions for item in passes)] or [NEWEST]:
                ctx = Context(triton=version)
                try:
                    module = parse_module(sample.text, path.name, ctx)
                    verify(module, ctx)
                    PassManager(ctx, verify_each=False).run(nest, module)
                except DiagnosticError:
                    continue


@pytest.mark.parametrize("name", FILES)
def test_results_of_patterns(name: str, results: Results) -> None:
    with_deep_stack(lambda: run(FOLDER / name))
    assert not results.wrong


def test_results_are_looked_at(results: Results) -> None:
    run(FOLDER / "passes/common/canonicalize/scf_if.mlir")
    assert results.applied > 10
    driver = GreedyDriver(PatternSet([]), GreedyConfig())
    results.checked(lambda op, rewriter: True)(None, Rewriter(driver))
    assert list(results.wrong.values()) == [True]
