"""Kernels that xtriton is compared with the Triton wheel on: what people write, by subject."""

from parity.kernels import (
    pointwise,
    reductions,
)

_SUBJECTS = (
    pointwise,
    reductions,
)

KERNELS = {kernel.name: kernel for subject in _SUBJECTS for kernel in subject.KERNELS}
"""Every kernel by its name."""
