"""The aref of an allocation in tensor memory while the accesses are rewritten one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.nvws.aref import (
    ArefBufferOp,
    ArefCreateOp,
    ArefGetEnterOp,
    ArefGetExitOp,
    ArefPutEnterOp,
    ArefPutExitOp,
)
from xtriton.dialects.nvws.attributes import AsyncOp, AsyncOpAttr
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.locations import Location
from xtriton.passes.nvws.buffers import entered_type, memory_type
from xtriton.passes.nvws.insert_tmem_aref.access_graph import Owner
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Membership,
    StageCluster,
    stage_cluster,
    warp_specialize_tag,
)
from xtriton.rewriting.rewriter import Rewriter

_Op = TypeVar("_Op", bound=Operation)


def insert_owned(
    op: _Op, rewriter: Rewriter, location: Location, owner: Owner | None, place: StageCluster | None
) -> _Op:
    """Insert an operation of a partition; it has the tag of the loop if it is outside of warp-specialized loops."""
    rewriter.insert(op, location)
    if owner is not None:
        tag = None if _is_in_tagged_loop(op) else owner.tag
        Membership((owner.partition,), place, tag).apply_to(op)
    return op


def _is_in_tagged_loop(op: Operation) -> bool:
    parent = op.parent_op()
    while parent is not None:
        if isinstance(parent, ForOp) and warp_specialize_tag(parent) is not None:
            return True
        parent = parent.parent_op()
    return False


@dataclass
class MemoryState:
    """Which side of the aref is entered, and where."""

    aref: ArefCreateOp
    memory: SSAValue
    """The allocation that the aref replaces."""
    poison: SSAValue
    """The token in place of those of the accesses."""
    is_put: bool = True
    """Whether the writing side is, or is to be, entered."""
    owner: Owner | None = None
    token: SSAValue | None = None
    buffer: SSAValue | None = None
    kind: AsyncOp = AsyncOp.NONE
    """How the last access was done."""

    def copy(self) -> MemoryState:
        """The state at the start of a region."""
        return replace(self)

    def acquire(self, rewriter: Rewriter, location: Location, owner: Owner | None, place: StageCluster | None) -> None:
        """Enter the aref in a partition."""
        enter_class = ArefPutEnterOp if self.is_put else ArefGetEnterOp
        type_ = entered_type(memory_type(self.aref.buffers[0]))
        enter = insert_owned(enter_class(self.aref.result, buffers=[type_]), rewriter, location, owner, place)
        self.owner, self.token, self.buffer = owner, enter.token, None

    def release(self, rewriter: Rewriter, location: Location, place: StageCluster | None) -> None:
        """Exit the aref in the partition that entered it; the other side is next."""
        assert self.token is not None
        exit_class = ArefPutExitOp if self.is_put else ArefGetExitOp
        op = exit_class(self.aref.result, self.token, async_ops=ArrayAttr([AsyncOpAttr(self.kind)]))
        insert_owned(op, rewriter, location, self.owner, place)
        self.is_put = not self.is_put

    def entered_buffer(self, rewriter: Rewriter, owner: Owner | None, op: Operation) -> SSAValue:
        """The buffer of the entered slot, for an access ``op``."""
        if self.buffer is None:
            assert self.token is not None
            type_ = entered_type(memory_type(self.aref.buffers[0]))
            new = ArefBufferOp(self.aref.result, self.token, buffers=[type_])
            self.buffer = insert_owned(new, rewriter, op.location, owner, stage_cluster(op)).buffers[0]
        return self.buffer
