"""The border to the installed Triton wheel, whose modules have no types."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def triton_module(name: str) -> Any:
    """A module of the Triton package, ``compiler.compiler`` for example.

    Raises ``ValueError`` where Triton is not installed, as on systems that it is not made for.
    """
    try:
        return import_module(f"triton.{name}")
    except ModuleNotFoundError as failure:
        if failure.name != "triton":
            raise
        raise ValueError("this needs the triton package, which is not installed") from None
