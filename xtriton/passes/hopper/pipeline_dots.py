"""``hopper-pipeline-dots``: start the dots of a loop's next iteration while this one computes special functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.affine.scalars import constant_of
from xtriton.analysis.launch_arguments import resident_ctas
from xtriton.analysis.requirements import Rule, consistent_ranks, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.upstream.arith import ConstantOp, SelectOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.ir.context import Context
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.hopper.ahead import Ahead
from xtriton.passes.hopper.pointers_to_descriptors.plan import ALIGNMENT, UNBOUNDED
from xtriton.passes.hopper.registers import registers_without_layout
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.plan import MOST_CONSUMERS
from xtriton.passes.hopper.warp_specialize.profitability import SPECIAL_FUNCTIONS
from xtriton.passes.hopper.warp_specialize.schedule import REGISTERS
from xtriton.passes.remarks import counted, remark
from xtriton.rewriting.cloning import Mapping
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
    check bounds: the last iteration computes dots that are not used. A constant extent may be larger than the memory,
    as where the loop alone bounds the program's accesses: the index is behind such an extent if there is no iteration.

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


class _Ahead(Ahead):
    """Dots of a loop that can be computed one iteration ahead, with the operations they depend on."""

    def __init__(self, loop: ForOp, dots: Sequence[tt.DotOp]) -> None:
        """Raises :class:`Unsupported`."""
        self.dots = dots
        _check_loop(loop)
        super().__init__(loop, dots)
        self._check_registers()

    def check(self, op: Operation) -> None:
        if has_trait(op, DotLike):
            if not self._is_accumulated(op):
                raise Unsupported(op, "computes an operand of a dot, which would wait for it")
        elif not isinstance(op, tt.DescriptorLoadOp):
            super().check(op)

    def _is_accumulated(self, op: Operation) -> bool:
        """Whether an operation is a dot to which only dots of the next iteration add theirs."""
        return isinstance(op, tt.DotOp) and all(
            isinstance(use.operation, tt.DotOp) and use.index == 2 and use.operation in self.advanced
            for use in op.d.uses
        )

    def _check_registers(self) -> None:
        """The results of this and of the next iteration need registers beside the loop-carried values."""
        results = [registers_without_layout(dot.d.type) for dot in self.dots]
        carried = sum(registers_without_layout(value.type) for value in self.loop.iter_args) + sum(results)
        registers = carried / min(MOST_CONSUMERS, len(self.dots)) + max(results)
        if registers > REGISTERS:
            reason = f"would need about {registers:.0f} registers per thread for two results and the accumulators"
            raise Unsupported(self.dots[0], reason)

    def rewrite(self) -> None:
        """Compute the dots before the loop, and in it for the next iteration."""
        rewriter = Rewriter()
        unchecked = self._unchecked(lambda index: constant_of(index) is None)
        runs = self.runs(rewriter) if unchecked else None
        inits = self.clone_before(rewriter)
        if runs is not None:
            _check_existence(unchecked, inits, runs, rewriter)
        unchecked = self._unchecked(self._varies)
        start = self.loop.body.first_op
        assert start is not None
        rewriter.before(start)
        continues = self.continues(rewriter) if unchecked else None
        nexts = self.clone_for_next(rewriter)
        if continues is not None:
            _check_existence(unchecked, nexts, continues, rewriter)
        wider = add_iter_args(self.loop, [inits[dot.d] for dot in self.dots], rewriter)
        for dot, argument in zip(self.dots, wider.iter_args[-len(self.dots) :], strict=True):
            rewriter.replace(dot, [argument])
        append_to_yield(wider, [nexts[dot.d] for dot in self.dots], rewriter)
        erase_dead_code(wider.region, rewriter)

    def _unchecked(self, may_be_outside: Callable[[SSAValue], bool]) -> dict[tt.DescriptorLoadOp, int]:
        """The loads whose descriptor may not say where memory ends, with the first dimension of which this is true.

        These are dimensions of constant extent with an index that ``may_be_outside`` where there is no iteration.
        """
        found: dict[tt.DescriptorLoadOp, int] = {}
        for load in self.loop.body.ops:
            if isinstance(load, tt.DescriptorLoadOp) and load in self.advanced:
                for dim, index in enumerate(load.indices):
                    if _constant_extent(load, dim) is not None and may_be_outside(index):
                        found.setdefault(load, dim)
        return found

    def _varies(self, index: SSAValue) -> bool:
        """Whether an index may differ between iterations."""
        return index.owner in self.advanced or index.owner is self.loop.body


def _check_existence(
    loads: dict[tt.DescriptorLoadOp, int], clones: Mapping, exists: SSAValue, rewriter: Rewriter
) -> None:
    """Have the clones of loads read no memory where their iteration does not exist."""
    for load, dim in loads.items():
        clone = clones[load.result].owner
        assert isinstance(clone, tt.DescriptorLoadOp)
        rewriter.before(clone)
        behind = rewriter.insert(ConstantOp(IntegerAttr(_behind(load, dim), i32)), load.location).result
        place = SelectOp(exists, clone.indices[dim], behind)
        clone.operands[1 + dim] = rewriter.insert(place, load.location).result


def _constant_extent(load: tt.DescriptorLoadOp, dim: int) -> int | None:
    """The extent of a dimension of the descriptor; ``None`` if it is not constant or not known."""
    made = load.desc.owner
    return constant_of(made.shape[dim]) if isinstance(made, tt.MakeTensorDescOp) else None


def _behind(load: tt.DescriptorLoadOp, dim: int) -> int:
    """An index behind a constant extent; a multiple of 16, as TMA requires of rows of the box in bytes."""
    extent = _constant_extent(load, dim)
    assert extent is not None
    return min(-(-extent // ALIGNMENT) * ALIGNMENT, UNBOUNDED)


def _check_loop(loop: ForOp) -> None:
    trips = loop.trip_count
    if trips is not None and trips < FEWEST_ITERATIONS:
        raise Unsupported(loop, f"has {counted(trips, 'iteration')}")
    for op in loop.body.ops:
        if not isinstance(op, YieldOp) and not is_memory_effect_free(op) and not only_reads(op):
            raise Unsupported(op, "has side effects, which loads of the next iteration would precede")
