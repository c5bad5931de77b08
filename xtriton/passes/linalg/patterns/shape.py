"""``tt`` operations that create, broadcast, split and reshape tensors."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects import tt
from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, IndexCastOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.folds.elements import scalar_number
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.passes.linalg.patterns.builders import (
    Body,
    broadcast_map,
    empty,
    filled,
    generic,
    over_elements,
    shape_of_value,
    tensor_type,
    transposed,
)
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(ConstantOp)
def constant_as_fill(op: ConstantOp, rewriter: Rewriter) -> bool:
    """``constant dense<c>`` is ``fill(c)``."""
    value = op.value
    if not isinstance(value, DenseElementsAttr) or not value.is_splat:
        return False
    number = scalar_number(value)
    if number is None:
        return False
    scalar = insert_constant(rewriter, number, value.element_type)
    rewriter.replace(op, [filled(scalar, shape_of_value(op.result), rewriter)])
    return True


@pattern(PoisonOp)
def poison(op: PoisonOp, rewriter: Rewriter) -> bool:
    """A poison tensor is ``tensor.empty``."""
    if not is_tensor_type(op.result.type):
        return False
    rewriter.replace(op, [empty(shape_of_value(op.result), tensor_type(op.result).element_type, rewriter)])
    return True


@pattern(tt.SplatOp)
def splat(op: tt.SplatOp, rewriter: Rewriter) -> bool:
    """``splat(x) = fill(x)``."""
    rewriter.replace(op, [filled(op.src, shape_of_value(op.result), rewriter)])
    return True


@pattern(tt.UnsplatOp)
def unsplat(op: tt.UnsplatOp, rewriter: Rewriter) -> bool:
    """``unsplat(x) = x[0, ..., 0]``."""
    rank = len(shape_of_value(op.src))
    indices = [index_constant(0, rewriter)] * rank if rank else []
    rewriter.replace_by(op, tensor.ExtractOp(op.src, indices))
    return True


@pattern(tt.BroadcastOp)
def broadcast(op: tt.BroadcastOp, rewriter: Rewriter) -> bool:
    """Each element is the one at 0 along the broadcast dimensions, which an attribute lists."""
    source, result = shape_of_value(op.src), shape_of_value(op.result)
    repeated = [dim for dim, (old, new) in enumerate(zip(source, result, strict=True)) if old != new]
    init = empty(result, tensor_type(op.result).element_type, rewriter)
    maps = [broadcast_map(source, len(result)), AffineMap.identity(len(result))]
    new = generic([op.src], [init], maps, lambda body: [body.args[0]], rewriter)
    new.attributes["broadcastDims"] = DenseArrayBase.from_list(i64, repeated)
    rewriter.replace(op, new.results)
    return True


@pattern(tt.ExpandDimsOp)
def expand_dims(op: tt.ExpandDimsOp, rewriter: Rewriter) -> bool:
    """The new dimension is grouped with the dimension that it is inserted before, or with the last one."""
    axis = int_value(op.axis)
    rank = len(shape_of_value(op.src))
    if rank == 0:
        groups: list[list[int]] = []
    else:
        owner = min(axis, rank - 1)
        starts = [dim if dim <= owner else dim + 1 for dim in range(rank)]
        groups = [[start, start + 1] if dim == owner else [start] for dim, start in enumerate(starts)]
    shape = list(shape_of_value(op.result))
    rewriter.replace_by(op, tensor.ExpandShapeOp.of(op.src, groups, shape, op.result.type))
    return True


@pattern(tt.TransOp)
def trans(op: tt.TransOp, rewriter: Rewriter) -> bool:
    """``tt.trans`` is ``linalg.transpose``."""
    rewriter.replace(op, [transposed(op.src, dense_numbers(op.order), rewriter)])
    return True


@pattern(tt.MakeRangeOp)
def make_range(op: tt.MakeRangeOp, rewriter: Rewriter) -> bool:
    """Element ``i`` is ``start + i``."""
    start = int_value(op.start)
    element = tensor_type(op.result).element_type
    init = empty(shape_of_value(op.result), element, rewriter)

    def fill(body: Body) -> Sequence[SSAValue]:
        number = body.insert_value(IndexCastOp(body.index(0), element))
        return [body.insert_value(AddIOp(number, body.constant(element, start))) if start else number]

    rewriter.replace(op, over_elements([], [init], 1, fill, rewriter).results)
    return True


@pattern(tt.CatOp)
def cat(op: tt.CatOp, rewriter: Rewriter) -> bool:
    """``tt.cat`` joins along the first dimension."""
    rewriter.replace_by(op, tensor.ConcatOp(0, [op.lhs, op.rhs]))
    return True


def _half(shape: Sequence[int], number: int) -> tuple[list[int], list[int], list[int]]:
    """Offsets, sizes and strides of the slice at index ``number`` along the last dimension."""
    return [0] * (len(shape) - 1) + [number], [*shape[:-1], 1], [1] * len(shape)


@pattern(tt.SplitOp)
def split(op: tt.SplitOp, rewriter: Rewriter) -> bool:
    """The parts are rank-reduced slices."""
    shape = shape_of_value(op.src)
    parts = [tensor.ExtractSliceOp.of(op.src, *_half(shape, number), op.outLHS.type) for number in range(2)]
    rewriter.replace(op, [rewriter.insert(part).result for part in parts])
    return True


@pattern(tt.JoinOp)
def join(op: tt.JoinOp, rewriter: Rewriter) -> bool:
    """The parts are inserted into rank-reduced slices."""
    shape = shape_of_value(op.result)
    result = empty(shape, tensor_type(op.result).element_type, rewriter)
    for number, part in enumerate((op.lhs, op.rhs)):
        result = rewriter.insert(tensor.InsertSliceOp.of(part, result, *_half(shape, number))).result
    rewriter.replace(op, [result])
    return True


@pattern(tt.ReshapeOp)
def reshape(op: tt.ReshapeOp, rewriter: Rewriter) -> bool:
    """Collapse or expand dimensions where that is enough; otherwise ``tensor.reshape``."""
    source, result = shape_of_value(op.src), shape_of_value(op.result)
    groups = reshape_groups(source, result)
    if groups is None:
        type_ = TensorType(i64, [len(result)])
        shape = rewriter.insert(ConstantOp(DenseElementsAttr.of(type_, list(result)))).result
        rewriter.replace_by(op, tensor.ReshapeOp(op.src, shape, op.result.type))
    elif len(result) < len(source):
        rewriter.replace_by(op, tensor.CollapseShapeOp(op.src, groups, op.result.type))
    else:
        rewriter.replace_by(op, tensor.ExpandShapeOp.of(op.src, groups, list(result), op.result.type))
    return True


def reshape_groups(source: Sequence[int], result: Sequence[int]) -> list[list[int]] | None:
    """For each dimension of the lower-rank shape, the dimensions of the higher-rank one that it consists of.

    ``None`` if neither shape is a collapse of the other. Unit dimensions are grouped with the following dimension,
    trailing ones with the preceding one (MLIR's ``getReassociationIndicesForReshape``).
    """
    few, many = sorted((source, result), key=len)
    if len(few) == len(many):
        return None
    groups: list[list[int]] = []
    at = 0
    for extent in few:
        if at == len(many):
            return None
        group, product = [at], many[at]
        while product < extent and at + 1 < len(many):
            at += 1
            group.append(at)
            product *= many[at]
        at += 1
        if product != extent:
            return None
        groups.append(group)
    if any(extent != 1 for extent in many[at:]):
        return None
    if groups:
        groups[-1] += range(at, len(many))
    return groups


@pattern(tensor.ConcatOp)
def decompose_concat(op: tensor.ConcatOp, rewriter: Rewriter) -> bool:
    """``tensor.concat`` of tensors of static shape inserts each into its slice of an empty tensor."""
    dim, shape = int_value(op.dim), shape_of_value(op.result)
    result = empty(shape, tensor_type(op.result).element_type, rewriter)
    start = 0
    for part in op.inputs:
        sizes = list(shape_of_value(part))
        offsets = [0] * len(shape)
        offsets[dim] = start
        result = rewriter.insert(tensor.InsertSliceOp.of(part, result, offsets, sizes, [1] * len(shape))).result
        start += sizes[dim]
    rewriter.replace(op, [result])
    return True


PATTERNS = [
    constant_as_fill,
    poison,
    splat,
    unsplat,
    broadcast,
    expand_dims,
    trans,
    make_range,
    cat,
    split,
    join,
    reshape,
]
