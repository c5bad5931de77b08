"""Loops whose carried values are alike: those that are equal are merged as in the wheel."""

from __future__ import annotations

import pytest
from parity.carried_values import carried_values
from parity.outcomes import native_outcome, wheel_outcome

PASS = "triton-loop-aware-cse"
PER_TEST = 100


STARTS = [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PER_TEST, 1000, PER_TEST))]


@pytest.mark.parametrize("start", STARTS)
def test_equal_values_are_merged_as_in_the_wheel(start: int) -> None:
    merged = 0
    for seed in range(start, start + PER_TEST):
        text = carried_values(seed)
        wheel = wheel_outcome(PASS, text)
        assert wheel.text is not None
        assert native_outcome(PASS, text) == wheel
        merged += wheel.text.count("arith.") < text.count("arith.")
    assert merged > PER_TEST // 3
