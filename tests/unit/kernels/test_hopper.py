"""The FP8 kernels through ``optimize="hopper"``: which are warp-specialised, and that none spills registers."""

from __future__ import annotations

import pytest
from selection import slow_unless

import xtriton
from xtriton.frontend.signature import Signature
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig

SPECIALISED = {
    "dense": Fp8MatmulConfig(7168, 2048),
    "clamped columns": Fp8MatmulConfig(2112, 7168),
    "wide tiles": Fp8MatmulConfig(4096, 7168, BLOCK_SIZE_N=256),
    "rest of K": Fp8MatmulConfig(2112, 1104),
    "e5m2": Fp8MatmulConfig(2048, 1024, in_dtype="float8_e5m2"),
    "grouped": Fp8GroupMatmulConfig(7168, 2048, 8),
    "few rows": Fp8MatmulConfig(1024, 1024, BLOCK_SIZE_M=16),
}
AS_BEFORE = {
    "unaligned rows": Fp8MatmulConfig(333, 777),
}


def compiled(config: BlockScaledConfig, **how: object) -> xtriton.CompiledKernel:
    signature = Signature(config.signature, config.constexprs, config.attrs)
    return xtriton.compile(config.kernel, signature, target="cuda:90", **config.options, **how)


@pytest.mark.parametrize("name", slow_unless(SPECIALISED, ["clamped columns", "grouped"].__contains__))
def test_warp_specialised(name: str):
    kernel = compiled(SPECIALISED[name], optimize="hopper")
    assert "ttg.warp_specialize" in kernel.asm["ttgir"]
    assert kernel.metadata["spill_stores"] == 0
    assert kernel.metadata["launch"]["persistent"] == [0]
    assert "wgmma" in kernel.asm["ptx"] and "cp.async.bulk.tensor" in kernel.asm["ptx"]


@pytest.mark.parametrize("config", AS_BEFORE.values(), ids=AS_BEFORE)
def test_left_as_it_was(config: BlockScaledConfig):
    kernel = compiled(config, optimize="hopper", until="ptx")
    assert kernel.metadata["remarks"]
    assert kernel.asm["ptx"] == compiled(config, until="ptx").asm["ptx"]


@pytest.mark.slow
def test_a_kernel_that_would_spill_is_compiled_as_before():
    config = Fp8MatmulConfig(1024, 1024, block_n=64, block_k=64)  # two rows of scales for each of two steps
    kernel = compiled(config, optimize="hopper")
    assert kernel.metadata["spill_stores"] == 0
    assert "would be spilled" in kernel.metadata["remarks"][-1]
    assert "launch" not in kernel.metadata
