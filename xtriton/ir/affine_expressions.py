"""Affine expressions as MLIR builds them, with exactly MLIR's simplifications.

xDSL's own operators distribute products over sums, and reject products and quotients with symbols (semi-affine
expressions). ``None`` stands for a sum, product or quotient that does not simplify.
"""

from __future__ import annotations

from math import gcd

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)

_I64 = range(-(1 << 63), 1 << 63)
Kind = AffineBinaryOpKind


def constant_of(expression: AffineExpr) -> int | None:
    """The value of a constant."""
    return expression.value if isinstance(expression, AffineConstantExpr) else None


def is_symbolic(expression: AffineExpr) -> bool:
    """Whether ``expression`` contains no dimension."""
    if isinstance(expression, AffineBinaryOpExpr):
        return is_symbolic(expression.lhs) and is_symbolic(expression.rhs)
    return not isinstance(expression, AffineDimExpr)


def known_divisor(expression: AffineExpr) -> int:
    """The greatest number that is known to divide every value of ``expression``; 0 divides only 0."""
    if (value := constant_of(expression)) is not None:
        return abs(value)
    if not isinstance(expression, AffineBinaryOpExpr):
        return 1
    left, right = known_divisor(expression.lhs), known_divisor(expression.rhs)
    match expression.kind:
        case Kind.Mul:
            return left * right
        case Kind.Add | Kind.Mod:
            return gcd(left, right)
        case Kind.FloorDiv | Kind.CeilDiv:
            divisor = constant_of(expression.rhs)
            return left // right if divisor and left % right == 0 else 1


def add(left: AffineExpr, right: AffineExpr) -> AffineExpr:
    """The sum."""
    return _simplified_sum(left, right) or AffineBinaryOpExpr(Kind.Add, left, right)


def subtract(left: AffineExpr, right: AffineExpr) -> AffineExpr:
    """The difference."""
    return add(left, multiply(right, AffineConstantExpr(-1)))


def multiply(left: AffineExpr, right: AffineExpr) -> AffineExpr:
    """The product. One of the factors must be symbolic."""
    return _simplified_product(left, right) or AffineBinaryOpExpr(Kind.Mul, left, right)


def divide(kind: AffineBinaryOpKind, left: AffineExpr, right: AffineExpr) -> AffineExpr:
    """The quotient or remainder ``kind``. The divisor must be symbolic."""
    divisor = constant_of(right)
    simplified = None
    if divisor is not None:
        simplified = _remainder(left, divisor) if kind is Kind.Mod else _quotient(kind, left, divisor)
    return simplified or AffineBinaryOpExpr(kind, left, right)


def _constant(value: int) -> AffineExpr | None:
    """A constant, unless it does not fit into 64 bits."""
    return AffineConstantExpr(value) if value in _I64 else None


def _with_constant(expression: AffineExpr, kind: AffineBinaryOpKind) -> tuple[AffineExpr, int] | None:
    """Match ``x kind constant``: ``x`` and the constant."""
    if isinstance(expression, AffineBinaryOpExpr) and expression.kind is kind:
        value = constant_of(expression.rhs)
        if value is not None:
            return expression.lhs, value
    return None


def _simplified_sum(left: AffineExpr, right: AffineExpr) -> AffineExpr | None:
    a, b = constant_of(left), constant_of(right)
    if a is not None and b is not None:
        return _constant(a + b)
    if a is not None or (is_symbolic(left) and not is_symbolic(right)):
        return add(right, left)
    if b == 0:
        return left
    inner = _with_constant(left, Kind.Add)
    if inner is not None and b is not None and (total := _constant(inner[1] + b)) is not None:
        return add(inner[0], total)
    first, times = _with_constant(left, Kind.Mul) or (left, 1)
    second, more = _with_constant(right, Kind.Mul) or (right, 1)
    if first == second and (total := _constant(times + more)) is not None:
        return multiply(first, total)
    if inner is not None:
        return add(add(inner[0], right), AffineConstantExpr(inner[1]))
    return _remainder_written_out(left, second, more)


def _remainder_written_out(left: AffineExpr, factor: AffineExpr, times: int) -> AffineExpr | None:
    """``x + (x floordiv c) * -c`` is ``x mod c``."""
    if isinstance(factor, AffineBinaryOpExpr) and factor.kind is Kind.FloorDiv:
        divisor = constant_of(factor.rhs)
        if divisor is not None and divisor == -times and factor.lhs == left:
            return divide(Kind.Mod, left, factor.rhs)
    return None


def _simplified_product(left: AffineExpr, right: AffineExpr) -> AffineExpr | None:
    a, b = constant_of(left), constant_of(right)
    if a is not None and b is not None:
        return _constant(a * b)
    if a is not None or not is_symbolic(right):
        return multiply(right, left)
    if b == 1:
        return left
    if b == 0:
        return right
    inner = _with_constant(left, Kind.Mul)
    if inner is None:
        return None
    if b is not None:
        product = _constant(inner[1] * b)
        return None if product is None else multiply(inner[0], product)
    return multiply(multiply(inner[0], right), AffineConstantExpr(inner[1]))


def _quotient(kind: AffineBinaryOpKind, left: AffineExpr, divisor: int) -> AffineExpr | None:
    if divisor == 0:
        return None
    value = constant_of(left)
    if value is not None:
        return _constant(value // divisor if kind is Kind.FloorDiv else -(-value // divisor))
    if divisor == 1:
        return left
    product = _with_constant(left, Kind.Mul)
    if product is not None and product[1] % divisor == 0:
        return multiply(product[0], AffineConstantExpr(product[1] // divisor))
    if kind is Kind.FloorDiv and isinstance(left, AffineBinaryOpExpr) and left.kind is Kind.Add:
        by = AffineConstantExpr(divisor)
        if any(known_divisor(part) % divisor == 0 for part in (left.lhs, left.rhs)):
            return add(divide(kind, left.lhs, by), divide(kind, left.rhs, by))
    return None


def _remainder(left: AffineExpr, divisor: int) -> AffineExpr | None:
    if divisor < 1:
        return None
    value = constant_of(left)
    if value is not None:
        return AffineConstantExpr(value % divisor)
    if known_divisor(left) % divisor == 0:
        return AffineConstantExpr(0)
    if not isinstance(left, AffineBinaryOpExpr):
        return None
    by = AffineConstantExpr(divisor)
    if left.kind is Kind.Add:
        for part, other in ((left.lhs, left.rhs), (left.rhs, left.lhs)):
            if known_divisor(part) % divisor == 0:
                return divide(Kind.Mod, other, by)
    if left.kind is Kind.Mod and (inner := known_divisor(left.rhs)) >= 1 and inner % divisor == 0:
        return divide(Kind.Mod, left.lhs, by)
    return None


def is_permutation(affine_map: AffineMap) -> bool:
    """Whether the results of a map are its dimensions, each once, in any order."""
    dims = [expression.position for expression in affine_map.results if isinstance(expression, AffineDimExpr)]
    return len(dims) == len(affine_map.results) and sorted(dims) == list(range(affine_map.num_dims))
