"""Gluon kernels that xtriton is compared with the Triton wheel on."""

from parity.gluon_kernels import asynchronous, pointwise

KERNELS = {kernel.name: kernel for subject in (pointwise, asynchronous) for kernel in subject.KERNELS}
"""All kernels by name."""
