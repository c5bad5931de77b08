"""Which memory may be reinterpreted: since Triton 3.9 a view that holds all that the result reaches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import cast

from xtriton.dialects.ttg.op import reject
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.layouts.encodings import Encoding, PaddedShared, to_linear_layout
from xtriton.layouts.gf2 import Span
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import BLOCK, Shape

_WORD = 32
"""The bits of a row of one column of tensor memory."""
_BYTE = 8
_HALF_ROWS_BIT = 4
"""The bit of the row by which allocations of half of the rows do not move."""


def verify_footprint(source: MemDescType, result: MemDescType) -> None:
    """Verify that a result, which is no view of a part, lies in what its source owns."""
    old, new = _Memory(source), _Memory(result)
    bases = old.allocation.bases.get(BLOCK, ())
    if any(part >= size for basis in bases for part, size in zip(basis, old.shape, strict=True)):
        reject("cannot reinterpret a source subview sliced across CTAs")
    if old.is_tensor_memory:
        _verify_rows(old, new)
    if new.units > old.units:
        what = "tensor-memory column" if old.is_tensor_memory else "shared-memory"
        reject(f"result {what} footprint ({new.units} {old.unit}) exceeds the source view ({old.units} {old.unit})")
    if not old.is_part:
        return
    if new.units > old.contiguous_units:
        what, places = ("tensor-memory column", "columns") if old.is_tensor_memory else ("shared-memory", "offsets")
        reject(
            f"result {what} footprint includes {places} not owned by the source subview ({new.units} {old.unit} "
            f"requested; {old.contiguous_units} contiguous {old.unit} available)"
        )


def _verify_rows(old: _Memory, new: _Memory) -> None:
    if new.rows > old.rows:
        reject(f"result tensor-memory row footprint ({new.rows}) exceeds the source view ({old.rows})")
    hidden = _moving_bits(old.allocation, "row") & ~_moving_bits(old.visible, "row")
    if _moving_bits(new.allocation, "row") & hidden:
        reject("result accesses tensor-memory rows outside the source subview")


def _moving_bits(layout: LinearLayout, in_dim: str) -> int:
    """The bits of an input dimension that change the element."""
    return sum(1 << bit for bit, basis in enumerate(layout.bases[in_dim]) if any(basis))


@dataclass(frozen=True)
class _Memory:
    """A memory descriptor, by the layout of its allocation without the dimension of pipeline buffers."""

    type: MemDescType

    @property
    def encoding(self) -> Encoding:
        return cast("Encoding", self.type.layout())

    @property
    def is_tensor_memory(self) -> bool:
        return self.type.in_tensor_memory

    @property
    def unit(self) -> str:
        return "columns" if self.is_tensor_memory else "bytes"

    @property
    def address(self) -> str:
        """The input dimension of places."""
        return "col" if self.is_tensor_memory else "offset"

    def _without_buffers(self, shape: Shape) -> Shape:
        return tuple(shape[-self.encoding.rank :])

    @property
    def shape(self) -> Shape:
        return self._without_buffers(self.type.get_shape())

    @property
    def is_part(self) -> bool:
        """Whether this is a view of a part of the allocation."""
        return self.shape != self._without_buffers(self.type.get_alloc_shape())

    @cached_property
    def allocation(self) -> LinearLayout:
        encoding = self.encoding
        if isinstance(encoding, PaddedShared):
            return encoding.linear_component
        return to_linear_layout(encoding, self._without_buffers(self.type.get_alloc_shape()))

    @cached_property
    def visible(self) -> LinearLayout:
        """The layout of the elements of the view; other places hold nothing."""
        layout = self.allocation
        for name, size in zip(layout.out_dim_names, self.shape, strict=True):
            layout = layout.resize_out_dim(name, size)
        return layout

    @property
    def rows(self) -> int:
        """The rows of tensor memory."""
        halved = not any(self.visible.bases["row"][_HALF_ROWS_BIT])
        return self.allocation.in_dim_size("row") // (2 if halved else 1)

    def _in_units(self, elements: int) -> int:
        size = _WORD if self.is_tensor_memory else _BYTE
        return -(-elements * bit_width(self.type.element_type) // size)

    @property
    def units(self) -> int:
        """The bytes, or columns, of all pipeline buffers of this shape."""
        copies = prod(self.type.get_shape()[: -self.encoding.rank])
        return self._in_units(self.allocation.in_dim_size(self.address)) * copies

    @property
    def contiguous_units(self) -> int:
        """The bytes, or columns, from the first one on that the view owns without a gap."""
        size = self.allocation.in_dim_size(self.address)
        count = _contiguous(self._owned(), size)
        return self.units if count == size else self._in_units(count)

    def _owned(self) -> Iterable[int]:
        """A basis of the places that the view owns: those of its elements, and those that hold none."""
        places = self.allocation.pseudoinvert()
        for name, size in zip(places.in_dim_names, self.shape, strict=True):
            places = places.resize_in_dim(name, size)
        index = places.out_dim_index(self.address)
        for rows in places.bases.values():
            yield from (basis[index] for basis in rows)
        moving = _moving_bits(self.allocation, self.address)
        yield from (bit for bit in _bits(self.allocation.in_dim_size(self.address)) if not bit & moving)


def _bits(size: int) -> Iterable[int]:
    return (1 << position for position in range(size.bit_length() - 1))


def _contiguous(basis: Iterable[int], size: int) -> int:
    """The largest power of two up to ``size`` such that all places below it are sums of the basis."""
    span = Span(basis)
    return next((bit for bit in _bits(size) if span.solve(bit) is None), size)
