"""Inference of encodings and layouts of memory that differ between versions, against the installed wheel."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from unit.layouts import layout_cases as cases
from unit.layouts.comparison import both, unlike
from unit.layouts.layout_oracle import Oracle

from xtriton.layouts.encodings import Blocked, CTALayout, DistributedEncoding, NVMMAShared, Slice
from xtriton.layouts.inference import infer_join, infer_reshape


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def _with_unit_dims(seed: str) -> Iterator[tuple[DistributedEncoding, cases.Shape, cases.Shape]]:
    """Encodings, shapes often smaller than a tile, and shapes with one unit dimension more or less."""
    rng = Random(seed)
    for number in range(4 * cases.CASES):
        rank = rng.randint(1, 3)
        encoding = cases.distributed(rng, rank)
        if number % 2:
            encoding = Slice(rng.randint(0, rank), cases.distributed(rng, rank + 1))
        shape = cases.shape(rng, rank, rng.choice((0, 2, 5, 9)))
        units = [dim for dim, extent in enumerate(shape) if extent == 1]
        if rank > 1 and units and rng.random() < 0.4:
            dim = rng.choice(units)
            yield encoding, shape, (*shape[:dim], *shape[dim + 1 :])
        else:
            dim = rng.randint(0, rank)
            yield encoding, shape, (*shape[:dim], 1, *shape[dim:])


def test_reshapes_with_unit_dims(oracle: Oracle):
    for encoding, shape, target in _with_unit_dims("reshape"):
        value = oracle.builder.create_reshape(oracle.tensor(encoding, shape), list(target), False)
        assert infer_reshape(encoding, shape, target) == oracle.of_tensor(value), f"{encoding} of {shape} to {target}"


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_joins_of_slices(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(2 * cases.CASES):
        shape = cases.shape(rng, rank, rng.choice((0, 2, 5, 9)))
        parent = infer_join(cases.distributed(rng, rank), shape)
        if rng.random() < 0.3:
            parent = cases.distributed(rng, rank + 1)
        if isinstance(parent, Blocked) and parent.cta != CTALayout.default(parent.rank):
            continue  # Splitting it ends the wheel's process.
        encoding = Slice(rank, parent)
        value = oracle.tensor(encoding, shape)
        expected = oracle.of_tensor(oracle.builder.create_join(value, value))
        assert infer_join(encoding, shape) == expected, f"{encoding} of {shape}"


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("rank", [2, 4, 5])
def test_memory_without_swizzle(oracle: Oracle, rank: int, transposed: bool):
    """Of more than two dimensions, Triton 3.8 takes extents of transposed boxes for those of other dimensions."""
    rng = Random(rank)
    for _ in range(cases.CASES // 2):
        bits, cta = rng.choice((8, 16, 32)), cases.cta(rng, rank)
        extents = (16, 32, 512) if rank == 2 else (4, 8, 16)
        shape = tuple(rng.choice(extents) * parts for parts in cta.cta_split_num)
        ours, theirs = both(oracle, NVMMAShared(0, transposed, bits, False, cta), shape)
        assert ours == theirs, f"{bits} bits, {cta} of {shape} as {unlike(shape)}"
