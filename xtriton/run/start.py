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
BENCH_SECONDS = "XTRITON_BENCH_SECONDS"


@cache
def start() -> None:
    """Follow the start-up variables of the environment. Errors are one line on standard error.

    Further calls have no effect: Python reads the folder of packages twice where it has two names.
    """
    target = os.environ.get(TARGET, "")
    try:
        if target == "cpu":
            run_on_cpu(check=_is_on(CHECK), bench_seconds=bench_seconds(os.environ.get(BENCH_SECONDS, "")))
        elif target:
            raise ValueError(f"{TARGET} is '{target}': it must be cpu, or unset")
        if os.environ.get(EXPLAIN):
            _explain(os.environ[EXPLAIN])
    except (ImportError, ValueError) as failure:
        print(f"xtriton: error: {failure}", file=sys.stderr)


def bench_seconds(text: str) -> float | None:
    """The seconds for each benchmark; ``None`` without a limit. Raises ``ValueError`` for another text."""
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise ValueError(f"the seconds for each benchmark are '{text}': expected 0 or more, such as 30")
    return seconds


def run_on_cpu(*, check: bool = False, bench_seconds: float | None = None) -> None:
    """Run Triton kernels of this process on the CPU, and torch's device ``cuda``, from their imports on.

    With ``bench_seconds``, benchmarks of ``triton.testing`` begin no point after that time.
    """
    _remap_torch()
    _launch_on_cpu(check)
    _limit_benchmarks(bench_seconds)


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
        launch_for_good(check=check, reports=os.environ.get(EXPLAIN, ""))

    after_import("triton", change)


@cache
def _limit_benchmarks(seconds: float | None) -> None:
    from xtriton.run.imports import after_import

    def change(module: ModuleType) -> None:
        from xtriton.run.benchmarks import limit_benchmarks

        limit_benchmarks(module, seconds)

    after_import("triton.testing", change)


def _explain(directory: str) -> None:
    """Write a report of every kernel that is compiled to ``directory``."""
    try:
        from xtriton.explain import install  # pyright: ignore
    except ImportError as failure:
        raise ImportError(f"{EXPLAIN} needs xtriton.explain, which cannot be imported: {failure}") from None
    install(directory)


def _is_on(variable: str) -> bool:
    return os.environ.get(variable, "").lower() in ("1", "true", "on")
