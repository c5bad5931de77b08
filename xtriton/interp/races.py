"""Detects races between the partitions of a warp-specialised program by happens-before analysis.

For every byte of shared memory a :class:`Shadow` records its last writer and the readers since. An access must happen
after those that it conflicts with, according to the clock of its agent (:mod:`xtriton.interp.clocks`): after the
completion of asynchronous copies, dots and stores, and, where it is made by TMA or a tensor core, behind a proxy fence
after accesses by threads. The result does not depend on which partition happened to run first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from xdsl.ir import Operation

from xtriton.interp import clocks
from xtriton.interp.clocks import AGENT, BARRIER, FENCED, Clock, Key
from xtriton.interp.errors import RunError
from xtriton.interp.numbers.formats import Array
from xtriton.interp.on_chip import Buffer, Place
from xtriton.interp.partitions import Interleaving, Scheduler, Waiting
from xtriton.ir.diagnostics import Diagnostic, note


@dataclass(frozen=True, eq=False)
class Access:
    """An access to shared memory: complete for agents whose clocks have counted ``key`` up to ``stamp``."""

    op: Operation
    agent: int
    key: Key
    stamp: int
    writes: bool

    @property
    def by_threads(self) -> bool:
        """Whether it is through the generic proxy."""
        return self.key.kind == AGENT


@dataclass(eq=False)
class Shadow:
    """For each byte of a buffer, the number of the access that wrote it last, and those of its readers by key."""

    size: int
    writers: Array = field(init=False)
    readers: dict[Key, Array] = field(default_factory=dict[Key, Array])

    def __post_init__(self) -> None:
        self.writers = np.full(self.size, -1, np.int32)

    def readers_of(self, key: Key) -> Array:
        """The access numbers of the readers of a key."""
        if key not in self.readers:
            self.readers[key] = np.full(self.size, -1, np.int32)
        return self.readers[key]


@dataclass(eq=False)
class History:
    """The phases of a barrier: the clock at the end of each, and the merged clocks of the arrivals in the current one.

    ``counted`` tells in which phases the barrier counts bytes: only a wait guarantees that those have arrived.
    """

    key: Key
    ends: list[Clock] = field(default_factory=list[Clock])
    open: Clock = field(default_factory=Clock)
    counted: set[int] = field(default_factory=set[int])

    def close(self, phases: int) -> None:
        """Complete phases up to this number."""
        while len(self.ends) < phases:
            self.ends.append(self.open.copy())

    def known(self, clock: Clock) -> int:
        """The number of phases that an agent with this clock knows to have ended."""
        known = clock[self.key]
        while known < len(self.ends) and known not in self.counted and clock.knows(self.ends[known]):
            known += 1
        return known


@dataclass
class _Held:
    """The result of an asynchronous dot: the agents that know it to be complete may use it."""

    value: object
    op: Operation
    key: Key
    stamp: int


@dataclass
class Watch:
    """The agents of one program: number 0 is the default region and the code around it, number n partition n - 1."""

    name: str
    scheduler: Scheduler
    clocks: dict[int, Clock] = field(default_factory=dict[int, Clock])
    _accesses: list[Access] = field(default_factory=list[Access])
    _shadows: dict[Buffer, Shadow] = field(default_factory=dict[Buffer, Shadow])
    _histories: dict[tuple[Buffer, int], History] = field(default_factory=dict["tuple[Buffer, int]", History])
    _held: dict[int, _Held] = field(default_factory=dict[int, _Held])
    _instances: dict[tuple[Operation, int], Buffer] = field(default_factory=dict["tuple[Operation, int]", Buffer])
    """The last allocation of each operation, by agent."""
    _barriers: int = 0

    @staticmethod
    def over(program: str, interleaving: Interleaving) -> Watch:
        """The state of a program that has not begun."""
        watch = Watch(program, Scheduler(interleaving, lambda stuck: watch.deadlock(stuck)))
        watch.clocks[0] = Clock({Key(AGENT, 0): 1})
        return watch

    @property
    def agent(self) -> int:
        """The number of the running agent."""
        return self.scheduler.current

    @property
    def clock(self) -> Clock:
        """The clock of the running agent."""
        return self.clocks[self.agent]

    def title(self, agent: int | None = None) -> str:
        """The name of an agent in messages: by default the running one."""
        number = self.agent if agent is None else agent
        return "the default region" if number == 0 else f"partition {number - 1}"

    # ------------------------------------------------------------------------------------------------- synchronisation

    def tick(self) -> None:
        """Begin a new epoch: later actions of the running agent are not ordered by its earlier releases."""
        self.clock[Key(AGENT, self.agent)] += 1

    def fork(self, count: int) -> None:
        """Fork this many partitions, which inherit the running agent's clock."""
        for number in range(1, count + 1):
            self.clocks[number] = self.clock.copy()
            self.clocks[number][Key(AGENT, number)] += 1
        self.tick()

    def join(self, count: int) -> None:
        """The running agent has joined this many partitions."""
        for number in range(1, count + 1):
            self.clock.learn(self.clocks[number])

    def fence(self) -> None:
        """Order known accesses by threads before later accesses by the asynchronous proxy."""
        for key, count in list(self.clock.items()):
            if key.kind == AGENT:
                self.clock[Key(FENCED, key.number)] = count
        self.tick()

    def completed(self, kind: str, count: int) -> None:
        """This many asynchronous operations of the running agent have been waited for."""
        key = Key(kind, self.agent)
        self.clock[key] = max(self.clock[key], count)
        self._held = {at: held for at, held in self._held.items() if self.clock[held.key] < held.stamp}

    def begin_barrier(self, buffer: Buffer, cell: int) -> None:
        """A barrier is initialised: its phases are counted from 0."""
        self._barriers += 1
        self._histories[buffer, cell] = History(Key(BARRIER, self._barriers))

    def history(self, buffer: Buffer, cell: int) -> History:
        """The phases of a live barrier."""
        return self._histories[buffer, cell]

    def arrive(self, history: History) -> None:
        """An arrival: the running agent releases its clock to those that wait for the phase."""
        history.open.learn(self.clock)
        self.tick()

    def acquire(self, history: History, phases: int) -> None:
        """The running agent acquires the clocks of this many phases."""
        if phases:
            self.clock.learn(history.ends[phases - 1])
        self.clock[history.key] = max(self.clock[history.key], phases)

    # ------------------------------------------------------------------------------------------------------- accesses

    def access(self, op: Operation, place: Place, size: int, *, writes: bool) -> None:
        """Threads of the running agent access elements of ``size`` bytes."""
        key = Key(AGENT, self.agent)
        self._touch(place, size, Access(op, self.agent, key, self.clock[key], writes))

    def begin(self, op: Operation, place: Place, size: int, key: Key, stamp: int, *, writes: bool) -> None:
        """Begin an access that is complete when ``key`` is counted up to ``stamp``."""
        self._touch(place, size, Access(op, self.agent, key, stamp, writes))

    def allocate(self, op: Operation, buffer: Buffer) -> None:
        """An operation allocates memory, where it did the last time: no earlier access may still be in flight."""
        before = self._instances.get((op, self.agent))
        self._instances[op, self.agent] = buffer
        shadow = None if before is None else self._shadows.pop(before, None)
        if shadow is None:
            return
        key = Key(AGENT, self.agent)
        access = Access(op, self.agent, key, self.clock[key], writes=True)
        for accesses in (shadow.writers, *shadow.readers.values()):
            for number in _distinct(accesses):
                self._require(access, self._accesses[number], buffer)

    def _touch(self, place: Place, size: int, access: Access) -> None:
        buffer = place.buffer
        shadow = self._shadows.get(buffer)
        if shadow is None:
            shadow = self._shadows[buffer] = Shadow(buffer.data.shape[1])
        where = _bytes_of(place, size)
        writers = shadow.writers[where]
        if not access.writes and not access.by_threads and (writers < 0).any():
            text = "reads memory that nothing was written to: wait for what fills it"
            raise RunError(access.op, f"{self.name}: {self.title()} {text}", *_allocation(buffer))
        for number in _distinct(writers):
            self._require(access, self._accesses[number], buffer)
        if access.writes:
            for readers in shadow.readers.values():
                for number in _distinct(readers[where]):
                    self._require(access, self._accesses[number], buffer)
                readers[where] = -1
        self._accesses.append(access)
        (shadow.writers if access.writes else shadow.readers_of(access.key))[where] = len(self._accesses) - 1

    def _require(self, access: Access, before: Access, buffer: Buffer) -> None:
        """Raise unless ``before`` is complete, and fenced if needed."""
        clock = self.clock
        if clock[before.key] < before.stamp:
            self._race(access, before, buffer, _advice(before))
        fenced = clock[Key(FENCED, before.agent)] >= before.stamp
        if before.by_threads and not access.by_threads and not fenced:
            self._race(access, before, buffer, "a 'ttng.fence_async_shared' has to stand between the two")

    def _race(self, access: Access, before: Access, buffer: Buffer, advice: str) -> None:
        own = before.agent == access.agent
        by = f"in {self.title(before.agent)}" if not own else "before it"
        does, did = ("writes" if access.writes else "reads"), ("write" if before.writes else "read")
        notes = [note(before.op.location, f"this is the '{before.op.name}': {advice}"), *_allocation(buffer)]
        raise RunError(
            access.op,
            f"{self.name}: {self.title(access.agent)} {does} memory that the '{before.op.name}' {by} may still {did}",
            *notes,
        )

    # ---------------------------------------------------------------------------------------------- results of dots

    def hold(self, value: object, op: Operation, key: Key, stamp: int) -> None:
        """A register holds the pending result of an asynchronous operation."""
        self._held[id(value)] = _Held(value, op, key, stamp)

    def require_there(self, op: Operation, values: Sequence[object]) -> None:
        """Raise if an operand of an operation is not complete yet."""
        for value in values:
            held = self._held.get(id(value))
            if held is None or held.value is not value:
                continue
            if self.clock[held.key] >= held.stamp:
                del self._held[id(value)]
                continue
            where = note(held.op.location, "the dot: a 'ttng.warp_group_dot_wait' has to stand between the two")
            raise RunError(op, f"{self.name}: {self.title()} uses the result of a dot that still runs", where)

    # ------------------------------------------------------------------------------------------------------- ends

    def deadlock(self, stuck: dict[int, Waiting]) -> RunError:
        """The deadlock error of agents that all wait, or that are the only ones left."""
        waits = [(number, waiting, str(waiting)) for number, waiting in stuck.items()]
        _, first, why = waits[0]
        others = [*first.notes]
        for number, waiting, what in waits[1:]:
            others += [note(waiting.op.location, f"{self.title(number)} waits: {what}"), *waiting.notes]
        who = f", {self.title(waits[0][0])}," if len(self.clocks) > 1 else ""
        return RunError(first.op, f"{self.name}{who} waits for ever: {why}", *others)


def _allocation(buffer: Buffer) -> list[Diagnostic]:
    return [] if buffer.origin is None else [note(buffer.origin.location, "the memory is allocated here")]


def _bytes_of(place: Place, size: int) -> slice | Array:
    """The bytes of a place, in the only running program."""
    columns = place.columns[0]
    low, high = int(columns.min()), int(columns.max()) + 1
    if high - low == len(columns):
        return slice(low * size, high * size)
    return (columns[:, None] * size + np.arange(size)).reshape(-1)


def _distinct(numbers: Array) -> Iterator[int]:
    """The distinct valid access numbers."""
    if not len(numbers):
        return
    first = int(numbers[0])
    found = [first] if (numbers == first).all() else np.unique(numbers).tolist()
    for number in found:
        if number >= 0:
            yield number


def _advice(before: Access) -> str:
    """The wait that would have completed the earlier access."""
    match before.key.kind:
        case clocks.DOT:
            return "a 'ttng.warp_group_dot_wait' has to end it before the memory is handed on"
        case clocks.STORE:
            return "a 'ttng.async_tma_store_wait' has to end it before the memory is used again"
        case clocks.BARRIER:
            return f"phase {before.stamp - 1} of its barrier has to be waited for"
        case clocks.GROUP:
            return "a 'ttg.async_wait' has to end it"
        case _:
            return "no barrier orders the two"
