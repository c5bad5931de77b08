"""Splits tiles along K over programs, and combines the parts of a tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i1, i32, i64
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.analysis.launch_arguments import PROGRAMS_PER_TILE, add_launch_argument
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.passes.hopper.split_k.build import Builder
from xtriton.passes.hopper.split_k.plan import BYTES, Group, Plan
from xtriton.passes.hopper.split_k.schedule import PROGRAMS, Costs, schedule
from xtriton.passes.hopper.warp_specialize.plan import MOST_CONSUMERS
from xtriton.passes.hopper.warp_specialize.schedule import REGISTERS, registers_of
from xtriton.recipes import Expression, ScalarRecipe, WorkspaceRecipe
from xtriton.rewriting.tensors import shape_of_tensor

CYCLES_OF_ELEMENT = 1 / 16
"""To load an element of a part, with all threads of the SM."""
_ALIGNMENT = 128
"""Of a part in the workspace, in bytes: a cache line."""


@dataclass(frozen=True)
class _Launch:
    """What the launch computes, as arguments of the kernel."""

    workspace: SSAValue
    whole: SSAValue
    """How many tiles are whole: the first ones."""
    split: SSAValue
    """How many tiles are split."""
    parts: SSAValue
    """Into how many parts each."""
    items: SSAValue
    """Whole tiles and parts together."""
    steps: SSAValue
    """Of a tile."""


@dataclass(frozen=True)
class _Item:
    """What a program computes in an iteration: a tile, or a part of one."""

    is_part: SSAValue
    split_tile: SSAValue
    """The number of the tile among those that are split, if this is a part."""
    number: SSAValue
    """The number of the part among all parts: the tile, plus the number of split tiles for each part before it."""


class SplitKRewrite:
    """Rewrites the kernel of a plan."""

    def __init__(self, plan: Plan, most_parts: int, combine: int) -> None:
        self.plan = plan
        part = combine // 4 + round(plan.elements * CYCLES_OF_ELEMENT)
        self.costs = Costs(max(1, round(plan.steps.cycles)), combine, part, most_parts)
        self.builder = Builder()
        used = plan.elements * BYTES + len(plan.groups) * 4
        self.stride = -(-used // _ALIGNMENT) * _ALIGNMENT
        """Bytes of a part in the workspace: its sums, and the counters of the tile with its number."""

    def run(self) -> None:
        """Rewrite the loop over tiles."""
        plan, builder = self.plan, self.builder
        plan.function.attributes[PROGRAMS_PER_TILE] = IntegerAttr(self.costs.most_parts, i64)
        builder.start_at(plan.tiles)
        self.launch = self._arguments()
        item = self._item()
        last = plan.tiles.body.last_op
        assert last is not None
        builder.before(last)
        for number, group in enumerate(plan.groups):
            self._epilogue(number, group, item)

    # What the launch computes

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
        size: Expression = ("muli", 64, ("extsi", 32, 64, PROGRAMS), self.stride)
        size = ("select", ("ne", 32, found.split, 0), size, 0)
        aligned: dict[str, Attribute] = {"tt.divisibility": IntegerAttr(16, i32)}
        return _Launch(
            add_launch_argument(plan.function, PointerType(f32, 1), WorkspaceRecipe(size), "workspace", aligned),
            self._argument(found.whole, "whole"),
            self._argument(found.split, "split"),
            self._argument(found.parts, "parts"),
            self._argument(found.items, "items"),
            self.builder.number(count) if isinstance(count, int) else self._argument(count, "steps"),
        )

    def _argument(self, value: Expression, name: str) -> SSAValue:
        return add_launch_argument(self.plan.function, i32, ScalarRecipe(value), name)

    # Which tiles and steps

    def _item(self) -> _Item:
        """Loop over items, whose tile and steps are computed at the start of the body."""
        builder, launch, tiles = self.builder, self.launch, self.plan.tiles
        tiles.operands[1] = launch.items
        item = tiles.induction_variable
        builder.at_start(tiles.body)
        number = builder.subtract(item, launch.whole)
        is_part = builder.not_less(number, builder.number(0))
        with builder.branch(is_part, [i32] * 4) as branch:
            part, split_tile = builder.divide(number, launch.split), builder.remainder(number, launch.split)
            following = builder.add(part, builder.number(1))
            bounds = [builder.divide(builder.multiply(at, launch.steps), launch.parts) for at in (part, following)]
            branch.results(builder.add(launch.whole, split_tile), split_tile, *bounds)
            branch.otherwise()
            zero = builder.number(0)
            branch.results(item, zero, zero, launch.steps)
        tile, split_tile, first, past = branch.op.results
        tile.name_hint = "tile"
        for use in list(item.uses):
            if use.operation not in (number.owner, *branch.op.elseRegion.block.ops):
                use.operation.operands[use.index] = tile
        self._set_bounds(first, past)
        return _Item(is_part, split_tile, number)

    def _set_bounds(self, first: SSAValue, past: SSAValue) -> None:
        """Limit the loops of a tile to a range of steps. Loops after the first one run with the last step."""
        builder, plan = self.builder, self.plan
        is_last = builder.equal(past, self.launch.steps)
        loop = plan.loops[0]
        builder.before(loop)
        step = builder.number(plan.steps.step)
        start, end = builder.multiply(first, step), builder.multiply(past, step)
        if plan.steps.lower:
            lower = builder.number(plan.steps.lower)
            start, end = builder.add(start, lower), builder.add(end, lower)
        loop.operands[0] = start
        loop.operands[1] = builder.select(is_last, loop.upperBound, end)
        for rest in plan.loops[1:]:
            builder.before(rest)
            rest.operands[1] = builder.select(is_last, rest.upperBound, rest.lowerBound)

    # Parts

    def _epilogue(self, number: int, group: Group, item: _Item) -> None:
        """Store a part and count it, or run the epilogue with the sums of all parts."""
        builder, plan = self.builder, self.plan
        sums = [plan.sums[index] for index in group.sums]
        completes = self._publish(number, group, item)
        with builder.branch(builder.both(item.is_part, completes), [value.type for value in sums]) as branch:
            builder.store(self._counter(number, item), builder.number(0))
            branch.results(*self._added(group, item))
            branch.otherwise()
            branch.results(*sums)
        combined = branch.op
        run = builder.insert(IfOp(completes, [], Region(Block())))
        for op in group.epilogue:
            op.detach()
            run.thenRegion.block.add_op(op)
        run.thenRegion.block.add_op(YieldOp())
        for value, total in zip(sums, combined.results, strict=True):
            for use in list(value.uses):
                if run.is_ancestor(use.operation):
                    use.operation.operands[use.index] = total

    def _publish(self, number: int, group: Group, item: _Item) -> SSAValue:
        """Store a part to the workspace. Whether the tile is complete by that, or is whole."""
        builder = self.builder
        with builder.branch(item.is_part, [i1]) as branch:
            slot = self._slot(item.number)
            for index in group.sums:
                builder.store(self._pointers(slot, index), builder.flattened(self.plan.sums[index]))
            earlier = builder.count_arrival(self._counter(number, item))
            branch.results(builder.equal(earlier, builder.subtract(self.launch.parts, builder.number(1))))
            branch.otherwise()
            branch.results(builder.number(1, i1))
        return branch.op.results[0]

    def _added(self, group: Group, item: _Item) -> Sequence[SSAValue]:
        """The parts of a tile from the workspace, added in the order of their steps."""
        if not self._has_registers_for_two(group):
            return self._added_one_by_one(group, item)
        builder, one, count = self.builder, self.builder.number(1), len(group.sums)
        zeros = [builder.zeros(self._type(index)) for index in group.sums]
        first = self._part(group, item, builder.number(0))
        loop = builder.insert(ForOp(one, self.launch.parts, one, [*zeros, *first]))
        with builder.elsewhere():
            builder.at_end(loop.body)
            # Loaded an iteration before it is added, so that two parts are on their way.
            following = self._part(group, item, loop.induction_variable)
            carried = loop.iter_args
            added = [builder.add_floats(*pair) for pair in zip(carried[:count], carried[count:], strict=True)]
            builder.insert(YieldOp(*added, *following))
        return [builder.add_floats(*pair) for pair in zip(loop.results[:count], loop.results[count:], strict=True)]

    def _has_registers_for_two(self, group: Group) -> bool:
        """Whether a warp group has registers for two parts besides all sums that it may have."""
        sums = self.plan.sums
        held = sum(registers_of(value.type) for value in sums) / min(MOST_CONSUMERS, len(sums))
        return held + 2 * sum(registers_of(sums[index].type) for index in group.sums) <= REGISTERS

    def _added_one_by_one(self, group: Group, item: _Item) -> Sequence[SSAValue]:
        builder, one = self.builder, self.builder.number(1)
        first = self._part(group, item, builder.number(0))
        loop = builder.insert(ForOp(one, self.launch.parts, one, first))
        with builder.elsewhere():
            builder.at_end(loop.body)
            part = self._part(group, item, loop.induction_variable)
            added = [builder.add_floats(*pair) for pair in zip(loop.iter_args, part, strict=True)]
            builder.insert(YieldOp(*added))
        return loop.results

    def _part(self, group: Group, item: _Item, number: SSAValue) -> Sequence[SSAValue]:
        """A part of a tile from the workspace."""
        builder = self.builder
        before = builder.multiply(number, self.launch.split)
        slot = self._slot(builder.add(before, item.split_tile))
        loaded = [builder.load(self._pointers(slot, index)) for index in group.sums]
        return [builder.unflattened(value, self._type(index)) for value, index in zip(loaded, group.sums, strict=True)]

    def _slot(self, number: SSAValue) -> SSAValue:
        """Where the sums of a part are stored, by its number among all parts."""
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

    def _counter(self, number: int, item: _Item) -> SSAValue:
        """How many parts of a tile have been stored, behind the part with the tile's number."""
        builder = self.builder
        behind = builder.offset(self._slot(item.split_tile), builder.number(self.plan.elements + number))
        return builder.as_integers(behind)
