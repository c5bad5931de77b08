"""Linear algebra over GF(2), with Python integers as bit-vectors: addition is ``^``, bit ``i`` is coordinate ``i``."""

from __future__ import annotations

from collections.abc import Iterable


class Span:
    """The span of the columns added so far, with the combination of columns that yields each vector.

    Gaussian elimination, one column at a time: ``_pivots`` maps the leading bit of a reduced vector to that vector and
    to the set of columns (a bit-vector of column numbers) whose sum it is. Only columns that were independent when
    they came ever take part in such a sum.
    """

    def __init__(self, columns: Iterable[int] = ()) -> None:
        self._pivots: dict[int, tuple[int, int]] = {}
        self._columns = 0
        for column in columns:
            self.add(column)

    @property
    def rank(self) -> int:
        """The dimension of the span."""
        return len(self._pivots)

    def _reduce(self, vector: int, used: int) -> tuple[int, int]:
        while vector and (pivot := self._pivots.get(vector.bit_length())) is not None:
            vector ^= pivot[0]
            used ^= pivot[1]
        return vector, used

    def add(self, column: int) -> bool:
        """Add the next column; returns whether it was independent of those before it."""
        rest, used = self._reduce(column, 1 << self._columns)
        self._columns += 1
        if rest:
            self._pivots[rest.bit_length()] = (rest, used)
        return rest != 0

    def solve(self, vector: int) -> int | None:
        """The columns whose sum is ``vector``, as a bit-vector of column numbers, or ``None`` outside of the span.

        Columns that depend on earlier ones are never used, so the answer is the one with all free variables zero.
        """
        rest, used = self._reduce(vector, 0)
        return None if rest else used


def rank(columns: Iterable[int]) -> int:
    """The rank of the matrix with these columns."""
    return Span(columns).rank


def free_columns(columns: Iterable[int]) -> list[bool]:
    """For each column, whether it depends on the columns before it (a free variable of the reduced echelon form)."""
    span = Span()
    return [not span.add(column) for column in columns]
