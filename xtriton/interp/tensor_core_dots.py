"""Asynchronous dots of Blackwell (``tcgen05.mma``) that are not known to be complete.

They compute when they are issued. From then on, until some barrier that they arrive at, or that a later
``ttng.tc_gen5_commit`` of the same partition names, is waited for, their accumulator must not be accessed other than by
dots, which the tensor core executes in order, and their operands must not be overwritten.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from xdsl.ir import Operation

from xtriton.interp.errors import RunError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array
from xtriton.interp.on_chip import Buffer, Place, rows_of
from xtriton.ir.diagnostics import note


@dataclass(frozen=True)
class Span:
    """Elements of ``size`` bytes in memory."""

    place: Place
    size: int

    def overlap(self, place: Place, size: int, running: Array) -> Array:
        """The programs of ``running`` in which this and the other elements have bytes in common."""
        rows, mine, theirs = np.intersect1d(self.place.rows, place.rows, return_indices=True)
        found = [
            row
            for row, here, there in zip(rows, mine, theirs, strict=True)
            if running[row] and len(np.intersect1d(_bytes(self.place, self.size, here), _bytes(place, size, there)))
        ]
        return np.array(found, np.int64)


def _bytes(place: Place, size: int, index: int) -> Array:
    columns = place.columns[0 if place.columns.shape[0] == 1 else index]
    return (columns[:, None] * size + np.arange(size)).ravel()


@dataclass(eq=False)
class _Dot:
    """A dot in flight: in the programs where ``running`` is true it is not known to be complete."""

    op: Operation
    agent: int
    accumulator: list[Span]
    operands: list[Span]
    running: Array
    signals: list[tuple[Buffer, Array, Array]] = field(default_factory=list["tuple[Buffer, Array, Array]"])
    """The barriers that tell of its end: their buffer, and in each program their number there (or -1) and phase."""


@dataclass
class TensorCoreDots:
    """The asynchronous dots of all programs of a batch."""

    open: list[_Dot] = field(default_factory=list[_Dot])

    def issue(
        self,
        frame: Frame,
        op: Operation,
        agent: int,
        accumulator: list[Span],
        operands: list[Span],
        where: Array | None,
    ) -> None:
        """Begin a dot, in the lanes where ``where`` is true."""
        running = np.zeros(frame.run.batch, np.bool_)
        running[rows_of(frame)] = True if where is None else np.broadcast_to(where, frame.lanes)
        self.open.append(_Dot(op, agent, accumulator, operands, running))

    def signal(self, frame: Frame, agent: int, buffer: Buffer, at: tuple[Array, Array], phases: Array) -> None:
        """Let the end of a phase of a barrier tell of the end of all dots that an agent has issued."""
        for dot in self.open:
            if dot.agent == agent:
                cells, numbers = np.full(frame.run.batch, -1), np.zeros(frame.run.batch, np.int64)
                cells[at[0]], numbers[at[0]] = at[1], phases
                dot.signals.append((buffer, cells, numbers))

    def complete(self, buffer: Buffer, at: tuple[Array, Array], ended: Array | int) -> None:
        """Complete the dots of which the first ``ended`` phases of a barrier tell."""
        rows, cells = at
        for dot in self.open:
            for where, numbers, phases in dot.signals:
                if where is buffer:
                    dot.running[rows] &= ~((numbers[rows] == cells) & (phases[rows] < ended))
        self.open = [dot for dot in self.open if dot.running.any()]

    def require_complete(self, frame: Frame, op: Operation, place: Place, size: int, verb: str) -> None:
        """Raise if a dot may still accumulate into memory that ``op`` accesses (``verb``: reads, overwrites)."""
        for dot in self.open:
            self._require(frame, op, dot, dot.accumulator, place, size, f"{verb} memory that", "may still write")

    def require_unread(self, frame: Frame, op: Operation, place: Place, size: int) -> None:
        """Raise if a dot may still read memory that ``op`` overwrites."""
        for dot in self.open:
            self._require(frame, op, dot, dot.operands, place, size, "overwrites memory that", "may still read")

    def _require(
        self, frame: Frame, op: Operation, dot: _Dot, spans: list[Span], place: Place, size: int, does: str, may: str
    ) -> None:
        for span in spans:
            if span.place.buffer is not place.buffer:
                continue
            rows = span.overlap(place, size, dot.running)
            if len(rows):
                program = program_name(frame.run.grid, int(rows[0]) + frame.run.memory.first)
                raise RunError(
                    op,
                    f"{program} {does} a '{dot.op.name}' that has not been waited for {may}",
                    note(dot.op.location, f"this is the '{dot.op.name}': no barrier of it has been waited for"),
                )
