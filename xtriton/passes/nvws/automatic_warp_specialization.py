"""``tritongpu-automatic-warp-specialization``: the passes that distribute loops over partitions of warps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.common.cse import CSE
from xtriton.passes.common.sccp import SCCP
from xtriton.passes.nvws.insert_aref import NVWSInsertAref
from xtriton.passes.nvws.insert_tmem_aref import NVWSInsertTmemAref
from xtriton.passes.nvws.lower_aref import NVWSLowerAref
from xtriton.passes.nvws.lower_warp_group import NVWSLowerWarpGroup
from xtriton.passes.ttgir.schedule_loops import TritonGPUScheduleLoops
from xtriton.passes.ttgir.warp_specialization.partition_loops import TritonGPUPartitionLoops
from xtriton.passes.ttgir.warp_specialization.partition_scheduling import TritonGPUPartitionScheduling


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
        steps: tuple[Pass, ...] = (
            TritonGPUPartitionScheduling(),
            NVWSInsertAref(),
            NVWSInsertTmemAref(),
            SCCP(),
            CSE(),
            NVWSLowerAref(num_stages=self.num_stages),
            TritonGPUPartitionLoops(),
            NVWSLowerWarpGroup(),
            TritonGPUScheduleLoops(),
        )
        for step in steps:
            step.apply(ctx, module)
