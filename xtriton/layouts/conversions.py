"""Data movement needed to convert a tensor in registers from one layout to another.

All functions take the linear layouts of the same tensor before and after, over ``register, lane, warp, block``.
"""

from __future__ import annotations

from itertools import takewhile

from xtriton.layouts.linear_layout import Basis, LinearLayout
from xtriton.layouts.tile import BLOCK, LANE, REGISTER, WARP
from xtriton.versions import V3_9, active_version, since


def conversion(source: LinearLayout, target: LinearLayout) -> LinearLayout:
    """From each hardware index of the target to one of the source that holds the same element."""
    return target.invert_and_compose(source)


def minimal_conversion(source: LinearLayout, target: LinearLayout) -> LinearLayout:
    """The conversion without the outer dimensions across which nothing moves: CTAs, then warps, lanes, registers.

    The result is empty if the layouts are equal; it has only registers if every thread keeps its elements, only
    registers and lanes if every warp does, and so on.
    """
    result = conversion(source, target)
    outer_first = zip(reversed(source.in_dim_names), reversed(target.in_dim_names), strict=False)
    for name, _ in takewhile(lambda pair: pair[0] == pair[1], outer_first):
        quotient = result.quotient([name])
        if quotient is None:
            break
        result = quotient
    return result


def reorders_registers(source: LinearLayout, target: LinearLayout) -> bool:
    """Whether a conversion permutes registers at most: every thread keeps its elements."""
    return minimal_conversion(source, target).out_dim_names in ((), (REGISTER,))


def needs_warp_shuffle(source: LinearLayout, target: LinearLayout) -> bool:
    """Whether a conversion is best done by exchanging registers between the lanes of each warp.

    As in Triton that is so if elements stay in their warp and at most one register bit is exchanged for a lane bit:
    with more of them, shared memory is faster.
    """
    if minimal_conversion(source, target).out_dim_names == (REGISTER, LANE):
        return mixed_transpositions(source, target) < 2
    return active_version() in _LANES_BY_WARP and _stays_in_warp(source, target)


_LANES_BY_WARP = since(V3_9)
"""Versions in which the lane that a value comes from may depend on the warp, where several warps hold copies."""


def _stays_in_warp(source: LinearLayout, target: LinearLayout) -> bool:
    """Whether every warp can get its elements from its own lanes, with at most one register bit exchanged."""
    moved = _from_own_copies(source, target.remove_zero_bases_along_dim(REGISTER))
    outer = (WARP, BLOCK)
    for name, rows in moved.bases.items():
        for bit, image in enumerate(rows):
            parts = dict(zip(moved.out_dim_names, image, strict=True))
            if any(parts[dim] != (1 << bit if dim == name else 0) for dim in outer):
                return False
            if name in outer and parts[REGISTER]:
                return False
    registers, lanes = moved.out_dim_names.index(REGISTER), moved.out_dim_names.index(LANE)
    to_lanes = sum(1 for image in moved.bases[REGISTER] if image[lanes])
    to_registers = sum(1 for image in moved.bases[LANE] if image[registers])
    return max(to_lanes, to_registers) < 2


def _from_own_copies(source: LinearLayout, target: LinearLayout) -> LinearLayout:
    """The conversion that reads an element of which several warps or CTAs hold a copy from the reader's own."""
    result = conversion(source, target)
    bases = {name: [list(image) for image in rows] for name, rows in result.bases.items()}
    for name in (WARP, BLOCK):
        place = result.out_dim_names.index(name)
        for bit, (image, held) in enumerate(zip(bases[name], source.bases[name], strict=False)):
            if not any(held):
                image[place] |= 1 << bit
    return LinearLayout.unchecked(
        {name: tuple(map(tuple, rows)) for name, rows in bases.items()}, dict(result.out_dims)
    )


def needs_shared_memory(source: LinearLayout, target: LinearLayout) -> bool:
    """Whether a conversion goes through shared memory."""
    return not reorders_registers(source, target) and not needs_warp_shuffle(source, target)


def mixed_transpositions(source: LinearLayout, target: LinearLayout) -> int:
    """How many register bits a conversion within warps exchanges for lane bits.

    The conversion is a permutation of register and lane bits, once copies in registers are dropped and both sides are
    padded with bits that hold copies. Each run of lane bits in a cycle of it is entered from one register bit.
    """
    before, after = _registers_and_lanes(source), _registers_and_lanes(target)
    before, after = _padded(before, after), _padded(after, before)
    images = {name: list(rows) for name, rows in before.invert_and_compose(after).bases.items()}
    unused: list[tuple[str, int]] = []
    free: list[Basis] = []
    for dim, name in enumerate((REGISTER, LANE)):
        pairs = zip(before.bases[name], after.bases[name], strict=True)
        for bit, (held, wanted) in enumerate(pairs):
            unit = (1 << bit, 0) if dim == 0 else (0, 1 << bit)
            if not any(held) and not any(wanted):
                images[name][bit] = unit
            elif not any(held):
                unused.append((name, bit))
            elif not any(wanted):
                free.append(unit)
    for (name, bit), unit in zip(unused, free, strict=False):
        images[name][bit] = unit
    return sum(1 for _, lane in images[REGISTER] if lane)


def _registers_and_lanes(layout: LinearLayout) -> LinearLayout:
    return layout.remove_zero_bases_along_dim(REGISTER).sublayout((REGISTER, LANE), layout.out_dim_names)


def _padded(layout: LinearLayout, other: LinearLayout) -> LinearLayout:
    """The layout with as many registers and lanes as the larger of both: the added ones hold copies."""
    zero = (0,) * len(layout.out_dims)
    bases = {name: (*rows, *[zero] * (len(other.bases[name]) - len(rows))) for name, rows in layout.bases.items()}
    return LinearLayout.unchecked(bases, dict(layout.out_dims))
