"""Rows, or blocks of rows, that are copied into a buffer as far as a mask does not cut them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.ir import Block, Operation, SSAValue, Use

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.walk import ancestors
from xtriton.passes.cpu.bufferize.aliasing import reads_output
from xtriton.passes.cpu.bufferize.structured import elementwise_inputs
from xtriton.passes.cpu.fuse.loads import leaves_memory_alone
from xtriton.passes.cpu.parts import is_beginning
from xtriton.passes.cpu.views import root_of

LONG_ROW = 256
"""Operations on fewer elements are neither trimmed nor peeled. Padded to a constant length they take one loop, which is
faster than two or than one of a length that is not known."""
_LONG_ROW = 64
_FEW_ROWS = 8


@dataclass(frozen=True)
class Row:
    """A copy of the beginning of a row, or of several, into a buffer of the size of the whole."""

    copy: memref.CopyOp
    buffer: memref.AllocOp
    memory: SSAValue
    """The whole row in the program's memory."""
    sizes: Sequence[int | SSAValue]
    """The extents of the copied part."""

    @property
    def shape(self) -> Sequence[int]:
        """The extents of the whole."""
        return cast("memref.MemRef", self.memory.type).get_shape()

    @property
    def axis(self) -> int:
        """The contiguous dimension: the last one that is not 1."""
        return max(axis for axis, extent in enumerate(self.shape) if extent != 1)


def row_of(op: memref.CopyOp) -> Row | None:
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
    return Row(op, buffer, memory, target.mixed_sizes)


def is_row(memory: SSAValue) -> bool:
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


def is_read_in_passing(row: Row, reads: Sequence[Use]) -> bool:
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


def reads_of_copy(row: Row) -> list[Use]:
    """The uses that read the copied elements; empty if the memory of the row cannot replace the buffer in all of them.

    An operation may overwrite all elements of the buffer, in place: later operations do not read the copy.
    """
    order = {op: number for number, op in enumerate(cast("Block", row.copy.parent).ops)}
    if not row.copy.target.has_one_use():
        return []
    reads: list[tuple[int, int, Use]] = []
    overwritten = len(order)
    for use in row.buffer.memref.uses:
        op, place = use.operation, position(use.operation, order)
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
            places = [found for reader in _readers(op) or [] if (found := position(reader, order)) is not None]
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


def position(op: Operation, order: dict[Operation, int]) -> int | None:
    """The position of an operation, or of the one of the block that contains it."""
    return next((order[around] for around in ancestors(op, inclusive=True) if around in order), None)


def _overwrites(op: StructuredOp, output: int) -> bool:
    """Whether an operation writes each element of an output, having read no other element of it."""
    if reads_output(op, output):
        return False
    buffer = op.outs[output]
    return buffer not in op.ins or buffer in elementwise_inputs(op, output)


def memory_is_unchanged(row: Row, reads: Sequence[Use], *, noalias: bool) -> bool:
    """Whether the program's memory has the copied elements until the last read."""
    order = {op: number for number, op in enumerate(cast("Block", row.copy.parent).ops)}
    last = max(cast("int", position(reader, order)) for use in reads for reader in _reading(use.operation))
    root = root_of(row.memory)
    current = row.copy.next_op
    while current is not None and order[current] <= last:
        if not leaves_memory_alone(current, root, noalias=noalias):
            return False
        current = current.next_op
    return True
