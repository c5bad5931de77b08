"""Affine maps and sets as MLIR prints them: minimal parentheses, negative terms as subtractions."""

from __future__ import annotations

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
)

_SPELLINGS = {
    AffineBinaryOpKind.Add: "+",
    AffineBinaryOpKind.Mul: "*",
    AffineBinaryOpKind.FloorDiv: "floordiv",
    AffineBinaryOpKind.CeilDiv: "ceildiv",
    AffineBinaryOpKind.Mod: "mod",
}


def format_map(map_: AffineMap) -> str:
    """``(d0, d1)[s0] -> (d0 + s0, d1)``."""
    results = ", ".join(format_expression(result) for result in map_.results)
    return f"{_space(map_)} -> ({results})"


def format_set(set_: AffineSet) -> str:
    """``(d0)[s0] : (d0 - s0 >= 0)``."""
    constraints = ", ".join(
        f"{format_expression(constraint.lhs)} {constraint.kind.value} 0" for constraint in set_.constraints
    )
    return f"{_space(set_)} : ({constraints})"


def _space(space: AffineMap | AffineSet) -> str:
    """``(d0, d1)[s0]``."""
    dims = ", ".join(f"d{i}" for i in range(space.num_dims))
    symbols = ", ".join(f"s{i}" for i in range(space.num_symbols))
    return f"({dims}){f'[{symbols}]' if symbols else ''}"


def format_expression(expression: AffineExpr, *, operand: bool = False) -> str:
    """Format an expression, parenthesised as an ``operand`` of an operator that binds more tightly than addition."""
    if not isinstance(expression, AffineBinaryOpExpr):
        return str(expression)
    is_sum = expression.kind is AffineBinaryOpKind.Add
    text = _sum(expression.lhs, expression.rhs) if is_sum else _product(expression)
    return f"({text})" if operand else text


def _product(expression: AffineBinaryOpExpr) -> str:
    left = format_expression(expression.lhs, operand=True)
    if expression.kind is AffineBinaryOpKind.Mul and _constant(expression.rhs) == -1:
        return f"-{left}"
    return f"{left} {_SPELLINGS[expression.kind]} {format_expression(expression.rhs, operand=True)}"


def _sum(left: AffineExpr, right: AffineExpr) -> str:
    first = format_expression(left)
    constant = _constant(right)
    if constant is not None and constant < 0:
        return f"{first} - {-constant}"
    if isinstance(right, AffineBinaryOpExpr) and right.kind is AffineBinaryOpKind.Mul:
        factor = _constant(right.rhs)
        if factor == -1:
            is_sum = isinstance(right.lhs, AffineBinaryOpExpr) and right.lhs.kind is AffineBinaryOpKind.Add
            return f"{first} - {format_expression(right.lhs, operand=is_sum)}"
        if factor is not None and factor < -1:
            return f"{first} - {format_expression(right.lhs, operand=True)} * {-factor}"
    return f"{first} + {format_expression(right)}"


def _constant(expression: AffineExpr) -> int | None:
    return expression.value if isinstance(expression, AffineConstantExpr) else None
