"""Every pass takes or rejects every odd program: no exception, no hang, no result that is not valid."""

from __future__ import annotations

from functools import cache

import pytest
from fuzz.checks import SECONDS, Finding, read, run_pipeline
from fuzz.odd_programs import ODD_PROGRAMS, VERSIONS
from fuzz.pipelines import fast_passes, stages
from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.passes import pass_class
from xtriton.versions import NEWEST

REQUIRED = {"target": "cuda:90"}
"""Options without which a pass does nothing, or that it needs."""


RIGHT: set[str] = set()
"""Printed results that have been read back already; most passes leave most programs as they are."""


@cache
def modules() -> dict[str, tuple[ModuleOp, Context]]:
    """The programs, read once."""
    found: dict[str, tuple[ModuleOp, Context]] = {}
    for name, text in ODD_PROGRAMS.items():
        context = Context(allow_unregistered=True, triton=VERSIONS.get(name, NEWEST))
        found[name] = read(text, context), context
    return found


def pipelines() -> list[str]:
    """Every pass alone, and the stages."""
    alone: list[str] = []
    for name in fast_passes():
        options = [f"{info.name}={REQUIRED[info.name]}" for info in pass_class(name).options() if info.name in REQUIRED]
        alone.append(f"{name}{{{' '.join(options)}}}" if options else name)
    return [*alone, *(",".join(stage) for stage in stages())]


@pytest.mark.parametrize("name", ODD_PROGRAMS)
def test_programs_are_valid(name: str) -> None:
    assert modules()[name][0].body.blocks


PIPELINES = pipelines()


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("pipeline", PIPELINES, ids=lambda text: text[:60])
def test_passes_take_or_reject_odd_programs(pipeline: str, half: int) -> None:
    """`make test` runs every pass on half of the programs, and every program through half of the passes."""
    findings: dict[str, str] = {}
    first = (half + PIPELINES.index(pipeline)) % 2
    for name, (module, context) in list(modules().items())[first::2]:
        try:
            run_pipeline(module, pipeline, context, SECONDS, RIGHT)
        except Finding as finding:
            findings[name] = str(finding)
    assert not findings
