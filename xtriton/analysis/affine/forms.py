"""Tensors of pointers and of offsets as a scalar part plus a stride for each dimension.

Element ``(i, j)`` of a tile is ``base + scalar + i * along[0].stride + j * along[1].stride``. Rows that a program
clamps (``min(arange, rows - 1)``), wraps around (``% M``) or replaces (``where(i < M, i, 0)``) are like that up to a
*limit*: the offsets of later positions are unknown, except that they address elements of the same array.
Indices that wrap around or are divided are assumed not to be negative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.affine.polynomial import ZERO, Polynomial


class NotAffineError(Exception):
    """A tensor is not a scalar plus a stride for each dimension. ``culprit`` is the operation that prevents it."""

    def __init__(self, reason: str, culprit: Operation | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.culprit = culprit


FoundT = TypeVar("FoundT")


def found_once(
    known: dict[SSAValue, FoundT | NotAffineError], value: SSAValue, find: Callable[[SSAValue], FoundT]
) -> FoundT:
    """``find(value)``, memoised in ``known``. Raises :class:`NotAffineError`, each time the same one."""
    found = known.get(value)
    if found is None:
        try:
            found = find(value)
        except NotAffineError as error:
            found = error
        known[value] = found
    if isinstance(found, NotAffineError):
        raise found.with_traceback(None)  # the traceback would grow each time
    return found


@dataclass(frozen=True)
class Along:
    """One dimension: the stride between neighbours, which holds at positions below all ``limits``."""

    stride: Polynomial = ZERO
    limits: frozenset[Polynomial] = frozenset()

    def __add__(self, other: Along) -> Along:
        return Along(self.stride + other.stride, self.limits | other.limits)

    def times(self, factor: Polynomial) -> Along:
        """The dimension of a product with a scalar."""
        return Along(self.stride * factor, self.limits)


@dataclass(frozen=True)
class TileForm:
    """A scalar or a tensor of pointers (with ``base``) or of integers (without). The rank is that of ``along``."""

    scalar: Polynomial = ZERO
    along: tuple[Along, ...] = ()
    base: SSAValue | None = None
    """The base of the pointers: an argument of the function, or a pointer of unknown origin."""

    @property
    def is_uniform(self) -> bool:
        """Whether all elements are equal."""
        return not any(dim.stride or dim.limits for dim in self.along)

    def permuted(self, order: Sequence[int]) -> TileForm:
        """The form after ``tt.trans``."""
        return replace(self, along=tuple(self.along[dim] for dim in order))


class TileForms(Protocol):
    """The interface that gives the form of each tensor: :class:`~xtriton.analysis.affine.tiles.Tiles`."""

    def of(self, value: SSAValue) -> TileForm:
        """The form of a tensor. Raises :class:`NotAffineError`."""
        ...
