"""Patterns for ``memref``: static shapes from constants, no-op copies and dead allocations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import SSAValue

from xtriton.dialects.upstream.memref import (
    AllocaOp,
    AllocOp,
    CastOp,
    CopyOp,
    DeallocOp,
    StoreOp,
    SubViewOp,
)
from xtriton.dialects.upstream.memref.layouts import MemRef, strided_type, strides_and_offset, subview_type
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult, is_in_bounds, static_of
from xtriton.dialects.upstream.shaped import is_static
from xtriton.dialects.upstream.tensor.compatibility import compatible_shapes
from xtriton.folds.folding import constant_of
from xtriton.folds.memref import dropped_dims, known_number, number_of
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.traits import shape_of
from xtriton.rewriting.canonical.casts import replace_with_cast
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter


def with_constants(values: Sequence[OpFoldResult], *, negative: bool = True) -> list[OpFoldResult]:
    """An OpFoldResult list with constant values folded; negative ones only if ``negative``."""
    found: list[OpFoldResult] = []
    for value in values:
        number = known_number(value)
        found.append(value if number is None or (number < 0 and not negative) else number)
    return found


def may_lose_cast(op: CastOp) -> bool:
    """Whether users of a cast may use its source, whose type is more static (MLIR's ``canFoldIntoConsumerOp``)."""
    source, result = op.source.type, op.dest.type
    if not is_memref_type(source) or not is_memref_type(result) or source.get_num_dims() != result.get_num_dims():
        return False
    known, given = strides_and_offset(source), strides_and_offset(result)
    if known is None or given is None or source.element_type != result.element_type:
        return False
    pairs = [
        *zip(source.get_shape(), result.get_shape(), strict=True),
        (known[1], given[1]),
        *zip(known[0], given[0], strict=True),
    ]
    return all(before != DYNAMIC or after == DYNAMIC for before, after in pairs)


def _part_type(source: MemRef, lists: Sequence[Sequence[OpFoldResult]], dropped: Sequence[bool]) -> MemRef:
    """The type of a rank-reduced subview."""
    full = subview_type(source, *(static_of(numbers) for numbers in lists))
    if not any(dropped):
        return full
    known = strides_and_offset(full)
    assert known is not None
    kept = [index for index, gone in enumerate(dropped) if not gone]
    shape = full.get_shape()
    return strided_type(
        full.element_type, [shape[dim] for dim in kept], [known[0][dim] for dim in kept], known[1], full.memory_space
    )


@pattern(SubViewOp)
def constant_subview(op: SubViewOp, rewriter: Rewriter) -> bool:
    """Constant operands of a subview become static."""
    lists = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    known = [with_constants(values, negative=index == 2) for index, values in enumerate(lists)]
    source = cast("MemRef", op.source.type)
    if known == list(lists) or not is_in_bounds(source.get_shape(), known):
        return False
    type_ = _part_type(source, known, dropped_dims(op))
    replace_with_cast(op, SubViewOp.of(op.source, known[0], known[1], known[2], type_), CastOp, rewriter)
    return True


@pattern(SubViewOp)
def subview_of_cast(op: SubViewOp, rewriter: Rewriter) -> bool:
    """A subview of a cast that only drops static information."""
    if any(constant_of(operand) is not None for operand in op.operands):
        return False
    inner = op.source.owner
    if not isinstance(inner, CastOp) or not may_lose_cast(inner):
        return False
    source = cast("MemRef", inner.source.type)
    lists = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    if not is_in_bounds(source.get_shape(), lists):
        return False
    type_ = _part_type(source, lists, dropped_dims(op))
    replace_with_cast(op, SubViewOp.of(inner.source, *lists, type_), CastOp, rewriter)
    return True


@pattern(SubViewOp)
def subview_of_all(op: SubViewOp, rewriter: Rewriter) -> bool:
    """A subview of the whole memref, up to static information in its type."""
    source = cast("MemRef", op.source.type)
    if source.get_num_dims() != op.type.get_num_dims() or not is_static(source.get_shape()):
        return False
    offsets, sizes, strides = op.mixed_offsets, op.mixed_sizes, op.mixed_strides
    if any(known_number(number) != 0 for number in offsets) or any(known_number(number) != 1 for number in strides):
        return False
    if [known_number(number) for number in sizes] != list(source.get_shape()):
        return False
    if source == op.type:
        rewriter.replace(op, [op.source])
    else:
        rewriter.replace_by(op, CastOp(op.source, op.type))
    return True


@pattern(AllocOp, AllocaOp)
def constant_extents_of_allocation(op: AllocOp | AllocaOp, rewriter: Rewriter) -> bool:
    """Constant extents of an allocation become static."""
    constants = [number_of(constant_of(size)) for size in op.dynamicSizes]
    if not any(number is not None and number >= 0 for number in constants):
        return False
    sizes = iter(zip(op.dynamicSizes, constants, strict=True))
    shape: list[int] = []
    left: list[SSAValue] = []
    for extent in op.type.get_shape():
        size, number = next(sizes) if extent == DYNAMIC else (None, extent)
        if number is not None and number >= 0:
            shape.append(number)
        else:
            assert size is not None
            shape.append(DYNAMIC)
            left.append(size)
    type_ = type(op.type)(op.type.element_type, shape, op.type.layout, op.type.memory_space)
    new = type(op)(left, alignment=op.alignment, memref=type_)
    replace_with_cast(op, new, CastOp, rewriter)
    return True


@pattern(AllocOp, AllocaOp)
def dead_allocation(op: AllocOp | AllocaOp, rewriter: Rewriter) -> bool:
    """Memory that is only written and deallocated."""
    users = {use.operation: use for use in op.memref.uses}
    if any(
        not isinstance(user, DeallocOp) and not (isinstance(user, StoreOp) and user.value is not op.memref)
        for user in users
    ):
        return False
    for user in users:
        rewriter.erase(user)
    rewriter.erase(op)
    return True


@pattern(CopyOp)
def copy_of_cast(op: CopyOp, rewriter: Rewriter) -> bool:
    """Copies from and to casts that only drop static information, unless these hide that the shapes differ."""
    changed = False
    for index, operand in enumerate(op.operands):
        inner, other = operand.owner, op.operands[1 - index]
        if not isinstance(inner, CastOp) or not is_memref_type(inner.source.type):
            continue
        if not compatible_shapes(inner.source.type, other.type):
            continue
        if is_memref_type(operand.type) and may_lose_cast(inner):
            rewriter.set_operand(op, index, inner.source)
            changed = True
    return changed


@pattern(CopyOp)
def copy_to_itself(op: CopyOp, rewriter: Rewriter) -> bool:
    """A copy of a memref to itself, or of no elements."""
    empty = any(0 in (shape_of(operand.type) or ()) for operand in op.operands)
    if op.source is not op.target and not empty:
        return False
    rewriter.erase(op)
    return True


PATTERNS: Sequence[Pattern] = (
    constant_subview,
    subview_of_cast,
    subview_of_all,
    constant_extents_of_allocation,
    dead_allocation,
    copy_of_cast,
    copy_to_itself,
)
