"""Runs analyses side by side, one step at a time from one queue (MLIR's ``DataFlowSolver``).

Where an analysis is not monotonic, such as Triton's axis info, its result depends on the order of the steps. MLIR's
order is kept: one first-in, first-out queue, without removal of duplicates.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import count
from typing import Any

from xdsl.ir import Block, Operation, SSAValue

Place = Operation | Block
"""A program point for values: the results of an operation, or the arguments of a block."""

Step = tuple[Callable[[Any], None], Place]


class Analysis(ABC):
    """An analysis that a solver runs."""

    @abstractmethod
    def start(self, top: Operation) -> None:
        """Visit everything in ``top`` once."""


class Solver:
    """The queue of the analyses of a program part, whose operations ``ops`` are in program order."""

    def __init__(self, ops: Iterable[Operation]) -> None:
        self.queue: deque[Step] = deque()
        self._ops = ops
        self._clock = count()
        self._users: dict[SSAValue, tuple[Operation, ...]] = {}

    def run(self, top: Operation, analyses: Sequence[Analysis]) -> None:
        """Run analyses, in this order, of an operation that is isolated from above."""
        for analysis in analyses:
            analysis.start(top)
        queue = self.queue
        while queue:
            visit, place = queue.popleft()
            visit(place)

    def users(self, value: SSAValue) -> Sequence[Operation]:
        """The users of a value, one entry for each use, in the order in which they are notified.

        The latest use comes first. Uses have the age that they have in a fresh clone of the program: those of an
        operation are older than those in its regions. Triton's Python interface passes such clones to its passes.
        """
        found = self._users.get(value)
        if found is None:
            uses = list(value.uses)
            if len(uses) > 1:
                ages = self._ages
                uses.sort(key=lambda use: (ages[use.operation], use.index), reverse=True)
            found = self._users[value] = tuple([use.operation for use in uses])
        return found

    @cached_property
    def _ages(self) -> dict[Operation, int]:
        return dict(zip(self._ops, self._clock, strict=False))

    def renew(self, op: Operation) -> None:
        """Make the uses by ``op`` the latest ones, as setting its operands does."""
        self._ages[op] = next(self._clock)
        for operand in op.operands:
            self._users.pop(operand, None)
