"""Native passes on random functions of arithmetic: folds, patterns and where their constants are put."""

from __future__ import annotations

import pytest
from parity.expressions import random_module
from parity.outcomes import native_outcome, wheel_outcome
from selection import some


@pytest.mark.parametrize("seed", some(range(12), 3))
@pytest.mark.parametrize("passes", ["canonicalize", "cse", "sccp"])
def test_passes_are_equal_on_random_expressions(passes: str, seed: int) -> None:
    text = random_module(seed)
    wheel = wheel_outcome(passes, text)
    assert wheel.text is not None, wheel.errors
    assert native_outcome(passes, text).text == wheel.text


def test_seeds_make_programs() -> None:
    assert random_module(1) == random_module(1)
    assert random_module(1) != random_module(2)
