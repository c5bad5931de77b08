"""Values that control flow or addresses depend on, which must not be poison."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation

from xtriton.interp.errors import PoisonError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array
from xtriton.interp.values import Poisoned, Value


def first_place(frame: Frame, where: Array) -> str:
    """The first program and element at which ``where`` holds, for messages."""
    position = np.unravel_index(int(np.flatnonzero(where)[0]), where.shape)
    program = program_name(frame.run.grid, int(frame.programs[position[0]]))
    element = ", ".join(str(int(index)) for index in position[1:])
    return program + (f", element [{element}]" if element else "")


def certain(frame: Frame, op: Operation, value: Value, use: str, inside: Array | None = None) -> Array:
    """The elements of a value that must not be poison, since ``use`` of them affects control flow or memory.

    ``inside`` selects the elements that are used; None for all.
    """
    if type(value) is Poisoned:
        used = value.poison if inside is None else value.poison & inside
        if used.any():
            raise PoisonError(op, f"{use} is poison in {first_place(frame, used)}", frame, value)
        return value.data
    return value
