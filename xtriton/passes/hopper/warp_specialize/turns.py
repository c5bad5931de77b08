"""Consumers that take turns at the tiles of a persistent kernel: while one stores a tile, the other computes the next.

Each consumer has every second iteration of the loop over tiles. The producer loads the tiles of all iterations in
order, through rings that the consumers share, so that a consumer passes over the stages of the other's iterations. Its
first stage in an iteration follows from how many tiles all iterations before have taken.

Only one consumer at a time waits for tiles: an mbarrier's phase has one bit, so that a consumer must not wait for a
phase before the one before it has completed. The kernels "pingpong" of CUTLASS are scheduled like this.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.arith import (
    AddIOp,
    CmpIOp,
    CmpIPredicate,
    DivUIOp,
    ExtUIOp,
    MulIOp,
    RemUIOp,
    SelectOp,
    SubIOp,
    XOrIOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import is_result
from xtriton.passes.hopper.warp_specialize.build import Builder, Stage
from xtriton.passes.hopper.warp_specialize.channels import Ring
from xtriton.passes.hopper.warp_specialize.plan import Plan
from xtriton.rewriting.cloning import clone_op

CONSUMERS = 2


class Turns:
    """The turns of one consumer."""

    def __init__(
        self, plan: Plan, loop: ForOp, number: int, builder: Builder, value: Callable[[SSAValue], SSAValue]
    ) -> None:
        """Inserts what the loop and its iterations need. ``value`` gives the partition's value for the function's."""
        self._loop, self._number, self._builder = loop, number, builder
        self._value = value
        self._hoisted: dict[SSAValue, SSAValue] = {}
        self.rings = [ring for ring in plan.rings if any(loop.is_ancestor(channel.block) for channel in ring.channels)]
        self._taken = {ring: self._tiles_of_iteration(ring) for ring in self.rings}

    def loop(self) -> ForOp:
        """An empty loop over this consumer's iterations, with their ordinals and the parities of their turns."""
        lower, upper, step = map(self._value, (self._loop.lowerBound, self._loop.upperBound, self._loop.step))
        first = lower
        for _ in range(self._number):
            first = self._add(first, step)
        ordinal = self._constant(self._number)
        # The first turn begins as if the other consumer had ended one, as all stages of a ring begin empty.
        return ForOp(first, upper, self._add(step, step), [ordinal, self._constant(1 - self._number)])

    def next(self, ordinal: SSAValue, parity: SSAValue) -> list[SSAValue]:
        """The ordinal and the parity of the next turn."""
        flipped = self._builder.insert(XOrIOp(parity, self._constant(1))).result
        return [self._add(ordinal, self._constant(CONSUMERS)), flipped]

    def total(self) -> SSAValue:
        """The number of iterations of both consumers."""
        bounds = [self._value(bound) for bound in (self._loop.lowerBound, self._loop.upperBound, self._loop.step)]
        return self._count(*bounds)

    def after(self, total: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The parity of the phase that ends with the other consumer's last turn, and whether that was the last of all.

        For the first consumer, after ``total`` iterations.
        """
        insert = self._builder.insert
        turns = insert(DivUIOp(total, self._constant(CONSUMERS))).result
        parity = insert(RemUIOp(self._add(turns, self._constant(1)), self._constant(2))).result
        odd = insert(RemUIOp(total, self._constant(CONSUMERS))).result
        return parity, insert(CmpIOp(CmpIPredicate.EQ, odd, self._constant(0))).result

    def stages(self, ordinal: SSAValue) -> dict[Ring, Stage]:
        """The stages of rings after ``ordinal`` iterations."""
        return {ring: self._stage(ordinal, ring) for ring in self.rings}

    def _stage(self, ordinal: SSAValue, ring: Ring) -> Stage:
        """All factors are taken modulo the tiles of two phases, so that no product overflows."""
        insert, period = self._builder.insert, self._constant(2 * ring.stages)
        turn = insert(RemUIOp(ordinal, period)).result
        taken = insert(RemUIOp(insert(MulIOp(turn, self._taken[ring])).result, period)).result
        stages = self._constant(ring.stages)
        is_second = insert(CmpIOp(CmpIPredicate.UGE, taken, stages)).result
        index = insert(SelectOp(is_second, insert(SubIOp(taken, stages)).result, taken)).result
        return Stage(index, insert(ExtUIOp(is_second, i32)).results[0])

    def _tiles_of_iteration(self, ring: Ring) -> SSAValue:
        """The tiles of a ring that an iteration takes, modulo those of two phases."""
        insert, period = self._builder.insert, self._constant(2 * ring.stages)
        taken = self._constant(0)
        for channel in ring.channels:
            inner = channel.block.parent_op()
            if inner is self._loop:
                count = self._constant(1)
            elif isinstance(inner, ForOp) and self._loop.is_ancestor(inner):
                bounds = [self._outside(bound) for bound in (inner.lowerBound, inner.upperBound, inner.step)]
                count = self._count(*bounds)
            else:
                continue
            taken = self._add(taken, insert(RemUIOp(count, period)).result)
        return insert(RemUIOp(taken, period)).result

    def _count(self, lower: SSAValue, upper: SSAValue, step: SSAValue) -> SSAValue:
        """The number of iterations of a loop."""
        insert = self._builder.insert
        span = insert(SubIOp(insert(SubIOp(upper, lower)).result, self._constant(1))).result
        count = self._add(insert(DivUIOp(span, step)).result, self._constant(1))
        some = insert(CmpIOp(CmpIPredicate.SLT, lower, upper)).result
        return insert(SelectOp(some, count, self._constant(0))).result

    def _outside(self, value: SSAValue) -> SSAValue:
        """A value that does not depend on the iteration, at the insertion point before the loop."""
        if not is_inside(value, self._loop):
            return self._value(value)
        if value not in self._hoisted:
            assert is_result(value)
            mapping = {operand: self._outside(operand) for operand in value.op.operands}
            copy = self._builder.insert(clone_op(value.op, mapping))
            self._hoisted.update(zip(value.op.results, copy.results, strict=True))
        return self._hoisted[value]

    def _add(self, one: SSAValue, other: SSAValue) -> SSAValue:
        return self._builder.insert(AddIOp(one, other)).result

    def _constant(self, value: int) -> SSAValue:
        return self._builder.number(value)


def is_inside(value: SSAValue, loop: ForOp) -> bool:
    """Whether a value is defined in the body of a loop."""
    owner = value.owner
    return loop.is_ancestor(owner) and owner is not loop


def is_invariant(value: SSAValue, loop: ForOp) -> bool:
    """Whether a value does not depend on the iteration: it is computed without memory from values outside the loop."""
    pending, seen = [value], set[SSAValue]()
    while pending:
        found = pending.pop()
        if found in seen or not is_inside(found, loop):
            continue
        seen.add(found)
        if not is_result(found) or found.op.regions or not is_memory_effect_free(found.op):
            return False
        pending.extend(found.op.operands)
    return True
