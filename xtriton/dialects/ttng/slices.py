"""Verification of slices of tensor memory, by version of Triton."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.ir.diagnostics import Violation
from xtriton.layouts.encodings import TensorMemory
from xtriton.layouts.tensor_memory import COL, ROW
from xtriton.layouts.tile import BLOCK, standard_dims
from xtriton.versions import V3_6, V3_8, V3_9, by_version

_WORD_BITS = 32
"""The width of a column of tensor memory."""


def _verify_blocks(source: MemDescType, result: MemDescType) -> tuple[TensorMemory, TensorMemory]:
    """Both are tensor memory with blocks of the same rows and columns."""
    before, after = source.layout(), result.layout()
    if not isinstance(before, TensorMemory):
        raise Violation("The source must be a tensor memory buffer.")
    if not isinstance(after, TensorMemory):
        raise Violation("The destination must be a tensor memory buffer.")
    kept = [(it.block_m, it.cta_split_m, it.cta_split_n, it.col_stride) for it in (before, after)]
    if kept[0] != kept[1]:
        raise Violation("The destination must have the same block size and CTASplit size as the source.")
    return before, after


def _verify_same(source: MemDescType, result: MemDescType) -> None:
    if source.element_type != result.element_type:
        raise Violation("The source and result must have the same element type.")
    if source.encoding != result.encoding:
        raise Violation("The source and result must have the same encoding.")
    if source.get_alloc_shape() != result.get_alloc_shape():
        raise Violation("The source and result must have the same alloc shape.")


def _verify_narrower_block(source: MemDescType, result: MemDescType, start: int, dim: int) -> None:
    _verify_blocks(source, result)


def _verify_columns(source: MemDescType, result: MemDescType, start: int, dim: int) -> None:
    """Columns of a matrix, from a multiple of their number on."""
    _verify_blocks(source, result)
    _verify_same(source, result)
    if source.rank != 2 or result.rank != 2:
        raise Violation("The result must be a 2D tensor memory buffer.")
    if result.get_shape()[0] != source.get_shape()[0]:
        raise Violation("The result must have the same number of rows as the source.")
    if start & (result.get_shape()[1] - 1):
        raise Violation("The split offset may not touch the tile", prefixed=False)
    if start >= source.get_shape()[1]:
        raise Violation("The split offset may not exceed the source shape", prefixed=False)


def _verify_along_dim(source: MemDescType, result: MemDescType, start: int, dim: int) -> None:
    """A slice along any dimension, whose addresses are those of the source from an offset on."""
    if not source.in_tensor_memory:
        raise Violation("The source must be a tensor memory buffer.")
    if not result.in_tensor_memory:
        raise Violation("The destination must be a tensor memory buffer.")
    _verify_same(source, result)
    if source.rank != result.rank or source.rank not in (2, 3):
        raise Violation("The source and result must both be 2D or 3D tensor memory buffers.")
    if not 0 <= dim < source.rank:
        raise Violation("The slice dimension must be within the descriptor rank.")
    before, after = source.get_shape(), result.get_shape()
    if any(a != b for axis, (a, b) in enumerate(zip(before, after, strict=True)) if axis != dim):
        raise Violation("The result must have the same size as the source in the dimensions that are not being sliced.")
    if start < 0 or start + after[dim] > before[dim]:
        raise Violation("The split offset may not exceed the source shape", prefixed=False)
    if source.rank == 2 or dim > 0:
        _verify_addresses(source, after[-2:], start, dim - (source.rank - 2))


def _verify_addresses(source: MemDescType, shape: Sequence[int], start: int, dim: int) -> None:
    """The slice of a matrix begins at a whole word, is within one CTA, and is contiguous or aligned to its size."""
    layout = source.layout()
    if not isinstance(layout, TensorMemory):
        return
    linear = layout.linear_layout(source.get_shape()[-2:])
    name = standard_dims(2)[dim]
    position = list(linear.out_dims).index(name)
    if start & (shape[dim] - 1):
        first = (start & -start).bit_length() - 1
        last = (start ^ (start + shape[dim] - 1)).bit_length() - 1
        wanted = [1 << bit for bit in range(first, last + 1)]
        if not any(_has_run(linear.bases[inner], position, wanted) for inner in (ROW, COL)):
            raise Violation("The split offset may not touch the tile", prefixed=False)
    if any(basis[position] >= shape[dim] for basis in linear.bases.get(BLOCK, ())):
        raise Violation("The result may not be sliced across CTAs.")
    place = linear.pseudoinvert().apply({other: start if other == name else 0 for other in linear.out_dims})
    if place[COL] * bit_width(source.element_type) % _WORD_BITS:
        raise Violation("The split offset must be 32-bit aligned in tensor memory.")


def _has_run(bases: Sequence[Sequence[int]], position: int, wanted: Sequence[int]) -> bool:
    """Whether consecutive bases move along one dimension alone, by these distances."""
    along = [basis[position] if sum(map(bool, basis)) == 1 else 0 for basis in bases]
    return any(along[at : at + len(wanted)] == list(wanted) for at in range(len(along) - len(wanted) + 1))


VERIFY_SLICE = by_version({V3_6: _verify_narrower_block, V3_8: _verify_columns, V3_9: _verify_along_dim})
"""Checks the source's and the result's type, the start and the dimension of ``ttng.tmem_subslice``."""
