"""``hopper-pipeline-dots``: start the dots of a loop's next iteration while this one computes special functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.launch_arguments import resident_ctas
from xtriton.analysis.requirements import Rule, consistent_ranks, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.upstream.arith import AddIOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.hopper.registers import registers_without_layout
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.plan import MOST_CONSUMERS
from xtriton.passes.hopper.warp_specialize.profitability import SPECIAL_FUNCTIONS
from xtriton.passes.hopper.warp_specialize.schedule import REGISTERS
from xtriton.passes.remarks import counted, remark
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.hoisting import may_be_executed_early
from xtriton.rewriting.regions import erase_dead_code
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield

FEWEST_ITERATIONS = 4
"""Loops that are known to have fewer iterations are not modified: the dots of one more iteration cost too much."""


@dataclass(frozen=True)
class PipelineDots(Pass):
    """Compute dots whose results special functions turn into operands of other dots one iteration ahead.

    Tensor cores and special function units then work at the same time, as in FlashAttention-3 ("intra-warpgroup
    pipelining", arXiv:2407.08608, section 3.2). The operands of these dots are loaded through descriptors, which
    check bounds: the last iteration computes dots that are not used.

    before: ``scf.for %k { %s = tt.dot %q, %key_k, %zero; %p = math.exp2 %s; %o = tt.dot %p, %value_k, %sum }``
    after:  ``%s0 = tt.dot %q, %key_0, %zero``, ``scf.for %k iter_args(%s = %s0) { %next = tt.dot %q, %key_k+1, %zero;
    %p = math.exp2 %s; %o = tt.dot %p, %value_k, %sum; scf.yield %next }``
    """

    name: ClassVar[str] = "hopper-pipeline-dots"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, consistent_ranks)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for loop in [op for op in operations_in(module) if isinstance(op, ForOp)]:
            dots = _dots_before_special_functions(loop)
            if not dots or resident_ctas(loop) > 1:
                continue
            try:
                ahead = _Ahead(loop, dots)
            except Unsupported as found:
                remark(ctx, found.op, f"dots are not computed one iteration ahead: '{found.op.name}' op {found.reason}")
                continue
            remark(ctx, dots[0], f"{counted(len(dots), 'dot')} computed one iteration ahead")
            ahead.rewrite()


def _dots_before_special_functions(loop: ForOp) -> list[tt.DotOp]:
    """The dots of a loop's body on whose results, through special functions, an operand of another dot depends."""
    return [op for op in loop.body.ops if isinstance(op, tt.DotOp) and _reaches_dot(op)]


def _reaches_dot(dot: tt.DotOp) -> bool:
    """Whether a multiplied operand of another dot of the block depends on ``dot`` through special functions."""
    pending: list[tuple[SSAValue, bool]] = [(dot.d, False)]
    seen: set[tuple[SSAValue, bool]] = set()
    while pending:
        value, special = state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        for use in value.uses:
            user = use.operation
            if user.parent is not dot.parent or isinstance(user, YieldOp):
                continue
            if has_trait(user, DotLike):
                if special and use.index < 2:
                    return True
                continue
            passed = special or isinstance(user, SPECIAL_FUNCTIONS)
            pending.extend((result, passed) for result in user.results)
    return False


class _Ahead:
    """Dots of a loop that can be computed one iteration ahead, with the operations they depend on."""

    def __init__(self, loop: ForOp, dots: Sequence[tt.DotOp]) -> None:
        """Raises :class:`Unsupported`."""
        self.loop = loop
        self.dots = dots
        self.advanced: set[Operation] = {*dots}
        """The operations of the body that are computed for the next iteration: the dots and their operands."""
        self.advancing: set[Operation] = set()
        """The operations that compute the loop-carried values of the next iteration from those of this one."""
        self._check_loop()
        for dot in dots:
            for operand in dot.operands:
                self._advance(operand)
        self._check_registers()

    # Guards

    def _check_loop(self) -> None:
        trips = self.loop.trip_count
        if trips is not None and trips < FEWEST_ITERATIONS:
            raise Unsupported(self.loop, f"has {counted(trips, 'iteration')}")
        for op in self.loop.body.ops:
            if not isinstance(op, YieldOp) and not is_memory_effect_free(op) and not only_reads(op):
                raise Unsupported(op, "has side effects, which loads of the next iteration would precede")

    def _advance(self, value: SSAValue) -> None:
        """Add the operations that compute ``value`` in the next iteration."""
        if is_block_argument(value):
            if value.owner is self.loop.body and value is not self.loop.induction_variable:
                self._compute_early(self._yielded(value))
            return
        op = self._in_body(value)
        if op is None or op in self.advanced:
            return
        if has_trait(op, DotLike):
            if not self._is_accumulated(op):
                raise Unsupported(op, "computes an operand of a dot, which would wait for it")
        elif not isinstance(op, tt.DescriptorLoadOp) and not may_be_executed_early(op):
            raise Unsupported(op, "computes an operand and cannot be executed for an iteration that does not exist")
        self.advanced.add(op)
        for operand in self._operands(op):
            self._advance(operand)

    def _is_accumulated(self, op: Operation) -> bool:
        """Whether an operation is a dot to which only dots of the next iteration add theirs."""
        return isinstance(op, tt.DotOp) and all(
            isinstance(use.operation, tt.DotOp) and use.index == 2 and use.operation in self.advanced
            for use in op.d.uses
        )

    def _compute_early(self, value: SSAValue) -> None:
        """Add the operations that compute ``value``, yielded to the next iteration, early in this iteration."""
        op = self._in_body(value)
        if op is None or op in self.advancing:
            return
        if has_trait(op, DotLike) or not may_be_executed_early(op):
            raise Unsupported(op, "computes a loop-carried value on which an operand of the next iteration depends")
        self.advancing.add(op)
        for operand in self._operands(op):
            self._compute_early(operand)

    def _check_registers(self) -> None:
        """The results of this and of the next iteration need registers beside the loop-carried values."""
        results = [registers_without_layout(dot.d.type) for dot in self.dots]
        carried = sum(registers_without_layout(value.type) for value in self.loop.iter_args) + sum(results)
        registers = carried / min(MOST_CONSUMERS, len(self.dots)) + max(results)
        if registers > REGISTERS:
            reason = f"would need about {registers:.0f} registers per thread for two results and the accumulators"
            raise Unsupported(self.dots[0], reason)

    # Rewrite

    def rewrite(self) -> None:
        """Compute the dots before the loop, and in it for the next iteration."""
        rewriter = Rewriter()
        loop, body = self.loop, self.loop.body
        rewriter.before(loop)
        first: Mapping = {
            loop.induction_variable: loop.lowerBound,
            **dict(zip(loop.iter_args, loop.init_args, strict=True)),
        }
        inits = self._clone(self.advanced, first, rewriter)
        start = body.first_op
        assert start is not None
        rewriter.before(start)
        current: Mapping = {}
        self._clone_ops(self.advancing, current, rewriter)
        step = rewriter.insert(AddIOp(loop.induction_variable, loop.step), loop.location).results[0]
        following: Mapping = {loop.induction_variable: step}
        for argument in loop.iter_args:
            yielded = self._yielded(argument)
            following[argument] = current.get(yielded, yielded)
        nexts = self._clone(self.advanced, following, rewriter)
        wider = add_iter_args(loop, inits, rewriter)
        for dot, argument in zip(self.dots, wider.iter_args[-len(self.dots) :], strict=True):
            rewriter.replace(dot, [argument])
        append_to_yield(wider, nexts, rewriter)
        erase_dead_code(wider.region, rewriter)

    def _clone(self, ops: Iterable[Operation], mapping: Mapping, rewriter: Rewriter) -> list[SSAValue]:
        """Clones of the dots and of their operands; returns the results of the dots."""
        self._clone_ops(ops, mapping, rewriter)
        return [mapping[dot.d] for dot in self.dots]

    def _clone_ops(self, ops: Iterable[Operation], mapping: Mapping, rewriter: Rewriter) -> None:
        cloned = set(ops)
        for op in [op for op in self.loop.body.ops if op in cloned]:
            rewriter.insert(clone_op(op, mapping), op.location)

    # Queries

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
