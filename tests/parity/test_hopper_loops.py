"""Warp specialization for Hopper gives one of the wheel's results, or fails where it does, on random loops.

The wheel is the installed one, whichever version it is. It dies on some programs that are specialized here: those are
not compared.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from parity.hopper_loops import program
from parity.outcomes import native_outcome, wheel_outcome

PASS = "nvgpu-warp-specialization{num-stages=3}"
ATTEMPTS = 400
"""More than enough for a program with some ten results, each about as likely as the others."""
REPEATED = " op would run in "
"""In the error of an atomic operation of several consumers, which runs in each of them after Triton's pass."""
CHOSEN = (*range(44), 46, 153, 161)
"""Programs that run most of the pass, found among 250."""


def _may_give(text: str, wanted: str | None) -> bool:
    """Whether the wheel gives ``wanted`` in one of several attempts: its results depend on addresses."""
    return any(wheel_outcome.__wrapped__(PASS, text).text == wanted for _ in range(ATTEMPTS))


def _compared(seeds: Sequence[int]) -> int:
    """How many programs both specialize, with equal results."""
    compared = 0
    for seed in seeds:
        text = program(seed)
        ours = native_outcome(PASS, text)
        assert not ours.crash, f"seed {seed}: {ours.errors}\n{text}"
        wheel = wheel_outcome(PASS, text)
        if wheel.text is None or (ours.errors and REPEATED in ours.errors[0]):
            continue
        compared += 1
        assert ours.text == wheel.text or _may_give(text, ours.text), f"seed {seed}: {ours.errors}\n{text}"
    return compared


@pytest.mark.parametrize("part", range(4))
def test_loops_that_run_most_of_the_pass(part: int) -> None:
    seeds = CHOSEN[part::4]
    assert _compared(seeds) >= len(seeds) // 2


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1200, 20))
def test_more_loops(first: int) -> None:
    assert _compared(range(first, first + 20)) > 5
