"""Reductions in loops that are done within threads, with one reduction across threads after the loop."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i32
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.tt.shape import ReshapeOp, TransOp
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.upstream.arith.attributes import FastMathFlagsAttr
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.arith.floating import AddFOp, MaximumFOp, MaxNumFOp, MinimumFOp, MinNumFOp, MulFOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp, yield_of
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import int_value, is_float_type
from xtriton.ir.numbers import float_bits, float_from_bits
from xtriton.ir.traits import element_type, shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import Blocked, Slice
from xtriton.layouts.encodings import elems_per_thread
from xtriton.layouts.inference import infer_reshape
from xtriton.layouts.tile import Shape
from xtriton.rewriting.cloning import Mapping
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.conversions import convert_to_type
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import replace_loop_by_wider
from xtriton.rewriting.tensors import clone_inferring_types, encoding_of_tensor, layout_of_tensor
from xtriton.versions import V3_6, V3_9, active_version, by_version, since

_NEUTRAL: dict[type[Operation], float] = {
    AddFOp: 0.0,
    MulFOp: 1.0,
    MaximumFOp: -math.inf,
    MaxNumFOp: -math.inf,
    MinimumFOp: math.inf,
    MinNumFOp: math.inf,
}
"""The neutral element of an operation."""


def reduce_within_threads(module: ModuleOp) -> None:
    """Rewrite all reductions of loaded tensors whose results are accumulated over a loop.

    Triton visits them in the order of a hash table of addresses; here it is program order.
    """
    found = [_accumulation(op) for op in operations_in(module) if isinstance(op, ReduceOp)]
    for accumulation in found:
        if accumulation is not None:
            _rewrite(accumulation)


@dataclass(frozen=True)
class _Accumulation:
    """A reduction, the operation that accumulates its results, and the loop-carried accumulator."""

    reduce: ReduceOp
    update: Operation
    argument: BlockArgument

    @property
    def loop(self) -> ForOp:
        """The current loop: an earlier rewrite may have replaced it."""
        loop = self.argument.block.parent_op()
        assert isinstance(loop, ForOp)
        return loop

    @property
    def position(self) -> int:
        """Which loop-carried value the accumulator is."""
        position = self.loop.position(self.argument)
        assert position is not None
        return position


def _only_use(op: Operation) -> tuple[Operation, int] | None:
    """The only use of any result."""
    uses = [(use.operation, use.index) for result in op.results for use in result.uses]
    return uses[0] if len(uses) == 1 else None


def _accumulation(op: ReduceOp) -> _Accumulation | None:
    """The accumulation of a reduction's results, if reducing within threads is possible and worthwhile."""
    if _combination(op) is None or not _is_worthwhile(op):
        return None
    use = _only_use(op)
    carried = _only_use(use[0]) if use is not None else None
    if use is None or carried is None or not isinstance(carried[0], YieldOp):
        return None
    loop = carried[0].parent_op() if active_version() in _ASKS_THE_YIELD else op.parent_op()
    if not isinstance(loop, ForOp) or op.parent is not loop.body:
        return None
    update, index = use
    if carried[1] >= len(loop.init_args) or not isinstance(loop.init_args[carried[1]].owner, ConstantOp):
        return None
    accumulator = update.operands[1 - index] if len(update.operands) == 2 else None
    if not is_block_argument(accumulator) or accumulator.block is not loop.body:
        return None
    return _Accumulation(op, update, accumulator)


_ASKS_THE_YIELD = since(V3_9)
"""Since 3.9 the accumulator is carried by the loop that the yield ends, before by the loop around the reduction."""


def _combination(op: ReduceOp) -> Operation | None:
    """The only operation of a reduction's region, if it has a neutral element."""
    entry = op.combineOp.first_block
    first = entry.first_op if entry is not None else None
    if entry is None or first is None or entry.next_block is not None or first.next_op is not entry.last_op:
        return None
    return first if type(first) in _NEUTRAL else None


def _neutral_element(combination: Operation) -> float:
    """The neutral element: the most extreme finite number where infinities are ruled out (as in MLIR)."""
    number = _NEUTRAL[type(combination)]
    if not isinstance(combination, MaximumFOp | MinimumFOp):
        return number
    if "ninf" not in cast("FastMathFlagsAttr", combination.fastmath):
        return number
    format_ = combination.result.type
    assert is_float_type(format_)
    return math.copysign(float_from_bits(float_bits(math.inf, format_) - 1, format_), number)


def _is_worthwhile(op: ReduceOp) -> bool:
    """Whether threads have several elements along the last dimension of a loaded tensor."""
    if not all(isinstance(operand.owner, LoadOp) for operand in op.operands):
        return False
    layout, shape = layout_of(encoding_of_tensor(op.operands[0])), shape_of_tensor(op.operands[0])
    axis = int_value(op.axis)
    if not isinstance(layout, Blocked) or len(shape) < 2 or axis != len(shape) - 1:
        return False
    return elems_per_thread(layout, shape)[axis] > 1


def _rewrite(accumulation: _Accumulation) -> None:
    reduce, update, loop = accumulation.reduce, accumulation.update, accumulation.loop
    rewriter = Rewriter()
    index = accumulation.position
    initial = loop.init_args[index]
    layout, shape = _split_layout(reduce)
    partial = _neutral_accumulator(reduce, initial, layout, shape, rewriter)
    old_yield = yield_of(loop.body)
    new_loop = replace_loop_by_wider(loop, [partial], rewriter)
    new_reduce = _reduce_elements(reduce, layout, shape, rewriter)
    rewriter.after(new_reduce)
    inner: Mapping = {update.operands[0]: new_loop.iter_args[-1], update.operands[1]: new_reduce.results[0]}
    new_update = rewriter.insert(clone_inferring_types(update, inner))
    values = [*old_yield.operands, new_update.results[0]]
    values[index] = accumulation.argument
    rewriter.before(old_yield)
    rewriter.insert(YieldOp(values), old_yield.location)
    _reduce_threads(accumulation, new_loop, initial, rewriter)
    rewriter.erase(old_yield)
    rewriter.erase(loop)


def _split_layout(op: ReduceOp) -> tuple[Blocked, Shape]:
    """The layout and shape of the operand with the elements of each thread along a new last dimension."""
    layout, shape = layout_of(encoding_of_tensor(op.operands[0])), shape_of_tensor(op.operands[0])
    assert isinstance(layout, Blocked)
    count, last = elems_per_thread(layout, shape)[-1], layout.rank - 1
    split = Blocked(
        (*layout.size_per_thread[:-1], 1, layout.size_per_thread[-1]),
        (*layout.threads_per_warp, 1),
        (*layout.warps_per_cta, 1),
        (last + 1, *layout.order),
        layout.cta.with_unit_dim(),
    )
    return split, (*shape[:-1], shape[-1] // count, count)


def _neutral_accumulator(
    op: ReduceOp, initial: SSAValue, layout: Blocked, shape: Shape, rewriter: Rewriter
) -> SSAValue:
    """A neutral constant accumulator for each thread, after the old initial value."""
    encoding = encoding_attr(Slice(layout.rank - 1, layout))
    type_ = TensorType(element_type(initial.type), shape[:-1], encoding)
    combination = _combination(op)
    made = initial.owner
    assert combination is not None and isinstance(made, Operation)
    rewriter.after(made)
    return insert_constant(rewriter, _neutral_element(combination), type_, made.location)


def _reduce_elements(op: ReduceOp, layout: Blocked, shape: Shape, rewriter: Rewriter) -> Operation:
    """Reduce the elements of each thread, after the old reduction."""
    source = op.operands[0].type
    type_ = TensorType(element_type(source), shape, encoding_attr(layout))
    rewriter.after(op)
    rewriter.location = op.location
    mapping: Mapping = {}
    for operand in op.operands:
        mapping[operand] = _SPLIT_ELEMENTS.now()(operand, type_, rewriter)
    return rewriter.insert(clone_inferring_types(op, mapping, {"axis": IntegerAttr(len(shape) - 1, i32)}))


def _reordered(operand: SSAValue, type_: TensorType[Attribute], rewriter: Rewriter) -> SSAValue:
    """The elements of each thread along the last dimension, in any order."""
    view = ReshapeOp(operand, allow_reorder=True, efficient_layout=True, result=type_)
    return rewriter.insert(view).result


def _regrouped(operand: SSAValue, type_: TensorType[Attribute], rewriter: Rewriter) -> SSAValue:
    """The elements of each thread along the last dimension, by a transposition.

    The last dimension is split into repetitions, threads and consecutive elements of a thread; the repetitions change
    places with the threads.
    """
    layout, shape = layout_of(encoding_of_tensor(operand)), shape_of_tensor(operand)
    assert isinstance(layout, Blocked)
    *_, threads, count = type_.get_shape()
    consecutive = min(layout.size_per_thread[-1], count)
    rank = len(shape)
    split = _reshaped(operand, (*shape[:-1], count // consecutive, threads, consecutive), rewriter)
    order = [*range(rank - 1), rank, rank - 1, rank + 1]
    transposed = rewriter.insert(TransOp(split, order=order)).result
    grouped = _reshaped(transposed, tuple(type_.get_shape()), rewriter, efficient=True)
    return rewriter.insert(ConvertLayoutOp(grouped, result=type_)).result


def _reshaped(value: SSAValue, shape: Shape, rewriter: Rewriter, *, efficient: bool = False) -> SSAValue:
    layout = infer_reshape(layout_of_tensor(value), shape_of_tensor(value), shape)
    type_ = TensorType(element_type(value.type), shape, encoding_attr(layout))
    return rewriter.insert(ReshapeOp(value, efficient_layout=efficient, result=type_)).result


_SPLIT_ELEMENTS = by_version({V3_6: _reordered, V3_9: _regrouped})


def _reduce_threads(accumulation: _Accumulation, loop: ForOp, initial: SSAValue, rewriter: Rewriter) -> None:
    """Reduce across threads after the loop, and combine the result with the original initial value."""
    reduce, update = accumulation.reduce, accumulation.update
    result = loop.results[accumulation.position]
    rewriter.after(loop)
    total = rewriter.insert(clone_inferring_types(reduce, {reduce.operands[0]: loop.results[-1]}))
    converted = convert_to_type(total.results[0], result.type, rewriter, total.location)
    operands: Mapping = {update.operands[0]: initial, update.operands[1]: converted}
    final = rewriter.insert(clone_inferring_types(update, operands))
    rewriter.replace_all_uses(result, final.results[0])
