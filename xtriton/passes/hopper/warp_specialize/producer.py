"""The producer partition: one warp that fills the rings through TMA."""

from __future__ import annotations

from collections import deque

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Block, Operation

from xtriton.dialects import tt
from xtriton.dialects.tt.memory import cache_hints
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.build import PRODUCER_WARPS, Builder
from xtriton.passes.hopper.warp_specialize.channels import Channel
from xtriton.passes.hopper.warp_specialize.memory import Memory
from xtriton.passes.hopper.warp_specialize.partition import Partition
from xtriton.passes.hopper.warp_specialize.plan import Needed, Plan, needed_by
from xtriton.passes.hopper.warp_specialize.read_order import ReadOrder
from xtriton.rewriting.cloning import Mapping


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
    """Issues the loads of each channel once all consumers have released the stage.

    Channels are issued in the order in which the consumers read them, not in that of their loads: where a consumer
    waits for a tile, the producer has issued all that it waited for before.
    """

    FIRST_PHASE = 1

    def __init__(
        self,
        plan: Plan,
        memory: Memory,
        needed: Needed,
        mapping: Mapping,
        builder: Builder,
        read_order: ReadOrder,
    ) -> None:
        super().__init__(plan, memory, needed, mapping, builder)
        self._read_order = read_order
        self._pending: deque[Channel | Operation] = deque()
        self._loaded: set[Channel] = set()

    def takes_part_in(self, channel: Channel) -> bool:
        return True

    def end(self) -> None:
        """Leave: the consumers wait for the last tiles."""

    def block(self, block: Block) -> None:
        outer, self._pending = self._pending, deque(self._read_order.get(block, ()))
        super().block(block)
        assert not self._pending, "every channel is loaded before it is read"
        self._pending = outer

    def operation(self, op: Operation) -> None:
        if not isinstance(op, tt.DescriptorLoadOp):
            super().operation(op)
            return
        self._loaded.update(channel for channel in self.plan.channels if op is channel.loads[-1])
        self._issue_loaded()

    def loop(self, loop: ForOp) -> None:
        self._enter(loop)
        super().loop(loop)
        self._issue_loaded()

    def conditional(self, op: IfOp) -> None:
        self._enter(op)
        super().conditional(op)
        self._issue_loaded()

    def claiming_loop(self, loop: WhileOp) -> None:
        self._enter(loop)
        super().claiming_loop(loop)
        self._issue_loaded()

    def claim(self, op: Operation) -> None:
        """Receive the number of the next tile."""
        self.receive(op, PRODUCER_WARPS)

    def _enter(self, op: Operation) -> None:
        """Remove an operation that contains channels from the front of the order."""
        if self.channels_in(op):
            entered = self._pending.popleft()
            assert entered is op, "a tile that is read before an operation is loaded before it"

    def _issue_loaded(self) -> None:
        """Issue the channels that are next in the order and whose loads have been passed."""
        while self._pending and isinstance(channel := self._pending[0], Channel) and channel in self._loaded:
            self._pending.popleft()
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
