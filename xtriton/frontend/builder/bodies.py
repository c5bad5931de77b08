"""Checks on the body of a ``with`` block that tracing it once would miss.

The body of a loop or branch is traced once, whatever the program does at run time. Python's ``return``, ``break`` and
``continue`` would skip tracing, and a variable that one iteration passes to the next would keep its initial value.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

_LOOPS = (ast.For, ast.While)
_OTHER_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def escaping_statement(body: Sequence[ast.AST], *, in_loop: bool = False) -> ast.stmt | None:
    """The first ``return``, or ``break`` or ``continue`` of an enclosing loop, in a body."""
    for node in body:
        if isinstance(node, ast.Return) or (isinstance(node, ast.Break | ast.Continue) and not in_loop):
            return node
        if isinstance(node, _OTHER_SCOPES):
            continue
        inner = list(ast.iter_child_nodes(node))
        found = escaping_statement(inner, in_loop=in_loop or isinstance(node, _LOOPS))
        if found is not None:
            return found
    return None


def updated_names(body: Sequence[ast.stmt]) -> dict[str, int]:
    """The variables that a body reads before assigning them, with the lines of the assignments."""
    order = _Order()
    for statement in body:
        order.visit(statement)
    return order.updated


class _Order(ast.NodeVisitor):
    """Visits names in evaluation order."""

    def __init__(self) -> None:
        self.updated: dict[str, int] = {}
        self._read: set[str] = set()
        self._assigned: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._assign(node)
        elif node.id not in self._assigned:
            self._read.add(node.id)

    def _assign(self, name: ast.Name) -> None:
        if name.id in self._read and name.id not in self._assigned:
            self.updated[name.id] = name.lineno
        self._assigned.add(name.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self.visit(node.target)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self.visit(node.target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name) and node.target.id not in self._assigned:
            self._read.add(node.target.id)
        self.visit(node.value)
        self.visit(node.target)

    def visit_For(self, node: ast.For) -> None:
        for part in (node.iter, node.target, *node.body, *node.orelse):
            self.visit(part)

    def generic_visit(self, node: ast.AST) -> None:
        if not isinstance(node, _OTHER_SCOPES + _COMPREHENSIONS):
            super().generic_visit(node)
