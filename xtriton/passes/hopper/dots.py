"""The dots of loops, and what depends on them."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.traits import IsTerminator

from xtriton.analysis.slices import users_of
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import reached


def dots_in(loop: ForOp) -> list[Operation]:
    """The dots in the body of a loop whose results are in registers; those of Blackwell are in tensor memory."""
    return [
        op
        for op in loop.body.ops
        if has_trait(op, DotLike) and any(isinstance(result.type, TensorType) for result in op.results)
    ]


def users_in_block(op: Operation) -> set[Operation]:
    """The operations of the block of ``op`` that depend on its results."""

    def step(inner: Operation) -> list[Operation]:
        return [user for user in users_of(inner) if user.parent is op.parent and not has_trait(user, IsTerminator)]

    return set(reached(step(op), step))
