"""The pipeline expander: expands a scheduled loop to a prologue and a kernel (MLIR's ``LoopPipeliner``).

A schedule lists the operations of the loop body in the order of the kernel, with the stage of each. Iteration ``i`` of
the kernel runs stage ``s`` of iteration ``i + last_stage - s`` of the loop, for all stages; the
values of earlier stages that its first iteration uses are computed in the prologue. There is no epilogue: the kernel
has the trip count of the loop, and every stage but the last is predicated, since it runs ahead of the last stage.

Values that are used in later stages than their own become loop-carried, one per stage between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import IndexType
from xdsl.ir import BlockArgument, Operation, Region, SSAValue

from xtriton.analysis.loop_carried import definition_of
from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.slices import nested_operands
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, ConstantOp, MulIOp, SelectOp, SubIOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.folds.elements import constant
from xtriton.folds.folding import constant_of
from xtriton.ir.creation import is_operation, is_result, operands_of
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, error, note
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.walk import operations_inside_out
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.signatures import new_loop

Predicate = Callable[[Operation, SSAValue], Operation]
"""Predicates a new operation, which is not yet in a block, and returns what is to be inserted instead."""


@dataclass(frozen=True)
class StagePredicate:
    """The predicate of a stage in the kernel: whether the loop has an iteration left for it."""

    variable: SSAValue
    """The induction variable of the kernel."""
    upper_bound: SSAValue
    step: SSAValue
    last_stage: int
    stage: int

    def emit(self, rewriter: Rewriter) -> SSAValue:
        """Compare the induction variable with the upper bound minus the step times the stage's lead in iterations."""
        location = location_of(self.variable)
        ahead = ConstantOp(constant(self.variable.type, self.last_stage - self.stage))
        offset = rewriter.insert(MulIOp(self.step, rewriter.insert(ahead, location).result), location).result
        bound = rewriter.insert(SubIOp(self.upper_bound, offset), location).result
        compare = CmpIOp(CmpIPredicate.SLT, self.variable, bound)
        return rewriter.insert(compare, location).result


EmitPredicate = Callable[[Rewriter, StagePredicate], SSAValue]


@dataclass
class _LiveRange:
    """The stages in which a value is defined and last used."""

    defined: int
    last_used: int = 0


class Expander:
    """The expansion of one loop."""

    def __init__(
        self,
        loop: ForOp,
        schedule: Sequence[tuple[Operation, int]],
        predicate: Predicate,
        emit_predicate: EmitPredicate = lambda rewriter, stage: stage.emit(rewriter),
    ) -> None:
        self._loop = loop
        self._order = [op for op, _ in schedule]
        self._stages = dict(schedule)
        self._last_stage = max(self._stages.values(), default=0)
        self._predicate = predicate
        self._emit_predicate = emit_predicate
        end = loop.yield_operation
        assert end is not None
        self._yielded = tuple(end.operands)
        self._versions: list[Mapping] = [{} for _ in range(self._last_stage + 1)]
        """Prologue values: entry ``i`` has those that replace values of the loop in its iteration ``i``."""
        self._rewriter = Rewriter()
        self._rewriter.start_at(loop)

    def expand(self, diagnostics: DiagnosticEngine) -> ForOp | None:
        """Replace the loop with prologue and kernel; returns the kernel, or ``None`` if the schedule is invalid.

        Operations without a stage, and the first one scheduled before its operands, are diagnosed. Raises
        ``DiagnosticError`` for loop-carried values that cannot be expanded, which Triton's schedules do not have.
        """
        if not self._order or not self._is_possible(diagnostics):
            return None
        self._emit_prologue()
        ranges = self._live_ranges()
        kernel, positions = self._create_kernel(ranges)
        self._fill(kernel, ranges, positions)
        self._rewriter.replace(self._loop, kernel.results[: len(self._loop.results)])
        return kernel

    # Conditions

    def _is_possible(self, diagnostics: DiagnosticEngine) -> bool:
        for op in self._body():
            if op not in self._stages:
                message = f"'{op.name}' op not assigned a pipeline stage"
                diagnostics.emit(Diagnostic(Severity.ERROR, op.location, message))
                return False
        return self._are_operands_before(diagnostics)

    def _body(self) -> Iterable[Operation]:
        return (op for op in self._loop.body.ops if op is not self._loop.body.last_op)

    def _are_operands_before(self, diagnostics: DiagnosticEngine) -> bool:
        """Whether each operation is scheduled after the definitions of its operands; warns at the first that is not.

        Values of the iteration before the last cannot be expanded either, without a warning.
        """
        is_near = True
        length = len(self._order)
        cycles = {op: cycle + self._stages[op] * length for cycle, op in enumerate(self._order)}
        for op in self._order:
            for operand in nested_operands(op):
                definition = definition_of(operand, self._loop)
                if definition is None:
                    continue
                is_near = is_near and definition.distance <= 1
                if definition.result.op not in cycles:
                    continue
                producer = definition.result.op
                if cycles[op] < cycles[producer] - length * definition.distance:
                    message = "operation scheduled before its operands. Pipelining will be disabled."
                    defined = note(producer.location, "operand defined here")
                    diagnostics.emit(Diagnostic(Severity.WARNING, op.location, message, (defined,)))
                    return False
        return is_near

    def _has_enough_iterations(self) -> bool:
        """Whether constant bounds of type ``index`` give enough iterations for the whole prologue."""
        bounds = [constant_of(value) for value in (self._loop.lowerBound, self._loop.upperBound, self._loop.step)]
        numbers = [bound.value.data for bound in bounds if is_integer_attr(bound)]
        if len(numbers) < len(bounds) or not isinstance(self._loop.step.type, IndexType):
            return False
        lower, upper, step = numbers
        return step != 0 and -(-(upper - lower) // step) >= self._last_stage

    # The prologue

    def _emit_prologue(self) -> None:
        """For each ``i`` below the last stage, emit stages 0 to ``i``, stage ``s`` for iteration ``i - s``."""
        loop, rewriter = self._loop, self._rewriter
        for argument, init, yielded in zip(loop.iter_args, loop.init_args, self._yielded, strict=True):
            self._versions[0][argument] = init
            if is_defined_outside(yielded, loop):
                for version in range(1, self._last_stage):
                    self._versions[version][argument] = yielded
        predicates: list[SSAValue] = []
        is_dynamic = not self._has_enough_iterations()
        for part in range(self._last_stage):
            number = insert_constant(rewriter, part, loop.lowerBound.type)
            offset = rewriter.insert(MulIOp(loop.step, number)).result
            variable = rewriter.insert(AddIOp(loop.lowerBound, offset)).result
            self._versions[part][loop.induction_variable] = variable
            if is_dynamic:
                compare = CmpIOp(CmpIPredicate.SLT, variable, loop.upperBound)
                predicates.append(rewriter.insert(compare).result)
            for op in self._order:
                if self._stages[op] <= part:
                    version = part - self._stages[op]
                    self._emit_in_prologue(op, version, predicates[version] if is_dynamic else None)

    def _emit_in_prologue(self, op: Operation, version: int, predicate: SSAValue | None) -> None:
        """Clone ``op`` for an iteration of the loop, and record the values yielded to the next one."""
        loop, rewriter, values = self._loop, self._rewriter, self._versions[version]
        new = clone_op(op, values)
        self._require_replaced(new)
        if predicate is not None:
            new = self._predicate(new, predicate)
        rewriter.insert(new, op.location)
        for result, replacement in zip(op.results, new.results, strict=True):
            value: SSAValue = replacement
            for index, yielded in enumerate(self._yielded):
                if yielded is not result:
                    continue
                argument = loop.iter_args[index]
                if predicate is not None and loop.results[index].first_use is not None:
                    # The result of the loop is that of the last iteration that runs. As in Triton, other iter_args
                    # for which the same result is yielded get the selected value, too.
                    value = rewriter.insert(SelectOp(predicate, value, values[argument])).result
                self._versions[version + 1][argument] = value
            values[result] = replacement

    def _require_replaced(self, new: Operation) -> None:
        """Raise ``DiagnosticError`` if a clone in the prologue still uses a value defined in the loop."""
        body = self._loop.body
        for operand in nested_operands(new):
            if type(operand) is BlockArgument and operand.block is body:
                raise error(new.location, f"'{new.name}' op uses a value of an iteration before the loop")

    # Values that cross stages

    def _live_ranges(self) -> dict[SSAValue, _LiveRange]:
        """The live ranges of values that are used in a later stage than defined, in the order of the first such use."""
        ranges: dict[SSAValue, _LiveRange] = {}
        for op in self._order:
            stage = self._stages[op]
            for operand in (*operands_of(op), *_captured(op)) if op.regions else operands_of(op):
                definition = definition_of(operand, self._loop)
                if definition is None:
                    continue
                defined = self._stages.get(definition.result.op)
                if defined is None or defined in (stage, stage + definition.distance):
                    continue
                found = ranges.setdefault(operand, _LiveRange(defined))
                found.last_used = max(found.last_used, stage)
        return ranges

    # The kernel

    def _create_kernel(self, ranges: dict[SSAValue, _LiveRange]) -> tuple[ForOp, dict[tuple[SSAValue, int], int]]:
        """An empty loop, and the position of the iter_arg for each value and number of stages."""
        inits: list[SSAValue] = []
        for argument, init, yielded in zip(self._loop.iter_args, self._loop.init_args, self._yielded, strict=True):
            stage = self._stage_of(yielded)
            inits.append(init if stage is None else self._versions[self._last_stage - stage][argument])
        positions: dict[tuple[SSAValue, int], int] = {}
        for value, live in ranges.items():
            length = live.last_used - live.defined
            for step in range(length):
                positions[value, length - step] = len(inits)
                inits.append(self._versions[self._last_stage - live.last_used + step][value])
        kernel = new_loop(self._loop, inits)
        return self._rewriter.insert(kernel, self._loop.location), positions

    def _stage_of(self, value: SSAValue) -> int | None:
        return self._stages.get(value.op) if is_result(value) else None

    def _fill(
        self, kernel: ForOp, ranges: dict[SSAValue, _LiveRange], positions: dict[tuple[SSAValue, int], int]
    ) -> None:
        loop, rewriter = self._loop, self._rewriter
        rewriter.at_start(kernel.body)
        mapping: Mapping = dict(zip(loop.body.args, kernel.body.args, strict=False))
        predicates = [
            self._emit_predicate(
                rewriter, StagePredicate(kernel.induction_variable, loop.upperBound, loop.step, self._last_stage, stage)
            )
            for stage in range(self._last_stage)
        ]
        for op in self._order:
            stage = self._stages[op]
            new = clone_op(op, mapping)
            self._remap(op, new, kernel, mapping, positions)
            if stage < self._last_stage:
                new = self._predicate(new, predicates[stage])
                mapping.update(zip(op.results, new.results, strict=True))
            rewriter.insert(new, op.location)
        self._yield(kernel, mapping, predicates, ranges)

    def _remap(
        self,
        op: Operation,
        new: Operation,
        kernel: ForOp,
        mapping: Mapping,
        positions: dict[tuple[SSAValue, int], int],
    ) -> None:
        """Replace operands of ``new``, the clone of ``op``, that come from other stages or iterations."""
        stage = self._stages[op]
        pairs = zip(*map(_inside_out, (op, new)), strict=True) if op.regions else ((op, new),)
        for old_inner, new_inner in pairs:
            for index, operand in enumerate(operands_of(old_inner)):
                if operand is self._loop.induction_variable:
                    new_inner.operands[index] = self._variable_of(stage, kernel)
                    continue
                value = self._value_in(stage, operand, kernel, mapping, positions)
                if value is not None:
                    new_inner.operands[index] = value

    def _variable_of(self, stage: int, kernel: ForOp) -> SSAValue:
        """The induction variable of a stage's iteration, computed before the operation that is to be inserted."""
        rewriter, step = self._rewriter, self._loop.step
        ahead = insert_constant(rewriter, self._last_stage - stage, step.type)
        offset = rewriter.insert(MulIOp(step, ahead)).result
        return rewriter.insert(AddIOp(kernel.induction_variable, offset)).result

    def _value_in(
        self,
        stage: int,
        operand: SSAValue,
        kernel: ForOp,
        mapping: Mapping,
        positions: dict[tuple[SSAValue, int], int],
    ) -> SSAValue | None:
        """The kernel's value for a loop value used in a stage; ``None`` if the clone's operand is correct."""
        source = operand
        if (position := self._loop.position(operand)) is not None:
            yielded = self._yielded[position]
            if is_defined_outside(yielded, self._loop):
                return yielded if stage < self._last_stage else None
            defined = self._stage_of(yielded)
            if defined is None or defined == stage:
                return None
            if defined == stage + 1:
                return mapping.get(yielded, yielded)
            source = yielded
        defined = self._stage_of(source)
        if defined is None or defined == stage:
            return None
        return kernel.iter_args[positions[operand, stage - defined]]

    def _yield(
        self,
        kernel: ForOp,
        mapping: Mapping,
        predicates: Sequence[SSAValue],
        ranges: dict[SSAValue, _LiveRange],
    ) -> None:
        rewriter = self._rewriter
        values: list[SSAValue] = []
        for index, yielded in enumerate(self._yielded):
            value = mapping.get(yielded, yielded)
            definition = definition_of(yielded, self._loop)
            stage = None if definition is None else self._stages.get(definition.result.op)
            if self._loop.results[index].first_use is not None and stage is not None and stage < self._last_stage:
                # The stage runs ahead, so the loop's result is selected from the last iteration that runs.
                predicate = predicates[stage]
                select = SelectOp(predicate, value, kernel.iter_args[index])
                value = rewriter.insert(select, location_of(predicate)).result
            values.append(value)
        for value, live in ranges.items():
            for _ in range(1, live.last_used - live.defined):
                values.append(kernel.iter_args[len(values) + 1])
            values.append(mapping.get(value, value))
        rewriter.insert(YieldOp(values))


def _inside_out(op: Operation) -> list[Operation]:
    return [*(inner for region in op.regions for inner in operations_inside_out(region)), op]


def _captured(op: Operation) -> Iterable[SSAValue]:
    """The values that the regions of ``op`` use from above, one for each use."""
    for region in op.regions:
        outside = _Ancestors(region)
        for nested in (nested for block in region.blocks for nested in block.ops):
            for inner in operations_inside_out(nested):
                yield from (operand for operand in inner.operands if outside.define(operand))


class _Ancestors:
    """The regions around a region."""

    def __init__(self, region: Region) -> None:
        self._regions: set[Region] = set()
        around = region.parent_region()
        while around is not None:
            self._regions.add(around)
            around = around.parent_region()

    def define(self, value: SSAValue) -> bool:
        """Whether one of the regions defines ``value``."""
        owner = value.owner
        region = owner.parent_region() if is_operation(owner) else owner.parent
        return region in self._regions
