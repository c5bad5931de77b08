"""Loops of sums whose last dots stay in flight until the next iteration has issued its first ones.

A warp group that waited for all of its dots at the end of each iteration would leave the tensor cores idle from there
to its next dot. The stages that the last dots read are released in the next iteration, or after the loop. A loop that
continues the sums of another one (the remainder of an unrolled loop) begins while the last dots of that are in flight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.passes.hopper.warp_specialize.channels import Channel, Ring

_SUMS = 2
"""The accumulator operand of a dot."""


@dataclass
class Held:
    """A stage that dots of the previous iteration read."""

    channel: Channel
    readers: set[Operation]
    """The dots that have not been waited for."""
    index: SSAValue


@dataclass
class Overlap:
    """The dots of a loop that are in flight between its iterations."""

    loop: ForOp
    firsts: Mapping[WarpGroupDotOp, int]
    """The first dot of each sum, and the position of that sum's last dot among ``lasts``."""
    lasts: list[WarpGroupDotOp]
    channels: list[Channel]
    """The channels that the last dots read."""
    held: list[Held] = field(default_factory=list[Held])
    """Their stages in the previous iteration, in the same order."""
    any_held: SSAValue | None = None
    """Whether there was a previous iteration."""
    done: int = 0
    """How many of the last dots have been waited for in this iteration."""

    def state(self) -> list[SSAValue]:
        """What :meth:`begin` needs after the loop, if no dot has been waited for."""
        assert self.any_held is not None and self.done == 0
        return [self.any_held, *(held.index for held in self.held)]

    @property
    def results(self) -> list[SSAValue]:
        """The loop's results of the sums whose last dots are in flight, in the order of these."""
        return [self.loop.results[self.loop.yielded_values.index(dot.d)] for dot in self.lasts]

    @property
    def _starts(self) -> list[SSAValue]:
        """The values from which the sums start, in the order of their last dots."""
        return [self.loop.init_args[self.loop.yielded_values.index(dot.d)] for dot in self.lasts]

    @property
    def _places(self) -> list[tuple[Ring, set[int]]]:
        """The rings of the stages that are held, and the positions of their readers among the last dots."""
        return [
            (channel.ring, {index for index, dot in enumerate(self.lasts) if dot in channel.readers()})
            for channel in self.channels
        ]

    def continues(self, earlier: Overlap) -> bool:
        """Whether this loop adds to the sums of ``earlier``, which nothing else uses, and holds the same stages."""
        used = {use.operation for result in earlier.results for use in result.uses}
        return used == {self.loop} and self._starts == earlier.results and self._places == earlier._places

    def begin(self, any_held: SSAValue, indices: Collection[SSAValue]) -> None:
        """Begin an iteration, or the code after the loop, with these values carried from the iteration before."""
        self.any_held, self.done = any_held, 0
        self.held = [
            Held(channel, channel.readers() & set(self.lasts), index)
            for channel, index in zip(self.channels, indices, strict=True)
        ]

    def finish(self, count: int) -> list[Held]:
        """Mark the first ``count`` of the last dots as completed. Returns the stages that nothing reads any more."""
        over: list[Held] = []
        for dot in self.lasts[self.done : count]:
            for held in tuple(self.held):
                held.readers.discard(dot)
                if not held.readers:
                    self.held.remove(held)
                    over.append(held)
        self.done = count
        return over


def overlap_of(loop: ForOp, needed: Collection[Operation], channels: Collection[Channel]) -> Overlap | None:
    """The dots of a loop that a consumer may leave in flight, if it only sums dots of tiles from ``channels``.

    ``needed`` are the operations that the consumer executes.
    """
    dots = [op for op in loop.body.ops if isinstance(op, WarpGroupDotOp) and op in needed]
    if not dots or any(op.regions for op in loop.body.ops if op in needed):
        return None
    mine = [channel for channel in channels if channel.block is loop.body and channel.readers() & set(needed)]
    tiles = {reader for channel in mine for reader in channel.readers() & set(needed)}
    if tiles != set(dots) or not all(_reads_only_tiles(dot, mine) for dot in dots):
        return None
    sums = [_sum_from(dot, loop.body) for dot in dots if dot.c in loop.body.args]
    if any(chain is None for chain in sums) or sum(len(chain or ()) for chain in sums) != len(dots):
        return None
    chains = [chain for chain in sums if chain is not None]
    lasts = [chain[-1] for chain in chains]
    lasts.sort(key=dots.index)
    if dots[-len(lasts) :] != lasts:
        return None
    held = [channel for channel in mine if channel.readers() & set(lasts)]
    if not _fit(mine, held, dots[: 1 + max(dots.index(chain[0]) for chain in chains)]):
        return None
    return Overlap(loop, {chain[0]: lasts.index(chain[-1]) for chain in chains}, lasts, held)


def _reads_only_tiles(dot: WarpGroupDotOp, channels: Collection[Channel]) -> bool:
    """Whether both factors are tiles of rings: others would have to be kept until the dot has completed."""
    loads = {load for channel in channels for load in channel.loads}
    return all(isinstance(operand.type, MemDescType) and _load_under(operand) in loads for operand in (dot.a, dot.b))


def _load_under(value: SSAValue) -> object:
    """The load of the tile that a value is, views or holds."""
    while isinstance(owner := value.owner, Operation) and owner.operands:
        if not isinstance(value.type, MemDescType):
            return owner
        value = owner.operands[0]
    return value.owner


def _sum_from(first: WarpGroupDotOp, body: Block) -> list[WarpGroupDotOp] | None:
    """The dots of a body that add to a loop-carried value without other users, of which the last one is yielded."""
    value, chain = first.c, [first]
    position = body.args.index(value) - 1
    if len(list(value.uses)) != 1:
        return None
    while True:
        uses = list(chain[-1].d.uses)
        if len(uses) != 1:
            return None
        user = uses[0].operation
        if user is body.last_op:
            return chain if uses[0].index == position else None
        if not isinstance(user, WarpGroupDotOp) or uses[0].index != _SUMS or user.parent is not body:
            return None
        chain.append(user)


def _fit(channels: Collection[Channel], held: Collection[Channel], before: Collection[Operation]) -> bool:
    """Whether rings have a stage for each tile that is held, and for those that the dots ``before`` a release read."""
    read = Counter(channel.ring for channel in channels if channel.readers() & set(before))
    kept = Counter(channel.ring for channel in held)
    return all(ring.stages >= read[ring] + kept[ring] for ring in read | kept)
