"""Dimensions that ``tt.reshape`` keeps."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod


def dimension_after_reshape(source: Sequence[int], result: Sequence[int], dim: int) -> int | None:
    """The dimension of ``result`` that has the positions along ``dim`` of ``source``; ``None`` if none has.

    The elements are in row-major order: a dimension is kept if its extent is, and the product of those before it.
    Other dimensions may be split and joined. Those of extent 1 are not followed.
    """
    before, extent = prod(source[:dim]), source[dim]
    if extent == 1:
        return None
    found = (place for place, other in enumerate(result) if other == extent and prod(result[:place]) == before)
    return next(found, None)
