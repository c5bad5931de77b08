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

from xtriton.versions import default_version

SUBJECTS = {
    subject.__name__.rpartition(".")[2]: tuple(
        kernel for kernel in subject.KERNELS if default_version() in kernel.versions
    )
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
"""The kernels of every subject that the installed Triton has."""

KERNELS = {kernel.name: kernel for kernels in SUBJECTS.values() for kernel in kernels}
"""Every kernel by its name. Block pointers, for example, are in wheels before 3.8 only."""
