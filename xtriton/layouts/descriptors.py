"""Shared memory encodings of tensor descriptor accesses whose block rank differs from the descriptor's."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.layouts.encoding import CTALayout, LayoutError, SharedEncoding
from xtriton.layouts.shared import NVMMAShared, SwizzledShared


def cta_layout_of_rank(cta: CTALayout, rank: int) -> CTALayout:
    """The CTA layout with leading dimensions added or dropped; new ones, of extent 1, are not split."""
    for _ in range(cta.rank - rank):
        cta = cta.without_dim(0)
    missing = rank - cta.rank
    return CTALayout(tuple(((0,) * missing + basis) for basis in cta.bases), rank) if missing else cta


def shared_of_rank(encoding: SharedEncoding, rank: int) -> SharedEncoding:
    """The encoding with leading dimensions added or dropped, the new ones of extent 1.

    Raises :class:`LayoutError` for encodings that no descriptor can have.
    """
    match encoding:
        case NVMMAShared():
            cta = cta_layout_of_rank(encoding.cta, rank)
            return NVMMAShared(
                encoding.swizzling_byte_width,
                encoding.transposed,
                encoding.element_bit_width,
                encoding.fp4_padded,
                cta,
            )
        case SwizzledShared():
            order = _order_of_rank(encoding.minor_to_major, rank)
            cta = cta_layout_of_rank(encoding.cta, rank)
            return SwizzledShared(encoding.vec, encoding.per_phase, encoding.max_phase, order, cta)
        case _:
            raise LayoutError("Internal Error: Unhandled tensor descriptor encoding")


def _order_of_rank(order: Sequence[int], rank: int) -> tuple[int, ...]:
    """Triton's order for another rank: new dimensions are the most minor, the last one first."""
    added = range(rank - 1, len(order) - 1, -1)
    return (*added, *(dim for dim in order if dim < rank))
