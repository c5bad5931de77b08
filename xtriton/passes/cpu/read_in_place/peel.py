"""Peels operations on rows that a mask cuts: most elements are read in memory, only the last ones from a buffer.

A row is split at ``limit``, the largest multiple of 64 elements within the part that is not cut. An operation becomes
two: one on the elements before ``limit``, which reads the program's memory, and one on those after it, which reads a
buffer with the rest of the part, filled up. If no mask cuts the row, the second one has no iterations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import cast

from xdsl.ir import Block, Operation, SSAValue, Use
from xdsl.ir.affine import AffineDimExpr

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate, MinSIOp, SelectOp, SubIOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import REDUCTION, StructuredOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.passes.cpu.bufferize.buffers import is_argument
from xtriton.passes.cpu.iteration_parts import arguments_behind, can_be_cut, only_reads_inside, part_of
from xtriton.passes.cpu.masks import drop_masks
from xtriton.passes.cpu.moves import move_before
from xtriton.passes.cpu.parts import Number, is_beginning, with_layout_of_source
from xtriton.passes.cpu.read_in_place.rows import (
    LONG_ROW,
    Row,
    is_read_in_passing,
    is_row,
    memory_is_unchanged,
    reads_of_copy,
    row_of,
)
from xtriton.rewriting.mixed import as_value, index_constant
from xtriton.rewriting.rewriter import Rewriter

_STEP = 64
"""``limit`` is a multiple of this, so that LLVM needs no scalar iterations after its vectors."""


def peel_rows(copies: Sequence[memref.CopyOp], *, noalias: bool) -> set[memref.CopyOp]:
    """Peel the operations that read copied rows, where that is possible. Returns the copies of these rows."""
    claims: dict[Operation, tuple[Block, int]] = {}
    candidates = [found for copy in copies if (found := _candidate(copy, noalias=noalias)) and _claim(found, claims)]
    peeled = [group for group in _groups(candidates) if _peel(group)]
    return {candidate.row.copy for group in peeled for candidate in group}


@dataclass(frozen=True)
class _Candidate:
    """A row, the uses that read its copy, and the loop along the row of each operation that reads all of it."""

    row: Row
    reads: Sequence[Use]
    loops: dict[StructuredOp, int] = field(default_factory=dict["StructuredOp", int])

    @property
    def fills(self) -> list[FillOp]:
        """What fills the buffer before the copy."""
        order = list(cast("Block", self.row.copy.parent).ops)
        before = set(order[: order.index(self.row.copy)])
        users = [use.operation for use in self.row.buffer.memref.uses]
        block = cast("Block", self.row.copy.parent)
        return [op for op in users if isinstance(op, FillOp) and ancestor_in_block(op, block) in before]


def _candidate(copy: memref.CopyOp, *, noalias: bool) -> _Candidate | None:
    row = row_of(copy)
    if row is None or not _is_cut_along_row(row) or _depends_on_iteration(row.sizes[row.axis]):
        return None
    reads = reads_of_copy(row)
    if not reads or not memory_is_unchanged(row, reads, noalias=noalias):
        return None
    if not is_row(row.memory) and not is_read_in_passing(row, reads):
        return None
    candidate = _Candidate(row, reads)
    for use in reads:
        op = use.operation
        if isinstance(op, memref.SubViewOp):
            if not is_beginning(op) or list(op.mixed_sizes) != list(row.sizes):
                return None
        elif isinstance(op, StructuredOp):
            loop = _loop_along(op, use.index, row.axis)
            if loop is None or candidate.loops.setdefault(op, loop) != loop:
                return None
        else:
            return None
    return candidate


def _is_cut_along_row(row: Row) -> bool:
    """Whether a row is long and may be cut, and no other dimension is known to be cut."""
    extent = row.shape[row.axis]
    if extent < LONG_ROW or extent % _STEP or row.sizes[row.axis] == extent:
        return False
    size = row.sizes[row.axis]
    if isinstance(size, int) and size < _STEP:
        return False
    return all(
        axis == row.axis or not isinstance(size, int) or size == row.shape[axis] for axis, size in enumerate(row.sizes)
    )


def _depends_on_iteration(size: Number) -> bool:
    """Whether a loop over the parts of a row determines a size: then only its last iteration reads a part that is cut.

    Such rows are not peeled: that would double the time that LLVM takes for the operations, and gain little.
    """
    return not isinstance(size, int) and not all(map(is_argument, arguments_behind(size)))


def _loop_along(op: StructuredOp, index: int, axis: int) -> int | None:
    """The loop along a dimension of an operand, if the operation can be split into two along that loop."""
    if isinstance(op, linalg.MatmulOp | linalg.BatchMatmulOp | FillOp) or not only_reads_inside(op):
        return None
    place = op.maps[index].results[axis]
    if not isinstance(place, AffineDimExpr):
        return None
    loop = place.position
    if not can_be_cut(op, loop, cast("memref.MemRef", op.operands[index].type).get_shape()[axis]):
        return None
    others = [other for other, iterator in enumerate(op.iterators) if iterator == REDUCTION and other != loop]
    # The elements of one loop are combined in the same order as before; those of several loops would not be.
    return loop if prod(_extent(op, other) for other in others) == 1 else None


def _extent(op: StructuredOp, loop: int) -> int:
    """The trip count of a loop, or a negative number if it is not known."""
    for operand, map_ in zip(op.operands, op.maps, strict=True):
        for dim, expression in enumerate(map_.results):
            if expression == AffineDimExpr(loop):
                return cast("memref.MemRef", operand.type).get_shape()[dim]
    return -1


def _claim(candidate: _Candidate, claims: dict[Operation, tuple[Block, int]]) -> bool:
    """Whether no other row has its operations split along another loop, or at a limit of another block."""
    block = cast("Block", candidate.row.copy.parent)
    if any(claims.get(op, (block, loop)) != (block, loop) for op, loop in candidate.loops.items()):
        return False
    claims |= {op: (block, loop) for op, loop in candidate.loops.items()}
    return True


def _groups(candidates: Sequence[_Candidate]) -> list[list[_Candidate]]:
    """The rows, in groups of those that the same operations read."""
    groups: list[list[_Candidate]] = []
    for candidate in candidates:
        near = [group for group in groups if any(candidate.loops.keys() & other.loops.keys() for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), candidate])
    return groups


def _peel(group: Sequence[_Candidate]) -> bool:
    """Split the operations that read some rows at the limit of these rows. Returns whether that is possible."""
    block = cast("Block", group[0].row.copy.parent)
    writers = {ancestor_in_block(op, block) for each in group for op in (*each.fills, each.row.copy)}
    first = next(op for op in block.ops if op in writers)
    sizes = [size for each in group for size in each.row.sizes if not isinstance(size, int)]
    if not move_before(sizes, first):
        return False
    rewriter = Rewriter()
    rewriter.before(first)
    limit = _limit([each.row for each in group], rewriter)
    memory: dict[SSAValue, SSAValue] = {}
    for each in group:
        memory[each.row.buffer.memref] = each.row.memory
        for use in each.reads:
            if isinstance(use.operation, memref.SubViewOp):
                use.operation.operands[use.index] = each.row.memory
                with_layout_of_source(use.operation)
        if each.loops:
            _copy_rest(each, limit, rewriter)
        else:
            _erase_copy(each, rewriter)
    for op, loop in {op: loop for each in group for op, loop in each.loops.items()}.items():
        reads = {use.index for each in group for use in each.reads if use.operation is op}
        ends = [each.row.sizes[each.row.axis] for each in group]
        _split(op, loop, limit, {index: memory[op.operands[index]] for index in reads}, ends, rewriter)
    return True


def _limit(rows: Sequence[Row], rewriter: Rewriter) -> Number:
    """The number of elements that all rows have in memory, rounded down to full steps; 0 if whole rows are cut."""
    known = [size for row in rows if isinstance(size := row.sizes[row.axis], int)]
    limit: Number = min(known) // _STEP * _STEP if known else max(row.shape[row.axis] for row in rows)
    steps = index_constant(-_STEP, rewriter)
    for size in dict.fromkeys(size for row in rows if not isinstance(size := row.sizes[row.axis], int)):
        whole = rewriter.insert(AndIOp(size, steps)).result
        limit = rewriter.insert(MinSIOp(whole, as_value(limit, rewriter))).result
    conditions = dict.fromkeys(
        (size, extent)
        for row in rows
        for axis, (size, extent) in enumerate(zip(row.sizes, row.shape, strict=True))
        if axis != row.axis and not isinstance(size, int)
    )
    for size, extent in conditions:
        same = rewriter.insert(CmpIOp(CmpIPredicate.EQ, size, index_constant(extent, rewriter))).result
        limit = rewriter.insert(SelectOp(same, as_value(limit, rewriter), index_constant(0, rewriter))).result
    return limit


def _copy_rest(candidate: _Candidate, limit: Number, rewriter: Rewriter) -> None:
    """Fill and copy only what is not read in memory."""
    row = candidate.row
    for fill in candidate.fills:
        loop = cast("AffineDimExpr", fill.maps[len(fill.ins)].results[row.axis]).position
        rewriter.before(fill)
        _rest(fill, loop, row.shape[row.axis], limit, rewriter)
        rewriter.erase(fill)
    rewriter.before(row.copy)
    sizes = [*row.sizes]
    sizes[row.axis] = _minus(sizes[row.axis], limit, rewriter)
    offsets = [limit if axis == row.axis else 0 for axis in range(len(sizes))]
    views = row.copy.operands[:]
    for index, whole in enumerate((row.memory, row.buffer.memref)):
        view = memref.SubViewOp.of(whole, offsets, sizes, [1] * len(sizes))
        row.copy.operands[index] = rewriter.insert(view).result
    for view in views:
        _erase_if_dead(view, rewriter)


def _erase_copy(candidate: _Candidate, rewriter: Rewriter) -> None:
    """Erase a copy that nothing reads any more."""
    views = candidate.row.copy.operands[:]
    for op in (*candidate.fills, candidate.row.copy):
        rewriter.erase(op)
    for view in (*views, candidate.row.buffer.memref):
        _erase_if_dead(view, rewriter)


def _erase_if_dead(value: SSAValue, rewriter: Rewriter) -> None:
    if value.first_use is None:
        rewriter.erase(cast("Operation", value.owner))


def _split(
    op: StructuredOp,
    loop: int,
    limit: Number,
    memory: dict[int, SSAValue],
    ends: Sequence[Number],
    rewriter: Rewriter,
) -> None:
    """Replace an operation by one before the limit, which reads rows in ``memory``, by operand, and one after it.

    The limit is not beyond any of ``ends``.
    """
    rewriter.before(op)
    before = part_of(op, loop, 0, limit, rewriter, memory)
    for end in ends:
        drop_masks(before, loop, end)
    _rest(op, loop, _extent(op, loop), limit, rewriter)
    rewriter.erase(op)


def _rest(op: StructuredOp, loop: int, extent: int, limit: Number, rewriter: Rewriter) -> None:
    """Insert an operation from a limit of a loop on.

    In steps of constant length if their number is not known: LLVM takes less time for loops that need no iterations
    after their vectors.
    """
    if isinstance(limit, int):
        part_of(op, loop, limit, extent - limit, rewriter)
        return
    begin, end, step = (as_value(number, rewriter) for number in (limit, extent, _STEP))
    steps = rewriter.insert(ForOp(begin, end, step))
    rewriter.at_end(steps.body)
    part_of(op, loop, steps.induction_variable, _STEP, rewriter)
    rewriter.insert(YieldOp())
    rewriter.after(steps)


def _minus(size: Number, limit: Number, rewriter: Rewriter) -> Number:
    if isinstance(size, int) and isinstance(limit, int):
        return size - limit
    return rewriter.insert(SubIOp(as_value(size, rewriter), as_value(limit, rewriter))).result
