"""The shared memory of a warp-specialised function: the rings' buffers and barriers, and the stores' buffers."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import SSAValue

from xtriton.dialects.ttg.memdesc import MemDescIndexOp
from xtriton.dialects.ttg.memory import LocalDeallocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.passes.hopper.warp_specialize.build import Builder
from xtriton.passes.hopper.warp_specialize.channels import Ring
from xtriton.passes.hopper.warp_specialize.plan import Plan


@dataclass
class RingMemory:
    """The buffers of a ring, one for each of its tiles, and its barriers."""

    tiles: list[SSAValue]
    full: SSAValue
    empty: SSAValue


@dataclass
class Memory:
    """All shared memory of a function. Every partition captures each value."""

    rings: dict[Ring, RingMemory] = field(default_factory=dict[Ring, RingMemory])
    staging: list[dict[MemDescType, SSAValue]] = field(default_factory=list[dict[MemDescType, SSAValue]])
    turns: SSAValue | None = None
    """A barrier for each consumer, at which the other one arrives when it has taken the tiles of its turn."""

    def values(self) -> list[SSAValue]:
        """All buffers and barriers."""
        rings = [value for ring in self.rings.values() for value in (*ring.tiles, ring.full, ring.empty)]
        turns = [] if self.turns is None else [self.turns]
        return [*rings, *(value for buffers in self.staging for value in buffers.values()), *turns]

    def free(self, builder: Builder) -> None:
        """Deallocate the staging buffers, at the builder's insertion point after the partitions.

        That of the default region is captured by no partition. Without a later use its memory could be given to another
        partition, which runs at the same time but comes later in the text. Rings are captured by the producer.
        """
        for buffers in self.staging:
            for view in buffers.values():
                assert isinstance(view.owner, MemDescIndexOp)
                builder.insert(LocalDeallocOp(view.owner.src))

    def seen_through(self, mapping: dict[SSAValue, SSAValue]) -> Memory:
        """The same memory as the arguments of a partition's region."""
        rings = {
            ring: RingMemory([mapping[tile] for tile in it.tiles], mapping[it.full], mapping[it.empty])
            for ring, it in self.rings.items()
        }
        staging = [{type_: mapping[value] for type_, value in buffers.items()} for buffers in self.staging]
        return Memory(rings, staging, None if self.turns is None else mapping[self.turns])


def allocate(plan: Plan, builder: Builder) -> Memory:
    """Allocate the buffers of a plan, and initialise its barriers, at the builder's insertion point."""
    memory = Memory()
    for ring in plan.rings:
        tiles = [builder.buffers(type_, ring.stages) for type_ in ring.tiles]
        full, empty = builder.barriers(ring.stages, 1), builder.barriers(ring.stages, ring.readers)
        memory.rings[ring] = RingMemory(tiles, full, empty)
    for types in plan.staging:
        memory.staging.append({type_: builder.element(builder.buffers(type_, 1), builder.number(0)) for type_ in types})
    if plan.turns is not None:
        memory.turns = builder.barriers(plan.consumers, 1)
    builder.fence()
    return memory
