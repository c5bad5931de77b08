"""Random scaled dots become what the wheel makes of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from parity.outcomes import native_outcome, wheel_outcome
from parity.scaled_dots import scaled_dot

PER_TEST = 30
PASSES = "tritongpu-accelerate-matmul"


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PER_TEST, 300, PER_TEST))]
)
def test_random_scaled_dots(start: int) -> None:
    _compare([scaled_dot(seed) for seed in range(start, start + PER_TEST)])


@pytest.mark.parametrize("capability", [100, 103, 107, 110, 120])
def test_random_scaled_dots_of_few_elements_along_k(capability: int) -> None:
    """GPUs of the Blackwell generation differ in the formats of one MMA, which has 32 elements along k."""
    _compare([scaled_dot(seed, (32, 64), (capability,)) for seed in range(40)])


def _compare(texts: Sequence[str]) -> None:
    compared = 0
    for text in texts:
        wheel = wheel_outcome(PASSES, text)
        if wheel.text is not None:
            compared += 1
            assert native_outcome(PASSES, text) == wheel
    assert compared > len(texts) // 5, "the wheel takes few of them"
