"""Runs unmodified scripts that launch Triton kernels on a machine without a GPU."""
