"""Memory: each argument of the launch has a range of addresses far from all others, so that every out-of-bounds access
is detected.

Accesses are checked, and for batches of programs watched (:mod:`xtriton.interp.conflicts`) and logged, so that a batch
can be undone.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from xdsl.ir import Operation

from xtriton.interp.errors import ConflictError, OutOfBoundsError, RunError, program_name
from xtriton.interp.numbers.formats import Array, Format
from xtriton.interp.segments import READ, SPACING_BITS, WRITTEN, Segment, segments_of


@dataclass(frozen=True)
class Site:
    """The origin of accesses: the operation, the program of each access, and its element for messages."""

    op: Operation
    owners: Array
    shape: tuple[int, ...]
    positions: Array | None = None
    """The flat index of each access among all elements of all lanes, if a mask disabled some."""

    def describe(self, index: int, grid: Sequence[int]) -> str:
        """The program and element of access number ``index``."""
        flat = index if self.positions is None else int(self.positions[index])
        per_lane = int(np.prod(self.shape, dtype=np.int64))
        element = np.unravel_index(flat % per_lane, self.shape) if self.shape else ()
        inside = f", element [{', '.join(map(str, element))}]" if self.shape else ""
        return f"{program_name(grid, int(self.owners[index]))}{inside}"


@dataclass
class Memory:
    """All segments. While ``journal`` is a list, stores are logged there; ``first`` is the batch's first program."""

    segments: list[Segment] = field(default_factory=list[Segment])
    journal: list[tuple[Array, Array, Array]] | None = None
    first: int = 0
    grid: tuple[int, int, int] = (1, 1, 1)
    """The grid of the launch, to name programs."""
    tracks_poison: bool = False
    """Whether poison may be stored; loads from there then give poison."""

    def add(self, arrays: Sequence[tuple[str, Array]]) -> list[int]:
        """Assign addresses to every array. Returns the address of each array's first element."""
        added = segments_of(arrays, len(self.segments))
        self.segments += added
        return [segment.base for segment in added]

    def keep_record(self) -> None:
        """Start recording which bytes are accessed."""
        for segment in self.segments:
            segment.touched = np.zeros(len(segment.data), np.uint8)

    def watch(self, addresses: Container[int] | None) -> None:
        """Watch the segments with the given starts, which the kernel may write; all memory if None."""
        for segment in self.segments:
            if addresses is None or segment.base in addresses:
                segment.storage.watch()

    def read(self, addresses: Array, form: Format, site: Site) -> Array:
        """The stored elements at ``addresses`` (one axis)."""
        if not addresses.size:
            return np.empty(addresses.shape, form.storage)
        segment = self._only_segment(addresses, form.size)
        if segment is not None:
            return self._read_segment(segment, addresses - segment.base, form, site)
        result = np.empty(addresses.shape, form.storage)
        for segment, chosen, part in self._split(addresses, form.size, site):
            result[chosen] = self._read_segment(segment, addresses[chosen] - segment.base, form, part)
        return result

    def write(self, addresses: Array, stored: Array, form: Format, site: Site) -> None:
        """Store elements in order: for equal addresses the last one wins."""
        if not addresses.size:
            return
        segment = self._only_segment(addresses, form.size)
        if segment is not None:
            self._write_segment(segment, addresses - segment.base, stored, form, site)
            return
        for segment, chosen, part in self._split(addresses, form.size, site):
            self._write_segment(segment, addresses[chosen] - segment.base, stored[chosen], form, part)

    def mark(self, addresses: Array, poison: Array, form: Format, site: Site) -> None:
        """Record which of the elements just stored are poison. Not for batches: these are undone instead."""
        if poison.any() and self.journal is not None:
            raise ConflictError
        for segment, chosen, _ in self._split(addresses, form.size, site):
            marked = np.broadcast_to(poison, addresses.shape)[chosen]
            if segment.undefined is None:
                if not marked.any():
                    continue
                segment.undefined = np.zeros(len(segment.data), np.bool_)
            offsets = addresses[chosen] - segment.base
            for byte in range(form.size):
                segment.undefined[offsets + byte] = marked

    def poison_at(self, addresses: Array, form: Format, site: Site) -> Array | None:
        """Which of the elements at ``addresses`` were stored as poison; None if none were."""
        if all(segment.undefined is None for segment in self.segments):
            return None
        result = np.zeros(addresses.shape, np.bool_)
        for segment, chosen, _ in self._split(addresses, form.size, site):
            if segment.undefined is not None:
                offsets = addresses[chosen] - segment.base
                result[chosen] = np.logical_or.reduce([segment.undefined[offsets + i] for i in range(form.size)])
        return result

    def claim(self, addresses: Array, form: Format, site: Site, kind: int) -> None:
        """Record that an atomic is about to modify ``addresses``; ``kind`` as for :meth:`Shadow.write`."""
        for segment, chosen, part in self._split(addresses, form.size, site):
            self._admit_write(segment, addresses[chosen] - segment.base, form, part, kind)

    def update(self, addresses: Array, stored: Array, form: Format, site: Site) -> None:
        """Store the result of a claimed atomic, at distinct addresses."""
        for segment, chosen, _ in self._split(addresses, form.size, site):
            self._log_and_put(segment, addresses[chosen] - segment.base, stored[chosen], form)

    def peek(self, addresses: Array, form: Format, site: Site) -> Array:
        """The stored elements at claimed addresses."""
        result = np.empty(addresses.shape, form.storage)
        for segment, chosen, part in self._split(addresses, form.size, site):
            result[chosen] = segment.view(form.storage)[self._indices(addresses[chosen] - segment.base, form, part)]
        return result

    def is_watched(self, addresses: Array) -> bool:
        """Whether the kernel may write the accessed memory."""
        segment = self._only_segment(addresses, 1) if addresses.size else None
        return segment is None or segment.shadow is not None

    def begin(self, first: int, *, watched: bool) -> None:
        """Begin a batch: ``watched`` if it has more than one program."""
        self.first = first
        self.journal = [] if watched else None

    def end(self) -> None:
        """End a batch and commit its stores."""
        self.journal = None
        for segment in self.segments:
            segment.settle(keep=True)

    def undo(self) -> None:
        """Undo the batch's stores, and clear its access records."""
        for view, indices, old in reversed(self.journal or []):
            view[indices] = old
        self.journal = None
        for segment in self.segments:
            segment.settle(keep=False)
            if segment.shadow is not None:
                segment.shadow.reset()

    def _only_segment(self, addresses: Array, size: int) -> Segment | None:
        """The segment that contains all accesses, if there is one."""
        low, high = int(addresses.min()), int(addresses.max())
        number = (low >> SPACING_BITS) - 1
        if not 0 <= number < len(self.segments):
            return None
        segment = self.segments[number]
        return segment if segment.base <= low and high + size <= segment.end else None

    def _split(self, addresses: Array, size: int, site: Site) -> list[tuple[Segment, Any, Site]]:
        """The accesses by segment. Raises an error for the first access outside all of them."""
        if not addresses.size:
            return []
        segment = self._only_segment(addresses, size)
        if segment is not None:
            return [(segment, slice(None), site)]
        numbers = (addresses >> SPACING_BITS) - 1
        known = np.clip(numbers, 0, max(len(self.segments) - 1, 0))
        starts = np.array([other.base for other in self.segments] or [1], np.int64)[known]
        ends = np.array([other.end for other in self.segments] or [0], np.int64)[known]
        inside = (numbers == known) & (addresses >= starts) & (addresses + size <= ends)
        if not inside.all():
            self._report(int(np.flatnonzero(~inside)[0]), addresses, size, site)
        out: list[tuple[Segment, Any, Site]] = []
        for number in np.unique(numbers):
            chosen = np.flatnonzero(numbers == number)
            positions = chosen if site.positions is None else site.positions[chosen]
            out.append((self.segments[int(number)], chosen, Site(site.op, site.owners[chosen], site.shape, positions)))
        return out

    def _report(self, index: int, addresses: Array, size: int, site: Site) -> None:
        address = int(addresses[index])
        where = site.describe(index, self.grid)
        # Offsets below an array reach into the half of the gap before it.
        number = ((address + (1 << (SPACING_BITS - 1))) >> SPACING_BITS) - 1
        if 0 <= number < len(self.segments):
            segment = self.segments[number]
            offset = address - segment.base
            place = f"bytes {offset} to {offset + size} of {segment.name}, which has {len(segment.data)} bytes"
        else:
            place = f"address 0x{address & (2**64 - 1):x}, which belongs to no argument"
        reach = int(addresses[addresses >> SPACING_BITS == address >> SPACING_BITS].max())
        raise OutOfBoundsError(site.op, f"access out of bounds: {where} accesses {place}", address, size, reach)

    def _read_segment(self, segment: Segment, offsets: Array, form: Format, site: Site) -> Array:
        indices = self._admit(segment, offsets, form, site, READ)
        if segment.shadow is not None and self.journal is not None:
            cells, count = segment.cells(offsets, form.size)
            segment.shadow.read(cells, np.repeat(site.owners, count), self.first)
        return segment.view(form.storage).take(indices)

    def _write_segment(self, segment: Segment, offsets: Array, stored: Array, form: Format, site: Site) -> None:
        self._admit_write(segment, offsets, form, site, 0)
        self._log_and_put(segment, offsets, stored, form)

    def _admit_write(self, segment: Segment, offsets: Array, form: Format, site: Site, kind: int) -> None:
        if not segment.writable:
            raise RunError(site.op, f"{site.describe(0, self.grid)} writes to {segment.name}, which is read-only")
        self._admit(segment, offsets, form, site, WRITTEN)
        if segment.shadow is not None and self.journal is not None:
            cells, count = segment.cells(offsets, form.size)
            segment.shadow.write(cells, np.repeat(site.owners, count), self.first, kind)

    def _admit(self, segment: Segment, offsets: Array, form: Format, site: Site, bit: int) -> Array:
        """The indices of accessed elements. Raises an error for misaligned accesses and those not permitted."""
        indices = self._indices(offsets, form, site)
        wrong = segment.forbidden(indices, form.size, bit)
        if wrong is not None:
            assert segment.permit is not None
            index = int(np.flatnonzero(wrong)[0])
            offset = int(offsets[index])
            reads = bit == READ
            place = f"bytes {offset} to {offset + form.size} of {segment.name}"
            why = segment.permit.unread if reads else segment.permit.unwritten
            message = f"{site.describe(index, self.grid)} {'reads' if reads else 'writes'} {place}, {why}"
            raise OutOfBoundsError(site.op, message, segment.base + offset, form.size)
        segment.record(indices, form.size, bit, revocable=self.journal is not None)
        return indices

    def _indices(self, offsets: Array, form: Format, site: Site) -> Array:
        """Byte offsets as element indices. Raises an error for those that are not multiples of the size."""
        size = form.size
        if size == 1:
            return offsets
        strays = offsets & (size - 1)
        if strays.any():
            index = int(np.flatnonzero(strays)[0])
            raise RunError(
                site.op, f"misaligned access: {site.describe(index, self.grid)} accesses {size} bytes between elements"
            )
        return offsets >> (size.bit_length() - 1)

    def _log_and_put(self, segment: Segment, offsets: Array, stored: Array, form: Format) -> None:
        view = segment.view(form.storage)
        indices = offsets // form.size
        if self.journal is not None:
            self.journal.append((view, indices, view[indices]))
        view[indices] = stored
