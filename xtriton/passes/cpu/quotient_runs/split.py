"""A store in runs of equal quotients, and as it was where runs would be short or dividends would overflow."""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream import linalg, memref, tensor
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    DivSIOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    SubIOp,
)
from xtriton.dialects.upstream.bufferization import MaterializeInDestinationOp, ToTensorOp
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.cpu.quotient_runs.gathers import Gather, Store
from xtriton.passes.cpu.quotient_runs.quotients import Quotient, number
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter

_INDEX = IndexType()


def split_into_runs(store: Store, least: int) -> None:
    """Execute a store in runs if the divisor is at least ``least``."""
    rewriter = Rewriter()
    rewriter.start_at(store.op)
    dividend, divisor = store.quotient.first(rewriter), store.quotient.by(rewriter)
    count = _value(store.count, rewriter)
    condition = _has_runs(store.quotient, dividend, divisor, count, least, rewriter)
    runs, otherwise = Block(), Block()
    rewriter.insert(IfOp(condition, Region(runs), Region(otherwise)))
    rewriter.at_end(runs)
    _runs(store, dividend, divisor, count, rewriter)
    rewriter.at_end(runs)
    rewriter.insert(YieldOp())
    _move_into(store, otherwise)


def _value(extent: OpFoldResult, rewriter: Rewriter) -> SSAValue:
    return number(extent, _INDEX, rewriter) if isinstance(extent, int) else extent


def _has_runs(
    quotient: Quotient, dividend: SSAValue, divisor: SSAValue, count: SSAValue, least: int, rewriter: Rewriter
) -> SSAValue:
    """Whether the block is not empty, no dividend is negative or overflows, and the divisor is large enough."""
    # The bounds of runs are of type index, of 64 bits: dividends of 64 bits are limited so that no bound overflows.
    greatest = quotient.greatest - quotient.extent + 1 if quotient.type.width.data < _BITS else quotient.greatest // 4
    conditions = [
        (CmpIPredicate.SGE, dividend, number(0, quotient.type, rewriter)),
        (CmpIPredicate.SLE, dividend, number(greatest, quotient.type, rewriter)),
        (CmpIPredicate.SGE, divisor, number(least, quotient.type, rewriter)),
        (CmpIPredicate.SLE, divisor, number(greatest, quotient.type, rewriter)),
        (CmpIPredicate.SGT, count, number(0, _INDEX, rewriter)),
    ]
    results = [rewriter.insert(CmpIOp(*condition)).result for condition in conditions]
    holds = results[0]
    for result in results[1:]:
        holds = rewriter.insert(AndIOp(holds, result)).result
    return holds


_BITS = 64


def _runs(store: Store, dividend: SSAValue, divisor: SSAValue, count: SSAValue, rewriter: Rewriter) -> None:
    """A loop over the quotients of a block."""
    start, length = (rewriter.insert(IndexCastOp(value, _INDEX)).out for value in (dividend, divisor))
    one = number(1, _INDEX, rewriter)
    end = rewriter.insert(AddIOp(start, count)).result
    last = rewriter.insert(SubIOp(end, one)).result
    quotients = [rewriter.insert(DivSIOp(position, length)).result for position in (start, last)]
    beyond = rewriter.insert(AddIOp(quotients[1], one)).result
    loop = rewriter.insert(ForOp(quotients[0], beyond, one))
    rewriter.at_end(loop.body)
    run = loop.induction_variable
    # The positions whose quotient is `run` are those from run * length - start to (run + 1) * length - start.
    from_start = rewriter.insert(SubIOp(rewriter.insert(MulIOp(run, length)).result, start)).result
    to_end = rewriter.insert(AddIOp(from_start, length)).result
    first = rewriter.insert(MaxSIOp(from_start, number(0, _INDEX, rewriter))).result
    stop = rewriter.insert(MinSIOp(to_end, count)).result
    size = rewriter.insert(SubIOp(stop, first)).result
    _store_run(store, run, first, size, rewriter)
    rewriter.insert(YieldOp())


def _store_run(store: Store, run: SSAValue, first: SSAValue, size: SSAValue, rewriter: Rewriter) -> None:
    """Compute and store the elements of one quotient."""
    quotient = rewriter.insert(IndexCastOp(run, store.quotient.type)).out
    value = store.value
    dest = _part(store.op.dest, first, size, rewriter)
    ins: list[SSAValue] = []
    maps = list(value.maps[-1:])
    block = Block()
    mapping: Mapping = {}
    for operand, argument, gather, map_ in zip(value.ins, value.body.args, store.gathers, value.maps, strict=False):
        if gather is not None:
            mapping[argument] = _loaded(gather, quotient, rewriter)
        elif not is_tensor_type(operand.type):
            mapping[argument] = operand
        else:
            ins.append(_slice(operand, store, dest, first, size, rewriter))
            maps.insert(-1, map_)
            mapping[argument] = block.insert_arg(argument.type, len(block.args))
    out = value.output_arguments[0]
    mapping[out] = block.insert_arg(out.type, len(block.args))
    _compute(value, block, mapping, first)
    empty = rewriter.insert(tensor.EmptyOp.of([size], out.type)).result
    new = linalg.GenericOp(ins, [empty], indexing_maps=maps, iterator_types=[linalg.PARALLEL], region=Region(block))
    result = rewriter.insert(new).results[0]
    rewriter.insert(MaterializeInDestinationOp(result, dest, writable=True))


def _compute(op: linalg.GenericOp, block: Block, mapping: Mapping, first: SSAValue) -> None:
    """Clone the body of an operation to ``block``, for the part of its elements that begins at ``first``."""
    inside = Rewriter()
    inside.at_end(block)
    for inner in op.body.ops:
        clone = inside.insert(clone_op(inner, mapping))
        if isinstance(inner, linalg.IndexOp):
            mapping[inner.result] = inside.insert(AddIOp(clone.results[0], first)).result


def _part(memory: SSAValue, first: SSAValue, size: SSAValue, rewriter: Rewriter) -> SSAValue:
    type_ = memref.subview_type(cast("memref.MemRef", memory.type), [DYNAMIC], [DYNAMIC], [1])
    return rewriter.insert(memref.SubViewOp.of(memory, [first], [size], [1], type_)).results[0]


def _slice(
    operand: SSAValue, store: Store, dest: SSAValue, first: SSAValue, size: SSAValue, rewriter: Rewriter
) -> SSAValue:
    """The part of a tensor; of one that is read from the program's memory, read from there."""
    owner = operand.owner
    if isinstance(owner, ToTensorOp) and not isinstance(owner.buffer.owner, memref.AllocOp):
        memory = dest if owner.buffer is store.op.dest else _part(owner.buffer, first, size, rewriter)
        return rewriter.insert(ToTensorOp(memory, restrict=True)).result
    return rewriter.insert(tensor.ExtractSliceOp.of(operand, [first], [size], [1])).results[0]


def _loaded(gather: Gather, quotient: SSAValue, rewriter: Rewriter) -> SSAValue:
    """The element that is gathered for a quotient."""
    mapping: Mapping = {gather.extract.result: gather.offsets.element(quotient, rewriter)}
    for op in gather.loop.body.ops:
        if op is gather.source:
            memory = rewriter.insert(clone_op(op, mapping)).results[0]
            return rewriter.insert(memref.LoadOp(memory, [number(0, _INDEX, rewriter)])).result
        if op is not gather.extract and not isinstance(op, memref.SubViewOp):
            rewriter.insert(clone_op(op, mapping))
    raise AssertionError("the loop of a gather has a source")


def _move_into(store: Store, block: Block) -> None:
    """Move a store into a block, with its gathers, and with the quotients that nothing else needs."""
    moved: set[Operation] = {store.op, store.value}
    quotients: list[Operation] = []
    for gather, operand in zip(store.gathers, store.value.ins, strict=True):
        if gather is not None:
            moved |= {cast("Operation", operand.owner), *gather.operations}
            quotients += gather.offsets.operations()
    parent = cast("Block", store.op.parent)
    for op in sorted(set(quotients), key=parent.get_operation_index, reverse=True):
        if all(_is_in(use.operation, moved) for use in cast("Any", op.results[0]).uses):
            moved.add(op)
    for op in [op for op in parent.ops if op in moved]:
        op.detach()
        block.add_op(op)
    block.add_op(YieldOp())


def _is_in(op: Operation, moved: set[Operation]) -> bool:
    current: Operation | None = op
    while current is not None and current not in moved:
        current = current.parent_op()
    return current is not None
