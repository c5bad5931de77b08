"""How steps are distributed over programs, as expressions that the launch computes.

With T tiles and P programs the first T / P - 1 waves are whole tiles; those of the last full wave and of the incomplete
one after it, S in all, are *shared*. The steps of shared tiles are numbered in the order of the tiles, and each program
gets an equal range of them, the first C % P programs one more than the others. With fewer tiles than programs all tiles
are shared.
"""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.recipes import Expression

PROGRAMS: Expression = ("programs", 0)
_MOST = 1 << 29
"""Products of step numbers and programs are computed with 32 bits."""


@dataclass(frozen=True)
class Schedule:
    """What the launch computes: each a 32-bit integer."""

    tiles: Expression
    """Shared tiles: the first ones of the grid, or none where sharing them takes longer."""
    steps: Expression
    """Steps of shared tiles for each program."""
    more: Expression
    """How many programs have one step more."""


def schedule(tiles: Expression, steps: Expression, *, cycles: float, fixup: int, alone: Expression = 1) -> Schedule:
    """The schedule for a number of tiles, each of which has ``steps`` steps of ``cycles`` cycles.

    Sharing must save more cycles of the SM with the most steps than it costs to combine parts: ``fixup`` for each part
    of a tile. ``alone`` is 1 if no other programs compute the same tiles.
    """
    waves, rest = _op("divui", tiles, PROGRAMS), _op("remui", tiles, PROGRAMS)
    idle = _op("subi", PROGRAMS, rest)
    saved = _op("divui", _op("muli", idle, steps), PROGRAMS)
    is_few = ("eq", 32, waves, 0)
    parts = ("select", is_few, _op("addi", _op("divui", PROGRAMS, tiles), 2), 2)
    most = _op("divui", _MOST, _op("muli", PROGRAMS, PROGRAMS))
    shared: Expression = ("select", is_few, tiles, _op("addi", rest, PROGRAMS))
    for condition in (
        ("sgt", 32, _op("muli", saved, max(1, round(cycles))), _op("muli", parts, fixup)),
        ("ule", 32, steps, most),
        ("eq", 32, alone, 1),
        ("ne", 32, rest, 0),
    ):
        shared = ("select", condition, shared, 0)
    count = _op("muli", shared, steps)
    return Schedule(shared, _op("divui", count, PROGRAMS), _op("remui", count, PROGRAMS))


def _op(name: str, first: Expression, second: Expression) -> Expression:
    return (name, 32, first, second)
