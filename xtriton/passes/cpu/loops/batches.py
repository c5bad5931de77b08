"""Matmuls that accumulate in a loop, computed for several iterations together.

A matmul of a loop over the reduction dimension loads and stores its accumulators once per iteration. If nothing else in
the loop touches them, the packed operands of some iterations can be collected first: the accumulators then stay in
registers over all of them. The order of the sums is the same. Accumulators that are filled with a value before the loop
are first written by the products.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import i1
from xdsl.ir import SSAValue, Use

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate, SelectOp
from xtriton.dialects.upstream.linalg import FillOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.memref import AllocOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.passes.cpu.loops.emit import Emitter, Number
from xtriton.passes.cpu.loops.tiles import Unwritten
from xtriton.passes.cpu.parts import is_beginning
from xtriton.passes.cpu.views import roots_of
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
    accesses = _accesses(op)
    if not isinstance(loop, ForOp) or accesses is None:
        return False
    return all(use.operation is op or not loop.is_ancestor(use.operation) for use in accesses)


def _accesses(op: linalg.MatmulOp) -> list[Use] | None:
    """The uses of the accumulators' memory that read or write it; ``None`` if not all are known.

    Views of it in the loop of ``op`` are not followed, nor is memory that the loop allocates.
    """
    loop = op.parent_op()
    roots = roots_of(op.outs[0])
    buffers = [root.owner for root in roots if isinstance(root.owner, AllocOp)]
    # Besides a buffer, the accumulators may be in the memory of an argument that cpu-write-in-place has chosen.
    if loop is None or not buffers or any(loop.is_ancestor(buffer) for buffer in buffers):
        return None
    views = list(roots)
    accesses: list[Use] = []
    for view in views:
        for use in view.uses:
            user = use.operation
            if isinstance(user, _VIEWS) and not loop.is_ancestor(user):
                if user.results[0] not in views:  # a choice is a view of several roots
                    views.append(user.results[0])
            elif isinstance(user, _READERS) and (user is not op or use.index >= len(op.ins)):
                accesses.append(use)
            else:
                return None
    return accesses


def fill_before(op: linalg.MatmulOp) -> FillOp | None:
    """The operation that fills the accumulators of :func:`accumulates_in_loop` before the loop.

    ``None`` if they are accessed in between, or if elements are read later that the matmul does not write.
    """
    loop, accesses = op.parent_op(), _accesses(op) or ()
    fills = [use.operation for use in accesses if isinstance(use.operation, FillOp)]
    if loop is None or loop.parent is None or len(fills) != 1:
        return None
    (fill,), block = fills, loop.parent
    if not fill.is_before_in_block(loop) or not _is_part(op.outs[0], fill.outs[0]):
        return None
    for use in accesses:
        around = ancestor_in_block(use.operation, block)
        if around is None:
            return None
        if around in (fill, loop) or around.is_before_in_block(fill):
            continue
        accessed = use.operation.operands[use.index]
        if not loop.is_before_in_block(around) or not _is_same_part(accessed, op.outs[0], fill.outs[0]):
            return None
    return fill


def _is_part(memory: SSAValue, whole: SSAValue) -> bool:
    """Whether memory is a block, or a view of its first elements."""
    view = memory.owner
    return memory is whole or (isinstance(view, memref.SubViewOp) and view.source is whole and is_beginning(view))


def _is_same_part(memory: SSAValue, part: SSAValue, whole: SSAValue) -> bool:
    """Whether memory has no elements of a block beyond a part of it."""
    if part is whole:
        return True
    view = memory.owner
    return (
        isinstance(view, memref.SubViewOp)
        and is_beginning(view)
        and view.source in _names(whole)
        and list(view.mixed_sizes) == list(cast("memref.SubViewOp", part.owner).mixed_sizes)
    )


def _names(block: SSAValue) -> set[SSAValue]:
    """The values for the same memory, or for one of several that a block may be."""
    match block.owner:
        case memref.CastOp():
            return {block} | _names(block.owner.source)
        case SelectOp():
            return {block} | _names(block.owner.true_value) | _names(block.owner.false_value)
        case _:
            return {block}


def collect(
    e: Emitter,
    op: linalg.MatmulOp,
    room: int,
    pack: Callable[[Number], Number],
    compute: Callable[[Number, Unwritten | None], None],
    fill: FillOp | None,
) -> None:
    """Pack the operands of ``op`` at its place in its loop, and compute those of several iterations together.

    ``pack`` copies the operands behind a number of steps of the reduction, and returns how many they are; ``compute``
    adds the products of the steps before a number. Operands are packed as long as no more than ``room`` steps are. The
    first products start from the value of ``fill``, which is moved behind the loop, for loops without iterations.
    """
    loop = op.parent_op()
    assert isinstance(loop, ForOp)
    rewriter = Rewriter()
    rewriter.before(loop)
    before = Emitter(loop)
    inits = [before.index(0)] if room else []
    if fill is not None:
        inits.append(before.integer(1, i1))
    loop = add_iter_args(loop, inits, rewriter)

    def unwritten(carried: Sequence[SSAValue]) -> Unwritten | None:
        return None if fill is None else Unwritten(carried[-1], fill.ins[0])

    e.start_at(op)
    packed = loop.iter_args[-len(inits)] if room else 0
    filled = e.plus(packed, pack(packed))
    state = unwritten(loop.iter_args)
    following: list[SSAValue] = []
    if room:
        full = e.insert(CmpIOp(CmpIPredicate.SGT, e.index(filled), e.index(room))).result
        e.choose(full, lambda: compute(filled, state), None)
        following.append(e.insert(SelectOp(full, e.index(0), e.index(filled))).result)
        if state is not None:
            following.append(e.insert(SelectOp(full, e.integer(0, i1), state.condition)).result)
    else:
        compute(filled, state)
        following.append(e.integer(0, i1))
    append_to_yield(loop, following, rewriter)
    after = loop.next_op
    assert after is not None
    e.start_at(after)
    state = unwritten(loop.results)
    left = None if state is None else state.condition
    if room:
        rest = loop.results[-len(inits)]
        some = e.insert(CmpIOp(CmpIPredicate.NE, rest, e.index(0))).result
        e.choose(some, lambda: compute(rest, state), None)
        if left is not None:
            left = e.insert(SelectOp(some, e.integer(0, i1), left)).result
    if fill is not None and left is not None:
        fill.detach()
        e.choose(left, lambda: e.insert(fill), None)
    e.start_at(op)
