"""Runs a kernel over its grid: programs in batches where that preserves the result, otherwise one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from xdsl.ir import Operation

from xtriton.interp.compiler import Function
from xtriton.interp.errors import ConflictError, LoopLimitError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.memory import Memory
from xtriton.interp.observer import Observer
from xtriton.interp.partitions import Interleaving
from xtriton.interp.races import Watch
from xtriton.interp.transfers import Transfers
from xtriton.interp.values import Value
from xtriton.ir.diagnostics import DiagnosticError

BATCH_ELEMENTS = 1 << 19
"""Maximum total number of elements of a kernel's largest tensor in a batch."""

_MAX_BATCH = 4096
_SPIN_LIMIT = 10_000
"""Iterations of a loop after which a batch is suspected of waiting for itself, as in spin locks."""


POISON = "poison"
"""The printed form of poison."""


@dataclass
class Printed:
    """A line that a program printed."""

    program: int
    text: str


@dataclass
class Run:
    """State shared by the programs of a launch."""

    grid: tuple[int, int, int]
    memory: Memory
    strict: bool = False
    loop_limit: int | None = None
    """The iteration limit of one loop."""
    work_limit: int | None = None
    """The iteration limit of all loops together."""
    batch: int = 1
    """The number of programs in the current batch."""
    printed: list[Printed] = field(default_factory=list[Printed])
    depth: int = 0
    """The current call depth."""
    iterations: int = 0
    work: int = 0
    """How many operations ran, each for a whole batch: a deterministic measure of time."""
    transfers: Transfers = field(default_factory=Transfers)
    """Asynchronous operations in flight in the current batch."""
    interleaving: str | int = "first"
    """The schedule of the partitions of warp-specialised programs; see :mod:`xtriton.interp.partitions`."""
    observer: Observer | None = None
    """The observer of one program, which runs alone."""
    watch: Watch | None = None
    """For a warp-specialised program, which runs alone: the happens-before state of its partitions."""

    def __post_init__(self) -> None:
        self.memory.grid = self.grid

    def coordinates(self, axis: int, programs: np.ndarray) -> np.ndarray:
        """The coordinates of programs along an axis of the grid; x changes fastest."""
        x, y, _ = self.grid
        return (programs // (1, x, x * y)[axis]) % self.grid[axis]

    def count_iteration(self, op: Operation | None, rounds: int, frame: Frame) -> None:
        """Count the ``rounds``-th iteration of a loop. Raises if that exceeds the limit."""
        if self.batch > 1 and rounds > _SPIN_LIMIT:
            raise ConflictError
        self.iterations += 1
        if self.work_limit is not None and self.iterations > self.work_limit and op is not None:
            raise LoopLimitError(op, f"loops run more than {self.work_limit} iterations")
        if self.loop_limit is not None and rounds > self.loop_limit and op is not None:
            raise LoopLimitError(
                op, f"{program_name(self.grid, int(frame.programs[0]))} runs more than {self.loop_limit} iterations"
            )


@dataclass
class Machine:
    """A function to be launched."""

    function: Function
    run: Run
    _returned: list[Value] = field(default_factory=list[Value])

    def launch(self, arguments: Sequence[Value], addresses: Sequence[int | None]) -> list[Value]:
        """Run every program of the grid. ``addresses`` are those of the pointer arguments.

        Returns the results of the last batch: only functions that are not kernels have results.
        """
        count = prod(self.run.grid)
        limit = self._batch_limit()
        if count > 1 and limit > 1:
            self._watch(addresses)
        at, size, conflicts = 0, limit, 0
        while at < count:
            size = self._before_observed(at, min(size, count - at))
            if self._attempt(at, size, arguments):
                at += size
                size = limit if conflicts == 0 else min(limit, size * 2)
                continue
            conflicts += 1
            for program in range(at, at + size):
                self._attempt(program, 1, arguments)
            at += size
            # Programs that depended on each other once will again: do not retry large batches.
            size = 1
            limit = max(1, limit // 8) if conflicts < _PATIENCE else 1
        return self._returned

    def _attempt(self, first: int, count: int, arguments: Sequence[Value]) -> bool:
        """Run a batch. Returns False, without effects, if the programs must run one after another."""
        run = self.run
        run.batch = count
        run.transfers = Transfers()
        run.watch = None
        if self.function.is_specialized:
            run.watch = Watch.over(program_name(run.grid, first), Interleaving(run.interleaving))
        run.memory.begin(first, watched=count > 1)
        printed = len(run.printed)
        frame = Frame(run, np.arange(first, first + count, dtype=np.int64), [])
        try:
            self._returned = self.function.call(frame, arguments)
            if run.watch is not None:
                run.transfers.require_ended(0, run.watch.name)
                run.transfers.require_arrived(run.watch.name)
            else:
                run.transfers.require_stored(frame)
        except (ConflictError, DiagnosticError):
            # The first error in program order is reported, after the effects of the programs before it.
            if count == 1:
                raise
            run.memory.undo()
            del run.printed[printed:]
            return False
        run.printed[printed:] = sorted(run.printed[printed:], key=lambda line: line.program)
        run.memory.end()
        return True

    def _before_observed(self, first: int, count: int) -> int:
        """How many of ``count`` programs to run together, so that an observed one runs alone."""
        observer = self.run.observer
        if observer is None or not first <= observer.program < first + count:
            return count
        return observer.program - first or 1

    def _batch_limit(self) -> int:
        if self.function.is_specialized:
            return 1
        return max(1, min(_MAX_BATCH, BATCH_ELEMENTS // self.function.largest_tensor))

    def _watch(self, addresses: Sequence[int | None]) -> None:
        """Watch the segments that the kernel may write: read-only memory needs no watching."""
        written = self.function.written
        starts = None if written is None else {address for index in written if (address := addresses[index])}
        self.run.memory.watch(starts)


_PATIENCE = 3
