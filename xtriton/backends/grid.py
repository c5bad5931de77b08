"""Grids: the number of programs launched along each axis."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, cast

LARGEST = (1 << 31) - 1
"""The largest extent that ``tl.num_programs`` can represent."""


def grid_extents(grid: Any) -> tuple[int, ...]:
    """The extents of a grid given as an integer or as one to three of them.

    Raises ``TypeError`` for non-integers, and ``ValueError`` for invalid extents.
    """
    many = type(grid) is tuple or isinstance(grid, Iterable)
    given = cast("Iterable[Any]", grid if many else (grid,))
    try:
        extents = tuple(map(index, given))
    except TypeError:
        raise TypeError(f"a grid is one to three integers, not {grid!r}") from None
    if not 1 <= len(extents) <= 3 or min(extents) < 0 or max(extents) > LARGEST:
        raise ValueError(f"a grid has one to three extents from 0 to {LARGEST}, not {grid!r}")
    return extents
