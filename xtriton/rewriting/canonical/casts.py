"""Results whose types become more static than their users expect: a cast gives them the type of before."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream import memref, tensor
from xtriton.rewriting.rewriter import Rewriter


def replace_with_cast(
    op: Operation, new: Operation, cast: type[tensor.CastOp | memref.CastOp], rewriter: Rewriter
) -> None:
    """Replace ``op`` by ``new``, and by a cast of its result where the type differs."""
    rewriter.insert(new)
    result: SSAValue = new.results[0]
    if result.type != op.results[0].type:
        result = rewriter.insert(cast(result, op.results[0].type)).dest
    rewriter.replace(op, [result])
