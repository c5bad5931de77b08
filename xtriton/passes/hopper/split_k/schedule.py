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
_MOST_STEPS = 1 << 20
"""Products of step numbers and parts are computed with 32 bits."""


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
    """What decides whether tiles are split."""

    cycles: float
    """Of an SM for a step of a tile."""
    part: int
    """Of an SM to combine a part of a tile with the others."""
    most_parts: int


def schedule(tiles: Expression, steps: Expression, costs: Costs, *, alone: Expression = 1) -> Schedule:
    """The schedule for a number of tiles of ``steps`` steps each.

    No tile is split unless that saves more cycles than it costs. ``alone`` is 1 if no other programs compute the same
    tiles.
    """
    rest = _op("remui", tiles, PROGRAMS)
    most = _op("minui", _op("divui", PROGRAMS, _op("maxui", rest, 1)), costs.most_parts)
    parts = _op("maxui", _op("minui", most, steps), 1)
    saved = _op("subi", steps, _op("ceildivui", steps, parts))
    split: Expression = rest
    for condition in (
        ("sgt", 32, _op("muli", saved, max(1, round(costs.cycles))), _op("muli", _op("addi", parts, 1), costs.part)),
        ("ult", 32, steps, _MOST_STEPS // max(1, round(costs.cycles))),
        ("eq", 32, alone, 1),
        ("ugt", 32, parts, 1),
    ):
        split = ("select", condition, split, 0)
    whole = _op("subi", tiles, split)
    return Schedule(whole, split, parts, _op("addi", whole, _op("muli", split, parts)))


def _op(name: str, first: Expression, second: Expression) -> Expression:
    return (name, 32, first, second)
