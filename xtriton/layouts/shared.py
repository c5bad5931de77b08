"""Tensors in shared memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from xtriton.layouts.bits import is_power_of_two, log2
from xtriton.layouts.distributed import cta_layout_of, require_dim_names
from xtriton.layouts.encoding import CTALayout, LayoutError, SharedEncoding, require_order
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.orders import Order, matrix_order
from xtriton.layouts.tile import (
    BLOCK,
    OFFSET,
    Shape,
    Tile,
    order_per_dim,
    reshape_layout,
    standard_dims,
    standard_shape,
    transpose_layout,
)
from xtriton.versions import V3_7, V3_8, active_version, since

_COPIES_IN_CTAS = since(V3_7)
"""Several CTAs may hold the same part of a tensor in padded memory."""

_TRANSPOSES_UNSWIZZLED = since(V3_8)
_SAYS_WIDTH = since(V3_7)
"""The error of a block that is narrower than the swizzle has the widths."""

_TMA_MAX_BOX = 256
"""The largest extent of a TMA box, in every dimension."""


@dataclass(frozen=True)
class SwizzledShared(SharedEncoding):
    """Rows whose groups of ``vec`` elements are permuted: group ``g`` of row ``r`` lies at ``g ^ phase(r)``.

    ``phase(r) = (r / per_phase) % max_phase``.
    """

    vec: int
    per_phase: int
    max_phase: int
    minor_to_major: Order
    cta: CTALayout

    def __post_init__(self) -> None:
        if len(self.minor_to_major) != self.cta.rank:
            raise LayoutError(f"order size ({len(self.minor_to_major)}) must match CTALayout rank ({self.cta.rank})")
        require_order(self.minor_to_major)

    @property
    def rank(self) -> int:
        return len(self.minor_to_major)

    @property
    def cta_layout(self) -> CTALayout:
        return self.cta

    def order(self, rank: int) -> Order:
        return self.minor_to_major

    def linear_layout(self, shape: Shape) -> LinearLayout:
        return self._swizzled(self.cta.shape_per_cta(shape), shape)

    def _phase(self, row: int) -> int:
        return row // self.per_phase % self.max_phase

    def _swizzled(self, extent: Shape, shape: Shape) -> LinearLayout:
        """The layout over a box of this extent, fitted to the shape of the tensor."""
        order = self.minor_to_major
        tile = Tile(self.rank, OFFSET)
        tile.identity(extent[order[0]], OFFSET, order[0])
        if self.rank > 1:
            if self.per_phase == 0 or self.max_phase == 0:
                raise ValueError("perPhase and maxPhase must be positive")
            column, row = order[0], order[1]
            first = len(tile.bases[OFFSET])
            tile.identity(extent[row], OFFSET, row)
            for basis in tile.bases[OFFSET][first:]:
                basis[column] = self.vec * self._phase(basis[row]) % extent[column]
        for dim in order[2:]:
            tile.identity(extent[dim], OFFSET, dim)
        # The two swizzled dimensions are repeated rows first.
        return tile.fit(self.cta.bases, shape, (*order[1::-1], *order[2:]))


@dataclass(frozen=True)
class AMDRotatingShared(SwizzledShared):
    """As :class:`SwizzledShared`, with a phase that also depends on the group of rows: the swizzle never repeats."""

    def __post_init__(self) -> None:
        """Triton does not verify this encoding."""

    def _phase(self, row: int) -> int:
        return super()._phase(row) ^ row // self.max_phase // self.per_phase % self.max_phase

    def linear_layout(self, shape: Shape) -> LinearLayout:
        return self._swizzled(shape if self.rank > 1 else self.cta.shape_per_cta(shape), shape)


@dataclass(frozen=True)
class NVMMAShared(SharedEncoding):
    """The format of wgmma, tcgen05 and TMA: 8 rows of 32, 64 or 128 bytes, swizzled in units of 16 bytes.

    ``swizzling_byte_width`` is 0 (not swizzled), 32, 64 or 128. With ``fp4_padded``, 8 bytes of packed fp4 are followed
    by 8 bytes of padding.
    """

    swizzling_byte_width: int
    transposed: bool
    element_bit_width: int
    fp4_padded: bool
    cta: CTALayout

    @property
    def rank(self) -> int:
        return self.cta.rank

    @property
    def cta_layout(self) -> CTALayout:
        return self.cta

    @property
    def vec(self) -> int:
        """The number of elements in the 16 bytes that swizzling moves together; 1 without swizzling."""
        return 128 // self.element_bit_width if self.swizzling_byte_width else 1

    @property
    def per_phase(self) -> int:
        """The number of rows with the same swizzle phase; 1 without swizzling."""
        return 128 // self.swizzling_byte_width if self.swizzling_byte_width else 1

    @property
    def max_phase(self) -> int:
        """The number of different permutations of a row; 1 without swizzling."""
        return self.swizzling_byte_width // 16 if self.swizzling_byte_width else 1

    @property
    def alignment(self) -> int:
        return 128 * self.max_phase

    def order(self, rank: int) -> Order:
        return (0,) if rank == 1 else matrix_order(rank, row_major=not self.transposed)

    def tma_block_shape(self, shape_per_cta: Sequence[int], *, packed: bool) -> Shape:
        """The box of one TMA copy, in packed or in padded elements."""
        self._require_element_bits()
        box = list(shape_per_cta)
        contiguous = 0 if self.transposed else len(box) - 1
        if self.fp4_padded:
            box[contiguous] *= 2
        box = [min(size, _TMA_MAX_BOX) for size in box]
        if self.swizzling_byte_width:
            width = 8 * self.swizzling_byte_width // self.element_bit_width
            if box[contiguous] < width:
                if active_version() not in _SAYS_WIDTH:
                    raise LayoutError("Block shape is too small for the swizzle byte size in NVMMA Shared Layout.")
                raise LayoutError(
                    f"block shape along the contiguous dimension {contiguous} is too small for the swizzle byte size "
                    f"{self.swizzling_byte_width} in an NVMMASharedLayout, got {box[contiguous]} but expected at least "
                    f"{width}"
                )
            box[contiguous] = width
        if self.fp4_padded and packed:
            box[contiguous] //= 2
        return tuple(box)

    def _require_element_bits(self) -> None:
        """Raise :class:`LayoutError` unless a row of the swizzle holds at least one element."""
        if not 0 < self.element_bit_width <= 8 * max(16, self.swizzling_byte_width):
            raise LayoutError(f"elements of {self.element_bit_width} bits don't suit an NVMMA encoding")

    def _core_matrix(self, *, swizzled: bool) -> Tile:
        """Eight rows of the swizzle's width, as a tile of rank 2."""
        columns = 8 * max(16, self.swizzling_byte_width) // self.element_bit_width
        rows = [[0, self._packed(1 << i)] for i in range(log2(columns))]
        for row in (1, 2, 4):
            phase = row // self.per_phase % self.max_phase
            rows.append([row, self._packed(self.vec * phase) if swizzled else 0])
        tile = Tile(2, OFFSET)
        tile.bases[OFFSET] = rows
        tile.sizes = [8, 1 << max(column.bit_length() for _, column in rows)]
        return tile

    def _packed(self, column: int) -> int:
        """The element in a column: of 16 offsets, 8 hold elements and 8 are padding, which maps to the same ones."""
        return column // 16 * 8 + column % 8 if self.fp4_padded else column

    def linear_layout(self, shape: Shape) -> LinearLayout:
        return self.layout_with(shape, swizzled=True)

    def layout_with(self, shape: Shape, *, swizzled: bool) -> LinearLayout:
        """The layout for this shape, with or without the swizzle."""
        self._require_element_bits()
        if self.swizzling_byte_width and not 16 <= self.swizzling_byte_width <= 128:
            raise LayoutError(f"there is no swizzle of {self.swizzling_byte_width} bytes")
        rank = len(shape)
        per_cta = self.cta.shape_per_cta(shape)
        box = self.tma_block_shape(per_cta, packed=True)
        if self.swizzling_byte_width == 0:
            return self._unswizzled(box, shape)
        if rank < 2:
            raise LayoutError("a swizzled NVMMA shared layout needs a tensor of rank 2 or more")
        layout = self._boxes(box, swizzled=swizzled)
        return Tile.of(layout).fit(self.cta.bases, shape, range(rank))

    def _unswizzled(self, box: Shape, shape: Shape) -> LinearLayout:
        """One box after the other, each with its last dimension contiguous.

        Since Triton 3.8 a transposed box of two dimensions is contiguous along its first one. More dimensions are
        rotated in the wrong direction by Triton: extents of the box go to other dimensions of the tensor.
        """
        rank = len(box)
        minor_first = tuple(range(rank))[::-1]
        if not self.transposed or active_version() not in _TRANSPOSES_UNSWIZZLED:
            return Tile(rank, OFFSET).identities(box, OFFSET, minor_first).fit(self.cta.bases, shape, minor_first)
        rotated = Tile(rank, OFFSET).identities((*box[1:], box[0]), OFFSET, minor_first).layout()
        return Tile.of(transpose_layout(rotated, (*range(1, rank), 0))).fit(self.cta.bases, shape, minor_first)

    def _boxes(self, box: Shape, *, swizzled: bool) -> LinearLayout:
        """One box as core matrices, outer dimensions as rows; a transposed box is contiguous along its first one."""
        rows, columns = prod(box[:-1]), box[-1]
        if self.transposed:
            rows, columns = columns, rows
        core = self._core_matrix(swizzled=swizzled)
        least_rows, least_columns = core.sizes
        packing = 2 if self.fp4_padded else 1
        if columns * packing < least_columns or rows < least_rows:
            raise LayoutError(
                f"Illegal shared layout; expected collapsed shapePerCTA to be at least [{least_rows}, "
                f"{least_columns // packing}], collapsedTmaShape: [{rows}, {columns}]"
            )
        flat = core.grow((rows, columns), (0, 1)).layout()
        if not self.transposed:
            return reshape_layout(flat, box)
        rank = len(box)
        return transpose_layout(reshape_layout(flat, (*box[1:], box[0])), (rank - 1, *range(rank - 1)))


@dataclass(frozen=True)
class PaddedShared(SharedEncoding):
    """A linear layout of elements, with gaps: after every ``interval`` elements, ``padding`` unused ones.

    Because of the gaps it is not a linear layout itself; ``linear_component`` is the layout before padding.
    """

    intervals: tuple[int, ...]
    paddings: tuple[int, ...]
    linear_component: LinearLayout

    def __post_init__(self) -> None:
        if len(self.intervals) != len(self.paddings):
            raise LayoutError(f"intervals size ({len(self.intervals)}) must match paddings size ({len(self.paddings)})")
        if not self.intervals:
            raise LayoutError("must have at least one interval-padding pair")
        if not all(map(is_power_of_two, self.intervals)):
            raise LayoutError("interval values must all be power of two")
        if not all(map(is_power_of_two, self.paddings)):
            raise LayoutError("padding values must all be power of two")
        if len(set(self.intervals)) != len(self.intervals):
            raise LayoutError("interval values cannot have duplicates")
        self._check_component()

    def _check_component(self) -> None:
        layout = self.linear_component
        if layout == LinearLayout.empty():
            raise LayoutError("linearComponent cannot be empty")
        if layout.in_dim_names != (OFFSET, BLOCK):
            raise LayoutError("linearComponent must have [offset, block] as input dims")
        if layout.out_dim_names != standard_dims(len(layout.out_dims)):
            raise LayoutError("Expected output dimensions to be ['dim0', 'dim1', ...].")
        if active_version() not in _COPIES_IN_CTAS:
            if not layout.is_invertible:
                raise LayoutError("Broadcasting is not supported.")
        elif not layout.sublayout([OFFSET], layout.out_dim_names).is_injective:
            raise LayoutError("Broadcasting in offset dimension is not supported.")
        for rows in layout.bases.values():
            if any(sum(map(bool, basis)) > 1 for basis in rows):
                raise LayoutError("Each offset basis must move in at most one dimension.")
            if any(value and not is_power_of_two(value) for basis in rows for value in basis):
                raise LayoutError("Each offset basis must be 0 or a power of two.")

    @classmethod
    def with_identity(cls, pairs: Sequence[tuple[int, int]], order: Order, shape: Shape) -> PaddedShared:
        """Intervals and their paddings over the unpadded layout of a shape in this order."""
        require_order(order)
        if len(order) != len(shape):
            raise LayoutError(f"an order of {len(order)} dimensions does not suit a shape of {len(shape)}")
        layout = Tile(len(shape), OFFSET).identities(shape, OFFSET, order).fit((), shape, order)
        return cls(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs), layout)

    @property
    def rank(self) -> int:
        return len(self.linear_component.out_dims)

    @cached_property
    def _cta_layout(self) -> CTALayout:
        return cta_layout_of(self.linear_component)

    @property
    def cta_layout(self) -> CTALayout:
        return self._cta_layout

    def order(self, rank: int) -> Order:
        return order_per_dim(self.linear_component.bases[OFFSET], range(self.rank)[::-1])

    def padded_size(self, shape: Sequence[int]) -> int:
        """The number of elements that a tensor of this shape takes, gaps included but not the one after the end."""
        size = prod(shape)
        gaps = (
            size // interval * padding - (padding if size % interval == 0 else 0)
            for interval, padding in zip(self.intervals, self.paddings, strict=True)
        )
        return size + sum(gaps)

    def place(self, offset: int) -> int:
        """The position of an offset of the linear component, gaps included."""
        gaps = zip(self.intervals, self.paddings, strict=True)
        return offset + sum(offset // interval * padding for interval, padding in gaps)

    def linear_layout(self, shape: Shape) -> LinearLayout:
        raise ValueError("a padded shared encoding is not a linear layout; use its linear component")


@dataclass(frozen=True)
class SharedLinear(SharedEncoding):
    """A linear layout from offsets as an encoding. It is for tensors of its own shape only."""

    layout: LinearLayout
    layout_alignment: int

    def __post_init__(self) -> None:
        if not is_power_of_two(self.layout_alignment):
            raise LayoutError("alignment must be a positive power of two")
        require_dim_names(self.layout, (OFFSET, BLOCK))
        if not self.layout.out_dims:
            raise LayoutError("SharedLinearEncodingAttr requires at least one output dimension.")
        if not self.layout.is_surjective:
            raise LayoutError("The layout must be surjective")
        if not self.layout.remove_zero_bases_along_dim(OFFSET).remove_zero_bases_along_dim(BLOCK).is_invertible:
            raise LayoutError("After removing the zero bases the layout must be bijective")

    @property
    def rank(self) -> int:
        return len(self.layout.out_dims)

    @cached_property
    def _cta_layout(self) -> CTALayout:
        return cta_layout_of(self.layout)

    @property
    def cta_layout(self) -> CTALayout:
        return self._cta_layout

    @property
    def alignment(self) -> int:
        return self.layout_alignment

    def order(self, rank: int) -> Order:
        return order_per_dim(self.layout.bases[OFFSET], range(self.rank)[::-1])

    def linear_layout(self, shape: Shape) -> LinearLayout:
        if dict(self.layout.out_dims) != standard_shape(shape):
            raise ValueError(
                f"a shared linear encoding of shape {list(self.layout.out_dim_sizes)} can't be {list(shape)}"
            )
        return self.layout
