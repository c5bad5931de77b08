"""A gather as a loop over runs, each of which copies a part of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    IndexCastOp,
    MinSIOp,
    RemSIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.linalg import IndexOp
from xtriton.dialects.upstream.memref import strided_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ConditionOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.passes.cpu.copy_runs.gathers import Gather
from xtriton.passes.cpu.loops.nest import dimension_of
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.rewriter import Rewriter

_INDEX = IndexType()


def copy_in_runs(gather: Gather, least: int) -> None:
    """Copy in runs if all positions are numbers that a run can be computed of, otherwise element by element."""
    rewriter = Rewriter()
    rewriter.before(gather.loop)
    rewriter.location = gather.loop.location
    _Runs(gather, least, rewriter).write()


@dataclass
class _Runs:
    gather: Gather
    least: int
    rewriter: Rewriter

    def write(self) -> None:
        """Insert the choice, with the original loop in its ``else``."""
        rewriter, loop, op = self.rewriter, self.gather.loop, self.gather.offsets.op
        condition = self._condition()
        runs, otherwise = Block(), Block()
        rewriter.insert(IfOp(condition, Region(runs), Region(otherwise)))
        rewriter.at_end(runs)
        self._loop()
        rewriter.at_end(runs)
        rewriter.insert(YieldOp())
        for each in (op, loop):
            each.detach()
            otherwise.add_op(each)
        rewriter.at_end(otherwise)
        rewriter.insert(YieldOp())

    def _condition(self) -> SSAValue:
        """Whether no position is negative or overflows, and no divisor is less than ``least``."""
        rewriter, offsets = self.rewriter, self.gather.offsets
        first = self._computed(index_constant(0, rewriter))
        conditions: list[SSAValue] = []
        for division in offsets.divisions:
            position, divisor = first.get(division.lhs, division.lhs), first.get(division.rhs, division.rhs)
            greatest = (1 << (cast("IntegerType", position.type).width.data - 1)) - 1
            for predicate, value, bound in (
                (CmpIPredicate.SGE, position, 0),
                (CmpIPredicate.SLE, position, greatest - offsets.extent),
                (CmpIPredicate.SGE, divisor, self.least),
            ):
                limit = insert_constant(rewriter, bound, value.type)
                conditions.append(rewriter.insert(CmpIOp(predicate, value, limit)).result)
        condition = conditions[0]
        for other in conditions[1:]:
            condition = rewriter.insert(AndIOp(condition, other)).result
        return condition

    def _loop(self) -> None:
        rewriter, loop = self.rewriter, self.gather.loop
        before, body = Block(arg_types=[_INDEX]), Block(arg_types=[_INDEX])
        start = index_constant(0, rewriter)
        rewriter.insert(WhileOp([start], result_types=[_INDEX], before=Region(before), after=Region(body)))
        rewriter.at_end(before)
        left = rewriter.insert(CmpIOp(CmpIPredicate.SLT, before.args[0], loop.upperBound)).result
        rewriter.insert(ConditionOp(left, [before.args[0]]))
        rewriter.at_end(body)
        first = body.args[0]
        offset, size = self._run(first)
        self._copy(first, offset, size)
        rewriter.insert(YieldOp([rewriter.insert(AddIOp(first, size)).result]))

    def _run(self, first: SSAValue) -> tuple[SSAValue, SSAValue]:
        """The number for the first position of a run, and the length of the run.

        If numbers wrap around within the run, it ends with its first position.
        """
        rewriter, offsets = self.rewriter, self.gather.offsets
        computed = self._computed(first)
        size = rewriter.insert(SubIOp(self.gather.loop.upperBound, first)).result
        for division in offsets.divisions:
            position, divisor = computed.get(division.lhs, division.lhs), computed.get(division.rhs, division.rhs)
            passed = rewriter.insert(RemSIOp(position, divisor)).result
            left = rewriter.insert(SubIOp(divisor, passed)).result
            size = rewriter.insert(MinSIOp(size, rewriter.insert(IndexCastOp(left, _INDEX)).out)).result
        one = index_constant(1, rewriter)
        distance = rewriter.insert(SubIOp(size, one)).result
        last = self._result(self._computed(rewriter.insert(AddIOp(first, distance)).result))
        offset = self._result(computed)
        numbers = [rewriter.insert(IndexCastOp(each, _INDEX)).out for each in (offset, last)]
        found = rewriter.insert(SubIOp(numbers[1], numbers[0])).result
        follow = rewriter.insert(CmpIOp(CmpIPredicate.EQ, found, distance)).result
        return offset, rewriter.insert(SelectOp(follow, size, one)).result

    def _computed(self, position: SSAValue) -> Mapping:
        """The body's values at a position."""
        op, rewriter = self.gather.offsets.op, self.rewriter
        mapping: Mapping = {}
        for inner in op.body.ops:
            if inner is op.body.last_op:
                break
            if isinstance(inner, IndexOp):
                along = cast("memref.MemRef", op.outs[0].type).get_shape()[dimension_of(inner)] != 1
                mapping[inner.result] = position if along else index_constant(0, rewriter)
            else:
                rewriter.insert(clone_op(inner, mapping))
        return mapping

    def _result(self, computed: Mapping) -> SSAValue:
        value = cast("Operation", self.gather.offsets.op.body.last_op).operands[0]
        return computed.get(value, value)

    def _copy(self, first: SSAValue, offset: SSAValue, size: SSAValue) -> None:
        """Copy the elements of a run."""
        rewriter, gather = self.rewriter, self.gather
        mapping: Mapping = {gather.loop.induction_variable: first, gather.load.result: offset}
        views = (gather.source, gather.part, gather.target)
        for op in gather.loop.body.ops:
            if op not in views and is_memory_effect_free(op) and not isinstance(op, YieldOp):
                rewriter.insert(clone_op(op, mapping))
        source = gather.source
        offsets = [self._mapped(number, mapping) for number in source.mixed_offsets]
        sizes = [*source.mixed_sizes[:-1], size]
        shape = [each if isinstance(each, int) else DYNAMIC for each in sizes]
        strides = [each if isinstance(each, int) else DYNAMIC for each in source.mixed_strides]
        type_ = strided_type(cast("memref.MemRef", source.result.type).element_type, shape, strides, DYNAMIC)
        memory = memref.ReinterpretCastOp.of(source.source, offsets, sizes, source.mixed_strides, type_)
        copied = rewriter.insert(memory).result
        if gather.part is not None:
            copied = self._part(copied, gather.part.mixed_offsets, gather.part.mixed_sizes, size)
        target = gather.target
        places = [*target.mixed_offsets[:-1], first]
        rewriter.insert(memref.CopyOp(copied, self._part(target.source, places, target.mixed_sizes, size)))

    def _part(
        self, memory: SSAValue, offsets: Sequence[int | SSAValue], sizes: Sequence[int | SSAValue], size: SSAValue
    ) -> SSAValue:
        view = memref.SubViewOp.of(memory, offsets, [*sizes[:-1], size], [1] * len(sizes))
        return self.rewriter.insert(view).result

    @staticmethod
    def _mapped(number: int | SSAValue, mapping: Mapping) -> int | SSAValue:
        return number if isinstance(number, int) else mapping.get(number, number)
