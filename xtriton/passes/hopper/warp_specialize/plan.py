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
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.gpu import BarrierOp
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.interfaces.region_branch import RegionBranchOpInterface, tied_values
from xtriton.ir.creation import defining_or_parent_op, is_result
from xtriton.ir.traits import shape_of_tensor
from xtriton.ir.walk import ancestors, operations_in
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.aliases import check_aliases
from xtriton.passes.hopper.warp_specialize.channels import (
    STAGES_APART,
    Ring,
    bytes_of,
    channels_of,
    choose_stages,
    is_asynchronous,
    is_in_loop,
    is_sent,
    memory_of,
    readers_of,
    readers_through_views,
    rings_of,
    tile_encoding,
    tile_type,
)
from xtriton.passes.hopper.warp_specialize.claims import is_claim, memory_of_number

SHARED_MEMORY = 227 * 1024
"""The maximum shared memory of a CTA at compute capability 9.0, in bytes."""
RESERVED = 1024
"""Bytes reserved for barriers and for the alignment of buffers."""
RESERVED_BY_HARDWARE = 1024
"""Bytes of each resident CTA that it cannot use (CUDA C++ Programming Guide, "Shared Memory" of 9.0)."""
TURNS = "xtriton.turns"
"""The attribute of a loop over tiles that the consumers compute in turn (``hopper-take-turns``)."""
MOST_CONSUMERS = 2
"""The register file of an SM has no room for the accumulators of three warp groups."""


def shared_memory_of_cta(shared_memory: int, ctas: int) -> int:
    """The bytes that each of ``ctas`` resident CTAs may have, where a single one may have ``shared_memory``."""
    return (shared_memory + RESERVED_BY_HARDWARE) // ctas - RESERVED_BY_HARDWARE


class Plan:
    """Channels, rings and the assignment of effects to consumers, for a function that can be warp-specialised."""

    def __init__(
        self, func: tt.FuncOp, shared_memory: int = SHARED_MEMORY, ctas: int = 1, overlap: bool = True
    ) -> None:
        """``ctas`` share an SM and ``shared_memory``, in bytes. Raises :class:`Unsupported`."""
        self.func = func
        self.ctas = ctas
        self.overlaps = overlap and ctas == 1
        """Whether dots stay in flight between iterations, where no other CTA's dots fill the gap.

        Measured on an H100 with two CTAs per SM, whose rings have few stages to hold: 0.365 ms without, 0.377 ms with
        it (the gradient of weights, f16), 0.344 and 0.354 ms (a product in TF32).
        """
        if len(func.body.blocks) != 1:
            raise Unsupported(func, "has unstructured control flow")
        self.dots = [op for op in operations_in(func) if isinstance(op, WarpGroupDotOp)]
        if not self.dots:
            raise Unsupported(func, "has no wgmma")
        self.channels = channels_of(func)
        if not any(is_in_loop(channel.block) for channel in self.channels):
            raise Unsupported(func, "has no loop in which a dot reads tiles that are loaded through TMA descriptors")
        _check_control_flow(func)
        self.roots = _roots(func)
        self.turns = next((op for op in func.body.block.ops if isinstance(op, ForOp) and TURNS in op.attributes), None)
        """The loop whose iterations the consumers execute in turn; what follows it the first one executes."""
        self.consumer_of = _consumers(self.roots, self.dots)
        self.consumers = 1 + max(self.consumer_of.values()) if self.turns is None else MOST_CONSUMERS
        self._assign_channels()
        self.staging = [_staging(self.roots_of(number)) for number in range(self.consumers)]
        check_aliases(func, self.roots)
        if ctas > 1 and self.consumers == 1:
            raise Unsupported(func, "has tiles for one warp group only, of which more than two CTAs fit on an SM")
        self.rings = self._rings(self._memory_for_tiles(shared_memory_of_cta(shared_memory, ctas)))

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

    def _memory_for_tiles(self, shared_memory: int) -> int:
        """The bytes of shared memory that are left for rings."""
        free = shared_memory - RESERVED - sum(bytes_of(type_) for types in self.staging for type_ in types)
        roots = [self.roots_of(number) for number in range(self.consumers)]
        return (
            free
            - max(map(_scratch, roots), default=0) * self.consumers
            - sum(_allocated(self.func, own) for own in roots)
        )

    def _rings(self, memory: int) -> list[Ring]:
        """Rings with as many stages as fit into ``memory``, in bytes.

        Arrays that are read in one block have rings of their own if these have enough stages: Triton's backend
        synchronises a warp group between two arrivals at barriers of one ring, with separate rings once per iteration.
        Arrays that are read one after the other share their stages.
        """
        everyone = tuple(range(self.consumers))
        claims = [op for op in operations_in(self.func) if is_claim(op)]
        for apart in (True, False):
            rings = rings_of(self.channels, apart=apart)
            for ring in rings:
                ring.in_turn = self.turns is not None
            rings += [Ring((memory_of_number(),), everyone, claim=op) for op in claims]
            fits = choose_stages(rings, memory)
            if fits and (not apart or all(ring.stages >= STAGES_APART for ring in rings if ring.in_loop)):
                return rings
        raise Unsupported(self.func, "needs more shared memory for two stages per ring than a CTA has")


# ------------------------------------------------------------------------------------------------------------ effects


def _check_control_flow(func: tt.FuncOp) -> None:
    """Raise :class:`Unsupported` for control flow that cannot be cloned into partitions."""
    for op in operations_in(func):
        if isinstance(op, tt.DescriptorLoadOp | WarpGroupDotOp) or is_effect(op):
            for around in ancestors(op, below=tt.FuncOp):
                if is_claim(around):
                    break
                if not isinstance(around, ForOp | IfOp) and not _claims_tiles(around):
                    raise Unsupported(around, "is control flow that cannot be cloned into partitions")


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
    return any(
        not isinstance(around, ForOp | IfOp | WhileOp) or is_claim(around) for around in ancestors(op, below=tt.FuncOp)
    )


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
        if is_result(value):
            require(value.op)
        holder = defining_or_parent_op(value)
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
    if is_result(source) and isinstance(source.op, ConvertLayoutOp):
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
