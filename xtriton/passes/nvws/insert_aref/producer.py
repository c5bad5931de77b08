"""The producing side of an aref: one partition puts the value into the buffer."""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.loop_attributes import stage_cluster
from xtriton.dialects.nvws.aref import ArefCreateOp, ArefPutEnterOp, ArefPutExitOp
from xtriton.dialects.nvws.attributes import AsyncOp, AsyncOpAttr
from xtriton.dialects.nvws.descriptor import CLCTryCancelOp as NvwsTryCancelOp
from xtriton.dialects.nvws.descriptor import DescriptorGatherOp as NvwsGatherOp
from xtriton.dialects.nvws.descriptor import DescriptorLoadOp as NvwsLoadOp
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.memory import cache_hints
from xtriton.dialects.tt.shape import SplatOp
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import DiagnosticEngine, error
from xtriton.ir.narrowing import is_tensor_type, tensor
from xtriton.layouts.encodings import shape_per_cta
from xtriton.passes.nvidia.descriptor_accesses import shared_layout
from xtriton.passes.nvws.buffers import (
    allocate,
    create_aref,
    entered_type,
    memory_type,
    multi_buffered,
    with_shape,
)
from xtriton.passes.nvws.insert_aref.values import (
    DescriptorLoad,
    Produced,
    clc_request_of,
    descriptor_load_of,
    is_scalar,
    scheduled_definition,
    tensor_of_scalar,
)
from xtriton.passes.nvws.responses import RESPONSE_BYTES
from xtriton.passes.ttgir.pipeline.loads import shared_encoding_of, unswizzled_for
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Membership,
    PartitionBuilder,
    set_partitions,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop
from xtriton.rewriting.memory_uses import memdesc_with_encoding
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.versions import V3_8, active_version, since


def insert_put(
    produced: Produced, loop: Loop, builder: PartitionBuilder, diagnostics: DiagnosticEngine
) -> tuple[ArefCreateOp, list[Operation]]:
    """Create an aref before ``loop`` and put a value into it at the insertion point.

    Returns the aref, and the operations that the put replaces. The first of the producing partitions puts the value.
    """
    value = produced.value
    with builder.elsewhere():
        builder.before(loop)
        aref = _create(value, loop, builder, diagnostics)
    builder.membership = Membership(produced.partitions[:1], stage_cluster(scheduled_definition(value)))
    type_ = entered_type(memory_type(aref.buffers[0]))
    enter = builder.insert(ArefPutEnterOp(aref.result, buffers=[type_]))
    kind, replaced = _fill(value, enter.buffers[0], builder, loop)
    builder.insert(ArefPutExitOp(aref.result, enter.token, async_ops=ArrayAttr([AsyncOpAttr(kind)])))
    return aref, replaced


def _create(value: SSAValue, loop: Loop, rewriter: Rewriter, diagnostics: DiagnosticEngine) -> ArefCreateOp:
    location = location_of(value)
    is_response = clc_request_of(value) is not None
    type_ = multi_buffered(_buffer_type(value, loop, diagnostics), _RESPONSES if is_response else 1)
    alignment = RESPONSE_BYTES if is_response else None
    buffer = allocate(type_, rewriter, location, alignment)
    return create_aref([buffer], rewriter, location)


_RESPONSES = 2
"""The buffers for responses to requests for pending clusters."""


def _buffer_type(value: SSAValue, loop: Loop, diagnostics: DiagnosticEngine) -> MemDescType:
    """The type of shared memory that holds a value."""
    owner = value.owner
    load = descriptor_load_of(value) if active_version() in _KEEPS_LAYOUT_OF_DESCRIPTOR else None
    if load is not None:
        tensor_type, alloc_type = tensor(load.result.type), memory_type(value)
        layout = encoding_attr(shared_layout(load, tensor_type, load.desc))
        return memdesc_with_encoding(
            with_shape(alloc_type, tensor_type.get_shape(), mutable=alloc_type.mutable), layout
        )
    if isinstance(owner, LocalAllocOp):
        return owner.type
    if is_tensor_type(value.type):
        type_ = value.type
        layout = shared_encoding_of(owner, diagnostics) if is_operation(owner) else unswizzled_for(type_, loop.location)
    elif is_scalar(value.type):
        type_ = tensor_of_scalar(value.type, loop)
        layout = unswizzled_for(type_, loop.location)
    else:
        raise error(loop.location, f"createAref: unsupported produced value type: {value.type}")
    return MemDescType(type_.get_shape(), type_.element_type, encoding_attr(layout), SharedMemorySpaceAttr())


_KEEPS_LAYOUT_OF_DESCRIPTOR = since(V3_8)
"""The buffer of a load has the encoding of the descriptor; that of the allocation may describe the same layout."""


def _fill(value: SSAValue, buffer: SSAValue, builder: PartitionBuilder, loop: Loop) -> tuple[AsyncOp, list[Operation]]:
    """Write a value to a buffer; returns how that is done, and the operations that it replaces."""
    owner = value.owner
    load = descriptor_load_of(value)
    if load is not None:
        _insert_load(load, buffer, builder)
        return AsyncOp.TMA_LOAD, [cast("Operation", owner), load]
    request = clc_request_of(value)
    if request is not None:
        builder.insert(NvwsTryCancelOp(buffer), request.location)
        return AsyncOp.CLC, [cast("Operation", owner), request]
    if isinstance(owner, LocalAllocOp):
        if owner.src is None:
            raise error(owner.location, f"'{owner.name}' op used in several partitions must be initialised")
        builder.insert(LocalStoreOp(owner.src, buffer))
        return AsyncOp.NONE, [owner]
    if isinstance(owner, DescriptorLoad):
        _insert_load(owner, buffer, builder)
        return AsyncOp.TMA_LOAD, [owner]
    if is_scalar(value.type):
        value = builder.insert(SplatOp(value, result=tensor_of_scalar(value.type, loop))).result
    builder.insert(LocalStoreOp(value, buffer))
    return AsyncOp.NONE, []


def _insert_load(load: DescriptorLoad, buffer: SSAValue, builder: PartitionBuilder) -> None:
    """Load into a buffer; the new operation keeps the attributes of the load."""
    type_ = tensor(load.result.type)
    per_cta = shape_per_cta(shared_layout(load, type_, load.desc), type_.get_shape())
    size = prod(per_cta) * bit_width(type_.element_type) // 8
    if isinstance(load, DescriptorLoadOp):
        new = NvwsLoadOp(load.desc, load.indices, buffer, txCount=size)
        new.properties.update(cache_hints(load))
    else:
        new = NvwsGatherOp(load.desc, load.x_offsets, load.y_offset, buffer, txCount=size)
    builder.insert(new)
    new.attributes.clear()
    new.attributes.update(load.attributes)
    set_partitions(new, builder.membership.partitions or ())
