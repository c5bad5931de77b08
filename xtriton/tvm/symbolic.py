"""Symbolic extents of Relax as text, and back: ``(m + 63) // 64 + 4``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from itertools import chain, count
from keyword import iskeyword
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


def spelled(expr: Any, names: dict[Any, str]) -> str:
    """An extent as text. Raises ``ValueError`` for operators that have no text.

    ``names`` has the names of variables, to which those of new ones are added: different variables may have the same
    name in TVM.
    """
    constant = constant_of(expr)
    if constant is not None:
        return str(constant)
    kind = type(expr).__name__
    if kind in _OPERATORS:
        return f"({spelled(expr.a, names)} {_OPERATORS[kind][0]} {spelled(expr.b, names)})"
    if kind in _FUNCTIONS:
        return f"{_FUNCTIONS[kind][0]}({spelled(expr.a, names)}, {spelled(expr.b, names)})"
    if kind == "Var":
        if expr not in names:
            names[expr] = _free_name(name_of(expr), names.values())
        return names[expr]
    raise ValueError(f"the extent {expr} cannot be written in the relax dialect")


def _free_name(name: str, taken: Collection[str]) -> str:
    """The name of a variable as an identifier that no other one has."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    plain = plain if plain.isidentifier() and not iskeyword(plain) else f"_{plain}"
    candidates = chain([plain], (f"{plain}_{number}" for number in count(1)))
    return next(candidate for candidate in candidates if candidate not in taken)


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
