"""Garbage collection while a kernel is made."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Generator[None]:
    """Disable garbage collection until a kernel is done: IR is many live objects, which collections would traverse.

    So are the modules of Triton and torch, while those of xtriton are imported.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
