"""``cpu-read-in-place``: blocks that a mask does not cut are read from the program's memory instead of a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i1
from xdsl.ir import Block, Operation, Region, SSAValue, Use

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, XOrIOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.walk import ancestors, operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.blocks_in_place import read_block_in_place
from xtriton.passes.cpu.bufferize.aliasing import reads_output
from xtriton.passes.cpu.bufferize.buffers import root_of
from xtriton.passes.cpu.bufferize.structured import elementwise_inputs
from xtriton.passes.cpu.fuse.loads import leaves_memory_alone
from xtriton.passes.cpu.parts import is_beginning, with_layout_of_source
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.rewriter import Rewriter

_LONG_ROW = 64
_FEW_ROWS = 8


@dataclass(frozen=True)
class CpuReadInPlace(Pass):
    """Read rows that no mask cuts from memory in place, and copy only the others.

    before: ``memref.copy %part, %buffer_part``, ``linalg.generic ins(%buffer)``
    after:  ``scf.if %cut { memref.copy }``, ``%row = arith.select %cut, %buffer, %memory``, ``... ins(%row)``

    For contiguous rows, for blocks of long rows that few operations read, and for blocks of narrow numbers that matmuls
    pack, whose memory is not written while they are read.
    """

    name: ClassVar[str] = "cpu-read-in-place"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, memref.CopyOp):
                row = _row_of(op)
                if row is None or not _rewrite(row, noalias=self.noalias):
                    read_block_in_place(op, noalias=self.noalias)


@dataclass(frozen=True)
class _Row:
    """A copy of the beginning of a row, or of several, into a buffer of the size of the whole."""

    copy: memref.CopyOp
    buffer: memref.AllocOp
    memory: SSAValue
    """The whole row in the program's memory."""
    sizes: Sequence[int | SSAValue]
    """The extents of the copied part."""


def _row_of(op: memref.CopyOp) -> _Row | None:
    target, source = op.target.owner, op.source.owner
    if not isinstance(target, memref.SubViewOp) or not isinstance(source, memref.SubViewOp):
        return None
    buffer, memory = target.source.owner, source.source
    if not isinstance(buffer, memref.AllocOp) or buffer.parent is not op.parent or not is_memref_type(memory.type):
        return None
    shape = memory.type.get_shape()
    if DYNAMIC in shape or shape != buffer.memref.type.get_shape() or not _has_contiguous_rows(memory):  # pyright: ignore
        return None
    if not is_beginning(target) or not is_beginning(source) or list(target.mixed_sizes) != list(source.mixed_sizes):
        return None
    if any(isinstance(size, int) and size != extent for size, extent in zip(target.mixed_sizes, shape, strict=True)):
        return None  # it is always cut
    return _Row(op, buffer, memory, target.mixed_sizes)


def _is_row(memory: SSAValue) -> bool:
    """Whether memory has one dimension that is not 1."""
    return sum(extent != 1 for extent in cast("memref.MemRef", memory.type).get_shape()) == 1


def _has_contiguous_rows(memory: SSAValue) -> bool:
    """Whether the last dimension that is not 1 has stride 1."""
    type_ = cast("memref.MemRef", memory.type)
    known = memref.strides_and_offset(type_)
    if known is None:
        return False
    strides = [stride for extent, stride in zip(type_.get_shape(), known[0], strict=True) if extent != 1]
    return bool(strides) and strides[-1] == 1


def _is_read_in_passing(row: _Row, reads: Sequence[Use]) -> bool:
    """Whether a block of several rows need not be packed.

    Rows at a distance of a power of two compete for the same lines of a cache: many are read at most once, and not by
    matmuls, which read them again and again. Short rows are read in longer loops if they are packed.
    """
    extents = [extent for extent in cast("memref.MemRef", row.memory.type).get_shape() if extent != 1]
    if extents[-1] < _LONG_ROW or not all(_is_pass(use.operation) for use in reads):
        return False
    return len(reads) == 1 or prod(extents[:-1]) <= _FEW_ROWS


def _is_pass(op: Operation) -> bool:
    return isinstance(op, StructuredOp) and not isinstance(op, linalg.MatmulOp | linalg.BatchMatmulOp)


def _common_type(row: _Row) -> memref.MemRef:
    """The type of the row in memory, and of a block for which it may be the buffer's as well."""
    type_ = cast("memref.MemRef", row.memory.type)
    if _is_row(row.memory):
        return type_
    known = memref.strides_and_offset(type_)
    assert known is not None
    pairs = zip(type_.get_shape(), known[0], strict=True)
    last = max(axis for axis, extent in enumerate(type_.get_shape()) if extent != 1)
    strides = [stride if axis >= last else DYNAMIC for axis, (_, stride) in enumerate(pairs)]
    return memref.strided_type(type_.element_type, type_.get_shape(), strides, DYNAMIC, type_.memory_space)


def _rewrite(row: _Row, *, noalias: bool) -> bool:
    """Let operations read the row in memory where that is possible. Returns whether it is."""
    reads = _reads_of_copy(row)
    if not reads or not _memory_is_unchanged(row, reads, noalias=noalias):
        return False
    if not _is_row(row.memory) and not _is_read_in_passing(row, reads):
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


def _padded_buffer(row: _Row, reads: Sequence[Use], rewriter: Rewriter) -> SSAValue:
    """The buffer that a row is copied to if it is cut: its own, or another if operations overwrite that one.

    LLVM would not vectorise an operation on memory that may, or may not, be what it writes.
    """
    others = [use for use in row.buffer.memref.uses if use not in reads]
    order = {op: number for number, op in enumerate(cast("Block", row.copy.parent).ops)}
    before = [use for use in others if (_position(use.operation, order) or 0) < order[row.copy]]
    if len(before) == len(others):
        return row.buffer.memref
    rewriter.start_at(row.buffer)
    other = rewriter.insert(memref.AllocOp([], memref=row.buffer.memref.type)).memref
    for use in before:
        use.operation.operands[use.index] = other
    return other


def _is_cut(row: _Row, rewriter: Rewriter) -> SSAValue:
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


def _reads_of_copy(row: _Row) -> list[Use]:
    """The uses that read the copied elements; empty if the memory of the row cannot replace the buffer in all of them.

    An operation may overwrite all elements of the buffer, in place: later operations do not read the copy.
    """
    if all(isinstance(size, int) for size in row.sizes):
        return []
    order = {op: number for number, op in enumerate(cast("Block", row.copy.parent).ops)}
    if not row.copy.target.has_one_use():
        return []
    reads: list[tuple[int, int, Use]] = []
    overwritten = len(order)
    for use in row.buffer.memref.uses:
        op, place = use.operation, _position(use.operation, order)
        if op is row.copy.target.owner or place is None:
            if place is None:
                return []
            continue
        if place < order[row.copy]:
            if not isinstance(op, FillOp):
                return []
        elif isinstance(op, StructuredOp) and use.index >= len(op.ins):
            if not _overwrites(op, use.index - len(op.ins)) or op not in order:
                return []
            overwritten = min(overwritten, place)
        elif isinstance(op, StructuredOp | memref.LoadOp):
            reads.append((place, place, use))
        elif isinstance(op, memref.SubViewOp):
            places = [found for reader in _readers(op) or [] if (found := _position(reader, order)) is not None]
            if not places or len(places) != len(list(op.result.uses)):
                return []
            reads.append((min(places), max(places), use))
        else:
            return []
    if any(first <= overwritten < last for first, last, _ in reads):
        return []
    return [use for first, _, use in reads if first <= overwritten]


def _readers(view: memref.SubViewOp) -> list[Operation] | None:
    """The structured operations that read a part of a row; ``None`` if it is used in other ways."""
    if len(view.mixed_sizes) != len(cast("memref.MemRef", view.result.type).get_shape()):
        return None
    uses = list(view.result.uses)
    if all(isinstance(use.operation, StructuredOp) and use.index < len(use.operation.ins) for use in uses):
        return [use.operation for use in uses]
    return None


def _reading(op: Operation) -> list[Operation]:
    """The operations that read memory where ``op`` uses it: those of a part, else the operation itself."""
    return (_readers(op) or [op]) if isinstance(op, memref.SubViewOp) else [op]


def _position(op: Operation, order: dict[Operation, int]) -> int | None:
    """The position of an operation, or of the one of the block that contains it."""
    return next((order[around] for around in ancestors(op, inclusive=True) if around in order), None)


def _overwrites(op: StructuredOp, output: int) -> bool:
    """Whether an operation writes each element of an output, having read no other element of it."""
    if reads_output(op, output):
        return False
    buffer = op.outs[output]
    return buffer not in op.ins or buffer in elementwise_inputs(op, output)


def _memory_is_unchanged(row: _Row, reads: Sequence[Use], *, noalias: bool) -> bool:
    """Whether the program's memory has the copied elements until the last read."""
    order = {op: number for number, op in enumerate(cast("Block", row.copy.parent).ops)}
    last = max(cast("int", _position(reader, order)) for use in reads for reader in _reading(use.operation))
    root = root_of(row.memory)
    current = row.copy.next_op
    while current is not None and order[current] <= last:
        if not leaves_memory_alone(current, root, noalias=noalias):
            return False
        current = current.next_op
    return True
