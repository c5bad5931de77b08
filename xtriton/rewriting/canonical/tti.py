"""Patterns for the float sanitizer's operations."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, ReshapeOp, TransOp
from xtriton.dialects.tt.types import clone_tensor
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.tti import ExperimentalFPSanEmbedOp, ExperimentalFPSanUnembedOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(ConvertLayoutOp, TransOp, ReshapeOp, BroadcastOp, ExpandDimsOp)
def view_of_embedding(op: Operation, rewriter: Rewriter) -> bool:
    """Views of what is embedded or unembedded are taken before that."""
    inner, type_ = op.operands[0].owner, op.results[0].type
    if not isinstance(inner, ExperimentalFPSanEmbedOp | ExperimentalFPSanUnembedOp):
        return False
    held = inner.val.type
    if not is_tensor_type(type_) or not is_tensor_type(held):
        return False
    view = rewriter.insert(clone_with(op, [inner.val], [clone_tensor(type_, held.element_type)]))
    rewriter.replace_by(op, type(inner)(view.results[0], result=type_))
    return True


PATTERNS: Sequence[Pattern] = (view_of_embedding,)
