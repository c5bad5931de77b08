"""A partition of a warp-specialised function: a clone of the backward slice of its effects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.passes.hopper.warp_specialize.build import Builder, Stage
from xtriton.passes.hopper.warp_specialize.channels import Channel, Ring
from xtriton.passes.hopper.warp_specialize.claims import is_claim
from xtriton.passes.hopper.warp_specialize.memory import Memory
from xtriton.passes.hopper.warp_specialize.plan import TURNS, Needed, Plan
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import block_argument, location_of


class Partition(ABC):
    """Copies the body of a function block by block. Subclasses lower loads, dots and stores."""

    FIRST_PHASE: int
    """The parity of the phase first waited for: 0 for consumers; 1 for the producer, as all stages start empty."""
    FIRST_PHASE_OF_NUMBERS: int = 0
    """The same for the numbers of claimed tiles, which the scheduler sends to all others."""

    def __init__(self, plan: Plan, memory: Memory, needed: Needed, mapping: Mapping, builder: Builder) -> None:
        """``mapping`` maps captured values to the arguments of the partition's region."""
        self.plan = plan
        self.memory = memory
        self.needed = needed
        self.mapping = mapping
        self.builder = builder
        self.stages: dict[Ring, Stage] = {}
        self.order: dict[Block, list[Channel | Operation]] = {}
        """The channels of each block in the order in which their stages are taken, and the operations that contain
        further channels."""

    def channels_in(self, op: Operation) -> list[Channel]:
        """The channels of this partition whose loads are in ``op``."""
        return [
            channel for channel in self.plan.channels if self.takes_part_in(channel) and op.is_ancestor(channel.block)
        ]

    def record(self, block: Block, item: Channel | Operation) -> None:
        """Append a channel, or an operation that contains channels, to the order of a block."""
        self.order.setdefault(block, []).append(item)

    @abstractmethod
    def takes_part_in(self, channel: Channel) -> bool:
        """Whether this partition writes or reads a channel's tiles."""

    # Control flow

    def run(self) -> None:
        """Copy the body of the function, except for the return, to the builder's insertion point."""
        for ring in self.plan.rings:
            if ring.claim is not None or any(self.takes_part_in(channel) for channel in ring.channels):
                phase = self.FIRST_PHASE if ring.claim is None else self.FIRST_PHASE_OF_NUMBERS
                self.stages[ring] = Stage(self.builder.number(0), self.builder.number(phase))
        self.block(self.plan.func.body.block)
        self.end()

    @abstractmethod
    def end(self) -> None:
        """Insert the epilogue of the partition."""

    def block(self, block: Block) -> None:
        """Copy the operations of a block that are needed, except for the terminator."""
        for op in self.ops_of(block):
            self.builder.location = op.location
            match op:
                case YieldOp() | ConditionOp() | tt.ReturnOp():
                    return
                case ForOp() if op in self.needed.ops:
                    self.loop(op)
                case IfOp() if op in self.needed.ops:
                    self.conditional(op)
                case WhileOp() if is_claim(op):
                    self.claim(op)
                case WhileOp() if op in self.needed.ops:
                    self.claiming_loop(op)
                case _:
                    self.operation(op)

    def ops_of(self, block: Block) -> Sequence[Operation]:
        """The operations of a block in the order in which they are copied."""
        return tuple(block.ops)

    def operation(self, op: Operation) -> None:
        """Copy an operation that is needed."""
        if op in self.needed.ops and not any(result in self.mapping for result in op.results):
            self.builder.insert(clone_op(op, self.mapping))

    def value(self, value: SSAValue) -> SSAValue:
        """The value of this partition for a value of the function."""
        return self.mapping.get(value, value)

    def rings_in(self, op: Operation) -> list[Ring]:
        """The rings whose stages are used in ``op``, in the plan's order."""
        used = {channel.ring for channel in self.channels_in(op)}
        sent = [ring for ring in self.plan.rings if ring.claim is not None and op.is_ancestor(ring.claim)]
        return [ring for ring in self.plan.rings if ring in used or ring in sent]

    def loop(self, loop: ForOp) -> None:
        """Copy a loop with the iter_args that are needed, and the rings' stages as further iter_args."""
        rings = self.rings_in(loop)
        self._record_inner(loop, rings)
        kept = [index for index, result in enumerate(loop.results) if self._is_carried(result, loop.iter_args[index])]
        inits = [self.value(loop.init_args[index]) for index in kept]
        inits += self._carried(loop, rings)
        bounds = [self.value(bound) for bound in (loop.lowerBound, loop.upperBound, loop.step)]
        copy = self.builder.insert(ForOp(bounds[0], bounds[1], bounds[2], inits))
        if loop.unsignedCmp is not None:
            copy.properties["unsignedCmp"] = UnitAttr()
        kept_attributes = [name for name in loop.attributes if not name.startswith("tt.") and name != TURNS]
        copy.attributes.update({name: loop.attributes[name] for name in kept_attributes})
        self.mapping[loop.induction_variable] = copy.induction_variable
        for index, argument in zip(kept, copy.iter_args, strict=False):
            argument.location = loop.iter_args[index].location
            self.mapping[loop.iter_args[index]] = argument
        self._set_carried(loop, rings, copy.iter_args[len(kept) :])
        with self.builder.elsewhere():
            self.builder.at_end(copy.body)
            self.block(loop.body)
            end = loop.yield_operation
            assert end is not None
            self.builder.location = end.location
            yielded = [self.value(loop.yielded_values[index]) for index in kept]
            self.builder.insert(YieldOp([*yielded, *self._carried(loop, rings)]))
        for index, result in zip(kept, copy.results, strict=False):
            self.mapping[loop.results[index]] = result
        self._set_carried(loop, rings, copy.results[len(kept) :])

    def claiming_loop(self, loop: WhileOp) -> None:
        """Copy a loop over claimed tiles, with the rings' stages as further loop-carried values."""
        rings = self.rings_in(loop)
        self._record_inner(loop, rings)
        inits = [*(self.value(init) for init in loop.inits), *self._stage_values(rings)]
        types = [init.type for init in inits]
        copy = WhileOp(inits, result_types=types, before=Region(Block()), after=Region(Block()))
        self.builder.insert(copy)
        with self.builder.elsewhere():
            self._copy_region(loop.before.block, copy.before.block, types, rings)
            end = loop.condition_operation
            forwarded = [*(self.value(value) for value in end.args), *self._stage_values(rings)]
            self.builder.insert(ConditionOp(self.value(end.condition), forwarded))
            self._copy_region(loop.after.block, copy.after.block, types, rings)
            yielded = [self.value(value) for value in loop.yielded_values]
            self.builder.insert(YieldOp([*yielded, *self._stage_values(rings)]))
        self.mapping.update(zip(loop.results, copy.results, strict=False))
        self._set_stages(rings, copy.results[len(loop.results) :])

    def _copy_region(self, old: Block, new: Block, types: Sequence[Attribute], rings: Sequence[Ring]) -> None:
        """Copy a block of a loop except for its terminator; stages are its last arguments."""
        arguments = [block_argument(new, type_, self.builder.location) for type_ in types]
        self.mapping.update(zip(old.args, arguments, strict=False))
        self._set_stages(rings, arguments[len(old.args) :])
        self.builder.at_end(new)
        self.block(old)

    @abstractmethod
    def claim(self, op: Operation) -> None:
        """Claim a tile, or receive the number of the tile that the scheduler has claimed."""

    def receive(self, op: Operation, warps: int) -> None:
        """Receive the result of a claim, in a partition of ``warps`` warps."""
        builder, ring = self.builder, self.ring_of(op)
        memory, stage = self.memory.rings[ring], self.stages[ring]
        builder.wait(builder.element(memory.full, stage.index), stage.phase)
        self.mapping[op.results[0]] = builder.load_number(builder.element(memory.tiles[0], stage.index), warps)
        builder.arrive(builder.element(memory.empty, stage.index))
        self.stages[ring] = builder.next_stage(stage, ring.stages)

    def ring_of(self, claim: Operation) -> Ring:
        """The ring through which the result of a claim is sent."""
        return next(ring for ring in self.plan.rings if ring.claim is claim)

    def conditional(self, op: IfOp) -> None:
        """Copy an ``scf.if`` with the results that are needed, and the rings' stages as further results."""
        rings = self.rings_in(op)
        self._record_inner(op, rings)
        kept = [index for index, result in enumerate(op.results) if result in self.needed.values]
        types = [op.results[index].type for index in kept] + [
            self.stages[ring].index.type for ring in rings for _ in "ip"
        ]
        with_else = bool(op.elseRegion.blocks) or bool(types)
        copy = IfOp(
            self.value(op.condition),
            result_types=types,
            thenRegion=Region(Block()),
            elseRegion=Region(Block()) if with_else else Region(),
        )
        self.builder.insert(copy)
        before = dict(self.stages)
        for region, target in zip(op.regions, copy.regions, strict=True):
            if not target.blocks:
                continue
            self.stages = dict(before)
            with self.builder.elsewhere():
                self.builder.at_end(target.block)
                yielded: list[SSAValue] = []
                if region.blocks:
                    self.block(region.block)
                    end = region.block.last_op
                    assert end is not None
                    yielded = [self.value(end.operands[index]) for index in kept]
                self.builder.insert(YieldOp([*yielded, *self._stage_values(rings)]))
        self.stages = before
        for index, result in zip(kept, copy.results, strict=False):
            self.mapping[op.results[index]] = result
        self._set_stages(rings, copy.results[len(kept) :])

    def _record_inner(self, op: Operation, rings: Sequence[Ring]) -> None:
        if rings and op.parent is not None:
            self.record(op.parent, op)

    def _is_carried(self, result: SSAValue, argument: SSAValue) -> bool:
        return result in self.needed.values or argument in self.needed.values

    def _carried(self, loop: ForOp, rings: Sequence[Ring]) -> list[SSAValue]:
        """The values of this partition that a loop carries beside those of the function: the next stages of rings."""
        return self._stage_values(rings)

    def _set_carried(self, loop: ForOp, rings: Sequence[Ring], values: Sequence[SSAValue]) -> None:
        """Continue with these values of :meth:`_carried`, at the beginning of the loop's body or after the loop."""
        self._set_stages(rings, values)

    def _stage_values(self, rings: Sequence[Ring]) -> list[SSAValue]:
        return [value for ring in rings for value in (self.stages[ring].index, self.stages[ring].phase)]

    def _set_stages(self, rings: Sequence[Ring], values: Sequence[SSAValue]) -> None:
        for number, ring in enumerate(rings):
            self.stages[ring] = Stage(values[2 * number], values[2 * number + 1])


def isolated(region_values: Sequence[SSAValue], block: Block) -> Mapping:
    """Add an argument to an isolated block for each captured value."""
    return {value: block_argument(block, value.type, location_of(value)) for value in region_values}
