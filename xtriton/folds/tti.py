"""Folds of the float sanitizer's operations."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation

from xtriton.dialects.tti import ExperimentalFPSanEmbedOp, ExperimentalFPSanUnembedOp
from xtriton.folds.folding import Constants, Fold, FoldResult


def fold_inverse(op: ExperimentalFPSanEmbedOp | ExperimentalFPSanUnembedOp, constants: Constants) -> FoldResult:
    """``embed(unembed(x)) = x``, and the other way round."""
    inverse = ExperimentalFPSanUnembedOp if isinstance(op, ExperimentalFPSanEmbedOp) else ExperimentalFPSanEmbedOp
    inner = op.val.owner
    return inner.val if isinstance(inner, inverse) and inner.val.type == op.result.type else None


FOLDS: Mapping[type[Operation], Fold] = {
    ExperimentalFPSanEmbedOp: fold_inverse,
    ExperimentalFPSanUnembedOp: fold_inverse,
}
