"""Reductions."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan

from xdsl.dialects.builtin import Float32Type, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream import linalg, tensor
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AddIOp,
    AndIOp,
    CmpFOp,
    CmpIOp,
    DivFOp,
    ExtFOp,
    FastMathFlagsAttr,
    MaximumFOp,
    MaxNumFOp,
    MaxSIOp,
    MaxUIOp,
    MinimumFOp,
    MinNumFOp,
    MinSIOp,
    MinUIOp,
    MulFOp,
    MulIOp,
    OrIOp,
    SelectOp,
    SubFOp,
    TruncFOp,
    XOrIOp,
)
from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, CmpIPredicate
from xtriton.dialects.upstream.bufferization import AllocTensorOp
from xtriton.folds.elements import Number, width_of
from xtriton.ir.narrowing import int_value, is_float_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.linalg.patterns.builders import (
    Body,
    filled,
    region_of,
    scalar_constant,
    shape_of_value,
    tensor_type,
    transposed,
)
from xtriton.passes.linalg.patterns.selections import selection_of
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter

_F32 = Float32Type()
_PROPAGATING = (MaximumFOp, MinimumFOp)
_EXTREMA = (*_PROPAGATING, MaxNumFOp, MinNumFOp)
ANY_ZERO = FastMathFlagsAttr.of("nsz")
"""The flags of extrema that may return either zero of -0 and +0."""


def _signed_range(type_: Attribute) -> tuple[int, int]:
    """The minimum and maximum of a signed integer type."""
    width = width_of(type_)
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def neutral_number(op_class: type[Operation], type_: Attribute, *, exact: bool = False) -> Number | None:
    """The neutral element ``e`` with ``f(e, x) = x``; ``None`` for an operation without one or that is not a reduction.

    For ``maxnumf`` and ``minnumf`` that is NaN; triton-shared takes an infinity unless ``exact``.
    """
    if exact and op_class in (MaxNumFOp, MinNumFOp):
        return nan
    if op_class in (AddFOp, AddIOp, OrIOp, XOrIOp, MaxUIOp):
        return 0
    if op_class in (MulFOp, MulIOp):
        return 1
    if op_class in (MaximumFOp, MaxNumFOp):
        return -inf
    if op_class in (MinimumFOp, MinNumFOp):
        return inf
    if op_class in (AndIOp, MinUIOp):
        return -1
    if op_class is MaxSIOp:
        return _signed_range(type_)[0]
    if op_class is MinSIOp:
        return _signed_range(type_)[1]
    return None


def sole_operation(block: Block) -> Operation | None:
    """The operation of a region that combines its two arguments with a single operation."""
    op = block.first_op
    if op is None or op.next_op is None or op.next_op is not block.last_op:
        return None
    if len(op.results) != 1 or len(block.args) != 2 or set(op.operands) != set(block.args):
        return None
    return op if list(op.next_op.operands) == [op.results[0]] else None


def _as_single_operation(block: Block) -> Operation | None:
    """Make a region that selects the greater or the lesser of its arguments a single operation, and return it."""
    selection = selection_of(block)
    kind = None if selection is None else selection.extremum()
    last = block.last_op
    if kind is None or last is None:
        return None
    combine = kind(*block.args)
    if isinstance(combine, _PROPAGATING):
        combine.properties["fastmath"] = ANY_ZERO
    combine.location = last.location
    block.insert_op_before(combine, last)
    last.operands[0] = combine.results[0]
    return combine


def _leading(source: SSAValue, axis: int, rewriter: Rewriter) -> tuple[SSAValue, int]:
    """The source with the reduced dimension first, and the number of that dimension."""
    rank = len(shape_of_value(source))
    if rank == 1 or axis == 0:
        return source, axis
    order = [axis, *(dim for dim in range(rank) if dim != axis)]
    return transposed(source, order, rewriter), 0


def _not_last(source: SSAValue, axis: int, rewriter: Rewriter) -> tuple[SSAValue, int]:
    """The source with the last two dimensions swapped if the last one is reduced, and the number of the reduced one."""
    rank = len(shape_of_value(source))
    if rank == 1 or axis != rank - 1:
        return source, axis
    order = [*range(rank - 2), rank - 1, rank - 2]
    return transposed(source, order, rewriter), rank - 2


def patterns(*, leading: bool, exact: bool) -> list[Pattern]:
    """The patterns for reductions: ``leading`` ones reduce the first dimension, ``exact`` ones treat NaN as Triton."""

    @pattern(tt.ReduceOp)
    def reduce_with_operation(op: tt.ReduceOp, rewriter: Rewriter) -> bool:
        """A reduction by one operation with a neutral element is initialised with it.

        Full sums of types narrower than ``f32`` are accumulated in ``f32``. With ``exact``, extrema are, too: that
        changes no result, and saves a conversion to the narrow type and back for each element.
        """
        combine = sole_operation(op.combineOp.block)
        if combine is None and exact:
            combine = _as_single_operation(op.combineOp.block)
        if combine is None or len(op.srcs) != 1:
            return False
        element = tensor_type(op.srcs[0]).element_type
        number = neutral_number(type(combine), element, exact=exact)
        if number is None:
            return False
        move = _leading if leading else _not_last
        source, axis = move(op.srcs[0], int_value(op.axis), rewriter)
        scalar = not isinstance(op.results[0].type, TensorType)
        narrow = is_float_type(element) and width_of(element) < 32
        widened = narrow and ((exact and isinstance(combine, _EXTREMA)) or (scalar and isinstance(combine, AddFOp)))
        start = scalar_constant(_F32 if widened else element, number, rewriter)
        result = _reduced(combine, source, axis, _initial(start, source, axis, rewriter), rewriter)
        if shape_of(result.type) == ():
            result = rewriter.insert(tensor.ExtractOp(result, [])).result
        if widened:
            result = rewriter.insert(TruncFOp(result, op.results[0].type)).results[0]
        rewriter.replace(op, [result])
        return True

    if exact:
        return [reduce_in_lanes, reduce_with_operation, reduce_in_groups, reduce_with_region]
    return [arg_min_or_max, reduce_with_operation, reduce_with_region]


def _initial(start: SSAValue, source: SSAValue, axis: int, rewriter: Rewriter) -> SSAValue:
    """The init tensor of a reduction; a rank-0 tensor is allocated, so that it is recognised as one."""
    shape = list(shape_of_value(source))
    del shape[axis]
    if shape:
        return filled(start, shape, rewriter)
    init = rewriter.insert(AllocTensorOp(result=TensorType(start.type, []))).result
    return rewriter.insert(tensor.InsertOp(start, init, [])).result


def _reduced(combine: Operation, source: SSAValue, axis: int, init: SSAValue, rewriter: Rewriter) -> SSAValue:
    total = element_type(init.type)

    def fill(body: Body) -> Sequence[SSAValue]:
        value, accumulated = body.args
        if value.type != total:
            value = body.insert_value(ExtFOp(value, total))
        return [body.insert_value(clone_with(combine, [value, accumulated], [total], attributes={}))]

    region = region_of([element_type(source.type), total], fill, rewriter)
    return rewriter.insert(linalg.ReduceOp([source], [init], dimensions=[axis], combiner=region)).results[0]


@pattern(tt.ReduceOp)
def arg_min_or_max(op: tt.ReduceOp, rewriter: Rewriter) -> bool:
    """``tl.argmax`` and ``tl.argmin``, smaller index first, start from an infinity at index -1."""
    start = _arg_start(op.combineOp.block)
    if start is None:
        return False
    starts = [scalar_constant(tensor_type(op.srcs[0]).element_type, start, rewriter)]
    starts.append(scalar_constant(tensor_type(op.srcs[1]).element_type, -1, rewriter))
    shape = shape_of(op.results[0].type)
    inits = [filled(init, shape or (), rewriter) for init in starts]
    block = op.combineOp.block
    region = region_of([argument.type for argument in block.args], lambda body: body.copy(block, body.args), rewriter)
    results = rewriter.insert(linalg.ReduceOp(op.srcs, inits, dimensions=[int_value(op.axis)], combiner=region)).results
    if shape is None:
        results = [rewriter.insert(tensor.ExtractOp(result, [])).result for result in results]
    rewriter.replace(op, results)
    return True


def _arg_start(block: Block) -> float | None:
    """The init value of the extremum, if a region is that of ``tl.argmax`` or ``tl.argmin``.

    ``better = v > w or (v == w and i < j)``; returns ``v, i`` if ``better``, else ``w, j``.
    """
    ops = list(block.ops)
    if len(block.args) != 4 or len(ops) != 8:
        return None
    left, left_index, right, right_index = block.args
    equal, before, tie, better, update, value, index, last = ops
    wanted = (
        (equal, CmpFOp, (left, right)),
        (before, CmpIOp, (left_index, right_index)),
        (tie, AndIOp, (equal, before)),
        (better, CmpFOp, (left, right)),
        (update, OrIOp, (better, tie)),
        (value, SelectOp, (update, left, right)),
        (index, SelectOp, (update, left_index, right_index)),
        (last, tt.ReduceReturnOp, (value, index)),
    )
    for op, op_class, operands in wanted:
        values = [operand.results[0] if isinstance(operand, Operation) else operand for operand in operands]
        if not isinstance(op, op_class) or list(op.operands) != values:
            return None
    first, second, third = (op.properties["predicate"] for op in (equal, before, better))
    if first != CmpFPredicate.OEQ.attr or second != CmpIPredicate.SLT.attr:
        return None
    if third == CmpFPredicate.OGT.attr:
        return -inf
    return inf if third == CmpFPredicate.OLT.attr else None


@pattern(tt.ReduceOp)
def reduce_with_region(op: tt.ReduceOp, rewriter: Rewriter) -> bool:
    """Any other reduction starts from the first elements and folds in the others in order."""
    _replace(op, _in_order(op.srcs, int_value(op.axis), op.combineOp.block, rewriter), rewriter)
    return True


_GROUP = 16
"""How many adjacent elements are combined sequentially where rounding errors matter."""
_ROUNDED = (AddFOp, SubFOp, MulFOp, DivFOp)


@pattern(tt.ReduceOp)
def reduce_in_groups(op: tt.ReduceOp, rewriter: Rewriter) -> bool:
    """A long reduction that rounds combines groups of adjacent elements first, which limits the rounding error.

    The order is kept, as a combine region is associative but need not be commutative.
    """
    axis, block = int_value(op.axis), op.combineOp.block
    extent = shape_of_value(op.srcs[0])[axis]
    if extent <= 4 * _GROUP or not any(isinstance(inner, _ROUNDED) for inner in block.ops):
        return False
    values: Sequence[SSAValue] = op.srcs
    while extent > _GROUP:
        extent //= _GROUP
        groups = [_grouped(value, axis, rewriter) for value in values]
        values = _in_order(groups, axis + 1, block, rewriter)
    _replace(op, _in_order(values, axis, block, rewriter), rewriter)
    return True


_LANES = (64, 16)
"""The number of lanes of the first and of the second step, where the order does not matter."""


@pattern(tt.ReduceOp)
def reduce_in_lanes(op: tt.ReduceOp, rewriter: Rewriter) -> bool:
    """Long rows are reduced in lanes first, if the function is a commutative selection, as of ``tl.argmax``.

    LLVM does not vectorise such reductions. Selections that are single operations are left to the next pattern.
    """
    axis, block = int_value(op.axis), op.combineOp.block
    selection = selection_of(block)
    if selection is None or selection.extremum() is not None or not selection.make_commutative():
        return False
    shape = shape_of_value(op.srcs[0])
    values, extent = list(op.srcs), shape[axis]
    for lanes in _LANES if axis == len(shape) - 1 else ():
        if extent > 2 * lanes:
            groups = [_grouped(value, axis, rewriter, lanes) for value in values]
            values, extent = list(_in_order(groups, axis, block, rewriter)), lanes
    _replace(op, _in_order(values, axis, block, rewriter), rewriter)
    return True


def _grouped(value: SSAValue, axis: int, rewriter: Rewriter, size: int = _GROUP) -> SSAValue:
    """A tensor with dimension ``axis`` split into groups of ``size`` adjacent elements."""
    shape = list(shape_of_value(value))
    dims = [[dim] if dim < axis else [dim + 1] for dim in range(len(shape))]
    dims[axis] = [axis, axis + 1]
    shape[axis : axis + 1] = [shape[axis] // size, size]
    type_ = TensorType(tensor_type(value).element_type, shape)
    return rewriter.insert(tensor.ExpandShapeOp.of(value, dims, shape, type_)).result


def _in_order(sources: Sequence[SSAValue], axis: int, block: Block, rewriter: Rewriter) -> Sequence[SSAValue]:
    """The reduction of tensors along a dimension, starting from its first elements."""
    firsts = [_first(source, axis, rewriter) for source in sources]
    if shape_of_value(sources[0])[axis] == 1:
        return firsts
    rest = [_others(source, axis, rewriter) for source in sources]
    return rewriter.insert(linalg.ReduceOp(rest, firsts, dimensions=[axis], combiner=_region(block, rewriter))).results


def _replace(op: tt.ReduceOp, results: Sequence[SSAValue], rewriter: Rewriter) -> None:
    if not isinstance(op.results[0].type, TensorType):
        results = [rewriter.insert(tensor.ExtractOp(result, [])).result for result in results]
    rewriter.replace(op, results)


def _region(block: Block, rewriter: Rewriter) -> Region:
    """The combine region of a reduction, whose first arguments are the accumulators, as that of ``linalg.reduce``."""
    count = len(block.args) // 2

    def fill(body: Body) -> Sequence[SSAValue]:
        return body.copy(block, [*body.args[count:], *body.args[:count]])

    return region_of([argument.type for argument in block.args], fill, rewriter)


def _first(source: SSAValue, axis: int, rewriter: Rewriter) -> SSAValue:
    """The first slice along ``axis``, with the dimension dropped."""
    shape = list(shape_of_value(source))
    kept = [extent for dim, extent in enumerate(shape) if dim != axis]
    shape[axis] = 1
    type_ = TensorType(tensor_type(source).element_type, kept)
    op = tensor.ExtractSliceOp.of(source, [0] * len(shape), shape, [1] * len(shape), type_)
    return rewriter.insert(op).result


def _others(source: SSAValue, axis: int, rewriter: Rewriter) -> SSAValue:
    """All slices along ``axis`` but the first."""
    shape = list(shape_of_value(source))
    offsets = [int(dim == axis) for dim in range(len(shape))]
    shape[axis] -= 1
    type_ = TensorType(tensor_type(source).element_type, shape)
    return rewriter.insert(tensor.ExtractSliceOp.of(source, offsets, shape, [1] * len(shape), type_)).result
