"""The shared memory of channels, and the copies to and from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import TensorType, UnitAttr, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.dominance import Dominance
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import LoadOp, cache_hints
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memdesc import MemDescIndexOp
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp, LocalAllocOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.barrier import InitBarrierOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import has_trait, shape_of_tensor
from xtriton.ir.walk import parent_of_type
from xtriton.layouts.encodings import CTALayout, SharedEncoding, SwizzledShared, order_for_memory
from xtriton.layouts.mma_operands import nvmma_shared_for_shape
from xtriton.passes.nvidia.descriptor_accesses import shared_layout
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.channels import (
    Channel,
    Group,
    actual_consumers,
    no_channel,
)
from xtriton.passes.nvidia.hopper_warp_specialization.code_partition.counters import Counters, index_and_phase
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import TaskRewriter, tasks_of
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import layout_of_tensor
from xtriton.versions import V3_8, active_version, since


@dataclass(frozen=True)
class Copy:
    """The operation that produces the value of a channel in shared memory, and the one that consumes it."""

    producer: Operation
    consumer: Operation


def view_of(
    rewriter: Rewriter, buffers: SSAValue, index: SSAValue, location: Location, *, mutable: bool = True
) -> SSAValue:
    """One of several buffers."""
    type_ = cast("MemDescType", buffers.type)
    view = MemDescType(type_.get_shape()[1:], type_.element_type, type_.encoding, type_.memory_space, mutable)
    return rewriter.insert(MemDescIndexOp(buffers, index, result=view), location).result


# ---------------------------------------------------------------------------------------------------------- allocation


def allocate_buffers(channels: list[Channel], groups: list[Group], func: FuncOp) -> dict[Channel, SSAValue]:
    """Allocate the buffers of each producer at the start of a function: one, and several for producers in loops."""
    rewriter = Rewriter()
    rewriter.at_start(func.body.block)
    of_first = {group[0]: group for group in groups}
    found: dict[Channel, SSAValue] = {}
    for channel in channels:
        if channel not in of_first:
            continue
        value = channel.value
        if not is_tensor_type(value.type):
            raise no_channel(channel.target)
        type_ = value.type
        count = channel.buffers if parent_of_type(channel.source, ForOp) is not None else 1
        shape = (count, *type_.get_shape())
        encoding = encoding_attr(_layout_for(channel))
        memory = MemDescType(shape, type_.element_type, encoding, SharedMemorySpaceAttr(), True)
        buffers = rewriter.insert(LocalAllocOp(result=memory), func.location).result
        found.update(dict.fromkeys(of_first[channel], buffers))
    return found


def _layout_for(channel: Channel) -> SharedEncoding:
    """The layout that dots read, or that a TMA copy writes, and otherwise an unswizzled one."""
    value, source = channel.value, channel.source
    type_ = cast("TensorType[Attribute]", value.type)
    layout, shape = layout_of_tensor(value), shape_of_tensor(value)
    order = order_for_memory(layout, shape)
    if any(has_trait(op, DotLike) for op in actual_consumers(channel.target)):
        return nvmma_shared_for_shape(shape, order, layout.cta_layout, bit_width(type_.element_type))
    if isinstance(source, DescriptorLoadOp):
        return shared_layout(source, type_, source.desc)
    return SwizzledShared(1, 1, 1, order, layout.cta_layout)


def barrier_memory(count: int) -> MemDescType:
    """The type of ``count`` barriers."""
    layout = encoding_attr(SwizzledShared(1, 1, 1, (0,), CTALayout((), 1)))
    return MemDescType((count, 1), i64, layout, SharedMemorySpaceAttr(), True)


GENERATED_BARRIER = "ttg.ws_generated_barrier"
"""Since 3.8: the attribute of allocations of barriers that the pass makes, and invalidates after the partitions."""


def barrier_allocation(count: int) -> LocalAllocOp:
    """The allocation of ``count`` barriers."""
    op = LocalAllocOp(result=barrier_memory(count))
    if active_version() in since(V3_8):
        op.attributes[GENERATED_BARRIER] = UnitAttr()
    return op


def allocate_barriers(count: int, func: FuncOp) -> SSAValue:
    """Allocate barriers for one arrival each at the start of a function."""
    rewriter = Rewriter()
    rewriter.at_start(func.body.block)
    barriers = rewriter.insert(barrier_allocation(count), func.location).result
    for number in range(count):
        index = insert_constant(rewriter, number, i32, func.location)
        view = view_of(rewriter, barriers, index, func.location)
        rewriter.insert(InitBarrierOp(view, count=1), func.location)
    return barriers


# -------------------------------------------------------------------------------------------------------------- copies


def insert_copies(groups: list[Group], buffers: Mapping[Channel, SSAValue], counters: Counters) -> dict[Channel, Copy]:
    """Copy each value to its buffer, and load it where its first consumer is. TMA copies are inserted later."""
    dominance = Dominance()
    copies: dict[Channel, Copy] = {}
    for group in groups:
        first = _first_consumer(group, dominance)
        source = group[0].source
        rewriter = TaskRewriter(dict.fromkeys((*tasks_of(source), *tasks_of(first.target))))
        rewriter.start_at(source)
        index = _index(rewriter, source, group[0].buffers, counters)
        match source:
            case DescriptorLoadOp():
                copy = Copy(source, first.target)
            case LoadOp():
                copy = _copy_asynchronously(source, first, buffers[first], index)
            case _:
                copy = _copy_from_registers(source, first, buffers[first], index)
        copies.update(dict.fromkeys(group, copy))
    return copies


def _first_consumer(group: Group, dominance: Dominance) -> Channel:
    """The channel whose consumer dominates those of the others."""
    first = group[0]
    for channel in group[1:]:
        if dominance.properly_dominates(channel.target, first.target):
            first = channel
    for channel in group:
        if channel is not first and not dominance.properly_dominates(first.target, channel.target):
            raise no_channel(channel.target)
    return first


def _index(rewriter: TaskRewriter, source: Operation, buffers: int, counters: Counters) -> SSAValue:
    if parent_of_type(source, ForOp) is None:
        return insert_constant(rewriter, 0, i32, source.location)
    return index_and_phase(rewriter, counters.count_at(source), buffers, source.location)[0]


def _copy_asynchronously(load: LoadOp, channel: Channel, buffers: SSAValue, index: SSAValue) -> Copy:
    """Replace a load by an asynchronous copy."""
    location = load.location
    rewriter = TaskRewriter(tasks_of(load))
    rewriter.after(load)
    view = view_of(rewriter, buffers, index, location)
    copy = AsyncCopyGlobalToLocalOp(load.ptr, view, load.mask, load.other, isVolatile=load.isVolatile)
    copy.properties.update(cache_hints(load))
    rewriter.insert(copy, location)
    rewriter.tasks = tuple({task for use in load.result.uses for task in tasks_of(use.operation)})
    rewriter.before(channel.target)
    view = view_of(rewriter, buffers, index, location)
    local = rewriter.insert(LocalLoadOp(view, result=load.result.type), location)
    rewriter.replace(load, local.results)
    return Copy(copy, local)


def _copy_from_registers(source: Operation, channel: Channel, buffers: SSAValue, index: SSAValue) -> Copy:
    """Store a value after it is computed."""
    target, value = channel.target, channel.value
    rewriter = TaskRewriter(tasks_of(target))
    rewriter.before(target)
    view = view_of(rewriter, buffers, index, target.location)
    local = rewriter.insert(LocalLoadOp(view, result=value.type), target.location)
    rewriter.replace_all_uses(value, local.result)
    rewriter.tasks = (channel.producer,)
    rewriter.after(source)
    view = view_of(rewriter, buffers, index, source.location)
    return Copy(rewriter.insert(LocalStoreOp(value, view), source.location), local)
