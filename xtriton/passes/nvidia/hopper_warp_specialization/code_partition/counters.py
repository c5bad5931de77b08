"""Counters of the values that have passed: each loop and branch with channels has one, carried through loops around.

From a counter follow the buffer, and the phase of its barriers. The loop-carried counters of a loop come last, in the
order in which the loops and branches with channels begin, itself first. For a loop ``A`` with a channel, around a
branch ``B`` and a loop ``C`` with channels, ``A`` carries the counters of ``A``, ``B`` and ``C``, and ``B`` and ``C``
return theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.upstream.arith import AddIOp, AndIOp, ConstantOp, DivUIOp, ExtSIOp, MulIOp, SubIOp, TruncIOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp, yield_of
from xtriton.folds.elements import constant
from xtriton.ir.diagnostics import error
from xtriton.ir.locations import Location
from xtriton.ir.walk import operations_in, parent_of_type
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.channels import Channel
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import TaskRewriter, nested_tasks_of
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter, block_argument


class Counters:
    """The counters of a function's channels."""

    def __init__(self, channels: Iterable[Channel]) -> None:
        parents = (channel.target.parent_op() for channel in channels)
        self.regions: set[Operation] = {op for op in parents if isinstance(op, ForOp | IfOp)}
        """The loops and branches with channels directly in them."""

    def add_to(self, ops: Sequence[Operation]) -> None:
        """Give the loops and branches among ``ops``, and those in them, their counters; all loops are replaced."""
        for op in ops:
            self._replace(op)

    def count_at(self, op: Operation) -> SSAValue:
        """The counter for an operation with channels."""
        loop, around = parent_of_type(op, ForOp), op.parent_op()
        if loop is None or not isinstance(around, ForOp | IfOp):
            raise error(op.location, f"'{op.name}' op in a region of which values are not counted")
        if around not in self.regions:
            raise error(op.location, f"'{op.name}' op passes a value to other warp groups in another region")
        return self._counters_of(loop)[self._nested(loop).index(around)]

    def _nested(self, op: Operation) -> list[Operation]:
        """The regions with channels in an operation, itself included, in the order in which they begin."""
        return [inner for inner in operations_in(op) if inner in self.regions]

    def _counters_of(self, loop: ForOp) -> Sequence[SSAValue]:
        """The loop-carried counters of a loop."""
        count = len(self._nested(loop))
        return loop.body.args[len(loop.body.args) - count :]

    def _from_around(self, op: Operation, nested: Sequence[Operation]) -> list[SSAValue] | None:
        """The counters of regions at the start of a loop or branch around them, if it is in a loop."""
        loop = parent_of_type(op, ForOp)
        if loop is None:
            return None
        if not nested:
            return []
        counters = self._counters_of(loop)
        first = self._nested(loop).index(nested[0])
        return list(counters[first : first + len(nested)])

    # ------------------------------------------------------------------------------------------------- replacing

    def _replace(self, op: Operation) -> Operation:
        """Replace a loop or branch by one with counters, unless that is a branch without channels."""
        if isinstance(op, ForOp):
            return self._replace_loop(op)
        assert isinstance(op, IfOp)
        if self._nested(op):
            return self._replace_branch(op)
        for inner in [inner for inner in operations_in(op) if isinstance(inner, ForOp)]:
            if inner.parent is not None:
                self._replace_loop(inner)
        return op

    def _renamed(self, old: Operation, new: Operation) -> None:
        if old in self.regions:
            self.regions.remove(old)
            self.regions.add(new)

    def _replace_loop(self, loop: ForOp) -> ForOp:
        nested = self._nested(loop)
        rewriter = TaskRewriter(nested_tasks_of(loop))
        rewriter.before(loop)
        starts = self._from_around(loop, nested)
        if starts is None:
            starts = [insert_constant(rewriter, 0, i64, loop.location) for _ in nested]
        new = _wider_loop(loop, starts, rewriter)
        self._renamed(loop, new)
        inner = [self._replace(op) for op in _regions_in(new.body)]
        end = new.yield_operation
        assert end is not None
        tasks = nested_tasks_of(new)
        counters = list(self._counters_of(new))
        ends: list[SSAValue] = []
        if new in self.regions:
            rewriter = TaskRewriter(tasks)
            rewriter.before(end)
            ends.append(_incremented(rewriter, counters[0], new.location))
        ends += self._returned(inner)
        if counters:
            end.operands = [*end.operands[: len(end.operands) - len(counters)], *ends]
        return new

    def _returned(self, ops: Iterable[Operation]) -> list[SSAValue]:
        """The counters that loops and branches return."""
        counts = ((op, len(self._nested(op))) for op in ops)
        return [result for op, count in counts for result in op.results[len(op.results) - count :]]

    def _replace_branch(self, op: IfOp) -> IfOp:
        nested = self._nested(op)
        location = op.location
        rewriter = TaskRewriter(nested_tasks_of(op))
        rewriter.before(op)
        then = op.detach_region(0)
        otherwise = op.detach_region(0)
        of_else = TaskRewriter(nested_tasks_of(op))
        if otherwise.first_block is None:
            end = YieldOp()
            end.location = location
            otherwise.add_block(Block([end]))
        elif any(inner in self.regions for inner in operations_in(otherwise)):
            raise error(location, "'scf.if' op: values cannot be passed to other warp groups in the else region")
        types = [*op.result_types, *(i64 for _ in nested)]
        new = IfOp.create(operands=op.operands, result_types=types, regions=[then, otherwise])
        rewriter.insert(new, location)
        self._renamed(op, new)
        inner = [self._replace(child) for child in _regions_in(then.block)]
        nested = self._nested(new)
        around = self._from_around(new, nested)
        then_end, else_end = yield_of(then.block), yield_of(otherwise.block)
        rewriter.before(then_end)
        of_else.before(else_end)
        ends: list[SSAValue] = []
        if new in self.regions:
            if around is None:
                ends.append(insert_constant(rewriter, 1, i64, location))
            else:
                ends.append(_incremented(rewriter, around[0], location))
        ends += self._returned(inner)
        unchanged = [insert_constant(of_else, 0, i64, location) for _ in nested] if around is None else around
        for end, values in ((then_end, ends), (else_end, unchanged)):
            rewriter.before(end)
            rewriter.insert(YieldOp([*end.operands, *values]), location)
            rewriter.erase(end)
        for old, result in zip(op.results, new.results, strict=False):
            rewriter.replace_all_uses(old, result)
        rewriter.erase(op)
        return new


def _regions_in(block: Block) -> list[Operation]:
    return [op for op in block.ops if isinstance(op, ForOp | IfOp)]


def _wider_loop(loop: ForOp, starts: Sequence[SSAValue], rewriter: TaskRewriter) -> ForOp:
    """Replace a loop by one that carries counters, too, as yet unchanged; its attributes are dropped."""
    counters = [block_argument(loop.body, i64, loop.location) for _ in starts]
    end = loop.yield_operation
    assert end is not None
    end.operands = [*end.operands, *counters]
    operands = [*loop.operands, *starts]
    types = [*loop.result_types, *(i64 for _ in starts)]
    new = ForOp.create(operands=operands, result_types=types, regions=[loop.detach_region(0)])
    rewriter.insert(new, loop.location)
    for old, result in zip(loop.results, new.results, strict=False):
        rewriter.replace_all_uses(old, result)
    rewriter.erase(loop)
    return new


def _incremented(rewriter: Rewriter, counter: SSAValue, location: Location) -> SSAValue:
    one = insert_constant(rewriter, 1, i64, location)
    return rewriter.insert(AddIOp(counter, one), location).result


def index_and_phase(rewriter: Rewriter, count: SSAValue, buffers: int, location: Location) -> tuple[SSAValue, SSAValue]:
    """The index of the buffer for a counter, ``count % buffers``, and the phase of its barriers, ``count / buffers``.

    The phase is an ``i1``.
    """

    def insert(op: Operation) -> SSAValue:
        return rewriter.insert_value(op, location)

    number = insert(ExtSIOp(insert(ConstantOp(constant(i32, buffers))), out=i64))
    rounds = insert(DivUIOp(count, number))
    index = insert(TruncIOp(insert(SubIOp(count, insert(MulIOp(rounds, number)))), out=i32))
    odd = insert(AndIOp(rounds, insert(ConstantOp(constant(i64, 1)))))
    return index, insert(TruncIOp(odd, out=i1))
