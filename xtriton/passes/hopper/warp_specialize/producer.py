"""The producer partition: one warp that fills the rings through TMA."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Operation

from xtriton.dialects import tt
from xtriton.dialects.tt.memory import cache_hints
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp
from xtriton.passes.hopper.warp_specialize.partition import Partition
from xtriton.passes.hopper.warp_specialize.plan import Channel, Needed, Plan, needed_by
from xtriton.passes.hopper.warp_specialize.unsupported import Unsupported


def needed_by_producer(plan: Plan) -> Needed:
    """The backward slice of the tiles' coordinates. Raises :class:`Unsupported` if it has tensors."""
    loads = [load for channel in plan.channels for load in channel.loads]
    needed = needed_by(loads)
    for op in needed.ops:
        if op not in loads and any(
            isinstance(result.type, TensorType) and result in needed.values for result in op.results
        ):
            raise Unsupported(op, "produces a tensor on which the coordinates of a tile depend")
    return needed


class Producer(Partition):
    """Issues the loads of each channel once all consumers have released the stage."""

    FIRST_PHASE = 1

    def takes_part_in(self, channel: Channel) -> bool:
        return True

    def end(self) -> None:
        """Leave: the consumers wait for the last tiles."""

    def operation(self, op: Operation) -> None:
        if not isinstance(op, tt.DescriptorLoadOp):
            super().operation(op)
            return
        for channel in self.plan.channels:
            if op is channel.loads[-1]:
                self._issue(channel)

    def _issue(self, channel: Channel) -> None:
        """Load the tiles of a channel into the next stage of its ring."""
        builder, ring = self.builder, channel.ring
        memory, stage = self.memory.rings[ring], self.stages[ring]
        builder.wait(builder.element(memory.empty, stage.index), stage.phase)
        full = builder.element(memory.full, stage.index)
        builder.expect(full, ring.bytes_of_stage)
        for load, buffers in zip(channel.loads, memory.tiles, strict=True):
            yes = builder.number(1, i1)
            tile = builder.element(buffers, stage.index)
            indices = [self.value(index) for index in load.indices]
            copy = AsyncTMACopyGlobalToLocalOp(self.value(load.desc), indices, full, tile, yes)
            copy.properties.update(cache_hints(load))
            builder.insert(copy, load.location)
        self.stages[ring] = builder.next_stage(stage, ring.stages)
