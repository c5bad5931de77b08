"""Start-up hook for ``XTRITON_TARGET=cpu`` and ``XTRITON_EXPLAIN``: scripts run as under ``xtriton run``.

The wheel installs ``xtriton-start.pth``, which imports this module if a start-up variable is set.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xtriton.interp.console import Console

TARGET = "XTRITON_TARGET"
CHECK = "XTRITON_CHECK"
EXPLAIN = "XTRITON_EXPLAIN"


@cache
def start() -> None:
    """Follow the start-up variables of the environment. Errors are one line on standard error.

    Further calls have no effect: Python reads the folder of packages twice where it has two names.
    """
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
    _remap_torch()
    _launch_on_cpu(check)


def run_in_debugger(console: Console) -> None:
    """As :func:`run_on_cpu`, but in the interpreter with a debugger."""
    from xtriton.run.imports import after_import

    def change(module: ModuleType) -> None:
        from xtriton.run.driver import launch_for_good

        del module
        launch_for_good(console=console)

    _remap_torch()
    after_import("triton", change)


@cache
def _remap_torch() -> None:
    from xtriton.run.imports import after_import

    def change(module: ModuleType) -> None:
        from xtriton.run.cuda import remap_cuda

        remap_cuda(module)

    after_import("torch", change)


@cache
def _launch_on_cpu(check: bool) -> None:
    from xtriton.run.imports import after_import

    def change(module: ModuleType) -> None:
        from xtriton.run.driver import launch_for_good

        del module
        launch_for_good(check=check)

    after_import("triton", change)


def _explain(directory: str) -> None:
    """Write a report of every kernel that is compiled to ``directory``."""
    try:
        from xtriton.explain import install  # pyright: ignore
    except ImportError as failure:
        raise ImportError(f"{EXPLAIN} needs xtriton.explain, which cannot be imported: {failure}") from None
    install(directory)


def _is_on(variable: str) -> bool:
    return os.environ.get(variable, "").lower() in ("1", "true", "on")
