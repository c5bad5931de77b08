"""Splitting dots between consumers keeps the meaning of kernels and of random loops, which the interpreter tells.

The wheel, with which ``tests/parity`` compares, gives wrong code where a coordinate of a split block is used again.
"""

from __future__ import annotations

import pytest
from parity.hopper_loops import program
from parity.kernels.hopper_specialized import HOPPER_SPECIALIZED
from parity.warp_specialization import hopper_input_of

from xtriton.interp.proof import Proof
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

PIPELINE = ",".join(
    f"{name}{{num-warp-groups=3}}"
    for name in ("nvgpu-test-ws-task-partition", "nvgpu-test-taskid-propagate", "nvgpu-test-ws-data-partition")
)


def _is_proved(text: str) -> bool:
    """Whether the dots can be split and the interpreter knows what the program computes, which is kept then."""
    context = Context()
    module = parse_module(text, "kernel.mlir", context)
    whole = module.clone()
    try:
        PassManager(context, verify_each=True).run(parse_pipeline(PIPELINE), module)
    except DiagnosticError:
        return False
    proof = Proof(whole)
    if not any(record.shown for record in proof.records.values()):
        return False
    found = proof.compare(module)
    assert found is None, str(found)
    return True


FEW = ("attention_True_64_4", "hopper_pointer_store", "hopper_causal", "hopper_backward", "matmul_bias")


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in HOPPER_SPECIALIZED]
)
def test_kernels(name: str) -> None:
    assert _is_proved(hopper_input_of(name)[1]) or name not in FEW


@pytest.mark.slow
@pytest.mark.parametrize("shares_coordinates", [False, True])
def test_loops(shares_coordinates: bool) -> None:
    assert sum(_is_proved(program(seed, shares_coordinates=shares_coordinates)) for seed in range(16)) > 3
