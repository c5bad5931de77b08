"""Messages of Triton's front end, which passes on any exception, in words: without ``repr``, with the nearest name."""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from collections.abc import Callable
from inspect import signature

from xtriton.registry import nearest

_REPR = re.compile(r"(\w+)\((['\"].*['\"])\)")
_CLEAR = ("ValueError", "TypeError", "AssertionError", "NameError")
"""Exceptions whose message says as much without their name."""


def in_words(message: str) -> str:
    """The message of an error, improved where Triton's is an exception of Python's machinery."""
    message = _unquoted(message)
    for pattern, explained in _RULES:
        if (found := re.search(pattern, message)) is not None:
            return explained(message, *found.groups())
    return message


def _unquoted(message: str) -> str:
    """``NameError('x is not defined')`` as ``x is not defined``."""
    found = _REPR.fullmatch(message)
    if found is None:
        return message
    name, quoted = found.groups()
    try:
        text = str(literal_eval(quoted))
    except (SyntaxError, ValueError):
        return message
    return text if name in _CLEAR else f"{name}: {text}"


def _attribute(message: str, module: str, name: str) -> str:
    return message.removeprefix("AttributeError: ") + nearest(name, dir(sys.modules.get(module)))


def _keyword(message: str, function: str, name: str) -> str:
    found = getattr(sys.modules.get("triton.language"), function, None)
    hidden = {"_semantic", "_generator", "_builder"}  # passed by Triton, not by kernels
    return message + nearest(name, set(signature(found).parameters) - hidden) if callable(found) else message


def _loop(_message: str, node: str) -> str:
    kind = node.lower()
    return f"loops run over range, tl.range or tl.static_range, not over a {kind}: loop over tl.static_range(n)"


_RULES: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"module '([\w.]+)' has no attribute '(\w+)'", _attribute),
    (r"(\w+)\(\) got an unexpected keyword argument '(\w+)'", _keyword),
    (r"'(List|Tuple|Name|Set|Dict|Constant|Attribute|Subscript)' object has no attribute 'func'", _loop),
)
