"""The part of a matmul's result that a program stores.

A tile at the edge of a matrix is computed whole, and a mask cuts what is stored of it. If nothing else reads the
accumulator, the rows and columns beyond that part need not be computed: those of a product depend on no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import (
    AddIOp,
    CmpIOp,
    ConstantOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.memref import AllocOp
from xtriton.passes.cpu.loops.emit import Number

_MOVABLE = (AddIOp, CmpIOp, ConstantOp, IndexCastOp, MaxSIOp, MinSIOp, MulIOp, SelectOp, SubIOp)
"""Operations that compute extents and may run earlier: without effects, and defined for all operands."""


def stored_part(op: linalg.MatmulOp) -> Sequence[Number] | None:
    """The numbers of rows and columns, from the first, that are read of a matmul's result.

    ``None`` if that is not known. What computes them is moved before the matmul.
    """
    out = op.outs[0]
    buffer = out.owner
    if not isinstance(buffer, AllocOp) or any(operand is out for operand in op.ins):
        return None
    part = _only_part(op, buffer)
    if part is None:
        return None
    block = cast("Block", buffer.parent)
    around = _ancestor(op, block)
    if around is None or part.parent is not block or not around.is_before_in_block(part):
        return None
    sizes = part.mixed_sizes
    moved: list[Operation] = []
    if not all(isinstance(size, int) or _move_with_operands(size, around, moved) for size in sizes):
        return None
    for inner in moved:
        inner.detach()
        block.insert_op_before(inner, around)
    return sizes


def _only_part(op: linalg.MatmulOp, buffer: AllocOp) -> memref.SubViewOp | None:
    """The part of the result that is read, if it begins with the first element and nothing else reads the buffer."""
    parts: list[memref.SubViewOp] = []
    for use in buffer.memref.uses:
        user = use.operation
        if isinstance(user, memref.SubViewOp):
            parts.append(user)
        elif user is not op and not (isinstance(user, FillOp) and use.index == len(user.ins)):
            return None
    if len(parts) != 1 or any(offset != 0 for offset in parts[0].mixed_offsets):
        return None
    (part,) = parts
    reads = all(
        (isinstance(use.operation, memref.CopyOp) and use.operation.source is part.result and use.index == 0)
        or (isinstance(use.operation, StructuredOp) and use.index < len(use.operation.ins))
        for use in part.result.uses
    )  # fmt: skip
    return part if reads and all(stride == 1 for stride in part.mixed_strides) else None


def _ancestor(op: Operation, block: Block) -> Operation | None:
    """The operation of ``block`` that is or contains ``op``."""
    around: Operation | None = op
    while around is not None and around.parent is not block:
        around = around.parent_op()
    return around


def _move_with_operands(value: SSAValue, before: Operation, moved: list[Operation]) -> bool:
    """Collect what is to be moved for ``value`` to be known before an operation. Returns whether that is possible."""
    owner = value.owner
    if not isinstance(owner, Operation) or owner in moved:
        return True
    inside = _ancestor(owner, cast("Block", before.parent))
    if inside is None or (inside is not before and inside.is_before_in_block(before)):
        return True
    if inside is not owner or not isinstance(owner, _MOVABLE):
        return False
    if not all(_move_with_operands(operand, before, moved) for operand in owner.operands):
        return False
    moved.append(owner)
    return True
