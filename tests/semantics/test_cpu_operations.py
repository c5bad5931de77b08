"""Operations compute what NumPy says on the CPU, by both ways to linalg."""

from __future__ import annotations

import numpy as np
import pytest
from semantics.cpu_operations import OPERATIONS
from semantics.launching import module_of

from xtriton.backends.cpu.arguments import converter_of
from xtriton.backends.cpu.launch import Runner
from xtriton.backends.cpu.stages import compile_module
from xtriton.ir.context import Context
from xtriton.passes.common.inline import Inliner
from xtriton.passes.linalg.triton_to_linalg import TritonToLinalg
from xtriton.passes.linalg.triton_to_linalg_experimental import TritonToLinalgExperimental

_TYPES = {"float32": "*fp32", "int32": "*i32", "uint8": "*u8"}


@pytest.mark.parametrize("lowering", [TritonToLinalg(safe=True), TritonToLinalgExperimental(safe=True)])
@pytest.mark.parametrize("name", OPERATIONS)
def test_operation(name: str, lowering: TritonToLinalg | TritonToLinalgExperimental):
    operation = OPERATIONS[name]
    arguments = operation.arguments(np.random.default_rng(0))
    given = {key: array.copy() for key, array in arguments.items()}
    signature = {key: _TYPES[array.dtype.name] for key, array in arguments.items()}
    signature |= dict.fromkeys(operation.constants, "constexpr")
    module = module_of(operation.kernel, signature, operation.constants)
    ctx = Context()
    Inliner().apply(ctx, module)
    lowering.apply(ctx, module)
    kernel = compile_module(module, ctx)
    packed = [
        converter_of(parameter)(array, index)
        for index, (array, parameter) in enumerate(zip(arguments.values(), kernel.parameters, strict=True))
    ]
    Runner(kernel).launch((1,), packed, 1)
    expected = operation.expected(given)
    for key, array in arguments.items():
        wanted = expected.get(key, given[key])
        np.testing.assert_allclose(array, wanted, operation.tolerance, operation.tolerance, err_msg=key)
