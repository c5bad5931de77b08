"""Lowers descriptor stores in loops to asynchronous TMA copies, each of which waits only for its predecessor.

before: ``tt.descriptor_store %desc[%i, %j], %x``
after:  ``ttng.async_tma_store_wait``, ``ttg.local_store %x, %buffer``, ``ttng.fence_async_shared``,
``ttng.async_tma_copy_local_to_global %desc[%i, %j] %buffer``
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.tt.atomics import AtomicPollOp
from xtriton.dialects.tt.descriptor import DescriptorReduceOp, DescriptorScatterOp, DescriptorStoreOp
from xtriton.dialects.tt.enums import MemSemantic
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalDeallocOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.barrier import FenceAsyncSharedOp
from xtriton.dialects.ttng.tma import (
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
    TMAStoreWaitOp,
)
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import tensor
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.passes.nvidia.descriptor_accesses import coordinates, row_offsets, shared_layout
from xtriton.passes.ttgir.pipeline.descriptors import Loop, body_of, lower_descriptors
from xtriton.passes.ttgir.pipeline.loops import num_stages_of
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_8, V3_9, active_version, by_version, since

Store = DescriptorStoreOp | DescriptorReduceOp | DescriptorScatterOp

_DESCRIPTOR_STAGES = 3
"""The stages for which descriptors that the loop creates have buffers: two."""


def pipeline_stores_in_loops(module: ModuleOp, num_stages: int) -> None:
    """Lower the descriptor stores in the loops of ``module`` that have several stages, by default ``num_stages``.

    ``scf.while`` loops, which have the default, are included since 3.9.
    """
    loops: list[Loop] = []
    whiles: list[Loop] = []
    for op in operations_inside_out(module.body):
        if isinstance(op, ForOp) and num_stages_of(op, num_stages) > 1:
            loops.append(op)
        elif isinstance(op, WhileOp) and WhileOp in _LOOPS.now():
            whiles.append(op)
    for loop in (*loops, *(whiles if num_stages > 1 else ())):
        pipeline_tma_stores(loop)


_LOOPS = by_version({V3_6: (ForOp,), V3_9: (ForOp, WhileOp)})
"""The classes of loops whose stores are pipelined."""


def pipeline_tma_stores(loop: Loop) -> None:
    """Lower the descriptor stores in ``loop``, but not those in nested loops.

    Stores of the same shape and element type share a buffer, since each waits for the one before it.
    """
    stores = list(_stores_in(body_of(loop)))
    if not stores or (active_version() in _KEEPS_ORDER and any(map(_orders_memory, operations_in(loop)))):
        return
    rewriter = Rewriter()
    buffers: dict[tuple[tuple[int, ...], Attribute], SSAValue] = {}
    buffer_of: dict[Operation, SSAValue] = {}
    for op in stores:
        type_ = tensor(op.src.type)
        key = (tuple(type_.get_shape()), type_.element_type)
        if key not in buffers:
            rewriter.before(loop)
            buffers[key] = _allocate(op, rewriter)
        buffer_of[op] = buffers[key]
    creates_descriptors = not all(_is_from_host(op.desc) for op in stores)
    for op in stores:
        _lower(op, buffer_of[op], rewriter)
    rewriter.after(loop)
    rewriter.insert(TMAStoreWaitOp(pendings=0), loop.location)
    for buffer in buffer_of.values():
        rewriter.insert(LocalDeallocOp(buffer), loop.location)
    if creates_descriptors:
        lower_descriptors(loop, CoarseSchedule(_DESCRIPTOR_STAGES))


def _stores_in(block: Block) -> Iterator[Store]:
    for op in block.ops:
        if isinstance(op, Store):
            yield op
        elif not isinstance(op, _LOOPS.now()):
            for region in op.regions:
                for inner in region.blocks:
                    yield from _stores_in(inner)


def _orders_memory(op: Operation) -> bool:
    """Whether ``op`` orders memory accesses between threads, so that earlier stores must be complete."""
    return isinstance(op, _ATOMICS) and MemSemantic.of(op.sem) is not MemSemantic.RELAXED


_ATOMICS = (AtomicRMWOp, AtomicCASOp, AtomicPollOp)
_KEEPS_ORDER = since(V3_8)


def _is_from_host(descriptor: SSAValue) -> bool:
    """Whether a descriptor is a kernel argument."""
    if not is_block_argument(descriptor):
        return False
    function = descriptor.block.parent_op()
    return isinstance(function, FuncOp) and function.is_public


def _allocate(op: Store, rewriter: Rewriter) -> SSAValue:
    type_ = tensor(op.src.type)
    encoding = encoding_attr(shared_layout(op, type_, op.desc))
    memory = MemDescType(type_.get_shape(), type_.element_type, encoding, SharedMemorySpaceAttr(), True)
    return rewriter.insert(LocalAllocOp(result=memory), op.location).result


def _lower(op: Store, buffer: SSAValue, rewriter: Rewriter) -> None:
    rewriter.start_at(op)
    # The buffer can be written again once it has been read.
    rewriter.insert(TMAStoreWaitOp.for_reads(0))
    rewriter.insert(LocalStoreOp(op.src, buffer))
    rewriter.insert(FenceAsyncSharedOp(bCluster=False))
    if not isinstance(op, DescriptorScatterOp):
        # As in Triton before 3.7, the coordinates of padded fp4 are computed, but not used.
        coordinates(op, op.desc, op.indices, rewriter)
    match op:
        case DescriptorStoreOp():
            rewriter.insert(AsyncTMACopyLocalToGlobalOp(op.desc, op.indices, buffer))
        case DescriptorReduceOp():
            rewriter.insert(AsyncTMAReduceOp(op.desc, op.indices, buffer, kind=op.kind))
        case DescriptorScatterOp():
            rewriter.insert(AsyncTMAScatterOp(op.desc, row_offsets(op.x_offsets, rewriter), op.y_offset, buffer))
    rewriter.erase(op)
