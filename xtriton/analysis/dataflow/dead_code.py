"""Which blocks are reached, and from where values come to a place (MLIR's ``DeadCodeAnalysis``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.traits import IsTerminator, ReturnLike

from xtriton.analysis.call_graph import Call, Function
from xtriton.analysis.dataflow.callers import Callers
from xtriton.analysis.dataflow.solver import Analysis, Place, Solver
from xtriton.interfaces.branch import BranchOpInterface
from xtriton.interfaces.region_branch import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    is_region_terminator,
)
from xtriton.ir.traits import class_has_trait, has_trait


class Constants(Protocol):
    """The interface of constant propagation that dead code analysis uses."""

    def is_known(self, value: SSAValue, visit: Callable[[Operation], None]) -> bool:
        """Whether ``value`` has been computed; its users are visited when more becomes known of it."""
        ...

    def attribute(self, value: SSAValue) -> Attribute | None:
        """The constant that ``value`` is, as far as is known."""
        ...


class Follower(Protocol):
    """An analysis that is notified when further blocks become reachable."""

    def visit_op(self, op: Operation) -> None:
        """Visit an operation."""
        ...

    def visit_block(self, block: Block) -> None:
        """Visit a block."""
        ...


def _visitor(follower: Follower, place: Place) -> Callable[[Any], None]:
    return follower.visit_block if isinstance(place, Block) else follower.visit_op


def _returns(op: Operation) -> bool:
    """Whether ``op`` ends a function."""
    block = op.parent
    return block is not None and block.last_op is op and not op.successors and isinstance(op.parent_op(), Function)


@cache
def _may_direct(op_class: type[Operation]) -> bool:
    """Whether operations of a class can direct control flow. Others need no further look."""
    if class_has_trait(op_class, IsTerminator) or issubclass(op_class, Call) or not issubclass(op_class, IRDLOperation):
        return True
    definition = op_class.get_irdl_definition()
    return issubclass(op_class, UnregisteredOp) or bool(definition.regions or definition.successors)


def _directs(op: Operation) -> bool:
    """Whether ``op`` directs control flow: it has regions or successors, returns from a region, or calls."""
    if not _may_direct(type(op)):
        return False
    if op.regions or op.successors:
        return True
    op_class = type(op)
    if class_has_trait(op_class, IsTerminator):
        return is_region_terminator(op) or _returns(op)
    return issubclass(op_class, Call)


class DeadCodeAnalysis(Analysis):
    """Which blocks are reached, and from where values come."""

    def __init__(self, solver: Solver) -> None:
        self.live: set[Block] = set()
        """The blocks that are reached."""
        self.constants: Constants | None = None
        """The constants of operands that determine control flow; without it, all branches are taken."""
        self._solver = solver
        self._callers: Callers | None = None
        self._top: Operation | None = None
        self._predecessors: dict[Place, dict[Operation, range]] = {}
        self._unknown: set[Place] = set()
        self._returns: dict[Function, dict[Operation, None]] = {}
        self._calls: dict[Function, dict[Call, None]] = {}
        self._subscribed: set[Block] = set()
        """Blocks with operations that direct control."""
        self._followers: dict[Block, list[Follower]] = {}
        self._edges: set[tuple[Block, Block]] = set()
        self._waiting: dict[tuple[Block, Block], dict[Follower, None]] = {}
        self._dependents: dict[Place, dict[Follower, None]] = {}

    def start(self, top: Operation) -> None:
        self._top, self._callers = top, None
        self._run_entries(top)
        self._look_into(top)

    def _look_into(self, op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                inner = block.first_op
                while inner is not None:
                    if _directs(inner):
                        self._subscribed.add(block)
                        self.visit(inner)
                        self._look_into(inner)
                    inner = inner.next_op

    # Queries of analyses

    def subscribe(self, follower: Follower, block: Block) -> None:
        """Tell an analysis when a block turns out to be reached."""
        known = self._followers.setdefault(block, [])
        if follower not in known:
            known.append(follower)

    def sources(self, follower: Follower, place: Place) -> Sequence[tuple[Operation, range]] | None:
        """The operations from which values come to a place, each with the operands that it forwards.

        ``None`` if there are others. The analysis is told when there are more.
        """
        self._dependents.setdefault(place, {})[follower] = None
        return None if place in self._unknown else tuple(self._predecessors.get(place, {}).items())

    def is_taken(self, follower: Follower, source: Block, target: Block) -> bool:
        """Whether an edge between two blocks is executable; the analysis is notified when it becomes so."""
        self._waiting.setdefault((source, target), {})[follower] = None
        return (source, target) in self._edges

    # Reachability

    def _run(self, block: Block) -> None:
        if block in self.live:
            return
        self.live.add(block)
        queue = self._solver.queue
        followers = self._followers.get(block, ())
        for follower in followers:
            queue.append((follower.visit_block, block))
        ops = list(block.ops)
        if block in self._subscribed:
            queue.extend([(self.visit, op) for op in ops if _directs(op)])
        for follower in followers:
            visit = follower.visit_op
            queue.extend([(visit, op) for op in ops if op.results])

    def _run_entries(self, op: Operation) -> None:
        for region in op.regions:
            if region.first_block is not None:
                self._run(region.first_block)

    def _pass(self, source: Operation, operands: range, place: Place) -> None:
        """Learn that some operands of ``source`` come to ``place``."""
        if isinstance(place, Block):
            self._run(place)
        known = self._predecessors.setdefault(place, {})
        if source not in known:
            known[source] = operands
            self._tell(place)

    def _pass_unknown(self, place: Place) -> None:
        """Learn that values come to ``place`` from elsewhere."""
        if isinstance(place, Block):
            self._run(place)
        if place not in self._unknown:
            self._unknown.add(place)
            self._tell(place)

    def _tell(self, place: Place) -> None:
        for follower in self._dependents.get(place, ()):
            self._solver.queue.append((_visitor(follower, place), place))

    def _branch(self, source: Block, target: Block) -> None:
        self._run(target)
        edge = (source, target)
        if edge not in self._edges:
            self._edges.add(edge)
            for follower in self._waiting.get(edge, ()):
                self._solver.queue.append((follower.visit_block, target))

    # Operations that direct control flow

    def visit(self, op: Operation) -> None:
        """Look at an operation that directs control."""
        block = op.parent
        if block is None or block not in self.live:
            return
        if isinstance(op, Call):
            self._visit_call(op)
        elif isinstance(op, RegionBranchOpInterface) and op.is_known:
            if self._knows_all(op):
                for successor in op.taken_entry_successors(self._known(op)):
                    self._enter(op, op.entry_operands(successor), successor, op)
        elif isinstance(op, Function):
            self._visit_function(op)
        elif op.regions:
            self._run_entries(op)
        if op.successors:
            self._visit_branch(op, block)
        elif isinstance(op, RegionBranchTerminatorOpInterface) and (parent := op.branching_parent()) is not None:
            if self._knows_all(op):
                for successor in op.successors_taken(self._known(op)):
                    self._enter(op, op.successor_operands(successor), successor, parent)
        elif _returns(op):
            self._visit_return(op)

    def _knows_all(self, op: Operation) -> bool:
        """Whether the states of all operands are known; an operand after an endless loop stays unknown."""
        constants = self.constants
        return constants is None or all(constants.is_known(operand, self.visit) for operand in op.operands)

    def _known(self, op: Operation) -> Sequence[Attribute | None]:
        """The constants of the operands, where known."""
        constants = self.constants
        return [None if constants is None else constants.attribute(operand) for operand in op.operands]

    def _enter(
        self, source: Operation, operands: range, successor: RegionSuccessor, op: RegionBranchOpInterface
    ) -> None:
        region = successor.region
        self._pass(source, operands, op if region is None or region.first_block is None else region.first_block)

    def _visit_branch(self, op: Operation, block: Block) -> None:
        targets: Sequence[Block] = op.successors
        if isinstance(op, BranchOpInterface):
            targets = op.successors_taken(self._known(op)) if self._knows_all(op) else ()
        for target in targets:
            self._branch(block, target)

    # Functions

    def _calls_within(self) -> Callers:
        """The calls in the analysed operation, looked for when the first function or call is met."""
        if self._callers is None:
            assert self._top is not None
            self._callers = Callers(self._top)
        return self._callers

    def _visit_function(self, function: Function) -> None:
        entry = function.regions[0].first_block
        if entry is not None and not self._calls_within().are_known(function):
            self._pass_unknown(entry)

    def _visit_call(self, call: Call) -> None:
        callee = self._calls_within().callee(call)
        if callee is None:
            self._pass_unknown(call)
            return
        self._calls.setdefault(callee, {})[call] = None
        entry = callee.regions[0].first_block
        assert entry is not None
        self._pass(call, range(len(call.operands)), entry)
        for end in self._returns.get(callee, ()):
            self._return(end, call)

    def _visit_return(self, end: Operation) -> None:
        function = end.parent_op()
        assert isinstance(function, Function)
        self._returns.setdefault(function, {})[end] = None
        for call in self._calls.get(function, ()):
            self._return(end, call)

    def _return(self, end: Operation, call: Call) -> None:
        """Learn that control returns from a function to a call."""
        if has_trait(end, ReturnLike):
            self._pass(end, range(len(end.operands)), call)
        else:
            self._pass_unknown(call)
