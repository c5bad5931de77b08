"""Symbolic extents of Relax as text, and back: ``(m + 63) // 64 + 4``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from xtriton.tvm.library import constant_of, name_of, tirx

_OPERATORS: Mapping[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "Add": ("+", lambda a, b: a + b),
    "Sub": ("-", lambda a, b: a - b),
    "Mul": ("*", lambda a, b: a * b),
    "FloorDiv": ("//", tirx.floordiv),
    "FloorMod": ("%", tirx.floormod),
}
_FUNCTIONS: Mapping[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "Max": ("max", tirx.max),
    "Min": ("min", tirx.min),
}


def spelled(expr: Any) -> str:
    """An extent as text. Raises ``ValueError`` for operators that have no text."""
    constant = constant_of(expr)
    if constant is not None:
        return str(constant)
    kind = type(expr).__name__
    if kind in _OPERATORS:
        return f"({spelled(expr.a)} {_OPERATORS[kind][0]} {spelled(expr.b)})"
    if kind in _FUNCTIONS:
        return f"{_FUNCTIONS[kind][0]}({spelled(expr.a)}, {spelled(expr.b)})"
    if kind == "Var":
        return name_of(expr)
    raise ValueError(f"the extent {expr} cannot be written in the relax dialect")


def parsed(text: str, variables: dict[str, Any]) -> Any:
    """The extent of a text. New variables are added to ``variables``. Raises ``ValueError`` for other text."""
    try:
        return _built(ast.parse(text, mode="eval").body, variables)
    except SyntaxError:
        raise ValueError(f"'{text}' is no extent") from None


_NODES: Mapping[type[ast.operator], str] = {
    ast.Add: "Add",
    ast.Sub: "Sub",
    ast.Mult: "Mul",
    ast.FloorDiv: "FloorDiv",
    ast.Mod: "FloorMod",
}


def _built(node: ast.expr, variables: dict[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int(number)):
            return tirx.IntImm("int64", number)
        case ast.Name(id=name):
            return variables.setdefault(name, tirx.Var(name, "int64"))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _NODES:
            function = _OPERATORS[_NODES[type(operator)]][1]
            return function(_built(left, variables), _built(right, variables))
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=[left, right]):
            function = _FUNCTIONS[name.capitalize()][1]
            return function(_built(left, variables), _built(right, variables))
        case _:
            raise ValueError(f"'{ast.unparse(node)}' is no extent")
