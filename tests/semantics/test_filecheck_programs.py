"""Passes to linalg keep the meaning of the programs of the FileCheck tests, which the interpreter tells.

CHECK lines look at some lines of the result; the interpreter compares all that it stores, returns and prints.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.material import TESTS, Sample, samples_of
from selection import slow_unless, some

from xtriton.cli.deep_stack import with_deep_stack
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.passes.base import Pass
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.triage.proof_instrument import ProofInstrument
from xtriton.versions import NEWEST

FOLDER = TESTS / "filecheck" / "passes"
FILES = sorted(
    path.relative_to(FOLDER).as_posix()
    for path in (*(FOLDER / "linalg").rglob("*.mlir"), *(FOLDER / "cpu").glob("split_positions*.mlir"))
    if "invalid" not in path.name
)
"""Those for linalg and for the CPU's TTIR: for others the wheel is an oracle, some of whose folds change results."""
CHANGES = "changes what"
"""In the error of a pass that changes a result."""

INTENDED = {
    "linalg/short_reductions.mlir": "sums begin with 0.0, also those of -0.0",
}
"""Files with a pass that changes results, with the reason."""


def changes(sample: Sample, pipeline: str) -> list[str]:
    """The error of the pass that changes what a program computes; none if the pipeline or the text is rejected."""
    nest = parse_pipeline(pipeline)
    known = all(sample.triton in item.versions for item in nest.items if isinstance(item, Pass))
    ctx = Context(triton=sample.triton if known else NEWEST)
    try:
        module = parse_module(sample.text, sample.name, ctx)
        PassManager(ctx, verify_each=True, instruments=[ProofInstrument(ctx)]).run(nest, module)
    except DiagnosticError as failure:
        return [f"{sample.name}: {pipeline}: {failure}"] if CHANGES in str(failure) else []
    return []


def changes_in(path: Path) -> list[str]:
    """The changes by the pipelines of a file, and by canonicalization, to each of its parts."""
    return [
        change
        for sample in samples_of(path)
        for pipeline in dict.fromkeys((*sample.pipelines, "canonicalize,cse"))
        for change in changes(sample, pipeline)
    ]


def _compares_itself(name: str) -> bool:
    """Whether the RUN lines of a file compare meanings: the FileCheck test does so in `make test`."""
    return "--verify-each=interp" in (FOLDER / name).read_text(encoding="utf-8")


COMPARED = [name for name in FILES if name not in INTENDED]


@pytest.mark.parametrize(
    "name",
    [
        *some([name for name in COMPARED if not _compares_itself(name)], 8),
        *slow_unless(filter(_compares_itself, COMPARED), lambda name: False),
    ],
)
def test_passes_keep_the_meaning(name: str) -> None:
    assert not with_deep_stack(lambda: changes_in(FOLDER / name))


@pytest.mark.parametrize("name", INTENDED)
def test_intended_changes_are_seen(name: str) -> None:
    assert changes_in(FOLDER / name)
