"""Orders of dimensions."""

from __future__ import annotations

import pytest

from xtriton.layouts.orders import without_dim


@pytest.mark.parametrize(
    ("order", "dim", "expected"),
    [((0,), 0, ()), ((1, 0), 0, (0,)), ((1, 0), 1, (0,)), ((2, 0, 1), 0, (1, 0)), ((2, 0, 1), 2, (0, 1))],
)  # fmt: skip
def test_a_dimension_is_dropped(order: tuple[int, ...], dim: int, expected: tuple[int, ...]) -> None:
    assert without_dim(order, dim) == expected
