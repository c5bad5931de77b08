"""Hoists an allocation of tensor memory out of a warp-specialized loop, whose iterations then carry its token."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import Operation, SSAValue, Use

from xtriton.analysis.loop_attributes import WARP_SPECIALIZE
from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.slices import backward_slice
from xtriton.dialects.ttg.verify import PARTITION, PARTITION_OUTPUTS
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.folds.elements import constant
from xtriton.ir.creation import is_block_argument
from xtriton.ir.diagnostics import error
from xtriton.passes.nvws.hoist_tmem_store.trip_counts import runs_at_least_once
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Ids,
    partition_outputs,
    partitions_of,
    set_partition_outputs,
    set_partitions,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop, loops_around
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield, carry_through_condition


class _User(NamedTuple):
    """The only user of the token of an allocation: a loop that passes it to an MMA."""

    loop: ForOp
    mma: MMAv5Op
    use: Use

    @property
    def position(self) -> int:
        """Which of the loop-carried values the token is."""
        return self.use.index - self.loop.init_operands.start


def _user_of(alloc: TMEMAllocOp) -> _User | None:
    token = alloc.token
    if token is None or not token.has_one_use():
        return None
    use = next(iter(token.uses))
    loop = use.operation
    if not isinstance(loop, ForOp) or use.index not in loop.init_operands:
        return None
    carried = loop.iter_args[use.index - loop.init_operands.start]
    if not carried.has_one_use():
        return None
    mma = next(iter(carried.uses)).operation
    return _User(loop, mma, use) if isinstance(mma, MMAv5Op) else None


def overwrites_initial_value(alloc: TMEMAllocOp) -> bool:
    """Whether memory is initialised with a value that the first MMA does not use."""
    user = _user_of(alloc) if alloc.src is not None else None
    if user is None:
        return False
    flag = user.mma.useD
    if not is_block_argument(flag) or flag not in user.loop.iter_args:
        return False
    initial = user.loop.init_args[user.loop.iter_args.index(flag)].owner
    return isinstance(initial, ConstantOp) and initial.value == constant(flag.type, 0)


# ---------------------------------------------------------------------------------------------------------- hoisting


def hoist(alloc: TMEMAllocOp) -> bool:
    """Move an allocation out of the warp-specialized loop around it, if all loops between run equally often.

    Otherwise an inner loop may run in some iterations only, and the others read what these have computed.
    """
    nest = loops_around(alloc)
    user = _user_of(alloc)
    if not nest or WARP_SPECIALIZE not in nest[-1].attributes or user is None or not _runs_always(nest, user.loop):
        return False
    token, partitions = alloc.token, partition_outputs(user.loop)[user.position]
    assert token is not None
    rewriter = Rewriter()
    rewriter.start_at(alloc)
    Rewriter.move_in_place(alloc, nest[-1])
    alloc.attributes.pop(PARTITION, None)
    nest.reverse()
    for index, loop in enumerate(nest):
        nest[index] = _carry(loop, token, partitions, rewriter)
        token = nest[index].regions[-1].block.args[-1]
    user.loop.operands[user.use.index] = token
    token = _last_token(user.loop.results[user.position])
    for loop in reversed(nest):
        _yield_token(loop, token, rewriter)
        token = loop.results[-1]
    return True


def _runs_always(nest: list[Loop], user: ForOp) -> bool:
    """Whether no trip count of a loop depends on a loop around it, or is known to be at least one."""
    for index, inner in enumerate([*nest[:-1], user]):
        if isinstance(inner, WhileOp):
            return False
        dependent = any(_depends_on_iteration(inner, outer) for outer in nest[index:])
        if dependent and not runs_at_least_once(inner):
            return False
    return True


def _depends_on_iteration(inner: ForOp, outer: Loop) -> bool:
    """Whether the bounds of a loop are computed from the induction variable, or in an ``scf.while`` around it."""
    bounds = (inner.lowerBound, inner.upperBound)
    if isinstance(outer, WhileOp):
        return not all(is_defined_outside(bound, outer) for bound in bounds)
    return any(_depends(bound, outer.induction_variable) for bound in bounds)


def _depends(value: SSAValue, counter: SSAValue) -> bool:
    """Whether a value is computed from an induction variable, other than through loop-carried values."""
    found = backward_slice(value, omit_block_arguments=True)
    return any(use.operation is value.owner or use.operation in found for use in counter.uses)


def _carry(loop: Loop, token: SSAValue, partitions: Ids, rewriter: Rewriter) -> Loop:
    """Let a loop also carry a token, in some partitions. The caller extends the yield."""
    if isinstance(loop, WhileOp):
        new = carry_through_condition(loop, [token], rewriter)
    else:
        new = add_iter_args(loop, [token], rewriter)
    outputs = partition_outputs(new) if PARTITION_OUTPUTS in new.attributes else []
    set_partition_outputs(new, [*outputs, partitions])
    set_partitions(new, (*partitions_of(new), *partitions))
    return new


def _yield_token(loop: Loop, token: SSAValue, rewriter: Rewriter) -> None:
    """Yield the token after an iteration."""
    if isinstance(loop, ForOp):
        append_to_yield(loop, [token], rewriter)
        assert loop.body.last_op is not None
        set_partitions(loop.body.last_op, partitions_of(loop))
    else:
        end = loop.yield_operation
        assert end is not None
        end.operands = [*end.operands, token]


def _last_token(token: SSAValue) -> SSAValue:
    """The token after all accesses that follow one another."""
    while token.first_use is not None:
        access: Operation = token.first_use.operation
        following = access.token if isinstance(access, TMEMLoadOp | TMEMStoreOp | MMAv5Op) else None
        if following is None:
            raise error(access.location, f"'{access.name}' op uses a tensor memory token in an unsupported way")
        token = following
    return token
