"""Kernels lowered by ``triton-to-linalg-experimental`` access their elements and no memory around these."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from selection import some
from semantics.launching import module_of, signature_of
from semantics.memory_cases import CASES, is_untouched_around

from xtriton.backends.cpu.arguments import converter_of
from xtriton.ir.context import Context
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.passes.common.inline import Inliner
from xtriton.passes.linalg.triton_to_linalg_experimental import TritonToLinalgExperimental

stages: Any = pytest.importorskip("xtriton.backends.cpu.stages", reason="runs machine code of the CPU backend")
launches: Any = pytest.importorskip("xtriton.backends.cpu.launch", reason="runs machine code of the CPU backend")


@pytest.mark.parametrize("name", some(CASES, 2))
def test_equals_numpy(name: str):
    case = CASES[name]
    before, arguments = case.make_arguments(), case.make_arguments()
    ctx = Context()
    module = module_of(case.kernel, signature_of(case, arguments), case.constants)
    for step in (Inliner(), Canonicalizer(), TritonToLinalgExperimental(safe=True)):
        step.apply(ctx, module)
    kernel = stages.compile_module(module, ctx)
    values = [
        converter_of(parameter)(value, position)
        for position, (value, parameter) in enumerate(zip(arguments.values(), kernel.parameters, strict=True))
    ]
    launches.Runner(kernel).launch(case.grid, values, threads=1)
    assert case.expected is not None
    for key, array in case.expected(before).items():
        scale = case.tolerance * float(np.abs(array).max())
        np.testing.assert_allclose(arguments[key].astype(np.float64), array, rtol=1e-7, atol=scale, err_msg=key)
    for key, value in arguments.items():
        assert not isinstance(value, np.ndarray) or is_untouched_around(cast("Any", value)), f"around {key}"
