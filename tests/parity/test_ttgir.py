"""Every native pass of the TTGIR stage gives the wheel's bytes, on what the stage gives it."""

from __future__ import annotations

import pytest
from parity.kernels import KERNELS
from parity.results import below_bytes
from parity.ttgir import STAGE, ttgir_levels, ttgir_passes, ttgir_stage_levels
from selection import some


@pytest.mark.parametrize("kernel", some(KERNELS, 19))
def test_passes_are_those_of_the_wheel(kernel: str) -> None:
    assert below_bytes({**ttgir_levels(kernel), STAGE: ttgir_stage_levels(kernel)}) == []


def test_every_pass_is_compared() -> None:
    """Also passes that are in the stage of one target only."""
    assert {"tritongpu-pipeline", "triton-nvidia-tma-lowering"} <= set(ttgir_passes())
    assert set(ttgir_levels("saxpy")) == set(ttgir_passes())
