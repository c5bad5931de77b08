"""Distributes the steps of shared tiles over programs, and combines the parts of a tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import IntegerAttr, f32, i1, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.launch_arguments import PROGRAMS_PER_TILE, add_launch_argument
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.passes.hopper.stream_k.build import Builder
from xtriton.passes.hopper.stream_k.plan import BYTES, Group, Plan
from xtriton.passes.hopper.stream_k.schedule import PROGRAMS, schedule
from xtriton.recipes import Expression, ScalarRecipe, WorkspaceRecipe
from xtriton.rewriting.tensors import shape_of_tensor

_ALIGNMENT = 128
"""Of a program's part of the workspace, in bytes: a cache line."""


@dataclass(frozen=True)
class _Launch:
    """What the launch computes, as arguments of the kernel."""

    workspace: SSAValue
    shared_tiles: SSAValue
    steps_of_tile: SSAValue
    steps: SSAValue
    """Of shared tiles, for each program."""
    more: SSAValue
    """How many programs have one step more."""


@dataclass(frozen=True)
class _Item:
    """A tile, or a part of one, that a program computes in an iteration."""

    first_step: SSAValue
    """Its first step, counted from the first one of the tile."""
    first_owner: SSAValue
    """The program that has the first step of the tile, if this is a part."""
    last_owner: SSAValue
    is_part: SSAValue


class StreamKRewrite:
    """Rewrites the kernel of a plan."""

    def __init__(self, plan: Plan, most_parts: int, fixup: int) -> None:
        self.plan = plan
        self.most_parts = most_parts
        self.fixup = fixup
        self.builder = Builder()
        self.program, self.programs = plan.tiles.lowerBound, plan.tiles.step
        used = 2 * plan.slot * BYTES + len(plan.groups) * 4
        self.stride = -(-used // _ALIGNMENT) * _ALIGNMENT
        """Bytes of a program in the workspace: the sums of its first and of its last part, and counters of tiles."""

    def run(self) -> None:
        """Rewrite the loop over tiles."""
        plan, builder = self.plan, self.builder
        plan.function.attributes[PROGRAMS_PER_TILE] = IntegerAttr(self.most_parts, i64)
        builder.start_at(plan.tiles)
        self.launch = self._arguments()
        begin, end = self._range()
        loop = self._loop(begin, end)
        item = self._item(loop, begin, end)
        last = plan.tiles.body.last_op
        assert last is not None
        builder.before(last)
        for number, group in enumerate(plan.groups):
            self._epilogue(number, group, item)
        self._move_body(loop)

    # What the launch computes

    def _arguments(self) -> _Launch:
        """Add the arguments. A number of steps that is known is a constant."""
        plan = self.plan
        assert plan.tile_count is not None
        alone: Expression = 1
        for axis in range(3):
            if axis not in plan.axes:
                alone = ("muli", 32, alone, ("grid", axis)) if alone != 1 else ("grid", axis)
        found = schedule(plan.tile_count, plan.steps.count, cycles=plan.steps.cycles, fixup=self.fixup, alone=alone)
        size: Expression = ("muli", 64, ("extsi", 32, 64, PROGRAMS), self.stride)
        size = ("select", ("ne", 32, found.tiles, 0), size, 0)
        count = plan.steps.count
        aligned: dict[str, Attribute] = {"tt.divisibility": IntegerAttr(16, i32)}
        return _Launch(
            add_launch_argument(plan.function, PointerType(f32, 1), WorkspaceRecipe(size), "workspace", aligned),
            self._argument(found.tiles, "shared_tiles"),
            # Divided by, so at least one.
            self.builder.number(count)
            if isinstance(count, int)
            else self._argument(("maxsi", 32, count, 1), "steps_of_tile"),
            self._argument(found.steps, "steps"),
            self._argument(found.more, "more"),
        )

    def _argument(self, value: Expression, name: str) -> SSAValue:
        return add_launch_argument(self.plan.function, i32, ScalarRecipe(value), name)

    # Which tiles and steps

    def _range(self) -> tuple[SSAValue, SSAValue]:
        """The steps of shared tiles that this program computes: the first, and one past the last."""
        builder, launch = self.builder, self.launch
        before = builder.add(builder.multiply(self.program, launch.steps), builder.least(self.program, launch.more))
        after = builder.add(before, launch.steps)
        has_more = builder.less(self.program, launch.more)
        return before, builder.select(has_more, builder.add(after, builder.number(1)), after)

    def _loop(self, begin: SSAValue, end: SSAValue) -> ForOp:
        """The loop over the program's items: first shared tiles, then whole ones, at a distance of the programs.

        The induction variable is that of the whole tiles, continued to the front; the next shared tile is carried.
        """
        builder, launch = self.builder, self.launch
        one, steps = builder.number(1), launch.steps_of_tile
        first = builder.divide(begin, steps)
        past = builder.add(builder.divide(builder.subtract(end, one), steps), one)
        is_any = builder.less(begin, end)
        items = builder.select(is_any, builder.subtract(past, first), builder.number(0))
        whole = builder.add(launch.shared_tiles, self.program)
        start = builder.subtract(whole, builder.multiply(items, self.programs))
        loop = builder.insert(ForOp(start, self.plan.tiles.upperBound, self.programs, [first]))
        loop.attributes.update(self.plan.tiles.attributes)
        loop.induction_variable.name_hint, loop.iter_args[0].name_hint = "whole_tile", "shared_tile"
        return loop

    def _item(self, loop: ForOp, begin: SSAValue, end: SSAValue) -> _Item:
        """The tile and the steps of an iteration, at the start of the old body; its loops get their bounds."""
        builder, launch, plan = self.builder, self.launch, self.plan
        builder.at_start(plan.tiles.body)
        zero, steps = builder.number(0), launch.steps_of_tile
        place, shared_tile = loop.induction_variable, loop.iter_args[0]
        is_shared = builder.less(place, launch.shared_tiles)
        tile = builder.select(is_shared, shared_tile, place)
        builder.replace_all_uses(plan.tiles.induction_variable, tile)
        before = builder.multiply(tile, steps)
        clipped = builder.greatest(builder.subtract(begin, before), zero)
        first = builder.select(is_shared, clipped, zero)
        clipped = builder.least(builder.subtract(end, before), steps)
        past = builder.select(is_shared, clipped, steps)
        self._set_bounds(first, past)
        builder.before(plan.loops[0])
        is_part = builder.differ(builder.subtract(past, first), steps)
        with builder.branch(is_part, [i32, i32]) as branch:
            last_step = builder.subtract(builder.add(before, steps), builder.number(1))
            branch.results(self._owner(before), self._owner(last_step))
            branch.otherwise()
            branch.results(zero, zero)
        return _Item(first, *branch.op.results, is_part)

    def _set_bounds(self, first: SSAValue, past: SSAValue) -> None:
        """Limit the loops of a tile to a range of steps. Loops after the first one run with the last step."""
        builder, plan = self.builder, self.plan
        loop = plan.loops[0]
        is_last = builder.equal(past, self.launch.steps_of_tile)
        builder.before(loop)
        lower, step = builder.number(plan.steps.lower), builder.number(plan.steps.step)
        start = builder.multiply(first, step)
        end = builder.multiply(past, step)
        if plan.steps.lower:
            start, end = builder.add(start, lower), builder.add(end, lower)
        loop.operands[0] = start
        loop.operands[1] = builder.select(is_last, loop.upperBound, end)
        for rest in plan.loops[1:]:
            builder.before(rest)
            rest.operands[1] = builder.select(is_last, rest.upperBound, rest.lowerBound)

    def _owner(self, step: SSAValue) -> SSAValue:
        """The program that computes a step of the shared tiles: the inverse of :meth:`_range`."""
        builder, launch = self.builder, self.launch
        one = builder.number(1)
        longer = builder.add(launch.steps, one)
        before = builder.multiply(launch.more, longer)
        with builder.branch(builder.less(step, before), [i32]) as branch:
            branch.results(builder.divide(step, longer))
            branch.otherwise()
            branch.results(builder.add(launch.more, builder.divide(builder.subtract(step, before), launch.steps)))
        return branch.op.results[0]

    # Parts

    def _epilogue(self, number: int, group: Group, item: _Item) -> None:
        """Store a part and count it, or run the epilogue with the sums of all parts."""
        builder, plan = self.builder, self.plan
        sums = [plan.sums[index] for index in group.sums]
        is_last = self._publish(number, group, item)
        both = builder.both(item.is_part, is_last)
        with builder.branch(both, [value.type for value in sums]) as branch:
            builder.store(self._counter(number, item), builder.number(0))
            branch.results(*self._added(group, item))
            branch.otherwise()
            branch.results(*sums)
        combined = branch.op
        run = builder.insert(IfOp(is_last, [], Region(Block())))
        for op in group.epilogue:
            op.detach()
            run.thenRegion.block.add_op(op)
        run.thenRegion.block.add_op(YieldOp())
        for value, total in zip(sums, combined.results, strict=True):
            for use in list(value.uses):
                if any(op.is_ancestor(use.operation) for op in group.epilogue):
                    use.operation.operands[use.index] = total

    def _publish(self, number: int, group: Group, item: _Item) -> SSAValue:
        """Store a part to the workspace. Whether the tile is complete by that, or was not a part."""
        builder = self.builder
        with builder.branch(item.is_part, [i1]) as branch:
            is_first = builder.equal(item.first_step, builder.number(0))
            base = self._slot(self.program, is_first)
            for index in group.sums:
                builder.store(self._pointers(base, index), self.plan.sums[index])
            earlier = builder.count_arrival(self._counter(number, item))
            branch.results(builder.equal(earlier, builder.subtract(item.last_owner, item.first_owner)))
            branch.otherwise()
            branch.results(builder.number(1, i1))
        return branch.op.results[0]

    def _added(self, group: Group, item: _Item) -> Sequence[SSAValue]:
        """The parts of a tile from the workspace, added in the order of their steps."""
        builder, one = self.builder, self.builder.number(1)
        base = self._slot(item.first_owner, builder.number(1, i1))
        first = [builder.load(self._pointers(base, index)) for index in group.sums]
        second, past = builder.add(item.first_owner, one), builder.add(item.last_owner, one)
        loop = builder.insert(ForOp(second, past, one, first))
        with builder.elsewhere():
            builder.at_end(loop.body)
            base = self._slot(loop.induction_variable, builder.number(0, i1))
            parts = [builder.load(self._pointers(base, index)) for index in group.sums]
            added = [builder.add_floats(*pair) for pair in zip(loop.iter_args, parts, strict=True)]
            builder.insert(YieldOp(*added))
        return loop.results

    def _slot(self, program: SSAValue, is_first: SSAValue) -> SSAValue:
        """Where a program stores a part: the one with the first step of its tile in the second of its two slots.

        It is the last part that a program computes, and the others are the first.
        """
        builder = self.builder
        offset = builder.multiply(program, builder.number(self.stride // BYTES))
        shift = builder.select(is_first, builder.number(self.plan.slot), builder.number(0))
        return builder.offset(self.launch.workspace, builder.add(offset, shift))

    def _pointers(self, slot: SSAValue, index: int) -> SSAValue:
        """Pointers to the elements of a sum in a slot, in its layout."""
        sums = self.plan.sums
        before = sum(prod(shape_of_tensor(value)) for value in sums[:index])
        base = self.builder.offset(slot, self.builder.number(before))
        return self.builder.row_major(base, sums[index].type)

    def _counter(self, number: int, item: _Item) -> SSAValue:
        """How many parts of a tile are stored: in the area of the program with the first part, which has one such."""
        builder = self.builder
        offset = builder.multiply(item.first_owner, builder.number(self.stride // BYTES))
        offset = builder.add(offset, builder.number(2 * self.plan.slot + number))
        return builder.as_integers(builder.offset(self.launch.workspace, offset))

    def _move_body(self, loop: ForOp) -> None:
        """Move the body of the old loop to the new one, and erase the old one."""
        old = self.plan.tiles
        ops: list[Operation] = [op for op in old.body.ops if not isinstance(op, YieldOp)]
        for op in ops:
            op.detach()
            loop.body.add_op(op)
        self.builder.at_end(loop.body)
        following = self.builder.add(loop.iter_args[0], self.builder.number(1))
        self.builder.insert(YieldOp(following))
        self.builder.erase(old)
