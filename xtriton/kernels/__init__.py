"""The FP8 kernels that this project ships, and their compile and launch configurations."""

from xtriton.kernels.by_rows import KernelsByRows, compile_kernel
from xtriton.kernels.configuration import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.kernels.reference import expert_ids

__all__ = [
    "BlockScaledConfig",
    "Fp8GroupMatmulConfig",
    "Fp8MatmulConfig",
    "KernelsByRows",
    "compile_kernel",
    "expert_ids",
]
