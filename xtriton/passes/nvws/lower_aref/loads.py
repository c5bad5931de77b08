"""Loads through descriptors into the buffers of an aref become asynchronous TMA copies."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i32
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.nvws.aref import ArefPutEnterOp
from xtriton.dialects.nvws.descriptor import CLCTryCancelOp as NvwsTryCancelOp
from xtriton.dialects.nvws.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttng.barrier import BarrierExpectOp
from xtriton.dialects.ttng.launch_control import CLCTryCancelOp
from xtriton.dialects.ttng.tma import AsyncTMACopyGlobalToLocalOp, AsyncTMAGatherOp
from xtriton.dialects.upstream.arith import MulIOp
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import encoding_of
from xtriton.layouts.encodings import NVMMAShared
from xtriton.passes.nvws.responses import RESPONSE_BYTES
from xtriton.passes.ttgir.warp_specialization.attributes import Membership, PartitionBuilder, has_partition
from xtriton.rewriting.constants import insert_constant
from xtriton.versions import V3_7, active_version, before

NvwsLoad = DescriptorLoadOp | DescriptorGatherOp


def insert_loads(op: ArefPutEnterOp, barrier: SSAValue, builder: PartitionBuilder) -> None:
    """Expect the bytes of all loads into the entered buffers at the barrier, and copy asynchronously."""
    loads = [use.operation for buffer in op.buffers for use in buffer.uses if isinstance(use.operation, NvwsLoad)]
    if not loads:
        return
    true = insert_constant(builder, 1, i1)
    size = sum(int_value(load.txCount) for load in loads)
    builder.insert(BarrierExpectOp(barrier, true, size=size))
    for load in loads:
        _insert_copy(load, barrier, true, builder)
        builder.erase(load)


def insert_request(op: ArefPutEnterOp, barrier: SSAValue, builder: PartitionBuilder) -> None:
    """Request a pending cluster, whose response arrives in the entered buffer, and at the barrier."""
    users = [use.operation for buffer in op.buffers for use in buffer.uses]
    requests = [user for user in users if isinstance(user, NvwsTryCancelOp)]
    if len(requests) != 1:
        raise error(op.location, "an aref for responses must have one 'nvws.clc_try_cancel'")
    (request,) = requests
    with builder.elsewhere():
        membership = builder.membership
        builder.membership = Membership.of(request)
        builder.location = request.location
        true = insert_constant(builder, 1, i1)
        builder.insert(BarrierExpectOp(barrier, true, size=RESPONSE_BYTES))
        builder.insert(CLCTryCancelOp(request.result, barrier))
        builder.erase(request)
        builder.membership = membership


def _insert_copy(load: NvwsLoad, barrier: SSAValue, true: SSAValue, builder: PartitionBuilder) -> None:
    with builder.elsewhere():
        membership = builder.membership
        builder.membership = Membership.of(load)
        builder.before(load)
        builder.location = load.location
        if isinstance(load, DescriptorLoadOp):
            indices = _indices(load, builder)
            policy = load.cachePolicy
            builder.insert(
                AsyncTMACopyGlobalToLocalOp(load.desc, indices, barrier, load.result, true, cachePolicy=policy)
            )
        else:
            gather = AsyncTMAGatherOp(load.desc, load.x_offsets, load.y_offset, barrier, load.result, true)
            builder.insert(gather)
        builder.membership = membership


_SCALES_INDICES = before(V3_7)
"""Since 3.7, the coordinates are scaled where the copy is lowered."""


def _indices(load: DescriptorLoadOp, builder: PartitionBuilder) -> Sequence[SSAValue]:
    """The coordinates of a block: padded fp4 is counted in elements, not in bytes."""
    desc = load.desc.type
    assert isinstance(desc, TensorDescType)
    layout = layout_of(encoding_of(desc.block_type))
    indices = list(load.indices)
    if active_version() in _SCALES_INDICES and isinstance(layout, NVMMAShared) and layout.fp4_padded:
        two = insert_constant(builder, 2, i32)
        last = indices[-1].owner
        # Triton also assigns the definition of the index if it has no partition.
        if isinstance(last, Operation) and not has_partition(last):
            builder.membership.apply_to(last)
        indices[-1] = builder.insert(MulIOp(indices[-1], two)).result
    return indices
