"""Lowers tokens to barriers: each token has those that tell of full buffers, and those that tell of empty ones."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp, i1, i32
from xdsl.ir import Operation, Region, SSAValue

from xtriton.dialects.nvws.attributes import TokenLoadType
from xtriton.dialects.nvws.token import (
    ConsumerReleaseOp,
    ConsumerWaitOp,
    CreateTokenOp,
    ProducerAcquireOp,
    ProducerCommitOp,
)
from xtriton.dialects.ttg.barrier import ADDRESS_SPACES, BarrierOp
from xtriton.dialects.ttg.verify import num_ctas
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpSpecializePartitionsOp
from xtriton.dialects.ttng.barrier import ArriveBarrierOp, InitBarrierOp, WaitBarrierOp
from xtriton.dialects.upstream.arith import ExtUIOp, XOrIOp
from xtriton.dialects.upstream.gpu import BarrierOp as GpuBarrierOp
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.buffers import barrier_allocation, view_of
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import add_tasks, tasks_of
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter, block_argument
from xtriton.rewriting.uses import replace_uses_if
from xtriton.versions import V3_6, V3_7, by_version

_THREADS = 128
"""The threads of a warp group: each arrives at a barrier."""
_BARRIER = by_version({V3_6: GpuBarrierOp, V3_7: lambda: BarrierOp(addrSpace=ADDRESS_SPACES["local"])})
"""What waits for the initialisation of barriers."""

_TokenUser = ProducerAcquireOp | ProducerCommitOp | ConsumerWaitOp | ConsumerReleaseOp


def lower_tokens(module: ModuleOp) -> None:
    """Replace all tokens by barriers.

    Raises ``DiagnosticError`` for clusters of several CTAs, for buffers that are filled otherwise than by TMA copies,
    and for tokens that other operations use.
    """
    tokens = [op for op in operations_inside_out(module) if isinstance(op, CreateTokenOp)]
    if not tokens:
        return
    if num_ctas(module) != 1:
        raise error(tokens[0].location, "warp specialization for Hopper needs clusters of one CTA: set num_ctas=1")
    lowered = [_Lowering(op) for op in tokens]
    for lowering in lowered:
        lowering.lower_users()
    for lowering in lowered:
        lowering.capture_barriers()


class _Lowering:
    """The lowering of one token."""

    def __init__(self, op: CreateTokenOp) -> None:
        self.op = op
        self.is_tma = op.loadType == TokenLoadType.TMA_LOAD.attr
        self.rewriter = rewriter = Rewriter()
        rewriter.start_at(op)
        count = int_value(op.numBuffers)
        self.full, self.empty = (rewriter.insert(barrier_allocation(count)).result for _ in ("full", "empty"))
        for number in range(count):
            index = insert_constant(rewriter, number, i32)
            for barriers, arrivals in ((self.full, 1 if self.is_tma else _THREADS), (self.empty, _THREADS)):
                rewriter.insert(InitBarrierOp(view_of(rewriter, barriers, index, op.location), count=arrivals))
        rewriter.insert(_BARRIER.now()())

    def lower_users(self) -> None:
        """Replace the operations on the token by waits for barriers and arrivals at them."""
        for user in list(self._users()):
            if isinstance(user, ProducerCommitOp) and not self.is_tma:
                raise error(
                    user.location,
                    "loads through pointers cannot be warp-specialized for Hopper: use tensor descriptors, or leave "
                    "warp_specialize out",
                )
            self._lower(user)

    def _users(self) -> Iterator[_TokenUser]:
        for use in self.op.result.uses:
            user = use.operation
            if isinstance(user, WarpSpecializeOp | WarpSpecializePartitionsOp):
                for region in _partitions(user):
                    for inner in region.block.args[use.index].uses:
                        yield _checked(inner.operation)
            else:
                yield _checked(user)

    def _lower(self, user: _TokenUser) -> None:
        rewriter, location = self.rewriter, user.location
        rewriter.before(user)
        rewriter.location = location
        waits_for_empty = isinstance(user, ProducerAcquireOp)
        barriers = self.empty if waits_for_empty or isinstance(user, ConsumerReleaseOp) else self.full
        view = view_of(rewriter, barriers, user.idx, self.op.location)
        assert is_operation(view.owner)
        if isinstance(user, ProducerAcquireOp | ConsumerWaitOp):
            new: Operation = WaitBarrierOp(view, self._parity(user.phase, waits_for_empty))
        else:
            count = _THREADS if isinstance(user, ConsumerReleaseOp) or not self.is_tma else 1
            new = ArriveBarrierOp(view, count=count)
        rewriter.insert(new, location)
        for op in (view.owner, new):
            add_tasks(op, tasks_of(user))
        rewriter.erase(user)

    def _parity(self, phase: SSAValue, flipped: bool) -> SSAValue:
        """The parity to wait for; that of empty buffers is flipped, since they are empty at the start."""
        rewriter = self.rewriter
        if flipped:
            true = insert_constant(rewriter, 1, i1)
            phase = rewriter.insert(XOrIOp(phase, true)).result
        return rewriter.insert(ExtUIOp(phase, out=i32)).out

    def capture_barriers(self) -> None:
        """Pass the barriers to partitions in the place of the token, and erase that."""
        for use in list(self.op.result.uses):
            user = use.operation
            regions = _partitions(user)
            index = use.index
            user.operands = [
                *(value for at, value in enumerate(user.operands) if at != index),
                self.full,
                self.empty,
            ]
            for region in regions:
                block = region.block
                block.erase_arg(block.args[index])
                for barriers in (self.full, self.empty):
                    argument = block_argument(block, barriers.type, self.op.location)
                    replace_uses_if(barriers, argument, region.is_ancestor)
        self.rewriter.erase(self.op)


def _partitions(op: Operation) -> tuple[Region, ...]:
    holder = op.holder if isinstance(op, WarpSpecializeOp) else op
    return tuple(holder.regions)


def _checked(op: Operation) -> _TokenUser:
    if not isinstance(op, _TokenUser):
        raise error(op.location, f"'{op.name}' op cannot use a token: it must be passed to ttg.warp_specialize")
    return op
