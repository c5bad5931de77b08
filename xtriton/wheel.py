"""The border to the installed Triton wheel, whose modules have no types."""

from __future__ import annotations

import sys
from importlib import import_module
from threading import RLock
from typing import Any

from xtriton.forks import hold_over_forks
from xtriton.versions import installed_version

WHEEL_LOCK = RLock()
"""Held while the wheel works: its knobs, and the standard streams that it writes to, are those of the process."""
hold_over_forks(WHEEL_LOCK, 0)


def triton_module(name: str) -> Any:
    """A module of the Triton package, ``compiler.compiler`` for example.

    Raises ``ValueError`` where Triton is not installed, as on systems that it is not made for, or is of an unknown
    version.
    """
    installed_version()
    known = sys.modules.get(f"triton.{name}")
    if known is not None and not getattr(known.__spec__, "_initializing", False):
        return known  # which takes a third of the time of ``import_module``: launches ask for modules repeatedly
    try:
        return import_module(f"triton.{name}")
    except ModuleNotFoundError as failure:
        if failure.name != "triton":
            raise
        raise ValueError("this needs the triton package, which is not installed") from None
