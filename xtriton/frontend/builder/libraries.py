"""Declares functions of Triton's own libraries: they have Triton's names in the IR."""

from __future__ import annotations

from collections.abc import Callable

from xtriton.frontend.builder.functions import Function


def library(module: str) -> Callable[[Callable[..., object]], Function]:
    """A decorator for a function that Triton has under the same name in ``triton.language.<module>``."""
    return lambda body: Function(body, f"triton.language.{module}.{body.__name__}", is_checked=True)
