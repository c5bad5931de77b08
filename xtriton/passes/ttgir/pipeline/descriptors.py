"""TMA descriptors created in a pipelined loop: multi-buffered in global scratch memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from xdsl.dialects.builtin import IntegerAttr, i8, i32
from xdsl.ir import Block, SSAValue

from xtriton.dialects.tt.descriptor import MakeTensorDescOp
from xtriton.dialects.tt.memory import AddPtrOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.memory import GlobalScratchAllocOp
from xtriton.dialects.ttng.tma import ReinterpretTensorDescOp, TensormapFenceproxyAcquireOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import MulIOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.nvidia.descriptor_creation import create_descriptor
from xtriton.passes.ttgir.pipeline.buffers import carry, increment_modulo
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule
from xtriton.passes.ttgir.pipeline.stage_builder import StageBuilder
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.redefinitions import sink_redefinition
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import carry_unchanged
from xtriton.versions import V3_7, active_version, since

_DESCRIPTOR_BYTES = 128
"""The size of a descriptor, and its alignment."""
_ERASES = since(V3_7)


Loop = ForOp | WhileOp
_Loop = TypeVar("_Loop", bound="Loop")


def body_of(loop: Loop) -> Block:
    """The block that each iteration of a loop runs."""
    return loop.regions[-1].block


def lower_descriptors(loop: _Loop, schedule: CoarseSchedule) -> _Loop:
    """Multi-buffer the descriptors that are created in ``loop``; returns the new loop.

    A descriptor has one buffer less than there are stages, plus one with wgmma, which stays in flight for one more
    iteration. Before 3.7 the operations that create descriptors are kept although they are dead.
    """
    buffers = schedule.num_stages - 1
    if any(isinstance(op, WarpGroupDotOp) for op in body_of(loop).ops):
        buffers += 1
    rewriter = Rewriter()
    rewriter.before(loop)
    size, alignment = IntegerAttr(buffers * _DESCRIPTOR_BYTES, i32), IntegerAttr(_DESCRIPTOR_BYTES, i32)
    memory: dict[MakeTensorDescOp, SSAValue] = {}
    for op in operations_inside_out(body_of(loop)):
        if isinstance(op, MakeTensorDescOp):
            scratch = GlobalScratchAllocOp(nbytes=size, alignment=alignment, result=PointerType(i8))
            memory[op] = rewriter.insert(scratch, op.location).result
    return _update(loop, schedule, memory, buffers) if memory else loop


def _update(loop: _Loop, schedule: CoarseSchedule, memory: Mapping[MakeTensorDescOp, SSAValue], buffers: int) -> _Loop:
    """Write each descriptor to the buffer at its loop-carried counter."""
    rewriter = Rewriter()
    rewriter.start_at(loop)
    zero, one = insert_constant(rewriter, 0), insert_constant(rewriter, 1)
    inits = [zero] * len(memory)
    loop = carry_unchanged(loop, inits, rewriter) if isinstance(loop, WhileOp) else carry(loop, inits, inits)
    end = loop.yield_operation
    assert end is not None
    first = len(end.operands) - len(memory)
    counters = body_of(loop).args[-len(memory) :]
    rewriter.before(loop)
    count = insert_constant(rewriter, buffers)
    for index, (op, place) in enumerate(memory.items(), first):
        builder = StageBuilder(schedule, op)
        counter = counters[index - first]
        size = insert_constant(builder, _DESCRIPTOR_BYTES)
        offset = builder.insert(MulIOp(size, counter)).result
        buffer = builder.insert(AddPtrOp(place, offset)).result
        create_descriptor(op, buffer, builder)
        builder.insert(TensormapFenceproxyAcquireOp(buffer))
        descriptor = builder.insert(ReinterpretTensorDescOp(buffer, result=op.result.type)).result
        builder.replace_all_uses(op.result, descriptor)
        block = op.parent
        assert block is not None
        following = increment_modulo(builder, counter, count, zero, one).value
        loop.set_yielded(index, sink_redefinition(counter, following, block, rewriter))
        if active_version() in _ERASES:
            rewriter.erase(op)
    return loop
