"""``tritongpu-optimize-accumulator-init``: replaces zero-initialised accumulators by a flag of the MMA."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, ModuleOp, i1
from xdsl.ir import SSAValue

from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import ConstantOp, SelectOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, yield_of
from xtriton.folds.elements import float_of, integer_of, is_zero
from xtriton.folds.folding import constant_of
from xtriton.interfaces.region_branch import incoming_values
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args
from xtriton.versions import V3_6, V3_9, ByVersion, by_version

AnyDot = WarpGroupDotOp | TCGen5MMAOp | TCGen5MMAScaledOp


@dataclass(frozen=True)
class TritonGPUOptimizeAccumulatorInit(Pass):
    """Initialise accumulators by clearing the accumulate flag of dots instead of storing zeros.

    before: ``scf.for ... iter_args(%acc = %zeros) { ttng.warp_group_dot %a, %b, %acc }``
    after:  ``scf.for ... iter_args(%acc = %zeros, %used = %false) { ttng.warp_group_dot %a, %b, %acc, %used ... }``
    ``%used`` is true from the second iteration on, or follows the condition that resets the accumulator.
    """

    name: ClassVar[str] = "tritongpu-optimize-accumulator-init"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for dot in [op for op in operations_in(module) if isinstance(op, AnyDot)]:
            loop = dot.parent_op()
            if isinstance(loop, ForOp) and _supports_flag(dot):
                _Flag(dot, loop).introduce()
        rewrite_greedily(module, PatternSet([initial_value_nobody_reads]))


def _supports_flag(dot: AnyDot) -> bool:
    """Whether the flag is free: where partial sums are added in registers it would cost a select."""
    return not (isinstance(dot, WarpGroupDotOp) and dot.needs_partial_accumulator)


def _always(dot: AnyDot) -> bool:
    return True


def _by_tokens(dot: AnyDot) -> bool:
    """Whether nothing is written to tensor memory between its allocation and the MMA, which tokens tell."""
    if isinstance(dot, WarpGroupDotOp):
        return True
    alloc, token = dot.d.owner, dot.acc_dep
    if not isinstance(alloc, TMEMAllocOp) or token is None or alloc.token is None:
        return False
    while token is not alloc.token:
        load = token.owner
        if not isinstance(load, TMEMLoadOp) or token is not load.token or load.src is not alloc.result:
            return False
        if load.dep is None:
            return False
        token = load.dep
    return True


_INIT_REACHES: ByVersion[Callable[[AnyDot], bool]] = by_version({V3_6: _always, V3_9: _by_tokens})
"""Whether the accumulator of an MMA holds the initial value of its allocation; always false before 3.9."""


@dataclass(frozen=True)
class _Zeroing:
    """An operation that resets the accumulator to zero if ``condition`` equals ``when``."""

    op: SelectOp | IfOp
    index: int
    condition: SSAValue
    when: bool
    otherwise: SSAValue


class _Flag:
    """The flag of one MMA in a loop."""

    def __init__(self, dot: AnyDot, loop: ForOp) -> None:
        self.dot = dot
        self.loop = loop
        self.rewriter = Rewriter()
        self.rewriter.before(loop)
        self.rewriter.location = dot.location
        self.true = self._constant(True)
        self.false = self._constant(False)

    def _constant(self, value: bool) -> SSAValue:
        return self.rewriter.insert(ConstantOp(BoolAttr.from_bool(value))).result

    def introduce(self) -> None:
        """Add the flag to an MMA, if it is known when its accumulator is zero."""
        accumulator = _accumulator(self.dot)
        if accumulator is None or not _INIT_REACHES.now()(self.dot):
            return
        if _is_zero_tensor(accumulator):
            self._use(self.false)
            return
        starts_at_zero, value = self._source(accumulator)
        zeroing = None if value is None else self._zeroing(value)
        if zeroing is None and not starts_at_zero:
            return
        flag = _flag_of(self.dot)
        if flag is not None and integer_of(constant_of(flag)) != 1:
            return  # it already has a flag, or never uses the accumulator
        self.loop = add_iter_args(self.loop, [self.false if starts_at_zero else self.true], self.rewriter)
        used = self.loop.iter_args[-1]
        if zeroing is None:
            self._use(used)
            self._yield(self.true)
        else:
            self._follow(zeroing, used)

    def _source(self, accumulator: SSAValue) -> tuple[bool, SSAValue | None]:
        """Whether a loop-carried accumulator starts at zero, and its value in later iterations."""
        if not is_block_argument(accumulator):
            return False, accumulator
        carried = self.loop.tied(accumulator)
        return (False, None) if carried is None else (_is_zero_tensor(carried.init), carried.yielded)

    def _zeroing(self, value: SSAValue) -> _Zeroing | None:
        """The operation that resets ``value`` to zero in some iterations."""
        if not is_result(value) or value.op.parent is not self.loop.body:
            return None
        op = value.op
        if isinstance(op, SelectOp):
            return _zeroing(op, 0, op.condition, op.true_value, op.false_value) if op.condition.type == i1 else None
        if not isinstance(op, IfOp):
            return None
        values = incoming_values(value)
        assert values is not None
        if any(yielded.owner.parent_op() is op for yielded in values):
            return None
        return _zeroing(op, value.index, op.condition, *values)

    def _follow(self, zeroing: _Zeroing, used: SSAValue) -> None:
        """Clear the flag where the accumulator was reset, and bypass the reset."""
        is_before = zeroing.op.is_before_in_block(self.dot)
        rewriter = self.rewriter
        rewriter.before(zeroing.op)
        previous = used if is_before else self.true
        values = (self.false, previous) if zeroing.when else (previous, self.false)
        flag = rewriter.insert(SelectOp(zeroing.condition, *values)).result
        self._use(flag if is_before else used)
        self._yield(self.true if is_before else flag)
        if isinstance(zeroing.op, SelectOp):
            rewriter.replace(zeroing.op, [zeroing.otherwise])
        else:
            end = zeroing.op.regions[0 if zeroing.when else 1].block.last_op
            assert end is not None
            end.operands[zeroing.index] = zeroing.otherwise

    def _use(self, flag: SSAValue) -> None:
        dot = self.dot
        if isinstance(dot, WarpGroupDotOp):
            dot.operands = [dot.a, dot.b, dot.c, flag]
        else:
            dot.operands[_index_of_flag(dot)] = flag

    def _yield(self, value: SSAValue) -> None:
        end = yield_of(self.loop.body)
        end.operands = [*end.operands, value]


def _index_of_flag(dot: TCGen5MMAOp | TCGen5MMAScaledOp) -> int:
    scales = 2 if isinstance(dot, TCGen5MMAScaledOp) else 0
    return 3 + scales + (dot.acc_dep is not None)


def _zeroing(op: SelectOp | IfOp, index: int, condition: SSAValue, true: SSAValue, false: SSAValue) -> _Zeroing | None:
    if _is_zero_tensor(true):
        return _Zeroing(op, index, condition, True, false)
    return _Zeroing(op, index, condition, False, true) if _is_zero_tensor(false) else None


def _is_zero_tensor(value: SSAValue) -> bool:
    constant = constant_of(value)
    return is_zero(constant) or float_of(constant) == 0.0


def _flag_of(dot: AnyDot) -> SSAValue | None:
    return dot.useC if isinstance(dot, WarpGroupDotOp) else dot.useD


def _accumulator(dot: AnyDot) -> SSAValue | None:
    """The accumulator tensor of an MMA, if it is in registers between iterations."""
    if isinstance(dot, WarpGroupDotOp):
        return dot.c
    alloc = dot.d.owner
    if not isinstance(alloc, TMEMAllocOp) or alloc.parent_region() is not dot.parent_region():
        return None
    load = next((use.operation for use in alloc.result.uses if isinstance(use.operation, TMEMLoadOp)), None)
    if load is None or load.parent_region() is not dot.parent_region():
        return None
    return alloc.src


@pattern(TMEMAllocOp)
def initial_value_nobody_reads(op: TMEMAllocOp, rewriter: Rewriter) -> bool:
    """Drop the initial value of memory that is first used as an accumulator with a false flag."""
    users = [use.operation for use in op.result.uses]
    if op.src is None or len(users) > 2:
        return False
    dots = [user for user in users if isinstance(user, TCGen5MMAOp | TCGen5MMAScaledOp)]
    loads = [user for user in users if isinstance(user, TMEMLoadOp)]
    if not dots or (loads and not dots[-1].is_before_in_block(loads[-1])):
        return False
    flag = dots[-1].useD.owner
    if not isinstance(flag, ConstantOp) or integer_of(flag.value) != 0:
        return False
    op.operands = []
    return True
