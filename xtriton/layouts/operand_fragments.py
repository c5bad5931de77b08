"""Distributed layouts in which a thread's elements lie as in operands of ``mma``, whatever encoding they have."""

from __future__ import annotations

from xtriton.layouts.distributed import Linear, to_linear_encoding
from xtriton.layouts.division import divide_left
from xtriton.layouts.encoding import CTALayout, DistributedEncoding
from xtriton.layouts.mma import mma_tile
from xtriton.layouts.operand_memory import swizzled_for_fragments
from xtriton.layouts.orders import dot_operand_order
from xtriton.layouts.shared import SwizzledShared
from xtriton.layouts.tile import Shape


def swizzled_for_layout(
    encoding: DistributedEncoding, shape: Shape, cta: CTALayout, element_bits: int
) -> SwizzledShared | None:
    """The shared encoding that reads a tensor without bank conflicts if its layout is made of fragments of ``mma``.

    A fragment is 8 rows of 4 lanes, each with contiguous elements along the row. ``None`` for other layouts.
    """
    linear = to_linear_encoding(encoding, shape)
    operand = _operand_with_order(linear)
    if operand is None:
        return None
    order = linear.thread_order
    k_width = linear.contig_per_thread[order[0]]
    fragment = [1] * len(order)
    fragment[order[0]], fragment[order[1]] = 4 * k_width, 8
    if divide_left(linear.layout, mma_tile(fragment, k_width, order).layout()) is None:
        return None
    return swizzled_for_fragments(operand, k_width, shape, order, cta, element_bits)


def _operand_with_order(linear: Linear) -> int | None:
    """Which operand of a dot, with k contiguous, has lanes in this order."""
    rank = linear.rank
    if rank < 2:
        return None
    orders = (dot_operand_order(operand, rank, k_contiguous=True) for operand in (0, 1))
    return next((operand for operand, order in enumerate(orders) if order == linear.thread_order), None)
