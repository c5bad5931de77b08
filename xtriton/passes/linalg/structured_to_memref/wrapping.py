"""Blocks of memory that wrap around any number of times, accessed piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from xtriton.dialects import tts
from xtriton.dialects.upstream.arith import (
    AddIOp,
    CeilDivSIOp,
    CmpIOp,
    CmpIPredicate,
    DivSIOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    RemSIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.passes.linalg.structured_to_memref import views
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter

Transfer = Callable[[SSAValue, Sequence[OpFoldResult], Sequence[OpFoldResult]], None]
"""Transfers data between a piece of memory and the part of the block with these offsets and sizes."""


@dataclass(frozen=True)
class _Wrap:
    """A dimension in elements of its stride: it starts at ``first``, and continues at 0 after ``extent`` elements."""

    dim: int
    stride: SSAValue
    extent: SSAValue
    first: SSAValue


def for_each_piece(
    op: tts.MakeTensorPtrOp,
    dim: int,
    memory: SSAValue,
    sizes: Sequence[OpFoldResult],
    transfer: Transfer,
    rewriter: Rewriter,
) -> None:
    """Emit a loop over the pieces of the first ``sizes`` elements of a block that wraps around in one dimension.

    The first piece ends where memory or the block does; each other piece has up to ``extent`` elements.
    """
    wrap = _wrap(op, dim, rewriter)
    wanted = mixed.as_index(sizes[dim], rewriter)
    before_end = rewriter.insert(SubIOp(wrap.extent, wrap.first)).result
    head = rewriter.insert(MinSIOp(before_end, wanted)).result
    rest = rewriter.insert(SubIOp(wanted, head)).result
    more = rewriter.insert(CeilDivSIOp(rest, wrap.extent)).result
    zero, one = (mixed.index_constant(number, rewriter) for number in (0, 1))
    count = rewriter.insert(AddIOp(more, one)).result
    outer = views.total([offset for index, offset in enumerate(op.mixed_offsets) if index != dim], rewriter)
    loop = rewriter.insert(ForOp(zero, count, one))
    with rewriter.elsewhere():
        rewriter.at_end(loop.body)
        number = loop.induction_variable
        is_first = rewriter.insert(CmpIOp(CmpIPredicate.EQ, number, zero)).result
        turns = rewriter.insert(SubIOp(number, one)).result
        passed = rewriter.insert(MulIOp(turns, wrap.extent)).result
        later = rewriter.insert(AddIOp(head, passed)).result
        place = rewriter.insert(SelectOp(is_first, zero, later)).result
        source = rewriter.insert(SelectOp(is_first, wrap.first, zero)).result
        left = rewriter.insert(SubIOp(wanted, place)).result
        longest = rewriter.insert(SelectOp(is_first, head, wrap.extent)).result
        length = rewriter.insert(MinSIOp(left, longest)).result
        _transfer_piece(op, (wrap, outer), memory, (source, place, length), sizes, transfer, rewriter)
        rewriter.insert(YieldOp())


def _wrap(op: tts.MakeTensorPtrOp, dim: int, rewriter: Rewriter) -> _Wrap:
    """The wrapping dimension, from offsets that are counted in elements of memory."""
    zero, one = (mixed.index_constant(number, rewriter) for number in (0, 1))
    given = mixed.as_index(op.mixed_strides[dim], rewriter)
    still = rewriter.insert(CmpIOp(CmpIPredicate.EQ, given, zero)).result
    stride = rewriter.insert(SelectOp(still, one, given)).result
    scaled = mixed.as_index(op.mixed_shape[dim], rewriter)
    # A stride of 0 cannot be divided by; its elements are all the same.
    extent = rewriter.insert(MaxSIOp(rewriter.insert(DivSIOp(scaled, stride)).result, one)).result
    offset = rewriter.insert(DivSIOp(mixed.as_index(op.mixed_offsets[dim], rewriter), stride)).result
    return _Wrap(dim, given, extent, rewriter.insert(RemSIOp(offset, extent)).result)


def _transfer_piece(
    op: tts.MakeTensorPtrOp,
    where: tuple[_Wrap, OpFoldResult],
    memory: SSAValue,
    piece: tuple[SSAValue, SSAValue, SSAValue],
    sizes: Sequence[OpFoldResult],
    transfer: Transfer,
    rewriter: Rewriter,
) -> None:
    """Transfer one piece: ``length`` elements, from ``source`` in memory, at ``place`` of the block."""
    (wrap, outer), (source, place, length) = where, piece
    start = mixed.add(outer, rewriter.insert(MulIOp(source, wrap.stride)).result, rewriter)
    extents: list[OpFoldResult] = [length if dim == wrap.dim else size for dim, size in enumerate(sizes)]
    places: list[OpFoldResult] = [place if dim == wrap.dim else 0 for dim in range(len(sizes))]
    strides = views.memref_strides(op.block_sizes, op.mixed_strides)
    element = views.element_of(op.result.type)
    transfer(views.view(memory, element, start, extents, strides, rewriter), places, extents)
