"""Folds of ``affine``: maps with constant operands."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineSymExpr

from xtriton.dialects.upstream.affine import ApplyOp, MaxOp, MinOp, map_of
from xtriton.folds.folding import Constants, Fold, FoldResult
from xtriton.folds.memref import index_attr, number_of


def _results(op: ApplyOp | MinOp | MaxOp, constants: Constants) -> list[int] | None:
    """The results of a map whose operands, or whose results, are constant."""
    map_ = map_of(op.map)
    if all(isinstance(result, AffineConstantExpr) for result in map_.results):
        return [result.value for result in map_.results if isinstance(result, AffineConstantExpr)]
    numbers = [number_of(constant) for constant in constants]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    return [result.eval(known[: map_.num_dims], known[map_.num_dims :]) for result in map_.results]


def fold_apply(op: ApplyOp, constants: Constants) -> FoldResult:
    """A map of constants, and a map that returns an operand."""
    map_ = map_of(op.map)
    result = map_.results[0]
    if isinstance(result, AffineDimExpr):
        return op.operands[result.position]
    if isinstance(result, AffineSymExpr):
        return op.operands[map_.num_dims + result.position]
    numbers = _results(op, constants)
    return None if numbers is None else index_attr(numbers[0])


def fold_min(op: MinOp, constants: Constants) -> FoldResult:
    """The minimum of constants."""
    numbers = _results(op, constants)
    return None if numbers is None else index_attr(min(numbers))


def fold_max(op: MaxOp, constants: Constants) -> FoldResult:
    """The maximum of constants."""
    numbers = _results(op, constants)
    return None if numbers is None else index_attr(max(numbers))


FOLDS: Mapping[type[Operation], Fold] = {ApplyOp: fold_apply, MinOp: fold_min, MaxOp: fold_max}
