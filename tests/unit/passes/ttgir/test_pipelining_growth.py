"""The work of the passes for software pipelining is linear in the size of the loop."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from unit.passes.ttgir.products import loop_of_products

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

PASSES = ("tritongpu-assign-latencies{num-stages=3}", "tritongpu-schedule-loops", "tritongpu-pipeline{num-stages=3}")
SMALL, LARGE = 6, 24
SLACK = 1.15
"""What the work for four times as many products may be, as a multiple of four times the work: quadratic work is 4."""


def calls_of_passes(count: int) -> list[int]:
    """How many functions written in Python each pass calls on the loop: unlike its time, always the same."""
    context = Context()
    module = parse_module(loop_of_products(count), "loop.mlir", context)
    found: list[int] = []
    for name in PASSES:
        calls = 0

        def count_call(frame: FrameType, event: str, argument: object) -> None:
            nonlocal calls
            calls += event == "call"

        manager = PassManager(context, verify_each=False)
        before = sys.getprofile()
        sys.setprofile(count_call)
        try:
            manager.run(parse_pipeline(name), module)
        finally:
            sys.setprofile(before)
        found.append(calls)
    copies = [op for op in module.walk() if op.name == "ttg.async_copy_global_to_local"]
    assert len(copies) == 6 * count, "two copies for each product in the loop, and for two iterations before it"
    return found


@pytest.fixture(scope="module")
def counts() -> tuple[list[int], list[int]]:
    """The calls of each pass on the small and on the large loop."""
    calls_of_passes(1)  # what is imported and computed once
    return calls_of_passes(SMALL), calls_of_passes(LARGE)


@pytest.mark.parametrize("place", range(len(PASSES)), ids=[name.partition("{")[0] for name in PASSES])
def test_work_is_linear_in_the_size_of_the_loop(counts: tuple[list[int], list[int]], place: int) -> None:
    """Four times as many products take about four times as many calls."""
    small, large = (found[place] for found in counts)
    assert small > 100
    assert large < SLACK * (LARGE / SMALL) * small
