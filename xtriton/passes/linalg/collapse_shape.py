"""``collapse-shape``: linalg on tensors of as few dimensions as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, NoneAttr, i64
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, memref, tensor
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.shaped import is_static
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.passes.base import Pass
from xtriton.passes.linalg.patterns.builders import broadcast_map
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter

BROADCAST_DIMS = "broadcastDims"
"""The attribute of a ``linalg.generic`` that broadcasts a tensor along some dimensions."""

Groups = list[list[int]]


def groups_of_dims(rank: int, splits: Callable[[int], bool]) -> Groups:
    """Groups of adjacent dimensions; ``splits`` tells whether a dimension starts a new group."""
    groups: Groups = []
    for dim in range(rank):
        if not groups or splits(dim):
            groups.append([])
        groups[-1].append(dim)
    return groups


def _sizes(shape: Sequence[int], groups: Groups) -> list[int]:
    return [prod(shape[dim] for dim in group) for group in groups]


def _static_shape(value: SSAValue) -> list[int] | None:
    """The shape of a tensor, if it is static."""
    shape = shape_of(value.type) if is_tensor_type(value.type) else None
    return list(shape) if shape is not None and is_static(shape) else None


def _collapsed(value: SSAValue, groups: Groups, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(tensor.CollapseShapeOp(value, groups)).result


def _expanded(value: SSAValue, groups: Groups, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    shape = shape_of(type_) or ()
    return rewriter.insert(tensor.ExpandShapeOp.of(value, groups, list(shape), type_)).result


@pattern(linalg.FillOp)
def fill(op: linalg.FillOp, rewriter: Rewriter) -> bool:
    """Collapse a fill to one dimension."""
    target = op.outputs[0]
    shape = shape_of(target.type)
    if shape is None or len(shape) <= 1 or not is_static(shape):
        return False
    groups = [list(range(len(shape)))]
    if op.results:
        filled = rewriter.insert(linalg.FillOp(op.inputs, [_collapsed(target, groups, rewriter)])).results[0]
        rewriter.replace(op, [_expanded(filled, groups, target.type, rewriter)])
        return True
    if not isinstance(cast("memref.MemRef", target.type).layout, NoneAttr):
        return False
    element = cast("memref.MemRef", target.type).element_type
    type_ = memref.row_major_type(element, [prod(shape)])
    flat = rewriter.insert(memref.CollapseShapeOp(target, groups, type_)).result
    rewriter.set_operand(op, len(op.inputs), flat)
    return True


@pattern(linalg.TransposeOp)
def transpose(op: linalg.TransposeOp, rewriter: Rewriter) -> bool:
    """Collapse dimensions that stay adjacent."""
    shape = _static_shape(op.input)
    if shape is None or len(shape) <= 3:
        return False
    order = dense_numbers(op.permutation)
    places = {dim: place for place, dim in enumerate(order)}
    groups = groups_of_dims(len(shape), lambda dim: places[dim] != places[dim - 1] + 1)
    if len(groups) == len(shape):
        return False
    group_of = {dim: index for index, group in enumerate(groups) for dim in group}
    new_order = [group_of[dim] for dim in order if dim == groups[group_of[dim]][0]]
    first = iter(range(len(shape)))
    targets = [[next(first) for _ in groups[index]] for index in new_order]
    source = _collapsed(op.input, groups, rewriter)
    init = _collapsed(op.init, targets, rewriter)
    result = rewriter.insert(linalg.TransposeOp(source, init, new_order)).results[0]
    rewriter.replace(op, [_expanded(result, targets, op.results[0].type, rewriter)])
    return True


@pattern(linalg.GenericOp)
def broadcast(op: linalg.GenericOp, rewriter: Rewriter) -> bool:
    """Collapse adjacent broadcast dimensions, and adjacent dimensions that are not broadcast."""
    if BROADCAST_DIMS not in op.attributes or len(op.results) != 1 or len(op.inputs) != 1:
        return False
    source, target = _static_shape(op.inputs[0]), _static_shape(op.outputs[0])
    if source is None or target is None or len(source) <= 1 or len(source) != len(target):
        return False
    groups = groups_of_dims(len(source), lambda dim: (source[dim] == 1) != (source[dim - 1] == 1))
    if len(groups) == len(source):
        return False
    value = _collapsed(op.inputs[0], groups, rewriter)
    init = _collapsed(op.outputs[0], groups, rewriter)
    before, after = _sizes(source, groups), _sizes(target, groups)
    maps = [broadcast_map(before, len(after)), AffineMap.identity(len(after))]
    region = _moved(op.region, rewriter)
    new = rewriter.insert(
        linalg.GenericOp(
            [value], [init], indexing_maps=maps, iterator_types=[linalg.PARALLEL] * len(after), region=region
        )
    )
    repeated = [dim for dim, (extent, new_extent) in enumerate(zip(before, after, strict=True)) if extent != new_extent]
    new.attributes[BROADCAST_DIMS] = DenseArrayBase.from_list(i64, repeated)
    rewriter.replace(op, [_expanded(new.results[0], groups, op.results[0].type, rewriter)])
    return True


@pattern(linalg.ReduceOp)
def reduce(op: linalg.ReduceOp, rewriter: Rewriter) -> bool:
    """Collapse adjacent dimensions that are not reduced."""
    shape = _static_shape(op.inputs[0]) if len(op.inputs) == 1 else None
    dims = dense_numbers(op.dimensions)
    if shape is None or len(shape) - len(dims) <= 1:
        return False
    groups = groups_of_dims(len(shape), lambda dim: dim in dims or dim - 1 in dims)
    if len(groups) == len(shape):
        return False
    reduced = [index for index, group in enumerate(groups) if group[0] in dims]
    first = iter(range(len(shape) - len(dims)))
    targets = [[next(first) for _ in group] for index, group in enumerate(groups) if index not in reduced]
    value = _collapsed(op.inputs[0], groups, rewriter)
    init = _collapsed(op.inits[0], targets, rewriter)
    result = rewriter.insert(
        linalg.ReduceOp([value], [init], dimensions=reduced, combiner=_moved(op.combiner, rewriter))
    ).results[0]
    rewriter.replace(op, [_expanded(result, targets, op.results[0].type, rewriter)])
    return True


def _moved(region: Region, rewriter: Rewriter) -> Region:
    new = Region()
    rewriter.move_blocks(region, new)
    return new


@dataclass(frozen=True)
class CollapseShape(Pass):
    """Collapse dimensions of fills, broadcasts, transpositions and reductions.

    before: ``linalg.fill ... -> tensor<2x4xf32>``
    after:  ``linalg.fill ... -> tensor<8xf32>``, ``tensor.expand_shape ... into tensor<2x4xf32>``
    """

    name: ClassVar[str] = "collapse-shape"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, PatternSet([fill, broadcast, transpose, reduce]))
