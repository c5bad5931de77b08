"""Patterns for ``ttg.warp_specialize``: dead captures and results."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpYieldOp
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(WarpSpecializeOp)
def unused_captures_and_results(op: WarpSpecializeOp, rewriter: Rewriter) -> bool:
    """Captures that are dead in all partitions or repeat an earlier one, and dead results."""
    captures = _unneeded_captures(op, rewriter)
    results = [index for index, result in enumerate(op.results) if result.first_use is None]
    if not captures and not results:
        return False
    if captures:
        _drop_captures(op, captures)
        rewriter.modified(op.capturing)
    if results:
        _drop_results(op, results, rewriter)
    return True


def _unneeded_captures(op: WarpSpecializeOp, rewriter: Rewriter) -> list[int]:
    first_of: dict[SSAValue, int] = {}
    unneeded: list[int] = []
    for index, capture in enumerate(op.captures):
        if all(region.blocks[0].args[index].first_use is None for region in op.partitions):
            unneeded.append(index)
            continue
        first = first_of.setdefault(capture, index)
        if first != index:
            for region in op.partitions:
                arguments = region.blocks[0].args
                rewriter.replace_all_uses(arguments[index], arguments[first])
            rewriter.modified(op)
            unneeded.append(index)
    return unneeded


def _drop_captures(op: WarpSpecializeOp, unneeded: Sequence[int]) -> None:
    for region in op.partitions:
        entry = region.blocks[0]
        for argument in [entry.args[index] for index in unneeded]:
            entry.erase_arg(argument)
    owner = op.capturing
    owner.operands = [capture for index, capture in enumerate(owner.operands) if index not in unneeded]


def _drop_results(op: WarpSpecializeOp, unneeded: Sequence[int], rewriter: Rewriter) -> None:
    for block in op.defaultRegion.blocks:
        end = block.last_op
        if isinstance(end, WarpYieldOp):
            end.operands = [value for index, value in enumerate(end.operands) if index not in unneeded]
            rewriter.modified(end)
    kept = [result for index, result in enumerate(op.results) if index not in unneeded]
    regions = [op.detach_region(op.regions[0]), op.detach_region(op.regions[0])]
    new = clone_with(op, op.operands, [result.type for result in kept], regions=regions)
    rewriter.insert(new)
    for old, result in zip(kept, new.results, strict=True):
        rewriter.replace_all_uses(old, result)
    rewriter.erase(op)


PATTERNS: Sequence[Pattern] = (unused_captures_and_results,)
