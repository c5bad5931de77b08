"""Building a layout dimension by dimension, and fitting it to the shape of a tensor.

Encodings describe how one tile is spread over registers, lanes and warps; the layout of a tensor is that tile repeated
along every dimension (in registers, or in offsets) until it covers the tensor, or cut down until it fits, times the CTA
layout of the cluster. :class:`Tile` is the mutable builder; it yields one :class:`LinearLayout` at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.layouts.bits import log2, require_power_of_two
from xtriton.layouts.linear_layout import Basis, LinearLayout
from xtriton.versions import V3_8, active_version, since

Shape = tuple[int, ...]

REGISTER, LANE, WARP, BLOCK, OFFSET = "register", "lane", "warp", "block", "offset"

_NAMES = tuple(f"dim{i}" for i in range(16))

_ZEROES_EVERY_STRIDE = since(V3_8)
"""If several inputs move along the same part of a dimension, all of them are cut with it."""


def standard_dims(rank: int) -> tuple[str, ...]:
    """``("dim0", ..., "dim<rank-1>")``."""
    return _NAMES[:rank] if rank <= len(_NAMES) else tuple(f"dim{i}" for i in range(rank))


def standard_shape(shape: Sequence[int]) -> dict[str, int]:
    """The shape as sizes of the standard output dimensions."""
    return dict(zip(standard_dims(len(shape)), shape, strict=True))


class Tile:
    """A layout into ``dim0 .. dim<rank-1>`` under construction.

    Output dimensions are numbered. ``sizes`` are the extents covered so far; a new factor is more major.
    """

    __slots__ = ("bases", "sizes")

    def __init__(self, rank: int, *in_dims: str) -> None:
        """An empty tile of this rank, with input dimensions in this order."""
        self.bases: dict[str, list[list[int]]] = {name: [] for name in in_dims}
        self.sizes = [1] * rank

    @classmethod
    def of(cls, layout: LinearLayout) -> Tile:
        """A tile that starts as an existing layout."""
        tile = cls(0)
        tile.bases = {name: [list(basis) for basis in rows] for name, rows in layout.bases.items()}
        tile.sizes = list(layout.out_dim_sizes)
        return tile

    def identity(self, size: int, in_dim: str, dim: int) -> Tile:
        """Spread ``size`` values of ``in_dim`` over the next ``size`` coordinates of ``dim``; nothing if it is 0."""
        if size == 0:
            return self
        require_power_of_two(size, in_dim)
        rows = self.bases[in_dim]
        rank, value, top = len(self.sizes), self.sizes[dim], self.sizes[dim] * size
        while value < top:
            basis = [0] * rank
            basis[dim] = value
            rows.append(basis)
            value <<= 1
        self.sizes[dim] = top
        return self

    def zeros(self, size: int, in_dim: str) -> Tile:
        """Make ``size`` values of ``in_dim`` hold the same elements; nothing if it is 0."""
        if size == 0:
            return self
        require_power_of_two(size, in_dim)
        self.bases[in_dim].extend([0] * len(self.sizes) for _ in range(log2(size)))
        return self

    def identities(self, shape: Sequence[int], in_dim: str, order: Sequence[int]) -> Tile:
        """Spread ``in_dim`` over ``shape``, the dimensions one after the other in this order."""
        for dim in order:
            self.identity(shape[dim], in_dim, dim)
        return self

    def broadcast_identities(self, shape: Sequence[int], in_dim: str, order: Sequence[int], zero: int) -> Tile:
        """As :meth:`identities`, but along the dimension ``zero`` all values hold the same elements."""
        for dim in order:
            if dim == zero:
                self.zeros(shape[dim], in_dim)
            else:
                self.identity(shape[dim], in_dim, dim)
        return self

    def grow(self, shape: Sequence[int], order: Sequence[int]) -> Tile:
        """Repeat the tile along the first input dimension until it covers ``shape``, dimensions in this order."""
        first = next(iter(self.bases))
        for dim in order:
            self.identity(shape[dim] // self.sizes[dim], first, dim)
        return self

    def shrink(self, shape: Sequence[int], *, broadcast_registers: bool = True) -> Tile:
        """Cut the tile down until it fits into ``shape``: the strides that lead out of it are zeroed.

        Inputs that moved along the part that was cut then hold copies; with ``broadcast_registers=False`` such
        registers are dropped instead.
        """
        if active_version() not in _ZEROES_EVERY_STRIDE:
            return self._shrink_largest(shape, broadcast_registers)
        sizes = [min(size, wanted) for size, wanted in zip(self.sizes, shape, strict=True)]
        for name, rows in self.bases.items():
            cut = [[value if value < size else 0 for value, size in zip(b, sizes, strict=True)] for b in rows]
            if name == REGISTER and not broadcast_registers:
                cut = [basis for basis, old in zip(cut, rows, strict=True) if any(basis) or not any(old)]
            rows[:] = cut
        self.sizes = sizes
        return self

    def _shrink_largest(self, shape: Sequence[int], broadcast_registers: bool) -> Tile:
        """As Triton 3.6 and 3.7: the largest strides are zeroed until the tile fits; suits tiles without copies."""
        dropped: set[int] = set()
        for dim, wanted in enumerate(shape):
            if self.sizes[dim] <= wanted:
                continue
            moving = [(basis[dim], name, i) for name, rows in self.bases.items() for i, basis in enumerate(rows)]
            moving = sorted((item for item in moving if item[0]), key=lambda item: -item[0])
            for _, name, i in moving[: log2(self.sizes[dim]) - log2(wanted)]:
                if name == REGISTER and not broadcast_registers:
                    dropped.add(i)
                else:
                    self.bases[name][i][dim] = 0
            self.sizes[dim] = wanted
        if dropped:
            self.bases[REGISTER] = [basis for i, basis in enumerate(self.bases[REGISTER]) if i not in dropped]
        return self

    def with_blocks(self, blocks: Sequence[Basis], shape: Sequence[int]) -> Tile:
        """Add the CTAs of the cluster, each of which holds this tile, as the major part of each dimension."""
        rows = [list(basis) for basis in blocks]
        cluster = Tile(len(shape))
        cluster.bases = {BLOCK: rows}
        cluster.sizes = _reach(rows, len(shape))
        cluster.shrink(shape)
        for basis in rows:
            for dim, size in enumerate(self.sizes):
                basis[dim] *= size
        self.bases[BLOCK] = rows
        self.sizes = [a * b for a, b in zip(self.sizes, cluster.sizes, strict=True)]
        return self

    def fit(self, blocks: Sequence[Basis], shape: Shape, order: Sequence[int]) -> LinearLayout:
        """The layout of a tensor of this shape: the tile repeated in this order or cut, on each CTA of the cluster.

        Raises :class:`ValueError` if the shape and the CTA layout are incompatible.
        """
        if not blocks:
            self.grow(shape, order).shrink(shape)
            self.bases[BLOCK] = []
            return self._covering(shape)
        cluster = _reach(blocks, len(shape))
        per_block = [max(1, size // min(size, split)) for size, split in zip(shape, cluster, strict=True)]
        return self.grow(per_block, order).shrink(per_block).with_blocks(blocks, shape)._covering(shape)

    def _covering(self, shape: Shape) -> LinearLayout:
        layout = self.layout()
        if tuple(self.sizes) != shape:
            raise ValueError(f"layout covers {self.sizes}, which is not the shape {list(shape)}")
        return layout

    def layout(self) -> LinearLayout:
        """The finished, immutable layout into the standard dimensions."""
        bases = {name: tuple(map(tuple, rows)) for name, rows in self.bases.items()}
        return LinearLayout.unchecked(bases, standard_shape(self.sizes))


def _reach(rows: Sequence[Sequence[int]], rank: int) -> list[int]:
    """The smallest powers of two above all coordinates."""
    return [1 << max((basis[dim].bit_length() for basis in rows), default=0) for dim in range(rank)]


def reshape_layout(layout: LinearLayout, shape: Sequence[int]) -> LinearLayout:
    """The same mapping for a tensor reshaped (row-major) to ``shape``."""
    major_first = tuple(reversed(layout.out_dim_names))
    new_dims = dict(reversed(standard_shape(shape).items()))
    return layout.transpose_outs(major_first).reshape_outs(new_dims).transpose_outs(standard_dims(len(shape)))


def transpose_layout(layout: LinearLayout, order: Sequence[int]) -> LinearLayout:
    """The same mapping for a tensor whose dimension ``i`` is dimension ``order[i]`` of the old one."""
    bases = {name: tuple(tuple(b[dim] for dim in order) for b in rows) for name, rows in layout.bases.items()}
    return LinearLayout.unchecked(bases, standard_shape([layout.out_dim_sizes[dim] for dim in order]))


def remove_dim(layout: LinearLayout, dim: int) -> LinearLayout:
    """The layout projected onto the other dimensions, which are renumbered."""
    bases = {name: tuple((*b[:dim], *b[dim + 1 :]) for b in rows) for name, rows in layout.bases.items()}
    sizes = layout.out_dim_sizes
    return LinearLayout.unchecked(bases, standard_shape((*sizes[:dim], *sizes[dim + 1 :])))


def bases_per_dim(rows: Sequence[Basis], rank: int, *, skip_broadcast: bool = True) -> tuple[int, ...]:
    """How far these bases reach in each dimension: two to the number of them that move along it.

    A basis that is zero counts for the dimension of the basis before it, unless ``skip_broadcast``.
    """
    counts = [1] * rank
    last = 0
    for basis in rows:
        dim = next((i for i, value in enumerate(basis) if value), None)
        if dim is not None:
            last = dim
        if dim is not None or not skip_broadcast:
            counts[last] *= 2
    return tuple(counts)


def order_per_dim(rows: Sequence[Basis], default: Sequence[int]) -> tuple[int, ...]:
    """The dimensions in the order in which these bases move along them, then the others as in ``default``."""
    seen: dict[int, None] = {}
    for basis in rows:
        dim = next((i for i, value in enumerate(basis) if value), None)
        if dim is not None:
            seen[dim] = None
    return tuple(seen | dict.fromkeys(default))
