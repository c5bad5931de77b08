"""On-chip memory: shared memory and tensor memory, as bytes at the positions that layouts give to elements.

Each allocation of a program is a separate :class:`Buffer`, and each memory descriptor a view of one
(:class:`xtriton.interp.values.MemoryView`). Overlapping views share bytes: a store through one is visible to loads
through the other, at the positions of *their* layouts. New memory is undefined: its bits are ones, which makes floats
NaN, and its elements are poison where poison is tracked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any, cast

import numpy as np
from xdsl.ir import Attribute, Operation

from xtriton.dialects.ttg.types import MemDescType
from xtriton.interp.errors import RunError, UnsupportedError, program_name
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, Format, format_of
from xtriton.interp.values import MemoryView, Value, data_of, full, poison_of, with_poison
from xtriton.layouts.encodings import Encoding, PaddedShared, SharedEncoding, TensorMemory, TensorMemoryScales
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tensor_memory import COL, ROW
from xtriton.layouts.tile import BLOCK, OFFSET, standard_dims


@dataclass(frozen=True)
class Geometry:
    """The positions of the elements of a memory descriptor's type: the byte, and in tensor memory the row.

    Both are arrays of the shape of the allocation, as far as the type's rank reaches. ``width`` is its size in bytes:
    of shared memory, or of a row of tensor memory. ``rows`` is 1 in shared memory.
    """

    shape: tuple[int, ...]
    allocated: tuple[int, ...]
    form: Format
    bytes: Array
    row: Array | None
    width: int
    rows: int


@lru_cache(maxsize=512)
def geometry_of(type_: MemDescType) -> Geometry:
    """The geometry of a type. Raises ``FormatError`` for unsupported elements, ``ValueError`` for its layout."""
    form, layout, shape = format_of(type_.element_type), type_.layout(), type_.get_shape()
    allocated = type_.get_alloc_shape()[-len(shape) :]
    if isinstance(layout, TensorMemory | TensorMemoryScales):
        return _tensor_memory(layout, shape, allocated, form)
    rank = cast("SharedEncoding", layout).rank
    count, inner = prod(allocated[: len(shape) - rank]), allocated[len(shape) - rank :]
    place, size = _shared_places(cast("SharedEncoding", layout), inner)
    places = (np.arange(count).reshape(count, *(1,) * rank) * size + place).reshape(allocated)
    return Geometry(shape, allocated, form, places * form.size, None, count * size * form.size, 1)


def _shared_places(layout: SharedEncoding, shape: tuple[int, ...]) -> tuple[Array, int]:
    """The offset of each element of one buffer, the cluster's CTAs one after the other, and the size."""
    padded = isinstance(layout, PaddedShared)
    linear = layout.linear_component if padded else layout.linear_layout(shape)
    places = _inverse(linear, shape)
    offset, size = places[OFFSET], linear.in_dim_size(OFFSET)
    if padded:
        gaps = zip(layout.intervals, layout.paddings, strict=True)
        offset = offset + sum(offset // interval * padding for interval, padding in gaps)
        size = layout.padded_size((size,))
    blocks = linear.in_dim_size(BLOCK) if BLOCK in linear.in_dims else 1
    return (offset if blocks == 1 else offset + places[BLOCK] * size), size * blocks


def _tensor_memory(
    layout: TensorMemory | TensorMemoryScales, shape: tuple[int, ...], allocated: tuple[int, ...], form: Format
) -> Geometry:
    """Buffers are adjacent. A view of some columns has a layout of its own, for its own shape."""
    linear = layout.linear_layout(shape[-2:])
    places = _inverse(linear, shape[-2:])
    columns, count = linear.in_dim_size(COL), prod(shape[:-2])
    side_by_side = np.arange(count).reshape(*shape[:-2], 1, 1) * columns
    column = np.broadcast_to(side_by_side + places[COL], shape) * form.size
    row = np.broadcast_to(places[ROW], shape)
    return Geometry(shape, shape, form, column, row, count * columns * form.size, linear.in_dim_size(ROW))


def _inverse(linear: LinearLayout, shape: Sequence[int]) -> dict[str, Array]:
    """One position of each element, by the names of the layout's inputs."""
    inverse = linear.pseudoinvert()
    found: dict[str, Array] = {}
    for index, name in enumerate(inverse.out_dim_names):
        total: Array = np.zeros((1,) * len(shape), np.int64)
        for dim, extent in zip(standard_dims(len(shape)), shape, strict=True):
            along = np.zeros(extent, np.int64)
            for bit, basis in enumerate(inverse.bases[dim]):
                along ^= np.where(np.arange(extent) >> bit & 1, basis[index], 0)
            total = total ^ along.reshape([extent if other == dim else 1 for other in standard_dims(len(shape))])
        found[name] = np.broadcast_to(total, shape)
    return found


@dataclass(eq=False)
class Buffer:
    """An allocation in every program of the batch: an axis of programs, then one of bytes.

    ``pitch`` is the distance between rows of tensor memory.
    """

    first: int
    data: Array
    undefined: Array
    pitch: int
    freed: Array
    """In which programs the memory has been freed."""
    origin: Operation | None = None
    """The operation that allocated it."""
    barriers: Any = None
    """The state of the barriers in it; see :mod:`xtriton.interp.transfers`."""
    _views: dict[np.dtype[Any], tuple[Array, Array]] = field(default_factory=dict[np.dtype[Any], "tuple[Array, Array]"])

    @staticmethod
    def new(frame: Frame, op: Operation, geometry: Geometry) -> Buffer:
        """Undefined memory for a view of this geometry."""
        run = frame.run
        # Elements of any type may be read from any byte of it.
        width = -(-geometry.width // 8) * 8
        shape = (run.batch, width * geometry.rows)
        data, undefined = np.full(shape, 0xFF, np.uint8), np.ones(shape, np.bool_)
        return Buffer(run.memory.first, data, undefined, width, np.zeros(run.batch, np.bool_), op)

    def elements(self, form: Format) -> tuple[Array, Array]:
        """The bytes as elements of a format, and as integers that are nonzero where an element is undefined."""
        found = self._views.get(form.storage)
        if found is None:
            size = form.size
            views = self.data.view(form.storage), self.undefined.view(np.uint8).view(f"u{size}")
            found = self._views[form.storage] = views
        return found


@dataclass(frozen=True)
class Place:
    """Elements of one buffer in some lanes: ``rows`` are those of the buffer's programs, ``columns`` elements.

    ``columns`` has one row for each lane, or one for all.
    """

    buffer: Buffer
    lanes: Array
    rows: Array
    columns: Array

    def read(self, form: Format, *, strict: bool) -> tuple[Array, Array | None]:
        """The elements, and where they are undefined."""
        data, undefined = self.buffer.elements(form)
        index = self.rows[:, None], self.columns
        return form.decode(data[index]), undefined[index] != 0 if strict else None

    def write(self, form: Format, values: Array, poison: Array | None) -> None:
        """Store elements, of which some may be poison."""
        data, undefined = self.buffer.elements(form)
        index = self.rows[:, None], self.columns
        data[index] = form.encode(np.ascontiguousarray(values))
        undefined[index] = 0 if poison is None else np.where(poison, 1, 0)

    def spoil(self, form: Format) -> None:
        """Make the elements undefined."""
        data, undefined = self.buffer.elements(form)
        index = self.rows[:, None], self.columns
        data[index] = np.array(-1).astype(data.dtype)
        undefined[index] = 1


def new_view(frame: Frame, op: Operation, type_: MemDescType) -> MemoryView:
    """A view of a whole new allocation."""
    buffers = np.empty(1, object)
    buffers[0] = Buffer.new(frame, op, geometry_of(type_))
    zero = np.zeros(1, np.int64)
    return MemoryView(buffers, zero, (zero,) * type_.rank)


def nowhere(type_: MemDescType) -> MemoryView:
    """An undefined view: it may be forwarded, but not used."""
    zero = np.zeros(1, np.int64)
    return MemoryView(np.full(1, None, object), zero, (zero,) * type_.rank)


def rows_of(frame: Frame) -> Array:
    """The lanes of a frame as programs of the batch."""
    return frame.programs - frame.run.memory.first


def buffers_of(frame: Frame, op: Operation, view: MemoryView) -> Iterator[tuple[Buffer, Array]]:
    """The buffers of a view, each with its lanes. Raises for an undefined view."""
    lanes = np.arange(frame.lanes)
    if any(buffer is None for buffer in view.buffers):
        raise RunError(op, "the memory is poison")
    if view.buffers.shape[0] == 1:
        yield cast("Buffer", view.buffers[0]), lanes
        return
    left = lanes
    while len(left):
        buffer = cast("Buffer", view.buffers[left[0]])
        same = np.array([view.buffers[lane] is buffer for lane in left])
        yield buffer, left[same]
        left = left[~same]


def places(frame: Frame, op: Operation, view: MemoryView, geometry: Geometry) -> Iterator[Place]:
    """The positions of a view's elements in all lanes of the frame, by buffer, flat and in row-major order.

    Raises for freed memory, and for views that exceed the allocation.
    """
    rows = rows_of(frame)
    for buffer, lanes in buffers_of(frame, op, view):
        if (gone := buffer.freed[rows[lanes]]).any():
            program = program_name(frame.run.grid, int(frame.programs[lanes[np.flatnonzero(gone)[0]]]))
            raise RunError(op, f"{program} uses memory that was given back")
        for chosen, offsets in _by_offsets(view, lanes):
            window = tuple(slice(at, at + extent) for at, extent in zip(offsets, geometry.shape, strict=True))
            where = geometry.bytes[window]
            if geometry.row is not None:
                where = where + geometry.row[window] * buffer.pitch
            base = view.base if view.base.shape[0] == 1 else view.base[chosen]
            flat = base[:, None] + where.reshape(1, -1)
            if flat.size and (flat.min() < 0 or flat.max() + geometry.form.size > buffer.data.shape[1]):
                raise RunError(op, "the view reaches beyond the memory that was allocated")
            yield Place(buffer, chosen, rows[chosen], flat // geometry.form.size)


def _by_offsets(view: MemoryView, lanes: Array) -> Iterator[tuple[Array, tuple[int, ...]]]:
    """The lanes in which views begin at the same offsets, with these."""
    if all(offset.shape[0] == 1 for offset in view.offsets):
        yield lanes, tuple(int(offset[0]) for offset in view.offsets)
        return
    spread = np.stack([np.broadcast_to(start, view_lanes(view))[lanes] for start in view.offsets], axis=1)
    for offsets in np.unique(spread, axis=0):
        yield lanes[(spread == offsets).all(axis=1)], tuple(int(number) for number in offsets)


def view_lanes(view: MemoryView) -> int:
    """The number of lanes that a view distinguishes."""
    return max(len(view.buffers), len(view.base), *(len(offset) for offset in view.offsets))


def read(frame: Frame, op: Operation, value: Value, type_: MemDescType, *, by_threads: bool = False) -> Value:
    """The elements of a view. Reads ``by_threads`` are complete when the operation ends."""
    view, geometry = cast("MemoryView", value), geometry_of(type_)
    form, strict = geometry.form, frame.run.strict
    data = np.empty((frame.lanes, prod(geometry.shape)), form.dtype)
    poison = np.zeros(data.shape, np.bool_) if strict else None
    watch = frame.run.watch if by_threads else None
    for place in places(frame, op, view, geometry):
        if watch is not None:
            watch.access(op, place, form.size, writes=False)
        found, undefined = place.read(form, strict=strict)
        data[place.lanes] = found
        if poison is not None:
            poison[place.lanes] = undefined
    shape = (frame.lanes, *geometry.shape)
    return with_poison(data.reshape(shape), None if poison is None else poison.reshape(shape))


def write(
    frame: Frame, op: Operation, value: Value, type_: MemDescType, stored: Value, where: Array | None = None
) -> None:
    """Store a tensor, in the lanes where ``where`` is true."""
    view, geometry = cast("MemoryView", value), geometry_of(type_)
    data, poison = spelled(frame, stored, geometry.shape)
    if where is not None and not where.all():
        lanes = np.flatnonzero(np.broadcast_to(where, frame.lanes))
        if not len(lanes):
            return
        frame, view = frame.narrowed(lanes, ()), taken(view, lanes)
        data, poison = data[lanes], None if poison is None else poison[lanes]
    for place in places(frame, op, view, geometry):
        if frame.run.watch is None or geometry.row is not None:
            frame.run.transfers.require_unread(frame, op, place, geometry.form)
        else:
            frame.run.watch.access(op, place, geometry.form.size, writes=True)
        frame.run.transfers.dots.require_unread(frame, op, place, geometry.form.size)
        place.write(geometry.form, data[place.lanes], None if poison is None else poison[place.lanes])


def taken(view: MemoryView, lanes: Array) -> MemoryView:
    """The view in a subset of the lanes."""
    from xtriton.interp.values import take

    return cast("MemoryView", take(view, lanes))


def spelled(frame: Frame, value: Value, shape: Sequence[int]) -> tuple[Array, Array | None]:
    """All elements of a tensor in every lane, a row for each lane, and which of them are poison."""
    flat = (frame.lanes, prod(shape))
    data = full(data_of(value), shape, frame.lanes).reshape(flat)
    poison = poison_of(value)
    if not poison.any():
        return data, None
    return data, np.broadcast_to(poison, (frame.lanes, *shape)).reshape(flat)


def known_type(op: Operation, type_: Attribute) -> MemDescType:
    """The type of a memory descriptor, whose element type and layout are supported."""
    found = cast("MemDescType", type_)
    layout: Encoding | None = found.layout()
    try:
        geometry_of(found)
    except ValueError as failure:
        raise UnsupportedError(op, f"memory laid out as '{layout}' is not supported: {failure}") from failure
    return found
