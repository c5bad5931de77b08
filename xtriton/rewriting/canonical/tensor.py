"""Patterns for ``tensor``: static shapes from constants, and composed reshapes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from xtriton.dialects.upstream.destination import tensor_types
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult, is_in_bounds, static_of
from xtriton.dialects.upstream.reassociation import Groups
from xtriton.dialects.upstream.tensor import (
    CastOp,
    CollapseShapeOp,
    DimOp,
    EmptyOp,
    ExpandShapeOp,
    ExtractOp,
    ExtractSliceOp,
    InsertSliceOp,
    SplatOp,
)
from xtriton.folds.folding import constant_of
from xtriton.folds.memref import number_of
from xtriton.folds.tensor import kept_dims
from xtriton.ir.narrowing import is_tensor_type, tensor
from xtriton.ir.traits import shape_of
from xtriton.rewriting.canonical.casts import replace_with_cast
from xtriton.rewriting.canonical.memref import with_constants
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter

Tensor = TensorType[Attribute]


def forgets(op: CastOp) -> bool:
    """Whether a cast only drops static extents (MLIR's ``canFoldIntoConsumerOp``)."""
    source, result = shape_of(op.source.type), shape_of(op.dest.type)
    if not is_tensor_type(op.source.type) or not is_tensor_type(op.dest.type) or source is None or result is None:
        return False
    return all(before != DYNAMIC or after == DYNAMIC for before, after in zip(source, result, strict=True))


@pattern(EmptyOp)
def constant_extents_of_empty(op: EmptyOp, rewriter: Rewriter) -> bool:
    """Constant extents of an empty tensor become static."""
    sizes = op.mixed_sizes
    known = with_constants(sizes, negative=False)
    if known == sizes:
        return False
    type_ = tensor(op.result.type)
    replace_with_cast(op, EmptyOp.of(known, type_.element_type, type_.encoding), CastOp, rewriter)
    return True


@pattern(CastOp)
def cast_of_cast(op: CastOp, rewriter: Rewriter) -> bool:
    """Two casts are one, unless the intermediate type has static extents that the others lack."""
    inner = op.source.owner
    if not isinstance(inner, CastOp):
        return False
    shapes = [shape_of(value.type) for value in (inner.source, inner.dest, op.dest)]
    if any(shape is None for shape in shapes):
        return False
    first, middle, last = (cast("Sequence[int]", shape) for shape in shapes)
    for a, b, c in zip(first, middle, last, strict=True):
        known = {extent for extent in (a, b, c) if extent != DYNAMIC}
        if len(known) > 1 or (a == c == DYNAMIC and b != DYNAMIC):
            return False
    rewriter.replace_by(op, CastOp(inner.source, op.dest.type))
    return True


@pattern(CastOp)
def cast_of_extract_slice(op: CastOp, rewriter: Rewriter) -> bool:
    """A slice that is cast to a type that knows more extents, and all that the slice knows, gets that type."""
    inner = op.source.owner
    if not isinstance(inner, ExtractSliceOp) or not is_tensor_type(op.dest.type):
        return False
    shape = op.dest.type.get_shape()
    sizes = inner.mixed_sizes
    kept = kept_dims(inner)
    if len(kept) != len(shape) or op.dest.type == inner.result.type:
        return False
    if any(isinstance(sizes[index], int) and extent == DYNAMIC for index, extent in zip(kept, shape, strict=True)):
        return False
    for index, extent in zip(kept, shape, strict=True):
        if extent != DYNAMIC:
            sizes[index] = extent
    if not is_in_bounds(tensor(inner.source.type).get_shape(), (inner.mixed_offsets, sizes, inner.mixed_strides)):
        return False
    new = ExtractSliceOp.of(inner.source, inner.mixed_offsets, sizes, inner.mixed_strides, op.dest.type)
    rewriter.replace_by(op, new)
    return True


@pattern(DimOp)
def dim_of_cast(op: DimOp, rewriter: Rewriter) -> bool:
    """``dim`` of a cast is ``dim`` of its source."""
    inner = op.source.owner
    if not isinstance(inner, CastOp):
        return False
    rewriter.replace_by(op, DimOp(inner.source, op.index))
    return True


@pattern(DimOp)
def dim_of_filled(op: DimOp, rewriter: Rewriter) -> bool:
    """``dim`` of a destination-style result is ``dim`` of its init."""
    inner = op.source.owner
    if not isinstance(inner, StructuredOp):
        return False
    index = inner.results.index(op.source)  # pyright: ignore[reportArgumentType]
    tensors = [value for value in inner.outs if value.type in tensor_types([value])]
    rewriter.set_operand(op, 0, tensors[index])
    return True


@pattern(ExtractOp)
def extract_from_cast(op: ExtractOp, rewriter: Rewriter) -> bool:
    """An element of a cast is that of its source."""
    inner = op.tensor.owner
    if not isinstance(inner, CastOp) or not is_tensor_type(inner.source.type):
        return False
    rewriter.replace_by(op, ExtractOp(inner.source, list(op.indices)))
    return True


def _constant_lists(op: ExtractSliceOp | InsertSliceOp) -> list[list[OpFoldResult]] | None:
    """Offsets, sizes and strides with the numbers that are constant, if any is and the slice is within bounds."""
    lists = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    known = [with_constants(values, negative=index == 2) for index, values in enumerate(lists)]
    whole = tensor((op.source if isinstance(op, ExtractSliceOp) else op.dest).type)
    return None if known == list(lists) or not is_in_bounds(whole.get_shape(), known) else known


@pattern(ExtractSliceOp)
def constant_extract_slice(op: ExtractSliceOp, rewriter: Rewriter) -> bool:
    """Constant operands of a slice become static."""
    known = _constant_lists(op)
    if known is None:
        return False
    sizes = static_of(known[1])
    type_ = TensorType(tensor(op.result.type).element_type, [sizes[index] for index in kept_dims(op)])
    replace_with_cast(op, ExtractSliceOp.of(op.source, known[0], known[1], known[2], type_), CastOp, rewriter)
    return True


@pattern(ExtractSliceOp)
def extract_slice_of_cast(op: ExtractSliceOp, rewriter: Rewriter) -> bool:
    """A slice of a cast that only drops static extents."""
    if any(constant_of(operand) is not None for operand in op.operands):
        return False
    inner = op.source.owner
    if not isinstance(inner, CastOp) or not forgets(inner):
        return False
    lists = (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    if not is_in_bounds(tensor(inner.source.type).get_shape(), lists):
        return False
    new = ExtractSliceOp.of(inner.source, *lists, op.result.type)
    rewriter.replace_by(op, new)
    return True


@pattern(InsertSliceOp)
def constant_insert_slice(op: InsertSliceOp, rewriter: Rewriter) -> bool:
    """Constant operands of an insertion become static."""
    known = _constant_lists(op)
    if known is None:
        return False
    source = op.source
    type_ = tensor(source.type)
    sizes = static_of(known[1])
    kept = [sizes[index] for index in kept_dims(op)]
    if list(type_.get_shape()) != kept:
        source = rewriter.insert(CastOp(source, TensorType(type_.element_type, kept))).dest
    rewriter.replace_by(op, InsertSliceOp.of(source, op.dest, known[0], known[1], known[2]))
    return True


def _merged(first: Groups, second: Groups) -> Groups:
    """The composition of two reassociations."""
    return [[index for number in group for index in first[number]] for group in second]


@pattern(CollapseShapeOp)
def collapse_of_collapse(op: CollapseShapeOp, rewriter: Rewriter) -> bool:
    """Two collapses compose."""
    inner = op.src.owner
    if not isinstance(inner, CollapseShapeOp):
        return False
    rewriter.replace_by(op, CollapseShapeOp(inner.src, _merged(inner.groups, op.groups), op.result.type))
    return True


@pattern(ExpandShapeOp)
def expand_of_expand(op: ExpandShapeOp, rewriter: Rewriter) -> bool:
    """Two expansions compose."""
    inner = op.src.owner
    if not isinstance(inner, ExpandShapeOp):
        return False
    groups = _merged(op.groups, inner.groups)
    rewriter.replace_by(op, ExpandShapeOp.of(inner.src, groups, op.mixed_output_shape, op.result.type))
    return True


def _unions(fine: Groups, coarse: Groups) -> Groups | None:
    """For each coarse group the numbers of its fine groups; ``None`` if a fine group crosses a boundary."""
    unions: Groups = []
    number = 0
    for group in coarse:
        members: list[int] = []
        left = len(group)
        while left > 0 and number < len(fine):
            left -= len(fine[number])
            members.append(number)
            number += 1
        if left:
            return None
        unions.append(members)
    return unions if number == len(fine) else None


@pattern(CollapseShapeOp)
def collapse_of_expand(op: CollapseShapeOp, rewriter: Rewriter) -> bool:
    """A collapse of an expansion: only one of the two remains."""
    inner = op.src.owner
    if not isinstance(inner, ExpandShapeOp):
        return False
    source, result = tensor(inner.src.type), tensor(op.result.type)
    if source.get_num_dims() > result.get_num_dims():
        groups = _unions(inner.groups, op.groups)
        if groups is None:
            return False
        rewriter.replace_by(op, CollapseShapeOp(inner.src, groups, result))
        return True
    groups = _unions(op.groups, inner.groups)
    if groups is None or source.get_num_dims() == result.get_num_dims() or DYNAMIC in result.get_shape():
        return False
    rewriter.replace_by(op, ExpandShapeOp.of(inner.src, groups, list(result.get_shape()), result))
    return True


@pattern(ExpandShapeOp, CollapseShapeOp)
def reshape_of_splat(op: ExpandShapeOp | CollapseShapeOp, rewriter: Rewriter) -> bool:
    """A reshape of a splat is a splat."""
    inner = op.src.owner
    if not isinstance(inner, SplatOp) or DYNAMIC in tensor(op.result.type).get_shape():
        return False
    rewriter.replace_by(op, SplatOp(inner.input, aggregate=op.result.type))
    return True


@pattern(ExpandShapeOp)
def constant_output_shape(op: ExpandShapeOp, rewriter: Rewriter) -> bool:
    """Constant extents of an expansion become static."""
    sizes = op.mixed_output_shape
    known = [size if isinstance(size, int) else number_of(constant_of(size)) for size in sizes]
    if any(size is None for size in known) or all(isinstance(size, int) for size in sizes):
        return False
    shape = [cast("int", size) for size in known]
    source = tensor(op.src.type)
    extents = [prod(shape[index] for index in group) for group in op.groups]
    inner = rewriter.insert(CastOp(op.src, TensorType(source.element_type, extents))).dest
    type_ = TensorType(source.element_type, shape)
    replace_with_cast(op, ExpandShapeOp.of(inner, op.groups, list(shape), type_), CastOp, rewriter)
    return True


PATTERNS: Sequence[Pattern] = (
    cast_of_cast,
    cast_of_extract_slice,
    dim_of_cast,
    dim_of_filled,
    constant_extents_of_empty,
    extract_from_cast,
    constant_extract_slice,
    extract_slice_of_cast,
    constant_insert_slice,
    expand_of_expand,
    collapse_of_collapse,
    collapse_of_expand,
    reshape_of_splat,
    constant_output_shape,
)
