"""Which tiles are split along K, as expressions that the launch computes.

With T tiles and P programs the tiles of the full waves are whole, and the T % P tiles of the incomplete one are *split*
into as many parts as there are programs for each. Part after part, the items of the last wave are numbered so that
programs that read the same columns of the operands at the same time follow each other: the L2 cache then reads these
once. That is why the parts of all tiles begin at the same steps; a distribution of all steps in equal contiguous ranges
(stream-K) keeps more programs busy, but took up to twice the time for what it distributes.
"""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.recipes import Expression

PROGRAMS: Expression = ("programs", 0)
PARTS = (2, 3, 4, 6, 8)
"""Into how many parts tiles are split."""
_MOST_CYCLES = 1 << 30
"""Products are computed with 32 bits."""


@dataclass(frozen=True)
class Schedule:
    """What the launch computes: each a 32-bit integer."""

    whole: Expression
    """How many tiles are whole: the first ones."""
    split: Expression
    """How many are split."""
    parts: Expression
    """Into how many parts each."""
    items: Expression
    """Whole tiles and parts together."""


@dataclass(frozen=True)
class Costs:
    """What decides into how many parts tiles are split: cycles of an SM."""

    step: int
    """A step of a tile."""
    combine: int
    """To store and to count a part, and to wait for the last one."""
    part: int
    """To add a part of a tile to the others."""
    most_parts: int


def schedule(tiles: Expression, steps: Expression, costs: Costs, *, alone: Expression = 1) -> Schedule:
    """The schedule for a number of tiles of ``steps`` steps each: that with the least cycles for the last wave.

    ``alone`` is 1 if no other programs compute the same tiles.
    """
    rest = _op("remui", tiles, PROGRAMS)
    numbers = [number for number in PARTS if number <= costs.most_parts]
    cycles = [_cycles(number, rest, steps, costs) for number in numbers]
    whole = _op("muli", steps, costs.step)
    least = whole
    for value in cycles:
        least = _op("minui", least, value)
    parts: Expression = 1
    for number, value in zip(numbers, cycles, strict=True):
        parts = ("select", ("eq", 32, value, least), number, parts)
    for condition in (
        ("ult", 32, least, whole),
        ("ult", 32, steps, _MOST_CYCLES // costs.step),
        ("eq", 32, alone, 1),
        ("ne", 32, rest, 0),
    ):
        parts = ("select", condition, parts, 1)
    split: Expression = ("select", ("ugt", 32, parts, 1), rest, 0)
    count = _op("subi", tiles, split)
    return Schedule(count, split, parts, _op("addi", count, _op("muli", split, parts)))


def _cycles(parts: int, rest: Expression, steps: Expression, costs: Costs) -> Expression:
    """The cycles of a wave of split tiles; the maximum if there are too few programs."""
    fits = ("ule", 32, _op("muli", rest, parts), PROGRAMS)
    longest = _op("muli", _op("ceildivui", steps, parts), costs.step)
    return ("select", fits, _op("addi", longest, costs.combine + parts * costs.part), _MOST_CYCLES)


def _op(name: str, first: Expression, second: Expression) -> Expression:
    return (name, 32, first, second)
