"""Gluon kernels that xtriton is compared with the Triton wheel on."""

from parity.gluon_kernels import pointwise

KERNELS = {kernel.name: kernel for subject in (pointwise,) for kernel in subject.KERNELS}
"""All kernels by name."""
