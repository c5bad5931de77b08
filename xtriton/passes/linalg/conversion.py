"""Replacing operations that may not stay, in the order of the program (MLIR's partial dialect conversion)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.ir import Operation

from xtriton.ir.diagnostics import error
from xtriton.ir.listener import Listener
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter

Decision = Callable[[Operation], bool | None]
"""Whether an operation may stay; ``None`` if it is replaced where a pattern applies and stays otherwise."""


class Inserted(Listener):
    """Remembers new operations."""

    def __init__(self) -> None:
        self.ops: list[Operation] = []

    def inserted(self, op: Operation) -> None:
        self.ops.append(op)


class Conversion:
    """Goes over a program once and replaces what may not stay, and of what that puts in its place likewise."""

    def __init__(self, patterns: PatternSet, may_stay: Decision) -> None:
        self._patterns = patterns
        self._may_stay = may_stay
        self._listener = Inserted()
        self._rewriter = Rewriter(self._listener)

    def run(self, root: Operation) -> None:
        """Convert everything in ``root``. Raises ``DiagnosticError`` for what may not stay and matches no pattern."""
        self._convert_in(root)

    def _convert_in(self, root: Operation) -> None:
        for op in list(_in_order(root)):
            if op.parent is not None:
                self._convert(op)

    def _convert(self, op: Operation) -> None:
        allowed = self._may_stay(op)
        if allowed:
            return
        self._rewriter.start_at(op)
        for rewrite in self._patterns.of(type(op)):
            self._listener.ops = []
            if rewrite(op, self._rewriter):
                for new in self._listener.ops:
                    if new.parent is not None:
                        self._convert(new)
                    if new.parent is not None:
                        self._convert_in(new)
                return
        if allowed is False:
            raise error(op.location, f"failed to legalize operation '{op.name}' that was explicitly marked illegal")


def _in_order(root: Operation) -> Iterator[Operation]:
    """All operations in ``root``, outer ones first."""
    for region in root.regions:
        for block in region.blocks:
            for op in block.ops:
                yield op
                yield from _in_order(op)
