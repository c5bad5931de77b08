"""Tensors in registers: blocked, slice and linear encodings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from xtriton.layouts.bits import is_power_of_two
from xtriton.layouts.division import divide_left
from xtriton.layouts.encoding import (
    CTALayout,
    DistributedEncoding,
    LayoutError,
    require_order,
    shape_per_cta,
    to_linear_layout,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.orders import Order, without_dim
from xtriton.layouts.tile import (
    BLOCK,
    LANE,
    REGISTER,
    WARP,
    Shape,
    Tile,
    bases_per_dim,
    order_per_dim,
    remove_dim,
    standard_dims,
)
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, by_version, cached_by_version


@dataclass(frozen=True)
class Blocked(DistributedEncoding):
    """A box of elements per thread, a box of threads per warp, a box of warps per CTA, all in one order."""

    size_per_thread: tuple[int, ...]
    threads_per_warp: tuple[int, ...]
    warps_per_cta: tuple[int, ...]
    order: Order
    cta: CTALayout

    def __post_init__(self) -> None:
        rank = len(self.order)
        if not len(self.size_per_thread) == len(self.threads_per_warp) == len(self.warps_per_cta) == rank:
            raise LayoutError("sizePerThread, threadsPerWarp, warpsPerCTA, and order must all have the same rank.")
        if not all(map(is_power_of_two, self.size_per_thread)):
            raise LayoutError("Every element in sizePerThread must be a power of two.")
        if not all(map(is_power_of_two, self.threads_per_warp)):
            raise LayoutError("Every element in threadsPerWarp must be a power of two.")
        if not all(map(is_power_of_two, self.warps_per_cta)):
            raise LayoutError("Every element in warpsPerCTA must be a power of two.")
        if rank != self.cta.rank:
            raise LayoutError("BlockedEncodingAttr and CTALayout's fields must have the same rank.")
        require_order(self.order)

    @property
    def rank(self) -> int:
        return len(self.order)

    @property
    def cta_layout(self) -> CTALayout:
        return self.cta

    @property
    def rep_order(self) -> Order:
        return self.order

    def linear_layout(self, shape: Shape) -> LinearLayout:
        order = self.order
        tile = Tile(len(order), REGISTER, LANE, WARP)
        tile.identities(self.size_per_thread, REGISTER, order)
        tile.identities(self.threads_per_warp, LANE, order)
        tile.identities(self.warps_per_cta, WARP, order)
        return _WITHOUT_COPIES.now()(tile.fit(self.cta.bases, shape, order))


def _without_copies(layout: LinearLayout) -> LinearLayout:
    return layout.remove_zero_bases_along_dim(REGISTER)


_WITHOUT_COPIES: ByVersion[Callable[[LinearLayout], LinearLayout]] = by_version(
    {V3_6: lambda layout: layout, V3_9: _without_copies}
)
"""Since Triton 3.9 a thread does not hold copies where ``sizePerThread`` exceeds the shape."""


def blocked_for_shape(
    shape: Sequence[int],
    size_per_thread: Sequence[int],
    order: Sequence[int],
    num_warps: int,
    threads_per_warp: int,
    ctas: CTALayout | int = 1,
) -> Blocked:
    """The blocked encoding that spreads this many threads over a shape, filling the minor dimensions first.

    ``ctas`` is the CTA layout of the cluster, or its number of CTAs: these then split the major dimensions first.
    """
    cta = ctas if isinstance(ctas, CTALayout) else _split_major_first(shape, size_per_thread, order, ctas)
    rank = len(size_per_thread)
    per_cta = shape_per_cta(cta.cta_split_num, shape)
    lanes, warps = [1] * rank, [1] * rank
    lanes_left, warps_left, threads_left = threads_per_warp, num_warps, num_warps * threads_per_warp
    for dim in order[: rank - 1]:
        threads = max(1, min(threads_left, per_cta[dim] // size_per_thread[dim]))
        lanes[dim] = max(1, min(threads, lanes_left))
        warps[dim] = max(1, min(threads // lanes[dim], warps_left))
        lanes_left //= lanes[dim]
        warps_left //= warps[dim]
        threads_left //= threads
    if rank:
        lanes[order[-1]], warps[order[-1]] = lanes_left, warps_left
    return Blocked(tuple(size_per_thread), tuple(lanes), tuple(warps), tuple(order), cta)


def _split_major_first(
    shape: Sequence[int], per_thread: Sequence[int], order: Sequence[int], num_ctas: int
) -> CTALayout:
    rank, left = len(per_thread), num_ctas
    ctas, split = [1] * rank, [1] * rank
    for dim in reversed(order):
        ctas[dim] = split[dim] = max(1, min(left, shape[dim] // per_thread[dim]))
        left //= ctas[dim]
    if rank:
        ctas[rank - 1] *= left
    return CTALayout.from_split(ctas, split, order)


def default_blocked(shape: Sequence[int], num_warps: int, threads_per_warp: int, num_ctas: int = 1) -> Blocked:
    """One element per thread, rows contiguous: the initial encoding of tensors in the conversion to TTGIR."""
    rank = len(shape)
    return blocked_for_shape(shape, (1,) * rank, tuple(range(rank))[::-1], num_warps, threads_per_warp, num_ctas)


@dataclass(frozen=True)
class Slice(DistributedEncoding):
    """A tensor that is a slice, across ``dim``, of one with the parent encoding, in the same registers."""

    dim: int
    parent: DistributedEncoding

    def __post_init__(self) -> None:
        rank = self.parent.rank
        if rank <= 1:
            raise LayoutError("parent layout must have at least rank >= 2")
        if self.dim >= rank:
            raise LayoutError(f"slice dim={self.dim} must be less than the parent rank={rank}")

    @property
    def rank(self) -> int:
        return self.parent.rank - 1

    @property
    def cta_layout(self) -> CTALayout:
        return self.parent.cta_layout.without_dim(self.dim)

    @property
    def rep_order(self) -> Order:
        return without_dim(self.parent.rep_order, self.dim)

    def padded_shape(self, shape: Sequence[int]) -> Shape:
        """The shape with extent 1 reinserted at the sliced dimension."""
        return (*shape[: self.dim], 1, *shape[self.dim :])

    def linear_layout(self, shape: Shape) -> LinearLayout:
        parent = to_linear_layout(self.parent, self.padded_shape(shape))
        return remove_dim(parent, self.dim).remove_zero_bases_along_dim(REGISTER)


def _require_one_dim(layout: LinearLayout) -> None:
    if any(sum(map(bool, basis)) > 1 for rows in layout.bases.values() for basis in rows):
        raise LayoutError("In a distributed layout, each base must move in at most one dimension.")


def _require_bijection(layout: LinearLayout) -> None:
    _require_one_dim(layout)
    for name in layout.in_dim_names:
        layout = layout.remove_zero_bases_along_dim(name)
    if not layout.is_invertible:
        raise LayoutError("After removing the zero bases the layout must be bijective")


def _require_permutation(layout: LinearLayout) -> None:
    if not layout.is_permutation:
        raise LayoutError("LinearEncodingAttr requires a permutation matrix layout after removing broadcast bases")


def require_dim_names(layout: LinearLayout, inputs: Sequence[str]) -> None:
    """Raise :class:`LayoutError` unless the dimensions of a layout are these inputs and ``dim0``, ``dim1`` ..."""
    for i, (name, expected) in enumerate(zip(layout.in_dim_names, inputs, strict=False)):
        if name != expected:
            raise LayoutError(f"Expected input dimension {i} to be '{expected}'. Got {name}")
    for i, name in enumerate(layout.out_dim_names):
        if name != f"dim{i}":
            raise LayoutError(f"Expected output dimensions to be ['dim0', 'dim1', ...]. Got {name} at position {i}")


_REQUIRE_LINEAR = by_version({V3_6: _require_one_dim, V3_7: _require_bijection, V3_8: _require_permutation})


@dataclass(frozen=True)
class Linear(DistributedEncoding):
    """A linear layout as an encoding. It fits its own shape; for other shapes it is repeated or cut."""

    layout: LinearLayout

    def __post_init__(self) -> None:
        require_dim_names(self.layout, (REGISTER, LANE, WARP, BLOCK))
        self.require_form()

    def require_form(self) -> None:
        """Raise :class:`LayoutError` unless each basis moves in at most one dimension."""
        _REQUIRE_LINEAR.now()(self.layout)

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
    def rep_order(self) -> Order:
        return self.order

    def linear_layout(self, shape: Shape) -> LinearLayout:
        tile = Tile.of(self.layout).grow(shape, self.rep_order)
        return tile.shrink(shape, broadcast_registers=False).layout()

    def bases_per_dim(self, in_dim: str, *, skip_broadcast: bool = True) -> tuple[int, ...]:
        """How far an input dimension reaches along each dimension of the tensor."""
        return bases_per_dim(self.layout.bases[in_dim], self.rank, skip_broadcast=skip_broadcast)

    @property
    def order(self) -> Order:
        """The dimensions in the order in which the registers move along them, then the others, last one first."""
        return order_per_dim(self.layout.bases[REGISTER], range(self.rank)[::-1])

    @property
    def thread_order(self) -> Order:
        """The dimensions in the order in which the lanes move along them, then the others as in :attr:`order`."""
        return order_per_dim(self.layout.bases[LANE], self.order)

    @property
    def warp_order(self) -> Order:
        """The dimensions in the order in which the warps move along them, then the others as in :attr:`order`."""
        return order_per_dim(self.layout.bases[WARP], self.order)

    @property
    def threads_per_warp(self) -> tuple[int, ...]:
        """How many lanes lie along each dimension; those that hold copies don't count."""
        return self.bases_per_dim(LANE)

    @property
    def warps_per_cta(self) -> tuple[int, ...]:
        """How many warps lie along each dimension; those that hold copies don't count."""
        return self.bases_per_dim(WARP)

    @property
    def size_per_thread(self) -> tuple[int, ...]:
        """The elements of a thread along each dimension in one tile, that is without its repetitions.

        Repetitions are the last registers, as long as they double the extent of a dimension from the top, one dimension
        after the other.
        """
        split = self.cta_layout.cta_split_num
        extent = [size // parts for size, parts in zip(self.layout.out_dim_sizes, split, strict=True)]
        rows = list(self.layout.bases[REGISTER])
        done: list[int] = []
        while rows:
            dim = next((i for i, value in enumerate(rows[-1]) if value), None)
            if dim is None:
                break
            if dim not in done:
                done.append(dim)
            if dim != done[-1] or 2 * rows[-1][dim] != extent[dim]:
                break
            extent[dim] //= 2
            rows.pop()
        return bases_per_dim(rows, self.rank)

    def elems_per_thread(self, shape: Shape) -> tuple[int, ...]:
        """The elements of a thread along each dimension, copies included, in a tensor of this shape."""
        return Linear(to_linear_layout(self, shape)).bases_per_dim(REGISTER, skip_broadcast=False)

    @property
    def contig_per_thread(self) -> tuple[int, ...]:
        """How many contiguous elements a thread holds along each dimension."""
        rows, reached = self.layout.bases[REGISTER], [1] * self.rank
        at = 0
        for dim in self.order:
            while at < len(rows) and rows[at][dim] == reached[dim] and sum(rows[at]) == reached[dim]:
                reached[dim] *= 2
                at += 1
        return tuple(reached)


def cta_layout_of(layout: LinearLayout) -> CTALayout:
    """How CTAs share a tensor with this layout, whose last input dimension is ``block``."""
    if layout.in_dim_names[-1] != BLOCK:
        raise ValueError(f"the last input dimension is not '{BLOCK}':{layout}")
    rank = len(layout.out_dims)
    split = bases_per_dim(layout.bases[BLOCK], rank)
    sizes = {name: size // parts for (name, size), parts in zip(layout.out_dims.items(), split, strict=True)}
    try:
        inner = layout.sublayout(layout.in_dim_names[:-1], layout.out_dim_names).with_out_dims(sizes)
    except ValueError:  # a thread reaches beyond the part of its block
        inner = None
    quotient = None if inner is None else divide_left(layout, inner)
    if quotient is None:
        raise LayoutError(f"the blocks don't split the tensor into equal parts:{layout}")
    return CTALayout.from_layout(quotient.sublayout([BLOCK], standard_dims(rank)))


@dataclass(frozen=True)
class GenericLinear(Linear):
    """A linear layout whose warps may be swizzled, and in which different threads may hold the same element."""

    def require_form(self) -> None:
        for name in (REGISTER, LANE, BLOCK):
            if any(sum(map(bool, basis)) > 1 for basis in self.layout.bases[name]):
                raise LayoutError(
                    "In a generic linear layout, register, lane, and block bases must move in at most one dimension. "
                    f"Swizzled bases found in '{name}'."
                )
        if not self.layout.is_surjective:
            raise LayoutError(
                "Generic linear layout must be surjective, i.e. all output values must be covered by some input."
            )


@cached_by_version(maxsize=1 << 12)
def to_linear_encoding(encoding: DistributedEncoding, shape: Shape) -> Linear:
    """The linear encoding of a tensor with this encoding and shape."""
    return Linear(to_linear_layout(encoding, shape))
