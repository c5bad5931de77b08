"""The memory behind views: subviews, casts, reshapes, and choices of memrefs."""

from __future__ import annotations

from xdsl.ir import SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import SelectOp

VIEWS = (
    *(memref.CastOp, memref.SubViewOp, memref.ReinterpretCastOp, memref.CollapseShapeOp, memref.ExpandShapeOp),
    *(memref.MemorySpaceCastOp, memref.AssumeAlignmentOp),
)


def root_of(buffer: SSAValue) -> SSAValue:
    """The value that allocated the memory that a memref is a view of."""
    while isinstance(owner := buffer.owner, VIEWS):
        buffer = owner.operands[0]
    return buffer


def roots_of(buffer: SSAValue) -> frozenset[SSAValue]:
    """The values that may have allocated the memory: several for a choice between a buffer and what replaces it."""
    root = root_of(buffer)
    if isinstance(root.owner, SelectOp):
        return roots_of(root.owner.true_value) | roots_of(root.owner.false_value)
    return frozenset([root])
