"""The address space of a launch: each argument has a segment, a range of addresses backed by bytes.

Arguments whose bytes overlap have a segment each, with bounds of its own, and share a :class:`Storage`: the same bytes
have several addresses, as if pages of memory were mapped twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from xtriton.interp.conflicts import Shadow
from xtriton.interp.numbers.formats import Array

Bytes = np.ndarray[tuple[int], np.dtype[np.uint8]]

SPACING_BITS = 40
"""Segments start at multiples of 2^40 bytes: no 32-bit offset in elements leads from one to another."""

READ = 1
"""In a :class:`Permit` or a record: the byte is accessed (read or written)."""
WRITTEN = 2
"""The byte is written."""


@dataclass(frozen=True)
class Permit:
    """Which bytes of a segment may be read (``READ``) and written (``WRITTEN``), and the message for all others."""

    bits: Bytes
    unread: str
    unwritten: str


@dataclass
class Storage:
    """Memory that the programs share: ``cell`` is the granularity of access tracking, in bytes, as is ``size``."""

    size: int
    cell: int
    shadow: Shadow | None = None

    def watch(self) -> None:
        """Start tracking accesses."""
        if self.shadow is None:
            self.shadow = Shadow(-(-self.size // self.cell) + 1)


@dataclass
class Segment:
    """A range of addresses backed by bytes, which begin ``skew`` bytes after the beginning of the storage."""

    name: str
    base: int
    data: Bytes
    storage: Storage
    skew: int = 0
    writable: bool = True
    permit: Permit | None = None
    """Which bytes may be accessed; None for all."""
    undefined: Array | None = None
    """Which bytes were stored as poison, if memory tracks it; None if none were."""
    touched: Bytes | None = None
    """How each byte was accessed, if memory keeps a record."""
    attempted: Bytes | None = None
    """The accesses of the current batch, added to the record unless the batch is undone."""
    _views: dict[np.dtype[Any], Array] = field(default_factory=dict[np.dtype[Any], Array])

    @property
    def end(self) -> int:
        """The address past the last byte."""
        return self.base + len(self.data)

    @property
    def shadow(self) -> Shadow | None:
        """The access tracking of the storage; None if it is off."""
        return self.storage.shadow

    def view(self, dtype: np.dtype[Any]) -> Array:
        """The bytes as elements."""
        found = self._views.get(dtype)
        if found is None:
            found = self._views[dtype] = _elements(self.data, dtype)
        return found

    def cells(self, offsets: Array, size: int) -> tuple[Array, int]:
        """The cells that accesses of ``size`` bytes touch, and the number of cells per access."""
        cell = self.storage.cell
        first = (offsets + self.skew) // cell
        count = max(size // cell, 1)
        if count == 1:
            return first, 1
        return (first[:, None] + np.arange(count)).reshape(-1), count

    def forbidden(self, indices: Array, size: int, bit: int) -> Array | None:
        """Which accesses, to elements of ``size`` bytes, the permit forbids; None if it allows all."""
        if self.permit is None:
            return None
        every = _in_each_byte(bit, size)
        wrong: Array = np.not_equal(_elements(self.permit.bits, every.dtype)[indices] & every, every)
        return wrong if wrong.any() else None

    def record(self, indices: Array, size: int, bit: int, *, revocable: bool) -> None:
        """Record accesses to elements; ``revocable`` while the batch may be undone."""
        if self.touched is None:
            return
        if revocable and self.attempted is None:
            self.attempted = np.zeros_like(self.touched)
        record = self.attempted if revocable else self.touched
        assert record is not None
        kept = _elements(record, np.dtype(f"u{size}"))
        kept[indices] |= _in_each_byte(READ | bit, size)

    def settle(self, *, keep: bool) -> None:
        """The batch has ended: ``keep`` its accesses, or discard them."""
        if self.attempted is not None and self.touched is not None and keep:
            self.touched |= self.attempted
        self.attempted = None


def _elements(data: Bytes, dtype: np.dtype[Any]) -> Array:
    return data[: len(data) // dtype.itemsize * dtype.itemsize].view(dtype)


def _in_each_byte(bits: int, size: int) -> Any:
    """An unsigned integer of ``size`` bytes, each equal to ``bits``."""
    return np.dtype(f"u{size}").type(int.from_bytes(bytes([bits]) * size))


def segments_of(arrays: Sequence[tuple[str, Array]], first: int) -> list[Segment]:
    """The segments of named arrays, the first of which is number ``first``. Strides must not be negative."""
    starts = [array.ctypes.data for _, array in arrays]
    windows = [_window(array) for _, array in arrays]
    out: dict[int, Segment] = {}
    for group in _overlapping(starts, [len(window) for window in windows]):
        low = starts[group[0]]
        skews = [starts[index] - low for index in group]
        size = max(skew + len(windows[index]) for skew, index in zip(skews, group, strict=True))
        storage = Storage(size, gcd(*skews, *(arrays[index][1].itemsize for index in group)))
        for skew, index in zip(skews, group, strict=True):
            name, array = arrays[index]
            base = (first + index + 1) << SPACING_BITS
            permit = _elements_only(array, len(windows[index]))
            out[index] = Segment(name, base, windows[index], storage, skew, array.flags.writeable, permit)
    return [out[index] for index in range(len(arrays))]


def _overlapping(starts: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The numbers of ranges, grouped by overlap, sorted by their starts."""
    groups: list[list[int]] = []
    reach = -1
    for index in sorted(range(len(starts)), key=lambda i: starts[i]):
        if starts[index] < reach:
            groups[-1].append(index)
        else:
            groups.append([index])
        reach = max(reach, starts[index] + sizes[index])
    return groups


def _window(array: Array) -> Bytes:
    """The memory from the first element of an array to its last, as bytes."""
    if array.flags.c_contiguous or not array.size:
        return array.reshape(-1).view(np.uint8)
    steps = zip(array.shape, array.strides, strict=True)
    count = sum((extent - 1) * stride for extent, stride in steps) // array.itemsize + 1
    return as_strided(array, (count,), (array.itemsize,)).view(np.uint8)


def _elements_only(array: Array, size: int) -> Permit | None:
    """The permit to access the elements of a view, without gaps between them; None if there are no gaps."""
    if array.nbytes == size or not array.size:
        return None
    bits = np.zeros(size, np.uint8)
    as_strided(bits, (*array.shape, array.itemsize), (*array.strides, 1))[...] = READ | WRITTEN
    between = "between the elements of this strided view"
    return Permit(bits, between, between)
