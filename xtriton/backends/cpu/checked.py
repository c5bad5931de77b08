"""Launches of instrumented kernels: bounds and records of accesses for each array, and reports of errors.

A launch runs fast code that ends at a wrong access. If it does, the arrays are restored and the launch is repeated, in
program order, by a version of the code that reports the element. So the error is that of the first program in order,
whatever the number of threads.

The fast code may record accesses by cells of several elements, which are chosen here. It also ends where programs
access different elements of a cell. So others are tried first: numbers that the kernel is given may be the distance
between the rows of a matrix, which are divided into cells one by one, or are a cell each. If none fits, the exact code
runs this launch, and later ones with its numbers.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from xtriton.backends.cpu.access_errors import AccessError, Report, access_error
from xtriton.backends.cpu.arguments import Argument, overlap
from xtriton.backends.cpu.code import Parameter
from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.launch import KernelAssertion
from xtriton.backends.grid import grid_extents
from xtriton.forks import Lock
from xtriton.passes.ttir.check_accesses.sites import MESSAGE, REPORT_WORDS, Hidden, Instrumentation
from xtriton.recipes import Expression, RecipeError, evaluate

_MOST_ENTRIES = (1 << 31) - 1
_ENTRY_BYTES = 4
_MOST_KEPT = 1 << 24
"""Bytes of an array whose copy is kept in memory for the next launch to use."""
_MOST_COPIES = 4
"""How many such copies are kept."""
_MOST_STRIDES = 4
"""How many distances between rows are tried."""
_MOST_FITTING = 1024
"""For how many different arguments the cells that fit are remembered."""
_STORE = "tt.store"
"""The only operation that writes and does not read."""


@dataclass(frozen=True)
class Division:
    """How the memory of arrays that are recorded by runs is divided into cells."""

    extent: int = 0
    """The elements of a cell; 0 for those of the longest run."""
    row: int = 0
    """The elements of a row, each of which begins with a new cell; 0 if there are no rows."""
    part: int = 0
    """The elements of a part of a row, likewise; 0 if rows have no parts."""


WHOLE = Division()
"""The first one that is tried."""


@dataclass
class _Records:
    """Reused buffers of shadow entries: entries of earlier launches are less than the first entry of a launch."""

    lock: Lock = field(default_factory=Lock)
    _buffers: dict[int, np.ndarray[Any, np.dtype[np.int32]]] = field(default_factory=dict[int, Any])
    _copies: dict[int, np.ndarray[Any, np.dtype[np.uint8]]] = field(default_factory=dict[int, Any])
    _next: int = 1

    def reserve(self, entries: int) -> int:
        """The first of a number of entries that no launch has used. Raises ``ValueError`` for too many."""
        if entries >= _MOST_ENTRIES:
            raise ValueError("the grid has too many programs to record their accesses: launch fewer with check=True")
        if self._next + entries > _MOST_ENTRIES:
            self._buffers.clear()
            self._next = 1
        first, self._next = self._next, self._next + entries
        return first

    def address(self, number: int, cells: int) -> int:
        """The address of the records of at least so many cells; buffers are numbered."""
        found = self._buffers.get(number)
        if found is None or found.size < cells:
            found = self._buffers[number] = np.zeros(max(cells, 1), np.int32)
        return found.ctypes.data

    def copy(self, number: int, content: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, Any]:
        """A copy, which is valid until the next launch: in memory that is kept unless it is large.

        The pages of new memory take longer than what is copied to them.
        """
        if content.size > _MOST_KEPT or number >= _MOST_COPIES:
            return content.copy()
        found = self._copies.get(number)
        if found is None or found.size < content.size:
            found = self._copies[number] = np.empty(content.size, np.uint8)
        found[: content.size] = content
        return found[: content.size]


_RECORDS = _Records()
"""Shared by all kernels: a launch holds the lock."""


@dataclass(frozen=True)
class Version:
    """Code of a kernel with its instrumentation."""

    kernel: CompiledCpuKernel
    facts: Instrumentation


@dataclass
class CheckedCpuKernel:
    """``kernel[grid](*arguments)`` runs an instrumented kernel, with the arguments of the original one."""

    fast: Version
    make: Callable[[bool], Version]
    """Compiles the version that reports; its argument says whether arrays may overlap."""
    _reporting: dict[bool, Version] = field(default_factory=dict[bool, Version])
    _fitting: dict[tuple[Any, ...], int] = field(default_factory=dict[tuple[Any, ...], int])
    """By grid and numbers: the index of the division that fits, where it is not the first one."""

    def __repr__(self) -> str:
        return f"<checked code of {self.fast.kernel.name} for the CPU>"

    def __getitem__(self, grid: int | Sequence[int]) -> Callable[..., None]:
        """A launcher of the kernel on a grid of one to three dimensions."""
        extents = grid_extents(grid)

        def launch(*arguments: Any, threads: int | None = None) -> None:
            self.launch(extents, *arguments, threads=threads)

        return launch

    def launch(self, grid: Sequence[int], *arguments: Any, threads: int | None = None) -> None:
        """Run all programs of ``grid`` and wait for them.

        Raises :class:`~xtriton.backends.cpu.access_errors.AccessError` for a wrong access, otherwise as
        :meth:`CompiledCpuKernel.launch`. After an error the contents of arrays that the
        kernel writes are unspecified.
        """
        kernel = self.fast.kernel
        given = kernel.converted(arguments)
        parameters = kernel.kernel.parameters[: len(given)]
        _require_arrays(given, parameters, self.fast.facts)
        overlapping = overlap(given, parameters)
        extents = grid_extents(grid)
        if 0 in extents:
            return
        with _RECORDS.lock:
            if overlapping:
                self._run(self._version(overlapping), extents, given, 1)
                return
            self._run_apart(extents, given, threads)

    def _run_apart(self, grid: Sequence[int], given: Sequence[Argument], threads: int | None) -> None:
        """Run all programs on arrays that do not overlap."""
        facts, parameters = self.fast.facts, self.fast.kernel.kernel.parameters[: len(given)]
        saved = _Saved.of(given, parameters, facts)
        divisions = _divisions(given, parameters, facts)
        numbers = tuple(
            argument.bits for argument, parameter in zip(given, parameters, strict=True) if not parameter.pointer
        )
        launch = (tuple(grid), numbers)
        known = self._fitting.get(launch, 0)
        for index in range(known, len(divisions)):
            if self._succeeds(self.fast, grid, given, threads, divisions[index]):
                self._remember(launch, index)
                return
            saved.restore()
        exact = self._version(overlapping=False)
        if known == len(divisions) and threads != 1:
            if self._succeeds(exact, grid, given, threads):
                return
            saved.restore()
        self._run(exact, grid, given, 1)
        self._remember(launch, len(divisions))

    def _succeeds(
        self,
        version: Version,
        grid: Sequence[int],
        given: Sequence[Argument],
        threads: int | None,
        division: Division = WHOLE,
    ) -> bool:
        """Run all programs. Returns whether none found a wrong access or a conflict."""
        try:
            self._run(version, grid, given, threads, division)
        except KernelAssertion as failure:
            if MESSAGE not in str(failure):
                raise
            return False
        except AccessError:  # of one of several threads, not the first one in the order of programs
            return False
        return True

    def _remember(self, launch: tuple[Any, ...], index: int) -> None:
        """Remember which division fits a launch; the number of divisions stands for the exact version."""
        if index == 0:
            return
        while len(self._fitting) >= _MOST_FITTING:
            self._fitting.pop(next(iter(self._fitting)))
        self._fitting[launch] = index

    def _version(self, overlapping: bool) -> Version:
        if overlapping not in self._reporting:
            self._reporting[overlapping] = self.make(overlapping)
        return self._reporting[overlapping]

    def _run(
        self,
        version: Version,
        grid: Sequence[int],
        given: Sequence[Argument],
        threads: int | None,
        division: Division = WHOLE,
    ) -> None:
        x, y, z = (*grid, 1, 1)[:3]
        launch = _Launch(version.facts, given, x * y * z, division)
        try:
            version.kernel.run(grid, [*given, *launch.hidden()], threads)
        except KernelAssertion as failure:
            if MESSAGE not in str(failure) or version is self.fast:
                raise
            report = Report.of(launch.report.tolist(), launch.first)
            extents = {number: _extent(argument) for number, argument in enumerate(given)}
            pointers = {number: int.from_bytes(argument.bits, "little") for number, argument in enumerate(given)}
            raise access_error(report, version.facts, (x, y, z), extents, pointers) from None


def _require_arrays(given: Sequence[Argument], parameters: Sequence[Parameter], facts: Instrumentation) -> None:
    """Raise ``TypeError`` for an address where an array is needed to know the bounds."""
    accessed = {parameter.parameter for parameter in facts.hidden if parameter.kind == "low"}
    for number, (argument, parameter) in enumerate(zip(given, parameters, strict=True)):
        if parameter.pointer and argument.end < 0 and number in accessed:
            raise TypeError(f"argument {number} is an address: with check=True give an array, whose bounds are known")


def _address(argument: Argument) -> int:
    return struct.unpack("<Q", argument.bits)[0]


def _extent(argument: Argument) -> tuple[int, int]:
    """The first byte of an array and its end, relative to the pointer that is passed."""
    if argument.end <= argument.start:
        return 0, 0
    address = _address(argument)
    return argument.start - address, argument.end - address


@dataclass
class _Launch:
    """The values of the added parameters for a launch."""

    facts: Instrumentation
    given: Sequence[Argument]
    programs: int
    division: Division
    first: int = field(init=False)

    def __post_init__(self) -> None:
        self.report = np.zeros(REPORT_WORDS, np.int64)
        self.first = _RECORDS.reserve(self.programs * self.facts.entries)
        counts = any(parameter.kind == "synchronised" for parameter in self.facts.hidden)
        self._counts = np.zeros(self.programs if counts else 0, np.int32)
        self._cells = dict(self.facts.cells)
        self._rows = {number: self._cells[number] * self.division.row for number, _ in self.facts.runs}
        """The bytes of a row of arrays that are recorded by runs; 0 for those without rows."""
        self._parts = {number: self._cells[number] * self.division.part for number, _ in self.facts.runs}
        for number, extent in self.facts.runs:
            self._cells[number] *= self.division.extent or extent
        self._groups = _groups(self.given, self._cells)

    def hidden(self) -> list[Argument]:
        """The added arguments, in order."""
        values = [self._value(parameter) for parameter in self.facts.hidden]
        return [Argument(struct.pack("<q" if isinstance(value, int) else "<d", value)) for value in values]

    def _value(self, parameter: Hidden) -> float:
        row, part, cell = (sizes.get(parameter.parameter, 0) for sizes in (self._rows, self._parts, self._cells))
        match parameter.kind:
            case "low":
                return _extent(self.given[parameter.parameter])[0]
            case "high":
                return _extent(self.given[parameter.parameter])[1]
            case "cell":
                return cell
            case "row":
                return row
            case "part":
                return part
            case "row_cells":
                return _cells_of(row, part, cell)
            case "part_cells":
                return _cells_of(part, 0, cell)
            case "cells_per_byte":
                return 1.0 / cell
            case "rows_per_byte":
                return 1.0 / row if row else 0.0
            case "parts_per_byte":
                return 1.0 / part if part else 0.0
            case "first":
                return self.first
            case "report":
                return self.report.ctypes.data
            case "synchronised":
                return self._counts.ctypes.data
            case "writers" | "readers":
                return self._records(parameter)

    def _records(self, parameter: Hidden) -> int:
        """The address of the entry of the cell that an array's pointer points to; for runs, of the first cell."""
        number = parameter.parameter
        group, low, high = self._groups[number]
        cell = self._cells[number]
        buffer = 2 * group + (parameter.kind == "readers")
        row = self._rows.get(number, 0) or high - low + cell
        rows = (high - low) // row + 1
        records = _RECORDS.address(buffer, rows * _cells_of(row, self._parts.get(number, 0), cell) + 1)
        if number in self._rows:
            return records
        return records + (_address(self.given[number]) - low) // cell * _ENTRY_BYTES


def _cells_of(row: int, part: int, cell: int) -> int:
    """The cells of a row of so many bytes, in parts of ``part`` bytes unless that is 0."""
    return -(-row // part) * -(-part // cell) if part else -(-row // cell)


def _divisions(given: Sequence[Argument], parameters: Sequence[Parameter], facts: Instrumentation) -> list[Division]:
    """The divisions to try: without rows, and for distances that the kernel is given or computes from what it is given
    with such rows, rows with such parts, or such cells."""
    if not facts.runs:
        return [WHOLE]
    longest = max(extent for _, extent in facts.runs)
    given_numbers = {
        number: int.from_bytes(argument.bits, "little", signed=True)
        for number, (argument, parameter) in enumerate(zip(given, parameters, strict=True))
        if not parameter.pointer and parameter.type.startswith("i")
    }
    strides = {*given_numbers.values(), *_evaluated(facts.strides, given_numbers)}
    rows = sorted(number for number in strides if longest < 2 * number < _MOST_ENTRIES and number != longest)
    rows = rows[:_MOST_STRIDES]
    return [
        WHOLE,
        *[Division(row=number) for number in rows],
        *[Division(row=row, part=part) for row in rows for part in rows if part < row],
        *[Division(extent=number) for number in rows if number > longest],
    ]


def _evaluated(expressions: Sequence[Expression], numbers: Mapping[int, int]) -> list[int]:
    """The values of expressions over the arguments with these numbers; those that have no value are left out."""
    found: list[int] = []
    for expression in expressions:
        with suppress(RecipeError, KeyError):  # a division by zero; an argument that is no integer
            found.append(evaluate(expression, numbers.__getitem__, ()))
    return found


def _groups(given: Sequence[Argument], cells: dict[int, int]) -> dict[int, tuple[int, int, int]]:
    """For each array with records: the number, first byte and end of the arrays that it overlaps with."""
    found: dict[int, tuple[int, int, int]] = {}
    members: list[int] = []
    low = high = -1
    group = 0
    for number in sorted(cells, key=lambda number: given[number].start):
        start, end = given[number].start, max(given[number].end, given[number].start)
        if start == end:
            address = _address(given[number])
            start = end = address
        if members and start < high:
            high = max(high, end)
        else:
            group, low, high, members = group + 1, start, end, []
        members.append(number)
        found |= dict.fromkeys(members, (group, low, high))
    return found


@dataclass(frozen=True)
class _Saved:
    """The contents of the arrays that a kernel reads and writes; those that it only writes are written again."""

    arrays: tuple[tuple[int, np.ndarray[Any, Any]], ...]

    @classmethod
    def of(cls, given: Sequence[Argument], parameters: Sequence[Parameter], facts: Instrumentation) -> _Saved:
        """Copies of the arrays, valid until the next launch."""
        read = {number for site in facts.sites if site.op != _STORE for number in (site.parameter, *site.others)}
        if any(not site.op for site in facts.sites):  # an access that is not checked may read any array
            read = set(range(len(given)))
        written = [
            argument
            for number, (argument, parameter) in enumerate(zip(given, parameters, strict=True))
            if parameter.pointer and parameter.written and number in read and argument.end > argument.start
        ]
        contents = [(array.start, _bytes(array.start, array.end - array.start)) for array in written]
        return cls(tuple((start, _RECORDS.copy(number, found)) for number, (start, found) in enumerate(contents)))

    def restore(self) -> None:
        """Write the copies back."""
        for address, content in self.arrays:
            _bytes(address, content.size)[:] = content


def _bytes(address: int, size: int) -> np.ndarray[Any, Any]:
    memory: Any = (ctypes.c_uint8 * size).from_address(address)
    return np.frombuffer(memory, np.uint8)
