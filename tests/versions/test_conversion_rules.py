"""Every rule of the conversions between versions runs on a program of the FileCheck tests, and leaves valid IR."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from fuzz.material import TESTS, samples_of

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.passes.common import convert_triton_version
from xtriton.passes.common.convert_triton_version import ConvertTritonVersion
from xtriton.passes.common.convert_triton_version.rules import DOWNGRADES, UPGRADES, Conversion
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import KNOWN, V3_6, TritonVersion, use_version

Rules = Mapping[TritonVersion, tuple[Conversion, ...]]
PROGRAMS = [
    sample for path in sorted((TESTS / "filecheck/versions").glob("convert_*.mlir")) for sample in samples_of(path)
]


def noted(rules: Rules, changed: set[str]) -> Rules:
    """The rules; ``changed`` gets the names of those that convert an operation."""

    def wrapped(convert: Callable[[Any, Any], str | None]) -> Callable[[Any, Any], str | None]:
        def run(op: Any, rewriter: Any) -> str | None:
            problem = convert(op, rewriter)
            if problem is None:
                changed.add(convert.__name__)
            return problem

        return run

    return {
        version: tuple(replace(rule, convert=wrapped(rule.convert)) for rule in listed)
        for version, listed in rules.items()
    }


def convert(text: str, old: TritonVersion, new: TritonVersion) -> str | None:
    """A program in another version, checked; ``None`` if one of them does not have what it consists of."""
    context = Context(triton=old)
    try:
        with use_version(old):
            module = parse_module(text, "program.mlir", context)
            verify(module, context)
        passes = parse_pipeline(f"{ConvertTritonVersion.name}{{to={new}}}")
        PassManager(context, verify_each=False).run(passes, module)
    except DiagnosticError:
        return None
    with use_version(new):
        verify(module, context)
        printed = print_op(module, PrintOptions(triton=new))
        again = parse_module(printed, "printed.mlir", Context(triton=new))
        verify(again, Context(triton=new))
        assert print_op(again, PrintOptions(triton=new)) == printed
    return printed


def test_every_rule_has_a_program_and_leaves_valid_ir(monkeypatch: pytest.MonkeyPatch) -> None:
    changed: set[str] = set()
    for name, rules in (("UPGRADES", UPGRADES), ("DOWNGRADES", DOWNGRADES)):
        monkeypatch.setattr(convert_triton_version, name, noted(rules, changed))
    for sample in PROGRAMS:
        for old in KNOWN:
            for new in {KNOWN[0], KNOWN[-1]} - {old}:
                if new == V3_6 and "convert_arrivals" in sample.name:
                    continue  # barriers have a word for each CTA since 3.7
                there = convert(sample.text, old, new)
                if there is not None:
                    convert(there, new, old)
    every = {rule.convert.__name__ for rules in (UPGRADES, DOWNGRADES) for listed in rules.values() for rule in listed}
    assert every == changed
