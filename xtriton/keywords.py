"""Errors of misspelt keywords, which name the nearest one, of arguments that are not keywords, and of missing ones."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

from xtriton.registry import nearest

_P = ParamSpec("_P")
_R = TypeVar("_R")


def with_known_keywords(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """``function``, of keywords only, whose ``TypeError`` for an unknown one names the nearest, or all of them."""
    names = keywords_of(function)
    shown = ", ".join(names)

    @wraps(function)
    def call(*arguments: _P.args, **named: _P.kwargs) -> _R:
        if arguments:
            given = reprlib.repr(arguments[0])
            raise TypeError(f"{function.__name__}() takes keywords only, not {given} without one; there are {shown}")
        unknown = [name for name in named if name not in names]
        if unknown:
            hint = nearest(unknown[0], names, f"; there are {shown}")
            raise TypeError(f"{function.__name__}() has no keyword '{unknown[0]}'{hint}")
        return function(*arguments, **named)

    return call


def keywords_of(function: Callable[..., object]) -> tuple[str, ...]:
    """The names of the parameters that can be given by keyword."""
    kinds = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(name for name, parameter in signature(function).parameters.items() if parameter.kind in kinds)


def missing_arguments(names: Sequence[str]) -> str:
    """``argument 'n' is missing``, for one name or several."""
    listed = ", ".join(f"'{name}'" for name in names)
    return f"argument {listed} is missing" if len(names) == 1 else f"arguments {listed} are missing"
