"""Operations with other operands, results and arguments around the same regions.

Operations of xDSL have a fixed number of results, so one with more or fewer results replaces the old one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp, yield_of
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of

_Op = TypeVar("_Op", bound=Operation)
Replacements = list[tuple[SSAValue, SSAValue]]
"""Values and their later replacements."""


def like(op: _Op, operands: Sequence[SSAValue], result_types: Sequence[Attribute]) -> _Op:
    """An operation with the properties and attributes of ``op``, and as many regions, which are empty."""
    return type(op).create(
        operands=operands,
        result_types=result_types,
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=[Region() for _ in op.regions],
    )


def new_loop(loop: ForOp, inits: Sequence[SSAValue]) -> ForOp:
    """A loop with the bounds and attributes of another, an empty body, and arguments located at their inits."""
    bounds = loop.operands[: loop.init_operands.start]
    new = like(loop, [*bounds, *inits], [init.type for init in inits])
    body = Block()
    new.region.add_block(body)
    block_argument(body, loop.lowerBound.type, loop.location)
    for init in inits:
        block_argument(body, init.type, location_of(init))
    return new


def replace_loop_by_wider(
    loop: ForOp, inits: Sequence[SSAValue], rewriter: Rewriter, later: Replacements | None = None
) -> ForOp:
    """Replace ``loop`` by one that also carries ``inits``, with the same body.

    The old ``loop`` is left with an empty region and no users; the caller erases it. The new arguments come last and
    are located at their inits. The caller extends the ``scf.yield``, and with ``later`` replaces the results, which are
    appended to it.
    """
    new = like(loop, [*loop.operands, *inits], [value.type for value in (*loop.init_args, *inits)])
    with rewriter.elsewhere():
        rewriter.before(loop)
        rewriter.insert(new, loop.location)
    rewriter.move_blocks(loop.region, new.region)
    for init in inits:
        block_argument(new.body, init.type, location_of(init))
    _replace_results(loop, new, rewriter, later)
    return new


def _replace_results(op: Operation, new: Operation, rewriter: Rewriter, later: Replacements | None) -> None:
    pairs = zip(op.results, new.results, strict=False)
    if later is not None:
        later.extend(pairs)
        return
    for old, result in pairs:
        rewriter.replace_all_uses(old, result)


def add_iter_args(loop: ForOp, inits: Sequence[SSAValue], rewriter: Rewriter) -> ForOp:
    """Replace ``loop`` by one that also carries ``inits``. The caller extends the ``scf.yield``."""
    new = replace_loop_by_wider(loop, inits, rewriter)
    rewriter.erase(loop)
    return new


def carry_through_condition(loop: WhileOp, inits: Sequence[SSAValue], rewriter: Rewriter) -> WhileOp:
    """Replace ``loop`` by one that also carries ``inits``, which its first region passes on; they come last.

    The new arguments are located at the loop. The caller extends the ``scf.yield``.
    """
    new = replace_while_by_wider(loop, inits, [init.type for init in inits], rewriter)
    rewriter.erase(loop)
    condition, arguments = new.condition_operation, new.before.block.args
    condition.operands = [*condition.operands, *arguments[len(arguments) - len(inits) :]]
    return new


def carry_unchanged(loop: WhileOp, inits: Sequence[SSAValue], rewriter: Rewriter) -> WhileOp:
    """Replace ``loop`` by one that also carries ``inits``, passed on by both of its regions; they come last."""
    new = carry_through_condition(loop, inits, rewriter)
    end, arguments = yield_of(new.after.block), new.after.block.args
    end.operands = [*end.operands, *arguments[len(arguments) - len(inits) :]]
    return new


def append_to_yield(loop: ForOp, values: Sequence[SSAValue], rewriter: Rewriter) -> None:
    """Append ``values`` to the ``scf.yield``, which is replaced."""
    end = yield_of(loop.body)
    with rewriter.elsewhere():
        rewriter.before(end)
        rewriter.insert(YieldOp([*end.operands, *values]), end.location)
    rewriter.erase(end)


def _with_more_results(op: _Op, operands: Sequence[SSAValue], types: Sequence[Attribute], rewriter: Rewriter) -> _Op:
    """A new operation before ``op``, with more operands and results, that takes over the regions of ``op``."""
    new = like(op, [*op.operands, *operands], [*(result.type for result in op.results), *types])
    with rewriter.elsewhere():
        rewriter.before(op)
        rewriter.insert(new, op.location)
    for old_region, region in zip(op.regions, new.regions, strict=True):
        rewriter.move_blocks(old_region, region)
    return new


def replace_if_by_wider(
    op: IfOp, types: Sequence[Attribute], rewriter: Rewriter, later: Replacements | None = None
) -> IfOp:
    """Replace ``op`` by an ``scf.if`` with additional results of ``types``, and the same branches.

    The old ``op`` is left with empty regions and no users; the caller erases it. The caller extends the yields of the
    branches; a missing ``else`` branch is created. With ``later`` it also replaces the results, which are appended to
    it.
    """
    new = _with_more_results(op, (), types, rewriter)
    for region in new.regions:
        if region.first_block is None:
            end = YieldOp()
            end.location = op.location
            region.add_block(Block([end]))
    _replace_results(op, new, rewriter, later)
    return new


def replace_while_by_wider(
    loop: WhileOp, inits: Sequence[SSAValue], types: Sequence[Attribute], rewriter: Rewriter
) -> WhileOp:
    """Replace ``loop`` by an ``scf.while`` with additional ``inits`` and results of ``types``, and the same regions.

    The old ``loop`` is left with empty regions and no users; the caller erases it. New arguments come last in both
    regions and are located at the loop. The caller extends the ``scf.condition`` and the ``scf.yield``.
    """
    new = _with_more_results(loop, inits, types, rewriter)
    for init in inits:
        block_argument(new.before.block, init.type, loop.location)
    for type_ in types:
        block_argument(new.after.block, type_, loop.location)
    _replace_results(loop, new, rewriter, None)
    return new
