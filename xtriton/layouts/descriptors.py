"""Shared memory encodings of tensor descriptors, and of accesses whose block rank differs from theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xtriton.layouts.encoding import CTALayout, Encoding, LayoutError, SharedEncoding, to_linear_layout
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.mma_operands import nvmma_shared_for_shape
from xtriton.layouts.shared import NVMMAShared, SharedLinear, SwizzledShared
from xtriton.layouts.tile import Shape
from xtriton.versions import V3_8, active_version, since


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


def layout_for_tma(layout: Encoding | None, shape: Shape, element_bits: int) -> NVMMAShared | None:
    """The layout in which TMA writes shared memory of another layout directly; ``None`` if it cannot.

    Since Triton 3.8 a shared linear layout that places all elements like one of TMA's is one of these.
    """
    if isinstance(layout, NVMMAShared):
        return None if layout.transposed else layout
    if not isinstance(layout, SharedLinear) or active_version() not in _FOR_LINEAR:
        return None
    wanted = to_linear_layout(layout, shape)
    candidates = _tma_layouts(layout, shape, element_bits)
    return next((candidate for candidate in candidates if _placement(candidate, shape) == wanted), None)


_FOR_LINEAR = since(V3_8)


def _tma_layouts(layout: SharedLinear, shape: Shape, element_bits: int) -> Iterator[NVMMAShared]:
    """The layouts of TMA that may place elements like a linear one; first those that Triton prefers for the shape."""
    for fp4_padded in (False, True):
        yield nvmma_shared_for_shape(
            shape, layout.order(len(shape)), layout.cta_layout, element_bits, fp4_padded=fp4_padded
        )
    for fp4_padded in (False, True):
        for width in (0, 32, 64, 128):
            yield NVMMAShared(width, False, max(element_bits, 8), fp4_padded, layout.cta_layout)


def _placement(layout: NVMMAShared, shape: Shape) -> LinearLayout | None:
    if layout.fp4_padded and layout.transposed:
        return None
    try:
        return to_linear_layout(layout, shape)
    except ValueError:
        return None
