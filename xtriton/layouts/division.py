"""Division of linear layouts: the quotients with respect to the direct sum ``*``."""

from __future__ import annotations

from collections.abc import Iterable

from xtriton.layouts.bits import log2
from xtriton.layouts.linear_layout import Basis, LinearLayout


def divide_left(layout: LinearLayout, divisor: LinearLayout) -> LinearLayout | None:
    """The layout ``C`` over all dimensions of ``layout`` with ``layout == divisor * C``, or ``None``."""
    sizes = _quotient_sizes(layout, divisor)
    if sizes is None:
        return None
    low_bits = [log2(divisor.out_dims.get(name, 1)) for name in layout.out_dims]
    bases: dict[str, tuple[Basis, ...]] = {}
    for name, rows in layout.bases.items():
        low = _spread(divisor, name, layout.out_dims)
        if len(low) > len(rows) or rows[: len(low)] != low:
            return None
        high = rows[len(low) :]
        if any(value & ((1 << bits) - 1) for basis in high for value, bits in zip(basis, low_bits, strict=True)):
            return None
        bases[name] = tuple(tuple(v >> bits for v, bits in zip(b, low_bits, strict=True)) for b in high)
    return LinearLayout.unchecked(bases, sizes)


def divide_right(layout: LinearLayout, divisor: LinearLayout) -> LinearLayout | None:
    """The layout ``C`` over all dimensions of ``layout`` with ``layout == C * divisor``, or ``None``."""
    sizes = _quotient_sizes(layout, divisor)
    if sizes is None:
        return None
    shifts = [log2(size) for size in sizes.values()]
    bases: dict[str, tuple[Basis, ...]] = {}
    for name, rows in layout.bases.items():
        part = _spread(divisor, name, layout.out_dims)
        high = tuple(tuple(v << shift for v, shift in zip(b, shifts, strict=True)) for b in part)
        cut = len(rows) - len(high)
        if cut < 0 or rows[cut:] != high:
            return None
        if any(value >= size for basis in rows[:cut] for value, size in zip(basis, sizes.values(), strict=True)):
            return None
        bases[name] = rows[:cut]
    return LinearLayout.unchecked(bases, sizes)


def _quotient_sizes(layout: LinearLayout, divisor: LinearLayout) -> dict[str, int] | None:
    """The sizes of the output dimensions of a quotient, or ``None`` if the divisor does not fit into the layout."""
    if any(name not in layout.bases for name in divisor.bases):
        return None
    if any(size > layout.out_dims.get(name, 0) for name, size in divisor.out_dims.items()):
        return None
    return {name: size // divisor.out_dims.get(name, 1) for name, size in layout.out_dims.items()}


def _spread(layout: LinearLayout, in_dim: str, names: Iterable[str]) -> tuple[Basis, ...]:
    """The bases of one input dimension over the output dimensions ``names``; those the layout lacks are 0."""
    at = {name: i for i, name in enumerate(layout.out_dims)}
    where = [at.get(name) for name in names]
    return tuple(tuple(0 if i is None else b[i] for i in where) for b in layout.bases.get(in_dim, ()))
