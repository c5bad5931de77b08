"""The kernels of tests/parity compute on the CPU backend what NumPy computes, and touch nothing else."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from parity.cases import stage_texts
from parity.kernels import KERNELS
from parity.outcomes import parsed
from selection import some

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import Guarded

from xtriton.backends.cpu.kernel import compile_for_cpu
from xtriton.ir.context import Context
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import MakeCpuLinalg

WITH_REFERENCE = [name for name, kernel in KERNELS.items() if kernel.reference is not None]


@pytest.mark.parametrize("name", some(WITH_REFERENCE, 3))
def test_kernel_is_its_reference(name: str) -> None:
    kernel = KERNELS[name]
    assert kernel.example is not None and kernel.reference is not None
    example = kernel.example(np.random.default_rng(0))
    given = copy.deepcopy(example.arguments)
    _, text = stage_texts(name, max(80, kernel.minimum))[0]
    ctx, module = Context(), parsed(text).clone()
    PassManager(ctx, verify_each=False).run(expand(MakeCpuLinalg()), module)
    names = [parameter for parameter in kernel.fn.arg_names if parameter in kernel.signature]
    guarded = Guarded()
    arguments = {
        parameter: guarded.array(value) if isinstance(value := example.arguments[parameter], np.ndarray) else value
        for parameter in names
    }
    compile_for_cpu(module, ctx).launch(example.grid, *(arguments[parameter] for parameter in names), threads=2)
    guarded.check()
    expected = kernel.reference(given)
    for parameter, array in expected.items():
        np.testing.assert_allclose(arguments[parameter], array, kernel.tolerance, kernel.tolerance, err_msg=parameter)
    for parameter in set(names) - set(expected):
        np.testing.assert_array_equal(arguments[parameter], given[parameter], err_msg=parameter)
