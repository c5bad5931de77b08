"""Operations of a loop's body that are computed one iteration ahead, for ``hopper-pipeline-dots`` and
``hopper-prefetch-loads``."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, SelectOp, SubIOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.creation import is_block_argument
from xtriton.ir.walk import operations_in
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.hoisting import may_be_executed_early
from xtriton.rewriting.rewriter import Rewriter


class Ahead:
    """Operations of a loop that are computed before the loop, and in it for the next iteration."""

    def __init__(self, loop: ForOp, roots: Iterable[Operation]) -> None:
        """``roots`` and the operations of the body that they depend on. Raises :class:`Unsupported`."""
        self.loop = loop
        self.advanced: set[Operation] = {*roots}
        """The operations that are computed for the next iteration."""
        self.advancing: set[Operation] = set()
        """The operations that compute the loop-carried values of the next iteration from those of this one."""
        for root in tuple(self.advanced):
            for operand in self._operands(root):
                self._advance(operand)

    def check(self, op: Operation) -> None:
        """Raise :class:`Unsupported` if ``op`` cannot be executed for an iteration that does not exist."""
        if not may_be_executed_early(op):
            raise Unsupported(op, "computes an operand and cannot be executed for an iteration that does not exist")

    def _advance(self, value: SSAValue) -> None:
        """Add the operations that compute ``value`` in the next iteration."""
        if is_block_argument(value):
            if value.owner is self.loop.body and value is not self.loop.induction_variable:
                self._compute_early(self._yielded(value))
            return
        op = self._in_body(value)
        if op is None or op in self.advanced:
            return
        self.check(op)
        self.advanced.add(op)
        for operand in self._operands(op):
            self._advance(operand)

    def _compute_early(self, value: SSAValue) -> None:
        """Add the operations that compute ``value``, yielded to the next iteration, early in this iteration."""
        op = self._in_body(value)
        if op is None or op in self.advancing:
            return
        if not may_be_executed_early(op):
            raise Unsupported(op, "computes a loop-carried value on which an operand of the next iteration depends")
        self.advancing.add(op)
        for operand in self._operands(op):
            self._compute_early(operand)

    def runs(self, rewriter: Rewriter) -> SSAValue | None:
        """Whether the loop has an iteration, computed before it; ``None`` if that is known."""
        loop = self.loop
        if loop.trip_count is not None:
            return None
        rewriter.before(loop)
        less = CmpIPredicate.SLT if loop.unsignedCmp is None else CmpIPredicate.ULT
        return rewriter.insert(CmpIOp(less, loop.lowerBound, loop.upperBound), loop.location).result

    def continues(self, rewriter: Rewriter) -> SSAValue:
        """Whether there is a next iteration."""
        loop = self.loop
        # What is left to count is positive and exact as an unsigned number, where the next index may overflow.
        left = rewriter.insert(SubIOp(loop.upperBound, loop.induction_variable), loop.location).result
        return rewriter.insert(CmpIOp(CmpIPredicate.UGT, left, loop.step), loop.location).result

    def clone_before(self, rewriter: Rewriter) -> Mapping:
        """Clone the operations for the first iteration, before the loop. Returns the clones."""
        first: Mapping = {
            self.loop.induction_variable: self.loop.lowerBound,
            **dict(zip(self.loop.iter_args, self.loop.init_args, strict=True)),
        }
        rewriter.before(self.loop)
        self._clone(self.advanced, first, rewriter)
        return first

    def clone_for_next(self, rewriter: Rewriter, exists: SSAValue | None = None) -> Mapping:
        """Clone the operations for the next iteration, at a place in the body. Returns the clones.

        Where ``exists`` is false they are computed for this iteration once more.
        """
        loop = self.loop
        current: Mapping = {}
        self._clone(self.advancing, current, rewriter)
        step = rewriter.insert(AddIOp(loop.induction_variable, loop.step), loop.location).result
        following: Mapping = {loop.induction_variable: step}
        for argument in loop.iter_args:
            yielded = self._yielded(argument)
            following[argument] = current.get(yielded, yielded)
        if exists is not None:
            for value in self._values_of_iteration():
                chosen = SelectOp(exists, following[value], value)
                following[value] = rewriter.insert(chosen, loop.location).result
        self._clone(self.advanced, following, rewriter)
        return following

    def _values_of_iteration(self) -> list[SSAValue]:
        """The arguments of the body that the operations depend on."""
        used = {operand for op in self.advanced for operand in self._operands(op)}
        return [argument for argument in self.loop.body.args if argument in used]

    def _clone(self, ops: Iterable[Operation], mapping: Mapping, rewriter: Rewriter) -> None:
        cloned = set(ops)
        for op in [op for op in self.loop.body.ops if op in cloned]:
            rewriter.insert(clone_op(op, mapping), op.location)

    def _yielded(self, argument: SSAValue) -> SSAValue:
        end = self.loop.body.last_op
        assert isinstance(end, YieldOp)
        return end.operands[self.loop.iter_args.index(argument)]

    def _in_body(self, value: SSAValue) -> Operation | None:
        """The operation of the loop's body that computes ``value``."""
        op = value.owner
        return op if isinstance(op, Operation) and op.parent is self.loop.body else None

    @staticmethod
    def _operands(op: Operation) -> list[SSAValue]:
        """The operands of an operation and of those in its regions."""
        return [operand for inner in operations_in(op) for operand in inner.operands]
