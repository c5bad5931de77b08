"""``nvgpu-warp-specialization``: one warp group loads, two others compute (Hopper).

Steps, one file or folder each: ``task_partition``, ``task_propagation``, ``data_partition``, ``code_partition`` with
``specialize``, and ``token_lowering``. The producer's task 0 is the default region of the ``ttg.warp_specialize`` that
results, the consumers' tasks are its partitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import NUM_STAGES, WARP_SPECIALIZE, integer_attribute
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.verify import num_warps_of
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition import partition_code
from xtriton.passes.nvidia.hopper_warp_specialization.data_partition import partition_data
from xtriton.passes.nvidia.hopper_warp_specialization.invalidation import invalidate_barriers
from xtriton.passes.nvidia.hopper_warp_specialization.specialize import WARPS
from xtriton.passes.nvidia.hopper_warp_specialization.task_partition import functions_of, partition_tasks
from xtriton.passes.nvidia.hopper_warp_specialization.task_propagation import propagate_tasks
from xtriton.passes.nvidia.hopper_warp_specialization.token_lowering import lower_tokens
from xtriton.versions import V3_7, V3_8, active_version, before, since

_MOST_GROUPS = 3
"""The warp groups to begin with, a producer and two consumers."""


@dataclass(frozen=True)
class NVGPUWarpSpecialization(Pass):
    """Specialize warp groups: one loads, others compute the dots of loops with tt.warp_specialize.

    before: ``scf.for { tt.descriptor_load, ttng.warp_group_dot } {tt.warp_specialize}``
    after:  ``ttg.warp_specialize default { scf.for { TMA copies } } partition0 { scf.for { half of the rows } } ...``
    """

    name: ClassVar[str] = "nvgpu-warp-specialization"
    num_stages: int = option(0, "number of values of a loop in flight, unless the loop has tt.num_stages")
    dump_intermediate_steps: bool = option(False, "not used: --mlir-print-ir-after-all prints passes")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if active_version() in since(V3_7) and self.num_stages <= 1:
            return
        for func in functions_of(module):
            if _is_supported(func, self.num_stages):
                self._specialize(func, module)

    def _specialize(self, func: FuncOp, module: ModuleOp) -> None:
        for groups in range(_MOST_GROUPS, 1, -1):
            partition_tasks(func, groups)
            propagate_tasks(func)
            if partition_data(func, groups - 1):
                break
        partition_code(func, self.num_stages)
        lower_tokens(module)
        if active_version() in since(V3_8):
            invalidate_barriers(func)
        for loop in _loops_of(func):
            loop.attributes[NUM_STAGES] = IntegerAttr(0, i32)  # not to be pipelined again


def _is_supported(func: FuncOp, num_stages: int) -> bool:
    """Whether a function asks for warp specialization, runs on one warp group, and has no else regions."""
    return (
        any(_is_requested(loop, num_stages) for loop in _loops_of(func))
        and num_warps_of(func) == WARPS
        and not any(isinstance(op, IfOp) and op.regions[1].first_block is not None for op in operations_in(func))
    )


def _is_requested(loop: Operation, num_stages: int) -> bool:
    """Whether a loop has ``tt.warp_specialize``, and since 3.7 more than one stage."""
    stages = integer_attribute(loop, NUM_STAGES)
    count = num_stages if stages is None else stages
    return WARP_SPECIALIZE in loop.attributes and (count > 1 or active_version() in before(V3_7))


def _loops_of(func: FuncOp) -> list[Operation]:
    return [op for op in operations_in(func) if isinstance(op, ForOp)]
