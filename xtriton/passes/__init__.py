"""The registry of passes: name -> ``module:Class``. Nothing is imported until a pipeline names the pass."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xtriton.passes.base import Pass

PASSES: dict[str, str] = {
    "canonicalize": "xtriton.passes.common.canonicalize:Canonicalize",
    "libtriton": "xtriton.passes.libtriton:LibTriton",
    "strip-debuginfo": "xtriton.passes.common.strip_debuginfo:StripDebugInfo",
}


def pass_class(name: str) -> type[Pass]:
    """The class of a registered pass. Raises ``KeyError`` for a name that is not in :data:`PASSES`."""
    module, _, attribute = PASSES[name].partition(":")
    return getattr(import_module(module), attribute)
