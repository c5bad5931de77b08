"""The least and the greatest element of runs of a tensor, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects.builtin import FunctionType

from xtriton.dialects.tt.function import FuncOp
from xtriton.interp.api import evaluate
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.ttir.check_accesses.values import Run, Values
from xtriton.rewriting.rewriter import Rewriter


@pytest.mark.parametrize(
    ("shape", "axis", "extent"),
    [((8,), 0, 8), ((8,), 0, 2), ((4, 8), 0, 2), ((4, 8), 1, 4), ((4, 8), 0, 4), ((2, 4, 8), 1, 2), ((2, 4, 8), 2, 1)],
)
def test_extremes_of_runs(shape: tuple[int, ...], axis: int, extent: int) -> None:
    tensor = f"tensor<{'x'.join(map(str, shape))}xi32>"
    module = parse_module(
        f"tt.func public @f(%x: {tensor}) -> {tensor} {{ tt.return %x : {tensor} }}", "f.mlir", Context()
    )
    (function,) = module.body.ops
    assert isinstance(function, FuncOp)
    end = function.body.blocks[0].last_op
    assert end is not None
    rewriter = Rewriter()
    rewriter.start_at(end)
    values, (x,) = Values(rewriter), end.operands
    end.operands = [values.least_of_runs(x, Run(axis, extent)), values.greatest_of_runs(x, Run(axis, extent))]
    types = [value.type for value in end.operands]
    function.properties["function_type"] = FunctionType.from_lists([x.type], types)
    array = np.random.default_rng(0).integers(-1000, 1000, shape).astype(np.int32)
    least, greatest = (found.values for found in evaluate(module, array))
    runs = array.reshape(*shape[:axis], shape[axis] // extent, extent, *shape[axis + 1 :])
    assert np.array_equal(least.reshape(-1), runs.min(axis=axis + 1).reshape(-1))
    assert np.array_equal(greatest.reshape(-1), runs.max(axis=axis + 1).reshape(-1))
