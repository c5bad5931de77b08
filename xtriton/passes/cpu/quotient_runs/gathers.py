"""Stores of elementwise results whose operands are gathered at quotients of the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.upstream import linalg, memref, tensor
from xtriton.dialects.upstream.arith import MinSIOp
from xtriton.dialects.upstream.bufferization import MaterializeInDestinationOp, ToTensorOp
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.folds.elements import scalar_number
from xtriton.folds.folding import constant_of
from xtriton.interfaces.effects import is_pure
from xtriton.ir.narrowing import is_memref_type, is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.bufferize.buffers import are_distinct
from xtriton.passes.cpu.bufferize.structured import reads_elsewhere
from xtriton.passes.cpu.fuse.inline import is_pointwise
from xtriton.passes.cpu.fuse.loads import leaves_memory_alone
from xtriton.passes.cpu.quotient_runs.quotients import Quotient, Quotients, quotients_of
from xtriton.passes.cpu.views import root_of


@dataclass(frozen=True)
class Gather:
    """A tensor that a loop over its elements fills, from memory at offsets that are functions of the quotient."""

    tensor: ToTensorOp
    buffer: memref.AllocOp
    loop: ForOp
    extract: tensor.ExtractOp
    """The element of the offsets."""
    source: memref.ReinterpretCastOp
    """The view of the one element of memory that an iteration copies."""
    offsets: Quotients
    fills: Sequence[Operation]
    """The operations of the loop's block that fill the buffer, or a part of it, with a constant."""

    @property
    def operations(self) -> list[Operation]:
        """The operations that only the tensor needs."""
        return [self.tensor, self.buffer, self.loop, *self.fills]


@dataclass(frozen=True)
class Store:
    """A store of the elements of a vector that an elementwise operation computes from gathers and other inputs."""

    op: MaterializeInDestinationOp
    value: linalg.GenericOp
    gathers: Sequence[Gather | None]
    """For each input the gather that it comes from."""
    quotient: Quotient
    count: OpFoldResult
    """The number of elements that are stored."""


def store_of(op: MaterializeInDestinationOp, *, noalias: bool) -> Store | None:
    """The store of ``op`` if it may be split into runs of equal quotients, otherwise None."""
    value = op.source.owner
    if not isinstance(value, linalg.GenericOp) or not op.source.has_one_use() or value.parent is not op.parent:
        return None
    if value.loops != 1 or not is_pointwise(value) or not is_memref_type(op.dest.type):
        return None
    count = _extent_of(value.outs[0])
    if count is None or not all(_is_sliced(operand, value, index) for index, operand in enumerate(value.ins)):
        return None
    gathers = [_gather_of(operand, count, op) for operand in value.ins]
    found = [gather for gather in gathers if gather is not None]
    if not found or any(gather.offsets.quotient != found[0].offsets.quotient for gather in found):
        return None
    if len({gather.tensor for gather in found}) != len(found):
        return None
    if not reads_elsewhere(value, 0, op.dest, noalias=noalias):
        return None
    if not all(_may_be_read_at(gather, op, noalias=noalias) for gather in found):
        return None
    return Store(op, value, gathers, found[0].offsets.quotient, count)


def calls_functions(store: Store) -> bool:
    """Whether the stored elements take more than instructions for arithmetic: ``exp``, for example."""
    names = {op.name for op in operations_in(store.value.body)}
    return any(name.startswith("math.") for name in names - INSTRUCTIONS)


INSTRUCTIONS = {"math.absf", "math.absi", "math.ceil", "math.floor", "math.fma", "math.rsqrt", "math.sqrt"}
"""The operations of ``math`` that are one instruction, or a few, instead of a function."""


def _extent_of(value: SSAValue) -> OpFoldResult | None:
    """The extent of a tensor in one dimension, if it is known before the tensor is."""
    extent = (shape_of(value.type) or (DYNAMIC,))[0]
    if extent != DYNAMIC:
        return extent
    return value.owner.dynamicSizes[0] if isinstance(value.owner, tensor.EmptyOp) else None


def _is_sliced(operand: SSAValue, op: linalg.GenericOp, index: int) -> bool:
    """Whether an input is a scalar, or a tensor whose elements are read in order."""
    return not is_tensor_type(operand.type) or op.maps[index] == AffineMap.identity(1)


def _gather_of(value: SSAValue, count: OpFoldResult, place: Operation) -> Gather | None:
    """The gather that the first ``count`` elements of a tensor come from."""
    op = value.owner
    if isinstance(op, tensor.ExtractSliceOp):
        if [*op.mixed_offsets, *op.mixed_sizes, *op.mixed_strides] != [0, count, 1] or not value.has_one_use():
            return None
        value, op = op.source, op.source.owner
    if not isinstance(op, ToTensorOp) or op.parent is not place.parent or not op.result.has_one_use():
        return None
    buffer = op.buffer.owner
    if not isinstance(buffer, memref.AllocOp) or buffer.parent is not place.parent:
        return None
    block = cast("Block", place.parent)
    fills: list[Operation] = []
    loops: list[ForOp] = []
    for use in buffer.memref.uses:
        around = ancestor_in_block(use.operation, block)
        if isinstance(around, ForOp):
            loops.append(around)
        elif around is not None and _only_fills(around, buffer):
            fills.append(around)
        elif around is not op:
            return None
    if len(loops) != 1 or not all(fill.is_before_in_block(loops[0]) for fill in fills):
        return None
    return _gather_by(loops[0], op, buffer, fills, count)


def _only_fills(op: Operation, buffer: memref.AllocOp) -> bool:
    if isinstance(op, linalg.FillOp):
        return op.outs[0] is buffer.memref
    if not isinstance(op, IfOp) or op.results:
        return False
    inside = [inner for region in op.regions for block in region.blocks for inner in block.ops]
    return all(
        isinstance(inner, YieldOp) or (isinstance(inner, linalg.FillOp) and inner.outs[0] is buffer.memref)
        for inner in inside
    )


def _gather_by(
    loop: ForOp, result: ToTensorOp, buffer: memref.AllocOp, fills: Sequence[Operation], count: OpFoldResult
) -> Gather | None:
    """The gather of a loop that copies one element in each iteration, at least ``count`` in all."""
    if loop.results or not _is_number(loop.lowerBound, 0) or not _is_number(loop.step, 1):
        return None
    position = loop.induction_variable
    extracts = [op for op in loop.body.ops if isinstance(op, tensor.ExtractOp)]
    copies = [op for op in loop.body.ops if isinstance(op, memref.CopyOp)]
    if len(extracts) != 1 or len(copies) != 1:
        return None
    source, target = copies[0].source.owner, copies[0].target.owner
    if not isinstance(source, memref.ReinterpretCastOp) or not isinstance(target, memref.SubViewOp):
        return None
    if source.parent is not loop.body or target.source is not buffer.memref or source.mixed_sizes != [1]:
        return None
    if [*target.mixed_offsets, *target.mixed_sizes, *target.mixed_strides] != [position, 1, 1]:
        return None
    if {use.operation for use in position.uses} != {extracts[0], target}:
        return None
    rest = [op for op in loop.body.ops if op not in (extracts[0], copies[0], loop.body.last_op)]
    if not all(is_pure(op) and not op.regions for op in rest):
        return None
    offsets = quotients_of(extracts[0].tensor)
    if offsets is None or not _covers(loop.upperBound, count, offsets.quotient.extent):
        return None
    return Gather(result, buffer, loop, extracts[0], source, offsets, fills)


def _is_number(value: SSAValue, number: int) -> bool:
    constant = constant_of(value)
    return constant is not None and scalar_number(constant) == number


def _covers(end: SSAValue, count: OpFoldResult, extent: int) -> bool:
    """Whether ``end`` is at least ``count``, which is at most ``extent``."""
    if end is count or _is_number(end, extent):
        return True
    operands = end.owner.operands if isinstance(end.owner, MinSIOp) else ()
    return count in operands and any(_is_number(operand, extent) for operand in operands)


def _may_be_read_at(gather: Gather, store: MaterializeInDestinationOp, *, noalias: bool) -> bool:
    """Whether neither the store nor an operation between the gather and it changes the memory that is gathered."""
    root = root_of(gather.source.source)
    if not are_distinct(store.dest, root, noalias=noalias):
        return False
    return all(leaves_memory_alone(op, root, noalias=noalias) for op in _between(gather.loop, store))


def _between(first: Operation, end: Operation) -> Iterator[Operation]:
    current = first.next_op
    while current is not None and current is not end:
        yield current
        current = current.next_op
