"""Random scaled dots become what the wheel makes of them."""

from __future__ import annotations

import pytest
from parity.outcomes import native_outcome, wheel_outcome
from parity.scaled_dots import scaled_dot

PER_TEST = 30
PASSES = "tritongpu-accelerate-matmul"


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PER_TEST, 300, PER_TEST))]
)
def test_random_scaled_dots(start: int) -> None:
    compared = 0
    for seed in range(start, start + PER_TEST):
        text = scaled_dot(seed)
        wheel = wheel_outcome(PASSES, text)
        if wheel.text is not None:
            compared += 1
            assert native_outcome(PASSES, text) == wheel, seed
    assert compared > PER_TEST // 5, "the wheel takes few of them"
