"""Declares functions of Triton's own libraries: they have Triton's names in the IR."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.functions import Function
from xtriton.versions import ByVersion, TritonVersion, active_version, by_version, since

_P = ParamSpec("_P")
_R = TypeVar("_R")


def library(module: str) -> Callable[[Callable[..., object]], Function]:
    """A decorator for a function that Triton has under the same name in ``triton.language.<module>``."""
    return lambda body: _declare(module, body.__name__, body)


def _declare(module: str, name: str, body: Callable[..., object]) -> Function:
    return Function(body, f"triton.language.{module}.{name}", is_checked=True)


def builtin_since(first: TritonVersion) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """A decorator for a function of Triton's language that versions before ``first`` do not have."""
    versions = since(first)

    def decorate(body: Callable[_P, _R]) -> Callable[_P, _R]:
        @wraps(body)
        def checked(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            if active_version() not in versions:
                raise _absent(body.__name__)
            return body(*args, **kwargs)

        return checked

    return decorate


def _absent(name: str) -> BuildError:
    return BuildError(f"Triton {active_version()} has no {name}")


@dataclass(frozen=True)
class FunctionByVersion:
    """A function of Triton's libraries that some versions do not have, or have with other parameters or operations."""

    name: str
    variants: ByVersion[Function]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            variant = self.variants.now()
        except LookupError:
            raise _absent(self.name) from None
        return variant(*args, **kwargs)


def library_by_version(
    module: str, name: str, bodies: Mapping[TritonVersion, Callable[..., object]]
) -> FunctionByVersion:
    """The function ``triton.language.<module>.<name>``: each body holds from its version on."""
    for body in bodies.values():
        body.__name__ = name  # in messages
    return FunctionByVersion(name, by_version({first: _declare(module, name, body) for first, body in bodies.items()}))
