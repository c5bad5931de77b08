"""The interface between instrumentation and launches: added parameters, checked accesses, encoding of reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xtriton.ir.places import Place
from xtriton.recipes import Expression

MESSAGE = "xtriton: an access is reported"
"""The message of the assertion that ends a program after its report."""

REPORT_WORDS = 6
"""Words of 64 bits of a report: kind from 1 on, site, program, element, bytes from the argument or an index, other
entry. The first word is 0 until there is a report."""

SYNCHRONISATIONS = 3
"""Synchronising operations of a program that entries can count; more count as so many."""

EPOCHS = SYNCHRONISATIONS + 1

SHARED = -(1 << 31)
"""The bit of a reader's entry that several programs have read the cell."""

HiddenKind = Literal[
    "low",
    "high",
    "cell",
    "row",
    "part",
    "row_cells",
    "part_cells",
    "cells_per_byte",
    "rows_per_byte",
    "parts_per_byte",
    "writers",
    "readers",
    "first",
    "report",
    "synchronised",
]
ReportKind = Literal["bounds", "write", "read", "overwrite", "index"]
REPORT_KINDS: tuple[ReportKind, ...] = ("bounds", "write", "read", "overwrite", "index")
"""Out of bounds; writes of different values; a read of elements that another program writes; a write to elements that
another program reads; a ``tt.gather`` index out of range."""


@dataclass(frozen=True)
class Hidden:
    """An added parameter of the kernel, which follows its own parameters.

    ``low`` and ``high`` bound the bytes of an array relative to its pointer. Where the cells are runs of elements,
    ``row``, ``part`` and ``cell`` are the bytes of a row, of the parts of a row, and of the cells of a part, the last
    ones of which may be cut off; ``rows_per_byte``, ``parts_per_byte`` and ``cells_per_byte`` are the reciprocals.
    ``row_cells`` and ``part_cells`` are the cells of a row and of a part. An array without rows is one row, a row
    without parts one part: the numbers of rows or parts are 0. ``writers`` and ``readers`` are the entries of the
    cells, ``synchronised`` counts the synchronising operations of each program; ``first`` is the entry of the first
    program, ``report`` points to the words of a report.
    """

    kind: HiddenKind
    parameter: int = -1


@dataclass(frozen=True)
class Site:
    """An access that is checked: the operation, where it is, its call sites, and the accessed parameter."""

    op: str
    places: tuple[Place, ...]
    """The position of the operation, then those of the calls that it was inlined from, innermost first."""
    shape: tuple[int, ...]
    size: int
    """Bytes of an element."""
    parameter: int
    writes: bool
    others: tuple[int, ...] = ()
    """Further parameters that the pointers may be derived from."""


@dataclass(frozen=True)
class Instrumentation:
    """Data about an instrumented kernel that its launches need."""

    hidden: tuple[Hidden, ...]
    sites: tuple[Site, ...]
    names: tuple[str, ...]
    """The names of the parameters, empty where unknown."""
    cells: tuple[tuple[int, int], ...]
    """For each parameter with entries, the bytes of a cell."""
    entries: int
    """The entries of a program: the number of sites, rounded up to a power of two, times that of epochs."""
    site_bits: int
    """The bits of an entry that hold the site."""
    runs: tuple[tuple[int, int], ...] = ()
    """For each parameter with an entry for each run of elements, the elements of the longest run."""
    strides: tuple[Expression, ...] = ()
    """Constants of the kernel, and expressions over its arguments, that may be the distance between runs."""
