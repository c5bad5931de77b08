"""The functions of ``xtriton.explain``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol

from xtriton.compiler.result import CompiledKernel
from xtriton.explain.artifacts import Artifacts, compiled, from_kernel, from_path, from_triton, is_triton_kernel
from xtriton.explain.build import report_of
from xtriton.explain.report import Report
from xtriton.frontend.signature import AnySignature
from xtriton.targets import CPU


def explain(kernel: Any, signature: AnySignature | None = None, **settings: Any) -> Report:
    """The report of a kernel.

    ``kernel`` is any argument of :func:`xtriton.compile`; it is compiled, and the IR after each pass is recorded;
    ``signature`` and ``settings`` (``target="cuda:90"``, ``num_warps=8`` ...) are its arguments. Or ``kernel`` is a
    kernel that xtriton or Triton has compiled: then passes and their times are not known.

    Raises ``ValueError`` for invalid arguments, and ``DiagnosticError`` where the kernel cannot be compiled.
    """
    given = isinstance(kernel, CompiledKernel) or is_triton_kernel(kernel)
    if given and (signature is not None or settings):
        raise ValueError("a compiled kernel has its signature, target and options: give the kernel alone")
    return report_of(_artifacts(kernel, signature, settings))


def _artifacts(kernel: Any, signature: AnySignature | None, settings: dict[str, Any]) -> Artifacts:
    if isinstance(kernel, CompiledKernel):
        _refuse_cpu(str(kernel.metadata["target"]))
        return from_kernel(kernel)
    if is_triton_kernel(kernel):
        return from_triton(kernel)
    _refuse_cpu(str(settings.get("target", "")))
    return compiled(kernel, signature, **settings)


def _refuse_cpu(target: str) -> None:
    if target == CPU:
        raise ValueError("reports are for NVIDIA GPUs: give a target such as cuda:90, not cpu")


def explain_path(path: str | os.PathLike[str]) -> list[Report]:
    """The reports of existing data: a folder of Triton's cache, a saved kernel's ``NAME.json``, or the output of a
    program under ``MLIR_ENABLE_DUMP=1``. Raises ``ValueError`` for other files, ``TypeError`` for what is no path."""
    try:
        existing = Path(path)
    except TypeError:
        raise TypeError(f"explain_path() needs the path of a file or folder, not {path!r}") from None
    return [report_of(artifacts) for artifacts in from_path(existing)]


class Explain(Protocol):
    """The package ``xtriton.explain`` as type checkers see it: a function with functions."""

    def __call__(self, kernel: Any, signature: AnySignature | None = None, **settings: Any) -> Report:
        """:func:`explain`."""
        ...

    def explain_path(self, path: str | os.PathLike[str]) -> list[Report]:
        """:func:`explain_path`."""
        ...

    def install(self, folder: str | os.PathLike[str]) -> None:
        """:func:`xtriton.explain.jit.install`."""
        ...
