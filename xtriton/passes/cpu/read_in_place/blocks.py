"""Blocks of narrow numbers that only matmuls read: what these need of them is read from the program's memory.

Matmuls convert or pack such operands while they read them, and may need only a part of a block (``cpu-trim-matmuls``).
A block may be copied in pieces, by a loop, if its rows or columns are taken modulo an extent: it is read in place if
its first piece is all that is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerAttr, IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, Use

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, XOrIOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.memref import strided_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.narrowing import is_memref_type
from xtriton.passes.cpu.fuse.loads import leaves_memory_alone
from xtriton.passes.cpu.moves import move_before
from xtriton.passes.cpu.parts import Number, is_beginning
from xtriton.passes.cpu.pieces import Iteration, first_piece_alone
from xtriton.passes.cpu.views import root_of
from xtriton.rewriting.mixed import as_value
from xtriton.rewriting.rewriter import Rewriter

_WIDE = 32
"""Elements of this many bits are not packed by matmuls."""


@dataclass(frozen=True)
class _Block:
    """A buffer that one copy fills, in pieces or at once, and that only matmuls of the same block read.

    Fills with zeros for what a mask has cut precede the copy.
    """

    copy: memref.CopyOp
    target: memref.SubViewOp
    writer: Operation
    """The copy, or the loop that contains it."""
    buffer: memref.AllocOp
    reads: Sequence[Use]
    """The operands of matmuls, or the parts of the buffer that are such operands."""
    fills: Sequence[Operation]
    """The operations that do nothing but fill the buffer before the copy."""

    @property
    def matmuls(self) -> set[Operation]:
        """The operations that read the block."""
        users = [use.operation for use in self.reads]
        return {each for user in users for each in (_users(user) if isinstance(user, memref.SubViewOp) else [user])}

    @property
    def needed(self) -> Sequence[Sequence[Number]]:
        """The extents of what each read needs."""
        shape = cast("memref.MemRef", self.buffer.memref.type).get_shape()
        parts = [use.operation for use in self.reads]
        return [part.mixed_sizes if isinstance(part, memref.SubViewOp) else shape for part in parts]


def read_block_in_place(copy: memref.CopyOp, *, noalias: bool) -> None:
    """Let the matmuls that read a copied block read the program's memory where all that they need is copied."""
    block = _block_of(copy)
    if block is None or not _memory_is_unchanged(block, noalias=noalias):
        return
    if not move_before([size for sizes in block.needed for size in sizes if not isinstance(size, int)], block.writer):
        return
    rewriter = Rewriter()
    rewriter.start_at(block.writer)
    first = Iteration.first(block.writer, rewriter)
    place = _place(block, first)
    sizes = first.all(block.target.mixed_sizes)
    if place is None or sizes is None:
        return
    cut = _is_cut(block, sizes, rewriter)
    after = block.writer.next_op
    assert after is not None
    for op in (*block.fills, block.writer):
        op.detach()
    rewriter.before(after)
    rewriter.insert(IfOp(cut, Region(Block([*block.fills, block.writer, YieldOp([])]))))
    for use, needed in zip(block.reads, block.needed, strict=True):
        part = use.operation
        is_part = isinstance(part, memref.SubViewOp)
        copied, operands = (part.result, list(part.result.uses)) if is_part else (block.buffer.memref, [use])
        rewriter.before(cast("Operation", part.next_op) if is_part else part)
        chosen = _choice(cut, copied, place, needed, rewriter)
        for operand in operands:
            operand.operation.operands[operand.index] = chosen


def _choice(cut: SSAValue, copied: SSAValue, place: _Place, sizes: Sequence[Number], rewriter: Rewriter) -> SSAValue:
    """What is copied of a block if ``cut``, else the same part of the block in the program's memory."""
    shape = [size if isinstance(size, int) else DYNAMIC for size in sizes]
    # The type must suit the buffer, too, which has other strides.
    strides = [*[DYNAMIC] * (len(shape) - 1), 1]
    type_ = strided_type(cast("memref.MemRef", copied.type).element_type, shape, strides, DYNAMIC)
    memory = memref.ReinterpretCastOp.of(place.base, place.offsets, sizes, place.strides, type_)
    cast_ = rewriter.insert(memref.CastOp(copied, type_)).results[0]
    return rewriter.insert(SelectOp(cut, cast_, rewriter.insert(memory).result)).result


def _block_of(copy: memref.CopyOp) -> _Block | None:
    target = copy.target.owner
    if not isinstance(target, memref.SubViewOp) or not isinstance(target.source.owner, memref.AllocOp):
        return None
    buffer = target.source.owner
    if not _is_packed(buffer.memref.type) or not target.result.has_one_use():
        return None
    writer: Operation | None = copy if copy.parent is buffer.parent else copy.parent_op()
    if writer is None or writer.parent is not buffer.parent:
        return None
    if writer is not copy and (not isinstance(writer, ForOp) or writer.results or copy.parent is not writer.body):
        return None
    reads: list[Use] = []
    fills: list[Operation] = []
    for use in buffer.memref.uses:
        user = use.operation
        if user is target:
            continue
        if _reads_after(use, writer):
            reads.append(use)
        elif not isinstance(user, FillOp) or not _is_before(user, writer):
            return None
        elif (fill := _only_filling(user, writer)) is not None:
            fills.append(fill)
    in_order = [op for op in cast("Block", writer.parent).ops if op in fills] if fills else []
    return _Block(copy, target, writer, buffer, reads, in_order) if reads else None


def _reads_after(use: Use, writer: Operation) -> bool:
    """Whether a use of a buffer is an operand of matmuls of the writer's block, after it, or a part that is one."""
    user = use.operation
    if isinstance(user, memref.SubViewOp):
        return is_beginning(user) and all(_is_operand_after(each, writer) for each in user.result.uses)
    return _is_operand_after(use, writer)


def _is_operand_after(use: Use, writer: Operation) -> bool:
    user = use.operation
    is_operand = isinstance(user, linalg.MatmulOp) and use.index < len(user.ins) and user.parent is writer.parent
    return is_operand and writer.is_before_in_block(user)


def _users(view: memref.SubViewOp) -> list[Operation]:
    return [use.operation for use in view.result.uses]


def _only_filling(op: FillOp, writer: Operation) -> Operation | None:
    """The operation of the writer's block that fills a buffer and does nothing else; ``None`` if there is none."""
    around = op.parent_op()
    if op.parent is writer.parent:
        return op
    if not isinstance(around, IfOp) or around.parent is not writer.parent or around.results:
        return None
    inside = [inner for region in around.regions for block in region.blocks for inner in block.ops]
    return around if all(inner is op or isinstance(inner, YieldOp) for inner in inside) else None


def _is_packed(type_: Attribute) -> bool:
    """Whether matmuls copy operands of a type."""
    if not is_memref_type(type_) or DYNAMIC in type_.get_shape() or len(type_.get_shape()) != 2:
        return False
    element = type_.element_type
    return isinstance(element, AnyFloat | IntegerType) and element.bitwidth < _WIDE


def _is_before(op: Operation, writer: Operation) -> bool:
    """Whether an operation, or the one of the writer's block that contains it, precedes the writer."""
    around = ancestor_in_block(op, cast("Block", writer.parent))
    return around is not None and around.is_before_in_block(writer)


def _memory_is_unchanged(block: _Block, *, noalias: bool) -> bool:
    """Whether the program's memory has the copied elements until the last matmul that reads them."""
    readers = block.matmuls
    root = root_of(block.copy.source)
    current = block.writer.next_op
    while current is not None and readers:
        if not leaves_memory_alone(current, root, noalias=noalias):
            return False
        readers.discard(current)
        current = current.next_op
    return True


@dataclass(frozen=True)
class _Place:
    """Where a block is in the program's memory, with contiguous rows."""

    base: SSAValue
    offsets: Sequence[Number]
    strides: Sequence[Number]


def _place(block: _Block, first: Iteration) -> _Place | None:
    source = block.copy.source.owner
    if isinstance(source, memref.SubViewOp) and is_beginning(source):
        source = source.source.owner
    if not isinstance(source, memref.ReinterpretCastOp):
        return None
    rank = len(cast("memref.MemRef", block.buffer.memref.type).get_shape())
    offsets, strides = first.all(source.mixed_offsets), first.all(source.mixed_strides)
    if offsets is None or strides is None or len(strides) != rank or strides[-1] != 1:
        return None
    return _Place(source.source, offsets, strides)


def _is_cut(block: _Block, sizes: Sequence[Number], rewriter: Rewriter) -> SSAValue:
    """Whether the first piece is not all that is needed."""
    conditions: list[SSAValue] = []
    for needed in block.needed:
        for size, least in zip(sizes, needed, strict=True):
            if size != least:
                given, wanted = as_value(size, rewriter), as_value(least, rewriter)
                conditions.append(rewriter.insert(CmpIOp(CmpIPredicate.SGE, given, wanted)).result)
    if isinstance(block.writer, ForOp):
        conditions += first_piece_alone(block.target.mixed_offsets, block.needed, block.writer, rewriter)
    true = rewriter.insert(ConstantOp(IntegerAttr(1, i1))).result
    whole = true
    for condition in conditions:
        whole = rewriter.insert(AndIOp(whole, condition)).result
    return rewriter.insert(XOrIOp(whole, true)).result
