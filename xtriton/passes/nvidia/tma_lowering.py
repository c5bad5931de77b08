"""``triton-nvidia-tma-lowering``: lowers accesses through descriptors to TMA copies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i1, i8, i32
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.requirements import Rule, consistent_descriptors
from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
    MakeTensorDescOp,
)
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memory import GlobalScratchAllocOp, LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.barrier import BarrierExpectOp, FenceAsyncSharedOp, InvalBarrierOp, WaitBarrierOp
from xtriton.dialects.ttng.tma import (
    AsyncTMACopyGlobalToLocalOp,
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAGatherOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
    ReinterpretTensorDescOp,
    TensormapFenceproxyAcquireOp,
    TMAStoreWaitOp,
)
from xtriton.ir.context import Context
from xtriton.ir.narrowing import tensor
from xtriton.layouts.encodings import shape_per_cta
from xtriton.passes.base import Pass
from xtriton.passes.nvidia.descriptor_accesses import coordinates, row_offsets, shared_layout
from xtriton.passes.nvidia.descriptor_creation import create_descriptor
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.memory_uses import new_barrier, replace_by_local_load
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter

_DESCRIPTOR_BYTES = 128
"""The size of a descriptor, and its alignment."""

Load = DescriptorLoadOp | DescriptorGatherOp
Store = DescriptorStoreOp | DescriptorReduceOp | DescriptorScatterOp
Copy = Callable[[SSAValue, SSAValue, SSAValue], Operation]
"""Creates the copy for a buffer, a barrier and a predicate."""


@dataclass(frozen=True)
class TritonNvidiaGPUTMALoweringPass(Pass):
    """Lower descriptor loads and stores to TMA copies through shared memory.

    before: ``%x = tt.descriptor_load %desc[%i, %j]``
    after:  ``ttng.async_tma_copy_global_to_local %desc[%i, %j] %m, %barrier, %true``, ``%x = ttg.local_load %m``
    """

    name: ClassVar[str] = "triton-nvidia-tma-lowering"
    requires: ClassVar[tuple[Rule, ...]] = (consistent_descriptors,)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, _PATTERNS)


# ------------------------------------------------------------------------------------------------------------- loads


def _load(op: Load, copy: Copy, rewriter: Rewriter) -> None:
    """Allocate a buffer, copy to it, wait for the barrier, and load it."""
    type_ = tensor(op.result.type)
    layout = shared_layout(op, type_, op.desc)
    shape = tuple(type_.get_shape())
    memory_type = MemDescType(shape, type_.element_type, encoding_attr(layout), SharedMemorySpaceAttr(), True)
    memory = rewriter.insert(LocalAllocOp(result=memory_type)).result
    barrier = new_barrier(rewriter, op)
    size = prod(shape_per_cta(layout, shape)) * bit_width(type_.element_type) // 8
    yes = insert_constant(rewriter, 1, i1)
    rewriter.insert(BarrierExpectOp(barrier, yes, size=size))
    rewriter.insert(copy(barrier, memory, yes))
    phase = insert_constant(rewriter, 0, i32)
    rewriter.insert(WaitBarrierOp(barrier, phase))
    rewriter.insert(InvalBarrierOp(barrier))
    replace_by_local_load(op.result, memory, rewriter)
    rewriter.erase(op)


@pattern(DescriptorLoadOp)
def load(op: DescriptorLoadOp, rewriter: Rewriter) -> bool:
    """Lower to a TMA copy to shared memory."""

    def copy(barrier: SSAValue, memory: SSAValue, predicate: SSAValue) -> Operation:
        indices = coordinates(op, op.desc, op.indices, rewriter)
        return AsyncTMACopyGlobalToLocalOp(op.desc, indices, barrier, memory, predicate, cachePolicy=op.cachePolicy)

    _load(op, copy, rewriter)
    return True


@pattern(DescriptorGatherOp)
def gather(op: DescriptorGatherOp, rewriter: Rewriter) -> bool:
    """Lower to a TMA gather to shared memory."""
    rows = row_offsets(op.x_offsets, rewriter)

    def copy(barrier: SSAValue, memory: SSAValue, predicate: SSAValue) -> Operation:
        return AsyncTMAGatherOp(op.desc, rows, op.y_offset, barrier, memory, predicate)

    _load(op, copy, rewriter)
    return True


# ------------------------------------------------------------------------------------------------------------ stores


def _store(op: Store, copy: Callable[[SSAValue], Operation], rewriter: Rewriter) -> None:
    """Store a tensor to a buffer, copy from it, and wait until the buffer has been read."""
    type_ = tensor(op.src.type)
    encoding = encoding_attr(shared_layout(op, type_, op.desc))
    memory_type = MemDescType(type_.get_shape(), type_.element_type, encoding, SharedMemorySpaceAttr())
    memory = rewriter.insert(LocalAllocOp(op.src, result=memory_type)).result
    rewriter.insert(FenceAsyncSharedOp(bCluster=False))
    rewriter.insert(copy(memory))
    rewriter.insert(TMAStoreWaitOp(pendings=0))
    rewriter.erase(op)


@pattern(DescriptorStoreOp)
def store(op: DescriptorStoreOp, rewriter: Rewriter) -> bool:
    """Lower to a TMA copy from shared memory."""

    def copy(memory: SSAValue) -> Operation:
        indices = coordinates(op, op.desc, op.indices, rewriter)
        return AsyncTMACopyLocalToGlobalOp(op.desc, indices, memory)

    _store(op, copy, rewriter)
    return True


@pattern(DescriptorScatterOp)
def scatter(op: DescriptorScatterOp, rewriter: Rewriter) -> bool:
    """Lower to a TMA scatter from shared memory."""
    rows = row_offsets(op.x_offsets, rewriter)

    def copy(memory: SSAValue) -> Operation:
        return AsyncTMAScatterOp(op.desc, rows, op.y_offset, memory)

    _store(op, copy, rewriter)
    return True


@pattern(DescriptorReduceOp)
def reduce(op: DescriptorReduceOp, rewriter: Rewriter) -> bool:
    """Lower to a TMA reduction from shared to global memory."""

    def copy(memory: SSAValue) -> Operation:
        indices = coordinates(op, op.desc, op.indices, rewriter)
        return AsyncTMAReduceOp(op.desc, indices, memory, kind=op.kind)

    _store(op, copy, rewriter)
    return True


# ------------------------------------------------------------------------------------------------------- descriptors


@pattern(MakeTensorDescOp)
def make_descriptor(op: MakeTensorDescOp, rewriter: Rewriter) -> bool:
    """Create the descriptor in global scratch memory."""
    size = IntegerAttr(_DESCRIPTOR_BYTES, i32)
    scratch = GlobalScratchAllocOp(nbytes=size, alignment=size, result=PointerType(i8))
    place = rewriter.insert(scratch).result
    create_descriptor(op, place, rewriter)
    rewriter.insert(TensormapFenceproxyAcquireOp(place))
    rewriter.replace_by(op, ReinterpretTensorDescOp(place, result=op.result.type))
    return True


_PATTERNS = PatternSet((load, gather, store, scatter, reduce, make_descriptor))
