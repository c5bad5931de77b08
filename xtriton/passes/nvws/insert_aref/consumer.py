"""The consuming sides of an aref: each partition that uses the value gets it from the buffer."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Block, BlockArgument, Operation, SSAValue, Use

from xtriton.analysis.dominance import ancestor_in_block, is_before
from xtriton.dialects.nvws.aref import ArefCreateOp, ArefGetEnterOp, ArefGetExitOp
from xtriton.dialects.nvws.attributes import AsyncOp, AsyncOpAttr
from xtriton.dialects.tt.shape import UnsplatOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import partition_ids
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.nvws.buffers import entered_type, memory_type
from xtriton.passes.nvws.insert_aref.values import ConsumerUses, Produced, tensor_of_scalar
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule
from xtriton.passes.ttgir.pipeline.users import top_level_users
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Membership,
    PartitionBuilder,
    StageCluster,
    partitions_of_use,
    set_partitions,
    stage_cluster,
)
from xtriton.passes.ttgir.warp_specialization.loop_values import in_hash_order, uses_of
from xtriton.passes.ttgir.warp_specialization.scheduled_order import first_scheduled, last_scheduled
from xtriton.rewriting.memory_uses import replace_memory
from xtriton.rewriting.rewriter import Rewriter, location_of


def insert_gets(aref: ArefCreateOp, produced: Produced, consumers: dict[int, ConsumerUses], loop: ForOp) -> None:
    """Get the value in each consuming partition before its first user."""
    for partition in in_hash_order(consumers):
        _Get(aref, produced, partition, consumers[partition], loop).insert()


class _Get:
    """One consuming partition of an aref."""

    def __init__(
        self, aref: ArefCreateOp, produced: Produced, partition: int, consumer: ConsumerUses, loop: ForOp
    ) -> None:
        self.aref = aref
        self.produced = produced
        self.partition = partition
        self.consumer = consumer
        self.loop = loop

    def insert(self) -> None:
        """Enter the aref before the first user, replace the uses, and exit after the last one."""
        first = _earliest_user(self.produced.block, self.consumer.uses)
        values = list(self.consumer.values)
        at_enter, at_exit = self._places(values)
        builder = PartitionBuilder(Membership((self.partition,), at_enter), location_of(values[0]))
        builder.before(first)
        type_ = entered_type(memory_type(self.aref.buffers[0]), mutable=False)
        enter = builder.insert(ArefGetEnterOp(self.aref.result, buffers=[type_]))
        users = _transitive_users(values, self.partition)
        kinds = [AsyncOpAttr(kind) for kind in dict.fromkeys(_async_kind(user) for user in users)]
        load: Operation | None = None
        for value in values:
            load = self._replace_uses(value, enter.buffers[0], builder) or load
        last = load if load is not None else _last_of(users)
        builder.after(last)
        builder.membership = Membership((self.partition,), at_exit)
        builder.insert(ArefGetExitOp(self.aref.result, enter.token, async_ops=ArrayAttr(kinds)))

    def _places(self, values: list[SSAValue]) -> tuple[StageCluster | None, StageCluster | None]:
        """The stages and clusters of the first and the last user in the schedule of the loop."""
        schedule = CoarseSchedule.deserialize(self.loop)
        if schedule is None:
            return None, None
        users: dict[Operation, None] = {}
        for value in values:
            if isinstance(value, BlockArgument):
                return self._places_of_argument(value)
            definition = value.owner
            assert isinstance(definition, Operation)
            users.update(top_level_users(definition, self.loop, self._is_member))
        first, last = first_scheduled(users, schedule), last_scheduled(users, schedule)
        return stage_cluster(first), stage_cluster(last)

    @staticmethod
    def _places_of_argument(value: BlockArgument) -> tuple[StageCluster | None, StageCluster | None]:
        """The value of the previous iteration, for a loop-carried value: the ``aref.get`` is where it was computed."""
        loop = value.block.parent_op()
        assert isinstance(loop, ForOp)
        yielded = loop.tied_yielded(value)
        owner = None if yielded is None else yielded.owner
        place = stage_cluster(owner) if isinstance(owner, Operation) else None
        return place, place

    def _is_member(self, op: Operation) -> bool:
        return self.partition in partition_ids(op)

    def _replace_uses(self, value: SSAValue, buffer: SSAValue, builder: PartitionBuilder) -> Operation | None:
        """Replace uses of a value; returns the load after which the buffer is free, if there is one."""
        owner = value.owner
        if isinstance(owner, LocalAllocOp):
            replace_memory(value, buffer, Rewriter(), self._keep_partition(value))
            return None
        scalar = not is_tensor_type(value.type)
        type_ = tensor_of_scalar(value.type, self.loop) if scalar else value.type
        load = builder.insert(LocalLoadOp(buffer, result=type_))
        new = builder.insert(UnsplatOp(load.result)).result if scalar else load.result
        for use in self.consumer.uses:
            operands = use.operation.operands
            if use.index < len(operands) and operands[use.index] is value:
                operands[use.index] = new
        return load if scalar or buffer.has_one_use() else None

    def _keep_partition(self, memory: SSAValue) -> Callable[[Operation, Operation], None]:
        """Views directly on the memory move to the consuming partition."""

        def replaced(old: Operation, new: Operation) -> None:
            if old.operands[0] is memory:
                set_partitions(new, (self.partition,))

        return replaced


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


def _transitive_users(values: list[SSAValue], partition: int) -> list[Operation]:
    """The users of values in one partition only, through views of memory."""
    found: dict[Operation, None] = {}
    for value in values:
        uses = list(value.uses) if isinstance(value, BlockArgument) else uses_of(_definition(value))
        follow = not isinstance(value, BlockArgument)
        _collect_users(uses, partition, found, follow=follow)
    return list(found)


def _definition(value: SSAValue) -> Operation:
    owner = value.owner
    assert isinstance(owner, Operation)
    return owner


def _collect_users(uses: list[Use], partition: int, found: dict[Operation, None], *, follow: bool) -> None:
    for use in uses:
        user = use.operation
        if follow and any(isinstance(result.type, MemDescType) for result in user.results):
            _collect_users(uses_of(user), partition, found, follow=True)
        elif partitions_of_use(use) == (partition,):
            found[user] = None


def _async_kind(user: Operation) -> AsyncOp:
    """How an operation reads a buffer."""
    if isinstance(user, WarpGroupDotOp):
        return AsyncOp.WGMMA
    return AsyncOp.TC5MMA if isinstance(user, MMAv5Op) else AsyncOp.NONE


def _last_of(ops: list[Operation]) -> Operation:
    """The operation after which all ``ops`` have been executed."""
    if len(ops) == 1:
        return ops[0]
    block: Block | None = ops[0].parent
    while block is not None and any(ancestor_in_block(op, block) is None for op in ops):
        parent = block.parent_op()
        block = parent.parent if parent is not None else None
    assert block is not None
    inside = [op for op in (ancestor_in_block(op, block) for op in ops) if op is not None]
    last = inside[0]
    for op in inside[1:]:
        if op is not last and is_before(last, op):
            last = op
    return last
