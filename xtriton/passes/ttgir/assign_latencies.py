"""``tritongpu-assign-latencies``: tells how many stages before their users loads and MMAs are to be executed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.loop_attributes import (
    DISALLOW_ACC_MULTI_BUFFER,
    LATENCY,
    NUM_STAGES,
    SELF_LATENCY,
    integer_attribute,
    set_integer_attribute,
)
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticEngine
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.ttgir.pipeline.indirection import LoadsWorthPipelining, indirection_levels
from xtriton.passes.ttgir.pipeline.loops import (
    has_distance_greater_than_one,
    is_outer_loop,
    is_warp_specialized,
    num_stages_of,
)
from xtriton.passes.ttgir.pipeline.mma_v5 import (
    can_buffer_accumulator,
    has_accumulator_cycle,
    has_accumulator_read_modify_write,
    has_loads_after,
    pipelineable_operands,
    requires_accumulator_buffers,
)
from xtriton.passes.ttgir.pipeline.schedule import body_ops
from xtriton.versions import V3_7, V3_9, active_version, since

Latencies = dict[Operation, int]
"""The numbers of stages from operations to their users."""

_OVERLAPS_SPECIALIZED = since(V3_7)
"""Whether an MMA whose operands other partitions load needs not wait for itself."""
_KEEPS_CHAINED = since(V3_9)
"""Whether the users of MMAs that accumulate on each other's results stay in the same stage."""


@dataclass(frozen=True)
class TritonGPUAssignLatencies(Pass):
    """Assign latencies to loads and MMAs ahead of pipelining.

    before: ``scf.for { %a = tt.load %p, ... tt.dot %a, %b, %acc }``
    after:  ``scf.for { %a = tt.load %p {tt.latency = 2 : i32}, ... tt.dot %a, %b, %acc }``
    The latencies along each chain of loads that ends in a dot sum up to the number of stages minus 1. Loops with
    latencies that were assigned by hand are not changed.
    """

    name: ClassVar[str] = "tritongpu-assign-latencies"

    num_stages: int = option(3, "number of pipeline stages")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        latencies: Latencies = {}
        loops: list[ForOp] = []
        for op in operations_inside_out(module.body):
            if isinstance(op, ForOp) and self._may_pipeline(op):
                assigned = assigned_latencies(op)
                latencies.update(assigned)
                if not assigned:
                    loops.append(op)
        if loops:
            worth = LoadsWorthPipelining(module)
            for loop in loops:
                assign_load_latencies(loop, num_stages_of(loop, self.num_stages), worth, latencies)
                assign_mma_latencies(loop, ctx.diagnostics, latencies)
        for op, latency in latencies.items():
            set_integer_attribute(op, LATENCY, latency)

    def _may_pipeline(self, loop: ForOp) -> bool:
        if has_distance_greater_than_one(loop) or is_outer_loop(loop):
            return False
        return num_stages_of(loop, self.num_stages) > 1


def assigned_latencies(loop: ForOp) -> Latencies:
    """The latencies that operations of the body have."""
    found = ((op, integer_attribute(op, LATENCY)) for op in body_ops(loop))
    return {op: latency for op, latency in found if latency is not None}


def assign_load_latencies(loop: ForOp, num_stages: int, worth: LoadsWorthPipelining, latencies: Latencies) -> None:
    """Distribute the stages evenly over the levels of loads, in loops that ask for stages also over other loads."""
    levels = indirection_levels(loop, worth, num_stages, without_dot=NUM_STAGES in loop.attributes)
    if levels:
        latency = (num_stages - 1) // (max(levels.values()) + 1)
        latencies.update(dict.fromkeys(levels, latency))


def assign_mma_latencies(loop: ForOp, diagnostics: DiagnosticEngine, latencies: Latencies) -> None:
    """Give MMAs in tensor memory self-latencies, and latencies where their users can be executed a stage later.

    Not in loops with synchronous dots, which peel their last iteration rather than mask it.
    """
    if any(isinstance(op, DotOp) for op in body_ops(loop)):
        return
    for op in body_ops(loop):
        if isinstance(op, MMAv5Op):
            _MMA(op, loop, diagnostics, latencies).assign()


@dataclass(frozen=True)
class _MMA:
    """One MMA of a loop."""

    op: MMAv5Op
    loop: ForOp
    diagnostics: DiagnosticEngine
    latencies: Latencies

    def assign(self) -> None:
        """Assign the latency and the self-latency, if the MMA can overlap with itself."""
        if not self._overlaps_itself():
            return
        latency, self_latency = self._latency(), 1
        if is_warp_specialized(self.loop):
            # A partition needs no extra buffer: its users of the accumulator are not executed after the next MMA.
            rewrites = has_accumulator_read_modify_write(self.op, self.loop)
            latency = None if rewrites else (latency or 0) + 1
            if active_version() in _OVERLAPS_SPECIALIZED and self._operands_are_specialized():
                self_latency = 0
        if active_version() in _KEEPS_CHAINED and has_accumulator_cycle(self.op, self.loop):
            latency = None
        set_integer_attribute(self.op, SELF_LATENCY, self_latency)
        if latency is not None:
            self.latencies[self.op] = latency

    def _overlaps_itself(self) -> bool:
        operands = pipelineable_operands(self.op, self.loop, self._is_pipelined, self.diagnostics)
        if operands.is_pipelineable:
            return True
        return operands.is_state_determined and not has_loads_after(self.op, self.loop)

    def _latency(self) -> int | None:
        if not requires_accumulator_buffers(self.op, self.loop):
            return 1
        allowed = DISALLOW_ACC_MULTI_BUFFER not in self.loop.attributes
        return 1 if allowed and can_buffer_accumulator(self.op, self.loop) else None

    def _is_pipelined(self, load: Operation) -> bool:
        return self.latencies.get(load, 0) > 0

    def _is_pipelined_by_descriptor(self, load: Operation) -> bool:
        return self._is_pipelined(load) and not isinstance(load, LoadOp)

    def _operands_are_specialized(self) -> bool:
        """Whether another partition loads all operands, which it can only through descriptors."""
        operands = pipelineable_operands(self.op, self.loop, self._is_pipelined_by_descriptor, self.diagnostics)
        if operands.is_pipelineable:
            return True
        return operands.is_state_determined and not any(isinstance(op, LoadOp) for op in operands.definitions)
