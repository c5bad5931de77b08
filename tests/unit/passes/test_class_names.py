"""IR dumps name passes by their classes: for passes of MLIR and Triton these are MLIR's and Triton's class names."""

from __future__ import annotations

import pytest

from xtriton.passes import PASSES, pass_class

NAMES = {
    "canonicalize": "Canonicalizer",
    "convert-scf-to-cf": "SCFToControlFlowPass",
    "cse": "CSE",
    "inline": "Inliner",
    "sccp": "SCCP",
    "symbol-dce": "SymbolDCE",
    "triton-combine": "TritonCombineOps",
    "triton-licm": "TritonLoopInvariantCodeMotion",
    "tritongpu-coalesce": "TritonGPUCoalesce",
    "triton-nvidia-gpu-plan-cta": "TritonGPUPlanCTAPass",
}
"""As the wheel prints them with ``MLIR_ENABLE_DUMP=1``."""


@pytest.mark.parametrize("name", NAMES)
def test_class_names_are_those_of_the_wheel(name: str):
    assert PASSES[name].rpartition(":")[2] == pass_class(name).__name__ == NAMES[name]
