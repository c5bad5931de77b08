"""Fusion of nested loops: a loop and the loops directly in its body become one (Triton's ``FuseNestedLoops``).

The body of the outer loop is cut into *sections*: the operations before the first inner loop, between two of them, and
after the last. The fused loop counts its steps within one iteration of the outer loop; each step executes the sections
and bodies of inner loops that are due, each under an ``scf.if``, and values computed for later ones are loop-carried.
The last iteration of an inner loop, the section after it and the first iteration of the next inner loop share a step,
and an inner loop that does not run also takes a step, so that an iteration of the outer loop takes
``max(1, n0) + ... + max(1, nk) - k`` steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, BoolAttr, IndexType, IntegerType, LocationAttr, UnitAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from xtriton.analysis.loop_attributes import (
    DISALLOW_ACC_MULTI_BUFFER,
    NUM_STAGES,
    WARP_SPECIALIZE,
    integer_attribute,
    set_integer_attribute,
)
from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.slices import in_program_order
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CeilDivSIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    ExtSIOp,
    IndexCastOp,
    MaxSIOp,
    MulIOp,
    SelectOp,
    SubIOp,
    TruncIOp,
)
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp, yield_of
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.folds.elements import constant, width_of, zero
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.uses import replace_uses_if
from xtriton.versions import V3_9, active_version, since

MUST_EXECUTE = "ttg.must-execute"
"""The attribute of a loop that is known to run at least once."""


# ----------------------------------------------------------------------------------------------------- bounds of loops


def bounds_of(loop: ForOp) -> tuple[SSAValue, SSAValue, SSAValue]:
    """The lower bound, upper bound and step of a loop."""
    return loop.lowerBound, loop.upperBound, loop.step


def ops_to_hoist(
    values: Iterable[SSAValue], loop: ForOp, may_use: Callable[[BlockArgument], bool] = lambda _: False
) -> list[Operation] | None:
    """The operations in ``loop`` that compute ``values``, if all of them can be hoisted.

    They can if they are cheap, that is scalar, and have no write effects; ``may_use`` says which block arguments in the
    loop they may depend on. Returns ``None`` if some cannot.
    """
    found: dict[Operation, None] = {}
    pending = deque(values)
    while pending:
        value = pending.popleft()
        owner = value.owner
        if is_defined_outside(value, loop):
            continue
        if is_block_argument(value):
            if not may_use(value):
                return None
            continue
        assert is_operation(owner)
        if owner in found:
            continue
        if not _is_cheap(owner):
            return None
        found[owner] = None
        pending.extend(owner.operands)
    return list(found)


def _is_cheap(op: Operation) -> bool:
    if not is_memory_effect_free(op) and not only_reads(op):
        return False
    return all(isinstance(value.type, _SCALARS) for value in (*op.operands, *op.results))


_SCALARS = (IntegerType, IndexType, AnyFloat, PointerType)


def move_before(ops: Iterable[Operation], place: Operation) -> None:
    """Move operations before ``place``, in their current order."""
    for op in in_program_order(list(ops)):
        Rewriter.move_in_place(op, place)


class Builder(Rewriter):
    """Creates scalar arithmetic on integers."""

    def value(self, op: Operation) -> SSAValue:
        """The result of a new operation."""
        return self.insert(op).results[0]

    def number(self, number: int, type_: Attribute) -> SSAValue:
        """A constant."""
        return self.value(ConstantOp(constant(type_, number)))

    def trip_count(self, lower: SSAValue, upper: SSAValue, step: SSAValue) -> SSAValue:
        """The trip count of a loop with these bounds; also correct for a negative step."""
        distance = self.value(SubIOp(upper, lower))
        return self.value(CeilDivSIOp(distance, step))

    def as_type(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """An integer or index as another type."""
        if value.type == type_:
            return value
        if isinstance(value.type, IndexType) or isinstance(type_, IndexType):
            return self.value(IndexCastOp(value, type_))
        return self.value((TruncIOp if width_of(value.type) > width_of(type_) else ExtSIOp)(value, type_))

    def unread(self, type_: Attribute) -> SSAValue:
        """A placeholder for a dead value: zero if possible, since that gives better code than poison."""
        element = element_type(type_)
        has_zero = isinstance(element, IntegerType | IndexType | AnyFloat)
        if not has_zero or (element is not type_ and not is_tensor_type(type_)):
            return self.value(PoisonOp(type_))
        return self.value(ConstantOp(zero(type_)))

    def loop(self, lower: SSAValue, upper: SSAValue, step: SSAValue, inits: Sequence[SSAValue]) -> ForOp:
        """A loop with an empty body."""
        loop = self.insert(ForOp(lower, upper, step, inits))
        for argument, location in zip(loop.body.args, [self.location, *map(location_of, inits)], strict=True):
            argument.location = cast("LocationAttr", location)
        return loop

    def conditional(self, condition: SSAValue, types: Sequence[Attribute]) -> IfOp:
        """An ``scf.if`` whose regions have no blocks yet."""
        return self.insert(IfOp(condition, result_types=types, thenRegion=Region(), elseRegion=Region()))

    def branch(self, region: Region, ops: Iterable[Operation] = ()) -> Block:
        """Create the block of an empty region, move operations there, and set the insertion point to it."""
        block = Block()
        region.add_block(block)
        for op in ops:
            op.detach()
            block.add_op(op)
        self.at_end(block)
        return block

    def yield_(self, values: Sequence[SSAValue]) -> None:
        """Terminate the block at the insertion point."""
        self.insert(YieldOp(values))

    def replace_results(self, op: Operation, values: Iterable[SSAValue]) -> None:
        """Replace the results of ``op``, which stays, by ``values``."""
        for result, value in zip(op.results, values, strict=True):
            self.replace_all_uses(result, value)


# -------------------------------------------------------------------------------------------------------------- fusion


@dataclass
class _Inner:
    """A loop in the outer one, and the operations that recompute its bounds in each iteration of that."""

    loop: ForOp
    varying: list[Operation]
    varies: bool = False
    """Whether the bounds depend on the outer induction variable, possibly without any operation."""


@dataclass
class _Section:
    """A run of operations in the outer loop, and those of their results that are used outside the run."""

    ops: list[Operation]
    outputs: list[SSAValue]


def fuse(outer: ForOp, loops: Sequence[ForOp]) -> ForOp:
    """Fuse ``outer`` with those of ``loops``, all directly in its body and in order, for which it is possible.

    It is possible if the loop bounds are invariant in ``outer``, or can be computed before it from the induction
    variable. Returns the fused loop, or ``outer`` if nothing could be fused.
    """
    hoisted: dict[Operation, None] = {}
    inners: list[_Inner] = []
    for loop in loops:
        bounds = bounds_of(loop)
        if (ops := ops_to_hoist(bounds, outer)) is not None:
            hoisted.update(dict.fromkeys(ops))
            inners.append(_Inner(loop, []))
        elif (ops := ops_to_hoist(bounds, outer, lambda value: value is outer.induction_variable)) is not None:
            inners.append(_Inner(loop, ops, varies=True))
    if not inners:
        return outer
    move_before(hoisted, outer)
    inners = [
        inner for inner in inners if inner.loop.parent is outer.body
    ]  # bounds may depend on a loop: it is hoisted
    return _Fusion(outer, inners).run() if inners else outer


class _Fusion:
    """The fusion of ``outer`` with inner loops.

    The fused loop carries, in this order: the step, the outer induction variable, the iter_args of the outer loop, the
    number of steps of each inner loop, the number of steps of an iteration of the outer loop, the inner induction
    variables, the iter_args of the inner loops, and the outputs of the sections except the last.
    """

    def __init__(self, outer: ForOp, inners: list[_Inner]) -> None:
        self.outer = outer
        self.inners = inners
        self.all_invariant = not any(inner.varies for inner in inners)
        self.build = Builder()
        self.build.start_at(outer)
        variables = [outer.induction_variable, *(inner.loop.induction_variable for inner in inners)]
        self.type = IntegerType(max(width_of(variable.type) for variable in variables))
        self.lengths: list[SSAValue] = []
        """The current trip count of each inner loop."""
        self.prologues: list[IfOp] = []
        self.bodies: list[IfOp] = []

    def run(self) -> ForOp:
        """Fuse, and erase the old loops."""
        total = self._count_steps()
        self.sections = self._cut()
        self._make_loop(total)
        for number in range(len(self.inners)):
            start = self._prologue(number)
            self._body(number, start)
        epilogue = self._epilogue()
        self._end()
        self._start_inner_values_early(epilogue)
        self._set_attributes()
        for inner in self.inners:
            self.build.erase(inner.loop)
        self.build.erase(self.outer)
        return self.fused

    # The number of steps

    def _number(self, number: int) -> SSAValue:
        return self.build.number(number, self.type)

    def _plus_at_least_one(self, steps: SSAValue, length: SSAValue) -> SSAValue:
        one = self._number(1)
        return self.build.value(AddIOp(steps, self.build.value(MaxSIOp(one, length))))

    def _count_steps(self) -> SSAValue:
        """The number of steps of the fused loop; sets the lengths, and the steps of inner loops that never vary."""
        build = self.build
        trips = build.trip_count(*bounds_of(self.outer))
        for inner in self.inners:
            if inner.varies:
                self.lengths.append(build.unread(self.type))
            else:
                self.lengths.append(build.as_type(build.trip_count(*bounds_of(inner.loop)), self.type))
        steps = self._number(0)
        for inner, length in zip(self.inners, self.lengths, strict=True):
            if not inner.varies:
                steps = self._plus_at_least_one(steps, length)
        self.steps = build.value(SubIOp(steps, self._number(len(self.inners) - 1)))
        total = build.value(MulIOp(build.as_type(trips, self.type), self.steps))
        return self._add_varying_lengths(total)

    def _add_varying_lengths(self, total: SSAValue) -> SSAValue:
        """A loop that only adds up the lengths of the inner loops."""
        build = self.build
        counting = build.loop(*bounds_of(self.outer), [total])
        build.at_end(counting.body)
        mapping: Mapping = {self.outer.induction_variable: counting.induction_variable}
        total = counting.iter_args[0]
        for inner in self.inners:
            if inner.varies:
                total = self._plus_at_least_one(total, self._varying_length(inner, mapping))
        build.yield_([total])
        build.after(counting)
        return counting.results[0]

    def _varying_length(self, inner: _Inner, mapping: Mapping) -> SSAValue:
        """The length of an inner loop, recomputed from its bounds."""
        for op in in_program_order(inner.varying):
            if op.results[0] not in mapping:
                self.build.insert(clone_op(op, mapping), op.location)
        trips = self.build.trip_count(*(mapping.get(bound, bound) for bound in bounds_of(inner.loop)))
        return self.build.as_type(trips, self.type)

    # The sections

    def _cut(self) -> list[_Section]:
        """The sections of the outer body, one before each inner loop and one after the last."""
        sections: list[_Section] = []
        ops: list[Operation] = []
        loops = {inner.loop for inner in self.inners}
        for op in self.outer.body.ops:
            if op in loops or op is self.outer.body.last_op:
                sections.append(_Section(ops, self._outputs(ops)))
                ops = []
            else:
                ops.append(op)
        return sections

    def _outputs(self, ops: list[Operation]) -> list[SSAValue]:
        """The results that are used after ``ops``, or in the regions of the last of them (which MLIR counts, too)."""
        here = set(ops[:-1])
        outputs: list[SSAValue] = []
        for op in ops:
            for result in op.results:
                for use in result.uses:
                    user = use.operation
                    around = self.outer.body.find_ancestor_op_in_block(user)
                    if around not in here and user is not ops[-1]:
                        outputs.append(result)
                        break
        return outputs

    # The fused loop

    def _make_loop(self, total: SSAValue) -> None:
        build, outer, inners = self.build, self.outer, self.inners
        first = [self._number(0), build.value(SubIOp(outer.lowerBound, outer.step))]
        values = [*first, *outer.initArgs]
        self.at_lengths = len(values)
        values += [*self.lengths, self.steps]
        self.at_variables = len(values)
        values += [build.unread(inner.loop.induction_variable.type) for inner in inners]
        self.at_results: list[slice] = []
        for inner in inners:
            at = len(values)
            values += [build.unread(result.type) for result in inner.loop.results]
            self.at_results.append(slice(at, len(values)))
        self.at_outputs: list[slice] = []
        for section in self.sections[:-1]:
            at = len(values)
            values += [build.unread(output.type) for output in section.outputs]
            self.at_outputs.append(slice(at, len(values)))
        zero_, one = self._number(0), self._number(1)
        self.fused = build.loop(zero_, total, one, values)
        self.carried = self.fused.iter_args
        for argument, new in zip(outer.iter_args, self.carried[2:], strict=False):
            build.replace_all_uses(argument, new)
        self.lengths = list(self.carried[self.at_lengths : self.at_lengths + len(inners)])
        build.at_end(self.fused.body)

    @property
    def step(self) -> SSAValue:
        """The number of the step in the iteration of the outer loop."""
        return self.carried[0]

    def _prologue(self, number: int) -> SSAValue:
        """The section before an inner loop, executed in the loop's first step, which is returned."""
        build, inner, section = self.build, self.inners[number].loop, self.sections[number]
        start = self._number(0)
        for length in self.lengths[:number]:
            start = self._plus_at_least_one(start, length)
        start = build.value(SubIOp(start, self._number(number)))
        condition = build.value(CmpIOp(CmpIPredicate.EQ, self.step, start))
        types = [value.type for value in (inner.induction_variable, *section.outputs, *inner.initArgs)]
        if number == 0:
            types += [self.carried[1].type, *(self.type for _ in self.inners), self.steps.type]
        prologue = build.conditional(condition, types)
        self.prologues.append(prologue)
        self._prologue_then(number, prologue)
        self._prologue_else(number, prologue)
        results: list[SSAValue] = list(prologue.results)
        count = 1 + len(section.outputs)
        build.replace_all_uses(inner.induction_variable, results[0])
        self._use_outputs(section, results[1:count], prologue)
        for argument, value in zip(inner.iter_args, results[count:], strict=False):
            build.replace_all_uses(argument, value)
        if number == 0:
            self.variable, *self.lengths, self.steps = results[count + len(inner.results) :]
            build.replace_all_uses(self.outer.induction_variable, self.variable)
        build.after(prologue)
        return start

    def _prologue_then(self, number: int, prologue: IfOp) -> None:
        build, inner, section = self.build, self.inners[number].loop, self.sections[number]
        block = build.branch(prologue.thenRegion, section.ops)
        of_iteration = self._start_iteration(block) if number == 0 else []
        build.at_end(block)
        values = [inner.lowerBound, *section.outputs, *inner.initArgs, *of_iteration]
        if number == 0:  # an inner bound may be the outer induction variable itself, which is not available further out
            outer = self.outer.induction_variable
            values = [of_iteration[0] if value is outer else value for value in values]
        build.yield_(values)

    def _start_iteration(self, block: Block) -> list[SSAValue]:
        """Start the next iteration of the outer loop: its induction variable, the lengths, and its number of steps.

        The variable is incremented here and not at the end of an iteration, so that nothing depends on the epilogue.
        """
        build = self.build
        build.at_start(block)
        variable = build.value(AddIOp(self.carried[1], self.outer.step))
        region = block.parent
        assert region is not None
        replace_uses_if(self.outer.induction_variable, variable, region.is_ancestor)
        mapping: Mapping = {self.outer.induction_variable: variable}
        steps = self.steps
        for number, inner in enumerate(self.inners):
            if inner.varies:
                self.lengths[number] = self._varying_length(inner, mapping)
                steps = self._plus_at_least_one(steps, self.lengths[number])
        return [variable, *self.lengths, steps]

    def _prologue_else(self, number: int, prologue: IfOp) -> None:
        """In other steps all values are forwarded."""
        carried = self.carried
        values = [carried[self.at_variables + number], *carried[self.at_outputs[number]]]
        values += carried[self.at_results[number]]
        if number == 0:
            count = len(self.inners)
            # If all lengths are invariant the number of steps is, too: MLIR would not deduce that.
            steps = self.steps if self.all_invariant else carried[self.at_lengths + count]
            values += [carried[1], *carried[self.at_lengths : self.at_lengths + count], steps]
        self.build.branch(prologue.elseRegion)
        self.build.yield_(values)

    def _use_outputs(self, section: _Section, values: Sequence[SSAValue], conditional: IfOp) -> None:
        """Replace the uses of a section's outputs outside of it by results of its ``scf.if``."""
        for output, value in zip(section.outputs, values, strict=True):
            replace_uses_if(output, value, lambda user: not conditional.thenRegion.is_ancestor(user))

    def _body(self, number: int, start: SSAValue) -> None:
        """The body of an inner loop, in its steps."""
        build, inner = self.build, self.inners[number].loop
        variable = self.prologues[number].results[0]
        end = build.value(AddIOp(start, build.as_type(self.lengths[number], self.type)))
        started = build.value(CmpIOp(CmpIPredicate.SGE, self.step, start))
        goes_on = build.value(CmpIOp(CmpIPredicate.SLT, self.step, end))
        condition = build.value(AndIOp(started, goes_on))
        if MUST_EXECUTE in inner.attributes:
            condition = build.value(ConstantOp(BoolAttr.from_bool(True)))
        body = build.conditional(condition, [variable.type, *inner.result_types])
        self.bodies.append(body)
        while inner.body.args:
            inner.body.erase_arg(inner.body.args[-1])
        build.move_blocks(inner.region, body.thenRegion)
        yield_ = yield_of(body.thenRegion.block)
        build.before(yield_)
        following = build.value(AddIOp(variable, inner.step))
        yield_.operands = [following, *yield_.operands]
        build.branch(body.elseRegion)
        build.yield_([variable, *self.carried[self.at_results[number]]])
        build.replace_results(inner, body.results[1:])
        build.after(body)

    def _epilogue(self) -> IfOp:
        """The section after the last inner loop, executed in the last step of an iteration."""
        build, section = self.build, self.sections[-1]
        yield_ = yield_of(self.outer.region.block)
        unchanged = [
            self.carried[2 + use.index] for output in section.outputs for use in output.uses if use.operation is yield_
        ]
        last = build.value(SubIOp(self.steps, self._number(1)))
        condition = build.value(CmpIOp(CmpIPredicate.EQ, self.step, last))
        epilogue = build.conditional(condition, [output.type for output in section.outputs])
        build.branch(epilogue.thenRegion, section.ops)
        build.yield_(section.outputs)
        build.branch(epilogue.elseRegion)
        build.yield_(unchanged)
        self._use_outputs(section, epilogue.results, epilogue)
        return epilogue

    def _end(self) -> None:
        """Increment the step, and yield all loop-carried values."""
        build = self.build
        build.at_end(self.fused.body)
        following = build.value(AddIOp(self.step, self._number(1)))
        last = build.value(SubIOp(self.steps, self._number(1)))
        is_last = build.value(CmpIOp(CmpIPredicate.EQ, self.step, last))
        step = build.value(SelectOp(is_last, self._number(0), following))
        values = [step, self.variable, *yield_of(self.outer.region.block).operands, *self.lengths, self.steps]
        values += [body.results[0] for body in self.bodies]
        for body in self.bodies:
            values += body.results[1:]
        for prologue, section in zip(self.prologues, self.sections, strict=False):
            values += prologue.results[1 : 1 + len(section.outputs)]
        build.yield_(values)
        build.replace_results(self.outer, self.fused.results[2 : self.at_lengths])

    # Afterwards

    def _start_inner_values_early(self, epilogue: IfOp) -> None:
        """Initialise inner loops' values before the fused loop where possible, and reset them in the epilogue.

        Then an inner loop depends less on its prologue.
        """
        yield_ = yield_of(self.fused.region.block)
        reset: list[SSAValue] = []
        forwarded: list[SSAValue] = []
        to_update: list[int] = []
        for number, inner in enumerate(self.inners):
            first = 1 + len(self.sections[number].outputs)
            at = self.at_results[number].start
            early: dict[int, SSAValue] = {}
            for index, init in enumerate(inner.loop.initArgs):
                if _region_of(init) is self.fused.region:
                    continue
                self.fused.set_init(at + index, init)
                early[first + index] = self.carried[at + index]
                to_update.append(at + index)
                forwarded.append(self.bodies[number].results[1 + index])
                reset.append(init)
            self._drop_results(self.prologues[number], early)
        if to_update:
            results = self._more_results(epilogue, reset, forwarded)
            for index, result in zip(to_update, results, strict=True):
                yield_.operands[index] = result

    def _drop_results(self, conditional: IfOp, values: dict[int, SSAValue]) -> None:
        """Replace some results of an ``scf.if`` by values."""
        for region in conditional.regions:
            yield_ = yield_of(region.block)
            yield_.operands = [value for index, value in enumerate(yield_.operands) if index not in values]
        new = iter(self._with_yielded_results(conditional).results)
        self.build.replace(
            conditional, [values[index] if index in values else next(new) for index in range(len(conditional.results))]
        )

    def _more_results(self, conditional: IfOp, then: list[SSAValue], otherwise: list[SSAValue]) -> Sequence[SSAValue]:
        """Yield additional values from an ``scf.if``, and return the new results."""
        for region, values in zip(conditional.regions, (then, otherwise), strict=True):
            yield_ = yield_of(region.block)
            yield_.operands = [*yield_.operands, *values]
        new = self._with_yielded_results(conditional)
        count = len(conditional.results)
        self.build.replace(conditional, new.results[:count])
        return new.results[count:]

    def _with_yielded_results(self, conditional: IfOp) -> IfOp:
        """A clone of an ``scf.if`` before it, with its regions, and with results for all values that they yield now."""
        self.build.before(conditional)
        types = [value.type for value in yield_of(conditional.thenRegion.block).operands]
        new = self.build.conditional(conditional.condition, types)
        for old_region, region in zip(conditional.regions, new.regions, strict=True):
            self.build.move_blocks(old_region, region)
        return new

    def _set_attributes(self) -> None:
        """Merge the attributes of the loops; the fused loop gets the maximum number of stages."""
        loops = [self.outer, *(inner.loop for inner in self.inners)]
        for name in (WARP_SPECIALIZE, DISALLOW_ACC_MULTI_BUFFER):
            if any(name in loop.attributes for loop in loops):
                self.fused.attributes[name] = UnitAttr()
        stages = [count for loop in loops if (count := integer_attribute(loop, NUM_STAGES)) is not None]
        if stages and (max(stages) > 1 or active_version() in _KEEPS_ONE_STAGE):
            set_integer_attribute(self.fused, NUM_STAGES, max(1, *stages))


_KEEPS_ONE_STAGE = since(V3_9)


def _region_of(value: SSAValue) -> Region | None:
    """The region in which a value is defined."""
    owner = value.owner
    return owner.parent if isinstance(owner, Block) else owner.parent_region()
