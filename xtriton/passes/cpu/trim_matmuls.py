"""``cpu-trim-matmuls``: matmuls compute only what is stored of their results, of the elements that no mask has cut.

A tile at the edge of a matrix is loaded and computed whole, and masks cut what is loaded and what is stored of it. If
nothing else reads the accumulators, the rows and columns beyond the stored part need not be computed: those of a
product depend on no others. Of the reduction dimension, what the masks of both operands replace by zero adds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.memref import AllocOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.cpu.moves import move_before
from xtriton.passes.cpu.parts import Number, Part, is_beginning
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class CpuTrimMatmuls(Pass):
    """Compute only the part of a matmul's result that is stored, without what masks have replaced by zero.

    before: ``linalg.matmul ins(%a, %b) outs(%c)``, ``memref.copy %part_of_c, %memory``
    after:  ``linalg.matmul ins(%part_of_a, %part_of_b) outs(%part_of_c)``, ``memref.copy %part_of_c, %memory``

    For accumulators that are read by that copy only, and for operands that one mask has cut.
    """

    name: ClassVar[str] = "cpu-trim-matmuls"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, linalg.MatmulOp) and list(op.maps) == op.default_maps():
                _trim(op)


def _trim(op: linalg.MatmulOp) -> None:
    operands = [*op.ins, op.outs[0]]
    parts = [part for part in map(Part.of, operands) if part is not None and part.is_whole]
    if len(parts) != len(operands):
        return
    (rows, depth), columns = parts[0].shape, parts[1].shape[-1]
    stored = _stored_part(op) or (rows, columns)
    depth = _common_depth(op) or depth
    buffer = op.outs[0].owner
    around = ancestor_in_block(op, cast("Block", buffer.parent)) if isinstance(buffer, AllocOp) else op
    assert around is not None
    rewriter = Rewriter()
    # Before the loop around the matmul: it accesses the accumulators under one name.
    sizes = ((op, [stored[0], depth]), (op, [depth, stored[1]]), (around, stored))
    for index, (part, (place, needed)) in enumerate(zip(parts, sizes, strict=True)):
        if list(needed) != list(part.shape):
            rewriter.start_at(place)
            op.operands[index] = rewriter.insert(memref.SubViewOp.of(part.block, [0, 0], needed, [1, 1])).result


# The stored part of the result


def _stored_part(op: linalg.MatmulOp) -> Sequence[Number] | None:
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
    around = ancestor_in_block(op, block)
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
    if len(parts) != 1 or not is_beginning(parts[0]):
        return None
    (part,) = parts
    reads = all(
        (isinstance(use.operation, memref.CopyOp) and use.operation.source is part.result and use.index == 0)
        or (isinstance(use.operation, StructuredOp) and use.index < len(use.operation.ins))
        for use in part.result.uses
    )
    return part if reads else None


# The part of the operands that is not zero


def _common_depth(op: linalg.MatmulOp) -> SSAValue | None:
    """The number of steps of the reduction after which both operands are zero, or undefined."""
    left, right = _filled_extent(op, 0, -1), _filled_extent(op, 1, 0)
    return left if left is right and left is not None and _is_known_before(left, op) else None


def _is_known_before(value: SSAValue, op: Operation) -> bool:
    owner = value.owner
    if isinstance(owner, Block):
        return owner.is_ancestor(op)
    around = ancestor_in_block(op, cast("Block", owner.parent))
    return around is not None and owner.is_before_in_block(around)


def _filled_extent(op: linalg.MatmulOp, index: int, axis: int) -> SSAValue | None:
    """The extent along an axis of what is copied to an operand's buffer, which holds nothing else but zeros."""
    buffer = op.ins[index].owner
    if not isinstance(buffer, AllocOp) or buffer.parent is not op.parent:
        return None
    extents: list[Number] = []
    for use in buffer.memref.uses:
        user = use.operation
        if isinstance(user, memref.SubViewOp) and _is_only_copied_to(user) and user.mixed_offsets[axis] == 0:
            extents.append(user.mixed_sizes[axis])
        elif not (isinstance(user, linalg.MatmulOp) and use.index < len(user.ins)) and not _is_zero(user):
            return None
    first = extents[0] if extents else 0
    return None if isinstance(first, int) or any(extent is not first for extent in extents) else first


def _is_only_copied_to(view: memref.SubViewOp) -> bool:
    uses = list(view.result.uses)
    strides = all(stride == 1 for stride in view.mixed_strides)
    return strides and all(isinstance(use.operation, memref.CopyOp) and use.index == 1 for use in uses)


def _is_zero(op: Operation) -> bool:
    """Whether an operation fills a buffer with zeros."""
    if not isinstance(op, FillOp) or not isinstance(op.ins[0].owner, ConstantOp):
        return False
    value = op.ins[0].owner.value
    return isinstance(value, IntegerAttr | FloatAttr) and value.value.data == 0
