"""Folds of ``linalg``: memref casts, loops with one iteration, and identities."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation

from xtriton.dialects.upstream.destination import has_tensors_only
from xtriton.dialects.upstream.linalg import (
    BatchMatmulOp,
    BroadcastOp,
    CopyOp,
    DotOp,
    FillOp,
    GenericOp,
    IndexOp,
    MapOp,
    MatmulOp,
    MatvecOp,
    ReduceOp,
    StructuredOp,
    TransposeOp,
    VecmatOp,
    loop_ranges,
)
from xtriton.folds.folding import IN_PLACE, Constants, Fold, FoldResult
from xtriton.folds.memref import fold_casts_of_operands, index_attr, without_casts
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of


def fold_index(op: IndexOp, constants: Constants) -> FoldResult:
    """The index of a loop with one iteration is 0."""
    parent = op.parent_op()
    if not isinstance(parent, StructuredOp) or not any(1 in (shape_of(value.type) or ()) for value in parent.operands):
        return None
    ranges = loop_ranges(parent)
    return index_attr(0) if ranges is not None and ranges[int_value(op.dim)] == 1 else None


def fold_transpose(op: TransposeOp, constants: Constants) -> FoldResult:
    """An identity transposition."""
    if has_tensors_only(op) and op.dims == sorted(op.dims) and op.input.type == op.init.type:
        return op.input
    return IN_PLACE if without_casts(op) else None


FOLDS: Mapping[type[Operation], Fold] = {
    IndexOp: fold_index,
    TransposeOp: fold_transpose,
    **dict.fromkeys(
        (
            BatchMatmulOp,
            BroadcastOp,
            CopyOp,
            DotOp,
            FillOp,
            GenericOp,
            MapOp,
            MatmulOp,
            MatvecOp,
            ReduceOp,
            VecmatOp,
        ),
        fold_casts_of_operands,
    ),
}
