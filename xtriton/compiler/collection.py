"""Garbage collection while a kernel is made."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Generator[Callable[[], None]]:
    """Disable garbage collection until a kernel is done: IR is many live objects, which collections would traverse.

    So are the modules of Triton and torch, while those of xtriton are imported.

    Yields a function that frees what a stage has left behind. Operations and their results refer to each other, so only
    the collector frees them; right after a stage, while they are in the processor's caches, it takes half of the time
    that it takes at the end. The function does nothing if collection was disabled before: without it the youngest
    generation may be all of a program's objects.
    """
    enabled = gc.isenabled()
    gc.disable()

    def collect_young() -> None:
        if enabled:
            gc.collect(0)

    try:
        yield collect_young
    finally:
        if enabled:
            gc.enable()
