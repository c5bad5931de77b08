"""Garbage collection while a kernel is made."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

MANY_OBJECTS = 20_000
"""New objects above which a stage's garbage is collected before the next stage."""


@dataclass
class Collections:
    """Explicit collections while automatic ones are off."""

    allowed: bool
    """Whether automatic collections were on."""
    survivors: bool = False
    """Whether a collection has run, so that IR that was alive then is in an older generation."""

    def after_stage(self) -> None:
        """Collect what a stage has left.

        Later its objects are no longer in the processor's caches, and cost several times as much.
        """
        if self.allowed and gc.get_count()[0] > MANY_OBJECTS:
            gc.collect(0)
            self.survivors = True


@contextmanager
def without_collection() -> Generator[Collections]:
    """Disable automatic garbage collection until a kernel is done.

    IR is many live objects, which collections would traverse. So are the modules of Triton and torch, while those of
    xtriton are imported.
    """
    collections = Collections(gc.isenabled())
    gc.disable()
    try:
        yield collections
    finally:
        if collections.allowed:
            gc.enable()
        if collections.survivors:
            gc.collect(1)
