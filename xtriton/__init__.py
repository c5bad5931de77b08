"""xtriton: the Triton compiler's middle in Python, on xDSL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xtriton.interp import interpret

__version__ = "0.1.0"
__all__ = ["__version__", "interpret"]


def __getattr__(name: str) -> Any:
    """Import what is public when it is first used: the command line needs next to none of it."""
    if name == "interpret":
        from xtriton.interp import interpret

        return interpret
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
