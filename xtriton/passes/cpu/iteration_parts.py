"""Structured operations on a part of the iterations of one of their loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.traits import MemoryEffectKind

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AddIOp
from xtriton.dialects.upstream.linalg import IndexOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.interfaces.effects import effects_of
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.loops.nest import dimension_of
from xtriton.passes.cpu.parts import Number
from xtriton.rewriting.mixed import as_value, index_constant
from xtriton.rewriting.rewriter import Rewriter


def can_be_cut(op: StructuredOp, loop: int, extent: int) -> bool:
    """Whether :func:`part_of` supports a loop of an operation on memory, of which ``extent`` is the trip count."""
    for operand, map_ in zip(op.operands, op.maps, strict=True):
        along = [dim for dim, expression in enumerate(map_.results) if loop in expression.used_dims()]
        if not along:
            continue
        if len(along) > 1 or not isinstance(map_.results[along[0]], AffineDimExpr) or not is_memref_type(operand.type):
            return False
        if operand.type.get_shape()[along[0]] != extent or memref.strides_and_offset(operand.type) is None:
            return False
    return True


def only_reads_inside(op: StructuredOp) -> bool:
    """Whether the body has no effects but reads: the order of its iterations does not matter."""
    for inner in op.body.ops:
        effects = effects_of(inner)
        if effects is None or any(effect.kind is not MemoryEffectKind.READ for effect in effects):
            return False
    return True


def part_of(
    op: StructuredOp,
    loop: int,
    start: Number,
    size: Number,
    rewriter: Rewriter,
    memory: Mapping[int, SSAValue] | None = None,
) -> StructuredOp:
    """Insert the operation for ``size`` iterations of a loop, from ``start`` on.

    ``memory`` maps the numbers of operands to values that replace them, and that are cut along the loop in their place.
    """
    new = op.clone()
    views: dict[tuple[SSAValue, int], SSAValue] = {}
    for index, (operand, map_) in enumerate(zip(op.operands, op.maps, strict=True)):
        dim = dimension_along(map_, loop)
        if dim is None:
            continue
        source = operand if memory is None else memory.get(index, operand)
        if (source, dim) not in views:
            views[source, dim] = part_of_memory(source, dim, start, size, rewriter)
        new.operands[index] = views[source, dim]
    if start != 0:
        _shift_indices(new, loop, as_value(start, rewriter))
    return rewriter.insert(new)


def _shift_indices(op: StructuredOp, loop: int, start: SSAValue) -> None:
    for inner in [inner for inner in operations_in(op) if isinstance(inner, IndexOp)]:
        if dimension_of(inner) == loop:
            shifted = AddIOp(inner.result, start)
            cast("Block", inner.parent).insert_op_after(shifted, inner)
            inner.result.replace_uses_with_if(shifted.result, lambda use, new=shifted: use.operation is not new)


def dimension_along(map_: AffineMap, loop: int) -> int | None:
    """The dimension of an operand along a loop; ``None`` if it has none."""
    return next((dim for dim, place in enumerate(map_.results) if place == AffineDimExpr(loop)), None)


def part_of_memory(memory: SSAValue, dim: int, start: Number, size: Number, rewriter: Rewriter) -> SSAValue:
    """``size`` elements along one dimension, and all along the others."""
    rank = len(cast("memref.MemRef", memory.type).get_shape())
    sizes = [size if axis == dim else extent_of(memory, axis, rewriter) for axis in range(rank)]
    offsets = [start if axis == dim else 0 for axis in range(rank)]
    return rewriter.insert(memref.SubViewOp.of(memory, offsets, sizes, [1] * rank)).result


def extent_of(memory: SSAValue, dim: int, rewriter: Rewriter) -> Number:
    """The extent of memory along one dimension."""
    extent = cast("memref.MemRef", memory.type).get_shape()[dim]
    if extent != DYNAMIC:
        return extent
    return rewriter.insert(memref.DimOp(memory, index_constant(dim, rewriter))).result


def arguments_behind(value: SSAValue) -> set[SSAValue]:
    """The block arguments that a value is computed from: arguments of the function, and what loops carry."""
    waiting, seen, found = [value], set[SSAValue](), set[SSAValue]()
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        if is_block_argument(current):
            found.add(current)
        else:
            waiting += cast("Operation", current.owner).operands
    return found
