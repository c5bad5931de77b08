"""``xtriton.compile`` with the installed wheel: Triton's own TTIR, TTGIR and PTX, with either engine."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from parity.frontend import Frontend
from parity.kernels import KERNELS
from selection import some

import xtriton
from xtriton.frontend.signature import Signature
from xtriton.pipelines import Engine

CHOSEN = ("softmax_one_pass", "leaky_relu", "rms_norm", "fp8_matmul_block_scaled", "descriptor_cube", "running_mean")
"""Kernels whose text differs most between versions: loads with cache policies, descriptors, barriers, dots in FP8."""


@cache
def stages_of_triton(kernel: str, capability: int) -> dict[str, str]:
    """The text after each stage of Triton, the IR being text nowhere between them."""
    frontend = Frontend(KERNELS[kernel], capability)
    metadata: dict[str, Any] = {"hash": "", "target": frontend.target, **frontend.options.__dict__}
    stages, options = frontend.backend, frontend.options
    module = frontend.make_ttir(frontend.module())
    texts = {"ttir": str(module)}
    module = stages.make_ttgir(module, metadata, options, capability)
    texts["ttgir"] = str(module)
    llir = stages.make_llir(module, metadata, options, capability)
    texts["ptx"] = str(stages.make_ptx(llir, metadata, options, frontend.target.arch))
    return texts


@pytest.mark.parametrize("engine", ["wheel", "native"])
@pytest.mark.parametrize("capability", [80, 90])
@pytest.mark.parametrize("name", some(CHOSEN, 2))
def test_stages_are_triton_s(name: str, capability: int, engine: Engine) -> None:
    kernel = KERNELS[name]
    if capability < kernel.minimum:
        pytest.skip(f"{name} needs compute capability {kernel.minimum}")
    signature = Signature(kernel.types(), dict(kernel.constants), kernel.attributes())
    compiled = xtriton.compile(
        kernel.fn, signature, target=f"cuda:{capability}", engine=engine, until="ptx", **dict(kernel.options)
    )
    expected = stages_of_triton(name, capability)
    assert {stage: str(compiled.asm[stage]) for stage in expected} == expected


@pytest.mark.parametrize("capability", [80, 89, 90])
def test_table_of_fp8_conversions_is_recognised(capability: int) -> None:
    """In a fresh process it is the target's own: no further process is needed."""
    script = (
        "from xtriton.backends.nvidia.elsewhere import may_convert\n"
        "from xtriton.backends.nvidia.options import Options\n"
        "from xtriton.backends.nvidia.stages import NvidiaStages\n"
        "from xtriton.targets import Target\n"
        f"target = Target({capability})\n"
        "print(may_convert(target, NvidiaStages(target, Options(num_warps=1)).llir))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout == "True\n"
