"""Arithmetic that the instrumentation of accesses inserts, against NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from unit.passes.ttir.returned import return_inserted
from xdsl.ir import SSAValue

from xtriton.interp.api import evaluate
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.passes.ttir.check_accesses.values import Run, Values


def computed(
    types: Sequence[str], make: Callable[[Values, Sequence[SSAValue]], Sequence[SSAValue]], *given: Any
) -> Any:
    """The results of values that ``make`` computes from arguments of some types."""
    listed = ", ".join(f"%x{number}: {type_}" for number, type_ in enumerate(types))
    ctx = Context()
    module = parse_module(f"tt.func public @f({listed}) {{ tt.return }}", "f.mlir", ctx)
    return_inserted(module, lambda values, function: make(values, function.body.blocks[0].args))
    verify(module, ctx)
    return [found.values for found in evaluate(module, *given)]


@pytest.mark.parametrize(
    ("shape", "axis", "extent"),
    [((8,), 0, 8), ((8,), 0, 2), ((4, 8), 0, 2), ((4, 8), 1, 4), ((4, 8), 0, 4), ((2, 4, 8), 1, 2), ((2, 4, 8), 2, 1)],
)
def test_extremes_of_runs(shape: tuple[int, ...], axis: int, extent: int) -> None:
    run = Run(axis, extent)
    array = np.random.default_rng(0).integers(-1000, 1000, shape).astype(np.int32)
    type_ = f"tensor<{'x'.join(map(str, shape))}xi32>"
    least, greatest = computed(
        [type_], lambda v, xs: [v.least_of_runs(xs[0], run), v.greatest_of_runs(xs[0], run)], array
    )
    runs = array.reshape(*shape[:axis], shape[axis] // extent, extent, *shape[axis + 1 :])
    assert np.array_equal(least.reshape(-1), runs.min(axis=axis + 1).reshape(-1))
    assert np.array_equal(greatest.reshape(-1), runs.max(axis=axis + 1).reshape(-1))


ROW = np.arange(4, dtype=np.int64)
MASK = np.array([True, False, False, True])
TENSOR, MASKS = "tensor<4xi64>", "tensor<4xi1>"


@pytest.mark.parametrize(
    ("types", "given"),
    [
        (["i1", "i64", "i64"], (True, 5, 7)),
        (["i1", "i64", "i64"], (False, 5, 7)),
        (["i1", TENSOR, TENSOR], (False, ROW, ROW + 10)),
        (["i1", TENSOR, "i64"], (False, ROW, 7)),
        ([MASKS, TENSOR, "i64"], (MASK, ROW, 7)),
        ([MASKS, "i64", TENSOR], (MASK, 5, ROW)),
        ([MASKS, "i64", "i64"], (MASK, 5, 7)),
    ],
)
def test_selections_of_scalars_and_tensors(types: list[str], given: tuple[Any, ...]) -> None:
    (found,) = computed(types, lambda v, xs: [v.select(xs[0], xs[1], xs[2])], *given)
    condition, left, right = given
    assert np.array_equal(found, np.where(condition, left, right))


@pytest.mark.parametrize(("types", "given"), [(["i1", "i64"], (False, 5)), ([MASKS, TENSOR], (MASK, ROW))])
def test_selections_of_a_number(types: list[str], given: tuple[Any, ...]) -> None:
    (found,) = computed(types, lambda v, xs: [v.select(xs[0], xs[1], -1)], *given)
    condition, left = given
    assert np.array_equal(found, np.where(condition, left, -1))
