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

SUBJECTS = {
    subject.__name__.rpartition(".")[2]: subject.KERNELS
    for subject in (
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
}
"""The kernels of every subject."""

KERNELS = {kernel.name: kernel for kernels in SUBJECTS.values() for kernel in kernels}
"""Every kernel by its name."""
