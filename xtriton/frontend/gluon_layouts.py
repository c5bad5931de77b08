"""Gluon's layouts as text: ``BlockedLayout([4], [32], [4], [0])``, as in Python and as their ``repr``."""

from __future__ import annotations

import ast
from typing import Any

from xtriton.wheel import triton_module

_MODULES = ("experimental.gluon.language", "experimental.gluon.language.nvidia.blackwell")


def read_layout(text: str) -> tuple[Any] | None:
    """The layout that a text constructs, or ``None`` if it is no call of a layout's class.

    Raises ``ValueError`` for arguments that the class rejects.
    """
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None
    found = _layout_class(call)
    return None if found is None else (_constructed(found, call, text),)


def _layout_class(node: ast.expr) -> Any | None:
    """The class that a call is of, with or without its module: ``BlockedLayout``, ``gl.BlockedLayout``."""
    if not isinstance(node, ast.Call):
        return None
    function = node.func
    name = (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )
    if not name.endswith("Layout"):
        return None
    return next((found for module in _MODULES if (found := getattr(triton_module(module), name, None))), None)


def _constructed(layout_class: Any, call: ast.expr, text: str) -> Any:
    assert isinstance(call, ast.Call)
    try:
        positional = [_argument(node, text) for node in call.args]
        named = {keyword.arg: _argument(keyword.value, text) for keyword in call.keywords if keyword.arg is not None}
        return layout_class(*positional, **named)
    except (TypeError, ValueError, AssertionError) as failure:
        raise ValueError(f"'{text}' is no layout: {failure}") from None


def _argument(node: ast.expr, text: str) -> Any:
    """A literal, or a nested layout."""
    found = _layout_class(node)
    return ast.literal_eval(node) if found is None else _constructed(found, node, text)
