"""The first assignment: loads, MMAs, and operations that directly depend on them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.slices import nested_operands, users_of
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.elementwise import ElementwiseInlineAsmOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import partition_ids
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMStoreOp
from xtriton.dialects.upstream.math import Exp2Op
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import reached
from xtriton.passes.ttgir.pipeline.loads import shared_encoding_of
from xtriton.passes.ttgir.pipeline.mma_v5 import has_accumulator_read_modify_write
from xtriton.passes.ttgir.warp_specialization.attributes import has_partition
from xtriton.passes.ttgir.warp_specialization.loop_values import (
    body_ops,
    definitions_of_inputs,
    uses_of,
    uses_of_iter_arg,
)
from xtriton.passes.ttgir.warp_specialization.partitions import Partition, PartitionSet
from xtriton.rewriting.uses import clone_for_users

_MAX_SMALL_ELEMENTS = 256
"""Exponentials of more elements than this, the size of a row of statistics, belong to the default partition."""


def initial_partitions(loop: ForOp, diagnostics: DiagnosticEngine) -> PartitionSet | None:
    """The partitions with their loads, MMAs, and users of these; ``None`` if the loop has neither loads nor MMAs.

    Partition 0 is the default partition, 1 has the MMAs, 2 the loads; further ones have the users of further MMAs.
    Existing partitions are kept. Raises ``DiagnosticError`` if those are invalid.
    """
    existing = PartitionSet.deserialize(loop)
    if existing is not None:
        return existing
    partitions = PartitionSet()
    default, mma, load = partitions.add(0), partitions.add(1), partitions.add(0)
    loads = _assign_loads(loop, partitions, load, diagnostics)
    mmas = _assign_mmas(loop, partitions, mma)
    if not loads and not mmas:
        return None
    _assign_exponentials(loop, partitions, default)
    for op in loads:
        _assign_users(loop, partitions, default, op)
    consumers = [default]
    while len(consumers) < len(mmas):
        consumers.append(partitions.add(len(consumers)))
    for op, consumer in reversed(list(zip(mmas, consumers, strict=False))):
        _assign_users(loop, partitions, consumer, op)
    return partitions


def _assign_loads(
    loop: ForOp, partitions: PartitionSet, load: Partition, diagnostics: DiagnosticEngine
) -> list[Operation]:
    """Assign TMA loads, and the allocations that take over their buffers."""
    found: list[Operation] = []
    for op in body_ops(loop):
        if not isinstance(op, DescriptorLoadOp | DescriptorGatherOp):
            continue
        partitions.assign(op, [load])
        found.append(op)
        encoding = encoding_attr(shared_encoding_of(op, diagnostics))
        for user in users_of(op):
            same = isinstance(user, LocalAllocOp) and user.type.encoding == encoding
            if same or isinstance(user, TMEMAllocOp):
                partitions.assign(user, [load])
                found.append(user)
    return found


def _assign_mmas(loop: ForOp, partitions: PartitionSet, mma: Partition) -> list[MMAv5Op]:
    """Assign MMAs, views of their operands, and stores that reset the accumulator."""
    found: list[MMAv5Op] = []
    for op in body_ops(loop):
        if not isinstance(op, MMAv5Op):
            continue
        partitions.assign(op, [mma])
        found.append(op)
        store = None if op.acc_dep is None else _definition_in_loop(loop, op.acc_dep)
        if (
            not has_accumulator_read_modify_write(op, loop)
            and isinstance(store, TMEMStoreOp)
            and is_defined_outside(store.src, loop)
        ):
            partitions.assign(store, [mma])
        _assign_views(op, partitions, mma)
    return found


def _assign_views(op: MMAv5Op, partitions: PartitionSet, mma: Partition) -> None:
    """Assign the views among the operands of an MMA; those with users in other partitions are duplicated."""
    views = [value.owner for value in op.operands if is_operation(value.owner)]
    while views:
        view = views.pop()
        if not has_trait(view, MemDescView):
            continue
        if not all(user in mma for user in users_of(view)):
            view = clone_for_users(view, mma.__contains__)
        partitions.assign(view, [mma])
        owner = view.operands[0].owner
        if is_operation(owner):
            views.append(owner)


def _definition_in_loop(loop: ForOp, value: SSAValue) -> Operation | None:
    """The operation in the loop that defines ``value`` in this or the previous iteration."""
    if is_block_argument(value):
        yielded = loop.tied_yielded(value)
        if yielded is None:
            return None
        value = yielded
    owner = value.owner
    return owner if is_operation(owner) and loop.is_ancestor(owner) else None


def _assign_exponentials(loop: ForOp, partitions: PartitionSet, default: Partition) -> None:
    """Assign exponentials of large tensors, and the operations they are computed from."""
    for op in body_ops(loop):
        if not isinstance(op, Exp2Op | ElementwiseInlineAsmOp):
            continue
        types = [type_ for type_ in op.result_types if is_tensor_type(type_)]
        if sum(_elements(type_.get_shape()) for type_ in types) > _MAX_SMALL_ELEMENTS:
            partitions.assign(op, [default])
            _assign_dependencies(loop, partitions, default, op)


def _elements(shape: Sequence[int]) -> int:
    count = 1
    for extent in shape:
        count *= extent
    return count


def depends_on_partition(loop: ForOp, op: Operation, partitions: PartitionSet) -> bool:
    """Whether ``op``, or an operation of the loop that it depends on, belongs to some partitions but not to all."""
    return any(
        has_partition(current) and len(partition_ids(current)) != len(partitions)
        for current in reached([op], lambda current: definitions_of_inputs(loop, current))
    )


def _assign_if_unassigned(op: Operation, partitions: PartitionSet, partition: Partition) -> bool:
    if has_partition(op):
        return False
    partitions.assign(op, [partition])
    return True


def _assign_dependencies(loop: ForOp, partitions: PartitionSet, partition: Partition, op: Operation) -> None:
    """Assign the unassigned operations that ``op`` is computed from and that depend on a partition."""
    pending = [
        value for value in nested_operands(op) if is_tensor_type(value.type) or isinstance(value.type, MemDescType)
    ]
    while pending:
        value = pending.pop()
        if is_block_argument(value):
            if (yielded := loop.tied_yielded(value)) is not None:
                pending.append(yielded)
            continue
        owner = value.owner
        assert is_operation(owner)
        definition = ancestor_in_block(owner, loop.body)
        if (
            definition is not None
            and depends_on_partition(loop, definition, partitions)
            and _assign_if_unassigned(definition, partitions, partition)
        ):
            pending.extend(nested_operands(definition))


def _assign_users(loop: ForOp, partitions: PartitionSet, partition: Partition, op: Operation) -> None:
    """Assign the unassigned operations that are computed from ``op``."""
    uses = uses_of(op)
    while uses:
        use = uses.pop()
        user = ancestor_in_block(use.operation, loop.body)
        if user is None:
            continue
        if user is loop.body.last_op:
            uses.extend(uses_of_iter_arg(loop, use))
        elif _assign_if_unassigned(user, partitions, partition):
            uses.extend(uses_of(user))
