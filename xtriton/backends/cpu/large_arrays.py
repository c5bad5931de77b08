"""The version of a kernel for large arrays, from the cache or compiled."""

from __future__ import annotations

import warnings
from dataclasses import replace

from xtriton.backends.cpu.cache import CACHE
from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.process import key_of_process


def version_for_large_arrays(kernel: CpuKernel, linalg: str, options: CpuOptions) -> CpuKernel:
    """The kernel with streaming stores, or the given one, which is right for arrays of any size, if that fails.

    Without llvmlite, which launches do not need, it fails silently; for any other reason with a warning.
    """
    key = key_of_process("large", linalg, kernel.name, str(kernel.large_arrays), repr(replace(options, threads=None)))
    found = None if key is None else CACHE.get(key)
    if isinstance(found, CpuKernel):
        return found
    try:
        made = _compiled(kernel, linalg, options)
    except ImportError:
        return kernel
    if key is not None and made is not kernel:
        CACHE.put(key, made)
    return made


def _compiled(kernel: CpuKernel, linalg: str, options: CpuOptions) -> CpuKernel:
    from xtriton.backends.cpu.versions import compiled_for_large_arrays
    from xtriton.ir.diagnostics import DiagnosticError

    try:
        return compiled_for_large_arrays(linalg, kernel.name, options)
    except (DiagnosticError, ValueError, RuntimeError) as problem:
        warnings.warn(f"'{kernel.name}' stores large arrays through the caches: {problem}", stacklevel=2)
        return kernel
