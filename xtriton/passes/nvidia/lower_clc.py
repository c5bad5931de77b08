"""``triton-nvidia-gpu-lower-clc``: cluster launch control with a barrier and a phase of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i1, i32, i64
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalDeallocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import num_ctas
from xtriton.dialects.ttng.barrier import BarrierExpectOp, InitBarrierOp, InvalBarrierOp, WaitBarrierOp
from xtriton.dialects.ttng.launch_control import CLCLoadResultOp, CLCTryCancelOp, CLCTryCancelSyncOp
from xtriton.dialects.upstream.arith.integer import XOrIOp
from xtriton.dialects.upstream.scf import WhileOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.walk import operations_inside_out, parent_of_type
from xtriton.layouts.encodings import CTALayout, SwizzledShared
from xtriton.passes.base import Pass
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import carry_through_condition
from xtriton.versions import V3_9, VersionRange, since

_RESPONSE_BYTES = 16
"""The size and alignment of a response: 128 bits."""


@dataclass(frozen=True)
class TritonNvidiaGPULowerCLCPass(Pass):
    """Lower synchronous requests for pending clusters to asynchronous ones with a barrier.

    before: ``scf.while ... do { %r = ttng.clc_try_cancel_sync ... ttng.clc_load_result %alloc_of_r ... scf.yield }``
    after:  ``scf.while ... do { ... ttng.clc_try_cancel %response, %bar ... ttng.wait_barrier %bar, %phase ...
    ttng.clc_load_result %response ... scf.yield ..., %next_phase }``, with response and barrier allocated before
    """

    name: ClassVar[str] = "triton-nvidia-gpu-lower-clc"
    versions: ClassVar[VersionRange] = since(V3_9)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for request in [op for op in operations_inside_out(module) if isinstance(op, CLCTryCancelSyncOp)]:
            if num_ctas(module) != 1:
                raise error(request.location, "CLC lowering supports num_cta=1 at the moment")
            _lower(_Site.of(request))


@dataclass(frozen=True)
class _Site:
    """A request, the loop around it, and how its response reaches shared memory and is read from there."""

    request: CLCTryCancelSyncOp
    loop: WhileOp
    stored: LocalAllocOp
    loaded: CLCLoadResultOp

    @classmethod
    def of(cls, request: CLCTryCancelSyncOp) -> _Site:
        """The site of a request. Raises ``DiagnosticError`` for requests that are not lowered."""
        loop = parent_of_type(request, WhileOp)
        if loop is None:
            raise _not_lowered(request, "to be nested in an scf.while")
        if not request.response.has_one_use():
            raise _not_lowered(request, "response to have exactly one ttg.local_alloc user")
        stored = _user(request.response)
        if not isinstance(stored, LocalAllocOp):
            raise _not_lowered(request, "response user to be ttg.local_alloc")
        if not stored.result.has_one_use():
            raise _not_lowered(request, "response marker to have exactly one ttng.clc_load_result user")
        loaded = _user(stored.result)
        if not isinstance(loaded, CLCLoadResultOp):
            raise _not_lowered(request, "response marker user to be ttng.clc_load_result")
        return cls(request, loop, stored, loaded)


def _not_lowered(request: CLCTryCancelSyncOp, expected: str) -> DiagnosticError:
    return error(request.location, f"'{request.name}' op expected {expected}")


def _user(value: SSAValue) -> Operation:
    use = value.first_use
    assert use is not None
    return use.operation


def _shared(words: int) -> MemDescType:
    """Mutable shared memory of 64-bit words."""
    encoding = encoding_attr(SwizzledShared(1, 1, 1, (0,), CTALayout.default(1)))
    return MemDescType((words,), i64, encoding, SharedMemorySpaceAttr(), True)


def _lower(site: _Site) -> None:
    """Issue the request with a barrier; its phase alternates from one iteration to the next."""
    rewriter = Rewriter()
    rewriter.start_at(site.request)
    rewriter.before(site.loop)
    response = rewriter.insert(LocalAllocOp(alignment=_RESPONSE_BYTES, result=_shared(2))).result
    barrier = rewriter.insert(LocalAllocOp(result=_shared(1))).result
    rewriter.insert(InitBarrierOp(barrier, count=1))
    zero, one = (insert_constant(rewriter, value, i32) for value in (0, 1))
    always = insert_constant(rewriter, 1, i1)
    loop, phase = _carry_phase(site.loop, zero, one, rewriter)

    rewriter.before(site.request)
    rewriter.insert(
        BarrierExpectOp(barrier, size=_RESPONSE_BYTES, pred=always, fromCTA=IntegerAttr(0, i32)), site.request.location
    )
    rewriter.insert(CLCTryCancelOp(response, barrier), site.request.location)
    rewriter.before(site.loaded)
    rewriter.insert(WaitBarrierOp(barrier, phase, always), site.loaded.location)
    rewriter.set_operand(site.loaded, 0, response)
    rewriter.erase(site.stored)
    rewriter.erase(site.request)

    rewriter.after(loop)
    for op in (InvalBarrierOp(barrier), LocalDeallocOp(barrier), LocalDeallocOp(response)):
        rewriter.insert(op, loop.location)


def _carry_phase(loop: WhileOp, zero: SSAValue, one: SSAValue, rewriter: Rewriter) -> tuple[WhileOp, SSAValue]:
    """The loop with a phase, which each iteration flips, and the phase in its second region."""
    wider = carry_through_condition(loop, [zero], rewriter)
    phase = wider.after.block.args[-1]
    end = wider.yield_operation
    assert end is not None
    rewriter.before(end)
    flipped = rewriter.insert(XOrIOp(phase, one), end.location).result
    end.operands = [*end.operands, flipped]
    return wider, phase
