"""Asynchronous ``wgmma`` in pipelined loops: dots stay in flight across iterations, and waits are inserted."""

from __future__ import annotations

from xdsl.dialects.builtin import BoolAttr, ModuleOp, TensorType, f32
from xdsl.ir import Block, SSAValue, Use

from xtriton.analysis.dominance import (
    ancestor_in_block,
    first_in_block,
    is_before,
)
from xtriton.analysis.encoding_propagation import is_noop
from xtriton.analysis.loops import is_defined_outside
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescIndexOp, MemDescReshapeOp, MemDescSubsliceOp, MemDescTransOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp, WarpGroupDotWaitOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import element_type, encoding_of
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.encodings import NvidiaMma
from xtriton.passes.ttgir.pipeline.loops import num_stages_of
from xtriton.passes.ttgir.pipeline.wgmma_split import split_along_k
from xtriton.passes.ttgir.pipeline.wgmma_waits import extend_wait, insert_wait
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, V3_9, active_version, by_version, since

_WAITS_LOCALLY = since(V3_9)
"""Whether waits before users of dots are marked as local to the warp group."""

_ACCUMULATOR = 2

AsyncDots = dict[WarpGroupDotOp, int]
"""Dots that run on in the next iteration, with the loop-carried value that each result is yielded for."""


def pipeline_wgmma(module: ModuleOp, num_stages: int) -> None:
    """Make the ``wgmma`` operations of all loops asynchronous, except in loops with ``num_stages`` 0."""
    for loop in [op for op in operations_inside_out(module.body) if isinstance(op, ForOp)]:
        if num_stages_of(loop, num_stages) >= 1:
            make_dots_asynchronous(loop)


def make_dots_asynchronous(loop: ForOp) -> None:
    """Make the ``wgmma`` operations of a loop asynchronous; each may be pending twice.

    Dots that cannot overlap with the next iteration are waited for at once, others where their results are used, and
    after the loop.
    """
    dots: AsyncDots = {}
    for dot in [op for op in loop.body.ops if isinstance(op, WarpGroupDotOp)]:
        dot.properties["isAsync"] = BoolAttr.from_bool(True)
        position = _overlapping_position(dot, loop)
        if position is not None:
            dots[dot] = position
        else:
            _wait_after(dot, 0)
    if not dots:
        return
    if not _waits_for_all(loop):
        dots = {part: position for dot, position in dots.items() for part in split_along_k(dot)}
        _INSERT_WAITS.now()(loop, list(dots))
    rewriter = Rewriter()
    rewriter.after(loop)
    insert_wait(rewriter, loop.location, [loop.results[position] for position in dots.values()], 0)


def _wait_after(dot: WarpGroupDotOp, pendings: int) -> None:
    rewriter = Rewriter()
    rewriter.after(dot)
    insert_wait(rewriter, dot.location, [dot.d], pendings)


def _waits_for_all(loop: ForOp) -> bool:
    """Whether there is a wait for all dots in the body, so that none of the previous iteration is pending."""
    return _first_wait_for_all(loop) is not None


def _first_wait_for_all(loop: ForOp) -> WarpGroupDotWaitOp | None:
    waits = (op for op in loop.body.ops if isinstance(op, WarpGroupDotWaitOp))
    return next((wait for wait in waits if int_value(wait.pendings) == 0), None)


# ------------------------------------------------------------------------------------------------- which dots overlap


def _overlapping_position(dot: WarpGroupDotOp, loop: ForOp) -> int | None:
    """The index of the iter_arg that the dot's result is yielded to, if the dot can overlap with the next iteration.

    That requires that its operands in shared memory are multi-buffered, that its result has no other uses except in
    branches, and that the next iteration reads it only as an accumulator, or after a wait for all dots, which then also
    waits for it. The accumulator must be f32.
    """
    if not all(_is_multi_buffered(operand, loop) for operand in (dot.a, dot.b)):
        return None
    position = _yielded_position(dot, loop)
    if position is None or element_type(dot.c.type) != f32:
        return None
    carried = loop.iter_args[position]
    if all(_is_accumulated(use) for use in carried.uses):
        return position
    wait = _first_wait_for_all(loop)
    if wait is None:
        return None
    users = [ancestor_in_block(use.operation, loop.body) for use in carried.uses]
    if not all(user is not None and is_before(wait, user) for user in users):
        return None
    extend_wait(wait, [carried])
    return position


_VIEWS = (ConvertLayoutOp, MemDescTransOp, MemDescReshapeOp, MemDescSubsliceOp)


def _is_multi_buffered(operand: SSAValue, loop: ForOp) -> bool:
    """Whether an operand is in registers, or in memory outside the loop or in one of several buffers."""
    if isinstance(operand.type, TensorType):
        return True
    seen: set[SSAValue] = set()
    while not is_defined_outside(operand, loop) and operand not in seen:
        seen.add(operand)
        if (yielded := loop.tied_yielded(operand)) is not None:
            operand = yielded
        elif isinstance(operand.owner, _VIEWS):
            operand = operand.owner.operands[0]
        else:
            return isinstance(operand.owner, MemDescIndexOp)
    return True


def _yielded_position(dot: WarpGroupDotOp, loop: ForOp) -> int | None:
    """The index of the iter_arg that the result is yielded to; ``None`` if there is not exactly one, or other users.

    Users in branches are allowed, as waits precede them.
    """
    position: int | None = None
    pending = list(dot.d.uses)
    while pending:
        use = pending.pop()
        user = use.operation
        around = user.parent_op()
        if around is loop:
            if is_noop(user):
                pending.extend(user.results[0].uses)
            elif isinstance(user, YieldOp) and position is None:
                position = use.index
            else:
                return None
        elif not isinstance(around, IfOp):
            return None
        elif isinstance(user, YieldOp):
            pending.extend(around.results[use.index].uses)
    return position


def _is_accumulated(use: Use) -> bool:
    """Whether a value is used, through views, only as the accumulator of ``wgmma``."""
    user = use.operation
    if isinstance(user, WarpGroupDotOp):
        return use.index == _ACCUMULATOR
    return is_noop(user) and all(_is_accumulated(other) for other in user.results[0].uses)


def _overwrites_registers(dot: WarpGroupDotOp, loop: ForOp) -> bool:
    """Whether the loop overwrites registers of the left operand that the previous iteration's dot may still read.

    The converted result of another dot is exempt, as there is a wait for that dot.
    """
    if not isinstance(dot.a.type, TensorType) or is_defined_outside(dot.a, loop):
        return False
    conversion = dot.a.owner
    if not isinstance(conversion, ConvertLayoutOp):
        return True
    return not isinstance(layout_of(encoding_of(conversion.src.type)), NvidiaMma)


# --------------------------------------------------------------------------------------------------- waits in the loop


def _uses_by_block(dot: WarpGroupDotOp) -> dict[Block, list[Use]]:
    """The uses of the result by operations other than yields."""
    found: dict[Block, list[Use]] = {}
    for use in dot.d.uses:
        block = use.operation.parent
        if not isinstance(use.operation, YieldOp) and block is not None:
            found.setdefault(block, []).append(use)
    return found


def _insert_waits_at_starts(loop: ForOp, dots: list[WarpGroupDotOp]) -> None:
    """Wait for dots at the start of each block that uses them, and at the end for those of the previous iteration."""
    for dot in dots:
        if _overwrites_registers(dot, loop):
            _wait_after(dot, len(dots) - 1)
            continue
        for block in _uses_by_block(dot):
            rewriter = Rewriter()
            rewriter.at_start(block)
            insert_wait(rewriter, dot.location, [dot.d], 0)
    _wait_for_previous_iteration(loop, dots)


def _insert_waits_at_uses(loop: ForOp, dots: list[WarpGroupDotOp]) -> None:
    """Wait for dots before their first use in each block other than as an accumulator, and as above at the end."""
    for dot in dots:
        for uses in _uses_by_block(dot).values():
            others = [use.operation for use in uses if not _is_accumulator(use)]
            if not others:
                continue
            first = first_in_block(others)
            rewriter = Rewriter()
            rewriter.before(first)
            local = active_version() in _WAITS_LOCALLY
            insert_wait(rewriter, dot.location, [dot.d], 0, local=local)
    for dot in dots:
        if _overwrites_registers(dot, loop):
            _wait_after(dot, len(dots) - 1)
    _wait_for_previous_iteration(loop, dots)


_INSERT_WAITS = by_version({V3_6: _insert_waits_at_starts, V3_7: _insert_waits_at_uses})
"""Inserts waits in a loop without a wait for all dots."""


def _is_accumulator(use: Use) -> bool:
    return isinstance(use.operation, WarpGroupDotOp) and use.index == _ACCUMULATOR


def _wait_for_previous_iteration(loop: ForOp, dots: list[WarpGroupDotOp]) -> None:
    """Wait, right after the last dot, for all dots of the previous iteration.

    Not at the end of the body: a load there could overwrite memory that the dots read. After a last dot with a left
    operand in registers there is a wait already.
    """
    last = dots[-1]
    if _overwrites_registers(last, loop):
        return
    rewriter = Rewriter()
    rewriter.after(last)
    insert_wait(rewriter, last.location, [dot.d for dot in dots], len(dots))
