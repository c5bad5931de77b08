"""Temporary changes to attributes of Triton's objects."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def changed(holder: object, name: str, value: object) -> Generator[None]:
    """Temporarily set an attribute; a value set by others in the meantime is kept."""
    before = getattr(holder, name)
    setattr(holder, name, value)
    try:
        yield
    finally:
        if getattr(holder, name) is value:
            setattr(holder, name, before)
