"""How many registers of a thread can be moved to, or from, consecutive offsets in memory at once."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.layouts.division import divide_left
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import OFFSET, REGISTER

_WIDEST = 128
"""The bits of the widest access to memory."""


def largest_vectorisation(
    layout: LinearLayout, element_bits: int, most: int | None = None
) -> tuple[int, tuple[int, ...]]:
    """The largest vectors with which registers can be moved, and in which order the bits of the register are taken.

    ``layout`` leads from ``register`` (and lanes, warps ...) to ``offset``. A vector is a number of elements that lie
    one after another and begins at a multiple of its size, in all threads. Vectors have at most 128 bits; registers
    may be renamed for them: bit ``i`` of the new register is bit ``order[i]`` of the old one. If ``most`` limits the
    vectors to that many elements instead, registers stay as they are.
    """
    bits = range(len(layout.bases[REGISTER]))
    size = most if most is not None else max(_WIDEST // element_bits, 1)
    while size > 1:
        order = _consecutive_first(layout, size)
        if order is not None and (most is None or order == tuple(bits)):
            tile = LinearLayout.identity_1d(size, REGISTER, OFFSET)
            if divide_left(with_registers(layout, order), tile) is not None:
                return size, order
        size //= 2
    return 1, tuple(bits)


def with_registers(layout: LinearLayout, order: Sequence[int]) -> LinearLayout:
    """The layout with the bits of its registers in another order."""
    rows = layout.bases[REGISTER]
    bases = {**layout.bases, REGISTER: tuple(rows[bit] for bit in order)}
    return LinearLayout.unchecked(bases, dict(layout.out_dims))


def _consecutive_first(layout: LinearLayout, size: int) -> tuple[int, ...] | None:
    """An order in which the first bits of the register are those of the offset in a vector of a size, if there is."""
    rows, at = layout.bases[REGISTER], layout.out_dim_index(OFFSET)
    unit = [dim == at for dim in range(len(layout.out_dims))]
    wanted = [tuple((1 << bit) * one for one in unit) for bit in range(size.bit_length() - 1)]
    if any(basis not in rows for basis in wanted):
        return None
    first = [rows.index(basis) for basis in wanted]
    return (*first, *(bit for bit in range(len(rows)) if bit not in first))
