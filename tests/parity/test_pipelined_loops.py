"""Latencies and schedules of random loops, byte for byte those of the wheel."""

from __future__ import annotations

import pytest
from parity.outcomes import native_outcome, wheel_outcome
from parity.pipelined_loops import random_loops
from selection import some

PASSES = {
    stages: f"tritongpu-assign-latencies{{num-stages={stages}}},tritongpu-schedule-loops" for stages in (2, 3, 4, 5)
}
_OUT_OF_RANGE = "Assertion `Index < this->size()"
"""How the wheel fails if the flag of an MMA is an argument of another block, which it looks up in the yield."""


def check_equal(passes: str, text: str) -> bool:
    """Compare the bytes, locations included; returns whether the wheel has a result."""
    wheel = wheel_outcome(passes, text)
    native = native_outcome(passes, text)
    assert not native.crash, native.errors
    if wheel.text is None:
        assert all(_OUT_OF_RANGE in message for message in wheel.errors)
        return False
    assert native.text == wheel.text
    return True


@pytest.mark.parametrize("seed", some(range(60), 3))
def test_schedules_of_random_loops(seed: int) -> None:
    check_equal(PASSES[2 + seed % 4], random_loops(seed))


@pytest.mark.parametrize("seed", some(range(20), 2))
def test_latencies_of_random_loops(seed: int) -> None:
    check_equal(PASSES[3].split(",")[0], random_loops(seed))


@pytest.mark.parametrize("seed", some(range(20), 2))
def test_existing_schedules_of_random_loops(seed: int) -> None:
    check_equal(f"{PASSES[3]},tritongpu-schedule-loops", random_loops(seed))


@pytest.mark.slow
def test_schedules_of_many_random_loops() -> None:
    compared = sum(check_equal(PASSES[2 + seed % 4], random_loops(seed)) for seed in range(100, 800))
    assert compared > 600


def test_seeds_make_programs_that_are_scheduled() -> None:
    assert random_loops(1) == random_loops(1)
    assert random_loops(1) != random_loops(2)
    scheduled = [native_outcome(PASSES[3], random_loops(seed)).text or "" for seed in range(30)]
    assert sum("loop.stage" in text for text in scheduled) >= 10
