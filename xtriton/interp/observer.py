"""Observers of a program: called before and after each of its operations, with the values known so far."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from xdsl.dialects.builtin import NameLoc
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.types import PointerType
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array
from xtriton.interp.segments import SPACING_BITS
from xtriton.interp.values import Poisoned, data_of, full, is_array, poison_of
from xtriton.ir.names import name_in_location
from xtriton.ir.places import Place, places_of
from xtriton.ir.traits import element_type, shape_of
from xtriton.rewriting.rewriter import location_of


def program_number(given: int | Sequence[int], grid: tuple[int, int, int]) -> int:
    """The linear index of a program, given as such or as x, y, z. Raises ``ValueError`` outside of the grid.

    Raises ``TypeError`` for other than integers.
    """
    x, y, z = grid
    try:
        coordinates = list(map(operator.index, given)) if isinstance(given, Sequence) else None
        number = 0 if isinstance(given, Sequence) else operator.index(given)
    except TypeError:
        raise TypeError(f"a program is an integer, or up to three (x, y, z), not {given!r}") from None
    if coordinates is not None:
        place = [*coordinates, 0, 0, 0][:3]
        inside = all(0 <= id_ < extent for id_, extent in zip(place, grid, strict=True))
        number = place[0] + x * (place[1] + y * place[2]) if inside and len(coordinates) <= 3 else -1
    if not 0 <= number < x * y * z:
        raise ValueError(f"there is no program {given}: the grid has {x} x {y} x {z} programs")
    return number


@dataclass(frozen=True)
class Pointers:
    """Pointers into an argument: its name, and the offsets in elements; other addresses have no name."""

    name: str
    offsets: Array

    def __str__(self) -> str:
        return f"{self.name} + {self.offsets}" if self.name else str(self.offsets)


@dataclass(frozen=True)
class View:
    """The values of a program at an operation."""

    frame: Frame
    slots: Mapping[SSAValue, int]

    def value(self, value: SSAValue) -> Any:
        """A value: an array (0-dimensional for scalars), :class:`Pointers`, or another object; ``None`` if unknown.

        Poison is NaN for floats; integers that are poison make a masked array.
        """
        slot = self.slots.get(value)
        found = None if slot is None or slot >= len(self.frame.values) else self.frame.values[slot]
        if found is None or not (is_array(found) or isinstance(found, Poisoned)):
            return found
        shape = shape_of(value.type) or ()
        data = full(data_of(found), shape)[0]
        pointer = element_type(value.type)
        if isinstance(pointer, PointerType):
            return self._pointers(data, pointer)
        if isinstance(found, Poisoned):
            return np.ma.masked_array(data, np.broadcast_to(poison_of(found), (1, *data.shape))[0])
        return data.copy()

    def _pointers(self, addresses: Array, type_: PointerType) -> Any:
        segments = self.frame.run.memory.segments
        numbers = np.unique(((addresses + (1 << (SPACING_BITS - 1))) >> SPACING_BITS) - 1)
        number = int(numbers[0]) if numbers.size == 1 else -1
        if not 0 <= number < len(segments):
            return Pointers("", addresses.copy())
        segment = segments[number]
        size = max(1, _bits(type_) // 8)
        return Pointers(segment.name, (addresses - segment.base) // size)


def _bits(type_: PointerType) -> int:
    pointee: Any = type_.pointee_type
    width: Any = getattr(pointee, "bitwidth", None) or getattr(pointee, "width", None)
    return int(getattr(width, "data", width) or 64)


class Observer(ABC):
    """Observes the program with linear index :attr:`program`, which runs outside of batches."""

    program: int = 0

    def launched(self, module: Operation) -> None:
        """Called with the module of a launch before its first program."""
        del module

    @abstractmethod
    def before(self, op: Operation, view: View) -> None:
        """Called before an operation, terminators included."""

    @abstractmethod
    def after(self, op: Operation, view: View) -> None:
        """Called after an operation, except terminators."""


@dataclass(frozen=True)
class Traced:
    """The results of one operation: its name, its position, and the values by name.

    Names are those of Python variables where the front end has noted them, otherwise empty.
    """

    op: str
    place: Place | None
    values: tuple[tuple[str, Any], ...]


@dataclass
class Tracer(Observer):
    """Records the results of each operation."""

    program: int
    records: list[Traced] = field(default_factory=list[Traced])

    def before(self, op: Operation, view: View) -> None:
        del op, view

    def after(self, op: Operation, view: View) -> None:
        places = places_of(op.location)
        values = tuple((variable_name(result), view.value(result)) for result in op.results)
        self.records.append(Traced(op.name, places[0] if places else None, values))


def variable_name(value: SSAValue) -> str:
    """The Python variable that a value was assigned to first, from its location; empty if unknown."""
    return next(iter(variable_names(value)), "")


def variable_names(value: SSAValue) -> list[str]:
    """The Python variables that a value was assigned to, in order: Triton adds a name for each assignment."""
    location = location_of(value)
    found: list[str] = []
    while isinstance(location, NameLoc):
        found.insert(0, location.desc.data)
        location = location.location
    outermost = name_in_location(location_of(value))
    return found or ([outermost] if outermost else [])
