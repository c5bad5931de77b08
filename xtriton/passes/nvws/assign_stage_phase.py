"""``nvws-assign-stage-phase``: counts the buffers of arefs, and the phases of their barriers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.nvws.aref import ArefCreateOp, ArefGetEnterOp, ArefPutEnterOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.nvws.default_partition import compute_results_in_default_partition
from xtriton.passes.nvws.stage_counters import assign_stages


@dataclass(frozen=True)
class NVWSAssignStagePhase(Pass):
    """Assign stages and phases to the accesses of arefs.

    before: ``scf.for { nvws.aref.put.enter %aref }``
    after:  ``scf.for iter_args(%stage, %phase) { ... nvws.aref.put.enter %aref[%next_stage, %next_phase] }``
    """

    name: ClassVar[str] = "nvws-assign-stage-phase"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in [op for op in operations_inside_out(module) if isinstance(op, FuncOp)]:
            for aref in [op for op in operations_inside_out(function) if isinstance(op, ArefCreateOp)]:
                assign_stages(aref, ArefPutEnterOp)
                assign_stages(aref, ArefGetEnterOp)
            compute_results_in_default_partition(function)
