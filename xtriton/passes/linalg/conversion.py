"""Replacing illegal operations in program order (MLIR's partial dialect conversion)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.ir import Operation

from xtriton.ir.diagnostics import error
from xtriton.ir.listener import Listener
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter

Decision = Callable[[Operation], bool | None]
"""Whether an operation is legal; ``None`` if it is converted where a pattern applies and is legal otherwise."""


class Inserted(Listener):
    """Records new operations."""

    def __init__(self) -> None:
        self.ops: list[Operation] = []

    def inserted(self, op: Operation) -> None:
        self.ops.append(op)


class Conversion:
    """Visits a program once and converts illegal operations, including those that patterns insert."""

    def __init__(self, patterns: PatternSet, may_stay: Decision) -> None:
        self._patterns = patterns
        self._may_stay = may_stay
        self._listener = Inserted()
        self._rewriter = Rewriter(self._listener)

    def run(self, root: Operation) -> None:
        """Convert all operations in ``root``. Raises ``DiagnosticError`` for an illegal operation without a pattern."""
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
    """All operations in ``root`` in pre-order."""
    for region in root.regions:
        for block in region.blocks:
            for op in block.ops:
                yield op
                yield from _in_order(op)
