"""A rewriter that inserts the operations of partitions: barriers, buffers, waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import TensorType, i1, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.barrier import ADDRESS_SPACES, BarrierOp, LocalBarrierOp
from xtriton.dialects.ttg.memdesc import MemDescIndexOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.barrier import (
    BarrierExpectOp,
    FenceAsyncSharedOp,
    InitBarrierOp,
    WaitBarrierOp,
)
from xtriton.dialects.ttng.tma import TMAStoreWaitOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotWaitOp
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, XOrIOp
from xtriton.folds.elements import constant
from xtriton.layouts.distributed import Blocked
from xtriton.layouts.encodings import CTALayout, SwizzledShared
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, by_version

_SYNCHRONIZES_THREADS: ByVersion[Callable[[], Operation] | None] = by_version(
    {V3_6: LocalBarrierOp, V3_7: lambda: BarrierOp(addrSpace=ADDRESS_SPACES["local"]), V3_8: None}
)

CONSUMER_WARPS = 4
"""A warp group, which executes a wgmma."""
PRODUCER_WARPS = 1
SCHEDULER_WARPS = 1


@dataclass(frozen=True)
class Stage:
    """The next stage of a ring, and the parity of the barrier phase to wait for."""

    index: SSAValue
    phase: SSAValue


class Builder(Rewriter):
    """Inserts scalars, barriers and views of shared memory."""

    def number(self, value: int, type_: Attribute = i32) -> SSAValue:
        """A constant."""
        return self.insert(ConstantOp(constant(type_, value))).result

    def buffers(self, type_: MemDescType, count: int) -> SSAValue:
        """Shared memory for ``count`` buffers of a type."""
        shape = (count, *type_.get_shape())
        several = MemDescType(shape, type_.element_type, type_.encoding, type_.memory_space, True)
        return self.insert(LocalAllocOp(result=several)).result

    def barriers(self, count: int, arrivals: int) -> SSAValue:
        """``count`` mbarriers, each of whose phases ends with ``arrivals`` arrivals."""
        layout = encoding_attr(SwizzledShared(1, 1, 1, (0,), CTALayout.default(1)))
        several = MemDescType((count, 1), i64, layout, SharedMemorySpaceAttr(), True)
        alloc = self.insert(LocalAllocOp(result=several)).result
        for number in range(count):
            barrier = self.element(alloc, self.number(number))
            self.insert(InitBarrierOp(barrier, count=arrivals))
        return alloc

    def element(self, several: SSAValue, index: SSAValue) -> SSAValue:
        """The buffer, or barrier, at an index."""
        type_ = cast("MemDescType", several.type)
        view_type = MemDescType(type_.get_shape()[1:], type_.element_type, type_.encoding, type_.memory_space, True)
        return self.insert(MemDescIndexOp(several, index, result=view_type)).result

    def store_number(self, number: SSAValue, memory: SSAValue, warps: int) -> None:
        """Store a number to shared memory for one element, in a partition of ``warps`` warps."""
        tensor = self.insert(tt.SplatOp(number, result=_tensor_of_number(warps))).result
        self.insert(LocalStoreOp(tensor, memory))

    def load_number(self, memory: SSAValue, warps: int) -> SSAValue:
        """The number in shared memory for one element, in a partition of ``warps`` warps."""
        tensor = self.insert(LocalLoadOp(memory, result=_tensor_of_number(warps))).result
        return self.insert(tt.UnsplatOp(tensor)).result

    def fence(self) -> None:
        """Order generic-proxy accesses to shared memory before later ones of the async proxy (TMA and wgmma)."""
        self.insert(FenceAsyncSharedOp(bCluster=False))

    def wait(self, barrier: SSAValue, phase: SSAValue, when: SSAValue | None = None) -> None:
        """Wait until a phase of a barrier has completed; only ``when`` that is true."""
        self.insert(WaitBarrierOp(barrier, phase, self.number(1, i1) if when is None else when))

    def expect(self, barrier: SSAValue, size: int, when: SSAValue | None = None) -> None:
        """Arrive at a barrier, and add ``size`` bytes to the transaction count of its phase, if ``when`` is true."""
        self.insert(BarrierExpectOp(barrier, self.number(1, i1) if when is None else when, size=size))

    def arrive(self, *barriers: SSAValue, when: SSAValue | None = None) -> None:
        """Arrive at barriers once all threads of the partition have reached this point; only ``when`` that is true.

        Triton's backend synchronises the threads before a ``ttng.arrive_barrier``, and before 3.8 also before the next
        access to a barrier, which would be before a wait for tiles: the warps of a warp group would wait for each other
        before each of its dots. For an arrival that expects no bytes they need to be synchronised here before 3.8;
        since then the backend does that.
        """
        synchronize = _SYNCHRONIZES_THREADS.now()
        if synchronize is not None:
            self.insert(synchronize())
        for barrier in barriers:
            self.expect(barrier, 0, when)

    def wait_for_stores(self, pending: int) -> None:
        """Wait until at most ``pending`` bulk copies still read shared memory."""
        self.insert(TMAStoreWaitOp.for_reads(pending))

    def wait_for_dots(self, values: Sequence[SSAValue], pending: int) -> Sequence[SSAValue]:
        """``values`` after a wait until at most ``pending`` of the dots issued so far are in flight."""
        return self.insert(WarpGroupDotWaitOp(values, pendings=pending)).results

    def next_stage(self, stage: Stage, count: int) -> Stage:
        """The stage after ``stage`` of a ring with ``count`` stages."""
        one = self.number(1)
        turned = self.insert(XOrIOp(stage.phase, one)).result
        if count == 1:
            return Stage(stage.index, turned)
        after = self.insert(AddIOp(stage.index, one)).result
        over = self.insert(CmpIOp(CmpIPredicate.EQ, after, self.number(count))).result
        phase = self.insert(SelectOp(over, turned, stage.phase)).result
        return Stage(self.insert(SelectOp(over, self.number(0), after)).result, phase)


def _tensor_of_number(warps: int) -> TensorType[Attribute]:
    """A tensor of one number, which each thread of ``warps`` warps has."""
    layout = Blocked((1,), (32,), (warps,), (0,), CTALayout.default(1))
    return TensorType(i32, [1], encoding_attr(layout))
