"""Patterns for ``scf.for``."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, Region, SSAValue

from xtriton.dialects.upstream.scf.loops import ForOp
from xtriton.dialects.upstream.scf.terminators import YieldOp
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import new_loop
from xtriton.versions import V3_7, before


def replace_by_body(op: Operation, region: Region, values: Sequence[SSAValue], rewriter: Rewriter) -> None:
    """Inline ``region`` before ``op`` with ``values`` for its arguments; its yield operands replace the results."""
    block = region.block
    end = block.last_op
    assert end is not None
    rewriter.inline_block_before(block, op, values)
    rewriter.replace(op, list(end.operands))  # these may have been block arguments until now
    rewriter.erase(end)


@pattern(ForOp, versions=before(V3_7))
def unchanging_or_unused_iter_args(op: ForOp, rewriter: Rewriter) -> bool:
    """Loop-carried values that are invariant, dead, or equal to an earlier one."""
    end = op.yield_operation
    assert end is not None
    kept: list[int] = []
    invariant: list[int] = []
    dead: list[int] = []
    first_of: dict[tuple[SSAValue, SSAValue], int] = {}
    for index, (init, argument, value, result) in enumerate(op.all_carried()):
        if argument is value or init is value:
            invariant.append(index)
            continue
        if argument.first_use is None and result.first_use is None:
            dead.append(index)
            continue
        same = first_of.setdefault((init, value), index)
        if same == index:
            kept.append(index)
            continue
        rewriter.replace_all_uses(argument, op.iter_args[same])
        rewriter.replace_all_uses(result, op.results[same])
    if len(kept) == len(op.results):
        return False
    along = _dropped_along(op, end, invariant, dead)
    _keep_iter_args(op, end, [index for index in kept if index not in along], rewriter)
    return True


def _dropped_along(op: ForOp, end: YieldOp, invariant: list[int], dead: list[int]) -> set[int]:
    """The iter_args that the next applications of the pattern would drop, one after the other, for a single rebuild.

    These are arguments of which the only use is to become another argument in the next iteration, as for the stages of
    a pipeline. Where such an invariant value becomes another argument with the same init, that is invariant, too; and
    the argument that becomes a dead one is dead. Others stay for the next application: what uses them may fold before.
    """
    becomes = {
        index: use.index
        for index, argument in enumerate(op.iter_args)
        if (use := argument.first_use) is not None
        and argument.has_one_use()
        and use.operation is end
        and op.results[index].first_use is None
    }
    comes_from = {after: index for index, after in becomes.items()}
    found: set[int] = set()
    while invariant:
        index = invariant.pop()
        after = becomes.get(index)
        if after is not None and after not in found and op.initArgs[after] is op.initArgs[index]:
            found.add(after)
            invariant.append(after)
    while dead:
        before = comes_from.get(dead.pop())
        if before is not None and before not in found:
            found.add(before)
            dead.append(before)
    return found


def _keep_iter_args(op: ForOp, end: YieldOp, kept: Sequence[int], rewriter: Rewriter) -> None:
    """Rebuild a loop with some of its iter_args; the others are replaced by their inits."""
    inits = list(op.initArgs)
    new = rewriter.insert(new_loop(op, [inits[index] for index in kept]))
    place = {index: position for position, index in enumerate(kept)}
    inside = [new.iter_args[place[index]] if index in place else init for index, init in enumerate(inits)]
    outside = [new.results[place[index]] if index in place else init for index, init in enumerate(inits)]
    location = end.location if kept else op.location  # a yield without operands gets the location of the loop
    rewriter.merge_block_into(op.body, new.body, [new.induction_variable, *inside])
    rewriter.before(end)
    rewriter.insert(YieldOp([end.operands[index] for index in kept]), location)
    rewriter.erase(end)
    rewriter.replace(op, outside)


@pattern(ForOp, versions=before(V3_7))
def trivial_loop(op: ForOp, rewriter: Rewriter) -> bool:
    """Loops that never run, that run once, or that only forward outside values."""
    count = op.trip_count
    if count is None:
        return False
    inits = list(op.initArgs)
    if count == 0:
        rewriter.replace(op, inits)
        return True
    if count == 1:
        replace_by_body(op, op.region, [op.lowerBound, *inits], rewriter)
        return True
    end = op.body.last_op
    assert end is not None
    values = list(end.operands)
    if op.body.first_op is not end or any(value.owner is op.body for value in values):
        return False
    rewriter.replace(op, values)
    return True


PATTERNS: Sequence[Pattern] = (unchanging_or_unused_iter_args, trivial_loop)
