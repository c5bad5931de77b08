"""The base of all encodings: a rank, a CTA layout, and a linear layout for each shape.

Encodings are plain values (frozen dataclasses of integers and tuples). They verify themselves on construction, with the
messages of Triton's attribute verifiers, raised as :class:`LayoutError`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from xtriton.layouts.bits import is_power_of_two
from xtriton.layouts.linear_layout import Basis, LinearLayout
from xtriton.layouts.orders import Order, dot_operand_order, is_permutation, matrix_order
from xtriton.layouts.tile import (
    BLOCK,
    Shape,
    Tile,
    bases_per_dim,
    order_per_dim,
    remove_dim,
    standard_dims,
    transpose_layout,
)
from xtriton.versions import V3_8, active_version, cached_by_version, since

_PERMUTED_CTAS = since(V3_8)
"""Versions in which the CTAs of a cluster hold different parts of a tensor in powers of two, or copies."""


class LayoutError(ValueError):
    """A violated rule on layouts, with Triton's message."""


@dataclass(frozen=True)
class CTALayout:
    """How the CTAs of a cluster share a tensor: the bases of ``block``, divided by the extents of a CTA's part.

    A zero basis means that two CTAs hold the same elements. Printed as ``CGALayout = [[...]]`` in IR; without it there
    is one CTA.
    """

    bases: tuple[Basis, ...]
    rank: int

    def __post_init__(self) -> None:
        if not self.bases:
            return
        permuted = active_version() in _PERMUTED_CTAS
        layout = LinearLayout({BLOCK: self.bases}, standard_dims(self.rank), require_surjective=not permuted)
        if permuted and not layout.is_permutation:
            raise LayoutError("After removing broadcast bases the CGA encoding must be a permutation matrix")

    @classmethod
    def default(cls, rank: int) -> CTALayout:
        """One CTA."""
        return cls((), rank)

    @classmethod
    def one_each(cls, count: int) -> CTALayout:
        """One dimension with an element for each of ``count`` CTAs."""
        return cls(tuple((1 << bit,) for bit in range(count.bit_length() - 1)), 1)

    @classmethod
    def from_layout(cls, layout: LinearLayout) -> CTALayout:
        """From a layout whose only input dimension is ``block``."""
        if layout.in_dim_names != (BLOCK,):
            raise LayoutError("CTA encoding must have exactly one input dimension named 'block'.")
        return cls(layout.bases[BLOCK], len(layout.out_dims))

    @classmethod
    def from_split(
        cls, ctas_per_cga: Sequence[int], cta_split_num: Sequence[int], cta_order: Sequence[int]
    ) -> CTALayout:
        """From counts per dimension: CTAs, parts they split the tensor into, and the order of dimensions."""
        if not all(map(is_power_of_two, (*ctas_per_cga, *cta_split_num))):
            raise LayoutError("The number of CTAs along each dimension must be a power of two.")
        tile = Tile(len(cta_order), BLOCK)
        for dim in cta_order:
            if ctas_per_cga[dim] % cta_split_num[dim]:
                raise LayoutError(
                    f"{ctas_per_cga[dim]} blocks can't split dimension {dim} into {cta_split_num[dim]} parts"
                )
            tile.identity(cta_split_num[dim], BLOCK, dim).zeros(ctas_per_cga[dim] // cta_split_num[dim], BLOCK)
        return cls(tuple(map(tuple, tile.bases[BLOCK])), len(cta_order))

    @property
    def linear_layout(self) -> LinearLayout:
        """From ``block`` to the part of the tensor that the CTA holds."""
        return LinearLayout({BLOCK: self.bases}, [f"dim{i}" for i in range(self.rank)])

    @property
    def num_ctas(self) -> int:
        """The number of CTAs of the cluster."""
        return 1 << len(self.bases)

    @property
    def ctas_per_cga(self) -> tuple[int, ...]:
        """The number of CTAs along each dimension; those that hold copies count for the dimension before them."""
        return bases_per_dim(self.bases, self.rank, skip_broadcast=False)

    @property
    def cta_split_num(self) -> tuple[int, ...]:
        """The number of parts that the CTAs split each dimension into."""
        return bases_per_dim(self.bases, self.rank)

    @property
    def cta_order(self) -> Order:
        """The dimensions in the order in which the CTA id moves along them."""
        return order_per_dim(self.bases, range(self.rank))

    def shape_per_cta(self, shape: Sequence[int]) -> Shape:
        """The shape of the part of a tensor that one CTA holds. Leading dimensions beyond the rank are not split."""
        return shape_per_cta(self.cta_split_num, shape)

    def permuted(self, order: Sequence[int]) -> CTALayout:
        """The CTA layout of a tensor whose dimension ``i`` is dimension ``order[i]`` of the old one."""
        return CTALayout.from_layout(transpose_layout(self.linear_layout, order))

    def without_dim(self, dim: int) -> CTALayout:
        """The CTA layout of a slice of the tensor across a dimension, which is dropped."""
        return CTALayout.from_layout(remove_dim(self.linear_layout, dim))

    def with_unit_dim(self) -> CTALayout:
        """The CTA layout with one more, last dimension, of size 1."""
        return CTALayout(tuple((*basis, 0) for basis in self.bases), self.rank + 1)

    def broadcast_along(self, dim: int) -> CTALayout:
        """The same CTAs, but not splitting this dimension."""
        return CTALayout(tuple((*b[:dim], 0, *b[dim + 1 :]) for b in self.bases), self.rank)


class Encoding(ABC):
    """How a tensor of any shape is laid out."""

    @property
    @abstractmethod
    def rank(self) -> int:
        """The rank of the tensors that can have this encoding."""

    @property
    @abstractmethod
    def cta_layout(self) -> CTALayout:
        """How the CTAs of the cluster share the tensor."""

    @abstractmethod
    def linear_layout(self, shape: Shape) -> LinearLayout:
        """The linear layout of a tensor of this shape. Use :func:`to_linear_layout`, which caches."""

    def require_usable(self) -> None:  # noqa: B027 most encodings verify everything on construction
        """Raise :class:`LayoutError` for parameters that no tensor can be laid out by.

        Triton accepts attributes with such parameters as long as their layout is not computed. Layout computation
        relies on this check.
        """


class DistributedEncoding(Encoding):
    """A tensor in registers: the inputs of the layout are ``register``, ``lane``, ``warp`` and ``block``."""

    @property
    @abstractmethod
    def rep_order(self) -> Order:
        """The order of the dimensions along which the tile is repeated to cover a larger tensor."""


class MatrixEncoding(DistributedEncoding):
    """The accumulator of matrix instructions, which each warp computes a part of."""

    warps_per_cta: tuple[int, ...]
    cta: CTALayout

    @property
    def rank(self) -> int:
        return len(self.warps_per_cta)

    @property
    def cta_layout(self) -> CTALayout:
        return self.cta

    @property
    def rep_order(self) -> Order:
        return matrix_order(self.rank, row_major=True)

    def operand_rep_order(self, operand: int) -> Order:
        """The order of the dimensions along which the tile of an operand is repeated."""
        return dot_operand_order(operand, self.rank, k_contiguous=True)


class SharedEncoding(Encoding):
    """A tensor in shared memory: the inputs of the layout are ``offset`` (in elements) and ``block``."""

    @property
    def alignment(self) -> int:
        """The alignment in bytes that an allocation needs."""
        return 16

    @abstractmethod
    def order(self, rank: int) -> Order:
        """The order of the dimensions in memory, for a tensor of this rank."""


@cached_by_version(maxsize=1 << 14)
def to_linear_layout(encoding: Encoding, shape: Shape) -> LinearLayout:
    """The linear layout of a tensor with this encoding and shape.

    For memory encodings, ``shape`` is the allocation shape. Raises :class:`LayoutError` if the shape has extents that
    are not powers of two, or is incompatible with the encoding.
    """
    if not all(map(is_power_of_two, shape)):
        raise LayoutError(f"shape {list(shape)} is not made of powers of two")
    if len(shape) != encoding.rank:
        raise LayoutError(f"a tensor of shape {list(shape)} can't have an encoding of rank {encoding.rank}")
    encoding.require_usable()
    try:
        return encoding.linear_layout(shape)
    except ValueError as exc:
        raise LayoutError(str(exc)) from exc


def shape_per_cta(split_num: Sequence[int], shape: Sequence[int]) -> Shape:
    """The shape of the part that one CTA holds, if the CTAs split the trailing dimensions into this many parts."""
    missing = len(shape) - len(split_num)
    split = (*(1,) * missing, *split_num) if missing >= 0 else tuple(split_num[-missing:])
    return tuple(size // min(size, parts) for size, parts in zip(shape, split, strict=True))


def require_powers_of_two(what: str, sizes: Sequence[int], count: int) -> None:
    """Raise :class:`LayoutError` unless there are ``count`` sizes, all of them powers of two."""
    if len(sizes) != count or not all(map(is_power_of_two, sizes)):
        raise LayoutError(f"{what} must be {count} powers of two, but was {list(sizes)}")


def require_order(order: Sequence[int]) -> None:
    """Raise :class:`LayoutError` unless this is an order of all dimensions."""
    if not is_permutation(order):
        listed = ", ".join(map(str, order))
        raise LayoutError(f"order must be a permutation of 0..(rank-1), but was [{listed}]")
