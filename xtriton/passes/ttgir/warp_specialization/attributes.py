"""The attributes that tell which partitions an operation belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, i32
from xdsl.ir import Attribute, Operation, Use

from xtriton.analysis.loop_attributes import (
    StageCluster,
    integer_attribute,
    set_integer_attribute,
    set_stage_cluster,
    stage_cluster,
)
from xtriton.dialects.ttg.verify import PARTITION, PARTITION_OUTPUTS, partition_ids
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, WhileOp, YieldOp
from xtriton.ir.diagnostics import error
from xtriton.ir.listener import Listener
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import int_list
from xtriton.rewriting.rewriter import Rewriter

_Op = TypeVar("_Op", bound=Operation)

PARTITION_STAGES: Final = "ttg.partition.stages"
"""Of a loop: the stage of each of its partitions."""
WARP_SPECIALIZE_TAG: Final = "ttg.warp_specialize.tag"
"""Of a loop, and of operations outside it that belong to its partitions: the number of the loop."""

Ids = tuple[int, ...]
"""Indices of partitions in ascending order."""


def has_partition(op: Operation | None) -> bool:
    """Whether ``op`` belongs to partitions."""
    return op is not None and PARTITION in op.attributes


def partitions_of(op: Operation) -> Ids:
    """The partitions of ``op``. Raises ``DiagnosticError`` if it has none."""
    if not has_partition(op):
        raise error(op.location, f"'{op.name}' op in a warp-specialized loop needs the attribute '{PARTITION}'")
    return partition_ids(op)


def set_partitions(op: Operation, ids: Iterable[int]) -> None:
    """Set the partitions of ``op``, and of the terminators of its regions."""
    attribute = DenseArrayBase.from_list(i32, sorted(set(ids)))
    op.attributes[PARTITION] = attribute
    for region in op.regions:
        for block in region.blocks:
            if block.last_op is not None:
                block.last_op.attributes[PARTITION] = attribute


def add_partitions(op: Operation, ids: Iterable[int]) -> None:
    """Add partitions to those of ``op``. Raises ``DiagnosticError`` if it has none."""
    set_partitions(op, (*partitions_of(op), *ids))


def partition_outputs(op: Operation) -> list[Ids]:
    """The partitions of each result of an operation with regions. Raises ``DiagnosticError`` if they are missing."""
    if not op.results:
        return []
    attribute = op.attributes.get(PARTITION_OUTPUTS)
    if not isinstance(attribute, ArrayAttr):
        message = f"'{op.name}' op in a warp-specialized loop needs the attribute '{PARTITION_OUTPUTS}'"
        raise error(op.location, message)
    return [int_list(entry) for entry in cast("ArrayAttr[Attribute]", attribute).data]


def set_partition_outputs(op: Operation, outputs: Sequence[Iterable[int]]) -> None:
    """Set the partitions of each result of an operation with regions."""
    if not outputs:
        op.attributes.pop(PARTITION_OUTPUTS, None)
        return
    entries = [DenseArrayBase.from_list(i32, sorted(set(ids))) for ids in outputs]
    op.attributes[PARTITION_OUTPUTS] = ArrayAttr(entries)


def partitions_of_use(use: Use) -> Ids:
    """The partitions in which a value is used: for values that loops and branches forward those of the result.

    Empty for uses by operations without partitions.
    """
    user = use.operation
    if isinstance(user, YieldOp):
        parent = user.parent_op()
        assert parent is not None
        return partition_outputs(parent)[use.index]
    if isinstance(user, ConditionOp) and use.index > 0:
        loop = user.parent_op()
        assert loop is not None
        return partition_outputs(loop)[use.index - 1]
    if isinstance(user, ForOp | WhileOp) and use.index in user.init_operands:
        return partition_outputs(user)[use.index - user.init_operands.start]
    return partition_ids(user)


def warp_specialize_tag(op: Operation | None) -> int | None:
    """The number of the warp-specialized loop that ``op`` is, or belongs to from outside."""
    return None if op is None else integer_attribute(op, WARP_SPECIALIZE_TAG)


def set_warp_specialize_tag(op: Operation, tag: int) -> None:
    """Set the number of the warp-specialized loop."""
    set_integer_attribute(op, WARP_SPECIALIZE_TAG, tag)


@dataclass(frozen=True)
class Membership:
    """The partition attributes of an operation, which the operations that replace it inherit."""

    partitions: Ids | None
    """``None`` for operations outside of partitions, which have no stage either."""
    place: StageCluster | None
    tag: int | None = None

    NONE: ClassVar[Membership]
    """That of operations outside of partitions."""

    @classmethod
    def of(cls, op: Operation) -> Membership:
        """The partitions, stage, cluster and tag of ``op``."""
        ids = partitions_of(op) if has_partition(op) else None
        return cls(ids, stage_cluster(op), warp_specialize_tag(op))

    def apply_to(self, op: Operation) -> None:
        """Set the attributes of ``op``."""
        if self.partitions is None:
            return
        set_partitions(op, self.partitions)
        if self.tag is not None:
            set_warp_specialize_tag(op, self.tag)
        set_stage_cluster(op, self.place)


Membership.NONE = Membership(None, None)


class PartitionBuilder(Rewriter):
    """Inserts operations that belong to partitions."""

    def __init__(self, membership: Membership, location: Location, listener: Listener | None = None) -> None:
        """Insert operations at ``location``, into the partitions, stage and cluster of ``membership``."""
        super().__init__(listener)
        self.membership = membership
        self.location = location

    def insert(self, op: _Op, location: Location | None = None) -> _Op:
        super().insert(op, location)
        self.membership.apply_to(op)
        return op
