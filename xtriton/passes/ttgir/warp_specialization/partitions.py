"""The partitions of a warp-specialized loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, i32
from xdsl.ir import Attribute, Operation, OpResult, Use

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.slices import nested_operands
from xtriton.dialects.ttg.verify import partition_ids
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, YieldOp
from xtriton.ir.creation import is_block_argument, is_operation, parent_block
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_attr
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.warp_specialization.attributes import (
    PARTITION_STAGES,
    has_partition,
    partitions_of,
    set_partitions,
    set_warp_specialize_tag,
    warp_specialize_tag,
)
from xtriton.passes.ttgir.warp_specialization.loop_values import (
    body_ops,
    definition_in_body,
    uses_of,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop
from xtriton.passes.ttgir.warp_specialization.verification import verify_partitioned_loop
from xtriton.versions import V3_6, V3_7, ByVersion, by_version


def _nested_ops(loop: Loop) -> list[Operation]:
    """The operations in the loop that have partitions, and the loop itself."""
    return [op for op in operations_inside_out(loop) if has_partition(op)]


_MEMBERS: ByVersion[Callable[[Loop], list[Operation]]] = by_version({V3_6: body_ops, V3_7: _nested_ops})
"""The operations that partitions consist of."""


class Partition:
    """A group of operations of a loop body that one group of warps executes."""

    def __init__(self, index: int, stage: int) -> None:
        self.index = index
        self.stage = stage
        """By how many iterations its outputs are buffered relative to their consumers."""
        self.ops: list[Operation] = []
        """The operations in the order in which they were assigned, possibly also to other partitions since."""

    def __contains__(self, op: Operation) -> bool:
        return self.index in partition_ids(op)

    def inputs(self, loop: ForOp) -> Iterator[OpResult]:
        """The definitions, in this or earlier iterations, of values from other partitions or earlier iterations."""
        for op in list(self.ops):
            for value in nested_operands(op):
                if parent_block(value) is not loop.body or value is loop.induction_variable:
                    continue
                owner = value.owner
                if not is_block_argument(value) and is_operation(owner) and owner in self:
                    continue
                found = definition_in_body(loop, value)
                if found is not None:
                    yield found

    def outputs(self, loop: Loop) -> Iterator[tuple[Operation, Use]]:
        """The uses of results in other partitions and by the yield, each with the operation of the body around it."""
        for op in list(self.ops):
            for use in uses_of(op):
                owner = _ancestor_in_body(use.operation, loop)
                if owner is not None and (isinstance(owner, YieldOp | ConditionOp) or owner not in self):
                    yield owner, use

    def uses(self, loop: Loop) -> Iterator[tuple[OpResult, Use, int]]:
        """The outputs with their uses, by other operations than the yield, and how many iterations later these are."""
        pending = [(cast("OpResult", use.operation.operands[use.index]), use, 0) for _, use in self.outputs(loop)]
        while pending:
            output, use, distance = pending.pop()
            owner = _ancestor_in_body(use.operation, loop)
            if owner is None:
                continue
            if isinstance(owner, YieldOp):
                pending.extend((output, later, distance + 1) for later in loop.iter_args[use.index].uses)
            elif isinstance(owner, ConditionOp) and use.index > 0:
                argument = loop.regions[-1].block.args[use.index - 1]
                pending.extend((output, later, distance) for later in argument.uses)
            else:
                yield output, use, distance


def _ancestor_in_body(op: Operation, loop: Loop) -> Operation | None:
    """The operation directly in a region of a loop that is, or contains, ``op``."""
    found = (ancestor_in_block(op, region.block) for region in loop.regions)
    return next((owner for owner in found if owner is not None), None)


class PartitionSet:
    """The partitions of one loop, by their indices."""

    def __init__(self, tag: int = 0) -> None:
        self.tag = tag
        """The number of the loop in its function."""
        self._partitions: list[Partition] = []

    def __len__(self) -> int:
        return len(self._partitions)

    def __iter__(self) -> Iterator[Partition]:
        return iter(self._partitions)

    def __getitem__(self, index: int) -> Partition:
        return self._partitions[index]

    def add(self, stage: int) -> Partition:
        """Append an empty partition."""
        self._partitions.append(Partition(len(self._partitions), stage))
        return self._partitions[-1]

    def assign(self, op: Operation, partitions: Iterable[Partition]) -> None:
        """Let ``op`` belong to ``partitions`` only."""
        partitions = list(partitions)
        for partition in partitions:
            partition.ops.append(op)
        set_partitions(op, [partition.index for partition in partitions])

    def of(self, op: Operation) -> list[Partition]:
        """The partitions of ``op``, which has some."""
        return [self._partitions[index] for index in partition_ids(op)]

    def serialize(self, loop: Operation) -> None:
        """Write the tag and the stages to the attributes of the loop."""
        set_warp_specialize_tag(loop, self.tag)
        loop.attributes[PARTITION_STAGES] = ArrayAttr([IntegerAttr(partition.stage, i32) for partition in self])

    @classmethod
    def deserialize(cls, loop: Loop) -> PartitionSet | None:
        """Read the partitions from the attributes of the loop and of its operations; ``None`` without them.

        Raises ``DiagnosticError`` for invalid stages, and for operations without or with invalid partitions.
        """
        verify_partitioned_loop(loop)
        stages, tag = loop.attributes.get(PARTITION_STAGES), warp_specialize_tag(loop)
        if not isinstance(stages, ArrayAttr) or tag is None:
            return None
        partitions = cls(tag)
        for stage in cast("ArrayAttr[Attribute]", stages).data:
            if not is_integer_attr(stage) or stage.value.data < 0:
                message = f"partition stages attribute '{PARTITION_STAGES}' has invalid element {stage}"
                raise error(loop.location, message)
            partitions.add(stage.value.data)
        for op in _MEMBERS.now()(loop):
            for index in partitions_of(op):
                if not 0 <= index < len(partitions):
                    raise error(op.location, f"invalid partition index {index}")
                partitions[index].ops.append(op)
        return partitions
