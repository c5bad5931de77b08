"""The plan of a warp-specialised function: channels between the producer and the consumers, and their rings.

A *channel* is a group of loads through TMA descriptors in one block that the same dots read: they are issued together
and complete at one barrier. A *ring* is the shared memory of channels with equal tiles, and two mbarriers for each of
its stages: *full* (the tiles have arrived) and *empty* (every consumer has read them).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from math import prod
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects import tt
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.gpu import BarrierOp
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.interfaces.region_branch import RegionBranchOpInterface, tied_values
from xtriton.ir.traits import encoding_of, has_trait
from xtriton.ir.walk import operations_in
from xtriton.layouts.descriptors import shared_of_rank
from xtriton.layouts.encodings import NVMMAShared
from xtriton.passes.hopper.warp_specialize.aliases import check_aliases
from xtriton.passes.hopper.warp_specialize.claims import is_claim, memory_of_number
from xtriton.passes.hopper.warp_specialize.unsupported import Unsupported
from xtriton.rewriting.tensors import shape_of_tensor

SHARED_MEMORY = 227 * 1024
"""The maximum shared memory of a CTA at compute capability 9.0, in bytes."""
RESERVED = 1024
"""Bytes reserved for barriers and for the alignment of buffers."""
RESERVED_BY_HARDWARE = 1024
"""Bytes of each resident CTA that it cannot use (CUDA C++ Programming Guide, "Shared Memory" of 9.0)."""
MOST_STAGES = 12
"""More stages hide no more latency."""
TURNS = "xtriton.turns"
"""The attribute of a loop over tiles that the consumers compute in turn (``hopper-take-turns``)."""
MOST_CONSUMERS = 2
"""The register file of an SM has no room for the accumulators of three warp groups."""


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
    def tiles(self) -> tuple[MemDescType, ...]:
        """The types of the shared memory that the loads fill."""
        return tuple(tile_type(load.desc, load.result) for load in self.loads)


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
    while op is not None and not isinstance(op, ForOp | WhileOp):
        op = op.parent_op()
    return op is not None


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


def shared_memory_of_cta(shared_memory: int, ctas: int) -> int:
    """The bytes that each of ``ctas`` resident CTAs may have, where a single one may have ``shared_memory``."""
    return (shared_memory + RESERVED_BY_HARDWARE) // ctas - RESERVED_BY_HARDWARE


class Plan:
    """Channels, rings and the assignment of effects to consumers, for a function that can be warp-specialised."""

    def __init__(self, func: tt.FuncOp, shared_memory: int = SHARED_MEMORY, ctas: int = 1) -> None:
        """``ctas`` share an SM and ``shared_memory``, in bytes. Raises :class:`Unsupported`."""
        self.func = func
        self.ctas = ctas
        if len(func.body.blocks) != 1:
            raise Unsupported(func, "has unstructured control flow")
        self.dots = [op for op in operations_in(func) if isinstance(op, WarpGroupDotOp)]
        if not self.dots:
            raise Unsupported(func, "has no wgmma")
        self.channels = _channels(func)
        if not any(is_in_loop(channel.block) for channel in self.channels):
            raise Unsupported(func, "has no loop in which a dot reads tiles that are loaded through TMA descriptors")
        _check_control_flow(func)
        self.roots = _roots(func)
        self.turns = next((op for op in func.body.block.ops if isinstance(op, ForOp) and TURNS in op.attributes), None)
        """The loop whose iterations the consumers execute in turn; what follows it the first one executes."""
        self.consumer_of = _consumers(self.roots, self.dots)
        self.consumers = 1 + max(self.consumer_of.values()) if self.turns is None else MOST_CONSUMERS
        self._assign_channels()
        self.rings = _rings(self.channels)
        for ring in self.rings:
            ring.in_turn = self.turns is not None
        everyone = tuple(range(self.consumers))
        self.rings += [Ring((memory_of_number(),), everyone, claim=op) for op in operations_in(func) if is_claim(op)]
        self.staging = [_staging(self.roots_of(number)) for number in range(self.consumers)]
        check_aliases(func, self.roots)
        if ctas > 1 and self.consumers == 1:
            raise Unsupported(func, "has tiles for one warp group only, of which more than two CTAs fit on an SM")
        self._choose_stages(shared_memory_of_cta(shared_memory, ctas))

    @property
    def claims_tiles(self) -> bool:
        """Whether a scheduler claims the tiles."""
        return any(ring.claim is not None for ring in self.rings)

    def roots_of(self, consumer: int) -> list[Operation]:
        """The effects of a consumer."""
        if self.turns is not None:
            return [op for op in self.roots if consumer == 0 or self.turns.is_ancestor(op)]
        return [op for op in self.roots if self.consumer_of[op] == consumer]

    def _assign_channels(self) -> None:
        """Assign to each channel the consumers that read it."""
        needed = [needed_by(self.roots_of(number)).ops for number in range(self.consumers)]
        for channel in self.channels:
            readers = {user for load in channel.loads for user in readers_of(load)}
            channel.consumers = tuple(number for number, ops in enumerate(needed) if readers & ops.keys())
            if self.turns is not None and channel.consumers:
                channel.consumers = tuple(range(self.consumers))
        self.channels = [channel for channel in self.channels if channel.consumers]

    def _choose_stages(self, shared_memory: int) -> None:
        """Give the rings of loops as many stages as fit into shared memory."""
        free = shared_memory - RESERVED - sum(bytes_of(type_) for types in self.staging for type_ in types)
        roots = [self.roots_of(number) for number in range(self.consumers)]
        free -= max(map(_scratch, roots), default=0) * self.consumers + sum(_allocated(self.func, own) for own in roots)
        for ring in self.rings:
            ring.stages = 2 if ring.in_loop else 1
            free -= ring.stages * ring.bytes_of_stage
        if free < 0:
            raise Unsupported(self.func, "needs more shared memory for two stages per ring than a CTA has")
        growing = [ring for ring in self.rings if ring.in_loop]
        while growing:
            for ring in tuple(growing):
                if ring.stages == MOST_STAGES or ring.bytes_of_stage > free:
                    growing.remove(ring)
                else:
                    ring.stages += 1
                    free -= ring.bytes_of_stage


# ----------------------------------------------------------------------------------------------------------- channels


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


def _channels(func: tt.FuncOp) -> list[Channel]:
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


def _rings(channels: Iterable[Channel]) -> list[Ring]:
    """A ring for each kind of channel.

    A tile that is read inside a loop has one of its own: the tiles of the loop would pass its stage while it is held.
    """
    rings: list[Ring] = []
    for channel in channels:
        for ring in rings:
            held = any(op.regions for other in (channel, *ring.channels) for op in other.readers_in_block())
            if not held and ring.tiles == channel.tiles and ring.consumers == channel.consumers:
                break
        else:
            ring = Ring(channel.tiles, channel.consumers)
            rings.append(ring)
        ring.channels.append(channel)
        channel.ring = ring
    return rings


# ------------------------------------------------------------------------------------------------------------ effects


def _check_control_flow(func: tt.FuncOp) -> None:
    """Raise :class:`Unsupported` for control flow that cannot be cloned into partitions."""
    for op in operations_in(func):
        if isinstance(op, tt.DescriptorLoadOp | WarpGroupDotOp) or is_effect(op):
            around = op.parent_op()
            while around is not None and around is not func and not is_claim(around):
                if not isinstance(around, ForOp | IfOp) and not _claims_tiles(around):
                    raise Unsupported(around, "is control flow that cannot be cloned into partitions")
                around = around.parent_op()


_CONTROL_FLOW = (
    ForOp,
    IfOp,
    WhileOp,
    YieldOp,
    ConditionOp,
    tt.ReturnOp,
    tt.FuncOp,
    tt.ReduceReturnOp,
    tt.ScanReturnOp,
)


def _claims_tiles(op: Operation) -> bool:
    """Whether an operation is a loop over tiles that a CTA claims."""
    return isinstance(op, WhileOp) and any(map(is_claim, op.after.block.ops))


def is_effect(op: Operation) -> bool:
    """Whether an operation has a side effect, which must be assigned to a partition.

    ``llvm.intr.assume`` is none: earlier passes have used its condition, so that it can be dropped.
    """
    if isinstance(op, _CONTROL_FLOW):
        return False
    if isinstance(op, AssumeOp):
        return False
    return not is_memory_effect_free(op) and not only_reads(op)


def _roots(func: tt.FuncOp) -> list[Operation]:
    """All operations with side effects that consumers execute, in program order."""
    roots = [op for op in operations_in(func) if is_effect(op) and not _is_inside_another(op)]
    for op in roots:
        if isinstance(op, BarrierOp) and len(_with_released(op)) > 1:
            continue
        if not isinstance(op, tt.StoreOp | tt.DescriptorStoreOp | tt.AtomicRMWOp | tt.DescriptorReduceOp):
            raise Unsupported(op, "has effects that cannot be assigned to a partition")
    return roots


def _with_released(op: Operation) -> list[Operation]:
    """An effect; for a barrier in front of an atomic also that and the stores before the barrier, which it publishes.

    A consumer has these together: its barrier waits for its own stores. Other barriers may be for warps of several
    partitions.
    """
    following = op.next_op
    while isinstance(op, BarrierOp) and following is not None and is_memory_effect_free(following):
        following = following.next_op
    if not isinstance(op, BarrierOp) or not isinstance(following, tt.AtomicRMWOp):
        return [op]
    found: list[Operation] = [op, following]
    before = op.prev_op
    while before is not None and (isinstance(before, tt.StoreOp) or is_memory_effect_free(before)):
        if isinstance(before, tt.StoreOp):
            found.append(before)
        before = before.prev_op
    return found


def _is_inside_another(op: Operation) -> bool:
    around = op.parent_op()
    while around is not None and not isinstance(around, tt.FuncOp):
        if not isinstance(around, ForOp | IfOp | WhileOp) or is_claim(around):
            return True
        around = around.parent_op()
    return False


def _consumers(roots: Sequence[Operation], dots: Sequence[WarpGroupDotOp]) -> dict[Operation, int]:
    """Assign effects to consumers: those that depend on the same dot, or on each other, to the same consumer."""
    groups: list[_Group] = []
    for root in roots:
        mine = _Group([root], needed_by(_with_released(root)).ops.keys())
        joined = [group for group in groups if group.belongs_to(mine)]
        groups = [group for group in groups if group not in joined]
        groups.append(_Group.of([*joined, mine]))
    working = [group for group in groups if group.dots()]
    if not working:
        raise Unsupported(dots[0], "has a result that is never stored")
    order = {root: number for number, root in enumerate(roots)}
    working.sort(key=lambda group: min(order[op] for op in group.roots))
    teams = _teams_by_block(working, dots)
    return {op: next((number for number, team in enumerate(teams) if op in team), 0) for op in roots}


@dataclass(eq=False)
class _Group:
    """Effects that must be in the same consumer, and their backward slice."""

    roots: list[Operation]
    needed: Set[Operation]

    @staticmethod
    def of(groups: Sequence[_Group]) -> _Group:
        """The union of groups."""
        needed: set[Operation] = set()
        return _Group([op for group in groups for op in group.roots], needed.union(*(group.needed for group in groups)))

    def dots(self) -> set[Operation]:
        """The dots that the effects depend on."""
        return {op for op in self.needed if isinstance(op, WarpGroupDotOp)}

    def belongs_to(self, other: _Group) -> bool:
        """Whether both depend on the same dot, or one on an effect of the other."""
        if self.dots() & other.dots():
            return True
        return not other.needed.isdisjoint(self.roots) or not self.needed.isdisjoint(other.roots)

    def common(self, other: _Group) -> int:
        """How many tensors both groups compute, which a common consumer would compute only once."""
        return sum(any(isinstance(value.type, TensorType) for value in op.results) for op in self.needed & other.needed)


def _teams_by_block(groups: Sequence[_Group], dots: Sequence[WarpGroupDotOp]) -> list[list[Operation]]:
    """Distribute groups over consumers so that each has some of the dots that run at the same time.

    Those are the dots of loops in one block: another block, such as that of another loop over tiles, runs before or
    after it.
    """
    by_block: dict[Block | None, list[_Group]] = {}
    for group in groups:
        around = next(dot for dot in dots if dot in group.needed).parent_op()
        by_block.setdefault(around.parent if around is not None else None, []).append(group)
    teams: list[list[Operation]] = [[] for _ in range(min(MOST_CONSUMERS, max(map(len, by_block.values()))))]
    for some in by_block.values():
        for team, roots in zip(teams, _teams(some), strict=False):
            team.extend(roots)
    return teams


def _teams(groups: Sequence[_Group]) -> list[list[Operation]]:
    """Distribute groups evenly over consumers, those together that share most of their computation."""
    count = min(MOST_CONSUMERS, len(groups))
    left = list(groups)
    teams: list[list[Operation]] = []
    for number in range(count):
        team = [left.pop(0)]
        size = -(-(len(left) + 1) // (count - number))
        while len(team) < size:
            best = max(left, key=lambda candidate: sum(candidate.common(member) for member in team))
            left.remove(best)
            team.append(best)
        teams.append([op for group in team for op in group.roots])
    return teams


@dataclass
class Needed:
    """The operations and the values that some effects depend on."""

    ops: dict[Operation, None] = field(default_factory=dict[Operation, None])
    values: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])


def needed_by(roots: Iterable[Operation], *, stop_at_tiles: bool = False) -> Needed:
    """The backward slice of ``roots``, value by value through loops and conditionals, with the enclosing control flow.

    With ``stop_at_tiles`` the slice ends at what comes from other partitions: asynchronously loaded and claimed tiles.
    """
    needed = Needed()
    pending: list[SSAValue] = []

    def require(op: Operation) -> None:
        if op in needed.ops:
            return
        needed.ops[op] = None
        if isinstance(op, ForOp):
            pending.extend((op.lowerBound, op.upperBound, op.step))
        elif isinstance(op, IfOp):
            pending.append(op.condition)
        elif isinstance(op, WhileOp) and not is_claim(op):
            # The loop is copied with all that it carries, whether read or not.
            pending.extend((*op.operands, *op.condition_operation.operands, *op.yielded_values))
        elif not (stop_at_tiles and is_sent(op)):
            pending.extend(op.operands)
            pending.extend(value for inner in operations_in(op) if inner is not op for value in inner.operands)
        around = op.parent_op()
        if around is not None and not isinstance(around, tt.FuncOp):
            require(around)

    for root in roots:
        require(root)
    while pending:
        value = pending.pop()
        if value in needed.values:
            continue
        needed.values[value] = None
        if isinstance(value, OpResult):
            require(value.op)
        holder = value.op if isinstance(value, OpResult) else value.owner.parent_op()
        if isinstance(holder, RegionBranchOpInterface) and not is_claim(holder):
            require(holder)
            for tied in tied_values(holder):
                if value in tied.targets:
                    pending.extend(tied.targets)
                    pending.extend(op.operands[index] for op, index in tied.sources)
    return needed


# ------------------------------------------------------------------------------------------------- memory and aliasing


def stored_value(op: Operation) -> SSAValue | None:
    """The value that a store through a descriptor stores, before a layout conversion for the store."""
    if not isinstance(op, tt.DescriptorStoreOp):
        return None
    source = op.src
    if isinstance(source, OpResult) and isinstance(source.op, ConvertLayoutOp):
        return source.op.src
    return source


def is_staged(op: Operation) -> bool:
    """Whether an operation is a store that becomes an asynchronous TMA copy from a staging buffer."""
    return isinstance(op, tt.DescriptorStoreOp) and tile_encoding(op.desc, len(shape_of_tensor(op.src))) is not None


def _staging(roots: Iterable[Operation]) -> list[MemDescType]:
    """The staging buffers of a consumer's stores: one of each type."""
    types = (tile_type(op.desc, op.src) for op in roots if isinstance(op, tt.DescriptorStoreOp) and is_staged(op))
    return list(dict.fromkeys(types))


def _allocated(func: tt.FuncOp, roots: Iterable[Operation]) -> int:
    """The most bytes of a consumer's allocations that are live together: operands of dots computed in registers.

    An estimate: dots in flight may read an allocation for longer.
    """
    position = {op: number for number, op in enumerate(operations_in(func))}
    live: list[tuple[int, int, int]] = []
    for op in needed_by(roots, stop_at_tiles=True).ops:
        if isinstance(op, LocalAllocOp) and not _is_tile(op):
            last = max((position[reader] for reader in readers_through_views([op.result])), default=position[op])
            live.append((position[op], last, bytes_of(op.type)))
    sizes = (sum(size for first, last, size in live if first <= start <= last) for start, _, _ in live)
    return max(sizes, default=0)


def _is_tile(allocation: LocalAllocOp) -> bool:
    """Whether an allocation holds a tile that stays in its ring."""
    load = allocation.src.owner if allocation.src is not None else None
    return isinstance(load, tt.DescriptorLoadOp) and is_asynchronous(load) and allocation in memory_of(load)


def _scratch(roots: Iterable[Operation]) -> int:
    """An estimate of the scratch memory of a consumer's layout conversions, in bytes."""
    sizes = [
        prod(shape_of_tensor(op.src)) * bit_width(cast("TensorType[Attribute]", op.src.type).element_type) // 8
        for op in needed_by(roots, stop_at_tiles=True).ops
        if isinstance(op, ConvertLayoutOp) and not all(is_staged(use.operation) for use in op.result.uses)
    ]
    return max(sizes, default=0)
