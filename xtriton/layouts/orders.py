"""Orders and permutations of dimensions. An *order* lists dimensions from the most minor to the most major."""

from __future__ import annotations

from collections.abc import Sequence

Order = tuple[int, ...]


def is_permutation(order: Sequence[int]) -> bool:
    """Whether this is a permutation of ``0 .. len(order) - 1``."""
    return sorted(order) == list(range(len(order)))


def inverse_permutation(order: Sequence[int]) -> Order:
    """``result[order[i]] == i``."""
    inverse = [0] * len(order)
    for position, dim in enumerate(order):
        inverse[dim] = position
    return tuple(inverse)


def permuted(values: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """``result[i] == values[order[i]]``."""
    return tuple(values[dim] for dim in order)


def matrix_order(rank: int, *, row_major: bool) -> Order:
    """The order of a batch of matrices ``[..., m, n]`` stored by rows or by columns."""
    order = list(range(rank))[::-1]
    if not row_major and rank >= 2:
        order[0], order[1] = order[1], order[0]
    return tuple(order)


def dot_operand_order(operand: int, rank: int, *, k_contiguous: bool) -> Order:
    """The order of operand 0 ``[..., m, k]`` or 1 ``[..., k, n]`` of a dot, with k or the other dimension minor."""
    return matrix_order(rank, row_major=bool(operand) != k_contiguous)


def without_dim(order: Sequence[int], dim: int) -> Order:
    """The order after a dimension is dropped and those after it move down by one."""
    return tuple(other - (other > dim) for other in order if other != dim)


def merge_orders(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """Merge both lists, keeping the order of each; names of ``first`` come as early as possible.

    Where the lists contradict each other, the name that comes earlier in the other list is first.
    """
    if first == second or not second:
        return first
    merged: dict[str, None] = {}
    left: tuple[str, ...] = first
    right: tuple[str, ...] = second
    chosen: str
    while left and right:
        if left[0] == right[0] or left[0] not in right:
            chosen = left[0]
        elif right[0] not in left:
            chosen = right[0]
        else:
            chosen = left[0] if second.index(left[0]) <= first.index(right[0]) else right[0]
        merged[chosen] = None
        left = tuple(name for name in left if name != chosen)
        right = tuple(name for name in right if name != chosen)
    return (*merged, *left, *right)
