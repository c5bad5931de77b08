"""Splits tiles along K over programs, and combines the parts of a tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.launch_arguments import PROGRAMS as NEEDED_PROGRAMS
from xtriton.analysis.launch_arguments import PROGRAMS_PER_TILE, add_launch_argument, attribute_of
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.traits import shape_of_tensor
from xtriton.passes.hopper.split_k.build import Builder
from xtriton.passes.hopper.split_k.plan import BYTES, Group, Plan
from xtriton.passes.hopper.split_k.schedule import PROGRAMS, Costs, schedule
from xtriton.passes.hopper.warp_specialize.plan import MOST_CONSUMERS
from xtriton.passes.hopper.warp_specialize.schedule import REGISTERS, registers_of
from xtriton.recipes import Expression, ScalarRecipe, WorkspaceRecipe
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.uses import replace_uses_if

_ALIGNMENT = 128
"""Of a part in the workspace, in bytes: a cache line."""
_BYTES_OF_COUNTER = 4


@dataclass(frozen=True)
class _Launch:
    """The launch-computed arguments of the kernel."""

    workspace: SSAValue
    """The sums of parts."""
    counters: SSAValue
    """For each split tile and group of sums: how many parts have been stored. Zero before and after the kernel."""
    whole: SSAValue
    """How many tiles are whole: the first ones."""
    split: SSAValue
    """How many tiles are split."""
    parts: SSAValue
    """Into how many parts each."""
    all_parts: SSAValue
    """How many parts there are of all tiles."""
    steps: SSAValue
    """Of a tile."""


@dataclass(frozen=True)
class _Copy:
    """A copy of the operations of a tile, which computes a part of it."""

    loops: list[ForOp]
    groups: list[Group]
    split_tile: SSAValue
    """The number of the tile among those that are split."""


class SplitKRewrite:
    """Rewrites the kernel of a plan."""

    def __init__(self, plan: Plan, costs: Costs) -> None:
        self.plan = plan
        self.costs = costs
        self.builder = Builder()
        self.program = plan.tiles.lowerBound
        self.stride = -(-plan.elements * BYTES // _ALIGNMENT) * _ALIGNMENT
        """Bytes of a part in the workspace."""

    def run(self) -> None:
        """Limit the loop over tiles to whole ones, and let programs compute a part of another tile after it.

        The loop stays as it is: with parts in it, whole tiles took up to 4 % longer.
        """
        plan, builder = self.plan, self.builder
        plan.function.attributes[PROGRAMS_PER_TILE] = IntegerAttr(self.costs.most_parts, i64)
        builder.start_at(plan.tiles)
        self.launch = self._arguments()
        builder.after(plan.tiles)
        has_part = builder.less(self.program, self.launch.all_parts)
        branch = builder.insert(IfOp(has_part, Region(Block())))
        builder.at_end(branch.thenRegion.block)
        copy = self._copy()
        for number, group in enumerate(copy.groups):
            self._epilogue(number, group, copy)
        builder.insert(YieldOp())
        plan.tiles.operands[1] = self.launch.whole

    # Launch-computed arguments

    def _arguments(self) -> _Launch:
        """Add the arguments. A number of steps that is known is a constant."""
        plan = self.plan
        assert plan.tile_count is not None
        others: list[Expression] = [("grid", axis) for axis in range(3) if axis not in plan.axes]
        alone: Expression = others[0] if others else 1
        for extent in others[1:]:
            alone = ("muli", 32, alone, extent)
        count = plan.steps.count
        found = schedule(plan.tile_count, count, self.costs, alone=alone)
        running: Expression = ("maxui", 32, found.all_parts, ("minui", 32, plan.tile_count, PROGRAMS))
        plan.function.attributes[NEEDED_PROGRAMS] = attribute_of(plan.function, ScalarRecipe(running))
        size: Expression = ("muli", 64, ("extsi", 32, 64, PROGRAMS), self.stride)
        size = ("select", ("ne", 32, found.split, 0), size, 0)
        counters: Expression = ("muli", 64, ("extsi", 32, 64, found.split), len(plan.groups) * _BYTES_OF_COUNTER)
        return _Launch(
            self._memory(f32, WorkspaceRecipe(size, "any"), "workspace"),
            self._memory(i32, WorkspaceRecipe(counters), "counters"),
            self._argument(found.whole, "whole"),
            self._argument(found.split, "split"),
            self._argument(found.parts, "parts"),
            self._argument(found.all_parts, "all_parts"),
            self.builder.number(count) if isinstance(count, int) else self._argument(count, "steps"),
        )

    def _memory(self, element: Attribute, recipe: WorkspaceRecipe, name: str) -> SSAValue:
        aligned: dict[str, Attribute] = {"tt.divisibility": IntegerAttr(16, i32)}
        return add_launch_argument(self.plan.function, PointerType(element, 1), recipe, name, aligned)

    def _argument(self, value: Expression, name: str) -> SSAValue:
        return add_launch_argument(self.plan.function, i32, ScalarRecipe(value), name)

    # Which tile and steps

    def _copy(self) -> _Copy:
        """A copy of the operations of a tile for the part that this program computes."""
        builder, launch, plan = self.builder, self.launch, self.plan
        part, split_tile = builder.divide(self.program, launch.split), builder.remainder(self.program, launch.split)
        following = builder.add(part, builder.number(1))
        first, past = [builder.divide(builder.multiply(at, launch.steps), launch.parts) for at in (part, following)]
        mapping: Mapping = {plan.tiles.induction_variable: builder.add(launch.whole, split_tile)}
        clones: dict[Operation, Operation] = {}
        for op in plan.tiles.body.ops:
            if not isinstance(op, YieldOp):
                clones[op] = builder.insert(clone_op(op, mapping))
        groups = [Group(group.sums, [clones[op] for op in group.epilogue]) for group in plan.groups]
        copy = _Copy([cast("ForOp", clones[loop]) for loop in plan.loops], groups, split_tile)
        with builder.elsewhere():
            self._set_bounds(copy.loops, first, past)
        return copy

    def _set_bounds(self, loops: Sequence[ForOp], first: SSAValue, past: SSAValue) -> None:
        """Limit the loops of a tile to a range of steps. Loops after the first one run with the last step.

        The first loop is never empty, as a tile has no more parts than steps, and its bounds say so: it counts from
        zero to a maximum. LLVM would otherwise set the sums to zero behind an empty loop, due to which ptxas waits for
        each wgmma before it issues the next one.
        """
        builder, plan = self.builder, self.plan
        loop = loops[0]
        builder.before(loop)
        is_last = builder.equal(past, self.launch.steps)
        step = builder.number(plan.steps.step)
        start, end = builder.multiply(first, step), builder.multiply(past, step)
        if plan.steps.lower:
            lower = builder.number(plan.steps.lower)
            start, end = builder.add(start, lower), builder.add(end, lower)
        end = builder.select(is_last, loop.upperBound, end)
        loop.operands[0] = builder.number(0)
        loop.operands[1] = builder.maximum(builder.subtract(end, start), step)
        for rest in loops[1:]:
            builder.before(rest)
            rest.operands[1] = builder.select(is_last, rest.upperBound, rest.lowerBound)
        self._count_from(start, loop)

    def _count_from(self, start: SSAValue, loop: ForOp) -> None:
        """Add ``start`` to the counter of a loop that begins at zero."""
        counter, body = loop.induction_variable, loop.body
        uses = list(counter.uses)
        assert body.first_op is not None
        self.builder.before(body.first_op)
        counted = self.builder.add(counter, start)
        for use in uses:
            use.operation.operands[use.index] = counted

    # Parts

    def _epilogue(self, number: int, group: Group, copy: _Copy) -> None:
        """Store and count the part; if it completes the tile, run the epilogue with the sums of all parts."""
        builder, sums = self.builder, copy.loops[-1].results
        slot = self._slot(self.program)
        for index in group.sums:
            builder.store(self._pointers(slot, index), builder.flattened(sums[index]))
        counter = self._counter(number, copy)
        earlier = builder.count_arrival(counter)
        completes = builder.equal(earlier, builder.subtract(self.launch.parts, builder.number(1)))
        run = builder.insert(IfOp(completes, Region(Block())))
        with builder.elsewhere():
            builder.at_end(run.thenRegion.block)
            builder.store(counter, builder.number(0))
            totals = self._added(group, copy)
            for op in group.epilogue:
                op.detach()
                run.thenRegion.block.add_op(op)
            builder.insert(YieldOp())
        for index, total in zip(group.sums, totals, strict=True):
            replace_uses_if(sums[index], total, run.is_ancestor)

    def _added(self, group: Group, copy: _Copy) -> Sequence[SSAValue]:
        """The parts of a tile from the workspace, added in the order of their steps."""
        if not self._has_registers_for_two(group):
            return self._added_one_by_one(group, copy)
        builder, one, count = self.builder, self.builder.number(1), len(group.sums)
        zeros = [builder.zeros(self._type(index)) for index in group.sums]
        first = self._part(group, copy, builder.number(0))
        loop = builder.insert(ForOp(one, self.launch.parts, one, [*zeros, *first]))
        with builder.elsewhere():
            builder.at_end(loop.body)
            # Loaded an iteration before it is added, so that two parts are on their way.
            following = self._part(group, copy, loop.induction_variable)
            carried = loop.iter_args
            added = [builder.add_floats(*pair) for pair in zip(carried[:count], carried[count:], strict=True)]
            builder.insert(YieldOp([*added, *following]))
        return [builder.add_floats(*pair) for pair in zip(loop.results[:count], loop.results[count:], strict=True)]

    def _has_registers_for_two(self, group: Group) -> bool:
        """Whether a warp group has registers for two parts besides all sums that it may have."""
        sums = self.plan.sums
        held = sum(registers_of(value.type) for value in sums) / min(MOST_CONSUMERS, len(sums))
        return held + 2 * sum(registers_of(sums[index].type) for index in group.sums) <= REGISTERS

    def _added_one_by_one(self, group: Group, copy: _Copy) -> Sequence[SSAValue]:
        builder, one = self.builder, self.builder.number(1)
        first = self._part(group, copy, builder.number(0))
        loop = builder.insert(ForOp(one, self.launch.parts, one, first))
        with builder.elsewhere():
            builder.at_end(loop.body)
            part = self._part(group, copy, loop.induction_variable)
            added = [builder.add_floats(*pair) for pair in zip(loop.iter_args, part, strict=True)]
            builder.insert(YieldOp(added))
        return loop.results

    def _part(self, group: Group, copy: _Copy, number: SSAValue) -> Sequence[SSAValue]:
        """A part of a tile from the workspace."""
        builder = self.builder
        before = builder.multiply(number, self.launch.split)
        slot = self._slot(builder.add(before, copy.split_tile))
        loaded = [builder.load(self._pointers(slot, index)) for index in group.sums]
        return [builder.unflattened(value, self._type(index)) for value, index in zip(loaded, group.sums, strict=True)]

    def _slot(self, number: SSAValue) -> SSAValue:
        """The pointer to the stored sums of a part, by its index among all parts."""
        offset = self.builder.multiply(number, self.builder.number(self.stride // BYTES))
        return self.builder.offset(self.launch.workspace, offset)

    def _pointers(self, slot: SSAValue, index: int) -> SSAValue:
        """Pointers to the elements of a sum of a part."""
        sums = self.plan.sums
        before = sum(prod(shape_of_tensor(value)) for value in sums[:index])
        base = self.builder.offset(slot, self.builder.number(before))
        return self.builder.consecutive(base, self._type(index))

    def _type(self, index: int) -> TensorType[Attribute]:
        return cast("TensorType[Attribute]", self.plan.sums[index].type)

    def _counter(self, number: int, copy: _Copy) -> SSAValue:
        """The pointer to the number of parts of a tile whose sums of a group have been stored."""
        builder, groups = self.builder, len(self.plan.groups)
        index = copy.split_tile
        if groups > 1:
            index = builder.add(builder.multiply(index, builder.number(groups)), builder.number(number))
        return builder.offset(self.launch.counters, index)
