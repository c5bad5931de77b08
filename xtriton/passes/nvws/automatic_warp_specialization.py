"""``tritongpu-automatic-warp-specialization``: the passes that distribute loops over partitions of warps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.tt.descriptor import MakeTensorDescOp
from xtriton.dialects.ttg.verify import PARTITION, PARTITION_OUTPUTS
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.common.cse import CSE
from xtriton.passes.common.sccp import SCCP
from xtriton.passes.nvws.hoist_tmem_store import NVWSHoistTmemStore
from xtriton.passes.nvws.insert_aref import NVWSInsertAref
from xtriton.passes.nvws.insert_tmem_aref import NVWSInsertTmemAref
from xtriton.passes.nvws.lower_aref import NVWSLowerAref
from xtriton.passes.nvws.lower_warp_group import NVWSLowerWarpGroup
from xtriton.passes.ttgir.pipeline.descriptors import lower_descriptors
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule
from xtriton.passes.ttgir.schedule_loops import TritonGPUScheduleLoops
from xtriton.passes.ttgir.warp_specialization.attributes import PARTITION_STAGES, WARP_SPECIALIZE_TAG
from xtriton.passes.ttgir.warp_specialization.normalize_while_loops import TritonGPUNormalizeWSWhileLoops
from xtriton.passes.ttgir.warp_specialization.partition_loops import TritonGPUPartitionLoops
from xtriton.passes.ttgir.warp_specialization.partition_scheduling import TritonGPUPartitionScheduling
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop, loops_around, specialized_loops
from xtriton.passes.ttgir.warp_specialization.verification import verify_partitioned_loops
from xtriton.versions import V3_7, V3_8, active_version, since


@dataclass(frozen=True)
class TritonGPUAutomaticWarpSpecialization(Pass):
    """Distribute loops with tt.warp_specialize over partitions of warps, which communicate through barriers.

    before: ``scf.for { tt.descriptor_load, ttng.tc_gen5_mma, ttng.tmem_load } {tt.warp_specialize}``
    after:  ``ttg.warp_specialize default { scf.for { ttng.tmem_load } } partition0 { scf.for { ttng.tc_gen5_mma } }
            partition1 { scf.for { ttng.async_tma_copy_global_to_local } }``
    """

    name: ClassVar[str] = "tritongpu-automatic-warp-specialization"
    num_stages: int = option(3, "number of pipeline stages")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if active_version() in TritonGPUNormalizeWSWhileLoops.versions:
            TritonGPUNormalizeWSWhileLoops().apply(ctx, module)
        for step in self._steps_on_partitions():
            step.apply(ctx, module)
            verify_partitioned_loops(module)
        for step in (TritonGPUPartitionLoops(), NVWSLowerWarpGroup(), TritonGPUScheduleLoops()):
            step.apply(ctx, module)
        if active_version() in _BUFFERS_DESCRIPTORS:
            _buffer_descriptors(module, self.num_stages)
        if active_version() in _CLEARS_PARTITIONS:
            _clear_partitions(module)

    def _steps_on_partitions(self) -> Iterator[Pass]:
        """The passes on loops that are not split yet."""
        yield TritonGPUPartitionScheduling()
        if active_version() in NVWSHoistTmemStore.versions:
            yield NVWSHoistTmemStore()
        yield NVWSInsertAref()
        yield NVWSInsertTmemAref()
        yield SCCP()
        yield CSE()
        yield NVWSLowerAref(num_stages=self.num_stages)


_BUFFERS_DESCRIPTORS = since(V3_7)
"""Descriptors that are created in loops have several buffers; software pipelining does not see nested loops."""


def _buffer_descriptors(module: ModuleOp, num_stages: int) -> None:
    """Multi-buffer the descriptors that loops in partitions create: one more than there are stages.

    So the oldest load may still read its descriptor while the next one is written.
    """
    loops: dict[Loop, None] = {}
    for loop in specialized_loops(module):
        for op in operations_inside_out(loop):
            if isinstance(op, MakeTensorDescOp):
                loops[loops_around(op)[0]] = None
    # A schedule has one stage more than descriptors have buffers.
    schedule = CoarseSchedule(num_stages + 2)
    for loop in loops:
        lower_descriptors(loop, schedule)


_CLEARS_PARTITIONS = since(V3_8)


def _clear_partitions(module: ModuleOp) -> None:
    """Remove the attributes of partitions, which no later pass needs."""
    for op in operations_in(module):
        for name in (PARTITION, PARTITION_OUTPUTS, PARTITION_STAGES, WARP_SPECIALIZE_TAG):
            op.attributes.pop(name, None)
