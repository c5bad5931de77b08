"""Folds of ``bufferization``: round trips."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Operation

from xtriton.dialects.upstream.bufferization import ToBufferOp, ToTensorOp
from xtriton.folds.folding import Constants, Fold, FoldResult


def fold_to_tensor(op: ToTensorOp, constants: Constants) -> FoldResult:
    """``to_tensor(to_buffer(x)) = x``, if nothing is in between."""
    inner = op.buffer.owner
    if isinstance(inner, ToBufferOp) and inner.next_op is op and inner.tensor.type == op.result.type:
        return inner.tensor
    return None


def fold_to_buffer(op: ToBufferOp, constants: Constants) -> FoldResult:
    """``to_buffer(to_tensor(x)) = x``."""
    inner = op.tensor.owner
    if isinstance(inner, ToTensorOp) and inner.buffer.type == op.buffer.type:
        return inner.buffer
    return None


FOLDS: Mapping[type[Operation], Fold] = {ToTensorOp: fold_to_tensor, ToBufferOp: fold_to_buffer}
