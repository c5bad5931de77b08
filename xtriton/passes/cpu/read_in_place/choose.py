"""Chooses at run time between a row in memory, if no mask cuts it, and its copy in a buffer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Block, Region, SSAValue, Use

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, XOrIOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.passes.cpu.parts import with_layout_of_source
from xtriton.passes.cpu.read_in_place.rows import (
    Row,
    is_read_in_passing,
    is_row,
    memory_is_unchanged,
    position,
    reads_of_copy,
    row_of,
)
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.rewriter import Rewriter


def choose_row(copy: memref.CopyOp, *, noalias: bool) -> bool:
    """Let operations read a copied row in memory where that is possible. Returns whether it is."""
    row = row_of(copy)
    return row is not None and _is_sometimes_whole(row) and _rewrite(row, noalias=noalias)


def _is_sometimes_whole(row: Row) -> bool:
    """Whether all extents that are known are those of the whole row, but not all are known."""
    known = [size == extent for size, extent in zip(row.sizes, row.shape, strict=True) if isinstance(size, int)]
    return all(known) and len(known) < len(row.sizes)


def _rewrite(row: Row, *, noalias: bool) -> bool:
    """Let operations read the row in memory where that is possible. Returns whether it is."""
    reads = reads_of_copy(row)
    if not reads or not memory_is_unchanged(row, reads, noalias=noalias):
        return False
    if not is_row(row.memory) and not is_read_in_passing(row, reads):
        return False
    type_ = _common_type(row)
    following = row.copy.next_op
    assert following is not None
    rewriter = Rewriter()
    padded = _padded_buffer(row, reads, rewriter)
    rewriter.start_at(following)
    cut = _is_cut(row, rewriter)
    row.copy.detach()
    rewriter.insert(IfOp(cut, Region(Block([row.copy, YieldOp([])]))))
    copied = rewriter.insert(memref.CastOp(padded, type_)).results[0]
    memory = row.memory if row.memory.type == type_ else rewriter.insert(memref.CastOp(row.memory, type_)).results[0]
    chosen = rewriter.insert(SelectOp(cut, copied, memory)).result
    for use in reads:
        use.operation.operands[use.index] = chosen
        if isinstance(use.operation, memref.SubViewOp):
            with_layout_of_source(use.operation)
    return True


def _padded_buffer(row: Row, reads: Sequence[Use], rewriter: Rewriter) -> SSAValue:
    """The buffer that a row is copied to if it is cut: its own, or another if operations overwrite that one.

    LLVM would not vectorise an operation on memory that may, or may not, be what it writes.
    """
    others = [use for use in row.buffer.memref.uses if use not in reads]
    order = {op: number for number, op in enumerate(cast("Block", row.copy.parent).ops)}
    before = [use for use in others if (position(use.operation, order) or 0) < order[row.copy]]
    if len(before) == len(others):
        return row.buffer.memref
    rewriter.start_at(row.buffer)
    other = rewriter.insert(memref.AllocOp([], memref=row.buffer.memref.type)).memref
    for use in before:
        use.operation.operands[use.index] = other
    return other


def _is_cut(row: Row, rewriter: Rewriter) -> SSAValue:
    """Whether less than the whole row is copied."""
    shape = cast("memref.MemRef", row.memory.type).get_shape()
    whole: SSAValue | None = None
    for size, extent in zip(row.sizes, shape, strict=True):
        if isinstance(size, int):
            continue
        number = index_constant(extent, rewriter)
        same = rewriter.insert(CmpIOp(CmpIPredicate.EQ, size, number)).result
        whole = same if whole is None else rewriter.insert(AndIOp(whole, same)).result
    assert whole is not None
    true = rewriter.insert(ConstantOp(IntegerAttr(1, i1))).result
    return rewriter.insert(XOrIOp(whole, true)).result


def _common_type(row: Row) -> memref.MemRef:
    """The type of the row in memory, and of a block for which it may be the buffer's as well."""
    type_ = cast("memref.MemRef", row.memory.type)
    if is_row(row.memory):
        return type_
    known = memref.strides_and_offset(type_)
    assert known is not None
    strides = [stride if axis >= row.axis else DYNAMIC for axis, stride in enumerate(known[0])]
    return memref.strided_type(type_.element_type, type_.get_shape(), strides, DYNAMIC, type_.memory_space)
