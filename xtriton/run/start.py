"""What ``XTRITON_TARGET=cpu`` does at the start of Python: scripts run as under ``xtriton run``.

The wheel installs ``xtriton-start.pth``, which imports this module if a start-up variable is set.
"""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import ExitStack
from types import ModuleType

TARGET = "XTRITON_TARGET"
CHECK = "XTRITON_CHECK"
EXPLAIN = "XTRITON_EXPLAIN"


def start() -> None:
    """Follow the start-up variables of the environment. Errors are one line on standard error."""
    target = os.environ.get(TARGET, "")
    try:
        if target == "cpu":
            run_on_cpu(check=_is_on(CHECK))
        elif target:
            raise ValueError(f"{TARGET} is '{target}': it must be cpu, or unset")
        if os.environ.get(EXPLAIN):
            _explain(os.environ[EXPLAIN])
    except (ImportError, ValueError) as failure:
        print(f"xtriton: error: {failure}", file=sys.stderr)


def run_on_cpu(*, check: bool = False) -> None:
    """Run Triton kernels of this process on the CPU, and torch's device ``cuda``, from their imports on."""
    from xtriton.run.imports import after_import

    def change_torch(module: ModuleType) -> None:
        from xtriton.run.cuda import remap_cuda

        remap_cuda(module)

    def change_triton(module: ModuleType) -> None:
        from types import MappingProxyType

        from xtriton.backends.cpu.options import CpuOptions
        from xtriton.compiler.on_cpu import launches_on_cpu
        from xtriton.run.driver import CudaLikeDriver, LaunchedKernel

        del module
        stack = ExitStack()
        stack.enter_context(
            launches_on_cpu(
                CpuOptions(check=check),
                CudaLikeDriver(),
                lambda made, types, options: LaunchedKernel(made, tuple(types), MappingProxyType(dict(options))),
            )
        )
        atexit.register(stack.close)

    after_import("torch", change_torch)
    after_import("triton", change_triton)


def _explain(directory: str) -> None:
    """Write a report of every kernel that is compiled to ``directory``."""
    try:
        from xtriton.explain import install  # pyright: ignore
    except ImportError as failure:
        raise ImportError(f"{EXPLAIN} needs xtriton.explain, which cannot be imported: {failure}") from None
    install(directory)


def _is_on(variable: str) -> bool:
    return os.environ.get(variable, "").lower() in ("1", "true", "on")
