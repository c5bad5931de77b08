"""Options that a version of Triton spells differently."""

from __future__ import annotations

import pytest

from xtriton.passes.options import PipelineError
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.passes.ttgir.hoist_tmem_alloc import TritonGPUHoistTMEMAlloc
from xtriton.versions import V3_7, V3_8, use_version


@pytest.mark.parametrize("name", ["hoist-out-of-if", "post-pipeline"])
def test_both_spellings_are_accepted(name: str) -> None:
    with use_version(V3_8):
        (built,) = parse_pipeline(f"tritongpu-hoist-tmem-alloc{{{name}=true}}").items
    assert built == TritonGPUHoistTMEMAlloc(hoist_out_of_if=True)


def test_older_versions_do_not_have_the_new_spelling() -> None:
    with use_version(V3_7), pytest.raises(PipelineError, match="has no option 'post-pipeline'"):
        parse_pipeline("tritongpu-hoist-tmem-alloc{post-pipeline=true}")
