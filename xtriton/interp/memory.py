"""Memory: each array of the launch has a range of addresses far from all others, so that every stray access is seen.

Arrays whose bytes overlap share a segment, as they would share memory. Accesses are checked, and for batches of
programs watched (:mod:`xtriton.interp.conflicts`) and logged, so that a batch can be undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from numpy.lib.array_utils import byte_bounds
from xdsl.ir import Operation

from xtriton.interp.conflicts import Shadow
from xtriton.interp.errors import ConflictError, OutOfBoundsError, RunError
from xtriton.interp.numbers.formats import Array, Format

Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]

SPACING_BITS = 40
"""Segments start at multiples of 2^40 bytes: no 32-bit offset in elements leads from one to another."""


@dataclass
class Segment:
    """A range of addresses with bytes behind them. ``cell`` is the unit in which accesses are watched, in bytes."""

    name: str
    base: int
    data: Bytes
    cell: int
    writable: bool = True
    shadow: Shadow | None = None
    undefined: Array | None = None
    """Which bytes were stored as poison, where memory keeps track of that; None if none were."""
    _views: dict[np.dtype[Any], Array] = field(default_factory=dict[np.dtype[Any], Array])

    @property
    def end(self) -> int:
        """The address behind the last byte."""
        return self.base + len(self.data)

    def view(self, dtype: np.dtype[Any]) -> Array:
        """The bytes as elements."""
        found = self._views.get(dtype)
        if found is None:
            whole = len(self.data) // dtype.itemsize * dtype.itemsize
            found = self._views[dtype] = self.data[:whole].view(dtype)
        return found

    def cells(self, offsets: Array, size: int) -> tuple[Array, int]:
        """The cells that accesses of ``size`` bytes touch, and how many each touches."""
        first = offsets // self.cell
        count = max(size // self.cell, 1)
        if count == 1:
            return first, 1
        return (first[:, None] + np.arange(count)).reshape(-1), count


@dataclass(frozen=True)
class Site:
    """Where accesses come from: the operation, the program of each access, and its element for messages."""

    op: Operation
    owners: Array
    shape: tuple[int, ...]
    positions: Array | None = None
    """The flat index of each access among all elements of all lanes, where a mask left some out."""

    def describe(self, index: int) -> str:
        """Which element of which program the access number ``index`` is."""
        flat = index if self.positions is None else int(self.positions[index])
        per_lane = int(np.prod(self.shape, dtype=np.int64))
        element = np.unravel_index(flat % per_lane, self.shape) if self.shape else ()
        inside = f", element [{', '.join(map(str, element))}]" if self.shape else ""
        return f"program {int(self.owners[index])}{inside}"


@dataclass
class Memory:
    """All segments. While ``journal`` is a list, stores are logged there; ``first`` is the batch's first program."""

    segments: list[Segment] = field(default_factory=list[Segment])
    journal: list[tuple[Array, Array, Array]] | None = None
    first: int = 0
    tracks_poison: bool = False
    """Whether poison may be stored, and makes what is loaded from there poison."""

    def add_alone(self, name: str, array: Array) -> int:
        """Give a contiguous array that shares no memory with others its addresses. Returns that of its start."""
        base = (len(self.segments) + 1) << SPACING_BITS
        self.segments.append(Segment(name, base, array.reshape(-1).view(np.uint8), array.itemsize))
        return base

    def add(self, arrays: Sequence[tuple[str, Array]]) -> list[int]:
        """Give every array its addresses. Returns the address of each array's first element."""
        bounds = [_bounds(array) for _, array in arrays]
        addresses = [0] * len(arrays)
        group: list[int] = []
        reach = -1
        for index in sorted(range(len(arrays)), key=lambda i: bounds[i]):
            if group and bounds[index][0] >= reach:
                self._add_group(arrays, bounds, group, addresses)
                group = []
                reach = -1
            group.append(index)
            reach = max(reach, bounds[index][1])
        if group:
            self._add_group(arrays, bounds, group, addresses)
        return addresses

    def _add_group(
        self,
        arrays: Sequence[tuple[str, Array]],
        bounds: Sequence[tuple[int, int]],
        group: Sequence[int],
        addresses: list[int],
    ) -> None:
        low, high = bounds[group[0]][0], max(bounds[index][1] for index in group)
        base = (len(self.segments) + 1) << SPACING_BITS
        for index in group:
            addresses[index] = base + arrays[index][1].ctypes.data - low
        self.segments.append(
            Segment(
                " and ".join(arrays[index][0] for index in sorted(group)),
                base,
                _bytes_between([arrays[index][1] for index in group], low, high),
                min(arrays[index][1].itemsize for index in group),
                all(arrays[index][1].flags.writeable for index in group),
            )
        )

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
        """Store elements in order: of equal addresses the last one stays."""
        if not addresses.size:
            return
        segment = self._only_segment(addresses, form.size)
        if segment is not None:
            self._write_segment(segment, addresses - segment.base, stored, form, site)
            return
        for segment, chosen, part in self._split(addresses, form.size, site):
            self._write_segment(segment, addresses[chosen] - segment.base, stored[chosen], form, part)

    def mark(self, addresses: Array, poison: Array, form: Format, site: Site) -> None:
        """Note which of the elements just stored are poison. Batches are not watched for that: theirs are undone."""
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
        """Note that an atomic is about to change what is at ``addresses``; ``kind`` as for :meth:`Shadow.write`."""
        for segment, chosen, part in self._split(addresses, form.size, site):
            self._check_writable(segment, part)
            if segment.shadow is not None and self.journal is not None:
                self._touch(segment, addresses[chosen] - segment.base, form, part, kind)

    def update(self, addresses: Array, stored: Array, form: Format, site: Site) -> None:
        """Store what an atomic that was claimed computed, at addresses that all differ."""
        for segment, chosen, _ in self._split(addresses, form.size, site):
            self._log_and_put(segment, addresses[chosen] - segment.base, stored[chosen], form)

    def peek(self, addresses: Array, form: Format, site: Site) -> Array:
        """What is at addresses that were claimed."""
        result = np.empty(addresses.shape, form.storage)
        for segment, chosen, part in self._split(addresses, form.size, site):
            result[chosen] = segment.view(form.storage)[_indices(addresses[chosen] - segment.base, form, part)]
        return result

    def is_watched(self, addresses: Array) -> bool:
        """Whether what is accessed may be written by the kernel."""
        segment = self._only_segment(addresses, 1) if addresses.size else None
        return segment is None or segment.shadow is not None

    def begin(self, first: int, *, watched: bool) -> None:
        """Begin a batch: ``watched`` if it has more than one program."""
        self.first = first
        self.journal = [] if watched else None

    def undo(self) -> None:
        """Take back what the batch stored, and forget what it touched."""
        for view, indices, old in reversed(self.journal or []):
            view[indices] = old
        self.journal = None
        for segment in self.segments:
            if segment.shadow is not None:
                segment.shadow.reset()

    def _only_segment(self, addresses: Array, size: int) -> Segment | None:
        """The segment in which all accesses lie, if it is one."""
        low, high = int(addresses.min()), int(addresses.max())
        number = (low >> SPACING_BITS) - 1
        if not 0 <= number < len(self.segments):
            return None
        segment = self.segments[number]
        return segment if segment.base <= low and high + size <= segment.end else None

    def _split(self, addresses: Array, size: int, site: Site) -> list[tuple[Segment, Any, Site]]:
        """The accesses by segment. Raises an error for the first access that is outside all of them."""
        if not addresses.size:
            return []
        segment = self._only_segment(addresses, size)
        if segment is not None:
            return [(segment, slice(None), site)]
        numbers = (addresses >> SPACING_BITS) - 1
        known = np.clip(numbers, 0, max(len(self.segments) - 1, 0))
        starts = np.array([one.base for one in self.segments] or [1], np.int64)[known]
        ends = np.array([one.end for one in self.segments] or [0], np.int64)[known]
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
        where = site.describe(index)
        # Offsets below an array reach into the half of the gap before it.
        number = ((address + (1 << (SPACING_BITS - 1))) >> SPACING_BITS) - 1
        if 0 <= number < len(self.segments):
            segment = self.segments[number]
            offset = address - segment.base
            place = f"bytes {offset} to {offset + size} of {segment.name}, which has {len(segment.data)} bytes"
        else:
            place = f"address 0x{address & (2**64 - 1):x}, which belongs to no argument"
        raise OutOfBoundsError(site.op, f"access out of bounds: {where} accesses {place}", address, size)

    def _read_segment(self, segment: Segment, offsets: Array, form: Format, site: Site) -> Array:
        indices = _indices(offsets, form, site)
        if segment.shadow is not None and self.journal is not None:
            cells, count = segment.cells(offsets, form.size)
            segment.shadow.read(cells, np.repeat(site.owners, count), self.first)
        return segment.view(form.storage).take(indices)

    def _write_segment(self, segment: Segment, offsets: Array, stored: Array, form: Format, site: Site) -> None:
        self._check_writable(segment, site)
        _indices(offsets, form, site)
        if segment.shadow is not None and self.journal is not None:
            self._touch(segment, offsets, form, site, 0)
        self._log_and_put(segment, offsets, stored, form)

    def _touch(self, segment: Segment, offsets: Array, form: Format, site: Site, kind: int) -> None:
        assert segment.shadow is not None
        cells, count = segment.cells(offsets, form.size)
        segment.shadow.write(cells, np.repeat(site.owners, count), self.first, kind)

    def _log_and_put(self, segment: Segment, offsets: Array, stored: Array, form: Format) -> None:
        view = segment.view(form.storage)
        indices = offsets // form.size
        if self.journal is not None:
            self.journal.append((view, indices, view[indices]))
        view[indices] = stored

    def _check_writable(self, segment: Segment, site: Site) -> None:
        if not segment.writable:
            raise RunError(site.op, f"{site.describe(0)} writes to {segment.name}, which is read-only")


def _indices(offsets: Array, form: Format, site: Site) -> Array:
    """Offsets in bytes as indices of elements. Raises an error for those that are not multiples of the size."""
    size = form.size
    if size == 1:
        return offsets
    strays = offsets & (size - 1)
    if strays.any():
        index = int(np.flatnonzero(strays)[0])
        raise RunError(site.op, f"misaligned access: {site.describe(index)} accesses {size} bytes between elements")
    return offsets >> (size.bit_length() - 1)


def _bounds(array: Array) -> tuple[int, int]:
    """Where in the process's memory an array begins and ends."""
    return byte_bounds(array) if array.size else (array.ctypes.data, array.ctypes.data)


def _bytes_between(arrays: Sequence[Array], low: int, high: int) -> Bytes:
    """The memory from ``low`` to ``high`` as bytes; the arrays lie in it and one of them starts at ``low``."""
    if high == low:
        return np.empty(0, np.uint8)
    first = arrays[0]
    if len(arrays) == 1 and first.flags.c_contiguous:
        return first.reshape(-1).view(np.uint8)
    import ctypes

    buffer = (ctypes.c_uint8 * (high - low)).from_address(low)
    return np.frombuffer(cast("bytes", buffer), np.uint8)
