"""The stages of every version of Triton keep the meaning of random programs, and each pass makes valid IR.

No wheel is needed: variants of passes for other versions than that of the installed wheel are tested, too.
"""

from __future__ import annotations

import pytest
from semantics.typed_programs import random_program
from semantics.typed_runs import difference_after

from xtriton.pipelines import engine_of, make_ttgir_passes, make_ttir_passes
from xtriton.versions import KNOWN, TritonVersion, use_version

PER_TEST = 4


def stages(triton: TritonVersion, seed: int) -> list[str]:
    """The native passes of both stages of a version."""
    with use_version(triton):
        capability = (80, 90, 100)[seed % 3]
        passes = (*make_ttir_passes(capability), *make_ttgir_passes(capability, (1, 4, 8)[seed // 3 % 3]))
        return [passed for passed in passes if engine_of(passed) == "native"]


@pytest.mark.parametrize("triton", KNOWN, ids=str)
@pytest.mark.parametrize(
    "start", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PER_TEST, 60, PER_TEST))]
)
def test_stages_keep_the_meaning_of_random_programs(triton: TritonVersion, start: int) -> None:
    compared = 0
    for seed in range(start, start + PER_TEST):
        text = random_program(seed)
        if "make_tensor_ptr" in text:
            continue  # newer versions have no block pointers
        found = difference_after(text, seed, stages(triton, seed), triton)
        assert not found, seed
        compared += found == ""
    assert compared
