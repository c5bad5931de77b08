"""How many registers of a thread one vector access to consecutive memory offsets can move."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.layouts.division import divide_left
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import OFFSET, REGISTER

_WIDEST = 128
"""The bits of the widest memory access."""


def largest_vectorisation(
    layout: LinearLayout, element_bits: int, most: int | None = None
) -> tuple[int, tuple[int, ...]]:
    """The largest vector size for moving registers, and the order of the register bits.

    ``layout`` leads from ``register`` (and lanes, warps ...) to ``offset``. A vector is a run of consecutive elements,
    aligned to its size, in all threads. Vectors have at most 128 bits; registers may be permuted for them: bit ``i`` of
    the new register is bit ``order[i]`` of the old one. If ``most`` limits the vectors to that many elements instead,
    registers stay as they are.
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
    """The layout with its register bits in another order."""
    rows = layout.bases[REGISTER]
    bases = {**layout.bases, REGISTER: tuple(rows[bit] for bit in order)}
    return LinearLayout.unchecked(bases, dict(layout.out_dims))


def _consecutive_first(layout: LinearLayout, size: int) -> tuple[int, ...] | None:
    """An order that starts with the register bits of a vector's offset bits, ``None`` if there is none."""
    rows, at = layout.bases[REGISTER], layout.out_dim_index(OFFSET)
    unit = [dim == at for dim in range(len(layout.out_dims))]
    wanted = [tuple((1 << bit) * flag for flag in unit) for bit in range(size.bit_length() - 1)]
    if any(basis not in rows for basis in wanted):
        return None
    first = [rows.index(basis) for basis in wanted]
    return (*first, *(bit for bit in range(len(rows)) if bit not in first))
