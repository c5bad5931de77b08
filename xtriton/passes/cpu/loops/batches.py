"""Matmuls that accumulate in a loop, computed for several iterations together.

A matmul of a loop over the reduction dimension loads and stores its accumulators once per iteration. If nothing else in
the loop touches them, the packed operands of some iterations can be collected first: the accumulators then stay in
registers over all of them. The order of the sums is the same.
"""

from __future__ import annotations

from collections.abc import Callable

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate, SelectOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.memref import AllocOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.passes.cpu.bufferize.buffers import roots_of
from xtriton.passes.cpu.loops.emit import Emitter, Number
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield

_READERS = (StructuredOp, memref.CopyOp, memref.LoadOp, memref.StoreOp, memref.DimOp)
"""Operations that access memory, but do not make another name for it."""
_VIEWS = (
    *(memref.SubViewOp, memref.CastOp, memref.ReinterpretCastOp, memref.CollapseShapeOp, memref.ExpandShapeOp),
    SelectOp,
)


def accumulates_in_loop(op: linalg.MatmulOp) -> bool:
    """Whether each iteration of a loop adds one matmul to accumulators that nothing else in the loop accesses."""
    loop = op.parent_op()
    roots = roots_of(op.outs[0])
    buffers = [root.owner for root in roots if isinstance(root.owner, AllocOp)]
    # Besides a buffer, the accumulators may be in the memory of an argument that cpu-write-in-place has chosen.
    if not isinstance(loop, ForOp) or not buffers or any(loop.is_ancestor(buffer) for buffer in buffers):
        return False
    views = list(roots)
    while views:
        for use in views.pop().uses:
            user = use.operation
            if user is op:
                if use.index < len(op.ins):
                    return False
            elif loop.is_ancestor(user) or not isinstance(user, (*_READERS, *_VIEWS)):
                return False
            elif isinstance(user, _VIEWS):
                views.append(user.results[0])
    return True


def collect(
    e: Emitter,
    op: linalg.MatmulOp,
    room: int,
    pack: Callable[[Number], Number],
    compute: Callable[[Number], None],
) -> None:
    """Pack the operands of ``op`` at its place in its loop, and compute those of several iterations together.

    ``pack`` copies the operands behind a number of steps of the reduction, and returns how many they are; ``compute``
    adds the products of the steps before a number. Operands are packed as long as no more than ``room`` steps are.
    """
    loop = op.parent_op()
    assert isinstance(loop, ForOp)
    rewriter = Rewriter()
    rewriter.before(loop)
    zero = Emitter(loop).index(0)
    loop = add_iter_args(loop, [zero], rewriter)
    e.start_at(op)
    packed = loop.iter_args[-1]
    filled = e.index(e.plus(packed, pack(packed)))
    full = e.insert(CmpIOp(CmpIPredicate.SGT, filled, e.index(room))).result
    e.choose(full, lambda: compute(filled), None)
    append_to_yield(loop, [e.insert(SelectOp(full, e.index(0), filled)).result], rewriter)
    following = loop.next_op
    assert following is not None
    e.start_at(following)
    rest = loop.results[-1]
    some = e.insert(CmpIOp(CmpIPredicate.NE, rest, e.index(0))).result
    e.choose(some, lambda: compute(rest), None)
    e.start_at(op)
