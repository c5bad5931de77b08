"""``xtriton.explain``: reports on compiled kernels, and why they are slow.

The package is callable: ``xtriton.explain(kernel, signature, target="cuda:90")`` returns a
:class:`~xtriton.explain.report.Report`; ``xtriton.explain.install(folder)`` writes one for each kernel that the
program compiles.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xtriton.explain.api import explain as explain
    from xtriton.explain.api import explain_path as explain_path
    from xtriton.explain.jit import install as install
    from xtriton.explain.report import Report as Report

_PUBLIC = {
    "explain": "xtriton.explain.api",
    "explain_path": "xtriton.explain.api",
    "install": "xtriton.explain.jit",
    "Report": "xtriton.explain.report",
}


def __getattr__(name: str) -> Any:
    """Import the public functions when they are first used."""
    if name in _PUBLIC:
        from importlib import import_module

        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _CallableModule(ModuleType):
    """Makes the module callable as its function ``explain``."""

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        """:func:`xtriton.explain.api.explain`."""
        from xtriton.explain.api import explain

        return explain(*arguments, **settings)


sys.modules[__name__].__class__ = _CallableModule
