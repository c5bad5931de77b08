"""Positions in source files that a location stands for: of an operation, and of the calls that it was inlined from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import CallSiteLoc, LocationAttr, NameLoc

from xtriton.ir.diagnostics import file_location
from xtriton.ir.locations import Location, file_line_col


@dataclass(frozen=True)
class Place:
    """A position in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    @property
    def location(self) -> LocationAttr:
        """The position as a location."""
        return file_line_col(self.file, self.line, self.column)


def places_of(location: Location) -> tuple[Place, ...]:
    """The position of an operation, then those of the calls around it, innermost first."""
    found: list[Place] = []
    for part in _chain(location):
        where = file_location(part)
        if where is not None:
            found.append(Place(where.filename.data, where.line.data, where.column.data))
    return tuple(found)


def _chain(location: object) -> Sequence[object]:
    if isinstance(location, NameLoc):
        return _chain(location.location)
    if isinstance(location, CallSiteLoc):
        return [*_chain(location.callee), *_chain(location.caller)]
    return [location]
