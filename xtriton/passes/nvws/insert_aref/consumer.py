"""The consuming sides of an aref: each partition that uses the value gets it from the buffer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Block, BlockArgument, Operation, SSAValue, Use

from xtriton.analysis.dominance import (
    ancestor_in_block,
    ancestors_in_common_block,
    is_before,
    last_in_block,
)
from xtriton.analysis.loop_attributes import SCHEDULED_MAX_STAGE, StageCluster, stage_cluster
from xtriton.dialects.nvws.aref import ArefCreateOp, ArefGetEnterOp, ArefGetExitOp, ArefPhiOp
from xtriton.dialects.nvws.attributes import AsyncOp, AsyncOpAttr
from xtriton.dialects.tt.shape import UnsplatOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import partition_ids
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.nvws.buffers import entered_type, memory_type
from xtriton.passes.nvws.insert_aref.values import (
    ConsumerUses,
    Produced,
    clc_request_of,
    clc_response_load_of,
    tensor_of_scalar,
)
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule
from xtriton.passes.ttgir.pipeline.users import place_of, top_level_users
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Ids,
    Membership,
    PartitionBuilder,
    partitions_of_use,
    set_partitions,
)
from xtriton.passes.ttgir.warp_specialization.loop_values import uses_of
from xtriton.passes.ttgir.warp_specialization.scheduled_order import first_scheduled, last_scheduled
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop
from xtriton.rewriting.memory_uses import replace_memory
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.versions import V3_6, V3_7, V3_9, ByVersion, active_version, before, by_version, since


def insert_gets(aref: ArefCreateOp, produced: Produced, consumers: list[ConsumerUses], loop: Loop) -> None:
    """Get the value in each group of consuming partitions before its first user."""
    for consumer in consumers:
        _Get(aref, produced, consumer, loop).insert()


class _Get:
    """One group of consuming partitions of an aref."""

    def __init__(self, aref: ArefCreateOp, produced: Produced, consumer: ConsumerUses, loop: Loop) -> None:
        self.aref = aref
        self.produced = produced
        self.consumer = consumer
        self.loop = loop
        is_memory = any(isinstance(value.type, MemDescType) for value in consumer.values)
        self.partitions = consumer.partitions if is_memory else consumer.remote
        """The partitions that enter the aref."""

    def insert(self) -> None:
        """Enter the aref before the first user, replace the uses, and exit after the last one."""
        first = _earliest_user(self.produced.block, self.consumer.uses)
        values = list(self.consumer.values)
        at_enter, at_exit = self._places(values)
        builder = PartitionBuilder(Membership(self.partitions, at_enter), location_of(values[0]))
        builder.before(first)
        type_ = entered_type(memory_type(self.aref.buffers[0]), mutable=False)
        enter = builder.insert(ArefGetEnterOp(self.aref.result, buffers=[type_]))
        users = _transitive_users(values, self.consumer.partitions)
        if not users:
            raise error(first.location, f"'{first.name}' op uses a value in partitions that do not get it together")
        kinds = [AsyncOpAttr(kind) for kind in dict.fromkeys(_async_kinds(users))]
        builder.membership = Membership(self.consumer.remote, at_enter)
        load: Operation | None = None
        for value in values:
            load = self._replace_uses(value, enter.buffers[0], builder) or load
        builder.after(load if load is not None else _last_of(users))
        builder.membership = Membership(self.partitions, at_exit)
        builder.insert(ArefGetExitOp(self.aref.result, enter.token, async_ops=ArrayAttr(kinds)))

    def _places(self, values: list[SSAValue]) -> _Places:
        if clc_request_of(values[0]) is not None:
            place = stage_cluster(clc_response_load_of(values[0]))
            return place, place
        return _PLACES.now()(values, self.consumer, self.loop)

    def _replace_uses(self, value: SSAValue, buffer: SSAValue, builder: PartitionBuilder) -> Operation | None:
        """Replace uses of a value; returns the load after which the buffer is free, if there is one."""
        if clc_request_of(value) is not None:
            response = clc_response_load_of(value)
            response.operands[0] = buffer
            return response
        if isinstance(value.owner, LocalAllocOp):
            replace_memory(value, buffer, Rewriter(), self._keep_partition(value))
            return None
        scalar = not is_tensor_type(value.type)
        type_ = tensor_of_scalar(value.type, self.loop) if scalar else value.type
        load = builder.insert(LocalLoadOp(buffer, result=type_))
        new = builder.insert(UnsplatOp(load.result)).result if scalar else load.result
        if self.partitions != self.consumer.partitions:
            # Users in partitions that also produce the value use it directly there.
            with builder.elsewhere():
                builder.membership = Membership(self.consumer.partitions, builder.membership.place)
                new = builder.insert(ArefPhiOp(value, new)).result
            builder.membership = Membership(self.consumer.remote, builder.membership.place)
        for use in self.consumer.uses:
            operands = use.operation.operands
            if use.index < len(operands) and operands[use.index] is value:
                operands[use.index] = new
        return load if scalar or buffer.has_one_use() else None

    def _keep_partition(self, memory: SSAValue) -> Callable[[Operation, Operation], None]:
        """Views directly on the memory move to the consuming partition."""

        def replaced(old: Operation, new: Operation) -> None:
            if old.operands[0] is memory:
                set_partitions(new, self.consumer.remote)

        return replaced


# ------------------------------------------------------------------------------------------------ stages and clusters

_Places = tuple[StageCluster | None, StageCluster | None]
"""The stages and clusters of the first and the last user."""


def _places_in_specialized_loop(values: list[SSAValue], consumer: ConsumerUses, loop: Loop) -> _Places:
    """Those in the schedule of the warp-specialized loop."""
    schedule = CoarseSchedule.deserialize(loop) if isinstance(loop, ForOp) else None
    if schedule is None or not isinstance(loop, ForOp):
        return None, None
    if is_block_argument(values[0]):
        return _places_of_argument(values[0])
    return _places_of_users(values, consumer, loop, schedule)


def _places_of_argument(value: BlockArgument) -> _Places:
    """The value of the previous iteration, for a loop-carried value: the ``aref.get`` is where it was computed."""
    loop = value.block.parent_op()
    assert isinstance(loop, ForOp)
    yielded = loop.tied_yielded(value)
    owner = None if yielded is None else yielded.owner
    place = stage_cluster(owner) if is_operation(owner) else None
    return place, place


def _places_in_scheduled_loop(values: list[SSAValue], consumer: ConsumerUses, loop: Loop) -> _Places:
    """Those in the outermost loop with a schedule, of the values that are computed in it."""
    loops = [op for op in operations_inside_out(loop) if isinstance(op, ForOp) and SCHEDULED_MAX_STAGE in op.attributes]
    schedule = CoarseSchedule.deserialize(loops[-1]) if loops else None
    if schedule is None:
        return None, None
    inside = [
        value
        for value in values
        if is_operation(value.owner) and (loops[-1] is value.owner or loops[-1].is_ancestor(value.owner))
    ]
    return _places_of_users(inside, consumer, loops[-1], schedule) if inside else (None, None)


def _places_of_users(values: list[SSAValue], consumer: ConsumerUses, loop: ForOp, schedule: CoarseSchedule) -> _Places:
    def is_member(op: Operation) -> bool:
        ids = partition_ids(op)
        return ids == consumer.partitions or (active_version() in _SHARES_USERS and consumer.partitions[0] in ids)

    users: dict[Operation, None] = {}
    for value in values:
        found = top_level_users(_definition(value), loop, is_member)
        phi = next((user for user in found if isinstance(user, ArefPhiOp)), None)
        users.update(found if phi is None else top_level_users(phi, loop, is_member))
    if active_version() in _REQUIRES_SCHEDULE:
        for user in users:
            place_of(user, schedule)
    first, last = first_scheduled(users, schedule), last_scheduled(users, schedule)
    return stage_cluster(first), stage_cluster(last)


_SHARES_USERS = before(V3_9)
"""A user in several partitions counts for each of them."""
_REQUIRES_SCHEDULE = since(V3_7)
"""Users that are not in the schedule of their loop are an error; before, they count as the last ones."""
_PLACES: ByVersion[Callable[[list[SSAValue], ConsumerUses, Loop], _Places]] = by_version(
    {V3_6: _places_in_specialized_loop, V3_7: _places_in_scheduled_loop}
)

# -------------------------------------------------------------------------------------------------------------- users


def _earliest_user(block: Block, uses: list[Use]) -> Operation:
    """The first operation of ``block`` in which there is one of the uses."""
    earliest: Operation | None = None
    for use in uses:
        user = ancestor_in_block(use.operation, block)
        assert user is not None
        if earliest is None or (user is not earliest and is_before(user, earliest)):
            earliest = user
    assert earliest is not None
    return earliest


def _transitive_users(values: list[SSAValue], partitions: Ids) -> list[Operation]:
    """The users of values in these partitions only, through views of memory."""
    found: dict[Operation, None] = {}
    for value in values:
        if is_block_argument(value):
            found.update((use.operation, None) for use in value.uses if partitions_of_use(use) == partitions)
        else:
            _collect_users(_definition(value), partitions, found)
    return list(found)


def _definition(value: SSAValue) -> Operation:
    owner = value.owner
    assert is_operation(owner)
    return owner


def _collect_users(op: Operation, partitions: Ids, found: dict[Operation, None]) -> None:
    for use in uses_of(op):
        user = use.operation
        if any(isinstance(result.type, MemDescType) for result in user.results):
            _collect_users(user, partitions, found)
        elif partitions_of_use(use) == partitions:
            found[user] = None
            around = ancestor_in_block(user, op.parent) if active_version() in _WAITS_FOR_LOOPS else None
            if around is not None:
                found[around] = None


_WAITS_FOR_LOOPS = since(V3_7)
"""A buffer that is entered before a loop in which it is used is exited after that loop."""


def _async_kinds(users: list[Operation]) -> Iterator[AsyncOp]:
    """How operations read a buffer; loops count for the users in them."""
    for user in users:
        if active_version() not in _WAITS_FOR_LOOPS or len(users) == 1 or not isinstance(user, ForOp | WhileOp):
            yield _async_kind(user)


def _async_kind(user: Operation) -> AsyncOp:
    """How an operation reads a buffer."""
    if isinstance(user, WarpGroupDotOp):
        return AsyncOp.WGMMA
    return AsyncOp.TC5MMA if isinstance(user, MMAv5Op) else AsyncOp.NONE


def _last_of(ops: list[Operation]) -> Operation:
    """The operation after which all ``ops`` have been executed."""
    return last_in_block(ancestors_in_common_block(ops))
