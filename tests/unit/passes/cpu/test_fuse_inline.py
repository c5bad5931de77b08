"""Which operations can be computed where their elements are used."""

from __future__ import annotations

import pytest
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from xtriton.passes.cpu.fuse.inline import permutation

D0, D1, ZERO = AffineDimExpr(0), AffineDimExpr(1), AffineConstantExpr(0)


@pytest.mark.parametrize(
    ("dims", "results", "expected"),
    [
        (0, (), []),
        (2, (D0, D1), [0, 1]),
        (2, (D1, D0), [1, 0]),
        # A loop goes along two dimensions, or along none; a dimension is not gone along.
        (1, (D0, D0), None),
        (2, (D0,), None),
        (1, (D0, ZERO), None),
        (1, (ZERO, D0), None),
        (1, (D0 + 1,), None),
    ],
)
def test_permutations(dims: int, results: tuple[AffineExpr, ...], expected: list[int] | None) -> None:
    assert permutation(AffineMap(dims, 0, results)) == expected
