"""``triton-nvidia-gpu-fence-insertion``: proxy fences between generic-proxy writes and tensor core reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.traits import MemoryEffectKind

from xtriton.dialects.tt.effects import SHARED_MEMORY
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpSpecializePartitionsOp
from xtriton.dialects.ttng.barrier import FenceAsyncSharedOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import stated_effects
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in, parent_of_type
from xtriton.passes.base import Pass, option
from xtriton.rewriting.hoisting import move_out
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_9, by_version

FIRST_WITH_ASYNC_PROXY = 90
"""The first compute capability whose tensor cores read shared memory through the async proxy."""


@dataclass(frozen=True)
class TritonGPUFenceInsertion(Pass):
    """Insert fences between writes to shared memory and the asynchronous MMAs that read it.

    before: ``%0 = ttg.local_alloc %a``, ``ttng.warp_group_dot %0, %1, %acc``
    after:  ``%0 = ttg.local_alloc %a``, ``ttng.fence_async_shared {bCluster = false}``, ``ttng.warp_group_dot ...``
    A fence is hoisted out of all loops without such a write.
    """

    name: ClassVar[str] = "triton-nvidia-gpu-fence-insertion"
    compute_capability: int = option(90, "device compute capability")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if self.compute_capability < FIRST_WITH_ASYNC_PROXY:
            return
        for product in [op for op in operations_in(module) if has_trait(op, DotLike)]:
            # A and B are the first operands of all dots.
            writers = _writers_of(product.operands[:2])
            if writers:
                _fence(product, writers)


def _fence(product: Operation, writers: Iterable[Operation]) -> None:
    """Insert a fence before a dot, hoisted out of loops without a writer; none if there already is one."""
    rewriter = Rewriter()
    rewriter.start_at(product)
    fence = rewriter.insert(FenceAsyncSharedOp(bCluster=False))
    while (loop := parent_of_type(fence, LoopLikeOpInterface)) is not None and not any(
        loop.is_ancestor(writer) for writer in writers
    ):
        move_out(fence, loop)
    before = fence.prev_op
    if isinstance(before, FenceAsyncSharedOp) and before.bCluster == fence.bCluster:
        rewriter.erase(fence)


def _writers_of(values: Iterable[SSAValue]) -> dict[Operation, None]:
    """The operations that may write registers to the shared memory of some values.

    For an unknown block argument, that is the operation that owns the block.
    """
    found: dict[Operation, None] = {}
    for value in values:
        visited: set[SSAValue] = set()
        pending = [value]
        while pending:
            memory = pending.pop()
            if memory not in visited and isinstance(memory.type, MemDescType):
                visited.add(memory)
                pending.extend(reversed(_sources(memory, found)))
    return found


def _sources(value: SSAValue, found: dict[Operation, None]) -> list[SSAValue]:
    """The values that a value aliases; its writers, if found directly, are added to ``found``."""
    if is_block_argument(value):
        return _sources_of_argument(value, found)
    op = value.owner
    assert isinstance(op, Operation)
    if isinstance(op, LocalAllocOp):
        if op.src is not None:
            found[op] = None
        store = _store_to(op.result)
        if store is not None:
            found[store] = None
            return []
    return list(op.operands)


def _store_to(memory: SSAValue) -> Operation | None:
    """The latest write to an allocation, or to a view of it, that has no other user."""
    writes = _WRITES.now()
    for use in memory.uses:
        user, written = use.operation, memory
        while has_trait(user, MemDescView) and (only := user.results[0].get_unique_use()) is not None:
            user, written = only.operation, user.results[0]
        if writes(user, written):
            return user
    return None


def _is_store(op: Operation, _memory: SSAValue) -> bool:
    """Before 3.9 only stores of registers counted."""
    return isinstance(op, LocalStoreOp)


def _writes_through_generic_proxy(op: Operation, memory: SSAValue) -> bool:
    """Whether ``op`` writes this shared memory other than through the async proxy, as TMA and tensor cores do.

    ``cp.async`` uses the generic proxy. A wait for a barrier writes the barrier only, not the memory in use until then.
    """
    if op.name.startswith(_ASYNC_PROXY) or isinstance(op, LocalAllocOp):
        return False
    effects = stated_effects(op) or []
    return any(
        effect.kind is MemoryEffectKind.WRITE and effect.resource is SHARED_MEMORY and effect.value in (None, memory)
        for effect in effects
    )


_ASYNC_PROXY = ("ttng.async_tma_", "ttng.tc_gen5_", "ttng.warp_group_dot")
_WRITES = by_version({V3_6: _is_store, V3_9: _writes_through_generic_proxy})


def _sources_of_argument(argument: BlockArgument, found: dict[Operation, None]) -> list[SSAValue]:
    around = argument.block.parent_op()
    assert around is not None
    if isinstance(around, ForOp) and (carried := around.tied(argument)) is not None:
        return [carried.init, carried.yielded]
    if isinstance(around, WarpSpecializePartitionsOp):
        return [cast("WarpSpecializeOp", around.parent_op()).captures[argument.index]]
    found[around] = None
    return []
