"""Forward data-flow analysis: facts about values from those about operands (``SparseForwardDataFlowAnalysis``)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dataflow.dead_code import DeadCodeAnalysis
from xtriton.analysis.dataflow.solver import Analysis, Place, Solver
from xtriton.interfaces.branch import BranchOpInterface
from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.ir.creation import operands_of

State = TypeVar("State")


@cache
def _passes_control(op_class: type[Operation]) -> bool:
    """Whether control flow passes values to the results of a class's operations."""
    return issubclass(op_class, RegionBranchOpInterface | CallOpInterface)


class SparseForwardAnalysis(Analysis, Generic[State]):
    """The lattice element of each value, from those of the operands that it is computed from."""

    def __init__(self, solver: Solver, dead_code: DeadCodeAnalysis) -> None:
        self.solver = solver
        self.dead_code = dead_code
        self._live = dead_code.live
        self.states: dict[SSAValue, State] = {}
        """The lattice elements, never ``None``; values that have not been reached are absent."""
        self._subscribers: dict[SSAValue, tuple[Callable[[Operation], None], ...]] = {}
        self._visit_op = self.visit_op
        """One object for all subscriptions."""
        self._dependents: dict[SSAValue, dict[Place, None]] = {}
        self._operands: dict[Operation, tuple[SSAValue, ...]] = {}

    # The interface of an analysis

    @abstractmethod
    def entry(self, value: SSAValue) -> State:
        """The element of a value about which nothing is known."""

    @abstractmethod
    def merge(self, first: State, second: State) -> State:
        """The join of two elements."""

    @abstractmethod
    def compute(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        """Compute the states of the results of ``op`` (the transfer function)."""

    def visit_other_values(
        self, op: Operation, place: Place, values: Sequence[SSAValue], first: int, count: int
    ) -> None:
        """Learn of the values at ``place`` that control flow in ``op`` does not pass.

        Those are all but ``count`` from ``first`` on.
        """
        self.set_to_entry((*values[:first], *values[first + count :]))

    # States

    def meet(self, value: SSAValue, state: State) -> None:
        """Join ``state`` into the state of ``value``."""
        states = self.states
        known = states.get(value)
        if known is not None:
            state = self.merge(known, state)
            if state == known:
                return
        states[value] = state
        if self._dependents:
            for place in self._dependents.get(value, ()):
                self.solver.queue.append((self.visitor(place), place))
        subscribers = self._subscribers.get(value)
        if subscribers is not None:
            users = self.solver.users(value)
            self.solver.queue.extend([(visit, user) for user in users for visit in subscribers])

    def set_to_entry(self, values: Sequence[SSAValue]) -> None:
        """Join the entry state, that of unknown values, into the states of ``values``."""
        for value in values:
            self.meet(value, self.entry(value))

    def subscribe(self, value: SSAValue, visit: Callable[[Operation], None]) -> None:
        """Have the users of ``value`` visited whenever more becomes known of it."""
        known = self._subscribers.get(value, ())
        if visit not in known:
            self._subscribers[value] = (*known, visit)

    def read(self, value: SSAValue, place: Place) -> None:
        """Have ``place`` visited whenever more becomes known of ``value``."""
        self._dependents.setdefault(value, {})[place] = None

    # Steps

    def visitor(self, place: Place) -> Callable[[Any], None]:
        """The function that visits a place."""
        return self.visit_block if isinstance(place, Block) else self.visit_op

    def start(self, top: Operation) -> None:
        for region in top.regions:
            if region.first_block is not None:
                self.set_to_entry(region.first_block.args)
        self._start_regions(top)

    def _start_regions(self, op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                self.dead_code.subscribe(self, block)
                self.visit_block(block)
                is_live = block in self._live
                inner = block.first_op
                while inner is not None:
                    if is_live:
                        self._visit_live(inner)
                    if inner.regions:
                        self._start_regions(inner)
                    inner = inner.next_op

    def visit_op(self, op: Operation) -> None:
        """Update the states of the results of ``op`` if it is live."""
        if op.results and op.parent in self._live:
            self._visit_live(op)

    def _visit_live(self, op: Operation) -> None:
        results = op.results
        if not results:
            return
        operands = self._operands.get(op)
        if operands is None:
            if _passes_control(type(op)):
                self._visit_place(op, op, results)
                return
            operands = self._operands[op] = operands_of(op)
            subscribers, visit = self._subscribers, self._visit_op
            for operand in operands:
                if operand in subscribers:
                    self.subscribe(operand, visit)
                else:
                    subscribers[operand] = (visit,)
        self.compute(op, operands)

    def visit_block(self, block: Block) -> None:
        """Update the states of the arguments of ``block`` if it is live."""
        arguments = block.args
        if not arguments or block not in self._live:
            return
        parent = block.parent_op()
        assert parent is not None
        if block.prev_block is not None:
            self._visit_branches(block)
        elif isinstance(parent, CallableOpInterface) or (
            isinstance(parent, RegionBranchOpInterface) and parent.is_known
        ):
            self._visit_place(block, parent, arguments)
        else:
            self.visit_other_values(parent, block, arguments, 0, 0)

    def _visit_place(self, place: Place, op: Operation, targets: Sequence[SSAValue]) -> None:
        """Join the states of the operands that control flow through ``op`` forwards to ``targets``."""
        sources = self.dead_code.sources(self, place)
        if sources is None:
            self.set_to_entry(targets)
            return
        for source, operands in sources:
            values = source.operands[operands.start : operands.stop]
            # The induction variable of a loop comes before the forwarded values.
            first = len(targets) - len(values) if values else 0
            if len(values) != len(targets):
                self.visit_other_values(op, place, targets, first, len(values))
            for value, target in zip(values, targets[first:], strict=False):
                self._pass(value, target, place)

    def _pass(self, value: SSAValue, target: SSAValue, place: Place) -> None:
        self.read(value, place)
        if value in self.states:
            self.meet(target, self.states[value])

    def _visit_branches(self, block: Block) -> None:
        """Join the states of the operands that branches forward to a block."""
        for use in tuple(block.uses):
            branch = use.operation
            source = branch.parent
            assert source is not None
            if not self.dead_code.is_taken(self, source, block):
                continue
            if not isinstance(branch, BranchOpInterface):
                self.set_to_entry(block.args)
                return
            for value, target in zip(branch.successor_operands(use.index), block.args, strict=True):
                self._pass(value, target, block)
