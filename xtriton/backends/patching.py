"""Attributes of Triton's objects that are others for a while."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def changed(holder: object, name: str, value: object) -> Generator[None]:
    """Give an attribute another value; what others have put there meanwhile stays."""
    before = getattr(holder, name)
    setattr(holder, name, value)
    try:
        yield
    finally:
        if getattr(holder, name) is value:
            setattr(holder, name, before)
