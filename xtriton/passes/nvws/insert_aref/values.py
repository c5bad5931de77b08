"""The values that partitions produce, and their uses in other partitions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import AnyFloat, IntegerType, TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue, Use

from xtriton.dialects.nvws.aref import ArefPhiOp
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttg.verify import module_of, num_ctas, num_warps_of, partition_ids, threads_per_warp
from xtriton.dialects.ttng.launch_control import CLCLoadResultOp, CLCTryCancelSyncOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.creation import is_block_argument, is_operation, parent_block
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.layouts.encodings import default_blocked
from xtriton.passes.ttgir.warp_specialization.attributes import Ids, has_partition, partition_outputs, partitions_of_use
from xtriton.passes.ttgir.warp_specialization.loop_values import in_hash_order
from xtriton.versions import V3_6, V3_7, V3_9, ByVersion, active_version, by_version, since

DescriptorLoad = DescriptorLoadOp | DescriptorGatherOp


@dataclass(frozen=True)
class Produced:
    """A value, and the partitions that produce it."""

    value: SSAValue
    partitions: Ids

    @property
    def block(self) -> Block:
        """The block that defines the value."""
        block = parent_block(self.value)
        assert block is not None
        return block


@dataclass
class ConsumerUses:
    """The uses of a produced value in other partitions than its own."""

    partitions: Ids
    """The partitions of the users."""
    remote: Ids
    """Those among them that do not produce the value."""
    values: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])
    """An allocation, the tensor that it is initialised with, or both."""
    uses: list[Use] = field(default_factory=list[Use])

    def add(self, use: Use) -> None:
        """Add a use of one of the values."""
        self.values[use.operation.operands[use.index]] = None
        self.uses.append(use)


def is_scalar(type_: Attribute) -> bool:
    """Whether values of a type pass through a tensor of one element."""
    return isinstance(type_, IntegerType | AnyFloat)


def is_passed_by_value(type_: Attribute) -> bool:
    """Whether loop-carried values of a type pass between partitions."""
    return is_tensor_type(type_) or is_scalar(type_)


def produced_values(op: Operation) -> list[Produced]:
    """The results of an operation with partitions, but for tokens."""
    if not has_partition(op):
        return []
    outputs = partition_outputs(op) if op.regions else [partition_ids(op)] * len(op.results)
    pairs = zip(op.results, outputs, strict=True)
    return [Produced(result, ids) for result, ids in pairs if not isinstance(result.type, AsyncTokenType)]


def source_in_same_partitions(value: SSAValue, *classes: type[Operation]) -> Operation | None:
    """The load, of one of several classes, that initialises the allocation ``value`` in the same partitions."""
    alloc = value.owner
    if not isinstance(alloc, LocalAllocOp) or alloc.src is None:
        return None
    load = alloc.src.owner
    return load if isinstance(load, classes) and partition_ids(load) == partition_ids(alloc) else None


def descriptor_load_of(value: SSAValue) -> DescriptorLoad | None:
    """The load through a descriptor that fills the allocation ``value`` in the same partitions."""
    load = source_in_same_partitions(value, DescriptorLoadOp, DescriptorGatherOp)
    return load if isinstance(load, DescriptorLoad) else None


def scheduled_definition(value: SSAValue) -> Operation | None:
    """The operation whose stage and cluster is that of the production of ``value``."""
    if active_version() in _FOLLOWS_YIELDS:
        value = _yielded(value)
    load = source_in_same_partitions(value, DescriptorLoadOp, DescriptorGatherOp, LoadOp)
    if load is not None:
        return load
    owner = value.owner
    return owner if is_operation(owner) else None


_FOLLOWS_YIELDS = since(V3_7)
"""Loop-carried values are produced where the value of the next iteration is computed."""


def _yielded(value: SSAValue) -> SSAValue:
    """The value that a loop yields for a loop-carried one, and so on for loop-carried values of outer loops."""
    while is_block_argument(value):
        loop = value.block.parent_op()
        following = loop.tied_yielded(value) if isinstance(loop, ForOp) else None
        if following is None or following is value:
            break
        value = following
    return value


def collect_consumers(produced: Produced) -> list[ConsumerUses]:
    """The uses in partitions that do not produce the value, in groups that get the value together."""
    uses = _uses_with_partitions(produced.value)
    load = descriptor_load_of(produced.value)
    if load is not None:
        uses.extend(_uses_with_partitions(load.result))
    return _GROUP.now()(uses, produced)


def _uses_with_partitions(value: SSAValue) -> list[tuple[Use, Ids]]:
    """The uses of a value by operations with partitions."""
    return [(use, _PARTITIONS_OF_USE.now()(use)) for use in value.uses if has_partition(use.operation)]


def _partitions_of_user(use: Use) -> Ids:
    """Those in which a yielded value is used, and those of a loop for its initial values."""
    return partitions_of_use(use) if isinstance(use.operation, YieldOp) else partition_ids(use.operation)


_PARTITIONS_OF_USE: ByVersion[Callable[[Use], Ids]] = by_version({V3_6: _partitions_of_user, V3_7: partitions_of_use})


def _group_by_partition(uses: list[tuple[Use, Ids]], produced: Produced) -> list[ConsumerUses]:
    """One group for each partition, without those that produce the value."""
    groups: dict[int, ConsumerUses] = {}
    for use, ids in uses:
        for index in ids:
            if index not in produced.partitions:
                groups.setdefault(index, ConsumerUses((index,), (index,))).add(use)
    return [groups[index] for index in in_hash_order(groups)]


def _group_by_users(uses: list[tuple[Use, Ids]], produced: Produced) -> list[ConsumerUses]:
    """One group for each set of partitions that a user has, if not all of these produce the value."""
    groups: dict[Ids, ConsumerUses] = {}
    for use, ids in uses:
        remote = tuple(index for index in ids if index not in produced.partitions)
        if remote and not isinstance(use.operation, ArefPhiOp):
            groups.setdefault(ids, ConsumerUses(ids, remote)).add(use)
    return list(groups.values())


_GROUP: ByVersion[Callable[[list[tuple[Use, Ids]], Produced], list[ConsumerUses]]] = by_version(
    {V3_6: _group_by_partition, V3_9: _group_by_users}
)


def clc_request_of(value: SSAValue) -> CLCTryCancelSyncOp | None:
    """The request for a pending cluster whose response the allocation ``value`` holds."""
    alloc = value.owner
    source = alloc.src.owner if isinstance(alloc, LocalAllocOp) and alloc.src is not None else None
    return source if isinstance(source, CLCTryCancelSyncOp) else None


def clc_response_load_of(value: SSAValue) -> CLCLoadResultOp:
    """The load of the response that the allocation ``value`` holds. Raises ``DiagnosticError`` without one."""
    use = value.first_use
    if use is None or not isinstance(use.operation, CLCLoadResultOp):
        assert is_operation(value.owner)
        raise error(value.owner.location, "the response of 'ttng.clc_try_cancel_sync' must be loaded once")
    return use.operation


def tensor_of_scalar(type_: Attribute, op: Operation) -> TensorType[Attribute]:
    """A tensor of one element, in the default layout of the module around ``op``."""
    module = module_of(op)
    assert module is not None
    layout = default_blocked((1,), num_warps_of(module), threads_per_warp(module), num_ctas(module))
    return TensorType(type_, [1], encoding_attr(layout))
