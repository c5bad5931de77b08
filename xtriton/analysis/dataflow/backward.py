"""Backward data-flow analysis: uses of operands from uses of results (``SparseBackwardDataFlowAnalysis``)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from xdsl.ir import Operation, SSAValue

from xtriton.interfaces.branch import BranchOpInterface
from xtriton.interfaces.region_branch import RegionBranchOpInterface, forwarded_by, is_region_terminator
from xtriton.ir.creation import is_result
from xtriton.ir.walk import operations_in

State = TypeVar("State")


class SparseBackwardAnalysis(ABC, Generic[State]):
    """The lattice element of each value, from those of the results that are computed from it.

    States only grow, from :meth:`bottom` on. A value that control flow forwards is needed for all that the values that
    take it are needed for.
    """

    def __init__(self, root: Operation) -> None:
        self._states: dict[SSAValue, State] = {}
        self._dependents: dict[SSAValue, list[Operation]] = {}
        """The operations to visit again when more is known of a value, besides that which defines it."""
        self._pending: list[Operation] = []
        self._is_pending: set[Operation] = set()
        for op in operations_in(root):
            if op is not root:
                self._queue(op)
                self._depend(op)
        while self._pending:
            op = self._pending.pop()
            self._is_pending.remove(op)
            self._visit(op)

    # The interface of an analysis

    @property
    @abstractmethod
    def bottom(self) -> State:
        """The element of an unused value."""

    @abstractmethod
    def join(self, first: State, second: State) -> State:
        """The meet of two elements."""

    @abstractmethod
    def visit_operation(self, op: Operation) -> None:
        """Learn of the operands of an operation that computes its results."""

    @abstractmethod
    def visit_branch(self, op: Operation, deciding: Sequence[SSAValue]) -> None:
        """Visit ``deciding``, the operands of a branching operation that are not forwarded.

        Those of an operation with regions include the operands that its terminators do not forward.
        """

    # States

    def of(self, value: SSAValue) -> State:
        """The lattice element of a value."""
        return self._states.get(value, self.bottom)

    def add(self, value: SSAValue, state: State) -> None:
        """Learn that a value is needed for ``state``, too."""
        known = self.of(value)
        joined = self.join(known, state)
        if joined == known:
            return
        self._states[value] = joined
        if is_result(value):
            self._queue(value.op)
        for op in self._dependents.get(value, ()):
            self._queue(op)

    # Steps

    def _queue(self, op: Operation) -> None:
        if op not in self._is_pending:
            self._is_pending.add(op)
            self._pending.append(op)

    def _depend(self, op: Operation) -> None:
        """Note which values an operation must be told of."""
        if isinstance(op, RegionBranchOpInterface):
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.args:
                        self._dependents.setdefault(argument, []).append(op)
        if _directs(op):
            for _, target in forwarded_operands(op):
                self._dependents.setdefault(target, []).append(op)

    def _visit(self, op: Operation) -> None:
        if not _directs(op):
            self.visit_operation(op)
            return
        for value, target in forwarded_operands(op):
            self.add(value, self.of(target))
        if isinstance(op, BranchOpInterface):
            self.visit_branch(op, op.operands[: op.DECIDING_OPERANDS])
        elif isinstance(op, RegionBranchOpInterface):
            self.visit_branch(op, op.deciding_operands())


def _directs(op: Operation) -> bool:
    """Whether ``op`` has an interface that tells which operands it forwards."""
    return isinstance(op, BranchOpInterface | RegionBranchOpInterface) or is_region_terminator(op)


def forwarded_operands(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """The forwarded operands of a branch, an operation with regions or a terminator, with the values they map to."""
    if not isinstance(op, BranchOpInterface):
        yield from forwarded_by(op)
        return
    for index, block in enumerate(op.successors):
        yield from zip(op.successor_operands(index), block.args, strict=True)
