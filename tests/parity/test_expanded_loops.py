"""Random loops, scheduled by the wheel, that are pipelined byte for byte as in the wheel."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from parity.cases import read_again
from parity.loops_with_products import random_loop
from parity.outcomes import native_outcome, wheel_outcome
from parity.pipelined_loops import random_loops, random_nests
from selection import some

GENERATORS: dict[str, Callable[[int], str]] = {
    "loops": random_loops,
    "products": random_loop,
    "nests": random_nests,
}


def check_equal(generator: str, seed: int) -> bool:
    """Compare the bytes, locations included; returns whether the wheel has a result."""
    stages = 2 + seed % 4
    scheduled = wheel_outcome(
        f"tritongpu-assign-latencies{{num-stages={stages}}},tritongpu-schedule-loops", GENERATORS[generator](seed)
    )
    if scheduled.text is None:
        return False
    text, passed = read_again(scheduled.text), f"tritongpu-pipeline{{num-stages={stages}}}"
    wheel, native = wheel_outcome(passed, text), native_outcome(passed, text)
    assert not native.crash, native.errors
    if wheel.text is None:
        return False
    assert native.text == wheel.text
    return True


@pytest.mark.parametrize("seed", some(range(30), 3))
@pytest.mark.parametrize("generator", GENERATORS)
def test_random_loops_are_pipelined_as_in_the_wheel(generator: str, seed: int) -> None:
    check_equal(generator, seed)


def test_dot_of_blackwell_in_a_branch_at_the_start_of_a_loop() -> None:
    check_equal("loops", 60086)


def test_most_random_loops_are_compared() -> None:
    assert sum(check_equal(generator, seed) for generator in GENERATORS for seed in range(1, 9)) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("generator", GENERATORS)
def test_many_random_loops_are_pipelined_as_in_the_wheel(generator: str) -> None:
    assert sum(check_equal(generator, seed) for seed in range(100, 500)) > 300


def test_seeds_make_programs() -> None:
    assert random_loop(1) == random_loop(1)
    assert random_loop(1) != random_loop(2)
