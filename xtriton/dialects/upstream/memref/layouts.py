"""Memref layouts: strides and offsets, and the layouts of views.

All numbers are in elements. :data:`DYNAMIC` stands for a dynamic stride or offset; results computed from it are
dynamic, too, except products with zero (MLIR's ``SaturatedInteger``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    IntAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
)
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineConstantExpr, AffineDimExpr, AffineExpr

from xtriton.dialects.upstream.mixed import DYNAMIC

MemRef = MemRefType[Attribute]


def plus(left: int, right: int) -> int:
    """The sum of two numbers that may be dynamic."""
    return DYNAMIC if DYNAMIC in (left, right) else left + right


def times(left: int, right: int) -> int:
    """The product of two numbers that may be dynamic."""
    if left == 0 or right == 0:
        return 0
    return DYNAMIC if DYNAMIC in (left, right) else left * right


def row_major_strides(shape: Sequence[int]) -> list[int]:
    """The strides of a memref without a layout."""
    strides = [1]
    for extent in reversed(shape[1:]):
        strides.append(times(strides[-1], extent))
    return strides[::-1] if shape else []


def has_identity_layout(type_: MemRef) -> bool:
    """Whether a type has the identity layout: row-major order with offset 0."""
    return isinstance(type_.layout, NoneAttr)


def strides_and_offset(type_: MemRef) -> tuple[list[int], int] | None:
    """The strides and the offset of a memref; ``None`` if its layout is not strided."""
    layout = type_.layout
    if isinstance(layout, NoneAttr):
        return row_major_strides(type_.get_shape()), 0
    if isinstance(layout, StridedLayoutAttr):
        return [_number(stride) for stride in layout.strides.data], _number(layout.offset)
    if isinstance(layout, AffineMapAttr) and len(layout.data.results) == 1:
        return _linear(layout.data.results[0], layout.data.num_dims)
    return None


def _number(attr: IntAttr | NoneAttr) -> int:
    return attr.data if isinstance(attr, IntAttr) else DYNAMIC


def _linear(expression: AffineExpr, rank: int) -> tuple[list[int], int] | None:
    """The coefficients of the dimensions in a linear expression, and the constant term; symbols count as dynamic."""
    strides, offset = [0] * rank, 0
    pending = [expression]
    while pending:
        term = pending.pop()
        if isinstance(term, AffineBinaryOpExpr) and term.kind is AffineBinaryOpKind.Add:
            pending += [term.lhs, term.rhs]
            continue
        factor = 1
        while isinstance(term, AffineBinaryOpExpr) and term.kind is AffineBinaryOpKind.Mul:
            factor = times(factor, term.rhs.value if isinstance(term.rhs, AffineConstantExpr) else DYNAMIC)
            term = term.lhs
        if isinstance(term, AffineDimExpr):
            strides[term.position] = plus(strides[term.position], factor)
        elif isinstance(term, AffineBinaryOpExpr):
            return None
        else:
            offset = plus(offset, times(factor, term.value if isinstance(term, AffineConstantExpr) else DYNAMIC))
    return strides, offset


def strided_type(
    element: Attribute, shape: Sequence[int], strides: Sequence[int], offset: int, space: Attribute | None = None
) -> MemRef:
    """A memref type with an explicit layout."""
    layout = StridedLayoutAttr([_optional(stride) for stride in strides], _optional(offset))
    return MemRefType(element, shape, layout, NoneAttr() if space is None else space)


def _optional(number: int) -> int | None:
    return None if number == DYNAMIC else number


def row_major_type(element: Attribute, shape: Sequence[int], space: Attribute | None = None) -> MemRef:
    """A memref type without a layout."""
    return MemRefType(element, shape, memory_space=NoneAttr() if space is None else space)


def with_shape_and_layout(type_: MemRef, shape: Sequence[int], layout: Attribute) -> MemRef:
    """``type_`` with another shape and layout."""
    return MemRefType(type_.element_type, shape, cast("Any", layout), type_.memory_space)


def subview_type(source: MemRef, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]) -> MemRef:
    """The type of a subview of ``source`` with the same rank (MLIR's ``SubViewOp::inferResultType``)."""
    known = strides_and_offset(source)
    assert known is not None
    outer, offset = known
    for number, stride in zip(offsets, outer, strict=True):
        offset = plus(offset, times(number, stride))
    inner = [times(number, stride) for number, stride in zip(strides, outer, strict=True)]
    return strided_type(source.element_type, sizes, inner, offset, source.memory_space)


def drops_unit_dims(full: MemRef, reduced: MemRef, *, layouts: bool) -> bool:
    """Whether ``reduced`` is ``full`` without some unit dimensions; with ``layouts`` strides are compared, too."""
    whole, part = strides_and_offset(full), strides_and_offset(reduced)
    if whole is None or part is None:
        return False
    left = list(zip(full.get_shape(), whole[0], strict=True))
    right = list(zip(reduced.get_shape(), part[0], strict=True))
    reachable = {0}
    for extent, stride in left:
        reachable = {target for taken in reachable for target in _steps(extent, stride, taken, right, layouts)}
    return len(right) in reachable


def _steps(extent: int, stride: int, taken: int, right: Sequence[tuple[int, int]], layouts: bool) -> list[int]:
    steps = [taken] if extent == 1 else []
    if taken < len(right) and right[taken][0] == extent and (not layouts or right[taken][1] == stride):
        steps.append(taken + 1)
    return steps


def collapsed_type(source: MemRef, shape: Sequence[int], groups: Sequence[Sequence[int]]) -> MemRef | None:
    """The type of ``source`` with groups of dimensions collapsed to ``shape``; ``None`` if its layout forbids it."""
    if has_identity_layout(source):
        return with_shape_and_layout(source, shape, NoneAttr())
    known = strides_and_offset(source)
    if known is None:
        return None
    strides, offset = known
    extents = source.get_shape()
    inner = [_collapsed_stride(group, extents, strides) for group in groups]
    for group, stride in zip(groups, inner, strict=True):
        for before, index in reversed(list(pairwise(group))):
            stride = times(stride, extents[index])
            if extents[before] != 1 and DYNAMIC not in (stride, strides[before]) and stride != strides[before]:
                return None
    return strided_type(source.element_type, shape, inner, offset, source.memory_space)


def _collapsed_stride(group: Sequence[int], extents: Sequence[int], strides: Sequence[int]) -> int:
    """The stride of a group: that of its last dimension, ignoring unit dimensions."""
    left = list(group)
    while len(left) > 1 and extents[left[-1]] == 1:
        left.pop()
    last = left[-1]
    return strides[last] if extents[last] != DYNAMIC or len(left) == 1 else DYNAMIC


def expanded_type(source: MemRef, shape: Sequence[int], groups: Sequence[Sequence[int]]) -> MemRef | None:
    """The type of ``source`` with each dimension expanded to a group, all of ``shape``; ``None`` without strides."""
    if has_identity_layout(source):
        return with_shape_and_layout(source, shape, NoneAttr())
    known = strides_and_offset(source)
    if known is None:
        return None
    strides = [0] * len(shape)
    for group, stride in zip(groups, known[0], strict=True):
        for index in reversed(group):
            strides[index] = stride
            stride = times(stride, shape[index])
    return strided_type(source.element_type, shape, strides, known[1], source.memory_space)
