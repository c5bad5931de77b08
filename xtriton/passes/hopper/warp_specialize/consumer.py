"""A consumer partition: a warp group that runs dots on the tiles of the rings, and stores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import BoolAttr, TensorType, UnitAttr, i1
from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalDeallocOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tma import AsyncTMACopyLocalToGlobalOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import is_result
from xtriton.ir.traits import has_trait
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.build import CONSUMER_WARPS, Builder, Stage
from xtriton.passes.hopper.warp_specialize.channels import (
    Channel,
    Ring,
    memory_of,
    readers_of,
    readers_through_views,
    tile_type,
)
from xtriton.passes.hopper.warp_specialize.memory import Memory
from xtriton.passes.hopper.warp_specialize.overlap import Overlap, overlap_of
from xtriton.passes.hopper.warp_specialize.partition import Partition
from xtriton.passes.hopper.warp_specialize.plan import TURNS, Needed, Plan, is_staged, stored_value
from xtriton.passes.hopper.warp_specialize.schedule import (
    dots_at_once,
    is_promoted,
    loaded_ahead,
    registers_for_tiles,
    scheduled,
)
from xtriton.passes.hopper.warp_specialize.turns import Turns
from xtriton.passes.remarks import counted
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter

_SUMS = 2
"""The accumulator operand of a dot. It may be the result of a dot in flight: wgmmas execute in order."""


@dataclass
class _Open:
    """An acquired stage, whose tiles have arrived and are not yet all read."""

    channel: Channel
    stage: Stage
    readers: set[Operation]
    """The operations of the channel's block that still have to read, or that contain such operations."""
    number: int
    """How many stages of the ring were taken before."""


@dataclass
class _Dots:
    """The dots of a block that have been issued, in order, and how many of them have been waited for."""

    issued: list[WarpGroupDotOp] = field(default_factory=list[WarpGroupDotOp])
    done: int = 0

    def is_running(self, op: Operation) -> bool:
        """Whether a dot has been issued and not waited for."""
        return op in self.issued[self.done :]


class Consumer(Partition):
    """Waits for tiles before their first reader, and releases the stage after the last dot that reads it."""

    FIRST_PHASE = 0

    def __init__(
        self, plan: Plan, memory: Memory, needed: Needed, mapping: Mapping, builder: Builder, number: int
    ) -> None:
        super().__init__(plan, memory, needed, mapping, builder)
        self.number = number
        self._open: list[_Open] = []
        self._taken: Counter[Ring] = Counter()
        self._dots = _Dots()
        self._overlap: Overlap | None = None
        """That of the innermost loop, while it is copied."""
        self._unfinished: Overlap | None = None
        """That of the loop before, whose last dots are in flight."""
        self._mainloop: set[Operation] = set()
        """The operations of a turn that still have to read tiles of rings."""
        self._channel_of = {load: channel for channel in plan.channels for load in channel.loads}
        self._copied: set[Operation] = set()
        self._pinned: set[SSAValue] = set()

    def takes_part_in(self, channel: Channel) -> bool:
        return self.number in channel.consumers

    def end(self) -> None:
        """Wait until all pending stores have read their staging buffers."""
        if any(self.memory.staging[self.number]):
            self.builder.wait_for_stores(0)

    def block(self, block: Block) -> None:
        """Copy a block. At its end all of its dots have completed, and all of its stages are released.

        The last dots of a loop with an :class:`Overlap` have not.
        """
        outer, self._dots = self._dots, _Dots()
        super().block(block)
        left = len(self._overlap.lasts) if self._overlap is not None else 0
        self._finish(len(self._dots.issued) - left)
        self._dots = outer

    def loop(self, loop: ForOp) -> None:
        self._open_for(loop)
        if loop is self.plan.turns:
            self._take_turns(loop)
            return
        self._overlap = self._overlap_of(loop)
        super().loop(loop)
        overlap, self._overlap = self._overlap, None
        if overlap is not None and self._is_continued(overlap):
            self._unfinished = overlap
        self._pass_turn(loop)
        if overlap is not None and self._unfinished is None:
            self._finish_overlap(overlap)
        self._has_read(loop)

    def _overlap_of(self, loop: ForOp) -> Overlap | None:
        """The dots of a loop that stay in flight between iterations."""
        if not self.plan.overlaps:
            return None
        channels = [channel for channel in self.plan.channels if self.takes_part_in(channel)]
        return overlap_of(loop, self.needed.ops, channels)

    def _is_continued(self, overlap: Overlap) -> bool:
        """Whether the next loop of the block adds to the sums of a loop, with nothing but scalars in between."""
        following = overlap.loop.next_op
        while following is not None and _is_scalar(following):
            following = following.next_op
        later = self._overlap_of(following) if isinstance(following, ForOp) and following in self.needed.ops else None
        return later is not None and later.continues(overlap)

    def _carried(self, loop: ForOp, rings: Sequence[Ring]) -> list[SSAValue]:
        overlap = self._overlap
        if overlap is None or overlap.loop is not loop:
            return super()._carried(loop, rings)
        if overlap.any_held is not None:
            stages = {opened.channel: opened.stage for opened in self._open}
            held = [self.builder.number(1, i1), *(stages[channel].index for channel in overlap.channels)]
            self._open = [opened for opened in self._open if opened.channel not in overlap.channels]
        elif self._unfinished is not None:
            held, self._unfinished = self._unfinished.state(), None
        else:
            held = [self.builder.number(0, i1), *(self.builder.number(0) for _ in overlap.channels)]
        return [*super()._carried(loop, rings), *held]

    def _set_carried(self, loop: ForOp, rings: Sequence[Ring], values: Sequence[SSAValue]) -> None:
        super()._set_carried(loop, rings, values)
        if self._overlap is not None and self._overlap.loop is loop:
            any_held, *indices = values[2 * len(rings) :]
            self._overlap.begin(any_held, indices)

    def _finish_overlap(self, overlap: Overlap) -> None:
        """Wait, after a loop, for the dots of its last iteration."""
        waited = self.builder.wait_for_dots([self.mapping[value] for value in overlap.results], 0)
        self.mapping.update(zip(overlap.results, waited, strict=True))
        self._release_held(overlap, len(overlap.lasts))

    def _release_held(self, overlap: Overlap, count: int) -> None:
        """Release the stages that only the first ``count`` of the last iteration's dots in flight still read."""
        finished = overlap.finish(count)
        if finished:
            empties = (self.builder.element(self.memory.rings[it.channel.ring].empty, it.index) for it in finished)
            self.builder.arrive(*empties, when=overlap.any_held)

    def conditional(self, op: IfOp) -> None:
        self._open_for(op)
        super().conditional(op)
        self._pass_turn(op)
        self._has_read(op)

    def claiming_loop(self, loop: WhileOp) -> None:
        self._open_for(loop)
        super().claiming_loop(loop)
        self._has_read(loop)

    def claim(self, op: Operation) -> None:
        """Receive the number of the next tile."""
        self.receive(op, CONSUMER_WARPS)

    # Turns

    def _take_turns(self, loop: ForOp) -> None:
        """Copy every second iteration of the loop over tiles."""
        assert self.memory.turns is not None
        turns = Turns(self.plan, loop, self.number, self.builder, self.value)
        self._record_inner(loop, turns.rings)
        copy = self.builder.insert(turns.loop())
        copy.attributes[TURNS] = UnitAttr()
        self.mapping[loop.induction_variable] = copy.induction_variable
        ordinal, parity = copy.iter_args
        with self.builder.elsewhere():
            self.builder.at_end(copy.body)
            self.builder.wait(self.builder.element(self.memory.turns, self.builder.number(self.number)), parity)
            self.stages.update(turns.stages(ordinal))
            self._mainloop = {op for op in loop.body.ops if op in self.needed.ops and self._reads_tiles(op)}
            self.block(loop.body)
            self.builder.insert(YieldOp(turns.next(ordinal, parity)))
        if self.number == 0 and not all(loop.is_ancestor(channel.block) for channel in self.plan.channels):
            self._continue_after(turns)

    def _reads_tiles(self, op: Operation) -> bool:
        """Whether an operation reads tiles of rings, or contains such an operation."""
        readers = [reader for channel in self.plan.channels for reader in channel.readers()]
        return any(op.is_ancestor(reader) for reader in readers)

    def _pass_turn(self, op: Operation) -> None:
        """After the last operation that waits for tiles let the other consumer go on."""
        if op not in self._mainloop:
            return
        self._mainloop.discard(op)
        if not self._mainloop:
            assert self.memory.turns is not None
            self.builder.expect(self.builder.element(self.memory.turns, self.builder.number(1 - self.number)), 0)

    def _continue_after(self, turns: Turns) -> None:
        """Go on with the tiles after the loop, if the other consumer had the last turn once it has taken its tiles."""
        assert self.memory.turns is not None
        total = turns.total()
        self.stages.update(turns.stages(total))
        self.builder.wait(self.builder.element(self.memory.turns, self.builder.number(0)), *turns.after(total))

    def _open_for(self, op: Operation) -> None:
        """Wait for all dots, and for the tiles that are loaded before an operation and read inside it."""
        self._finish(len(self._dots.issued))
        for channel in self.plan.channels:
            is_open = any(acquired.channel is channel for acquired in self._open)
            if self.takes_part_in(channel) and op in channel.readers_in_block() and not is_open:
                self._open_stage(channel)

    def ops_of(self, block: Block) -> Sequence[Operation]:
        """The operations of a block that are needed, scheduled within the register budget."""
        ops = [op for op in super().ops_of(block) if op in self.needed.ops]
        return scheduled(ops, self._at_once(block, ops))

    def operation(self, op: Operation) -> None:
        if op not in self.needed.ops or op in self._copied or any(result in self.mapping for result in op.results):
            return
        for index, operand in enumerate(op.operands):
            if not (isinstance(op, WarpGroupDotOp) and index == _SUMS):
                self._await_result(operand)
        match op:
            case tt.DescriptorLoadOp() if op in self._channel_of:
                pass
            case LocalAllocOp() if self._load_of(op) is not None:
                pass
            case _ if has_trait(op, MemDescView) and self._source(op.results[0]) is not None:
                pass
            case WarpGroupDotOp():
                self._dot(op)
            case tt.DescriptorStoreOp() if is_staged(op):
                self._store(op)
                self._copied.add(op)
            case _:
                views = self._provide(op)
                super().operation(op)
                self._forget(views)
                self._copied.add(op)
                self._has_read(op)

    def _at_once(self, block: Block, ops: Sequence[Operation]) -> int:
        """How many dots of a block may run at once.

        The registers of values that ``hopper-prefetch-loads`` loads for the next iteration are those of scales.
        """
        loop = block.parent_op()
        scales = loaded_ahead(loop) if isinstance(loop, ForOp) else []
        carried = [value for value in block.args if value in self.needed.values and value not in scales]
        return dots_at_once(ops, carried, registers_for_tiles(self.plan.ctas))

    # Tiles

    def _load_of(self, op: Operation) -> tt.DescriptorLoadOp | None:
        """The load whose tile an allocation holds."""
        if not isinstance(op, LocalAllocOp) or op.src is None or not is_result(op.src):
            return None
        load = op.src.op
        if isinstance(load, tt.DescriptorLoadOp) and load in self._channel_of and op in memory_of(load):
            return load
        return None

    def _source(self, value: SSAValue) -> tuple[tt.DescriptorLoadOp, list[Operation]] | None:
        """The load of the tile that a value is or views, and the operations that create the view."""
        views: list[Operation] = []
        while is_result(value):
            op = value.op
            if isinstance(op, tt.DescriptorLoadOp):
                return (op, views) if op in self._channel_of else None
            load = self._load_of(op)
            if load is not None:
                return load, views
            if not has_trait(op, MemDescView):
                return None
            views.insert(0, op)
            value = op.operands[0]
        return None

    def _provide(self, op: Operation) -> list[SSAValue]:
        """Map the tiles that an operation reads to views of shared memory or registers. Returns the mapped values."""
        provided: list[SSAValue] = []
        for operand in op.operands:
            found = self._source(operand)
            if found is None or operand in self.mapping:
                continue
            load, views = found
            memory = self._tile(load)
            if isinstance(operand.owner, tt.DescriptorLoadOp):
                copy = LocalLoadOp(memory, result=operand.type)
                memory = self.builder.insert(copy).result
            for view in views:
                memory = self._view(view, memory)
            self.mapping[operand] = memory
            provided.append(operand)
        return provided

    def _forget(self, values: Sequence[SSAValue]) -> None:
        """Unmap values, so that later readers, perhaps in another block, create their own views."""
        for value in values:
            del self.mapping[value]

    def _view(self, view: Operation, memory: SSAValue) -> SSAValue:
        copy = clone_op(view, {view.operands[0]: memory})
        type_ = copy.results[0].type
        assert isinstance(type_, MemDescType)
        mutable = MemDescType(
            type_.get_shape(), type_.element_type, type_.encoding, type_.memory_space, True, type_.get_alloc_shape()
        )
        Rewriter.set_type(copy.results[0], mutable)
        return self.builder.insert(copy).results[0]

    def _tile(self, load: tt.DescriptorLoadOp) -> SSAValue:
        """The buffer of a load's tile, after a wait for its arrival."""
        channel = self._channel_of[load]
        opened = next((acquired for acquired in self._open if acquired.channel is channel), None)
        if opened is None:
            opened = self._open_stage(channel)
        tiles = self.memory.rings[channel.ring].tiles
        return self.builder.element(tiles[channel.loads.index(load)], opened.stage.index)

    def _open_stage(self, channel: Channel) -> _Open:
        """Wait for the tiles of a channel."""
        ring = channel.ring
        stage = self.stages[ring]
        self.builder.wait(self.builder.element(self.memory.rings[ring].full, stage.index), stage.phase)
        readers = [op for load in channel.loads for op in readers_of(load) if op in self.needed.ops]
        inside = {op for op in channel.readers_in_block() if any(op.is_ancestor(reader) for reader in readers)}
        opened = _Open(channel, stage, inside, self._taken[ring])
        self._taken[ring] += 1
        self._open.append(opened)
        self.record(channel.block, channel)
        self._check_released(opened)
        self.stages[ring] = self.builder.next_stage(stage, ring.stages)
        return opened

    def _check_released(self, taken: _Open) -> None:
        """Raise :class:`Unsupported` if the producer waits for a stage that is released after ``taken`` is read.

        A ring of n stages has the tile that is taken n before ``taken`` in the same stage.
        """
        ring = taken.channel.ring
        for opened in self._open[:-1]:
            if opened.channel.ring is not ring:
                continue
            later = taken.number - opened.number
            if later >= ring.stages or opened.channel.block is not taken.channel.block:
                stages = counted(ring.stages, "stage")
                reason = f"is read while an earlier tile is held, in a ring of {stages}: the producer would wait for it"
                raise Unsupported(taken.channel.loads[0], reason)

    def _has_read(self, op: Operation) -> None:
        """Release the stages whose last reader is ``op``."""
        for opened in self._open:
            opened.readers.discard(op)
        released = [opened for opened in self._open if not opened.readers]
        if released:
            self._open = [opened for opened in self._open if opened.readers]
            rings = ((self.memory.rings[opened.channel.ring], opened.stage) for opened in released)
            if any(opened.channel.is_read_by_threads for opened in released):
                # The next tile is written through another proxy, to which the barrier alone does not order the reads:
                # on an H200 they returned parts of that tile.
                self.builder.fence()
            self.builder.arrive(*(self.builder.element(memory.empty, stage.index) for memory, stage in rings))

    # Dots

    def _dot(self, op: WarpGroupDotOp) -> None:
        """Issue a dot."""
        views = self._provide(op)
        self._pin()
        if any(self._is_written_by_threads(operand) for operand in (op.a, op.b)):
            self.builder.fence()
        copy = clone_op(op, self.mapping)
        assert isinstance(copy, WarpGroupDotOp)
        copy.properties["isAsync"] = BoolAttr.from_bool(True)
        if is_promoted(op):
            copy.operands = [copy.a, copy.b, self._accumulator(op), self.builder.number(0, i1)]
        self.builder.insert(copy)
        self._forget(views)
        self._dots.issued.append(op)
        if self._overlap is not None and op in self._overlap.firsts:
            self._finish_previous(self._overlap, op)
        elif isinstance(op.c.owner, WarpGroupDotOp) and self._dots.is_running(op.c.owner):
            self._finish_earlier(op.c.owner)

    def _finish_earlier(self, dot: WarpGroupDotOp) -> None:
        """Wait for a dot to whose result a later one adds, if a stage can be released then, or memory or registers."""
        count = self._dots.issued.index(dot) + 1
        ended = set(self._dots.issued[:count])
        in_rings = all(self._source(operand) is not None for operand in (dot.a, dot.b))
        if not in_rings or any(opened.readers <= ended for opened in self._open):
            self._finish(count)

    def _finish_previous(self, overlap: Overlap, first: WarpGroupDotOp) -> None:
        """Wait for the dot of the previous iteration to whose result ``first`` adds."""
        count = overlap.firsts[first] + 1
        if count <= overlap.done or not any(held.readers <= set(overlap.lasts[:count]) for held in overlap.held):
            return
        pending = len(overlap.lasts) - count + len(self._dots.issued) - self._dots.done
        self.mapping[first.d] = self.builder.wait_for_dots([self.mapping[first.d]], pending)[0]
        self._release_held(overlap, count)

    def _is_written_by_threads(self, value: SSAValue) -> bool:
        """Whether a dot reads shared memory that was written from registers, so through the generic proxy."""
        return self._own_allocation(value) is not None

    def _own_allocation(self, value: SSAValue) -> LocalAllocOp | None:
        """The allocation of this partition, not of a ring, that a value is or views."""
        while is_result(value) and has_trait(value.op, MemDescView):
            value = value.op.operands[0]
        op = value.owner
        return op if isinstance(op, LocalAllocOp) and self._load_of(op) is None else None

    def _free_operands(self, dots: Sequence[WarpGroupDotOp]) -> None:
        """Deallocate the operands of completed dots that nothing reads later.

        Without a use after the wait, the memory of an operand would be reused while a dot in flight still reads it.
        """
        found = (self._own_allocation(operand) for op in dots for operand in (op.a, op.b))
        for allocation in dict.fromkeys(found):
            if allocation is None or allocation.parent is not dots[0].parent:
                continue
            if all(self._is_over(reader) for reader in readers_through_views([allocation.result])):
                self.builder.insert(LocalDeallocOp(self.mapping[allocation.result]))

    def _is_over(self, reader: Operation) -> bool:
        """Whether an operation that reads shared memory has been copied and, if it is a dot, has completed.

        Other consumers run those that this one does not need.
        """
        if reader not in self.needed.ops:
            return True
        return reader in (self._dots.issued[: self._dots.done] if isinstance(reader, WarpGroupDotOp) else self._copied)

    def _accumulator(self, op: WarpGroupDotOp) -> SSAValue:
        """The accumulator operand of a dot that starts from zero: a dead result of an earlier dot, if there is one.

        It is not read, but makes the register allocator reuse the registers of the dead result.
        """
        done = self._dots.issued[: self._dots.done]
        starts = [dot for dot in done if dot.d.type == op.d.type and is_promoted(dot)]
        dead = [dot for dot in map(self._latest, starts) if dot in done]
        return self.mapping[dead[-1].d] if dead else self.value(op.c)

    def _pin(self) -> None:
        """Keep the uses of completed dots before the next dot.

        LLVM would sink them below it, where both results are live. Values that pass through a wait for dots are not
        moved across it; this wait does not block.
        """
        users = [value for dot in self._dots.issued[: self._dots.done] for value in self._made_of(dot.d)]
        live = [value for value in users if value not in self._pinned and self._is_used_later(value)]
        live = list(dict.fromkeys(live))
        if not live:
            return
        running = len(self._dots.issued) - self._dots.done
        waited = self.builder.wait_for_dots([self.mapping[value] for value in live], running)
        for value, pinned in zip(live, waited, strict=True):
            self.mapping[value] = pinned
            self._pinned.add(value)

    def _made_of(self, value: SSAValue) -> Iterator[SSAValue]:
        """The already copied tensors of its block that depend on a dot's result."""
        for use in value.uses:
            user = use.operation
            if user in self._copied and user.parent is value.owner.parent:
                for result in user.results:
                    if isinstance(result.type, TensorType):
                        yield result
                    yield from self._made_of(result)

    def _is_used_later(self, value: SSAValue) -> bool:
        """Whether a value has a user that is not copied yet."""
        users = (use.operation for use in value.uses)
        return any(
            (user in self.needed.ops and user not in self._copied) or isinstance(user, YieldOp) for user in users
        )

    def _await_result(self, value: SSAValue) -> None:
        """Wait for the dot that produces a value, if it is in flight."""
        if is_result(value) and isinstance(value.op, WarpGroupDotOp) and self._dots.is_running(value.op):
            self._finish(self._dots.issued.index(value.op) + 1)

    def _finish(self, count: int) -> None:
        """Wait for the first ``count`` dots of the block."""
        dots = self._dots
        ended = dots.issued[dots.done : count]
        if not ended:
            return
        if self._overlap is not None and self._overlap.done < len(self._overlap.lasts):
            self._release_held(self._overlap, len(self._overlap.lasts))
        # A later dot that accumulates into a result overwrites it: wait for the result of that dot.
        latest = list(dict.fromkeys(self._latest(op) for op in ended))
        values = [op.d for op in latest]
        waited = self.builder.wait_for_dots([self.mapping[value] for value in values], len(dots.issued) - count)
        self.mapping.update(zip(values, waited, strict=True))
        dots.done = count
        self._free_operands(ended)
        for op in ended:
            self._has_read(op)

    def _latest(self, op: WarpGroupDotOp) -> WarpGroupDotOp:
        """The last dot issued that accumulates into the result of ``op`` (which then has no other users), or ``op``."""
        for use in op.d.uses:
            user = use.operation
            if isinstance(user, WarpGroupDotOp) and use.index == _SUMS and user in self._dots.issued:
                return self._latest(user)
        return op

    # Stores

    def _store(self, op: tt.DescriptorStoreOp) -> None:
        """Write to the staging buffer once the previous store has read it, and copy from there to global memory."""
        value = stored_value(op)
        assert value is not None
        self._await_result(value)
        buffer = self.memory.staging[self.number][tile_type(op.desc, op.src)]
        self.builder.wait_for_stores(0)
        self.builder.insert(LocalStoreOp(self.value(value), buffer))
        self.builder.fence()
        indices = [self.value(index) for index in op.indices]
        self.builder.insert(AsyncTMACopyLocalToGlobalOp(self.value(op.desc), indices, buffer))


def _is_scalar(op: Operation) -> bool:
    """Whether an operation computes scalars from scalars."""
    if op.regions or not is_memory_effect_free(op):
        return False
    return not any(isinstance(value.type, TensorType | MemDescType) for value in (*op.operands, *op.results))
