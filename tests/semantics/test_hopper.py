"""Kernels compute what NumPy computes when few programs share their tiles and the launch makes their descriptors."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from parity.cases import stage_texts
from parity.kernels import KERNELS
from parity.outcomes import parsed
from unit.kernels.operands import module_of, operands

import xtriton
from xtriton.analysis.launch_arguments import persistent_axes
from xtriton.interp.api import find_kernel
from xtriton.interp.proof import Proof
from xtriton.ir.context import Context
from xtriton.ir.printer import print_op
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.kernels.reference import relative_error
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

PASSES = "hopper-persistent-grid,hopper-launch-arguments,canonicalize,cse"
WITH_REFERENCE = [name for name, one in KERNELS.items() if one.reference is not None and one.minimum <= 90]


def after_ttir(name: str) -> str:
    return stage_texts(name, 90)[-1][1]


def agrees(name: str, text: str) -> None:
    """Check a kernel's text against its reference."""
    kernel = KERNELS[name]
    assert kernel.example is not None and kernel.reference is not None
    example = kernel.example(np.random.default_rng(0))
    given = copy.deepcopy(example.arguments)
    names = [parameter for parameter in kernel.fn.arg_names if parameter in kernel.signature]
    xtriton.interpret(parsed(text), example.grid, *(example.arguments[parameter] for parameter in names))
    for parameter, array in kernel.reference(given).items():
        found = example.arguments[parameter]
        np.testing.assert_allclose(found, array, kernel.tolerance, kernel.tolerance, err_msg=parameter)


@pytest.mark.parametrize("name", WITH_REFERENCE)
def test_kernel_is_its_reference(name: str) -> None:
    module = parsed(after_ttir(name)).clone()
    PassManager(Context()).run(parse_pipeline(PASSES), module)
    agrees(name, print_op(module))


TTGIR = ["matmul_plain", "matmul_descriptors", "matmul_split_k", "column_sums", "early_returns"]


@pytest.mark.parametrize("name", TTGIR)
def test_ttgir_is_its_reference(name: str) -> None:
    """The wheel's passes keep recipes, and pipeline the loop in the loop over tiles."""
    ctx, module = Context(), parsed(after_ttir(name)).clone()
    PassManager(ctx).run(parse_pipeline(f"{PASSES},make-ttgir{{target=cuda:90 engine=wheel}}"), module)
    assert persistent_axes(find_kernel(module, None)) != ()
    agrees(name, print_op(module))


PROVED = [
    "broadcast_bias",
    "column_sums",
    "cross_entropy",
    "early_returns",
    "matmul_descriptors",
    "matmul_split_k",
    "nested_conditions",
    "rotary_embedding",
]


@pytest.mark.parametrize("name", PROVED)
def test_proofs(name: str) -> None:
    """Also where strides make programs race for memory: one program runs tiles in the order of programs."""
    module = parsed(after_ttir(name)).clone()
    proof = Proof(module, range(4))
    PassManager(Context()).run(parse_pipeline(PASSES), module)
    assert proof.compare(module) is None
    assert proof.left_out(module) == []


TILE = {"BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 32, "GROUP_SIZE_M": 3, "num_warps": 4, "num_stages": 2}
SMALL = {"block_n": 32, "block_k": 32, **TILE}
FP8: dict[str, tuple[BlockScaledConfig, int, tuple[int, ...] | None]] = {
    "ragged": (Fp8MatmulConfig(75, 107, **SMALL), 65, None),
    "one row": (Fp8MatmulConfig(75, 107, **SMALL), 1, None),
    "groups": (Fp8GroupMatmulConfig(75, 107, 3, **SMALL), 60, (0, 10, 47, 60)),
    "empty experts": (Fp8GroupMatmulConfig(75, 107, 3, **SMALL), 33, (0, 0, 33, 33)),
    "no rows at all": (Fp8GroupMatmulConfig(75, 107, 3, **SMALL), 0, (0, 0, 0, 0)),
}


@pytest.mark.parametrize(("config", "rows", "indptr"), FP8.values(), ids=FP8)
def test_fp8_kernels(config: BlockScaledConfig, rows: int, indptr: tuple[int, ...] | None) -> None:
    module = module_of(config)
    PassManager(Context()).run(parse_pipeline(f"make-ttir{{target=cuda:90}},{PASSES}"), module)
    assert persistent_axes(find_kernel(module, None)) == (0,)
    given = operands(config, rows, indptr)
    expected = given.expected
    xtriton.interpret(module, config.grid(rows), *given.arrays, rows, strict=True)
    assert relative_error(given.result, expected) < 5e-3
