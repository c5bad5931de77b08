"""Definite assignment: the reads of names that a function may not have assigned by then.

Triton's front end looks such a name up among the globals. The rules are those of Java (Language Specification,
chapter 16), without its constant conditions: a name is assigned after a branch if both sides assign it, and what a loop
assigns counts only within its body.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

Names = frozenset[str]

_NOT_FOLLOWED = (ast.AsyncFor, ast.AsyncWith, ast.ClassDef, ast.Delete, ast.Global, ast.Match, ast.Nonlocal, ast.Try)
"""Statements that the front end rejects. In a function with one of them no name counts as assigned."""


def unassigned_reads(function: ast.AST) -> set[ast.Name]:
    """The reads of names in a function, or in a module of functions, before which they may not have been assigned.

    Parameters count as assigned, those of inner functions everywhere.
    """
    walk = _Walk()
    parameters = frozenset(node.arg for node in ast.walk(function) if isinstance(node, ast.arg))
    if any(isinstance(node, _NOT_FOLLOWED) for node in ast.walk(function)):
        walk.expressions([function], parameters)
    else:
        walk.statement(function, parameters)
    return walk.found


class _Walk:
    """Goes through statements in order with the names that are assigned, and collects the other ones that are read."""

    def __init__(self) -> None:
        self.found: set[ast.Name] = set()

    def expressions(self, trees: Sequence[ast.AST | None], assigned: Names) -> None:
        """Collect what expressions read."""
        for tree in trees:
            for node in ast.walk(tree) if tree is not None else ():
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in assigned:
                    self.found.add(node)

    def block(self, body: Iterable[ast.stmt], assigned: Names) -> Names | None:
        """The names that are assigned after some statements; ``None`` if they end with a ``return``."""
        after: Names | None = assigned
        for statement in body:
            # The front end may look at statements after a ``return``, too.
            after = self.statement(statement, assigned if after is None else after)
        return after

    def statement(self, statement: ast.AST, assigned: Names) -> Names | None:
        """The names that are assigned after a statement; ``None`` after a ``return``."""
        match statement:
            case ast.Assign(targets=targets, value=value):
                self.expressions([value, *targets], assigned)
                return assigned | _stored(targets)
            case ast.AnnAssign(target=target, value=value, annotation=annotation):
                self.expressions([value, target, annotation], assigned)
                return assigned if value is None else assigned | _stored([target])
            case ast.AugAssign(target=target, value=value):
                self.expressions([value, target], assigned)
                if isinstance(target, ast.Name) and target.id not in assigned:
                    self.found.add(target)
                return assigned | _stored([target])
            case ast.If(test=test, body=body, orelse=orelse):
                self.expressions([test], assigned)
                return _after_both(self.block(body, assigned), self.block(orelse, assigned))
            case ast.For(target=target, iter=iterable, body=body, orelse=orelse):
                self.expressions([iterable, target], assigned)
                self.block(body, assigned | _stored([target]))
                self.block(orelse, assigned)
                return assigned
            case ast.While(test=test, body=body, orelse=orelse):
                self.expressions([test], assigned)
                self.block(body, assigned)
                self.block(orelse, assigned)
                return assigned
            case ast.With(items=items, body=body):
                self.expressions(items, assigned)
                return self.block(body, assigned | _stored(items))
            case ast.Return(value=value):
                self.expressions([value], assigned)
                return None
            case ast.FunctionDef(body=body, decorator_list=decorators, args=parameters, returns=returns):
                self.expressions([*decorators, parameters, returns], assigned)
                self.block(body, assigned)
                return assigned
            case ast.Module(body=body):
                return self.block(body, assigned)
            case _:
                self.expressions([statement], assigned)
                return assigned


def _stored(targets: Sequence[ast.AST]) -> Names:
    """The names that are stored to."""
    nodes = (node for target in targets for node in ast.walk(target))
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))


def _after_both(first: Names | None, second: Names | None) -> Names | None:
    """The names that are assigned after either of two branches."""
    if first is None or second is None:
        return second if first is None else first
    return first & second
