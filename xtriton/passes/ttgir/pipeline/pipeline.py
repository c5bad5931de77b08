"""``tritongpu-pipeline``: pipelines scheduled loops."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.loop_attributes import LOOP_CLUSTER, LOOP_STAGE, SCHEDULED_MAX_STAGE
from xtriton.ir.context import Context
from xtriton.ir.printer import print_op
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.ttgir.pipeline.expand_loops import expand_loops
from xtriton.passes.ttgir.pipeline.lower_loops import lower_loops
from xtriton.passes.ttgir.pipeline.predication import simplify
from xtriton.passes.ttgir.pipeline.tma_stores import pipeline_stores_in_loops
from xtriton.passes.ttgir.pipeline.waits import update_waits
from xtriton.passes.ttgir.pipeline.wgmma_pipeline import pipeline_wgmma


@dataclass(frozen=True)
class TritonGPUPipeline(Pass):
    """Pipeline loops by their schedules: asynchronous copies and MMAs, prologue and kernel.

    before: ``scf.for { %x = tt.load %p {loop.stage = 0}, tt.dot %x, ... {loop.stage = 2} }``
    after:  ``ttg.async_copy_global_to_local %p, ...`` for two iterations, ``scf.for { ttg.async_wait ...,
    ttg.local_load ..., tt.dot ..., ttg.async_copy_global_to_local ... }`` with the copy for two iterations later
    """

    name: ClassVar[str] = "tritongpu-pipeline"

    num_stages: int = option(3, "number of pipeline stages")
    dump_intermediate_steps: bool = option(False, "print the module after loop lowering and after expansion")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        lower_loops(module, ctx.diagnostics)
        self._dump(module, "LowerLoops")
        settled = expand_loops(module, ctx.diagnostics)
        self._dump(module, "ExpandLoops")
        _remove_attributes(module)
        pipeline_wgmma(module, self.num_stages)
        update_waits(module)
        simplify(module, settled)
        pipeline_stores_in_loops(module, self.num_stages)

    def _dump(self, module: ModuleOp, step: str) -> None:
        if self.dump_intermediate_steps:
            header = f"// -----// SoftwarePipeliner internal IR Dump After: {step}\n"
            sys.stderr.write(f"{header}{print_op(module)}\n\n\n")


@dataclass(frozen=True)
class TestPipelineLowerLoop(Pass):
    """Lower scheduled loops without expanding them.

    before: ``scf.for { %x = tt.load %p {loop.stage = 0} ... }``
    after:  ``scf.for { ttg.async_copy_global_to_local %p, ... {loop.stage = 0} ... }``
    """

    name: ClassVar[str] = "tritongpu-test-pipeline-lower-loop"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        lower_loops(module, ctx.diagnostics)


def _remove_attributes(module: ModuleOp) -> None:
    """Remove the attributes of the schedule."""
    for op in operations_in(module):
        if op.attributes:
            for name in (LOOP_STAGE, LOOP_CLUSTER, SCHEDULED_MAX_STAGE):
                op.attributes.pop(name, None)
