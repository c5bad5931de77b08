"""Passes on scf and cf keep the meaning of random programs, which the interpreter tells.

The wheel, with which ``tests/parity`` compares, lacks some of them, and compares only what it makes of a program.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from parity.branches import random_branches
from parity.control_flow import random_control_flow
from selection import some

from xtriton.interp.proof import Proof
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

FUNCTIONS = 4
TO_BRANCHES = "convert-scf-to-cf"
ENDLESS = "loops run more than"
"""In the error of a loop that does not end. ``convert-scf-to-cf`` compares after it has added the step, as in MLIR, so
that a loop whose sum wraps around does not end, where ``scf.for`` does."""
ON_BRANCHES = ("remove-dead-values", "sccp", "cse", "canonicalize", "canonicalize,remove-dead-values")
ON_CONTROL_FLOW = (
    *ON_BRANCHES,
    *("loop-invariant-code-motion", "triton-licm", "triton-loop-aware-cse", TO_BRANCHES),
    f"{TO_BRANCHES},remove-dead-values",
)


def check(text: str, pipelines: tuple[str, ...]) -> None:
    """Each pipeline makes valid IR of the same meaning."""
    proof = Proof(parse_module(text, "random.mlir", Context()))
    assert any(record.shown for record in proof.records.values())
    is_endless = False
    for pipeline in pipelines:
        ctx = Context()
        module = parse_module(text, "random.mlir", ctx)
        PassManager(ctx, verify_each=True).run(parse_pipeline(pipeline), module)
        found = proof.compare(module)
        if pipeline == TO_BRANCHES:
            is_endless = found is not None and ENDLESS in str(found)
        if is_endless and TO_BRANCHES in pipeline:
            continue
        assert found is None, (pipeline, str(found))


@pytest.mark.parametrize("seed", some(range(24), 24))
@pytest.mark.parametrize(
    ("make", "pipelines"), [(random_branches, ON_BRANCHES), (random_control_flow, ON_CONTROL_FLOW)]
)
def test_random_programs(make: Callable[[int, int], str], pipelines: tuple[str, ...], seed: int) -> None:
    check(make(seed, FUNCTIONS), pipelines)
