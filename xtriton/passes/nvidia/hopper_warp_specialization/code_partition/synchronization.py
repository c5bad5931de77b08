"""Tokens and barriers: producers wait for empty buffers, consumers for full ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import cast

from xdsl.dialects.builtin import TensorType, i1, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.analysis.dominance import post_dominates
from xtriton.dialects.nvws.attributes import TokenLoadType, TokenType
from xtriton.dialects.nvws.token import (
    ConsumerReleaseOp,
    ConsumerWaitOp,
    CreateTokenOp,
    ProducerAcquireOp,
    ProducerCommitOp,
)
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp, LocalLoadOp
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.barrier import BarrierExpectOp, WaitBarrierOp
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp
from xtriton.dialects.upstream.arith import ExtSIOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.walk import ancestors, parent_of_type
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.buffers import (
    Copy,
    allocate_barriers,
    view_of,
)
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.channels import (
    Channel,
    Group,
    actual_consumers,
    no_channel,
    unique_consumer,
)
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.counters import Counters, index_and_phase
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import TaskRewriter, tasks_of
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter, location_of


@dataclass
class Tokens:
    """The synchronization of a group of channels."""

    of_consumers: dict[int, SSAValue] = field(default_factory=dict[int, SSAValue])
    """The token of each consumer task, in the order in which operations on them are inserted."""
    barrier: SSAValue | None = None
    """The barriers that TMA copies complete."""


_BUCKETS = 64
_HASH_FACTOR = 37


def _in_hash_order(tasks: Iterable[int]) -> list[int]:
    """The order in which Triton visits the tokens of tasks, that of a small ``llvm::DenseMap`` with integer keys."""
    return sorted(tasks, key=lambda task: task * _HASH_FACTOR % _BUCKETS)


def create_tokens(groups: list[Group], func: FuncOp, copies: Mapping[Channel, Copy]) -> list[Tokens]:
    """Create the tokens of each group at the start of a function, before them the barriers."""
    first = func.body.block.first_op
    assert first is not None
    rewriter = Rewriter()
    rewriter.before(first)
    found: list[Tokens] = []
    for group in groups:
        channel = group[0]
        source = channel.source
        tokens = Tokens()
        if isinstance(source, DescriptorLoadOp):
            tokens.barrier = allocate_barriers(channel.buffers, func)
        count = channel.buffers if parent_of_type(source, ForOp) is not None else 1
        created: dict[int, SSAValue] = {}
        for task in channel.consumers:
            op = CreateTokenOp(
                numBuffers=count,
                loadType=_load_type(copies[channel]),
                result=TensorType(TokenType(), [count]),
            )
            created[task] = rewriter.insert(op, func.location).result
        tokens.of_consumers = {task: created[task] for task in _in_hash_order(created)}
        found.append(tokens)
    return found


def _load_type(copy: Copy) -> TokenLoadType:
    match copy.producer:
        case AsyncCopyGlobalToLocalOp():
            return TokenLoadType.ASYNC_LOAD
        case DescriptorLoadOp():
            return TokenLoadType.TMA_LOAD
        case _:
            return TokenLoadType.LOCAL_STORE


def synchronize(
    groups: list[Group],
    tokens: list[Tokens],
    buffers: Mapping[Channel, SSAValue],
    copies: Mapping[Channel, Copy],
    counters: Counters,
) -> None:
    """Synchronize each group of channels with its tokens, and replace descriptor loads by TMA copies."""
    for group, of_group in zip(groups, tokens, strict=True):
        _Synchronizer(group, of_group, copies).run(buffers, counters)


class _Synchronizer:
    """Synchronizes one group of channels."""

    def __init__(self, group: Group, tokens: Tokens, copies: Mapping[Channel, Copy]) -> None:
        self.group = group
        self.channel = group[0]
        self.tokens = tokens
        producers = {copies[channel].producer for channel in group}
        consumers = {copies[channel].consumer for channel in group}
        consumers.update(channel.target for channel in group)
        consumers.update(unique_consumer(channel.target) for channel in group)
        self.first_producer, self.last_producer = self._ends(self.channel.source.parent, producers)
        self.first_consumer, self.last_consumer = self._ends(self.channel.target.parent, consumers)
        self.rewriter = TaskRewriter()

    def _ends(self, block: Block | None, ops: set[Operation]) -> tuple[Operation, Operation]:
        """The first and the last of the operations in a block."""
        found = [op for op in block.ops if op in ops] if block is not None else []
        if not found:
            raise no_channel(self.channel.target)
        return found[0], found[-1]

    def run(self, buffers: Mapping[Channel, SSAValue], counters: Counters) -> None:
        """Insert the operations on tokens and barriers."""
        index, phase = self._index_and_phase(counters)
        loads = [channel for channel in self.group if isinstance(channel.source, DescriptorLoadOp)]
        for token in self.tokens.of_consumers.values():
            self._produce(token, index, phase)
        for task, token in self.tokens.of_consumers.items():
            self._consume(task, token, index, phase)
        if loads:
            self._copy_by_tma(loads, buffers, index, phase)

    def _index_and_phase(self, counters: Counters) -> tuple[SSAValue, SSAValue]:
        """The index of the buffer, and the phase; constants for producers that are not in loops."""
        rewriter, producer = self.rewriter, self.first_producer
        rewriter.tasks = (self.channel.producer, *self.channel.consumers)
        if parent_of_type(producer, ForOp) is not None:
            rewriter.before(producer)
            return index_and_phase(rewriter, counters.count_at(producer), self.channel.buffers, producer.location)
        around = producer.parent_op()
        assert around is not None
        if isinstance(around, FuncOp):
            rewriter.at_start(around.body.block)
        else:
            rewriter.before(around)
        index, phase = (insert_constant(rewriter, 0, type_, producer.location) for type_ in (i32, i1))
        return index, phase

    def _produce(self, token: SSAValue, index: SSAValue, phase: SSAValue) -> None:
        """Wait for an empty buffer before the first producer, and mark it as full after the last; TMA does that."""
        rewriter = self.rewriter
        rewriter.tasks = (self.channel.producer,)
        rewriter.before(_beside(self.first_consumer, self.first_producer))
        rewriter.insert(ProducerAcquireOp(token, index, phase), self.first_producer.location)
        if self.tokens.barrier is None:
            rewriter.after(_beside(self.first_consumer, self.last_producer))
            rewriter.insert(ProducerCommitOp(token, index), self.last_producer.location)

    def _consume(self, task: int, token: SSAValue, index: SSAValue, phase: SSAValue) -> None:
        """Wait for a full buffer before the first consumer, and mark it as empty after the last."""
        rewriter = self.rewriter
        rewriter.tasks = (task,)
        if self.tokens.barrier is None:
            rewriter.before(_beside(self.first_producer, self.first_consumer))
            rewriter.insert(ConsumerWaitOp(token, index, phase), self.first_consumer.location)
        last = self._release_point(task)
        rewriter.after(last)
        rewriter.insert(ConsumerReleaseOp(token, index), last.location)

    def _release_point(self, task: int) -> Operation:
        """The operation after which a task no longer reads the buffer."""
        consumer = self.last_consumer
        if consumer.parent is not self.last_producer.parent:
            return _beside(self.last_producer, consumer)
        last = _last_of(actual_consumers(consumer))
        if last is not None:
            at: Operation | None = last
            while at is not None and at.parent_op() is not consumer.parent_op():
                at = at.parent_op()
            if at is None:
                raise no_channel(consumer)
            return at
        assert consumer.parent is not None
        op = consumer.parent.last_op
        while op is not None and tasks_of(op) != (task,):
            op = op.prev_op
        if op is None:
            raise no_channel(consumer)
        return op

    def _copy_by_tma(self, loads: Group, buffers: Mapping[Channel, SSAValue], index: SSAValue, phase: SSAValue) -> None:
        """Replace descriptor loads by copies that complete one barrier, for which consumers wait."""
        barriers = self.tokens.barrier
        assert barriers is not None
        location = location_of(barriers)
        ops = [cast("DescriptorLoadOp", channel.source) for channel in loads]
        if len(set(ops)) < len(ops):
            raise no_channel(self.channel.target)
        rewriter = self.rewriter
        rewriter.before(self.first_producer)
        rewriter.tasks = tasks_of(self.first_producer)
        barrier = view_of(rewriter, barriers, index, location)
        true = insert_constant(rewriter, 1, i1, location)
        size = sum(_bytes_of(op) for op in ops)
        rewriter.insert(BarrierExpectOp(barrier, true, size=size), location)
        for op, channel in zip(ops, loads, strict=True):
            rewriter.before(op)
            memory = buffers[channel]
            view = view_of(rewriter, memory, index, location_of(memory))
            copy = AsyncTMACopyGlobalToLocalOp(op.desc, op.indices, barrier, view, true, cachePolicy=op.cachePolicy)
            rewriter.insert(copy, location)
        rewriter.before(self.first_consumer)
        rewriter.tasks = tasks_of(self.first_consumer)
        barrier = view_of(rewriter, barriers, index, location)
        parity = rewriter.insert(ExtSIOp(phase, out=i32), location).out
        rewriter.insert(WaitBarrierOp(barrier, parity), location)
        for op, channel in zip(ops, loads, strict=True):
            memory = buffers[channel]
            view = view_of(rewriter, memory, index, location_of(memory), mutable=False)
            local = rewriter.insert(LocalLoadOp(view, result=op.result.type), location)
            rewriter.replace(op, local.results)


def _bytes_of(op: DescriptorLoadOp) -> int:
    type_ = cast("TensorType[Attribute]", op.result.type)
    return prod(type_.get_shape()) * bit_width(type_.element_type) // 8


def _beside(first: Operation, second: Operation) -> Operation:
    """``second``, or the operation around it that is in the same region as ``first``.

    Also ``second`` if it is in the same region as an operation around ``first``.
    """
    for op in ancestors(second, inclusive=True, below=FuncOp):
        if op.parent_op() is first.parent_op():
            return op
    if any(op.parent_op() is second.parent_op() for op in ancestors(first, inclusive=True, below=FuncOp)):
        return second
    raise no_channel(second)


def _last_of(ops: list[Operation]) -> Operation | None:
    """The operation that post-dominates the others; ``None`` if there is none."""
    last = [op for op in ops if not any(other is not op and post_dominates(other, op) for other in ops)]
    return last[0] if len(last) == 1 else None
