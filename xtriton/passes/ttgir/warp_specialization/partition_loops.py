"""``tritongpu-partition-loops``: splits loops into one loop per partition, in the regions of a warp group."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue, Use

from xtriton.analysis.repeated_effects import check_repeated_effects
from xtriton.dialects.nvws.aref import ArefPhiOp
from xtriton.dialects.nvws.warp_group import WarpGroupOp, WarpGroupReturnOp, WarpGroupYieldOp
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalDeallocOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import num_warps_of, partition_ids
from xtriton.ir.context import Context
from xtriton.ir.creation import defining_or_parent_op, is_operation, is_result
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, error, note
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import ancestors, operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.pipeline.loads import unswizzled_for
from xtriton.passes.ttgir.warp_specialization.attributes import (
    PARTITION_STAGES,
    has_partition,
    partition_outputs,
    partitions_of,
    warp_specialize_tag,
)
from xtriton.passes.ttgir.warp_specialization.partition_cloning import PartitionCloner
from xtriton.passes.ttgir.warp_specialization.partitions import Partition, PartitionSet
from xtriton.passes.ttgir.warp_specialization.specialized_loops import LOOPS, Loop
from xtriton.rewriting.captures import used_from_above
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class TritonGPUPartitionLoops(Pass):
    """Split loops into one loop per partition, in a warp group.

    before: ``scf.for { "a" {ttg.partition = [0]}, "b" {ttg.partition = [1]} } {ttg.partition.stages = [0, 0]}``
    after:  ``nvws.warp_group partition0 { scf.for { "a" } } partition1 { scf.for { "b" } }``
    """

    name: ClassVar[str] = "tritongpu-partition-loops"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        loops = [
            op
            for op in operations_inside_out(module)
            if isinstance(op, LOOPS.now()) and isinstance(op.attributes.get(PARTITION_STAGES), ArrayAttr)
        ]
        for loop in loops:
            _partition(ctx, loop)


class _Carried(Enum):
    """How the default partition treats a loop-carried value."""

    UNUSED = auto()
    USED = auto()
    FROM_OTHER = auto()
    """A tensor that another partition computes and that is used after the loop: it is returned in shared memory."""


def _partition(ctx: Context, loop: Loop) -> None:
    partitions = PartitionSet.deserialize(loop)
    if partitions is None:
        raise error(loop.location, "a loop with partitions needs the attribute 'ttg.warp_specialize.tag'")
    for partition in partitions:
        _require_no_direct_consumers(ctx, loop, partition)
    if len(partitions) > 1:
        check_repeated_effects({op: len(partition_ids(op)) for op in operations_inside_out(loop)})
        _LoopPartitioner(loop, partitions).run()


# ------------------------------------------------------------------------------------------------------------ checks


def _require_no_direct_consumers(ctx: Context, loop: Loop, partition: Partition) -> None:
    """Raise ``DiagnosticError`` if a partition defines values that others use directly."""
    wrong = [
        _direct_consumer(partition, output, use, distance)
        for output, use, distance in partition.uses(loop)
        if not _is_consumer_valid(partition, output, use.operation)
    ]
    if not wrong:
        return
    for diagnostic in wrong[:-1]:
        ctx.diagnostics.emit(diagnostic)
    raise DiagnosticError(wrong[-1])


def _is_consumer_valid(partition: Partition, output: OpResult, user: Operation) -> bool:
    """Whether the user is in the partition, or only in partitions that all define the value."""
    if isinstance(user, ArefPhiOp):
        return True
    users = partitions_of(user)
    return partition.index in users or set(users) <= set(partitions_of(output.op))


def _direct_consumer(partition: Partition, output: OpResult, use: Use, distance: int) -> Diagnostic:
    notes = tuple(
        note(use.operation.location, f"use at distance {distance} in partition #{index} here")
        for index in partition_ids(use.operation)
    )
    message = f"non-root partition #{partition.index} has direct SSA consumer"
    return Diagnostic(Severity.WARNING, output.op.location, message, notes)


# --------------------------------------------------------------------------------------------------------- splitting


class _LoopPartitioner:
    """Splits one loop."""

    def __init__(self, loop: Loop, partitions: PartitionSet) -> None:
        self.loop = loop
        self.partitions = partitions
        self.builder = Rewriter()
        self.builder.start_at(loop)
        outputs = partition_outputs(loop)
        self.carried = [self._classify(index, 0 in ids) for index, ids in enumerate(outputs)]
        self.memory: dict[int, SSAValue] = {}
        """The shared memory in which tensors of other partitions are returned, by their position."""

    def run(self) -> None:
        """Replace the loop, and operations around it that belong to its partitions, by a warp group."""
        group = self._create_group()
        cloner = PartitionCloner(group)
        erased = self._clone(cloner)
        _require_own_values(group, erased)
        for partition in self.partitions:
            self._terminate(group, partition, cloner)
        self.builder.after(group)
        self._replace_results(group)
        _require_no_other_uses(erased)
        for op in reversed(erased):
            self.builder.erase(op)

    def _classify(self, index: int, used: bool) -> _Carried:
        if used:
            return _Carried.USED
        others = (partition for partition in self.partitions if partition.index)
        if self.loop.results[index].first_use is not None and any(self._computes(other, index) for other in others):
            return _Carried.FROM_OTHER
        return _Carried.UNUSED

    def _computes(self, partition: Partition, index: int) -> bool:
        """Whether a partition computes a tensor that the loop yields."""
        value = self.loop.yielded_values[index]
        owner = value.owner
        if not is_tensor_type(value.type) or not is_result(value) or not is_operation(owner):
            return False
        ids = partition_outputs(owner)[value.index] if owner.regions else partitions_of(owner)
        return partition.index in ids

    def _create_group(self) -> WarpGroupOp:
        for index, result in enumerate(self.loop.results):
            if self.carried[index] is _Carried.FROM_OTHER and is_tensor_type(result.type):
                layout = encoding_attr(unswizzled_for(result.type, self.loop.location))
                shape, element = result.type.get_shape(), result.type.element_type
                type_ = MemDescType(shape, element, layout, SharedMemorySpaceAttr(), True)
                self.memory[index] = self.builder.insert(LocalAllocOp(result=type_)).result
        used = [index for index, category in enumerate(self.carried) if category is _Carried.USED]
        regions = [Region(Block()) for _ in self.partitions]
        warps = [num_warps_of(self.loop)] * len(self.partitions)
        types = [self.loop.results[index].type for index in used]
        return self.builder.insert(WarpGroupOp(numWarps=warps, result_types=types, partitionRegions=regions))

    def _clone(self, cloner: PartitionCloner) -> list[Operation]:
        """Clone the operations of the block that belong to the partitions; returns the originals."""
        assert self.loop.parent is not None
        originals = [
            op for op in self.loop.parent.ops if has_partition(op) and warp_specialize_tag(op) == self.partitions.tag
        ]
        for op in originals:
            if op is self.loop:
                cloner.clone_loop(self.loop)
            else:
                cloner.clone_plain(op)
        return originals

    def _terminate(self, group: WarpGroupOp, partition: Partition, cloner: PartitionCloner) -> None:
        """End the region of a partition: the default partition yields the results, others store tensors."""
        builder = cloner.builder(partition.index)
        builder.location = group.location
        if partition.index not in partitions_of(self.loop):
            builder.insert(WarpGroupYieldOp())
            return
        loop = next(op for op in group.regions[partition.index].block.ops if isinstance(op, type(self.loop)))
        if partition.index == 0:
            builder.insert(WarpGroupYieldOp(loop.results))
            return
        kept = [index for index, ids in enumerate(partition_outputs(self.loop)) if partition.index in ids]
        for index, memory in self.memory.items():
            if self._computes(partition, index):
                builder.insert(LocalStoreOp(loop.results[kept.index(index)], memory))
        builder.insert(WarpGroupReturnOp())

    def _replace_results(self, group: WarpGroupOp) -> None:
        """Replace the results of the loop by those of the group or by loads from shared memory."""
        used = [index for index, category in enumerate(self.carried) if category is _Carried.USED]
        for index, result in enumerate(self.loop.results):
            if result.first_use is None:
                continue
            if index in self.memory:
                load = self.builder.insert(LocalLoadOp(self.memory[index], result=result.type))
                self.builder.insert(LocalDeallocOp(self.memory[index]))
                self.builder.replace_all_uses(result, load.result)
            elif any(_is_outside(use.operation) for use in result.uses):
                if index not in used:
                    message = f"result #{index} is used outside of the partitions, but not defined in the default one"
                    raise error(self.loop.location, message)
                self.builder.replace_all_uses(result, group.results[used.index(index)])


def _require_own_values(group: WarpGroupOp, originals: list[Operation]) -> None:
    """Raise ``DiagnosticError`` at a clone that uses a value which none of the clones in its partition defines."""
    belonging = set(originals)
    for index, region in enumerate(group.regions):
        for value in used_from_above(region):
            if _is_within(defining_or_parent_op(value), belonging):
                user = next(use.operation for use in value.uses if region.is_ancestor(use.operation))
                message = f"'{user.name}' op in partition {index} uses a value that does not belong to the partition"
                raise error(user.location, message)


def _require_no_other_uses(originals: list[Operation]) -> None:
    """Raise ``DiagnosticError`` at an operation of a partition whose result an operation without partition uses."""
    belonging = set(originals)
    for op in originals:
        for result in op.results:
            if not all(_is_within(use.operation, belonging) for use in result.uses):
                raise error(op.location, f"'{op.name}' op belongs to partitions, but is used outside of them")


def _is_within(op: Operation | None, ops: Collection[Operation]) -> bool:
    """Whether an operation is one of ``ops``, or in a region of one."""
    return op is not None and any(around in ops for around in ancestors(op, inclusive=True))


def _is_outside(user: Operation) -> bool:
    """Whether an operation belongs to no partition, or is another warp-specialized loop."""
    return not has_partition(user) or (isinstance(user, LOOPS.now()) and warp_specialize_tag(user) is not None)
