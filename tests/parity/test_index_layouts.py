"""Layouts that ``tritongpu-coalesce`` chooses by what is known of random offsets are those of the wheel."""

from __future__ import annotations

import pytest
from parity.index_layouts import PREDICATES, WORDS, index_layouts, layouts_of_pairs
from parity.outcomes import native_outcome, wheel_outcome

TO_LAYOUTS = "convert-triton-to-tritongpu{target=cuda:90 num-warps=2}"
PASS = "tritongpu-coalesce"
PER_TEST = 50
STARTS = [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PER_TEST, 1000, PER_TEST))]


@pytest.mark.parametrize("start", STARTS)
def test_layouts_are_those_of_the_wheel(start: int) -> None:
    wide = 0
    for seed in range(start, start + PER_TEST):
        text = wheel_outcome(TO_LAYOUTS, index_layouts(seed)).text
        assert text is not None, seed
        wheel = wheel_outcome(PASS, text)
        if wheel.text is None:
            continue  # versions before 3.9 die of constant divisions by zero
        assert native_outcome(PASS, text) == wheel, seed
        wide += "blocked1" in wheel.text
    assert wide > PER_TEST // 20


@pytest.mark.parametrize("word", [*sorted(set(WORDS)), *PREDICATES])
def test_layouts_by_every_two_scalars_are_those_of_the_wheel(word: str) -> None:
    text = wheel_outcome(TO_LAYOUTS, layouts_of_pairs(word)).text
    assert text is not None
    wheel = wheel_outcome(PASS, text)
    assert wheel.text is not None
    assert native_outcome(PASS, text) == wheel
