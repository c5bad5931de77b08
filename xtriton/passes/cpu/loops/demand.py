"""The part of a matmul's result that a program stores.

A tile at the edge of a matrix is computed whole, and a mask cuts what is stored of it. If nothing else reads the
accumulator, the rows and columns beyond that part need not be computed: those of a product depend on no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Block

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.memref import AllocOp
from xtriton.passes.cpu.loops.emit import Number
from xtriton.passes.cpu.moves import ancestor_in, move_before


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
    around = ancestor_in(op, block)
    if around is None or part.parent is not block or not around.is_before_in_block(part):
        return None
    sizes = part.mixed_sizes
    return sizes if move_before([size for size in sizes if not isinstance(size, int)], around) else None


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
