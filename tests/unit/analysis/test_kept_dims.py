"""The dimensions that a reshape keeps are those that NumPy's indices give, for all small shapes."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np

from xtriton.analysis.affine.masks import kept_dims
from xtriton.dialects import tt
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

Shape = tuple[int, ...]
SHAPES = [shape for rank in (1, 2, 3) for shape in product((1, 2, 4), repeat=rank)]


def expected(source: Shape, result: Shape) -> tuple[int | None, ...] | None:
    """The operand's dimension with the same coordinates for all elements; ``None`` where the extent is 1."""
    if 1 in source:
        return None
    before = [index.reshape(result) for index in np.indices(source)]
    along = [
        None if extent == 1 else [at for at, index in enumerate(before) if (index == np.indices(result)[dim]).all()]
        for dim, extent in enumerate(result)
    ]
    if any(found == [] for found in along):
        return None
    return tuple(None if found is None else found[0] for found in along)


def test_kept_dims_are_those_of_numpy() -> None:
    pairs = [(a, b) for a, b in product(SHAPES, SHAPES) if prod(a) == prod(b)]
    lines: list[str] = []
    for number, (source, result) in enumerate(pairs):
        before, after = (f"tensor<{'x'.join(map(str, shape))}xi32>" for shape in (source, result))
        lines.append(f"%x{number} = arith.constant dense<0> : {before}")
        for reorder in ("", " allow_reorder"):
            lines.append(f"%r{number}{reorder.strip()} = tt.reshape %x{number}{reorder} : {before} -> {after}")
    module = parse_module("tt.func @f() {\n" + "\n".join(lines) + "\ntt.return\n}", "reshapes.mlir", Context())
    reshapes = [op for op in module.walk() if isinstance(op, tt.ReshapeOp)]
    assert len(reshapes) == 2 * len(pairs)
    kept = 0
    for op, (source, result) in zip(reshapes[::2], pairs, strict=True):
        assert kept_dims(op) == expected(source, result), (source, result)
        kept += kept_dims(op) is not None
    assert kept > 20
    assert [kept_dims(op) for op in reshapes[1::2]] == [None] * len(pairs)
