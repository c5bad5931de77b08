"""Every pattern applies to a program of the FileCheck tests: what one that never does would do is not tested."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fuzz.material import TESTS, samples_of
from proofs.rules import all_rules

from xtriton.cli.deep_stack import with_deep_stack
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.passes.base import Pass
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.rewriting.pattern import PatternSet, Rewrite
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import NEWEST, TritonVersion

FOLDERS = ("filecheck/passes", "filecheck/versions")

EXCEPTIONS = {
    "dropped_arguments": "it raises an error, or lets another pattern apply",
    "not_supported": "it raises an error",
    "unknown_function": "it raises an error",
    "without_attributes": "it drops attributes and lets another pattern apply",
    "conditional_branch_after_same_condition": "condition_in_its_branches makes the condition constant first",
}
"""Patterns that need not apply, with the reason."""


def _name_of(rewrite: Rewrite) -> str:
    """The name of a pattern's function, whose first arguments may be bound."""
    return _name_of(rewrite.func) if isinstance(rewrite, partial) else rewrite.__name__


def _versions(path: Path) -> set[TritonVersion]:
    """The versions that the RUN lines of a file name; the newest where they name none."""
    named = re.findall(r"// RUN:.*--triton=(\S+)", path.read_text(encoding="utf-8", errors="replace"))
    return {TritonVersion.parse(name) for name in named} or {NEWEST}


def run(path: Path) -> None:
    """The passes of the RUN lines, and canonicalization, on each part of a file, as the versions that it names."""
    for sample in samples_of(path):
        for pipeline in dict.fromkeys((*sample.pipelines, "canonicalize")):
            nest = parse_pipeline(pipeline)
            for version in _versions(path):
                known = all(version in item.versions for item in nest.items if isinstance(item, Pass))
                ctx = Context(triton=version if known else NEWEST)
                try:
                    module = parse_module(sample.text, path.name, ctx)
                    PassManager(ctx).run(nest, module)
                except DiagnosticError:
                    continue


def test_every_pattern_applies(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, applied, of = set[str](), set[str](), PatternSet.of

    def noted(rewrite: Rewrite) -> Rewrite:
        name = _name_of(rewrite)

        def note(op: Any, rewriter: Rewriter) -> bool:
            tried.add(name)
            found = rewrite(op, rewriter)
            if found:
                applied.add(name)
            return found

        note.__name__ = name
        return note

    monkeypatch.setattr(PatternSet, "of", lambda held, kind: tuple(map(noted, of(held, kind))))
    monkeypatch.setattr(PatternSet, "kept", lambda held, key, make: make())  # not the rewrites of earlier runs
    for path in sorted(path for folder in FOLDERS for path in (TESTS / folder).rglob("*.mlir")):
        if "invalid" not in path.name:
            with_deep_stack(lambda path=path: run(path))
    proved = {rule.name.rpartition(": ")[2] for rule in all_rules()}
    assert len(applied) > 200
    missing = tried - applied - proved
    assert not missing - set(EXCEPTIONS), f"no program of the FileCheck tests is changed by {sorted(missing)}: add one"
    assert not set(EXCEPTIONS) & applied, "these patterns apply: they are no exceptions"
