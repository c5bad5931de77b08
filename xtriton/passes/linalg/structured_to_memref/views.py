"""Memref views of the memory that structured pointers address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects import tts
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AddIOp, DivSIOp, MinSIOp, RemSIOp, SubIOp
from xtriton.dialects.upstream.mixed import OpFoldResult, static_of
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter


def element_of(pointers: Attribute) -> Attribute:
    """The pointee type of tensors of pointers, or of block pointers."""
    if isinstance(pointers, PointerType):
        return cast("TensorType[Attribute]", pointers.pointee_type).element_type
    tensor = cast("TensorType[Attribute]", pointers)
    return cast("PointerType", tensor.element_type).pointee_type


def memref_strides(sizes: Sequence[int], strides: Sequence[OpFoldResult]) -> list[OpFoldResult]:
    """Strides without the zeros of unit dimensions, which memrefs should not have; constants become static."""
    result: list[OpFoldResult] = []
    inner = 1
    for size, stride in zip(reversed(sizes), reversed(strides), strict=True):
        known = mixed.known_number(stride)
        result.append(inner if size == 1 and stride == 0 else stride if known is None else known)
        inner *= size
    return result[::-1]


def total(offsets: Sequence[OpFoldResult], rewriter: Rewriter) -> OpFoldResult:
    """The sum of offsets."""
    result: OpFoldResult = 0
    for offset in offsets:
        result = mixed.add(result, offset, rewriter)
    return result


def view(
    memory: SSAValue,
    element: Attribute,
    offset: OpFoldResult,
    sizes: Sequence[OpFoldResult],
    strides: Sequence[OpFoldResult],
    rewriter: Rewriter,
) -> SSAValue:
    """``memref.reinterpret_cast`` of memory to a strided block."""
    if isinstance(offset, int) and offset < 0:  # negative offsets must be operands
        offset = mixed.index_constant(offset, rewriter)
    type_ = memref.strided_type(element, static_of(sizes), static_of(strides), static_of([offset])[0])
    return rewriter.insert(memref.ReinterpretCastOp.of(memory, [offset], sizes, strides, type_)).result


def view_of(op: tts.MakeTensorPtrOp, memory: SSAValue, rewriter: Rewriter) -> SSAValue:
    """The block of pointers that do not wrap around."""
    strides = memref_strides(op.block_sizes, op.mixed_strides)
    offset = total(op.mixed_offsets, rewriter)
    return view(memory, element_of(op.result.type), offset, op.block_sizes, strides, rewriter)


def subview(source: SSAValue, sizes: Sequence[OpFoldResult], rewriter: Rewriter) -> SSAValue:
    """The first ``sizes`` elements of each dimension."""
    rank = len(sizes)
    return rewriter.insert(memref.SubViewOp.of(source, [0] * rank, sizes, [1] * rank)).result


def side_by_side(op: tts.MakeTensorPtrOp, memory: SSAValue, rewriter: Rewriter) -> list[SSAValue]:
    """Two blocks: the columns before they wrap around, and the columns after.

    The offset of the block, modulo the extent ``N`` of the columns, is taken for its first column, as in triton-shared.
    """
    element = element_of(op.result.type)
    start = mixed.as_index(total(op.mixed_offsets, rewriter), rewriter)
    rows, columns = (mixed.index_constant(size, rewriter) for size in op.block_sizes)
    extent = mixed.as_index(op.mixed_shape[1], rewriter)
    first = rewriter.insert(RemSIOp(start, extent)).result
    row_start = rewriter.insert(SubIOp(start, first)).result
    strides = mixed.as_indices(op.mixed_strides, rewriter)
    end = rewriter.insert(AddIOp(first, columns)).result
    clamped = rewriter.insert(MinSIOp(end, extent)).result
    width = rewriter.insert(SubIOp(clamped, first)).result
    left = view(memory, element, start, [rows, width], strides, rewriter)
    rest = rewriter.insert(SubIOp(columns, width)).result
    return [left, view(memory, element, row_start, [rows, rest], strides, rewriter)]


def stacked(op: tts.MakeTensorPtrOp, memory: SSAValue, rewriter: Rewriter) -> list[SSAValue]:
    """Two blocks: the rows before they wrap around, and the rows after.

    The offset of the block, modulo the stride of rows, is taken for its first column, as in triton-shared.
    """
    element = element_of(op.result.type)
    start = mixed.as_index(total(op.mixed_offsets, rewriter), rewriter)
    rows, columns = (mixed.index_constant(size, rewriter) for size in op.block_sizes)
    strides = mixed.as_indices(op.mixed_strides, rewriter)
    extent = mixed.as_index(op.mixed_shape[0], rewriter)
    column = rewriter.insert(RemSIOp(start, strides[0])).result
    end = rewriter.insert(AddIOp(extent, column)).result
    distance = rewriter.insert(SubIOp(end, start)).result
    left = rewriter.insert(DivSIOp(distance, strides[0])).result
    height = rewriter.insert(MinSIOp(left, rows)).result
    upper = view(memory, element, start, [height, columns], strides, rewriter)
    rest = rewriter.insert(SubIOp(rows, height)).result
    return [upper, view(memory, element, column, [rest, columns], strides, rewriter)]
