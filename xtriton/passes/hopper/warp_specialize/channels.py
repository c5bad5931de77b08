"""Channels and rings: how the tiles that a producer loads reach the warp groups that run dots.

A *channel* is a group of loads that complete at one barrier; a *ring* holds the tiles of channels in stages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import prod
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects import tt
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr, layout_of
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp, YieldOp
from xtriton.ir.traits import encoding_of, has_trait, shape_of_tensor
from xtriton.ir.walk import ancestors, operations_in
from xtriton.layouts.descriptors import shared_of_rank
from xtriton.layouts.encodings import NVMMAShared
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.claims import is_claim

MOST_STAGES = 12
"""More stages hide no more latency."""
STAGES_APART = 3
"""The fewest stages of each ring where different arrays have separate ones."""


@dataclass(eq=False)
class Channel:
    """Loads of one block that complete at one barrier."""

    block: Block
    loads: list[tt.DescriptorLoadOp]
    consumers: tuple[int, ...] = ()
    ring: Ring = field(init=False)

    def readers(self) -> set[Operation]:
        """The operations that read the tiles."""
        return {reader for load in self.loads for reader in readers_of(load)}

    def readers_in_block(self) -> dict[Operation, None]:
        """The operations of the block that read the tiles or contain such a reader."""
        readers = (reader for load in self.loads for reader in readers_of(load))
        found = (ancestor_in_block(reader, self.block) for reader in readers)
        return dict.fromkeys(op for op in found if op is not None)

    @property
    def is_read_by_threads(self) -> bool:
        """Whether a tile is read into registers: through the generic proxy, unlike by dots that read its memory."""
        dots = {load: readers_through_views([op.result for op in memory_of(load)]) for load in self.loads}
        return any(
            not isinstance(reader, WarpGroupDotOp) or reader not in dots[load]
            for load in self.loads
            for reader in readers_of(load)
        )

    @property
    def tiles(self) -> tuple[MemDescType, ...]:
        """The types of the shared memory that the loads fill."""
        return tuple(tile_type(load.desc, load.result) for load in self.loads)

    @property
    def sources(self) -> tuple[SSAValue, ...]:
        """The descriptors of the arrays that the loads read."""
        return tuple(load.desc for load in self.loads)


@dataclass(eq=False)
class Ring:
    """The buffers and barriers of channels with equal tiles and consumers."""

    tiles: tuple[MemDescType, ...]
    consumers: tuple[int, ...]
    channels: list[Channel] = field(default_factory=list[Channel])
    stages: int = 1
    claim: Operation | None = None
    """The operation whose result the scheduler sends, in a ring for numbers instead of tiles."""
    in_turn: bool = False
    """Whether one of the consumers reads a stage, instead of each."""

    @property
    def readers(self) -> int:
        """How many partitions read a stage: the producer, too, reads numbers."""
        return (1 if self.in_turn else len(self.consumers)) + (self.claim is not None)

    @property
    def bytes_of_stage(self) -> int:
        """The transaction count of a stage's *full* barrier."""
        return sum(map(bytes_of, self.tiles))

    @property
    def in_loop(self) -> bool:
        """Whether some channel is in an innermost loop, where stages hide latency."""
        return any(is_in_loop(channel.block) and not _has_loop(channel.block) for channel in self.channels)


def is_in_loop(block: Block) -> bool:
    """Whether a block is executed several times."""
    op = block.parent_op()
    return op is not None and any(isinstance(around, ForOp | WhileOp) for around in ancestors(op, inclusive=True))


def _has_loop(block: Block) -> bool:
    return any(isinstance(op, ForOp) for op in block.ops)


def tile_encoding(desc: SSAValue, rank: int) -> Attribute | None:
    """The encoding of shared memory that holds a block of a descriptor as a tile of ``rank`` dimensions.

    Blocks may have more dimensions, of extent 1, in front. ``None`` for blocks that are not laid out for wgmma.
    """
    layout = layout_of(encoding_of(cast("TensorDescType", desc.type).block_type))
    if not isinstance(layout, NVMMAShared) or layout.rank < rank:
        return None
    return encoding_attr(shared_of_rank(layout, rank))


def tile_type(desc: SSAValue, tile: SSAValue) -> MemDescType:
    """The type of shared memory for a tile that is loaded or stored through a descriptor."""
    shape = shape_of_tensor(tile)
    encoding = tile_encoding(desc, len(shape))
    assert encoding is not None
    element = cast("TensorType[Attribute]", tile.type).element_type
    return MemDescType(shape, element, encoding, SharedMemorySpaceAttr(), True)


def bytes_of(memory: MemDescType) -> int:
    """Size in bytes, a multiple of the alignment that TMA requires of buffers."""
    return prod(memory.get_shape()) * bit_width(memory.element_type) // 8


def is_asynchronous(load: tt.DescriptorLoadOp) -> bool:
    """Whether a load's tile can stay in shared memory, as TMA writes it, until a dot or a register load reads it."""
    return tile_encoding(load.desc, len(shape_of_tensor(load.result))) is not None and bool(readers_of(load))


def is_sent(op: Operation) -> bool:
    """Whether consumers get the results of an operation from another partition."""
    return is_claim(op) or (isinstance(op, tt.DescriptorLoadOp) and is_asynchronous(op))


def memory_of(load: tt.DescriptorLoadOp) -> list[LocalAllocOp]:
    """The allocations that hold a loaded tile as TMA writes it."""
    encoding = tile_encoding(load.desc, len(shape_of_tensor(load.result)))
    users = [use.operation for use in load.result.uses]
    return [op for op in users if isinstance(op, LocalAllocOp) and op.type.encoding == encoding]


def readers_of(load: tt.DescriptorLoadOp) -> list[Operation]:
    """The operations that read a loaded tile: dots from shared memory, and the others from registers."""
    allocated = memory_of(load)
    found = dict.fromkeys(use.operation for use in load.result.uses if use.operation not in allocated)
    found.update(dict.fromkeys(readers_through_views([op.result for op in allocated])))
    return list(found)


def readers_through_views(memory: Iterable[SSAValue]) -> list[Operation]:
    """The users of values of shared memory, and of views of them."""
    found: dict[Operation, None] = {}
    pending = list(memory)
    while pending:
        for use in pending.pop().uses:
            if has_trait(use.operation, MemDescView):
                pending.extend(use.operation.results)
            else:
                found[use.operation] = None
    return list(found)


def channels_of(func: tt.FuncOp) -> list[Channel]:
    """The asynchronous loads in program order, grouped by the dots that read them.

    The loads of a channel precede its readers, and its tiles are read inside the same loops: a tile that a later loop
    reads as well is held longer.
    """
    found: list[Channel] = []
    for op in operations_in(func):
        if not isinstance(op, tt.DescriptorLoadOp) or not is_asynchronous(op):
            continue
        block = op.parent
        assert block is not None
        if any(ancestor_in_block(reader, block) is None for reader in readers_of(op)):
            raise Unsupported(op, "loads a tile that is read outside its block")
        if any(isinstance(reader, YieldOp) for reader in readers_of(op)):
            raise Unsupported(op, "loads a tile that is also yielded, to the next iteration or from a conditional")
        alone = Channel(block, [op])
        joined = [channel for channel in found if _is_read_with(channel, alone)]
        loads = [load for channel in joined for load in channel.loads]
        found = [channel for channel in found if channel not in joined]
        found.append(Channel(block, [*loads, op]))
    return found


def _is_read_with(channel: Channel, other: Channel) -> bool:
    """Whether the dots that read the tiles of a channel also read those of another, which is loaded later."""
    if channel.block is not other.block or channel.readers().isdisjoint(other.readers()):
        return False
    around = [{op for op in each.readers_in_block() if op.regions} for each in (channel, other)]
    return around[0] == around[1] and not any(
        op.is_before_in_block(other.loads[0]) for op in channel.readers_in_block()
    )


def rings_of(channels: Iterable[Channel], *, apart: bool) -> list[Ring]:
    """A ring for each kind of channel, of tiles of one type; with ``apart``, for each array that a block reads.

    A tile that is read inside a loop has one of its own: the tiles of the loop would pass its stage while it is held.
    """
    rings: list[Ring] = []
    for channel in channels:
        ring = next((ring for ring in rings if _shares(channel, ring, apart)), None)
        if ring is None:
            ring = Ring(channel.tiles, channel.consumers)
            rings.append(ring)
        ring.channels.append(channel)
        channel.ring = ring
    return rings


def _shares(channel: Channel, ring: Ring, apart: bool) -> bool:
    """Whether a ring has room for the tiles of a channel, beside those of its own channels."""
    if ring.tiles != channel.tiles or ring.consumers != channel.consumers:
        return False
    if any(op.regions for other in (channel, *ring.channels) for op in other.readers_in_block()):
        return False
    return not apart or all(channel.sources == other.sources for other in ring.channels if channel.block is other.block)


def choose_stages(rings: Iterable[Ring], memory: int) -> bool:
    """Give the rings of loops as many stages as fit into ``memory``, in bytes. Returns whether two of each fit."""
    rings = list(rings)
    for ring in rings:
        ring.stages = 2 if ring.in_loop else 1
    free = memory - sum(ring.stages * ring.bytes_of_stage for ring in rings)
    if free < 0:
        return False
    growing = [ring for ring in rings if ring.in_loop]
    while growing:
        for ring in tuple(growing):
            if ring.stages == MOST_STAGES or ring.bytes_of_stage > free:
                growing.remove(ring)
            else:
                ring.stages += 1
                free -= ring.bytes_of_stage
    return True
