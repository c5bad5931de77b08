"""The aref of an allocation in tensor memory while the accesses are rewritten one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.loop_attributes import StageCluster, stage_cluster
from xtriton.dialects.nvws.aref import (
    ArefBufferOp,
    ArefCreateOp,
    ArefGetEnterOp,
    ArefGetExitOp,
    ArefPutEnterOp,
    ArefPutExitOp,
)
from xtriton.dialects.nvws.attributes import AsyncOp, AsyncOpAttr
from xtriton.ir.diagnostics import error
from xtriton.ir.locations import Location
from xtriton.ir.walk import ancestors
from xtriton.passes.nvws.buffers import entered_type, memory_type
from xtriton.passes.nvws.insert_tmem_aref.access_graph import Owner
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Membership,
    warp_specialize_tag,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import LOOPS
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, active_version, since

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
    return any(isinstance(loop, LOOPS.now()) and warp_specialize_tag(loop) is not None for loop in ancestors(op))


_ACCESSES_OF_OWNERS = since(V3_7)
"""Accesses count for their partition only; before, the last one counts for all."""


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
    kinds: dict[Owner | None, AsyncOp] = field(default_factory=dict["Owner | None", AsyncOp])
    """How the last access of each owner was done."""
    places: dict[Owner, StageCluster | None] = field(default_factory=dict["Owner", "StageCluster | None"])
    """The stage and cluster of the last access of each partition."""

    def copy(self) -> MemoryState:
        """The state at the start of a region."""
        return replace(self, kinds=dict(self.kinds), places=dict(self.places))

    def leave(self, inside: MemoryState) -> None:
        """Go on after a region, at whose end the state is ``inside``."""
        self.kinds, self.owner = inside.kinds, inside.owner

    def access(self, owner: Owner | None, kind: AsyncOp, place: StageCluster | None) -> None:
        """Remember an access."""
        self.kinds[owner if active_version() in _ACCESSES_OF_OWNERS else None] = kind
        if owner is not None:
            self.places[owner] = place

    def acquire(self, rewriter: Rewriter, location: Location, owner: Owner | None, place: StageCluster | None) -> None:
        """Enter the aref in a partition."""
        enter_class = ArefPutEnterOp if self.is_put else ArefGetEnterOp
        type_ = entered_type(memory_type(self.aref.buffers[0]))
        enter = insert_owned(enter_class(self.aref.result, buffers=[type_]), rewriter, location, owner, place)
        self.owner, self.token, self.buffer = owner, enter.token, None
        if owner is not None:
            self.places[owner] = place

    def release(self, rewriter: Rewriter, location: Location, place: StageCluster | None) -> None:
        """Exit the aref in the partition that entered it; the other side is next.

        Since Triton 3.7 the stage and cluster are those of the partition's last access, not ``place``. Raises
        ``DiagnosticError`` if the partition has not accessed the memory.
        """
        assert self.token is not None
        by_owner = active_version() in _ACCESSES_OF_OWNERS
        if by_owner:
            place = self.places.get(self.owner) if self.owner is not None else None
        kind = self.kinds.get(self.owner if by_owner else None)
        if kind is None:
            raise error(self.aref.location, "tensor memory changes its partition before it is accessed")
        exit_class = ArefPutExitOp if self.is_put else ArefGetExitOp
        op = exit_class(self.aref.result, self.token, async_ops=ArrayAttr([AsyncOpAttr(kind)]))
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
