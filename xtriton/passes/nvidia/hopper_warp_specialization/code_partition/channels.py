"""Channels: values that one task produces and others consume."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dominance import Dominance
from xtriton.analysis.loop_attributes import NUM_STAGES, integer_attribute
from xtriton.analysis.slices import backward_slice, users_of
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import TransOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.memdesc import MemDescTransOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.creation import is_result
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_inside_out, parent_of_type
from xtriton.passes.nvidia.hopper_warp_specialization.data_partition.scheme import is_dot
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import Tasks, tasks_of
from xtriton.rewriting.rewriter import Rewriter


class Channel:
    """A value, by the operand of an operation that consumes it in other tasks than it is produced in."""

    def __init__(self, producer: int, consumers: Tasks, target: Operation, index: int, buffers: int) -> None:
        self.producer = producer
        """The task that produces the value."""
        self.consumers = consumers
        """The tasks that consume it."""
        self.target = target
        """The operation that consumes it."""
        self.index = index
        self.buffers = buffers
        """How many values are in flight."""

    @property
    def value(self) -> SSAValue:
        """The value; once it is copied, what is loaded from the copy."""
        return self.target.operands[self.index]

    @property
    def source(self) -> Operation:
        """The operation that defines the value. Raises ``DiagnosticError`` for an argument of a block."""
        if is_result(self.value):
            return self.value.op
        raise no_channel(self.target)


def no_channel(op: Operation) -> DiagnosticError:
    """The error for an operation that cannot be given a value by another task."""
    return error(
        op.location, f"'{op.name}' op cannot be given a value by another warp group; leave warp_specialize out"
    )


def collect_channels(func: FuncOp, buffers: int) -> list[Channel]:
    """The channels from loads and dots of one task to their users in others, which they dominate.

    Values pass through the terminators of loops and branches. Loops may say with ``tt.num_stages`` how many values are
    in flight, by default ``buffers``.
    """
    dominance = Dominance()
    channels: list[Channel] = []
    for op in operations_inside_out(func):
        is_dot(op)  # rejects those of Blackwell
        if not isinstance(op, LoadOp | DescriptorLoadOp) and not has_trait(op, DotLike):
            continue
        tasks = tasks_of(op)
        if len(tasks) != 1:
            continue
        loop = parent_of_type(op, ForOp)
        own = None if loop is None else integer_attribute(loop, NUM_STAGES)
        channels.extend(_channels_from(op, tasks[0], buffers if own is None else own, dominance))
    return channels


def _channels_from(op: Operation, producer: int, buffers: int, dominance: Dominance) -> Iterator[Channel]:
    for result in op.results:
        found: dict[tuple[Operation, int], None] = {}
        _find_users(result, found)
        for user, index in found:
            if user is op or not _comes_after(op, user, dominance):
                continue
            consumers = tuple(task for task in tasks_of(user) if task != producer)
            if consumers:
                yield Channel(producer, consumers, user, index, buffers)


def _find_users(value: SSAValue, found: dict[tuple[Operation, int], None]) -> None:
    """The users of a value, each with its first operand that is the value, or a result of a region that yields it."""
    for use in tuple(value.uses):
        user = use.operation
        if not isinstance(user, YieldOp):
            found[user, list(user.operands).index(value)] = None
            continue
        parent = user.parent_op()
        assert parent is not None
        for operand, result in zip(user.operands, parent.results, strict=False):
            if operand is value:
                _find_users(result, found)


def _comes_after(op: Operation, user: Operation, dominance: Dominance) -> bool:
    if op.parent is user.parent:
        return dominance.properly_dominates(op, user)
    around = op.parent_op()
    assert around is not None
    return around is not user and dominance.dominates(around, user)


# ---------------------------------------------------------------------------------------------------------- consumers


def actual_consumers(op: Operation) -> list[Operation]:
    """The operations that read a value: the users of memory that is initialised with it, behind transpositions."""
    if not isinstance(op, LocalAllocOp):
        return [op]
    found: dict[Operation, None] = {}
    pending = list(users_of(op))
    while pending:
        user = pending.pop(0)
        if isinstance(user, TransOp | MemDescTransOp):
            pending.extend(users_of(user))
        else:
            found[user] = None
    return list(found)


def unique_consumer(op: Operation) -> Operation:
    """The only operation that reads a value; otherwise ``op``."""
    consumers = actual_consumers(op)
    return consumers[0] if len(consumers) == 1 else op


# ------------------------------------------------------------------------------------------------------------- groups


Group = list[Channel]
"""Channels in the order of their producers."""


def group_by_producer(channels: Iterable[Channel]) -> list[Group]:
    """The channels of each producer: they share buffers."""
    groups: dict[Operation, Group] = {}
    for channel in channels:
        groups.setdefault(channel.source, []).append(channel)
    return list(groups.values())


def group_by_consumer(channels: Iterable[Channel]) -> list[Group]:
    """The channels whose values are produced together and consumed by one operation: they share barriers.

    Triton visits groups in an order that differs from run to run; here it is that of the channels.
    """
    groups: dict[Operation, Group] = {}
    for channel in channels:
        joined = next((group for group in groups.values() if _share_barriers(channel, group[0])), None)
        if joined is None:
            joined = groups.setdefault(channel.target, [])
        joined.append(channel)
    for group in groups.values():
        block = group[0].source.parent
        assert block is not None
        places = {op: place for place, op in enumerate(block.ops)}
        group.sort(key=lambda channel: places.get(channel.source, 0))
    return list(groups.values())


def _share_barriers(first: Channel, second: Channel) -> bool:
    if first.source.parent is not second.source.parent:
        return False
    if first.target is second.target:
        return True
    if tasks_of(first.source) != tasks_of(second.source) or tasks_of(first.target) != tasks_of(second.target):
        return False
    consumer = unique_consumer(first.target)
    return consumer is unique_consumer(second.target) and consumer.parent is first.target.parent


def reorder_producers(channels: list[Channel]) -> None:
    """Produce in one block first what the first consumer needs, values for fewer consumers before others.

    What producers depend on is moved to directly before them.
    """
    if len(channels) <= 1:
        return
    block = channels[0].source.parent
    if any(channel.source.parent is not block for channel in channels):
        return
    groups: dict[int, Group] = {}
    for channel in channels:
        groups.setdefault(channel.consumers[0], []).append(channel)
    if len(groups) <= 1:
        return
    ordered = [
        channel
        for task in sorted(groups)
        for channel in sorted(groups[task], key=lambda channel: len(channel.consumers))
    ]
    last = channels[0].source
    for channel in ordered:
        _move_after(channel.source, last)
        last = channel.source
    for channel in reversed(ordered):
        for op in backward_slice(channel.source, omit_block_arguments=True):
            if op.parent is block:
                Rewriter.move_in_place(op, channel.source)


def _move_after(op: Operation, last: Operation) -> None:
    if op is last or last.next_op is op:
        return
    following = last.next_op
    assert following is not None
    Rewriter.move_in_place(op, following)
