"""``nvgpu-test-ws-task-partition`` with each number of warp groups."""

from __future__ import annotations

import re

import pytest
from fuzz.material import TESTS, samples_of

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

NAME = "nvgpu-test-ws-task-partition"
PROGRAMS = [
    sample
    for path in sorted((TESTS / "filecheck/passes/nvidia").glob("*.mlir"))
    if "invalid" not in path.name
    for sample in samples_of(path)
    if any(NAME in pipeline for pipeline in sample.pipelines)
]


@pytest.mark.parametrize("groups", range(5))
def test_each_group_has_a_task(groups: int) -> None:
    """With fewer than two groups nothing changes."""
    found: set[int] = set()
    for sample in PROGRAMS:
        context = Context(triton=sample.triton)
        module = parse_module(sample.text, sample.name, context)
        before = print_op(module)
        PassManager(context, verify_each=True).run(parse_pipeline(f"{NAME}{{num-warp-groups={groups}}}"), module)
        after = print_op(module)
        assert groups >= 2 or after == before
        tasks = re.findall(r"async_task_id = array<i32: ([^>]*)>", after)
        found |= {int(task) for ids in tasks for task in ids.split(",")}
    assert groups < 2 or set(range(groups)) <= found
