"""Mutation operators: small mistakes that people make, as changes of a Python syntax tree.

Each operator is given a node and yields the nodes that could stand in its place, in a fixed order. No change removes
the last mention of a name of an enclosing function (a condition ``c`` becomes ``False and c``), so that the code of a
closure keeps its free variables and can be exchanged in a running process.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Change = ast.AST
Operator = Callable[[ast.AST], Iterator[Change]]


def _bool(node: ast.expr, op: ast.boolop, value: bool) -> ast.expr:
    """``value op node``: the node is mentioned and has no effect."""
    return ast.BoolOp(op, [ast.Constant(value), node])


def _never(node: ast.expr) -> ast.expr:
    return _bool(node, ast.And(), False)


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether a body consists of a return, continue, raise or break alone, like that of a guard."""
    return len(body) == 1 and isinstance(body[0], ast.Return | ast.Continue | ast.Raise | ast.Break)


def guard_dropped(node: ast.AST) -> Iterator[Change]:
    """``if condition: return False`` never returns."""
    if isinstance(node, ast.If) and _leaves(node.body) and not node.orelse:
        yield ast.If(_never(node.test), node.body, [])


def branch_taken(node: ast.AST) -> Iterator[Change]:
    """The condition of a branch that is no guard, or of a conditional expression, is negated."""
    if isinstance(node, ast.If) and not (_leaves(node.body) and not node.orelse):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    if isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)


def condition_dropped(node: ast.AST) -> Iterator[Change]:
    """One of several conditions is not asked."""
    if isinstance(node, ast.BoolOp):
        for index, value in enumerate(node.values):
            holds = isinstance(node.op, ast.And)
            one = _bool(value, ast.Or(), True) if holds else _never(value)
            yield ast.BoolOp(node.op, [*node.values[:index], one, *node.values[index + 1 :]])


def filter_dropped(node: ast.AST) -> Iterator[Change]:
    """A comprehension takes everything."""
    if isinstance(node, ast.comprehension) and node.ifs:
        yield ast.comprehension(
            node.target, node.iter, [_bool(condition, ast.Or(), True) for condition in node.ifs], node.is_async
        )


_NEAR: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def comparison_off_by_one(node: ast.AST) -> Iterator[Change]:
    """``<`` for ``<=``, and other comparisons off by one."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _NEAR:
        yield ast.Compare(node.left, [_NEAR[type(node.ops[0])]()], node.comparators)


def comparison_negated(node: ast.AST) -> Iterator[Change]:
    """``!=`` for ``==``, and other negated comparisons."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPPOSITE:
        yield ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)


_NOT_COMMUTATIVE = (ast.Sub, ast.FloorDiv, ast.Mod, ast.Div, ast.LShift, ast.RShift, ast.Pow)


def _is_type(node: ast.expr) -> bool:
    """Whether an argument looks like a type or constant: put first it would only fail at once."""
    name = _name_of(node)
    return name.isupper() or name in ("type", "type_") or name.endswith("_type") or isinstance(node, ast.Constant)


def operands_swapped(node: ast.AST) -> Iterator[Change]:
    """``b - a`` for ``a - b``, ``SubIOp(b, a)`` for ``SubIOp(a, b)``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, _NOT_COMMUTATIVE):
        yield ast.BinOp(node.right, node.op, node.left)
    if isinstance(node, ast.Call) and _name_of(node.func).endswith("Op") and len(node.args) >= 2:
        first, second, *rest = node.args
        if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred) and not _is_type(second):
            yield ast.Call(node.func, [second, first, *rest], node.keywords)


_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


def wrong_operator(node: ast.AST) -> Iterator[Change]:
    """``+`` for ``-``, and other arithmetic operators, but not where text or lists are joined."""
    if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        if any(
            isinstance(side, ast.List | ast.Tuple | ast.JoinedStr) or _is_text(side) for side in (node.left, node.right)
        ):
            return
        yield ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def constant_off_by_one(node: ast.AST) -> Iterator[Change]:
    """Another number, or the other truth value."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield ast.Constant(node.value + 1)
            if node.value > 0:
                yield ast.Constant(node.value - 1)


_INSTEAD = {
    "min": "max", "any": "all", "floor": "ceil", "ADD": "SUB", "lhs": "rhs", "left": "right", "signed": "unsigned",
    "is_signed": "is_unsigned", "minimum": "maximum", "parent_op": "parent_block", "lowerBound": "upperBound",
    "true_value": "false_value", "trueValue": "falseValue", "thenRegion": "elseRegion", "then_block": "else_block",
    "first_op": "last_op", "inits": "results", "mask": "other", "low": "high", "rows": "columns", "before": "after",
    "insert_before": "insert_after", "AND": "OR", "umax": "max", "umin": "min",
}  # fmt: skip
_SWAPPED_NAMES = {**_INSTEAD, **{other: name for name, other in _INSTEAD.items()}}
_SWAPPED_PARTS = (("SI", "UI"), ("SLT", "ULT"), ("SLE", "ULE"), ("SGT", "UGT"), ("SGE", "UGE"), ("Min", "Max"),
                  ("Add", "Sub"), ("Lhs", "Rhs"), ("SLT", "SLE"), ("SGT", "SGE"), ("Ceil", "Floor"))  # fmt: skip


def _renamed(name: str) -> Iterator[str]:
    if name in _SWAPPED_NAMES:
        yield _SWAPPED_NAMES[name]
    for one, other in _SWAPPED_PARTS:
        if one in name:
            yield name.replace(one, other)
        elif other in name:
            yield name.replace(other, one)


def neighbour_used(node: ast.AST) -> Iterator[Change]:
    """Another thing of the same kind: ``rhs`` for ``lhs``, unsigned for signed, the maximum for the minimum."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        for name in _renamed(node.attr):
            yield ast.Attribute(node.value, name, node.ctx)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for name in _renamed(node.id):
            yield ast.Name(name, node.ctx)


def attribute_forgotten(node: ast.AST) -> Iterator[Change]:
    """An entry of a dictionary, or an optional argument of a call, is missing."""
    if isinstance(node, ast.Dict):
        for index, key in enumerate(node.keys):
            if key is None or _is_text(key):
                keys = [*node.keys[:index], *node.keys[index + 1 :]]
                yield ast.Dict(keys, [*node.values[:index], *node.values[index + 1 :]])
    if isinstance(node, ast.Call):
        for index, keyword in enumerate(node.keywords):
            if keyword.arg not in (None, "operands", "result_types", "strict", "key", "default"):
                yield ast.Call(node.func, node.args, [*node.keywords[:index], *node.keywords[index + 1 :]])


def wrong_order(node: ast.AST) -> Iterator[Change]:
    """Elements in another order, or from the other end."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
        if node.func.id == "reversed":
            yield ast.Call(ast.Name("list", ast.Load()), [node.args[0]], [])
        if node.func.id == "sorted":
            yield ast.Call(ast.Name("list", ast.Load()), [node.args[0]], [])
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == 0:
        yield ast.Subscript(node.value, ast.UnaryOp(ast.USub(), ast.Constant(1)), node.ctx)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.UnaryOp) and isinstance(node.ctx, ast.Load):
        yield ast.Subscript(node.value, ast.Constant(0), node.ctx)


def element_dropped(node: ast.AST) -> Iterator[Change]:
    """A loop leaves out the first or last element."""
    if isinstance(node, ast.For | ast.comprehension):
        listed = isinstance(node.iter, ast.Tuple | ast.List)
        for part in (slice(1, None), slice(None, -1)):
            if listed and len(node.iter.elts) > 1:  # type: ignore[attr-defined]
                kept: ast.expr = ast.Tuple(node.iter.elts[part], ast.Load())  # type: ignore[attr-defined]
            else:
                given = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
                bounds = (ast.Constant(1), None) if part.start else (None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
                kept = ast.Subscript(given, ast.Slice(*bounds), ast.Load())
            if isinstance(node, ast.comprehension):
                yield ast.comprehension(node.target, kept, node.ifs, node.is_async)
            else:
                yield ast.For(node.target, kept, node.body, node.orelse)


def statement_dropped(node: ast.AST) -> Iterator[Change]:
    """A call for its effect, or an update, is missing."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield ast.If(ast.Constant(False), [node], [])
    if isinstance(node, ast.AugAssign):
        yield ast.If(ast.Constant(False), [node], [])


def arguments_swapped(node: ast.AST) -> Iterator[Change]:
    """Two arguments of a call to a function of the project, which are simple names, change places."""
    if not isinstance(node, ast.Call) or _name_of(node.func).endswith("Op") or _name_of(node.func) in _SYMMETRIC:
        return
    simple = (ast.Name, ast.Attribute, ast.Subscript)
    for index, (first, second) in enumerate(zip(node.args, node.args[1:], strict=False)):
        if isinstance(first, simple) and isinstance(second, simple):
            yield ast.Call(node.func, [*node.args[:index], second, first, *node.args[index + 2 :]], node.keywords)


_SYMMETRIC = ("isinstance", "getattr", "setattr", "min", "max", "cast", "zip", "hasattr", "issubclass")


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


OPERATORS: dict[str, Operator] = {
    operator.__name__: operator
    for operator in (
        guard_dropped,
        branch_taken,
        condition_dropped,
        filter_dropped,
        comparison_off_by_one,
        comparison_negated,
        operands_swapped,
        arguments_swapped,
        wrong_operator,
        constant_off_by_one,
        neighbour_used,
        attribute_forgotten,
        wrong_order,
        element_dropped,
        statement_dropped,
    )
}
"""The operators by name. The names are part of the ids of bugs: rename none."""
