"""Reshapes of blocked encodings that have a blocked result.

A reshape merges and splits runs of dimensions. Every thread can keep its elements under another blocked encoding if the
merged dimensions are neighbours in the order, and if the boxes of elements, threads and warps fill the minor ones of
them before they extend along the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod

from xtriton.layouts.distributed import Blocked, default_blocked
from xtriton.layouts.encoding import CTALayout
from xtriton.layouts.orders import inverse_permutation
from xtriton.layouts.tile import Shape

Group = tuple[list[int], list[int]]
"""Dimensions of the old shape and the corresponding dimensions of the new shape."""


def reshape_groups(old: Sequence[int], new: Sequence[int]) -> list[Group]:
    """The finest groups of neighbouring dimensions with as many elements before as after, major first."""
    groups: list[Group] = [([], [])] if old else []
    i = j = 0
    old_size = new_size = 1
    while i < len(old) or j < len(new):
        old_left = i < len(old)
        if old_size < new_size or (old_left and (old_size == 1 or old[i] == 1)):
            groups[-1][0].append(i)
            old_size *= old[i]
            i += 1
        elif new_size < old_size or (j < len(new) and new[j] == 1):
            groups[-1][1].append(j)
            new_size *= new[j]
            j += 1
        else:
            groups.append(([], []))
            old_size = new_size = 1
    return groups


def infer_blocked_reshape(source: Blocked, shape: Shape, new_shape: Shape) -> Blocked | None:
    """The blocked encoding under which a reshape is a no-op, or ``None`` if there is none that is known to be."""
    if shape == new_shape:
        return source
    num_warps, num_lanes, num_ctas = prod(source.warps_per_cta), prod(source.threads_per_warp), source.cta.num_ctas
    if source == default_blocked(shape, num_warps, num_lanes, num_ctas):
        return default_blocked(new_shape, num_warps, num_lanes, num_ctas)
    if num_ctas != 1:
        return None
    groups = reshape_groups(shape, new_shape)
    boxes = (source.size_per_thread, source.threads_per_warp, source.warps_per_cta)
    rank_of = inverse_permutation(source.order)
    if not all(_is_run([rank_of[dim] for dim in reversed(old)]) for old, _ in groups):
        return None
    if not all(_fills_minor_first(boxes, shape, old) for old, _ in groups):
        return None
    new_boxes = _spread_boxes(boxes, groups, new_shape)
    # Groups are contiguous in the order: the new dimensions take the position of their group's old ones.
    by_rank = sorted(groups, key=lambda group: rank_of[group[0][0]])
    new_order = tuple(dim for _, new in by_rank for dim in reversed(new))
    return Blocked(new_boxes[0], new_boxes[1], new_boxes[2], new_order, CTALayout.default(len(new_shape)))


def _is_run(values: Sequence[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(values))


def _fills_minor_first(boxes: Sequence[Sequence[int]], shape: Sequence[int], dims: Sequence[int]) -> bool:
    """Whether the boxes extend along a dimension only when the more minor ones of the group are full.

    A box may be larger than the tensor only along the most major dimension of the group.
    """
    left = [shape[dim] for dim in dims]
    for box in boxes:
        for i in reversed(range(len(dims))):
            size = box[dims[i]]
            if size == 1:
                continue
            if any(remaining != 1 for remaining in left[i + 1 :]):
                return False
            left[i] = left[i] // size
            if left[i] == 0 and i != 0:
                return False
    return True


def _spread_boxes(boxes: Sequence[Sequence[int]], groups: Sequence[Group], shape: Shape) -> list[tuple[int, ...]]:
    """The boxes over the new dimensions, the minor ones of each group filled first; excess goes to the major."""
    left = list(shape)
    spread: list[tuple[int, ...]] = []
    for box in boxes:
        new_box = [1] * len(shape)
        for old, new in groups:
            size = prod(box[dim] for dim in old)
            for dim in reversed(new):
                new_box[dim] = min(size, left[dim])
                size //= new_box[dim]
                left[dim] //= new_box[dim]
            new_box[new[0]] *= size
        spread.append(tuple(new_box))
    return spread
