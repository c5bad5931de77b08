"""Classes of dimensions that must have the same extent, such as those of an operation's operands and results."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue
from xdsl.utils.disjoint_set import DisjointSet

Node = tuple[SSAValue | Operation, int]
"""A dimension of a value, or a loop of a structured operation."""


@dataclass
class DimensionClasses:
    """Equivalence classes of dimensions; some dimensions are fixed, and their classes cannot be split."""

    _known: set[Node] = field(default_factory=set[Node])
    _same: DisjointSet[Node] = field(default_factory=lambda: DisjointSet[Node]())
    _fixed: set[Node] = field(default_factory=set[Node])

    def join(self, one: Node, other: Node) -> None:
        """Two dimensions have the same extent."""
        for node in (one, other):
            if node not in self._known:
                self._known.add(node)
                self._same.add(node)
        self._same.union(one, other)

    def fix(self, *nodes: Node) -> None:
        """Operations use these dimensions as a whole: they reduce them, for example."""
        self._fixed.update(nodes)

    def class_of(self, node: Node) -> list[Node] | None:
        """All dimensions of the class of ``node``; ``None`` if one of them is fixed, or if ``node`` is not known."""
        if node not in self._known:
            return None
        found = [other for other in self._known if self._same.connected(other, node)]
        return found if self._fixed.isdisjoint(found) else None
