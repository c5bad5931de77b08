"""Kernels in two forms: as ``@triton.jit`` source, and built by the builder."""
