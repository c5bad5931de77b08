"""What is true of values on all paths that can be taken, found in the order in which MLIR finds it.

MLIR's ``DataFlowSolver`` runs analyses side by side, one step at a time from one queue. Where an analysis is not
monotonic, as Triton's of axes, what it finds depends on the order of the steps, so that order is kept here: one queue,
first in, first out, nothing left out that was put in twice. Three analyses share it: :class:`Liveness` (MLIR's
``DeadCodeAnalysis``) finds which blocks are run, :class:`Constants` (``SparseConstantPropagation``) which values decide
that, and a :class:`Sparse` one of the caller (``SparseForwardDataFlowAnalysis``) what it is after.

A function is looked at by itself: nothing is known of its arguments, nor of what calls return.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import count
from typing import Any, Final, Generic, TypeVar, cast

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.branches import is_branch, successor_operands
from xtriton.analysis.call_graph import Call, Function
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpYieldOp
from xtriton.dialects.upstream.cf import CondBranchOp, SwitchOp
from xtriton.dialects.upstream.scf import ConditionOp, ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp
from xtriton.folds.folding import IN_PLACE, constant_of_op, fold_with
from xtriton.ir.narrowing import is_integer_attr

Structured = ForOp | IfOp | WhileOp | ExecuteRegionOp | IndexSwitchOp | WarpSpecializeOp
Place = Operation | Block
"""Where values arrive: the arguments of a block, or the results of an operation."""

State = TypeVar("State")
Step = tuple[Callable[[Any], None], Place]


@cache
def _is_structured(op_class: type[Operation]) -> bool:
    return issubclass(op_class, Structured)


def _ends_structured(op: Operation) -> bool:
    """Whether ``op`` hands values on from the end of a region of a structured operation."""
    return isinstance(op, YieldOp | ConditionOp | WarpYieldOp) and isinstance(op.parent_op(), Structured)


def _directs(op: Operation) -> bool:
    """Whether ``op`` says what is run next."""
    return bool(op.regions or op.successors) or _ends_structured(op)


def _forwarded(op: Operation) -> Sequence[SSAValue]:
    """The values that an operation which directs control hands on, to whichever place."""
    if isinstance(op, ForOp):
        return op.initArgs
    if isinstance(op, ConditionOp):
        return op.args
    return op.operands if isinstance(op, WhileOp | YieldOp | WarpYieldOp) else ()


class Solver:
    """The queue, and what is known of control flow in the operations ``ops`` of a function, in program order."""

    def __init__(self, ops: Iterable[Operation]) -> None:
        self.queue: deque[Step] = deque()
        self.live: set[Block] = set()
        self.predecessors: dict[Place, dict[Operation, None]] = {}
        """From where values come to a place of structured control flow."""
        self._clock = count()
        self._ages = dict(zip(ops, self._clock, strict=False))
        self._users: dict[SSAValue, tuple[Operation, ...]] = {}
        self.constants = Constants(self)
        self.liveness = Liveness(self)
        self.sparse: list[Sparse[Any]] = [self.constants]

    def add(self, analysis: Sparse[Any]) -> None:
        """Run another analysis too."""
        self.sparse.append(analysis)

    def run(self, top: Operation) -> None:
        """Find out all about an operation that is isolated from above."""
        self.liveness.start(top)
        for analysis in self.sparse:
            analysis.start(top)
        queue = self.queue
        while queue:
            visit, place = queue.popleft()
            visit(place)

    def users(self, value: SSAValue) -> Sequence[Operation]:
        """The operations that use a value, use by use, in the order in which they are told of it.

        That is the latest use first, where uses are as old as in a fresh copy of the program: those of an operation
        are older than those in its regions. Triton's Python interface hands such copies to its passes.
        """
        found = self._users.get(value)
        if found is None:
            ages = self._ages
            uses = sorted(value.uses, key=lambda use: (ages[use.operation], use.index), reverse=True)
            found = self._users[value] = tuple(use.operation for use in uses)
        return found

    def renew(self, op: Operation) -> None:
        """Make the uses by ``op`` the latest ones, as setting its operands does."""
        self._ages[op] = next(self._clock)
        for operand in op.operands:
            self._users.pop(operand, None)


class Liveness:
    """Which blocks are run, and from where values come."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._subscribed: set[Block] = set()
        """Blocks with operations that direct control."""
        self._subscribed_sparse: dict[Block, list[Sparse[Any]]] = {}
        self._edges: set[tuple[Block, Block]] = set()
        self._waiting: dict[tuple[Block, Block], dict[Sparse[Any], None]] = {}
        self._dependents: dict[Place, dict[Sparse[Any], None]] = {}

    def start(self, top: Operation) -> None:
        """Look at what directs control in ``top``, which is run."""
        self._run_entries(top)
        self._look_into(top)

    def _look_into(self, op: Operation) -> None:
        for region in op.regions:
            for inner in (inner for block in region.blocks for inner in block.ops):
                if _directs(inner):
                    block = inner.parent
                    assert block is not None
                    self._subscribed.add(block)
                    self.visit(inner)
                    self._look_into(inner)

    # What analyses ask

    def subscribe(self, analysis: Sparse[Any], block: Block) -> None:
        """Tell an analysis when a block turns out to be run."""
        known = self._subscribed_sparse.setdefault(block, [])
        if analysis not in known:
            known.append(analysis)

    def sources(self, analysis: Sparse[Any], place: Place) -> Sequence[Operation]:
        """From where values come to a place; the analysis is told when there are more."""
        self._dependents.setdefault(place, {})[analysis] = None
        return tuple(self._solver.predecessors.get(place, ()))

    def is_taken(self, analysis: Sparse[Any], source: Block, target: Block) -> bool:
        """Whether a branch between two blocks is taken; the analysis is told when it turns out to be."""
        self._waiting.setdefault((source, target), {})[analysis] = None
        return (source, target) in self._edges

    # What is run

    def _run(self, block: Block) -> None:
        if block in self._solver.live:
            return
        self._solver.live.add(block)
        queue = self._solver.queue
        followers = self._subscribed_sparse.get(block, ())
        for analysis in followers:
            queue.append((analysis.visit_block, block))
        if block in self._subscribed:
            queue.extend((self.visit, op) for op in block.ops if _directs(op))
        for analysis in followers:
            queue.extend((analysis.visit_op, op) for op in block.ops if op.results)

    def _run_entries(self, op: Operation) -> None:
        for region in op.regions:
            if region.first_block is not None:
                self._run(region.first_block)

    def _pass(self, source: Operation, place: Place) -> None:
        """Learn that values come from ``source`` to ``place``."""
        if isinstance(place, Block):
            self._run(place)
        known = self._solver.predecessors.setdefault(place, {})
        if source not in known:
            known[source] = None
            for analysis in self._dependents.get(place, ()):
                self._solver.queue.append((analysis.visitor(place), place))

    def _enter(self, source: Operation, region: Region, op: Operation) -> None:
        """Learn that a region of ``op`` is run, or if it is empty, that ``op`` is left."""
        self._pass(source, op if region.first_block is None else region.first_block)

    def _branch(self, source: Block, target: Block) -> None:
        self._run(target)
        edge = (source, target)
        if edge not in self._edges:
            self._edges.add(edge)
            for analysis in self._waiting.get(edge, ()):
                self._solver.queue.append((analysis.visit_block, target))

    # What operations direct

    def visit(self, op: Operation) -> None:
        """Look at an operation that directs control."""
        block = op.parent
        if block not in self._solver.live:
            return
        if isinstance(op, Structured):
            if self._knows_all(op):
                self._visit_structured(op)
        elif op.regions:
            self._run_entries(op)
        if _ends_structured(op):
            if self._knows_all(op):
                self._visit_end(op, cast("Structured", op.parent_op()))
        elif op.successors:
            assert block is not None
            self._visit_branch(op, block)

    def _knows_all(self, op: Operation) -> bool:
        """Whether all operands have been computed, as far as anybody knows."""
        return all(self._solver.constants.is_known(operand, self.visit) for operand in op.operands)

    def _integer(self, value: SSAValue) -> int | None:
        """The number that a value is known to be."""
        constant = self._solver.constants.states.get(value)
        return constant.value.data if is_integer_attr(constant) else None

    def _visit_structured(self, op: Structured) -> None:
        match op:
            case ForOp():
                self._enter(op, op.region, op)
                self._pass(op, op)
            case WhileOp():
                self._enter(op, op.before, op)
            case ExecuteRegionOp():
                self._enter(op, op.region, op)
            case WarpSpecializeOp():
                self._enter(op, op.regions[0], op)
            case IfOp():
                number = self._integer(op.condition)
                if number is None or number:
                    self._enter(op, op.thenRegion, op)
                if not number:
                    self._enter(op, op.elseRegion, op)
            case IndexSwitchOp():
                self._visit_switch(op)

    def _visit_switch(self, op: IndexSwitchOp) -> None:
        number = self._integer(op.arg)
        cases = dict(zip(op.case_values, op.caseRegions, strict=True))
        regions = [op.defaultRegion, *op.caseRegions] if number is None else [cases.get(number, op.defaultRegion)]
        for region in regions:
            self._enter(op, region, op)

    def _visit_end(self, end: Operation, op: Structured) -> None:
        if isinstance(op, ForOp):
            self._enter(end, op.region, op)
        if not isinstance(op, WhileOp):
            self._pass(end, op)
        elif not isinstance(end, ConditionOp):
            self._enter(end, op.before, op)
        else:
            goes_on = self._integer(end.operands[0])
            if goes_on is None or goes_on:
                self._enter(end, op.after, op)
            if not goes_on:
                self._pass(end, op)

    def _visit_branch(self, op: Operation, block: Block) -> None:
        if not is_branch(op):
            for target in op.successors:
                self._branch(block, target)
        elif self._knows_all(op):
            for target in self._taken(op):
                self._branch(block, target)

    def _taken(self, op: Operation) -> Sequence[Block]:
        """The blocks that a branch may go to."""
        number = self._integer(op.operands[0]) if isinstance(op, CondBranchOp | SwitchOp) else None
        if number is None:
            return op.successors
        if isinstance(op, CondBranchOp):
            return (op.trueDest if number else op.falseDest,)
        assert isinstance(op, SwitchOp)
        return (op.successors[op.cases.index(number) + 1 if number in op.cases else 0],)


class Sparse(ABC, Generic[State]):
    """What is known of each value, from what is known of the values that it is computed from."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.states: dict[SSAValue, State] = {}
        """What is known; values that have not been reached are not in it."""
        self._subscribers: dict[SSAValue, dict[Callable[[Operation], None], None]] = {}
        self._dependents: dict[SSAValue, dict[Place, None]] = {}
        self._operands: dict[Operation, tuple[SSAValue, ...]] = {}

    # What an analysis is

    @abstractmethod
    def entry(self, value: SSAValue) -> State:
        """What is known of a value of which nothing can be found out."""

    @abstractmethod
    def merge(self, first: State, second: State) -> State:
        """What is known of a value that is either of two."""

    @abstractmethod
    def compute(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        """Learn what the results of ``op`` are."""

    def visit_other_values(
        self, op: Operation, place: Place, values: Sequence[SSAValue], first: int, count: int
    ) -> None:
        """Learn of the values at ``place`` that control flow in ``op`` does not pass.

        Those are all but ``count`` from ``first`` on.
        """
        self.set_to_entry((*values[:first], *values[first + count :]))

    # What is known

    def meet(self, value: SSAValue, state: State) -> None:
        """Learn that ``value`` may be what ``state`` says."""
        known = self.states.get(value)
        if value in self.states:
            state = self.merge(cast("State", known), state)
            if state == known:
                return
        self.states[value] = state
        self._changed(value)

    def _changed(self, value: SSAValue) -> None:
        queue = self.solver.queue
        for place in self._dependents.get(value, ()):
            queue.append((self.visitor(place), place))
        subscribers = self._subscribers.get(value)
        if subscribers is None:
            return
        for user in self.solver.users(value):
            for visit in subscribers:
                queue.append((visit, user))

    def set_to_entry(self, values: Sequence[SSAValue]) -> None:
        """Learn that nothing can be found out of some values."""
        for value in values:
            self.meet(value, self.entry(value))

    def subscribe(self, value: SSAValue, visit: Callable[[Operation], None]) -> None:
        """Have the users of ``value`` visited whenever more becomes known of it."""
        self._subscribers.setdefault(value, {})[visit] = None

    def read(self, value: SSAValue, place: Place) -> None:
        """Have ``place`` visited whenever more becomes known of ``value``."""
        self._dependents.setdefault(value, {})[place] = None

    # Steps

    def visitor(self, place: Place) -> Callable[[Any], None]:
        """What visits a place."""
        return self.visit_block if isinstance(place, Block) else self.visit_op

    def start(self, top: Operation) -> None:
        """Visit everything in ``top`` once."""
        for region in top.regions:
            if region.first_block is not None:
                self.set_to_entry(region.first_block.args)
        self._start_regions(top)

    def _start_regions(self, op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                self.solver.liveness.subscribe(self, block)
                self.visit_block(block)
                is_live = block in self.solver.live
                for inner in block.ops:
                    if is_live:
                        self.visit_op(inner)
                    if inner.regions:
                        self._start_regions(inner)

    def visit_op(self, op: Operation) -> None:
        """Learn what the results of ``op`` are."""
        results = op.results
        if not results or op.parent not in self.solver.live:
            return
        if _is_structured(type(op)):
            self._visit_place(op, op, results)
            return
        operands = self._operands.get(op)
        if operands is None:
            operands = self._operands[op] = tuple(op.operands)
            for operand in operands:
                self.subscribe(operand, self.visit_op)
        if isinstance(op, Call):
            self.set_to_entry(results)
        else:
            self.compute(op, operands)

    def visit_block(self, block: Block) -> None:
        """Learn what the arguments of ``block`` are."""
        arguments = block.args
        if not arguments or block not in self.solver.live:
            return
        parent = block.parent_op()
        assert parent is not None
        if block.prev_block is not None:
            self._visit_branches(block)
        elif isinstance(parent, Function):
            self.set_to_entry(arguments)
        elif _is_structured(type(parent)):
            self._visit_place(block, parent, arguments)
        else:
            self.visit_other_values(parent, block, arguments, 0, 0)

    def _visit_place(self, place: Place, op: Operation, targets: Sequence[SSAValue]) -> None:
        """Learn what structured control flow passes to a place."""
        for source in self.solver.liveness.sources(self, place):
            values = _forwarded(source)
            # The induction variable of a loop comes before what is passed.
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
        """Learn what the branches to a block pass to it."""
        for use in tuple(block.uses):
            branch = use.operation
            source = branch.parent
            assert source is not None
            if not self.solver.liveness.is_taken(self, source, block):
                continue
            if not is_branch(branch):
                self.set_to_entry(block.args)
                return
            for value, target in zip(successor_operands(branch, use.index), block.args, strict=True):
                self._pass(value, target, block)


class _Varies:
    """The type of :data:`VARIES`."""


VARIES: Final = _Varies()
"""What is known of a value that is no constant."""


class Constants(Sparse["Attribute | _Varies"]):
    """Which values are constants."""

    def __init__(self, solver: Solver) -> None:
        super().__init__(solver)
        self._changing: set[Operation] = set()
        """Operations that folding changes in place."""

    def entry(self, value: SSAValue) -> Attribute | _Varies:
        return VARIES

    def merge(self, first: Attribute | _Varies, second: Attribute | _Varies) -> Attribute | _Varies:
        return first if first == second else VARIES

    def is_known(self, value: SSAValue, visit: Callable[[Operation], None]) -> bool:
        """Whether ``value`` has been computed; its users are visited when that changes."""
        self.subscribe(value, visit)
        return value in self.states

    def compute(self, op: Operation, operands: Sequence[SSAValue]) -> None:
        if op.regions:
            self.set_to_entry(op.results)
            return
        states = self.states
        if states.get(op.results[0]) is VARIES and len(op.results) == 1 and op not in self._changing:
            return
        if not all(operand in states for operand in operands):
            return
        constant = constant_of_op(op)
        if constant is not None:
            self.meet(op.results[0], constant)
            return
        self._fold(op, [None if isinstance(known := states[operand], _Varies) else known for operand in operands])

    def _fold(self, op: Operation, constants: Sequence[Attribute | None]) -> None:
        before = tuple(op.operands), dict(op.properties), dict(op.attributes)
        folded = fold_with(op, constants)
        if folded is IN_PLACE:
            op.operands, op.properties, op.attributes = before
            self.solver.renew(op)
            self._changing.add(op)
        if folded is None or folded is IN_PLACE:
            self.set_to_entry(op.results)
            return
        for result, known in zip(op.results, folded if isinstance(folded, tuple) else (folded,), strict=True):
            if isinstance(known, Attribute):
                self.meet(result, known)
            elif isinstance(known, SSAValue) and known in self.states:
                # As in MLIR, once: what becomes known of that value later changes nothing here.
                self.meet(result, self.states[known])
