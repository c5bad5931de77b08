"""``cpu-reduce-in-loop``: blocks that a loop accumulates, and that are then reduced, are reduced in each iteration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, tensor
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AddIOp,
    AndIOp,
    ConstantOp,
    MaxSIOp,
    MaxUIOp,
    MinSIOp,
    MinUIOp,
    MulFOp,
    MulIOp,
    OrIOp,
    XOrIOp,
)
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import scalar_number
from xtriton.folds.folding import constant_of
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_float_type, is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.neutral import IDEMPOTENT
from xtriton.passes.linalg.patterns.builders import Body, empty, filled, generic, shape_of_value
from xtriton.passes.linalg.patterns.reduce import sole_operation
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter

_ROUNDS = (AddFOp, MulFOp)
_EXACT = (AddIOp, MulIOp, AndIOp, OrIOp, XOrIOp, MaxSIOp, MaxUIOp, MinSIOp, MinUIOp)
_NEUTRAL: dict[type[Operation], int] = {AddFOp: 0, AddIOp: 0, XOrIOp: 0, MulFOp: 1, MulIOp: 1}
_SINGLE_BITS = 32


@dataclass(frozen=True)
class CpuReduceInLoop(Pass):
    """Carry sums and extrema through a loop instead of the block that they are of.

    before: ``%block = scf.for iter_args(%acc) { %1 = linalg.generic { addf } ins(%acc, %x) }``,
    ``%sum = linalg.reduce { addf } ins(%block)``
    after:  ``%sum = scf.for iter_args(%total) { %1 = linalg.reduce { addf } ins(%x) outs(%total) }``

    The block would be loaded and stored in each iteration. Sums and products of floats are rounded in another order:
    not with ``strict-fp``, nor for types narrower than ``f32``, which would be rounded more often.
    """

    name: ClassVar[str] = "cpu-reduce-in-loop"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    reassociates: ClassVar[bool] = True
    strict_fp: bool = option(False, "do not reassociate floating-point sums")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, linalg.ReduceOp):
                found = _accumulated(op, strict=self.strict_fp)
                if found is not None:
                    _rewrite(found)


@dataclass(frozen=True)
class _Level:
    """A loop that carries the block."""

    loop: ForOp
    index: int


@dataclass(frozen=True)
class _Accumulated:
    """A reduction of a block that loops, outer ones first, carry and only combine with other blocks."""

    reduce: linalg.ReduceOp
    dims: Sequence[int]
    """The reduced dimensions of the block."""
    levels: Sequence[_Level]
    update: linalg.GenericOp
    position: int
    """The position of the block among the inputs of ``update``."""


def _accumulated(op: linalg.ReduceOp, *, strict: bool) -> _Accumulated | None:
    if len(op.ins) != 1 or not is_tensor_type(op.ins[0].type) or not op.results:
        return None
    combine = sole_operation(op.body)
    if combine is None or not _may_be_reordered(combine, strict=strict):
        return None
    source, dims = op.ins[0], op.dims
    while isinstance(source.owner, linalg.TransposeOp) and source.has_one_use():
        order = dense_numbers(source.owner.permutation)
        kept = [order[dim] for dim in range(len(order)) if dim not in dims]
        if kept != sorted(kept):
            return None
        dims, source = [order[dim] for dim in dims], source.owner.ins[0]
    levels = _levels(source)
    if not levels or _fill_of(op.outs[0]) is None:
        return None
    update = _update(levels[-1], type(combine))
    return None if update is None else _Accumulated(op, sorted(dims), levels, *update)


def _may_be_reordered(combine: Operation, *, strict: bool) -> bool:
    """Whether an operation is associative and commutative; for sums of floats, as far as their rounding permits."""
    type_ = combine.results[0].type
    if isinstance(combine, _ROUNDS):
        return not strict and is_float_type(type_) and type_.bitwidth >= _SINGLE_BITS
    return isinstance(combine, (*_EXACT, *IDEMPOTENT))


def _levels(value: SSAValue) -> list[_Level]:
    """The loops around the operation that updates a block, from the outermost one, whose result ``value`` is."""
    found: list[_Level] = []
    while isinstance(value.owner, ForOp) and value.has_one_use():
        loop = value.owner
        index = loop.results.index(value)
        found.append(_Level(loop, index))
        end = loop.yield_operation
        assert end is not None
        value = end.operands[index]
        inner = value.owner
        if not isinstance(inner, ForOp):
            break
        carried = loop.iter_args[index]
        if inner.parent is not loop.body or not carried.has_one_use():
            return []
        if inner.initArgs[inner.results.index(value)] is not carried:
            return []
    return found


def _update(level: _Level, combine: type[Operation]) -> tuple[linalg.GenericOp, int] | None:
    """The operation that combines the carried block with an other one, and the position of the block."""
    carried, end = level.loop.iter_args[level.index], level.loop.yield_operation
    assert end is not None
    value = end.operands[level.index]
    op = value.owner
    if not isinstance(op, linalg.GenericOp) or op.parent is not level.loop.body or not value.has_one_use():
        return None
    if any(use.operation is not op for use in carried.uses) or len(op.results) != 1:
        return None
    identity = AffineMap.identity(op.loops)
    positions = [index for index, operand in enumerate(op.ins) if operand is carried]
    if len(positions) != 1 or any(map_ != identity for map_ in (op.maps[positions[0]], op.maps[-1])):
        return None
    if op.output_arguments[0].first_use is not None or linalg.REDUCTION in op.iterators:
        return None
    argument, last = op.body.args[positions[0]], cast("Operation", op.body.last_op).operands[0]
    use = argument.get_unique_use()
    combined = last.owner
    if use is None or use.operation is not combined or not isinstance(combined, combine):
        return None
    if combined.parent is not op.body or not last.has_one_use() or len(combined.operands) != 2:
        return None
    return op, positions[0]


def _rewrite(found: _Accumulated) -> None:
    total = _start(found)
    loops: list[ForOp] = []
    blocks: list[BlockArgument] = []
    for level in found.levels:
        blocks.append(level.loop.iter_args[level.index])
        loop = _carrying(level, total)
        loops.append(loop)
        total = loop.iter_args[level.index]
    _reduce_update(found, total)
    for loop, block in zip(loops, blocks, strict=True):
        loop.body.erase_arg(block)
    _replace_reduction(found.reduce, loops[0].results[found.levels[0].index])


def _start(found: _Accumulated) -> SSAValue:
    """What the sum or extremum starts with: the reduction's own initial value, combined with the loop's if need be."""
    outer, op = found.levels[0], found.reduce
    rewriter = Rewriter()
    rewriter.start_at(outer.loop)
    number, combine = _fill_of(op.outs[0]), sole_operation(op.body)
    assert number is not None and combine is not None
    block = outer.loop.initArgs[outer.index]
    first, initial = rewriter.insert(ConstantOp(number)).result, _fill_of(block)
    if initial is not None and isinstance(combine, IDEMPOTENT):
        # However often a number is combined, it counts once.
        other = rewriter.insert(ConstantOp(initial)).result
        first = rewriter.insert(combine.clone(dict(zip(combine.operands, (other, first), strict=True)))).results[0]
    start = filled(first, shape_of_value(op.outs[0]), rewriter)
    if initial is not None and (isinstance(combine, IDEMPOTENT) or _is_neutral(initial, combine)):
        return start
    return rewriter.insert(_reduction(found, block, start)).results[0]


def _fill_of(value: SSAValue) -> Attribute | None:
    """The constant that all elements of a tensor are."""
    match value.owner:
        case linalg.FillOp():
            return constant_of(value.owner.ins[0])
        case tensor.InsertOp() if not shape_of_value(value):
            return constant_of(value.owner.scalar)
        case _:
            return None


def _is_neutral(number: Attribute, combine: Operation) -> bool:
    """Whether combining something with ``number`` does not change it."""
    neutral = _NEUTRAL.get(type(combine))
    return neutral is not None and scalar_number(number) == neutral


def _reduction(found: _Accumulated, block: SSAValue, start: SSAValue) -> linalg.ReduceOp:
    combiner = found.reduce.combiner.clone()
    return linalg.ReduceOp([block], [start], dimensions=list(found.dims), combiner=combiner)


def _carrying(level: _Level, total: SSAValue) -> ForOp:
    """The loop with ``total`` in place of the block, whose argument is kept behind the others as long as it is used."""
    old, index = level.loop, level.index
    bounds = (old.lowerBound, old.upperBound, old.step)
    inits = [*old.initArgs[:index], total, *old.initArgs[index + 1 :]]
    block = old.iter_args[index]
    new_argument = old.body.insert_arg(total.type, block.index)
    new_argument.location = block.location
    loop = ForOp.create(
        operands=[*bounds, *inits],
        result_types=[init.type for init in inits],
        properties=old.properties,
        attributes=old.attributes,
        regions=[old.detach_region(old.region)],
    )
    rewriter = Rewriter()
    rewriter.start_at(old)
    rewriter.insert(loop)
    rewriter.replace(old, loop.results)
    return loop


def _reduce_update(found: _Accumulated, total: SSAValue) -> None:
    """Reduce the block that an iteration adds, instead of combining it with the carried one."""
    op = found.update
    rewriter = Rewriter()
    rewriter.start_at(op)
    new = rewriter.insert(_reduction(found, _added(found, rewriter), total))
    op.results[0].replace_all_uses_with(new.results[0])
    rewriter.erase(op)


def _added(found: _Accumulated, rewriter: Rewriter) -> SSAValue:
    """The block that an iteration adds."""
    op, argument = found.update, found.update.body.args[found.position]
    combined = cast("Operation", op.body.last_op).operands[0].owner
    assert isinstance(combined, Operation)
    other = next(operand for operand in combined.operands if operand is not argument)
    if combined is op.body.first_op and other in op.body.args[: len(op.ins)]:
        source = op.body.args.index(other)
        if op.maps[source] == AffineMap.identity(op.loops):
            return op.ins[source]

    kept = [index for index in range(len(op.ins)) if index != found.position]
    taken = [op.body.args[index] for index in (*kept, len(op.ins))]

    def fill(body: Body) -> list[SSAValue]:
        mapping: dict[SSAValue, SSAValue] = dict(zip(taken, body.args, strict=True))
        for inner in op.body.ops:
            if inner is not combined and inner is not op.body.last_op:
                body.insert(clone_op(inner, mapping))
        return [mapping.get(other, other)]

    init = empty(shape_of_value(op.results[0]), element_type(op.results[0].type), rewriter)
    maps = [op.maps[index] for index in (*kept, len(op.ins))]
    return generic([op.ins[index] for index in kept], [init], maps, fill, rewriter).results[0]


def _replace_reduction(op: linalg.ReduceOp, result: SSAValue) -> None:
    """Replace a reduction by ``result``, and erase what only it has used."""
    rewriter = Rewriter()
    source = op.ins[0].owner
    rewriter.replace(op, [result])
    while isinstance(source, linalg.TransposeOp):
        dead, source = source, source.ins[0].owner
        rewriter.erase(dead)
