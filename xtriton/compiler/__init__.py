"""Compilation of a kernel to PTX and cubin: sources, stages, results."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xtriton.compiler.entry import compile
    from xtriton.compiler.many import Job, Outcome, compile_many
    from xtriton.compiler.result import CompiledKernel, load

__all__ = ["CompiledKernel", "Job", "Outcome", "compile", "compile_many", "load"]

_PUBLIC = {
    "CompiledKernel": "xtriton.compiler.result",
    "Job": "xtriton.compiler.many",
    "Outcome": "xtriton.compiler.many",
    "compile": "xtriton.compiler.entry",
    "compile_many": "xtriton.compiler.many",
    "load": "xtriton.compiler.result",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: a kernel from the cache is launched without the compiler."""
    if name in _PUBLIC:
        found = globals()[name] = getattr(import_module(_PUBLIC[name]), name)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, which completion shows before they are imported."""
    return sorted({*__all__, "__doc__", "__name__", "__file__", "__path__"})
