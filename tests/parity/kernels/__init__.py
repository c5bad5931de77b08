"""Kernels that xtriton is compared with the Triton wheel on: what people write, by subject."""

from parity.kernels import (
    addressing,
    attention,
    control,
    matmul,
    normalization,
    pointwise,
    quantized,
    reductions,
    sequences,
)

_SUBJECTS = (
    pointwise,
    reductions,
    normalization,
    matmul,
    attention,
    quantized,
    addressing,
    sequences,
    control,
)

KERNELS = {kernel.name: kernel for subject in _SUBJECTS for kernel in subject.KERNELS}
"""Every kernel by its name."""
