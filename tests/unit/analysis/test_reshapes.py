"""Dimensions that reshapes keep, against NumPy's reshapes of the positions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from xtriton.analysis.reshapes import dimension_after_reshape

SHAPES = [shape for rank in (1, 2, 3, 4) for shape in product((1, 2, 4, 8), repeat=rank) if np.prod(shape) == 16]


@pytest.mark.parametrize("source", SHAPES)
def test_kept_dimensions(source: tuple[int, ...]) -> None:
    for dim, extent in enumerate(source):
        positions = np.broadcast_to(np.arange(extent).reshape([-1, *[1] * (len(source) - dim - 1)]), source)
        for result in SHAPES:
            reshaped = positions.reshape(result)
            along = [
                place
                for place, other in enumerate(result)
                if other == extent > 1
                and (reshaped == np.arange(other).reshape([-1, *[1] * (len(result) - place - 1)])).all()
            ]
            found = dimension_after_reshape(source, result, dim)
            assert ([] if found is None else [found]) == along
