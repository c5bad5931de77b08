"""Blocks of narrow numbers that only matmuls read: those that no mask cuts are read from the program's memory.

Matmuls convert or pack such operands while they read them. A block may be copied in pieces, by a loop, if its rows or
columns are taken modulo an extent: it is read in place if its first piece is all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerAttr, IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, Use

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, XOrIOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.memref import strided_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.narrowing import is_memref_type
from xtriton.passes.cpu.bufferize.buffers import root_of
from xtriton.passes.cpu.fuse.loads import leaves_memory_alone
from xtriton.passes.cpu.moves import MOVABLE, ancestor_in
from xtriton.rewriting.rewriter import Rewriter

_WIDE = 32
"""Elements of this many bits are not packed by matmuls."""
_Mixed = int | SSAValue


@dataclass(frozen=True)
class _Block:
    """A buffer that one copy fills, in pieces or at once, and that only matmuls of the same block read."""

    copy: memref.CopyOp
    target: memref.SubViewOp
    writer: Operation
    """The copy, or the loop that contains it."""
    buffer: memref.AllocOp
    reads: Sequence[Use]


def read_block_in_place(copy: memref.CopyOp, *, noalias: bool) -> None:
    """Let the matmuls that read a copied block read the program's memory where all of the block is copied."""
    block = _block_of(copy)
    if block is None or not _memory_is_unchanged(block, noalias=noalias):
        return
    rewriter = Rewriter()
    rewriter.start_at(block.writer)
    first = _FirstIteration(block.writer, rewriter)
    memory = _whole(block, first, rewriter)
    sizes = first.all(block.target.mixed_sizes)
    if memory is None or sizes is None:
        return
    cut = _is_cut(block, sizes, rewriter)
    after = block.writer.next_op
    assert after is not None
    block.writer.detach()
    rewriter.before(after)
    rewriter.insert(IfOp(cut, Region(Block([block.writer, YieldOp([])]))))
    copied = rewriter.insert(memref.CastOp(block.buffer.memref, memory.type)).results[0]
    chosen = rewriter.insert(SelectOp(cut, copied, memory)).result
    for use in block.reads:
        use.operation.operands[use.index] = chosen


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
    for use in buffer.memref.uses:
        user = use.operation
        if user is target:
            continue
        if isinstance(user, linalg.MatmulOp) and use.index < len(user.ins) and user.parent is buffer.parent:
            if user.is_before_in_block(writer):
                return None
            reads.append(use)
        elif not isinstance(user, FillOp) or not _is_before(user, writer):
            return None
    return _Block(copy, target, writer, buffer, reads) if reads else None


def _is_packed(type_: Attribute) -> bool:
    """Whether matmuls copy operands of a type."""
    if not is_memref_type(type_) or DYNAMIC in type_.get_shape() or len(type_.get_shape()) != 2:
        return False
    element = type_.element_type
    return isinstance(element, AnyFloat | IntegerType) and element.bitwidth < _WIDE


def _is_before(op: Operation, writer: Operation) -> bool:
    """Whether an operation, or the one of the writer's block that contains it, precedes the writer."""
    around = ancestor_in(op, cast("Block", writer.parent))
    return around is not None and around.is_before_in_block(writer)


def _memory_is_unchanged(block: _Block, *, noalias: bool) -> bool:
    """Whether the program's memory has the copied elements until the last matmul that reads them."""
    readers = {use.operation for use in block.reads}
    root = root_of(block.copy.source)
    current = block.writer.next_op
    while current is not None and readers:
        if not leaves_memory_alone(current, root, noalias=noalias):
            return False
        readers.discard(current)
        current = current.next_op
    return True


class _FirstIteration:
    """Values of the loop over the pieces, computed before it for its first iteration."""

    def __init__(self, writer: Operation, rewriter: Rewriter) -> None:
        self._writer, self._rewriter = writer, rewriter
        self._known: dict[SSAValue, SSAValue] = {}
        if isinstance(writer, ForOp):
            self._known[writer.induction_variable] = writer.lowerBound

    def all(self, values: Sequence[_Mixed]) -> list[_Mixed] | None:
        """Numbers and values; ``None`` if one of them cannot be computed."""
        found = [value if isinstance(value, int) else self._value(value) for value in values]
        return None if None in found else cast("list[_Mixed]", found)

    def _value(self, value: SSAValue) -> SSAValue | None:
        if value in self._known:
            return self._known[value]
        owner = value.owner
        if not self._writer.is_ancestor(owner):
            return value
        if not isinstance(owner, MOVABLE):
            return None
        operands = [self._value(operand) for operand in owner.operands]
        if None in operands:
            return None
        new = type(owner).create(
            operands=cast("list[SSAValue]", operands),
            result_types=[value.type],
            properties=dict(owner.properties),
            attributes=dict(owner.attributes),
        )
        self._known[value] = self._rewriter.insert(new).results[0]
        return self._known[value]


def _whole(block: _Block, first: _FirstIteration, rewriter: Rewriter) -> SSAValue | None:
    """The whole block in the program's memory, if its rows are contiguous."""
    source = block.copy.source.owner
    if isinstance(source, memref.SubViewOp) and _is_beginning(source):
        source = source.source.owner
    if not isinstance(source, memref.ReinterpretCastOp):
        return None
    shape = cast("memref.MemRef", block.buffer.memref.type).get_shape()
    offsets, strides = first.all(source.mixed_offsets), first.all(source.mixed_strides)
    if offsets is None or strides is None or len(strides) != len(shape) or strides[-1] != 1:
        return None
    # The type must suit the buffer, too, which has other strides.
    type_ = strided_type(source.type.element_type, shape, [*[DYNAMIC] * (len(shape) - 1), 1], DYNAMIC)
    base = source.source
    return rewriter.insert(memref.ReinterpretCastOp.of(base, offsets, list(shape), strides, type_)).result


def _is_beginning(view: memref.SubViewOp) -> bool:
    return all(offset == 0 for offset in view.mixed_offsets) and all(stride == 1 for stride in view.mixed_strides)


def _is_cut(block: _Block, sizes: Sequence[_Mixed], rewriter: Rewriter) -> SSAValue:
    """Whether the first piece is not all of the block."""
    shape = cast("memref.MemRef", block.buffer.memref.type).get_shape()
    conditions: list[SSAValue] = []
    for size, extent in zip(sizes, shape, strict=True):
        if size != extent:
            number = rewriter.insert(ConstantOp(IntegerAttr(extent, IndexType()))).result
            given = size if not isinstance(size, int) else _index(size, rewriter)
            conditions.append(rewriter.insert(CmpIOp(CmpIPredicate.EQ, given, number)).result)
    if isinstance(block.writer, ForOp):
        loop = block.writer
        second = rewriter.insert(AddIOp(loop.lowerBound, loop.step)).result
        conditions.append(rewriter.insert(CmpIOp(CmpIPredicate.EQ, loop.upperBound, second)).result)
    true = rewriter.insert(ConstantOp(IntegerAttr(1, i1))).result
    whole = true
    for condition in conditions:
        whole = rewriter.insert(AndIOp(whole, condition)).result
    return rewriter.insert(XOrIOp(whole, true)).result


def _index(number: int, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(ConstantOp(IntegerAttr(number, IndexType()))).result
