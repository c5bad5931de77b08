"""Passes that older versions of Triton lack, or that differ, give the wheel's bytes on their FileCheck programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from parity.cases import read_again
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.passes.libtriton import WHEEL_PASSES
from xtriton.versions import default_version

FOLDER = Path(__file__).parents[1] / "filecheck" / "passes" / "nvidia"

PASSES = {
    "assign_cga_layouts": "triton-nvidia-gpu-assign-cga-layouts",
    "hoist_mbarrier_lifecycle": "triton-nvidia-gpu-hoist-mbarrier-lifecycle{compute-capability=90}",
    "lower_clc": "triton-nvidia-gpu-lower-clc",
    "lower_clc_invalid": "triton-nvidia-gpu-lower-clc",
    "mma_lowering_commits_by_version": "triton-nvidia-mma-lowering",
    "optimize_cta_locality": "triton-nvidia-gpu-optimize-cta-locality",
    "optimize_tmem_layouts_by_version": "triton-nvidia-optimize-tmem-layouts",
    "tmem_load_reduce": "triton-nvidia-tmem-load-reduce",
}
"""FileCheck files and their passes."""


def _programs() -> list[tuple[str, str]]:
    """The programs of the passes that the wheel of this version has."""
    found: list[tuple[str, str]] = []
    for stem, passed in PASSES.items():
        _, entry = WHEEL_PASSES[passed.partition("{")[0]]
        if default_version() in entry.versions:
            parts = re.split(r"^// -----$", (FOLDER / f"{stem}.mlir").read_text(), flags=re.MULTILINE)
            found += [(passed, part) for part in parts]
    return found


@pytest.mark.parametrize(("passed", "program"), _programs() or [("cse", "tt.func @f() {\n  tt.return\n}\n")])
def test_result_is_the_wheel_s(passed: str, program: str) -> None:
    text = read_again(program)
    expected, result = wheel_outcome(passed, text), native_outcome(passed, text)
    assert result == expected
