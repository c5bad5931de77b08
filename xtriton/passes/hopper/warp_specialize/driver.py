"""The pass ``hopper-warp-specialize``: creates the partitions of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.launch_arguments import RESIDENT_CTAS, resident_ctas
from xtriton.analysis.requirements import Rule, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.ttg.verify import MAX_REGISTERS, num_ctas
from xtriton.dialects.ttg.warp_specialize import (
    WarpReturnOp,
    WarpSpecializeOp,
    WarpYieldOp,
)
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity
from xtriton.passes.base import Pass, option
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.build import CONSUMER_WARPS, PRODUCER_WARPS, SCHEDULER_WARPS, Builder
from xtriton.passes.hopper.warp_specialize.consumer import Consumer
from xtriton.passes.hopper.warp_specialize.memory import Memory, allocate
from xtriton.passes.hopper.warp_specialize.partition import Partition, isolated
from xtriton.passes.hopper.warp_specialize.plan import SHARED_MEMORY, TURNS, Needed, Plan, needed_by
from xtriton.passes.hopper.warp_specialize.producer import Producer, needed_by_producer
from xtriton.passes.hopper.warp_specialize.profitability import check_profitable
from xtriton.passes.hopper.warp_specialize.read_order import read_order_of
from xtriton.passes.hopper.warp_specialize.scheduler import Scheduler, needed_by_scheduler
from xtriton.passes.remarks import counted

THREADS_OF_WARP_GROUP = 128
REGISTERS_OF_SM = 65536


_STAGES_IN_TURN = 3
"""The fewest stages for tiles that consumers compute in turn."""


@dataclass(frozen=True)
class HopperWarpSpecialize(Pass):
    """Partition a kernel into a producer warp that loads through TMA and consumer warp groups.

    Requires layouts for four warps, dots as wgmma and tiles loaded through descriptors. Stores of different dots'
    results are distributed over at most two warp groups; tiles that both read are loaded once. A function without such
    a loop, for clusters of CTAs, or with effects that no partition can have alone, is not modified; a remark states the
    reason.

    before: ``scf.for { %a = tt.descriptor_load ...; %m = ttg.local_alloc %a; %d = ttng.warp_group_dot %m, ... }``
    after:  ``ttg.warp_specialize default { scf.for { wait full; warp_group_dot; expect empty } }``
            ``partition0 { ... } num_warps(4)  partition1 { scf.for { wait empty; async_tma_copy ... } } num_warps(1)``
    """

    name: ClassVar[str] = "hopper-warp-specialize"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions,)
    shared_memory: int = option(SHARED_MEMORY, "bytes of shared memory available to a CTA")
    consumer_registers: int = option(240, "registers per thread of a second consumer warp group")
    producer_registers: int = option(24, "registers per thread of the producer warp")
    overlap: bool = option(True, "leave the last dots of a loop in flight between its iterations")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in [op for op in module.body.ops if isinstance(op, tt.FuncOp)]:
            ctas = resident_ctas(func)
            func.attributes.pop(RESIDENT_CTAS, None)
            try:
                if (cluster := num_ctas(module)) > 1:
                    raise Unsupported(func, f"is for clusters of {cluster} CTAs")
                plan = self._plan(ctx, func, ctas)
                check_profitable(func, ctas, plan.consumers)
                if ctas > 1 and MAX_REGISTERS in module.attributes:
                    raise Unsupported(func, f"needs registers for {ctas} CTAs per SM, but they are limited already")
                self._specialize(plan, needed_by_producer(plan))
            except Unsupported as found:
                text = f"not warp-specialised: '{found.op.name}' op {found.reason}"
                ctx.diagnostics.emit(Diagnostic(Severity.REMARK, found.op.location, text))
                continue
            stages = ", ".join(str(ring.stages) for ring in plan.rings if ring.claim is None)
            text = f"warp-specialised: {counted(plan.consumers, 'consumer warp group')}, stages per ring: {stages}"
            if ctas > 1:
                module.attributes[MAX_REGISTERS] = IntegerAttr(_registers_at_launch(plan), i32)
                text += f", {ctas} CTAs per SM"
            ctx.diagnostics.emit(Diagnostic(Severity.REMARK, func.location, text))

    def _plan(self, ctx: Context, func: tt.FuncOp, ctas: int) -> Plan:
        """The plan for a function. Raises :class:`Unsupported`.

        Tiles are not computed in turn where the buffers of stores leave too few stages for loads. Measured on an H200
        with tiles of 64 x 256 that are stored in f32, which leave two: 1.63 of Triton's time, otherwise 0.79.
        """
        plan = Plan(func, self.shared_memory, ctas, self.overlap)
        fewest = min((ring.stages for ring in plan.rings if ring.in_loop), default=_STAGES_IN_TURN)
        if plan.turns is None or fewest >= _STAGES_IN_TURN:
            return plan
        del plan.turns.attributes[TURNS]
        text = f"tiles are not computed in turn: the buffers of stores leave {fewest} stages for loads"
        ctx.diagnostics.emit(Diagnostic(Severity.REMARK, plan.turns.location, text))
        return Plan(func, self.shared_memory, ctas, self.overlap)

    def _specialize(self, plan: Plan, loading: Needed) -> None:
        """Replace the body of the function. Raises :class:`Unsupported`, with the function as it was."""
        block = plan.func.body.block
        old = list(block.ops)
        builder = Builder()
        builder.before(old[-1])
        builder.location = plan.func.location
        kept = [op for op in old if isinstance(op, tt.MakeTensorDescOp)]
        kept += [op for op in needed_by(kept).ops if op not in kept]
        memory = allocate(plan, builder)
        captures = [
            *block.args,
            *(result for op in kept for result in op.results if not _is_constant(op)),
            *memory.values(),
        ]
        warps = [CONSUMER_WARPS] * (plan.consumers - 1) + [PRODUCER_WARPS] + [SCHEDULER_WARPS] * plan.claims_tiles
        default, regions = Region(Block()), [Region(Block()) for _ in warps]
        try:
            _fill(plan, loading, memory, captures, [default, *regions])
        except Unsupported:
            for region in (default, *regions):
                region.drop_all_references()
            for op in reversed([op for op in block.ops if op not in old]):
                builder.erase(op)
            raise
        consumer = self.consumer_registers if plan.ctas == 1 else _registers_of_consumers(plan, self.producer_registers)
        registers = [consumer if count == CONSUMER_WARPS else self.producer_registers for count in warps]
        builder.insert(WarpSpecializeOp.of(captures, default, regions, warps, registers=registers))
        memory.free(builder)
        for op in reversed(old[:-1]):
            if op not in kept:
                builder.erase(op)


def _fill(plan: Plan, loading: Needed, memory: Memory, captures: Sequence[SSAValue], regions: Sequence[Region]) -> None:
    """Create the partitions: the consumers, of which the first is the default region, the producer, the scheduler."""
    builders = [_region_builder(region, plan) for region in regions]
    mappings = [{value: value for value in captures}, *(isolated(captures, region.block) for region in regions[1:])]
    seen = [memory.seen_through(mapping) for mapping in mappings]
    consumers: list[Partition] = []
    for number in range(plan.consumers):
        needed = needed_by(plan.roots_of(number), stop_at_tiles=True)
        consumers.append(Consumer(plan, seen[number], needed, mappings[number], builders[number], number))
        consumers[-1].run()
    read_order = read_order_of(consumers)
    number = plan.consumers
    Producer(plan, seen[number], loading, mappings[number], builders[number], read_order).run()
    if plan.claims_tiles:
        Scheduler(plan, seen[-1], needed_by_scheduler(plan), mappings[-1], builders[-1]).run()
    builders[0].insert(WarpYieldOp())
    for builder in builders[1:]:
        builder.insert(WarpReturnOp())


def _registers_at_launch(plan: Plan) -> int:
    """The registers per thread with which each of the resident CTAs of an SM starts."""
    return _multiple_of_8(REGISTERS_OF_SM // (plan.ctas * _threads(plan)))


def _registers_of_consumers(plan: Plan, producer: int) -> int:
    """The registers per thread of the consumers, once the producer's warp group has given up all but ``producer``."""
    left = _registers_at_launch(plan) * _threads(plan) - producer * THREADS_OF_WARP_GROUP
    return _multiple_of_8(left // (plan.consumers * THREADS_OF_WARP_GROUP))


def _threads(plan: Plan) -> int:
    """The threads of a CTA: registers are given to whole warp groups, so that of the producer has idle warps."""
    return (plan.consumers + 1) * THREADS_OF_WARP_GROUP


def _multiple_of_8(registers: int) -> int:
    """Registers are allocated in units of 8 per thread."""
    return registers // 8 * 8


def _is_constant(op: Operation) -> bool:
    return isinstance(op, ConstantOp)


def _region_builder(region: Region, plan: Plan) -> Builder:
    builder = Builder()
    builder.at_end(region.block)
    builder.location = plan.func.location
    return builder
