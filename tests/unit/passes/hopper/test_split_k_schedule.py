"""Into how many parts tiles are split along K."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from xtriton.passes.hopper.split_k.schedule import PARTS, Costs, costs_of, parts_of, schedule
from xtriton.recipes import Expression, evaluate

DOT_128 = costs_of(cycles=2560, bytes=128 * 512, elements=128 * 128)
"""Four steps of 128 x 128 x 128 on fp8."""


def computed(expression: Expression, tiles: int, programs: int, others: int = 1) -> int:
    return evaluate(expression, lambda number: number, (tiles, others, 1, programs))


@pytest.mark.parametrize(
    ("tiles", "steps", "parts"),
    [
        (264, 14, 1),  # two full waves
        (272, 14, 8),  # 8 tiles are left for 132 programs
        (544, 14, 6),
        (1088, 14, 3),
        (200, 14, 1),  # 68 are left: no two programs for each
        (136, 4, 1),  # too few steps
        (1, 1, 1),
    ],
)
def test_parts(tiles: int, steps: int, parts: int) -> None:
    assert parts_of(tiles, steps, 132, DOT_128) == parts


@pytest.mark.slow
def test_the_launch_computes_the_same() -> None:
    chosen = random.Random(0)
    split = 0
    for _ in range(300):
        tiles, steps, programs = chosen.randint(1, 900), chosen.randint(0, 64), chosen.choice((1, 3, 114, 132, 264))
        columns = chosen.choice((16, 64, 128, 256))
        costs = costs_of(chosen.randint(1, 6000), columns * 512, 128 * columns, chosen.choice((2, 4, 8)))
        found = schedule(("grid", 0), steps, costs, alone=("grid", 1))
        parts = computed(found.parts, tiles, programs)
        whole, left, all_parts = (
            computed(expression, tiles, programs) for expression in (found.whole, found.split, found.all_parts)
        )
        assert parts == parts_of(tiles, steps, programs, costs)
        assert parts in (1, *PARTS) and parts <= costs.most_parts
        assert whole + left == tiles
        assert left == (tiles % programs if parts > 1 else 0)
        assert all_parts == left * parts <= programs
        assert whole % programs == 0 or not left
        split += parts > 1
    assert 20 < split < 280


FREE = Costs(step=1, bytes=0, combine=0, part=0, most_parts=8)
"""With ``force``."""


@pytest.mark.parametrize("steps", range(20))
def test_no_part_is_empty(steps: int) -> None:
    """The loop over a part is compiled as one that is not: each has at least one of the steps."""
    parts = parts_of(1, steps, 132, FREE)
    assert computed(schedule(("grid", 0), steps, FREE).parts, 1, 132) == parts
    begins = [part * steps // parts for part in range(parts + 1)]
    assert not steps or all(first < past for first, past in pairwise(begins))


def test_other_programs_with_the_same_tiles() -> None:
    found = schedule(("grid", 0), 14, DOT_128, alone=("grid", 1))
    assert computed(found.parts, 272, 132, others=1) == 8
    assert computed(found.parts, 272, 132, others=2) == 1


def test_steps_that_do_not_fit_32_bits() -> None:
    found = schedule(("grid", 0), ("arg", 7), DOT_128)
    large = evaluate(found.parts, lambda number: 1 << 30, (272, 1, 1, 132))
    assert large == 1


def test_loading_from_memory_is_not_faster_with_more_programs() -> None:
    """56 programs read 64 KiB a step each, which takes the memory as long as the step."""
    costs = Costs(step=1536, bytes=128 * 512, combine=2000, part=500, most_parts=8)
    assert parts_of(56, 32, 132, costs) == 1
    assert parts_of(56, 32, 132, Costs(step=1536, bytes=0, combine=2000, part=500, most_parts=8)) == 2
