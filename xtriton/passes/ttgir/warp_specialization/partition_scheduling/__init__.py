"""``tritongpu-partition-scheduling``: distributes the operations of loops over partitions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.broadcasts import rematerialize_broadcasts
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.clusters import propagate_partitions
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow import schedule_by_dataflow
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.initial import initial_partitions
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.missing import assign_missing_partitions
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.regions import (
    assign_region_bodies,
    assign_region_operations,
    require_partitions,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop, specialized_loops
from xtriton.versions import V3_6, V3_7, ByVersion, by_version


@dataclass(frozen=True)
class TritonGPUPartitionScheduling(Pass):
    """Distribute the operations of loops with tt.warp_specialize over partitions.

    before: ``scf.for { %x = tt.descriptor_load, ttng.tc_gen5_mma %x } {tt.warp_specialize}``
    after:  ``scf.for { %x = tt.descriptor_load {ttg.partition = [2]}, ttng.tc_gen5_mma %x {ttg.partition = [1]} }``
    """

    name: ClassVar[str] = "tritongpu-partition-scheduling"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for index, loop in enumerate(specialized_loops(module)):
            _SCHEDULE.now()(loop, index, ctx.diagnostics)


def _schedule_by_clusters(loop: Loop, tag: int, diagnostics: DiagnosticEngine) -> None:
    """Grow partitions from loads and MMAs, and assign the operations between them in clusters."""
    assert isinstance(loop, ForOp)
    partitions = initial_partitions(loop, diagnostics)
    if partitions is None:
        return
    propagate_partitions(loop, partitions)
    rematerialize_broadcasts(loop, partitions)
    assign_region_bodies(loop, partitions)
    assign_missing_partitions(loop)
    assign_region_operations(loop)
    require_partitions(loop)
    partitions.tag = tag
    partitions.serialize(loop)


_SCHEDULE: ByVersion[Callable[[Loop, int, DiagnosticEngine], None]] = by_version(
    {V3_6: _schedule_by_clusters, V3_7: schedule_by_dataflow}
)
