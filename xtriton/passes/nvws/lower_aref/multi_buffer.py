"""Arefs that TMA loads fill get one buffer per pipeline stage."""

from __future__ import annotations

from xdsl.ir import Operation

from xtriton.dialects.nvws.aref import ArefCreateOp, ArefPutEnterOp
from xtriton.dialects.nvws.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp
from xtriton.passes.nvws.buffers import allocate, create_aref, memory_type, with_shape
from xtriton.rewriting.rewriter import Rewriter

NvwsLoad = DescriptorLoadOp | DescriptorGatherOp


def is_filled_by_loads(aref: ArefCreateOp) -> bool:
    """Whether a TMA load writes to a buffer of the aref."""
    enters = [use.operation for use in aref.result.uses if isinstance(use.operation, ArefPutEnterOp)]
    return any(
        isinstance(use.operation, NvwsLoad) for enter in enters for result in enter.results for use in result.uses
    )


def add_buffers(aref: ArefCreateOp, count: int) -> None:
    """Replace an aref by one with ``count`` slots, unless a buffer is in tensor memory or not allocated."""
    allocs = [buffer.owner for buffer in aref.buffers]
    if not all(isinstance(alloc, Operation) and not isinstance(alloc, TMEMAllocOp) for alloc in allocs):
        return
    rewriter = Rewriter()
    rewriter.start_at(aref)
    for alloc in allocs:
        assert isinstance(alloc, Operation)
        old = memory_type(alloc.results[0])
        new = allocate(with_shape(old, (count, *old.get_shape()[1:])), rewriter, alloc.location)
        rewriter.replace(alloc, [new])
    new_aref = create_aref(aref.buffers, rewriter, aref.location)
    rewriter.replace(aref, [new_aref.result])
