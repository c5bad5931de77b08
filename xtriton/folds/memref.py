"""Folds of ``memref``: static shapes, and views of views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.memref import (
    AllocaOp,
    AllocOp,
    AtomicRMWOp,
    CastOp,
    CollapseShapeOp,
    DeallocOp,
    DimOp,
    ExpandShapeOp,
    ExtractAlignedPointerOp,
    LoadOp,
    MemorySpaceCastOp,
    ReinterpretCastOp,
    StoreOp,
    SubViewOp,
)
from xtriton.dialects.upstream.memref.layouts import MemRef, strides_and_offset
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult
from xtriton.dialects.upstream.shaped import has_static_shape, is_static
from xtriton.folds.elements import integer_of, to_signed
from xtriton.folds.folding import IN_PLACE, Constants, Fold, FoldResult, constant_of
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.traits import shape_of


def number_of(value: Attribute | None) -> int | None:
    """The signed value of a constant of type ``index``."""
    number = integer_of(value)
    return None if number is None else to_signed(number, 64)


def index_attr(number: int) -> Attribute:
    """A constant of type ``index``."""
    return IntegerAttr(number, IndexType())


def known_number(value: OpFoldResult) -> int | None:
    """The constant value of an OpFoldResult, if it has one."""
    return value if isinstance(value, int) else number_of(constant_of(value))


def without_casts(op: Operation) -> bool:
    """Bypass casts of ranked memrefs in the operands of ``op``; returns whether that changed anything."""
    changed = False
    for index, operand in enumerate(op.operands):
        owner = operand.owner
        if isinstance(owner, CastOp) and is_memref_type(owner.source.type):
            op.operands[index] = owner.source
            changed = True
    return changed


def fold_casts_of_operands(op: Operation, constants: Constants) -> FoldResult:
    """An operation whose operand is a cast that only drops static information."""
    return IN_PLACE if without_casts(op) else None


def fold_cast(op: CastOp, constants: Constants) -> FoldResult:
    """A cast to the same type, and a cast of a cast."""
    if op.source.type == op.dest.type:
        return op.source
    return IN_PLACE if without_casts(op) else None


def fold_memory_space_cast(op: MemorySpaceCastOp, constants: Constants) -> FoldResult:
    """A cast to the same memory space, and a cast of a cast."""
    if op.source.type == op.dest.type:
        return op.source
    inner = op.source.owner
    if not isinstance(inner, MemorySpaceCastOp):
        return None
    op.operands[0] = inner.source
    return IN_PLACE


def fold_dim(op: DimOp, constants: Constants) -> FoldResult:
    """An extent from the type, or from the operation that defines the memref."""
    index = number_of(constants[1])
    shape = shape_of(op.source.type)
    if index is None or shape is None or not 0 <= index < len(shape):
        return None
    if shape[index] != DYNAMIC:
        return index_attr(shape[index])
    size = _size_where_made(op.source, index)
    if size is not None:
        return size if isinstance(size, SSAValue) else index_attr(size)
    return IN_PLACE if without_casts(op) else None


def _size_where_made(memref: SSAValue, index: int) -> OpFoldResult | None:
    """The dynamic extent of a dimension, from the operation that defines the memref."""
    owner = memref.owner
    shape = cast("Sequence[int]", shape_of(memref.type))
    if isinstance(owner, AllocOp | AllocaOp):
        return owner.dynamicSizes[list(shape[:index]).count(DYNAMIC)]
    if isinstance(owner, ReinterpretCastOp):
        return owner.mixed_sizes[index]
    if isinstance(owner, SubViewOp):
        kept = [size for size, gone in zip(owner.mixed_sizes, dropped_dims(owner), strict=True) if not gone]
        return kept[index]
    return None


def dropped_dims(op: SubViewOp) -> list[bool]:
    """Which dimensions a rank-reduced subview drops."""
    left = list(zip(op.type.get_shape(), (strides_and_offset(op.type) or ([], 0))[0], strict=True))
    full = op.full_type
    known = strides_and_offset(full)
    assert known is not None
    dropped: list[bool] = []
    for entry in zip(full.get_shape(), known[0], strict=True):
        keeps = bool(left) and left[0] == entry
        if keeps:
            left.pop(0)
        dropped.append(not keeps)
    return dropped


def fold_subview(op: SubViewOp, constants: Constants) -> FoldResult:
    """A subview of the whole memref."""
    result = op.type
    known = strides_and_offset(result)
    static = known is not None and is_static(known[0]) and known[1] != DYNAMIC
    return op.source if result == op.source.type and has_static_shape(result) and static else None


def fold_reinterpret_cast(op: ReinterpretCastOp, constants: Constants) -> FoldResult:
    """A view of a view of the same memory, and an identity."""
    inner = op.source.owner
    source: SSAValue | None = None
    if isinstance(inner, ReinterpretCastOp | CastOp) or (
        isinstance(inner, SubViewOp) and all(known_number(offset) == 0 for offset in inner.mixed_offsets)
    ):
        source = inner.source
    if source is not None:
        op.operands[0] = source
        return IN_PLACE
    same = op.source.type == op.result.type and has_static_shape(op.result.type)
    return op.source if same and dense_numbers(op.static_offsets) == [0] else None


def fold_reshape(op: CollapseShapeOp | ExpandShapeOp, constants: Constants) -> FoldResult:
    """A reshape to the same type, and one that inverts another."""
    result = cast("MemRef", op.result.type)
    if result == op.src.type and has_static_shape(result):
        return op.src
    inner = op.src.owner
    opposite = ExpandShapeOp if isinstance(op, CollapseShapeOp) else CollapseShapeOp
    if isinstance(inner, opposite) and inner.src.type == result and inner.reassociation == op.reassociation:
        return inner.src
    return None


FOLDS: Mapping[type[Operation], Fold] = {
    AtomicRMWOp: fold_casts_of_operands,
    CastOp: fold_cast,
    CollapseShapeOp: fold_reshape,
    DeallocOp: fold_casts_of_operands,
    DimOp: fold_dim,
    ExpandShapeOp: fold_reshape,
    ExtractAlignedPointerOp: fold_casts_of_operands,
    LoadOp: fold_casts_of_operands,
    MemorySpaceCastOp: fold_memory_space_cast,
    ReinterpretCastOp: fold_reinterpret_cast,
    StoreOp: fold_casts_of_operands,
    SubViewOp: fold_subview,
}
