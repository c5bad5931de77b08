"""Copies into memory on the chip that are under way, and the barriers and groups that tell when they have arrived.

A copy reads its source when it is issued. Its target is undefined from then on, and holds what was copied only behind
the wait that covers it: that is the latest moment at which it may arrive, so a program that needs an earlier one is
found out. What nothing waits for never arrives. The other way around, memory that an operation reads while others go on
must not be overwritten before that operation was waited for.

Barriers have the state of ``mbarrier`` in the PTX ISA: the arrivals and bytes that the current phase still needs, and
the parity of that phase. Programs run on their own here, so a wait for a phase that does not end would be one for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.ttg.types import MemDescType
from xtriton.interp.errors import RunError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, Format, integer_format
from xtriton.interp.on_chip import Buffer, Geometry, Place, geometry_of, places, rows_of, spelled
from xtriton.interp.values import MemoryView, Value

_UNCOMMITTED = -1
_ARRIVED = -2

BARRIER = Geometry((1,), (1,), integer_format(64), np.zeros(1, np.int64), None, 8, 1)
"""A barrier is one word of 64 bits, whatever its layout."""


@dataclass(eq=False)
class Copy:
    """What is on its way to a place. ``groups`` are those of the place's lanes, or what else keeps count."""

    place: Place
    form: Format
    data: Array
    poison: Array | None
    groups: Array

    def arrive(self, lanes: Array) -> None:
        """The copy has come to its end in the lanes of its place that are true."""
        place, chosen = self.place, np.flatnonzero(lanes)
        columns = place.columns if place.columns.shape[0] == 1 else place.columns[chosen]
        part = Place(place.buffer, place.lanes[chosen], place.rows[chosen], columns)
        part.write(self.form, self.data[chosen], None if self.poison is None else self.poison[chosen])
        self.groups[chosen] = _ARRIVED


@dataclass(eq=False)
class Barriers:
    """The barriers in a buffer, one for each 8 bytes of it, in every program: ``expected`` arrivals in each phase."""

    expected: Array
    arrivals: Array
    bytes: Array
    phase: Array
    alive: Array

    @staticmethod
    def of(buffer: Buffer) -> Barriers:
        """Those of a buffer."""
        if buffer.barriers is None:
            shape = (buffer.data.shape[0], buffer.data.shape[1] // 8)
            expected, arrivals, size, phase = (np.zeros(shape, np.int64) for _ in range(4))
            buffer.barriers = Barriers(expected, arrivals, size, phase, np.zeros(shape, np.bool_))
        return cast("Barriers", buffer.barriers)

    def settle(self, at: tuple[Array, Array]) -> None:
        """End the phase where nothing is missing."""
        done = (self.arrivals[at] == 0) & (self.bytes[at] == 0)
        self.phase[at] ^= done
        self.arrivals[at] = np.where(done, self.expected[at], self.arrivals[at])


@dataclass(eq=False)
class Reading:
    """What an operation that is under way reads: memory that must stay as it is. ``groups`` are as those of copies."""

    place: Place
    form: Format
    groups: Array


@dataclass
class Readings:
    """The operations of a kind that are under way and read memory on the chip, each of them a group of its own."""

    issued: Array
    """How many there were in each program."""
    open: list[Reading] = field(default_factory=list[Reading])

    def begin(self, frame: Frame, op: Operation, sources: Iterable[tuple[Value, MemDescType]]) -> None:
        """An operation reads memory until it is waited for."""
        rows = rows_of(frame)
        for value, type_ in sources:
            geometry = geometry_of(type_)
            for place in places(frame, op, cast("MemoryView", value), geometry):
                self.open.append(Reading(place, geometry.form, self.issued[place.rows]))
        self.issued[rows] += 1

    def wait(self, frame: Frame, pending: int) -> None:
        """Let all of them end but the last ``pending`` ones."""
        rows = rows_of(frame)
        for reading in self.open:
            due = (reading.groups < self.issued[reading.place.rows] - pending) & np.isin(reading.place.rows, rows)
            reading.groups = np.where(due, _ARRIVED, reading.groups)
        self.open = [reading for reading in self.open if (reading.groups != _ARRIVED).any()]

    def touches(self, buffer: Buffer, rows: Array) -> Array:
        """Which bytes of a buffer are read, in some programs."""
        busy = np.zeros((len(rows), buffer.data.shape[1]), np.bool_)
        for reading in self.open:
            if reading.place.buffer is not buffer:
                continue
            _, mine, theirs = np.intersect1d(rows, reading.place.rows, return_indices=True)
            under_way = reading.groups[theirs] != _ARRIVED
            mine, theirs = mine[under_way], theirs[under_way]
            columns = reading.place.columns if reading.place.columns.shape[0] == 1 else reading.place.columns[theirs]
            busy.view(f"u{reading.form.size}")[mine[:, None], columns] = _EVERY_BYTE[reading.form.size]
        return busy


_EVERY_BYTE = {size: int.from_bytes(b"\x01" * size) for size in (1, 2, 4, 8)}


@dataclass
class Transfers:
    """Everything that is under way in the programs of a batch."""

    grouped: list[Copy] = field(default_factory=list[Copy])
    """Copies that belong, or will belong, to a group: in each lane the number of that group."""
    committed: Array | None = None
    """How many groups each program has made."""
    counted: list[tuple[Copy, Buffer, Array, int]] = field(default_factory=list["tuple[Copy, Buffer, Array, int]"])
    """Copies of which a barrier (its buffer, its number there in each lane) counts the bytes."""
    readings: dict[str, Readings] = field(default_factory=dict[str, Readings])
    """What is read by operations that are under way, by their kind."""
    descriptors: dict[int, Value] = field(default_factory=dict[int, Value])
    """Descriptors that programs have written to memory, by their addresses."""
    scratch: int = 0
    """How many bytes of scratch memory programs have got so far."""

    def issue(
        self, frame: Frame, op: Operation, target: Value, type_: MemDescType, stored: Value, where: Array | None = None
    ) -> list[Copy]:
        """Begin a copy of a tensor, in the lanes that ``where`` holds for, and spoil its target."""
        view, geometry = cast("MemoryView", target), geometry_of(type_)
        data, poison = spelled(frame, stored, geometry.shape)
        copies: list[Copy] = []
        for place in places(frame, op, view, geometry):
            chosen = place if where is None else _narrowed(place, np.broadcast_to(where, frame.lanes))
            if not len(chosen.lanes):
                continue
            self.require_unread(frame, op, chosen, geometry.form)
            chosen.spoil(geometry.form)
            groups = np.full(len(chosen.lanes), _UNCOMMITTED)
            part = None if poison is None else poison[chosen.lanes]
            copies.append(Copy(chosen, geometry.form, data[chosen.lanes], part, groups))
        return copies

    def reading(self, frame: Frame, kind: str) -> Readings:
        """The readings of a kind."""
        if kind not in self.readings:
            self.readings[kind] = Readings(np.zeros(frame.run.batch, np.int64))
        return self.readings[kind]

    def require_unread(self, frame: Frame, op: Operation, place: Place, form: Format) -> None:
        """Raise if what is to be overwritten may still be read."""
        for kind, readings in self.readings.items():
            if not any(reading.place.buffer is place.buffer for reading in readings.open):
                continue
            busy = readings.touches(place.buffer, place.rows).view(f"u{form.size}")
            columns = np.broadcast_to(place.columns, (len(place.rows), place.columns.shape[1]))
            wrong = np.take_along_axis(busy, columns, axis=1).any(axis=1)
            if wrong.any():
                program = _program(frame, int(place.rows[np.flatnonzero(wrong)[0]]))
                raise RunError(op, f"{program} overwrites memory that a {kind} which was not waited for may still read")

    def _groups(self, frame: Frame) -> Array:
        if self.committed is None:
            self.committed = np.zeros(frame.run.batch, np.int64)
        return self.committed

    def commit(self, frame: Frame) -> None:
        """Make a group of the copies that are in none."""
        committed, rows = self._groups(frame), rows_of(frame)
        for copy in self.grouped:
            mine = np.isin(copy.place.rows, rows) & (copy.groups == _UNCOMMITTED)
            copy.groups = np.where(mine, committed[copy.place.rows], copy.groups)
        committed[rows] += 1

    def wait(self, frame: Frame, pending: int) -> None:
        """Let all groups arrive but the last ``pending`` ones."""
        committed, rows = self._groups(frame), rows_of(frame)
        for copy in self.grouped:
            due = (copy.groups >= 0) & (copy.groups < committed[copy.place.rows] - pending)
            due &= np.isin(copy.place.rows, rows)
            if due.any():
                copy.arrive(due)
        self.grouped = [copy for copy in self.grouped if (copy.groups != _ARRIVED).any()]

    def count(self, frame: Frame, op: Operation, copies: list[Copy], barrier: Value, size: int) -> None:
        """Let a barrier count the ``size`` bytes of copies (in each program together)."""
        for buffer, (rows, cells), _ in _barriers(frame, op, barrier, None):
            for copy in copies:
                _, mine, theirs = np.intersect1d(copy.place.rows, rows, return_indices=True)
                if len(mine):
                    numbers = np.full(len(copy.place.rows), -1)
                    numbers[mine] = cells[theirs]
                    self.counted.append((copy, buffer, numbers, size))

    def init(self, frame: Frame, op: Operation, barrier: Value, expected: int) -> None:
        """Make barriers whose phases need that many arrivals."""
        for buffer, at, _ in _barriers(frame, op, barrier, None):
            barriers = Barriers.of(buffer)
            barriers.expected[at] = barriers.arrivals[at] = expected
            barriers.bytes[at] = barriers.phase[at] = 0
            barriers.alive[at] = True

    def end(self, frame: Frame, op: Operation, barrier: Value) -> None:
        """End the life of barriers."""
        for buffer, at, _ in _barriers(frame, op, barrier, None):
            barriers = _alive(frame, op, buffer, at)
            barriers.alive[at] = False

    def arrive(
        self, frame: Frame, op: Operation, barrier: Value, count: int, size: int = 0, where: Array | None = None
    ) -> None:
        """Arrive ``count`` times; the phase waits for ``size`` more bytes."""
        for buffer, at, _ in _barriers(frame, op, barrier, where):
            barriers = _alive(frame, op, buffer, at)
            if (barriers.arrivals[at] < count).any():
                # The bytes of the phase before may have arrived long ago.
                self._deliver(buffer, at)
            if (short := barriers.arrivals[at] < count).any():
                row = int(at[0][np.flatnonzero(short)[0]])
                raise RunError(op, f"{_program(frame, row)} arrives at a barrier more often than its phase expects")
            barriers.arrivals[at] -= count
            barriers.bytes[at] += size
            barriers.settle(at)

    def wait_for(self, frame: Frame, op: Operation, barrier: Value, parity: Array, where: Array | None) -> None:
        """Wait for the end of the phase of a parity: what the barrier counts has then arrived."""
        for buffer, at, lanes in _barriers(frame, op, barrier, where):
            barriers = _alive(frame, op, buffer, at)
            self._deliver(buffer, at)
            wanted = np.broadcast_to(parity, frame.lanes)[lanes] & 1
            if (stuck := barriers.phase[at] == wanted).any():
                row, cell = (int(part[np.flatnonzero(stuck)[0]]) for part in at)
                raise RunError(op, f"{_program(frame, row)} waits for ever: {_missing(barriers, row, cell)}")

    def _deliver(self, buffer: Buffer, at: Cells) -> None:
        """Let everything arrive that these barriers, one in each program, count."""
        barriers, (rows, cells) = Barriers.of(buffer), at
        for copy, where, numbers, size in self.counted:
            if where is not buffer:
                continue
            _, mine, theirs = np.intersect1d(copy.place.rows, rows, return_indices=True)
            due = np.zeros(len(copy.place.rows), np.bool_)
            due[mine] = (numbers[mine] == cells[theirs]) & (copy.groups[mine] != _ARRIVED)
            if due.any():
                copy.arrive(due)
                barriers.bytes[copy.place.rows[due], numbers[due]] -= size
        self.counted = [one for one in self.counted if (one[0].groups != _ARRIVED).any()]
        barriers.settle(at)


Cells = tuple[Array, Array]
"""Barriers: in which programs of the batch, and their numbers in the buffer."""


def _barriers(
    frame: Frame, op: Operation, barrier: Value, where: Array | None
) -> Iterator[tuple[Buffer, Cells, Array]]:
    """The barriers of the lanes that ``where`` holds for: their buffer, where in it, and the lanes."""
    for place in places(frame, op, cast("MemoryView", barrier), BARRIER):
        chosen = place if where is None else _narrowed(place, np.broadcast_to(where, frame.lanes))
        if len(chosen.rows):
            yield chosen.buffer, (chosen.rows, np.broadcast_to(chosen.columns[:, 0], len(chosen.rows))), chosen.lanes


def _alive(frame: Frame, op: Operation, buffer: Buffer, at: Cells) -> Barriers:
    barriers = Barriers.of(buffer)
    if (dead := ~barriers.alive[at]).any():
        row = int(at[0][np.flatnonzero(dead)[0]])
        raise RunError(op, f"{_program(frame, row)} uses a barrier that was not initialised, or not any more")
    return barriers


def _missing(barriers: Barriers, row: int, cell: int) -> str:
    arrivals, size = int(barriers.arrivals[row, cell]), int(barriers.bytes[row, cell])
    return f"the phase of the barrier still needs {arrivals} arrivals and {size} bytes"


def _program(frame: Frame, row: int) -> str:
    return program_name(frame.run.grid, row + frame.run.memory.first)


def _narrowed(place: Place, where: Array) -> Place:
    """The part of a place in the lanes of its frame that are true."""
    kept = where[place.lanes]
    columns = place.columns if place.columns.shape[0] == 1 else place.columns[kept]
    return Place(place.buffer, place.lanes[kept], place.rows[kept], columns)
