"""Folds of ``tensor``: constants, static shapes, and identities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult
from xtriton.dialects.upstream.shaped import has_static_shape
from xtriton.dialects.upstream.tensor import (
    CastOp,
    CollapseShapeOp,
    DimOp,
    EmptyOp,
    ExpandShapeOp,
    ExtractOp,
    ExtractSliceOp,
    FromElementsOp,
    GenerateOp,
    InsertOp,
    InsertSliceOp,
    PadOp,
    ReshapeOp,
    SplatOp,
)
from xtriton.folds.elements import Number, constant, dense_numbers, scalar_number
from xtriton.folds.folding import Constants, Fold, FoldResult
from xtriton.folds.memref import index_attr, known_number, number_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_tensor_type, tensor
from xtriton.ir.traits import shape_of

Tensor = TensorType[Attribute]


def _is_scalar(value: Attribute | None) -> bool:
    return isinstance(value, IntegerAttr | FloatAttr)


def fold_cast(op: CastOp, constants: Constants) -> FoldResult:
    """A cast to the same type."""
    return op.source if op.source.type == op.dest.type else None


def fold_dim(op: DimOp, constants: Constants) -> FoldResult:
    """An extent from the type, or from the operation that defines the tensor."""
    index = number_of(constants[1])
    shape = shape_of(op.source.type)
    if index is None or shape is None or not 0 <= index < len(shape):
        return None
    if shape[index] != DYNAMIC:
        return index_attr(shape[index])
    size = _size_where_made(op.source, index, shape)
    return index_attr(size) if isinstance(size, int) else size


def _size_where_made(tensor: SSAValue, index: int, shape: Sequence[int]) -> OpFoldResult | None:
    owner = tensor.owner
    dynamic = list(shape[:index]).count(DYNAMIC)
    match owner:
        case GenerateOp():
            return owner.dynamicExtents[dynamic]
        case EmptyOp() | SplatOp():
            return owner.dynamicSizes[dynamic]
        case ExpandShapeOp():
            return owner.mixed_output_shape[index]
        case ExtractSliceOp():
            kept = kept_dims(owner)
            return owner.mixed_sizes[kept[index]] if len(kept) == len(shape) else None
        case _:
            return None


def kept_dims(op: ExtractSliceOp | InsertSliceOp) -> list[int]:
    """The dimensions that a rank-reduced slice keeps."""
    part = op.result if isinstance(op, ExtractSliceOp) else op.source
    left = list(tensor(part.type).get_shape())
    kept: list[int] = []
    for index, size in enumerate(op.mixed_sizes):
        extent = size if isinstance(size, int) else DYNAMIC
        if left and left[0] == extent:
            left.pop(0)
            kept.append(index)
    return kept


def fold_extract(op: ExtractOp, constants: Constants) -> FoldResult:
    """An element of a constant, of a ``tensor.from_elements``, or one that was just inserted."""
    source = constants[0]
    if isinstance(source, DenseElementsAttr) and source.is_splat:
        return constant(op.result.type, cast("Number", scalar_number(source)))
    owner = op.tensor.owner
    if isinstance(owner, InsertOp) and list(owner.indices) == list(op.indices):
        return owner.scalar
    place = _place(tensor(op.tensor.type), [number_of(index) for index in constants[1:]])
    if place is None:
        return None
    if isinstance(source, DenseElementsAttr):
        return constant(op.result.type, dense_numbers(source)[place])
    return owner.elements[place] if isinstance(owner, FromElementsOp) else None


def _place(type_: Tensor, indices: Sequence[int | None]) -> int | None:
    """The linear index of an element in row-major order."""
    shape = type_.get_shape()
    if not has_static_shape(type_):
        return None
    place = 0
    for extent, index in zip(shape, indices, strict=True):
        if index is None or not 0 <= index < extent:
            return None
        place = place * extent + index
    return place


def fold_insert(op: InsertOp, constants: Constants) -> FoldResult:
    """An insertion of a splat constant's own value."""
    scalar, dest = constants[0], constants[1]
    if not _is_scalar(scalar) or not isinstance(dest, DenseElementsAttr) or not dest.is_splat:
        return None
    return dest if constant(dest.type, cast("Number", scalar_number(cast("Attribute", scalar)))) == dest else None


def fold_splat(op: SplatOp, constants: Constants) -> FoldResult:
    """A splat of a constant."""
    value = constants[0]
    if not _is_scalar(value) or not has_static_shape(op.aggregate.type):
        return None
    return constant(op.aggregate.type, cast("Number", scalar_number(cast("Attribute", value))))


def fold_from_elements(op: FromElementsOp, constants: Constants) -> FoldResult:
    """A tensor of constants."""
    if not constants or not all(map(_is_scalar, constants)):
        return None
    numbers = [cast("Number", scalar_number(cast("Attribute", value))) for value in constants]
    return DenseElementsAttr.of(op.result.type, numbers)


def fold_extract_slice(op: ExtractSliceOp, constants: Constants) -> FoldResult:
    """A slice of a splat, a slice of the whole tensor, and the slice that was just inserted."""
    value = constants[0]
    if isinstance(value, DenseElementsAttr) and value.is_splat and has_static_shape(op.result.type):
        return constant(op.result.type, cast("Number", scalar_number(value)))
    if op.source.type == op.result.type and has_static_shape(op.result.type) and _is_whole(op, op.source.type):
        return op.source
    owner = op.source.owner
    if isinstance(owner, InsertSliceOp) and owner.source.type == op.result.type and _same_place(owner, op):
        return owner.source
    return None


def _is_whole(op: ExtractSliceOp | InsertSliceOp, type_: Attribute) -> bool:
    """Whether a slice covers a whole tensor, as far as its operands are constant."""
    sizes = [known_number(size) for size in op.mixed_sizes]
    return (
        all(known_number(number) == 0 for number in op.mixed_offsets)
        and all(known_number(number) == 1 for number in op.mixed_strides)
        and sizes == list(shape_of(type_) or ())
    )


def _same_place(insert: InsertSliceOp, other: ExtractSliceOp) -> bool:
    return (insert.mixed_offsets, insert.mixed_sizes, insert.mixed_strides) == (
        other.mixed_offsets,
        other.mixed_sizes,
        other.mixed_strides,
    )


def fold_insert_slice(op: InsertSliceOp, constants: Constants) -> FoldResult:
    """An insertion that replaces a whole tensor, or reinserts an extracted slice at the same place."""
    type_ = op.result.type
    if op.source.type == type_ and has_static_shape(type_) and _is_whole(op, type_):
        return op.source
    owner = op.source.owner
    if isinstance(owner, ExtractSliceOp) and owner.source is op.dest and _same_place(op, owner):
        return op.dest
    return None


def fold_reshape_by_groups(op: ExpandShapeOp | CollapseShapeOp, constants: Constants) -> FoldResult:
    """A reshape to the same type, one that inverts another, and constants."""
    result = op.result.type
    if op.src.type == result and has_static_shape(result):
        return op.src
    value = constants[0]
    if isinstance(value, DenseElementsAttr) and has_static_shape(result):
        return DenseElementsAttr(result, value.data)
    inner = op.src.owner
    opposite = ExpandShapeOp if isinstance(op, CollapseShapeOp) else CollapseShapeOp
    if isinstance(inner, opposite) and inner.src.type == result and inner.reassociation == op.reassociation:
        return inner.src
    return None


def fold_reshape(op: ReshapeOp, constants: Constants) -> FoldResult:
    """A reshape to the same static type, and constants."""
    result = op.result.type
    if op.source.type == result and has_static_shape(result):
        return op.source
    value = constants[0]
    if isinstance(value, DenseElementsAttr) and is_tensor_type(result) and has_static_shape(result):
        return DenseElementsAttr(result, value.data)
    return None


def fold_pad(op: PadOp, constants: Constants) -> FoldResult:
    """No padding of a tensor of static shape."""
    nothing = all(known_number(number) == 0 for number in (*op.mixed_low, *op.mixed_high))
    static = op.source.type == op.result.type and has_static_shape(op.result.type)
    return op.source if nothing and static and op.nofold is None else None


FOLDS: Mapping[type[Operation], Fold] = {
    CastOp: fold_cast,
    CollapseShapeOp: fold_reshape_by_groups,
    DimOp: fold_dim,
    ExpandShapeOp: fold_reshape_by_groups,
    ExtractOp: fold_extract,
    ExtractSliceOp: fold_extract_slice,
    FromElementsOp: fold_from_elements,
    InsertOp: fold_insert,
    InsertSliceOp: fold_insert_slice,
    PadOp: fold_pad,
    ReshapeOp: fold_reshape,
    SplatOp: fold_splat,
}
