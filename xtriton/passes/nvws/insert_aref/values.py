"""The values that partitions produce, and their uses in other partitions."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import AnyFloat, IntegerType, TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue, Use

from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import AsyncTokenType
from xtriton.dialects.ttg.verify import module_of, num_ctas, num_warps_of, partition_ids, threads_per_warp
from xtriton.dialects.upstream.scf import YieldOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.layouts.encodings import default_blocked
from xtriton.passes.ttgir.warp_specialization.attributes import Ids, has_partition, partition_outputs, partitions_of_use

DescriptorLoad = DescriptorLoadOp | DescriptorGatherOp


@dataclass(frozen=True)
class Produced:
    """A value, and the partitions that produce it."""

    value: SSAValue
    partitions: Ids

    @property
    def block(self) -> Block:
        """The block that defines the value."""
        owner = self.value.owner
        block = owner if isinstance(owner, Block) else owner.parent
        assert block is not None
        return block


@dataclass
class ConsumerUses:
    """The uses of a produced value in one other partition."""

    values: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])
    """An allocation, the tensor that it is initialised with, or both."""
    uses: list[Use] = field(default_factory=list[Use])


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
    load = source_in_same_partitions(value, DescriptorLoadOp, DescriptorGatherOp, LoadOp)
    if load is not None:
        return load
    owner = value.owner
    return owner if isinstance(owner, Operation) else None


def collect_consumers(produced: Produced) -> dict[int, ConsumerUses]:
    """The uses in each partition that does not produce the value."""
    consumers: dict[int, ConsumerUses] = {}
    _collect(produced.value, produced, consumers)
    load = descriptor_load_of(produced.value)
    if load is not None:
        _collect(load.result, produced, consumers)
    return consumers


def _collect(value: SSAValue, produced: Produced, consumers: dict[int, ConsumerUses]) -> None:
    for use in value.uses:
        user = use.operation
        if not has_partition(user):
            continue
        ids = partitions_of_use(use) if isinstance(user, YieldOp) else partition_ids(user)
        for index in ids:
            if index not in produced.partitions:
                consumer = consumers.setdefault(index, ConsumerUses())
                consumer.values[value] = None
                consumer.uses.append(use)


def tensor_of_scalar(type_: Attribute, op: Operation) -> TensorType[Attribute]:
    """A tensor of one element, in the default layout of the module around ``op``."""
    module = module_of(op)
    assert module is not None
    layout = default_blocked((1,), num_warps_of(module), threads_per_warp(module), num_ctas(module))
    return TensorType(type_, [1], encoding_attr(layout))
