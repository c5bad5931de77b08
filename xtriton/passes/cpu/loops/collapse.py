"""Drops unit loops of a nest, and collapses adjacent loops along which all operands are contiguous.

Blocks of many short dimensions (sorting creates one of extent 2 for each power of two) would otherwise become as many
loops of two iterations, which neither compile nor run quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import cast

from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.linalg import IndexOp
from xtriton.dialects.upstream.memref import strides_and_offset
from xtriton.dialects.upstream.memref.layouts import collapsed_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.fuse.inline import replaced
from xtriton.passes.cpu.loops.emit import Emitter
from xtriton.passes.cpu.loops.nest import dimension_of
from xtriton.passes.cpu.loops.structure import Nest

_ZERO = AffineConstantExpr(0)


def collapsed(e: Emitter, nest: Nest) -> Nest:
    """The same nest with as few loops as its operands allow."""
    count = len(nest.iterators)
    kept = [loop for loop in range(count) if _extent(nest, loop) != 1]
    runs = _runs(nest, kept)
    if len(runs) == count:
        return nest
    expressions: list[AffineExpr] = [_ZERO] * count
    for number, run in enumerate(runs):
        # The dimensions of an operand along the run have become one: see ``_operand``.
        expressions[run[-1]] = AffineDimExpr(number)
    operands: list[SSAValue] = []
    maps: list[AffineMap] = []
    for operand, map_ in zip(nest.operands, nest.maps, strict=True):
        memory, places = _operand(e, operand, map_, runs)
        operands.append(memory)
        maps.append(AffineMap(len(runs), 0, tuple(replaced(place, expressions) for place in places)))
    inputs = len(nest.inputs)
    return replace(
        nest,
        inputs=operands[:inputs],
        outputs=operands[inputs:],
        maps=maps,
        iterators=[nest.iterators[run[0]] for run in runs],
        indices=expressions,
    )


def _extent(nest: Nest, loop: int) -> int | None:
    """The trip count of a loop; ``None`` if unknown."""
    for operand, map_ in zip(nest.operands, nest.maps, strict=True):
        for dim, expression in enumerate(map_.results):
            if isinstance(expression, AffineDimExpr) and expression.position == loop:
                extent = _shape(operand)[dim]
                if extent != DYNAMIC:
                    return extent
    return None


def _shape(operand: SSAValue) -> Sequence[int]:
    return cast("memref.MemRef", operand.type).get_shape()


def _runs(nest: Nest, kept: Sequence[int]) -> list[list[int]]:
    """The remaining loops, in groups to be collapsed."""
    single = _single(nest)
    runs: list[list[int]] = []
    for loop in kept:
        if runs and loop not in single and _continues(nest, runs[-1][-1], loop, single):
            runs[-1].append(loop)
        else:
            runs.append([loop])
    return runs


def _single(nest: Nest) -> set[int]:
    """Loops whose induction variable is used by the body, a compound expression, or two dimensions of an operand."""
    found = {dimension_of(inner) for op in nest.body.ops for inner in operations_in(op) if isinstance(inner, IndexOp)}
    for map_ in nest.maps:
        seen: set[int] = set()
        for expression in map_.results:
            dims = set(expression.used_dims())
            found |= dims if not isinstance(expression, AffineDimExpr) else dims & seen
            seen |= dims
    return found


def _continues(nest: Nest, before: int, loop: int, single: set[int]) -> bool:
    """Whether all operands that move along the two loops are contiguous from ``before`` to ``loop``."""
    if before in single or nest.iterators[before] != nest.iterators[loop]:
        return False
    for operand, map_ in zip(nest.operands, nest.maps, strict=True):
        first, second = _dimension(map_, before), _dimension(map_, loop)
        if first is None and second is None:
            continue
        if first is None or second is None or not _adjacent(operand, first, second):
            return False
    return True


def _dimension(affine_map: AffineMap, loop: int) -> int | None:
    return next((dim for dim, place in enumerate(affine_map.results) if place == AffineDimExpr(loop)), None)


def _adjacent(operand: SSAValue, first: int, second: int) -> bool:
    """Whether two dimensions of an operand, separated by unit dimensions at most, are contiguous in memory."""
    type_ = operand.type
    assert is_memref_type(type_)
    shape, known = type_.get_shape(), strides_and_offset(type_)
    if known is None or DYNAMIC in (shape[first], shape[second], known[0][first], known[0][second]):
        return False
    if first > second or any(extent != 1 for extent in shape[first + 1 : second]):
        return False
    return known[0][first] == known[0][second] * shape[second]


def _operand(
    e: Emitter, operand: SSAValue, affine_map: AffineMap, runs: Sequence[Sequence[int]]
) -> tuple[SSAValue, list[AffineExpr]]:
    """An operand with the dimensions of each run collapsed, and for each of its dimensions the last loop along it."""
    if not is_memref_type(operand.type):
        return operand, list(affine_map.results)
    groups: list[list[int]] = []
    dim = 0
    while dim < len(affine_map.results):
        last = _last_dimension(affine_map, dim, runs)
        groups.append(list(range(dim, last + 1)))
        dim = last + 1
    places = [affine_map.results[group[-1]] for group in groups]
    if len(groups) == len(affine_map.results):
        return operand, places
    extents = operand.type.get_shape()
    shape = [prod(extents[dim] for dim in group) for group in groups]  # unknown extents are never grouped
    type_ = collapsed_type(operand.type, shape, groups)
    assert type_ is not None, "dimensions that are one piece can be made one"
    return e.insert(memref.CollapseShapeOp(operand, groups, cast("Attribute", type_))).result, places


def _last_dimension(affine_map: AffineMap, dim: int, runs: Sequence[Sequence[int]]) -> int:
    """The last dimension of the group that begins at ``dim``."""
    place = affine_map.results[dim]
    if not isinstance(place, AffineDimExpr):
        return dim
    for run in runs:
        if len(run) > 1 and place.position == run[0]:
            last = _dimension(affine_map, run[-1])
            assert last is not None
            return last
    return dim
