"""Asynchronous copies into on-chip memory, and the barriers and groups that signal their completion.

A copy reads its source when it is issued. Its target is undefined from then on, and holds the copied data only after
the wait that covers it: that is the latest moment at which it may arrive, so that reads before it are detected. A copy
that is never waited for never arrives. Conversely, memory that an asynchronous operation reads must not be overwritten
before that operation was waited for.

Barriers have the state of ``mbarrier`` in the PTX ISA: the pending arrivals and bytes of the current phase, and the
parity of that phase. Programs run separately here, so a wait for a phase that does not complete would never end, unless
the program has partitions: then another one runs, and a :class:`xtriton.interp.races.Watch` checks for races.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.ttg.types import MemDescType
from xtriton.interp.clocks import DOT, GROUP, STORE, Key
from xtriton.interp.errors import RunError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, Format, integer_format
from xtriton.interp.on_chip import Buffer, Geometry, Place, geometry_of, places, rows_of, spelled
from xtriton.interp.races import Watch
from xtriton.interp.tensor_core_dots import TensorCoreDots
from xtriton.interp.values import MemoryView, Value
from xtriton.ir.diagnostics import Diagnostic, note

_UNCOMMITTED = -1
_ARRIVED = -2

BARRIER = Geometry((1,), (1,), integer_format(64), np.zeros(1, np.int64), None, 8, 1)
"""A barrier is one 64-bit word, whatever its layout."""


@dataclass(eq=False)
class Copy:
    """Data in flight to a place. ``groups`` are those of the place's lanes, or another counter."""

    op: Operation
    place: Place
    form: Format
    data: Array
    poison: Array | None
    groups: Array

    def arrive(self, lanes: Array) -> None:
        """Complete the copy in the lanes of its place that are true."""
        place, chosen = self.place, np.flatnonzero(lanes)
        columns = place.columns if place.columns.shape[0] == 1 else place.columns[chosen]
        part = Place(place.buffer, place.lanes[chosen], place.rows[chosen], columns)
        part.write(self.form, self.data[chosen], None if self.poison is None else self.poison[chosen])
        self.groups[chosen] = _ARRIVED


@dataclass(eq=False)
class Barriers:
    """The barriers in a buffer, one for each 8 bytes of it, in every program: ``expected`` arrivals in each phase.

    ``phase`` is the number of completed phases.
    """

    expected: Array
    arrivals: Array
    bytes: Array
    phase: Array
    alive: Array

    @staticmethod
    def of(buffer: Buffer) -> Barriers:
        """The barriers of a buffer."""
        if buffer.barriers is None:
            shape = (buffer.data.shape[0], buffer.data.shape[1] // 8)
            expected, arrivals, size, phase = (np.zeros(shape, np.int64) for _ in range(4))
            buffer.barriers = Barriers(expected, arrivals, size, phase, np.zeros(shape, np.bool_))
        return cast("Barriers", buffer.barriers)

    def settle(self, at: tuple[Array, Array]) -> None:
        """Complete the phase where no arrivals and bytes are pending."""
        done = (self.arrivals[at] == 0) & (self.bytes[at] == 0)
        self.phase[at] += done
        self.arrivals[at] = np.where(done, self.expected[at], self.arrivals[at])


@dataclass(eq=False)
class Reading:
    """Memory that an asynchronous operation reads and that must not be overwritten. ``groups`` as for copies."""

    op: Operation
    place: Place
    form: Format
    groups: Array


@dataclass
class Readings:
    """Asynchronous operations of a kind that read on-chip memory, each of them a separate group.

    ``kind`` is :data:`~xtriton.interp.clocks.DOT` or :data:`~xtriton.interp.clocks.STORE`.
    """

    kind: str
    issued: Array
    """The number of operations issued in each program."""
    open: list[Reading] = field(default_factory=list[Reading])

    def begin(self, frame: Frame, op: Operation, sources: Iterable[tuple[Value, MemDescType]]) -> None:
        """Begin an operation that reads memory until it is waited for."""
        rows = rows_of(frame)
        for value, type_ in sources:
            geometry = geometry_of(type_)
            for place in places(frame, op, cast("MemoryView", value), geometry):
                self.open.append(Reading(op, place, geometry.form, self.issued[place.rows]))
                if (watch := frame.run.watch) is not None:
                    key, number = Key(self.kind, watch.agent), int(self.issued[0]) + 1
                    watch.begin(op, place, geometry.form.size, key, number, writes=False)
        self.issued[rows] += 1

    def wait(self, frame: Frame, pending: int) -> None:
        """Complete all of them but the last ``pending`` ones."""
        rows = rows_of(frame)
        if (watch := frame.run.watch) is not None:
            watch.completed(self.kind, int(self.issued[0]) - pending)
        for reading in self.open:
            due = (reading.groups < self.issued[reading.place.rows] - pending) & np.isin(reading.place.rows, rows)
            reading.groups = np.where(due, _ARRIVED, reading.groups)
        self.open = [reading for reading in self.open if (reading.groups != _ARRIVED).any()]

    def touches(self, buffer: Buffer, rows: Array) -> Array:
        """Which bytes of a buffer are being read, in some programs."""
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
class Groups:
    """Groups of an agent's copies in each program: ``committed`` is their number."""

    committed: Array
    open: list[Copy] = field(default_factory=list[Copy])
    """Copies in flight that belong, or will belong, to a group: in each lane the number of that group."""


@dataclass
class Transfers:
    """All asynchronous operations of the programs of a batch."""

    grouped: dict[int, Groups] = field(default_factory=dict[int, Groups])
    """Copies tracked by groups, by the agent that issued them."""
    counted: list[tuple[Copy, Buffer, Array, int]] = field(default_factory=list["tuple[Copy, Buffer, Array, int]"])
    """Copies whose bytes a barrier counts (its buffer, its number there in each lane)."""
    readings: dict[Key, Readings] = field(default_factory=dict[Key, Readings])
    """Reads of asynchronous operations, by their kind and their agent."""
    dots: TensorCoreDots = field(default_factory=TensorCoreDots)
    """Asynchronous dots of Blackwell."""
    descriptors: dict[int, Value] = field(default_factory=dict[int, Value])
    """Descriptors that programs have written to memory, by address."""
    scratch: int = 0
    """Bytes of scratch memory allocated so far per program."""

    def issue(
        self, frame: Frame, op: Operation, target: Value, type_: MemDescType, stored: Value, ends: Ends | None
    ) -> list[Copy]:
        """Issue a copy of a tensor, and make its target undefined. The race detector is given its completion event."""
        view, geometry = cast("MemoryView", target), geometry_of(type_)
        data, poison = spelled(frame, stored, geometry.shape)
        copies: list[Copy] = []
        for place in places(frame, op, view, geometry):
            if ends is None or (watch := frame.run.watch) is None:
                self.require_unread(frame, op, place, geometry.form)
            else:
                watch.begin(op, place, geometry.form.size, *ends, writes=True)
            self.dots.require_unread(frame, op, place, geometry.form.size)
            place.spoil(geometry.form)
            groups = np.full(len(place.lanes), _UNCOMMITTED)
            part = None if poison is None else poison[place.lanes]
            copies.append(Copy(op, place, geometry.form, data[place.lanes], part, groups))
        return copies

    def issue_in_group(self, frame: Frame, op: Operation, target: Value, type_: MemDescType, stored: Value) -> None:
        """Issue a copy that belongs to the agent's next group."""
        groups, watch = self._groups(frame), frame.run.watch
        ends = None if watch is None else (Key(GROUP, watch.agent), int(groups.committed[0]) + 1)
        groups.open += self.issue(frame, op, target, type_, stored, ends)

    def issue_counted(
        self, frame: Frame, op: Operation, target: Value, type_: MemDescType, stored: Value, barrier: Value, size: int
    ) -> None:
        """Issue a copy whose ``size`` bytes a barrier counts (in each program)."""
        ends = None
        if (watch := frame.run.watch) is not None:
            for buffer, at, place in _barriers(frame, op, barrier, None):
                barriers, history = _alive(frame, op, buffer, at), watch.history(buffer, int(at[1][0]))
                phase = int(barriers.phase[at][0])
                history.counted.add(phase)
                ends = history.key, phase + 1
                watch.begin(op, place, BARRIER.width, *ends, writes=False)
        self._count(frame, op, self.issue(frame, op, target, type_, stored, ends), barrier, size)
        if watch is not None:
            watch.scheduler.point()

    def reading(self, frame: Frame, kind: str) -> Readings:
        """The reads of a kind, of the running agent."""
        key = Key(kind, agent_of(frame))
        if key not in self.readings:
            self.readings[key] = Readings(kind, np.zeros(frame.run.batch, np.int64))
        return self.readings[key]

    def require_unread(self, frame: Frame, op: Operation, place: Place, form: Format) -> None:
        """Raise if memory about to be overwritten may still be read."""
        for (kind, _), readings in self.readings.items():
            if not any(reading.place.buffer is place.buffer for reading in readings.open):
                continue
            busy = readings.touches(place.buffer, place.rows).view(f"u{form.size}")
            columns = np.broadcast_to(place.columns, (len(place.rows), place.columns.shape[1]))
            wrong = np.take_along_axis(busy, columns, axis=1).any(axis=1)
            if wrong.any():
                program = _program(frame, int(place.rows[np.flatnonzero(wrong)[0]]))
                raise RunError(
                    op, f"{program} overwrites memory that a {kind} that has not been waited for may still read"
                )

    def require_unused(self, frame: Frame, op: Operation, shared: Container[Operation]) -> None:
        """Raise if memory that Triton may give to ``op`` is still read: that of the allocations ``shared``."""
        rows = rows_of(frame)
        for (kind, _), readings in self.readings.items():
            for reading in readings.open:
                origin, mine = reading.place.buffer.origin, reading.place.rows
                if origin is None or origin not in shared:
                    continue
                busy = mine[np.isin(mine, rows) & (reading.groups != _ARRIVED)]
                if len(busy):
                    wait = "ttng.warp_group_dot_wait" if kind == DOT else "ttng.async_tma_store_wait"
                    kept = f"a use after its '{wait}' keeps it, such as 'ttg.local_dealloc'"
                    raise RunError(
                        op,
                        f"{_program(frame, int(busy[0]))} may be given memory that a {kind} that has not been waited "
                        "for still reads, after its last use",
                        note(reading.op.location, f"this is the '{reading.op.name}'"),
                        note(origin.location, f"the memory is allocated here: {kept}"),
                    )

    def _groups(self, frame: Frame) -> Groups:
        agent = agent_of(frame)
        if agent not in self.grouped:
            self.grouped[agent] = Groups(np.zeros(frame.run.batch, np.int64))
        return self.grouped[agent]

    def commit(self, frame: Frame) -> None:
        """Commit the copies without a group to a new group."""
        groups, rows = self._groups(frame), rows_of(frame)
        committed = groups.committed
        for copy in groups.open:
            mine = np.isin(copy.place.rows, rows) & (copy.groups == _UNCOMMITTED)
            copy.groups = np.where(mine, committed[copy.place.rows], copy.groups)
        committed[rows] += 1

    def wait(self, frame: Frame, pending: int) -> None:
        """Wait until all groups but the last ``pending`` ones have arrived."""
        groups, rows = self._groups(frame), rows_of(frame)
        committed = groups.committed
        if (watch := frame.run.watch) is not None:
            watch.completed(GROUP, int(committed[0]) - pending)
        for copy in groups.open:
            due = (copy.groups >= 0) & (copy.groups < committed[copy.place.rows] - pending)
            due &= np.isin(copy.place.rows, rows)
            if due.any():
                copy.arrive(due)
        groups.open = [copy for copy in groups.open if (copy.groups != _ARRIVED).any()]

    def _count(self, frame: Frame, op: Operation, copies: list[Copy], barrier: Value, size: int) -> None:
        """Let a barrier count the ``size`` bytes of copies (in each program together)."""
        for buffer, (rows, cells), _ in _barriers(frame, op, barrier, None):
            for copy in copies:
                _, mine, theirs = np.intersect1d(copy.place.rows, rows, return_indices=True)
                if len(mine):
                    numbers = np.full(len(copy.place.rows), -1)
                    numbers[mine] = cells[theirs]
                    self.counted.append((copy, buffer, numbers, size))

    def init(self, frame: Frame, op: Operation, barrier: Value, expected: int) -> None:
        """Initialise barriers with this many arrivals per phase."""
        for buffer, at, place in _barriers(frame, op, barrier, None):
            if (watch := frame.run.watch) is not None:
                watch.access(op, place, BARRIER.width, writes=True)
                watch.begin_barrier(buffer, int(at[1][0]))
            barriers = Barriers.of(buffer)
            barriers.expected[at] = barriers.arrivals[at] = expected
            barriers.bytes[at] = barriers.phase[at] = 0
            barriers.alive[at] = True

    def end(self, frame: Frame, op: Operation, barrier: Value) -> None:
        """Invalidate barriers."""
        for buffer, at, place in _barriers(frame, op, barrier, None):
            barriers = _alive(frame, op, buffer, at)
            if (watch := frame.run.watch) is not None:
                watch.access(op, place, BARRIER.width, writes=True)
            barriers.alive[at] = False

    def arrive(
        self,
        frame: Frame,
        op: Operation,
        barrier: Value,
        count: int,
        size: int = 0,
        where: Array | None = None,
        *,
        after_dots: bool = False,
    ) -> None:
        """Arrive ``count`` times; the phase expects ``size`` more bytes.

        Arrivals ``after_dots`` happen when all asynchronous dots of Blackwell that the agent has issued are complete.
        """
        watch = frame.run.watch
        if watch is not None:
            watch.scheduler.point()
        for buffer, at, place in _barriers(frame, op, barrier, where):
            barriers = _alive(frame, op, buffer, at)
            if (barriers.arrivals[at] < count).any():
                # The bytes of the previous phase may have arrived long ago.
                self.deliver(buffer, at, watch)
            if (short := barriers.arrivals[at] < count).any():
                row = int(at[0][np.flatnonzero(short)[0]])
                raise RunError(op, f"{_program(frame, row)} arrives at a barrier more often than its phase expects")
            if watch is not None:
                watch.access(op, place, BARRIER.width, writes=False)
                history = watch.history(buffer, int(at[1][0]))
                if size:
                    history.counted.add(int(barriers.phase[at][0]))
                watch.arrive(history)
            if after_dots:
                self.dots.signal(frame, agent_of(frame), buffer, at, barriers.phase[at].copy())
            barriers.arrivals[at] -= count
            barriers.bytes[at] += size
            self._settle(buffer, at, watch)

    def wait_for(self, frame: Frame, op: Operation, barrier: Value, parity: Array, where: Array | None) -> None:
        """Wait for the end of the phase with a parity: the copies that the barrier counts have then arrived."""
        for buffer, at, place in _barriers(frame, op, barrier, where):
            barriers = _alive(frame, op, buffer, at)
            wanted = np.broadcast_to(parity, frame.lanes)[place.lanes] & 1
            if frame.run.watch is not None:
                self._wait_in_partition(op, frame.run.watch, place, at, int(wanted[0]))
                continue
            self.deliver(buffer, at)
            if (stuck := (barriers.phase[at] & 1) == wanted).any():
                row, cell = (int(part[np.flatnonzero(stuck)[0]]) for part in at)
                raise RunError(op, f"{_program(frame, row)} waits for ever: {_missing(barriers, row, cell)}")
            self.dots.complete(buffer, at, barriers.phase[at])

    def _wait_in_partition(self, op: Operation, watch: Watch, place: Place, at: Cells, parity: int) -> None:
        """Wait for the next phase that the partition does not know to be complete, if it has the parity."""
        buffer = place.buffer
        watch.access(op, place, BARRIER.width, writes=False)
        history = watch.history(buffer, int(at[1][0]))
        known = history.known(watch.clock)
        wanted = known + (known & 1 == parity)
        watch.scheduler.point()
        waiting = PhaseWait(op, self, buffer, at, wanted, watch)
        if not waiting.is_over():
            watch.scheduler.wait(waiting)
        ended = int(Barriers.of(buffer).phase[at][0])
        if ended > wanted:
            text = f"of whose phases {wanted} ought to have ended, but {ended} have: the partitions are out of step"
            raise RunError(op, f"{watch.name}: {watch.title()} waits for a barrier {text}", *waiting.notes)
        watch.acquire(history, wanted)
        self.dots.complete(buffer, at, wanted)

    def require_ended(self, agent: int, title: str) -> None:
        """Raise if an agent has ended while its asynchronous operations are not known to be complete."""
        for (kind, number), readings in self.readings.items():
            if number == agent and readings.open:
                raise RunError(readings.open[0].op, f"{title} ends without waiting for this {kind}")
        if agent in self.grouped and self.grouped[agent].open:
            raise RunError(self.grouped[agent].open[0].op, f"{title} ends without waiting for this copy")

    def require_stored(self, frame: Frame) -> None:
        """Raise if a program has ended while its stores still read shared memory, which then is another's."""
        for (kind, _), readings in self.readings.items():
            for reading in readings.open:
                busy = reading.place.rows[reading.groups != _ARRIVED]
                if kind == STORE and len(busy):
                    raise RunError(reading.op, f"{_program(frame, int(busy[0]))} ends without waiting for this {kind}")

    def require_idle(self, frame: Frame, op: Operation, buffer: Buffer, rows: Array) -> None:
        """Raise if copies into memory that is given back have not been waited for: it may be used again."""
        for copy in [copy for groups in self.grouped.values() for copy in groups.open]:
            busy = copy.place.rows[copy.groups != _ARRIVED]
            if copy.place.buffer is buffer and np.isin(busy, rows).any():
                program = _program(frame, int(busy[np.isin(busy, rows)][0]))
                raise RunError(
                    op,
                    f"{program} gives memory back that a copy that has not been waited for may still write",
                    note(copy.op.location, f"this is the '{copy.op.name}'"),
                )

    def require_arrived(self, title: str) -> None:
        """Raise if a copy is still in flight at the end of a program."""
        for copy, *_ in self.counted:
            raise RunError(copy.op, f"{title} ends without waiting for this copy")

    def _settle(self, buffer: Buffer, at: Cells, watch: Watch | None) -> None:
        """Complete the phases where no arrivals and bytes are pending."""
        barriers = Barriers.of(buffer)
        barriers.settle(at)
        if watch is not None:
            watch.history(buffer, int(at[1][0])).close(int(barriers.phase[at][0]))

    def deliver(self, buffer: Buffer, at: Cells, watch: Watch | None = None) -> None:
        """Deliver all copies that these barriers, one in each program, count."""
        barriers, (rows, cells) = Barriers.of(buffer), at
        last: Copy | None = None
        for copy, where, numbers, size in self.counted:
            if where is not buffer:
                continue
            _, mine, theirs = np.intersect1d(copy.place.rows, rows, return_indices=True)
            due = np.zeros(len(copy.place.rows), np.bool_)
            due[mine] = (numbers[mine] == cells[theirs]) & (copy.groups[mine] != _ARRIVED)
            if due.any():
                copy.arrive(due)
                barriers.bytes[copy.place.rows[due], numbers[due]] -= size
                last = copy
        if last is None:
            return
        self.counted = [entry for entry in self.counted if (entry[0].groups != _ARRIVED).any()]
        if ((barriers.bytes[at] < 0) & (barriers.arrivals[at] == 0)).any():
            many = -int(barriers.bytes[at].min())
            raise RunError(last.op, f"the copies that the barrier counts bring {many} bytes more than it expects")
        self._settle(buffer, at, watch)


@dataclass
class PhaseWait:
    """The condition that ``wanted`` phases of a barrier have completed."""

    op: Operation
    transfers: Transfers
    buffer: Buffer
    at: Cells
    wanted: int
    watch: Watch

    def is_over(self) -> bool:
        """Whether enough phases have completed, once all counted copies have arrived."""
        if int(Barriers.of(self.buffer).phase[self.at][0]) < self.wanted:
            self.transfers.deliver(self.buffer, self.at, self.watch)
        return int(Barriers.of(self.buffer).phase[self.at][0]) >= self.wanted

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """A note that names the barrier."""
        origin = self.buffer.origin
        return () if origin is None else (note(origin.location, f"barrier {self.at[1][0]} of those allocated here"),)

    def __str__(self) -> str:
        row, cell = (int(part[0]) for part in self.at)
        barriers = Barriers.of(self.buffer)
        ended = int(barriers.phase[row, cell])
        return f"{_missing(barriers, row, cell)}; it is phase {ended}, and phase {self.wanted - 1} is waited for"


Cells = tuple[Array, Array]
"""Barriers: a mask of programs of the batch, and their numbers in the buffer."""

Ends = tuple[Key, int]
"""The completion of an asynchronous operation: a clock key, and its count."""


def agent_of(frame: Frame) -> int:
    """The number of the running partition; 0 in programs without partitions."""
    return 0 if frame.run.watch is None else frame.run.watch.agent


def _barriers(
    frame: Frame, op: Operation, barrier: Value, where: Array | None
) -> Iterator[tuple[Buffer, Cells, Place]]:
    """The barriers of the lanes where ``where`` is true: their buffer, their positions in it, and the place."""
    for place in places(frame, op, cast("MemoryView", barrier), BARRIER):
        chosen = place if where is None else _narrowed(place, np.broadcast_to(where, frame.lanes))
        if len(chosen.rows):
            yield chosen.buffer, (chosen.rows, np.broadcast_to(chosen.columns[:, 0], len(chosen.rows))), chosen


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
