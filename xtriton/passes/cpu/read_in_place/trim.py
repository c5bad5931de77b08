"""Trims reductions of rows that a mask cuts: what fills up such a row does not change a sum, and an extremum once.

The operation reads the part that is not cut in the program's memory; there is no buffer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import REDUCTION, StructuredOp
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.folds.elements import Number
from xtriton.folds.folding import constant_of
from xtriton.passes.cpu.iteration_parts import can_be_cut, only_reads_inside, part_of
from xtriton.passes.cpu.neutral import IDEMPOTENT, computed, is_same, neutral_numbers, number_of, other_operand
from xtriton.passes.cpu.read_in_place.padding import combine_with_padding
from xtriton.passes.cpu.read_in_place.rows import (
    LONG_ROW,
    Row,
    is_read_in_passing,
    is_row,
    memory_is_unchanged,
    reads_of_copy,
    row_of,
)
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class _Padded:
    """A row, the operands that read its copy, and the number that fills it up."""

    row: Row
    reads: Mapping[StructuredOp, int]
    fills: Sequence[FillOp]
    number: Number


def trim_reductions(copies: Sequence[memref.CopyOp], *, noalias: bool, strict: bool) -> set[memref.CopyOp]:
    """Let reductions of copied rows read only what is copied, where that is possible. Returns the copies erased."""
    padded = [found for copy in copies if (found := _padded(copy, noalias=noalias)) is not None]
    while True:
        readers: dict[StructuredOp, list[_Padded]] = {}
        for each in padded:
            for op in each.reads:
                readers.setdefault(op, []).append(each)
        fitting = {op for op, rows in readers.items() if _can_be_trimmed(op, rows, strict=strict)}
        kept = [each for each in padded if fitting.issuperset(each.reads)]
        if len(kept) == len(padded):
            break
        padded = kept
    for op, rows in readers.items():
        _trim(op, rows, strict=strict)
    for each in padded:
        _erase(each)
    return {each.row.copy for each in padded}


def _padded(copy: memref.CopyOp, *, noalias: bool) -> _Padded | None:
    row = row_of(copy)
    if row is None or row.shape[row.axis] < LONG_ROW or list(row.sizes) == list(row.shape):
        return None
    uses = reads_of_copy(row)
    if not uses or not memory_is_unchanged(row, uses, noalias=noalias):
        return None
    if not is_row(row.memory) and not is_read_in_passing(row, uses):
        return None
    reads: dict[StructuredOp, int] = {}
    for use in uses:
        op = use.operation
        if not isinstance(op, StructuredOp) or isinstance(op, linalg.MatmulOp | linalg.BatchMatmulOp) or op in reads:
            return None
        reads[op] = use.index
    fills = _fills(row)
    numbers = [number_of(constant_of(fill.ins[0])) for fill in fills]
    if not numbers or any(number is None or not is_same(number, cast("Number", numbers[0])) for number in numbers):
        return None
    return _Padded(row, reads, fills, cast("Number", numbers[0]))


def _fills(row: Row) -> list[FillOp]:
    """What fills the buffer before the copy."""
    block = row.copy.parent
    assert block is not None
    fills: list[FillOp] = []
    for use in row.buffer.memref.uses:
        around = ancestor_in_block(use.operation, block)
        if isinstance(use.operation, FillOp) and around is not None and around.is_before_in_block(row.copy):
            fills.append(use.operation)
    return fills


def _can_be_trimmed(op: StructuredOp, rows: Sequence[_Padded], *, strict: bool) -> bool:
    """Whether it is known what an operation does where its rows are filled up, and it can be restricted to the rest."""
    if REDUCTION not in op.iterators or not only_reads_inside(op):
        return False
    cuts = [_cuts(op, each) for each in rows]
    if cuts[0] is None or any(each != cuts[0] for each in cuts):
        return False
    if not all(can_be_cut(op, loop, extent) for loop, (extent, _) in cuts[0].items()):
        return False
    return _padding(op, rows, strict=strict) is not None


def _cuts(op: StructuredOp, padded: _Padded) -> dict[int, tuple[int, int | SSAValue]] | None:
    """The extents of a row, and of what is copied of it, by the loop along each dimension that may be cut."""
    found: dict[int, tuple[int, int | SSAValue]] = {}
    row = padded.row
    for place, extent, size in zip(op.maps[padded.reads[op]].results, row.shape, row.sizes, strict=True):
        if size == extent:
            continue
        if not isinstance(place, AffineDimExpr) or place.position in found:
            return None
        found[place.position] = (extent, size)
    return found


def _padding(op: StructuredOp, rows: Sequence[_Padded], *, strict: bool) -> list[Number | None] | None:
    """The number that each output is combined with where rows are filled up, ``None`` for one that is left as it is.

    ``None`` if that changes an output in another way.
    """
    numbers: dict[SSAValue, Number | None] = {op.body.args[each.reads[op]]: each.number for each in rows}
    end = op.body.last_op
    assert end is not None
    for inner in op.body.ops:
        if isinstance(inner, ConstantOp):
            numbers[inner.result] = number_of(inner.value)
        elif inner is not end and len(inner.results) == 1:
            given = [_number(operand, numbers) for operand in inner.operands]
            numbers[inner.results[0]] = computed(inner, given)
    found: list[Number | None] = []
    for value, argument in zip(end.operands, op.output_arguments, strict=True):
        if _is_unchanged(value, argument, numbers, strict=strict):
            found.append(None)
            continue
        number = _combined_number(value, argument, numbers)
        if number is None or not isinstance(value.owner, IDEMPOTENT):
            return None
        found.append(number)
    return found


def _number(value: SSAValue, numbers: Mapping[SSAValue, Number | None]) -> Number | None:
    return numbers[value] if value in numbers else number_of(constant_of(value))


def _combined_number(value: SSAValue, argument: SSAValue, numbers: Mapping[SSAValue, Number | None]) -> Number | None:
    """The number that an operation combines an output with; ``None`` if it is not known."""
    combine = value.owner
    if not isinstance(combine, Operation):
        return None
    other = other_operand(combine, argument)
    return None if other is None else _number(other, numbers)


def _is_unchanged(
    value: SSAValue, argument: SSAValue, numbers: Mapping[SSAValue, Number | None], *, strict: bool
) -> bool:
    if value is argument:
        return True
    number = _combined_number(value, argument, numbers)
    neutral = [] if number is None else neutral_numbers(cast("Operation", value.owner), any_zero=not strict)
    return number is not None and any(is_same(number, each) for each in neutral)


def _trim(op: StructuredOp, rows: Sequence[_Padded], *, strict: bool) -> None:
    """Replace an operation by one on what is copied of its rows, in memory."""
    rewriter = Rewriter()
    rewriter.before(op)
    cuts = _cuts(op, rows[0]) or {}
    for output, number in enumerate(_padding(op, rows, strict=strict) or ()):
        if number is not None:
            combine_with_padding(op, output, number, cuts, rewriter)
    for each in rows:
        op.operands[each.reads[op]] = each.row.memory
    for loop, (_, size) in cuts.items():
        new = part_of(op, loop, 0, size, rewriter)
        rewriter.erase(op)
        op = new
        rewriter.before(op)


def _erase(padded: _Padded) -> None:
    """Erase a copy that nothing reads any more."""
    rewriter = Rewriter()
    row = padded.row
    views = row.copy.operands[:]
    for op in (*padded.fills, row.copy):
        around = op.parent_op()
        rewriter.erase(op)
        if isinstance(around, IfOp) and not around.results and all(isinstance(e, YieldOp) for e in _inside(around)):
            rewriter.erase(around)
    for value in (*views, row.buffer.memref):
        if value.first_use is None:
            rewriter.erase(cast("Operation", value.owner))


def _inside(op: Operation) -> list[Operation]:
    return [inner for region in op.regions for block in region.blocks for inner in block.ops]
