"""Which values are constants on every path that can be taken.

Sparse conditional constant propagation after Wegman and Zadeck, "Constant propagation with conditional branches"
(1991): optimistically nothing is executed and nothing is known; what turns out to be executed may make values constant,
and constant values that meet different ones are no constants any more. Which branches, regions and functions are
reached follows MLIR's ``DeadCodeAnalysis``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator, ReturnLike

from xtriton.analysis.branches import is_branch, successor_operands
from xtriton.analysis.call_graph import Call, CallGraph, Function
from xtriton.analysis.symbol_uses import SymbolReferences, within_table
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpYieldOp
from xtriton.dialects.upstream.cf import CondBranchOp, SwitchOp
from xtriton.dialects.upstream.scf import ConditionOp, ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp
from xtriton.folds.folding import IN_PLACE, constant_of_op, dialect_of, fold_with
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.symbols import directly_in, is_hidden, may_be_symbol_table, symbol_tables
from xtriton.ir.traits import has_trait

Structured = ForOp | IfOp | WhileOp | ExecuteRegionOp | IndexSwitchOp | WarpSpecializeOp


@dataclass(frozen=True)
class Constant:
    """A constant, and the dialect of the operation that gave it."""

    value: Attribute
    dialect: str


_State = Constant | None
"""What is known of a value that has been computed: a constant, or that it is none."""


class ConstantPropagation:
    """The constants in an operation."""

    def __init__(self, top: Operation) -> None:
        self._top = top
        self._states: dict[SSAValue, _State] = {}
        self._live: set[Block] = set()
        self._pending: deque[Operation] = deque()
        self._queued: set[Operation] = set()
        self._calls = _Calls(top)
        for region in top.regions:
            self._run_region(region)
        while self._pending:
            op = self._pending.popleft()
            self._queued.discard(op)
            self._visit(op)

    def constant(self, value: SSAValue) -> Constant | None:
        """The constant that ``value`` is, if it is one."""
        return self._states.get(value)

    # What is known

    def _queue(self, ops: Iterable[Operation]) -> None:
        for op in ops:
            if op.parent in self._live and op not in self._queued:
                self._queued.add(op)
                self._pending.append(op)

    def _set(self, value: SSAValue, state: _State) -> None:
        """Learn that ``value`` may be what ``state`` says."""
        if value in self._states:
            known = self._states[value]
            if known is None or (state is not None and known.value == state.value):
                return
            state = None
        self._states[value] = state
        self._queue(use.operation for use in value.uses)

    def _set_all(self, values: Iterable[SSAValue]) -> None:
        """Learn that values are not constant."""
        for value in values:
            self._set(value, None)

    def _pass(self, values: Sequence[SSAValue], targets: Sequence[SSAValue]) -> None:
        """Learn that values are handed on to the last of the targets, and that the others are not constant."""
        count = len(targets) - len(values)
        self._set_all(targets[:count])
        for value, target in zip(values, targets[count:], strict=True):
            if value in self._states:
                self._set(target, self._states[value])

    def _integer(self, value: SSAValue) -> int | None:
        """The number that ``value`` is known to be."""
        state = self._states.get(value)
        return state.value.value.data if state is not None and is_integer_attr(state.value) else None

    def _is_reached(self, op: Operation) -> bool:
        """Whether all that ``op`` works on has been computed; what has not may never be, as after an endless loop."""
        return all(operand in self._states for operand in op.operands)

    # What is executed

    def _run(self, block: Block) -> None:
        if block not in self._live:
            self._live.add(block)
            self._queue(block.ops)

    def _run_region(self, region: Region) -> None:
        """Learn that a region is run, in whatever way."""
        entry = region.first_block
        if entry is not None:
            self._run(entry)
            self._set_all(entry.args)

    def _enter(self, region: Region, values: Sequence[SSAValue]) -> None:
        """Learn that a region is run with these values for its last arguments."""
        entry = region.first_block
        if entry is not None:
            self._run(entry)
            self._pass(values, entry.args)

    def _visit(self, op: Operation) -> None:
        parent = op.parent_op()
        if isinstance(op, Function):
            self._visit_function(op)
        elif isinstance(op, Call):
            self._visit_call(op)
        elif has_trait(op, IsTerminator) and isinstance(parent, Function) and not op.successors:
            self._return(op, parent)
        elif op.regions and not isinstance(op, Structured):
            self._set_all(op.results)
            for region in op.regions:
                self._run_region(region)
        elif self._is_reached(op):
            self._evaluate(op, parent)

    def _evaluate(self, op: Operation, parent: Operation | None) -> None:
        """Learn what ``op`` does, now that something is known of all its operands."""
        if isinstance(op, Structured):
            self._enter_structured(op)
        elif op.successors:
            self._branch(op)
        elif isinstance(op, YieldOp | ConditionOp | WarpYieldOp) and isinstance(parent, Structured):
            self._leave(op, parent)
        elif op.results:
            self._compute(op)

    def _compute(self, op: Operation) -> None:
        """Learn what the results of ``op`` are, once its operands are known."""
        states = [self._states[operand] for operand in op.operands]
        constants = [None if state is None else state.value for state in states]
        dialect = dialect_of(op)
        constant = constant_of_op(op)
        if constant is not None:
            self._set(op.results[0], Constant(constant, dialect))
            return
        before = tuple(op.operands), dict(op.properties), dict(op.attributes)
        folded = fold_with(op, constants)
        if folded is IN_PLACE:
            op.operands, op.properties, op.attributes = before
            folded = None
        if folded is None:
            self._set_all(op.results)
            return
        results = folded if isinstance(folded, tuple) else (folded,)
        for result, known in zip(op.results, results, strict=True):
            if isinstance(known, Attribute):
                self._set(result, Constant(known, dialect))
            elif isinstance(known, SSAValue) and known in self._states:
                # As in MLIR, once: what becomes known of that value later changes nothing here.
                self._set(result, self._states[known])

    # Branches

    def _branch(self, op: Operation) -> None:
        taken = self._taken(op)
        for index, block in enumerate(op.successors):
            # As in MLIR, an edge is a pair of blocks, whichever successor it goes to.
            if block not in taken:
                continue
            self._run(block)
            if is_branch(op):
                self._pass(successor_operands(op, index), block.args)
            else:
                self._set_all(block.args)

    def _taken(self, op: Operation) -> Sequence[Block]:
        """The blocks that a branch may go to."""
        if not isinstance(op, CondBranchOp | SwitchOp):
            return op.successors
        decision = op.operands[0]
        number = self._integer(decision)
        if number is None:
            return op.successors
        if isinstance(op, CondBranchOp):
            return (op.trueDest if number else op.falseDest,)
        return (op.successors[op.cases.index(number) + 1 if number in op.cases else 0],)

    # Structured control flow

    def _enter_structured(self, op: Structured) -> None:
        match op:
            case ForOp():
                self._enter(op.region, op.initArgs)
                self._pass(op.initArgs, op.results)
            case WhileOp():
                self._enter(op.before, op.inits)
            case ExecuteRegionOp():
                self._enter(op.region, ())
            case WarpSpecializeOp():
                # As in Triton, control flow is that of the default region; the partitions are not looked at.
                self._enter(op.regions[0], ())
            case IfOp():
                self._choose(op.condition, {1: op.thenRegion, -1: op.thenRegion}, op.elseRegion)
            case IndexSwitchOp():
                cases = dict(zip(op.case_values, op.caseRegions, strict=True))
                self._choose(op.arg, cases, op.defaultRegion)

    def _choose(self, decision: SSAValue, cases: dict[int, Region], default: Region) -> None:
        """Learn that one of several regions is run."""
        number = self._integer(decision)
        regions = [*cases.values(), default] if number is None else [cases.get(number, default)]
        for region in regions:
            self._enter(region, ())

    def _leave(self, end: YieldOp | ConditionOp | WarpYieldOp, op: Structured) -> None:
        """Learn where the end of a region hands its values."""
        if isinstance(op, WhileOp):
            if not isinstance(end, ConditionOp):
                self._enter(op.before, end.operands)
            else:
                goes_on = self._integer(end.operands[0])
                if goes_on is None or goes_on:
                    self._enter(op.after, end.operands[1:])
                if not goes_on:
                    self._pass(end.operands[1:], op.results)
            return
        if isinstance(op, ForOp):
            self._enter(op.region, end.operands)
        self._pass(end.operands, op.results)

    # Functions

    def _visit_function(self, op: Function) -> None:
        if not self._calls.are_known(op):
            self._run_region(op.regions[0])

    def _visit_call(self, op: Call) -> None:
        callee = self._calls.graph.callee(op)
        if callee is None:
            self._set_all(op.results)
            return
        self._calls.reached.setdefault(callee, []).append(op)
        self._enter(callee.regions[0], op.operands)
        self._queue(self._calls.returns.get(callee, ()))

    def _return(self, op: Operation, function: Function) -> None:
        self._calls.returns.setdefault(function, []).append(op)
        for call in self._calls.reached.get(function, ()):
            if has_trait(op, ReturnLike):
                self._pass(op.operands, call.results)
            else:
                self._set_all(call.results)


class _Calls:
    """Calls that have been reached, and whether all calls of a function can be known."""

    def __init__(self, top: Operation) -> None:
        self.graph = CallGraph(top)
        self.reached: dict[Function, list[Call]] = {}
        self.returns: dict[Function, list[Operation]] = {}
        self._known: set[Function] = set()
        """The functions that nobody but the calls in this module runs."""
        referred: set[Function] = set()
        references = SymbolReferences()
        for table, hidden in symbol_tables(top, hidden=top.parent is None):
            functions = [op for op in directly_in(table) if isinstance(op, Function)]
            self._known.update(one for one in functions if is_hidden(one, hidden=hidden))
            if functions:
                referred.update(self._referred_in(table, references, top))
        self._known -= referred

    def _referred_in(self, table: Operation, references: SymbolReferences, top: Operation) -> Iterable[Function]:
        """What is referred to otherwise than by calls. As in MLIR, names are taken for those of the outermost table."""
        for op in directly_in(table):
            for user in within_table(op):
                if may_be_symbol_table(user):
                    yield from self.graph.functions
                    return
                if not isinstance(user, Call):
                    found = [self.graph.named(reference, top) for reference in references.of(user)]
                    yield from [one for one in found if one is not None]

    def are_known(self, function: Function) -> bool:
        """Whether nobody but the calls in this module runs a function."""
        return function in self._known
