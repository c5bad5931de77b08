"""The state of programs that run together: their ids, and the value of each SSA value in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from xtriton.interp.numbers.formats import Array
from xtriton.interp.values import Value, repeat, take

if TYPE_CHECKING:
    from xtriton.interp.machine import Run


class Frame:
    """Values of one function's SSA values, by slot, in the lanes of ``programs`` (numbers in the grid, ascending).

    Inside the region of a reduction or a map, lanes are elements: ``programs`` then repeats each program.
    """

    __slots__ = ("programs", "run", "values")

    def __init__(self, run: Run, programs: Array, values: list[Value]) -> None:
        self.run = run
        self.programs = programs
        self.values = values

    @property
    def lanes(self) -> int:
        """How many lanes there are."""
        return len(self.programs)

    def narrowed(self, lanes: Array, captures: Iterable[int]) -> Frame:
        """A frame of a subset of the lanes, in which the slots in ``captures`` may be read."""
        values = list(self.values)
        for slot in captures:
            if values[slot] is not None:
                values[slot] = take(values[slot], lanes)
        return Frame(self.run, self.programs[lanes], values)

    def repeated(self, times: int, captures: Iterable[int], *, uniform: bool) -> Frame:
        """A frame in which each lane (``uniform``: only the first) is repeated ``times`` times."""
        values = list(self.values)
        programs = self.programs[:1] if uniform else self.programs
        if not uniform:
            for slot in captures:
                if values[slot] is not None:
                    values[slot] = repeat(values[slot], times)
        return Frame(self.run, np.repeat(programs, times), values)
