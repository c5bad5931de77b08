"""Replacing some of the uses of a value."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation, SSAValue

from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter


def clone_for_users(op: Operation, accepts: Callable[[Operation], bool]) -> Operation:
    """Clone ``op`` before itself; the users that ``accepts`` holds for use the clone's results instead."""
    rewriter = Rewriter()
    rewriter.before(op)
    clone = rewriter.insert(clone_op(op, {}))
    for old, new in zip(op.results, clone.results, strict=True):
        replace_uses_if(old, new, accepts)
    return clone


def replace_uses_if(value: SSAValue, replacement: SSAValue, condition: Callable[[Operation], bool]) -> None:
    """Replace the uses of ``value`` by operations for which ``condition`` holds (MLIR's ``replaceUsesWithIf``).

    Drivers are not notified.
    """
    for use in list(value.uses):
        if condition(use.operation):
            use.operation.operands[use.index] = replacement
