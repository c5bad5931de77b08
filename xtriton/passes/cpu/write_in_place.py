"""``cpu-write-in-place``: blocks that are filled in parts and stored whole are filled in the program's memory.

So are accumulators of matmuls, if they are too large for the first-level cache: a copy of them would read and write
the second. Smaller ones stay where their rows follow each other: rows at a distance of a few KiB evict each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import AnyFloat, IntegerAttr, IntegerType, ModuleOp, i1
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate, ConstantOp, SelectOp, XOrIOp
from xtriton.dialects.upstream.cf import AssertOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.memref import strided_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.interfaces.effects import memory_read
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_any_memref_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.bufferize.buffers import are_distinct
from xtriton.passes.cpu.fuse.loads import leaves_memory_alone
from xtriton.passes.cpu.moves import move_before
from xtriton.passes.cpu.parts import is_beginning, with_layout_of_source
from xtriton.passes.cpu.views import root_of, roots_of
from xtriton.rewriting.mixed import as_value
from xtriton.rewriting.rewriter import Rewriter

_L1_BYTES = 32 << 10
"""A small first-level cache."""


@dataclass(frozen=True)
class CpuWriteInPlace(Pass):
    """Fill blocks in the memory that they are stored to, unless a mask cuts what is stored.

    before: ``scf.for { memref.copy %row, %buffer_row }``, ``memref.copy %buffer_part, %stored_part``
    after:  ``%block = arith.select %cut, %buffer, %memory``, ``scf.for { memref.copy %row, %block_row }``,
    ``scf.if %cut { memref.copy %buffer_part, %stored_part }``

    For blocks with contiguous rows whose memory nothing else accesses between the first write and the store. The loop
    may also accumulate matmuls in the block.
    """

    name: ClassVar[str] = "cpu-write-in-place"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, memref.CopyOp):
                store = _store_of(op)
                if store is None:
                    continue
                _start_late(store)
                if _memory_is_untouched(store, noalias=self.noalias):
                    _rewrite(store)


@dataclass(frozen=True)
class _Store:
    """A copy of the beginning of a buffer, only written or accumulated in before, to memory of the same shape."""

    copy: memref.CopyOp
    buffer: memref.AllocOp
    memory: memref.ReinterpretCastOp
    """The whole block in the program's memory."""
    sizes: Sequence[int | SSAValue]
    writes: Sequence[Operation]
    """The operations that use the buffer, but the copy."""


def _store_of(copy: memref.CopyOp) -> _Store | None:
    source, target = copy.source.owner, copy.target.owner
    if not isinstance(source, memref.SubViewOp) or not isinstance(target, memref.SubViewOp):
        return None
    buffer, memory = source.source.owner, target.source.owner
    if not isinstance(buffer, memref.AllocOp) or not isinstance(memory, memref.ReinterpretCastOp):
        return None
    if buffer.parent is not copy.parent or not _is_like(memory, buffer):
        return None
    if not is_beginning(source) or not is_beginning(target) or list(source.mixed_sizes) != list(target.mixed_sizes):
        return None
    writes = [use.operation for use in buffer.memref.uses if use.operation is not source]
    if not source.result.has_one_use() or not writes or not all(_only_writes(op, buffer, copy) for op in writes):
        return None
    return _Store(copy, buffer, memory, source.mixed_sizes, writes)


def _is_like(memory: memref.ReinterpretCastOp, buffer: memref.AllocOp) -> bool:
    """Whether memory has the static shape of a buffer, and contiguous rows."""
    shape = memory.type.get_shape()
    return DYNAMIC not in shape and shape == buffer.type.get_shape() and memory.mixed_strides[-1] == 1


def _only_writes(op: Operation, buffer: memref.AllocOp, before: memref.CopyOp) -> bool:
    """Whether an operation only writes the buffer, or accumulates in it, and does so before the copy."""
    around = ancestor_in_block(op, cast("Block", before.parent))
    if around is None or not around.is_before_in_block(before):
        return False
    if isinstance(op, memref.SubViewOp):
        return len(op.mixed_sizes) == len(op.result.type.get_shape()) and all(  # pyright: ignore
            (isinstance(use.operation, memref.CopyOp) and use.operation.target is op.result)
            or _accumulates(use.operation, op.result, buffer)
            for use in op.result.uses
        )
    return isinstance(op, FillOp) or _accumulates(op, buffer.memref, buffer)


def _accumulates(op: Operation, memory: SSAValue, buffer: memref.AllocOp) -> bool:
    """Whether a matmul accumulates in ``memory``, of a buffer that is too large for the first-level cache."""
    if not isinstance(op, linalg.MatmulOp) or any(operand is memory for operand in op.ins):
        return False
    element = cast("AnyFloat | IntegerType", buffer.type.element_type)
    return prod(buffer.type.get_shape()) * element.bitwidth > 8 * _L1_BYTES


def _start_late(store: _Store) -> None:
    """Move the buffer, and what fills it first, behind operations that do not use it: assertions may be among them."""
    block = cast("Block", store.copy.parent)
    first: list[Operation] = [store.buffer]
    later: list[Operation] = []
    for op in store.writes:
        around = ancestor_in_block(op, block)
        assert around is not None
        (first if isinstance(op, FillOp) and around is op else later).append(around)
    if not later:
        return
    place = min(later, key=block.get_operation_index)
    if all(op.is_before_in_block(place) for op in first):
        for op in first:
            op.detach()
            block.insert_op_before(op, place)


def _memory_is_untouched(store: _Store, *, noalias: bool) -> bool:
    """Whether nothing between the buffer's allocation and the copy may access the memory, or end the program."""
    root = root_of(store.memory.result)
    current = store.buffer.next_op
    while current is not None and current is not store.copy:
        if any(isinstance(inner, AssertOp) for inner in operations_in(current)):
            return False
        if not leaves_memory_alone(current, root, noalias=noalias):
            return False
        if not all(are_distinct(memory, root, noalias=noalias) for memory in _read_by(current, root)):
            return False
        current = current.next_op
    return current is store.copy


def _read_by(op: Operation, unknown: SSAValue) -> Iterator[SSAValue]:
    for inner in operations_in(op):
        for memory in memory_read(inner):
            if memory is None or not is_any_memref_type(memory.type):
                yield unknown
            else:
                yield from roots_of(memory)


def _rewrite(store: _Store) -> None:
    if not move_before(
        [store.memory.result, *(size for size in store.sizes if not isinstance(size, int))], store.buffer
    ):
        return
    rewriter = Rewriter()
    following = store.buffer.next_op
    assert following is not None
    rewriter.start_at(following)
    cut = _is_cut(store, rewriter)
    shape = store.buffer.type.get_shape()
    # The type must suit the buffer, too, which has other strides.
    type_ = strided_type(store.buffer.type.element_type, shape, [*[DYNAMIC] * (len(shape) - 1), 1], DYNAMIC)
    copied = rewriter.insert(memref.CastOp(store.buffer.memref, type_)).results[0]
    stored = rewriter.insert(memref.CastOp(store.memory.result, type_)).results[0]
    chosen = rewriter.insert(SelectOp(cut, copied, stored)).result
    for op in store.writes:
        for index, operand in enumerate(op.operands):
            if operand is store.buffer.memref:
                op.operands[index] = chosen
        if isinstance(op, memref.SubViewOp):
            with_layout_of_source(op)
    rewriter.before(store.copy)
    inside = Block()
    rewriter.insert(IfOp(cut, Region(inside)))
    store.copy.detach()
    inside.add_ops([store.copy, YieldOp([])])


def _is_cut(store: _Store, rewriter: Rewriter) -> SSAValue:
    """Whether less than the whole block is stored."""
    true = rewriter.insert(ConstantOp(IntegerAttr(1, i1))).result
    whole = true
    for size, extent in zip(store.sizes, store.buffer.type.get_shape(), strict=True):
        if size == extent:
            continue
        given, wanted = as_value(size, rewriter), as_value(extent, rewriter)
        same = rewriter.insert(CmpIOp(CmpIPredicate.EQ, given, wanted)).result
        whole = rewriter.insert(AndIOp(whole, same)).result
    return rewriter.insert(XOrIOp(whole, true)).result
