"""Errors of checked launches: converts the report of a program to a diagnostic."""

from __future__ import annotations

import linecache
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.dialects.builtin import LocationAttr

from xtriton.interp.errors import program_name
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, note, render
from xtriton.ir.locations import UNKNOWN
from xtriton.passes.ttir.check_accesses.sites import REPORT_KINDS, Instrumentation, ReportKind, Site


class AccessError(DiagnosticError):
    """An access of a kernel that is out of bounds, or that races with another program.

    Its text quotes the source line with a caret, where the file can be read.
    """

    def __str__(self) -> str:
        return "\n".join(render(diagnostic, _Lines()) for diagnostic in self.diagnostics)


class _Lines(dict[str, str]):
    """The sources of files, read when they are quoted."""

    def get(self, key: str, default: str | None = None) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        return "".join(linecache.getlines(key)) or default


@dataclass(frozen=True)
class Report:
    """The report of a program: the kind, the number of the site, the program, and the element.

    ``place`` is the distance from the argument in bytes, for ``index`` the index. ``other`` is the entry of the other
    program of a conflict, relative to that of the first program of the launch.
    """

    kind: ReportKind
    site: int
    program: int
    element: int
    place: int
    other: int

    @classmethod
    def of(cls, words: Sequence[int], first: int) -> Report:
        """The report in memory."""
        kind, site, program, element, place, other = words
        return cls(REPORT_KINDS[kind - 1], site, program, element, place, other - first)


def access_error(
    report: Report,
    facts: Instrumentation,
    grid: tuple[int, int, int],
    extents: Mapping[int, tuple[int, int]],
    pointers: Mapping[int, int],
) -> AccessError:
    """The error of a report; ``extents`` are the first byte and the end of each array, relative to its pointer."""
    site = facts.sites[report.site]
    element = _element(report, site)
    who = f"{program_name(grid, report.program)}{element}"
    location, notes = _located(site)
    if report.kind == "index":
        message = f"index out of range: {who} is {report.place}, but the axis has {site.parameter} elements"
        return AccessError(Diagnostic(Severity.ERROR, location, f"'{site.op}': {message}", notes))
    place = f"bytes {report.place} to {report.place + site.size} of {_argument(facts, site.parameter)}"
    if report.kind == "bounds":
        message = f"access out of bounds: {who} accesses {_outside(report.place, site, facts, extents, pointers)}"
        return AccessError(Diagnostic(Severity.ERROR, location, f"'{site.op}': {message}", notes))
    number, other = report.other // facts.entries, facts.sites[report.other & ((1 << facts.site_bits) - 1)]
    them = program_name(grid, number) if number != report.program else "another program"
    does = {
        "write": f"{who} writes {place}, where {them} has written another value",
        "read": f"{who} reads {place}, which {them} has written",
        "overwrite": f"{who} writes {place}, which {them} has read",
    }
    where, _ = _located(other)
    verb = "read" if report.kind == "overwrite" else "written"
    notes = (note(where, f"it is {verb} by this '{other.op}'"), *notes)
    message = f"'{site.op}': conflict between programs: {does[report.kind]}"
    return AccessError(Diagnostic(Severity.ERROR, location, message, notes))


def _outside(
    place: int,
    site: Site,
    facts: Instrumentation,
    extents: Mapping[int, tuple[int, int]],
    pointers: Mapping[int, int],
) -> str:
    """The bytes that are accessed; of several arguments that the pointer may be of, relative to the nearest one."""

    def relative(number: int) -> int:
        return place + pointers[site.parameter] - pointers[number]

    def distance(number: int) -> int:
        low, high = extents[number]
        return max(low - relative(number), relative(number) + site.size - high)

    nearest, *others = sorted((site.parameter, *site.others), key=distance)
    start = relative(nearest)
    accessed = f"bytes {start} to {start + site.size} of {_argument(facts, nearest)}"
    if not others:
        return f"{accessed}, {_bounds(start, site.size, *extents[nearest])}"
    low, high = extents[nearest]
    either = ", ".join(_argument(facts, number) for number in sorted(others))
    return f"{accessed}, which has {high - low} bytes, and not of {either} either"


def _bounds(place: int, size: int, low: int, high: int) -> str:
    has = f"which has {high - low} bytes" if low == 0 else f"which has bytes {low} to {high}"
    if place < low:
        return f"{has}: {low - place} bytes before its beginning"
    return f"{has}: {place + size - high} bytes past its end"


def _argument(facts: Instrumentation, number: int) -> str:
    name = facts.names[number]
    return f"argument #{number}" + (f" ('{name}')" if name else "")


def _element(report: Report, site: Site) -> str:
    if not site.shape or prod(site.shape) <= report.element:
        return ""
    return f", element [{', '.join(map(str, np.unravel_index(report.element, site.shape)))}]"


def _located(site: Site) -> tuple[LocationAttr, tuple[Diagnostic, ...]]:
    """The location of a site, and notes at the calls that it was inlined from."""
    if not site.places:
        return UNKNOWN, ()
    return site.places[0].location, tuple(note(place.location, "called from here") for place in site.places[1:])
