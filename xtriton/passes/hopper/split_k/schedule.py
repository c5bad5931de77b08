"""Which tiles are split along K, as expressions that the launch computes.

With T tiles and P programs the tiles of the full waves are whole, and the T % P tiles of the incomplete one are *split*
into at most as many parts as there are programs for each. The parts of all tiles begin at the same steps, and programs
with consecutive numbers compute the same part of different tiles: operands that they read at the same time are read
from the L2 cache once for several SMs. No tile has more parts than steps, so no part is empty. Equal ranges of all
steps (stream-K) keep more SMs busy, but the split tiles took up to twice as long.
"""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.recipes import Expression

PROGRAMS: Expression = ("programs", 0)
PARTS = (2, 3, 4, 6, 8)
"""Into how many parts tiles are split."""
GLOBAL_BYTES_PER_CYCLE = 2048
"""Bytes that the memory of an H200 delivers per SM cycle."""
_MOST_CYCLES = 1 << 24
"""Products are computed with 32 bits."""


@dataclass(frozen=True)
class Schedule:
    """The launch-computed arguments, 32-bit integers."""

    whole: Expression
    """How many tiles are whole: the first ones."""
    split: Expression
    """How many are split."""
    parts: Expression
    """Into how many parts each, at most as many as there are steps."""
    all_parts: Expression
    """How many parts there are of all tiles."""


@dataclass(frozen=True)
class Costs:
    """The inputs that determine the number of parts of a tile."""

    step: int
    """Cycles of an SM for a step of a tile."""
    bytes: int
    """An upper bound of the bytes that a step loads and no other tile does."""
    combine: int
    """Cycles to store and to count a part, to wait for the last one, and to add two."""
    part: int
    """Cycles to add another part."""
    most_parts: int


COMBINE = 2000
"""Cycles to count a part and to wait for the last one."""
MOST_PARTS = 8
CYCLES_TO_STORE = 0.35
"""For each element of a part: to store it, so that other SMs see it, and to load it again."""
CYCLES_TO_LOAD = 0.07
"""For each element of another part."""


def costs_of(cycles: float, bytes: int, elements: int, most_parts: int = MOST_PARTS, combine: int = COMBINE) -> Costs:
    """The costs for steps of some cycles that load some bytes, and tiles of some elements, as measured on an H200."""
    storing, loading = round(elements * CYCLES_TO_STORE), round(elements * CYCLES_TO_LOAD)
    return Costs(max(1, round(cycles)), bytes, combine + storing, loading, most_parts)


def schedule(tiles: Expression, steps: Expression, costs: Costs, *, alone: Expression = 1) -> Schedule:
    """The schedule for a number of tiles of ``steps`` steps each: that with the least cycles for the last wave.

    ``alone`` is 1 if no other programs compute the same tiles.
    """
    rest = _op("remui", tiles, PROGRAMS)
    numbers = [number for number in PARTS if number <= costs.most_parts]
    cycles = [_cycles(number, rest, steps, costs) for number in numbers]
    whole = _cycles(1, rest, steps, costs)
    least = whole
    for value in cycles:
        least = _op("minui", least, value)
    parts: Expression = 1
    for number, value in reversed(list(zip(numbers, cycles, strict=True))):
        parts = ("select", ("eq", 32, value, least), number, parts)
    for condition in (
        ("ult", 32, least, whole),
        ("ult", 32, steps, _MOST_CYCLES // max(costs.step, costs.bytes // 256)),
        ("eq", 32, alone, 1),
        ("ne", 32, rest, 0),
    ):
        parts = ("select", condition, parts, 1)
    split: Expression = ("select", ("ugt", 32, parts, 1), rest, 0)
    count = _op("subi", tiles, split)
    return Schedule(count, split, parts, _op("muli", split, parts))


def parts_of(tiles: int, steps: int, programs: int, costs: Costs) -> int:
    """Into how many parts :func:`schedule` splits tiles, if no other programs compute them."""
    rest = tiles % programs
    loading = rest * steps * (costs.bytes // 256) // (GLOBAL_BYTES_PER_CYCLE // 256)
    best, least = 1, max(steps * costs.step, loading)
    for parts in PARTS:
        cycles = max(-(-steps // parts) * costs.step, loading) + costs.combine + (parts - 2) * costs.part
        if 0 < rest * parts <= programs and parts <= min(steps, costs.most_parts) and cycles < least:
            best, least = parts, cycles
    return best


def _cycles(parts: int, rest: Expression, steps: Expression, costs: Costs) -> Expression:
    """The cycles of the last wave; the maximum if there are too few programs or steps."""
    computing = _op("muli", _op("ceildivui", steps, parts), costs.step)
    loading = _op("muli", _op("muli", rest, steps), costs.bytes // 256)
    loading = _op("divui", loading, GLOBAL_BYTES_PER_CYCLE // 256)
    cycles = _op("maxui", computing, loading)
    if parts == 1:
        return cycles
    combined = _op("addi", cycles, costs.combine + (parts - 2) * costs.part)
    enough = ("select", ("ule", 32, _op("muli", rest, parts), PROGRAMS), combined, _MOST_CYCLES)
    return ("select", ("ule", 32, parts, steps), enough, _MOST_CYCLES)


def _op(name: str, first: Expression, second: Expression) -> Expression:
    return (name, 32, first, second)
