"""Patterns for ``scf.execute_region`` and ``scf.index_switch``."""

from __future__ import annotations

from collections.abc import Sequence

from xtriton.analysis.call_graph import Function
from xtriton.dialects.upstream.cf import BranchOp
from xtriton.dialects.upstream.scf.branches import ExecuteRegionOp, IndexSwitchOp
from xtriton.dialects.upstream.scf.terminators import YieldOp
from xtriton.folds.elements import integer_of, to_signed
from xtriton.folds.folding import constant_of
from xtriton.ir.creation import split_before
from xtriton.rewriting.canonical.scf_for import replace_by_body
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter, block_argument
from xtriton.versions import V3_7, before


@pattern(ExecuteRegionOp, versions=before(V3_7))
def region_with_one_block(op: ExecuteRegionOp, rewriter: Rewriter) -> bool:
    """Inline a single-block region."""
    entry = op.region.first_block
    if op.no_inline is not None or entry is None or entry.next_block is not None:
        return False
    replace_by_body(op, op.region, [], rewriter)
    return True


@pattern(ExecuteRegionOp)
def region_with_blocks(op: ExecuteRegionOp, rewriter: Rewriter) -> bool:
    """Inline a multi-block region, if the parent region may have several blocks."""
    if op.no_inline is not None or not isinstance(op.parent_op(), Function | ExecuteRegionOp):
        return False
    block = op.parent
    assert block is not None and block.parent is not None
    rest = split_before(op)
    entry = op.region.blocks[0]
    for inner in op.region.blocks:
        end = inner.last_op
        if isinstance(end, YieldOp):
            rewriter.before(end)
            rewriter.insert(BranchOp(rest, end.operands), end.location)
            rewriter.erase(end)
    rewriter.at_end(block)
    rewriter.insert(BranchOp(entry))
    rewriter.move_blocks_before(op.region, rest)
    arguments = [block_argument(rest, result.type, op.location) for result in op.results]
    rewriter.replace(op, arguments)
    return True


@pattern(IndexSwitchOp, versions=before(V3_7))
def switch_on_constant(op: IndexSwitchOp, rewriter: Rewriter) -> bool:
    """A constant index selects one region."""
    number = integer_of(constant_of(op.arg))
    if number is None:
        return False
    regions = dict(zip(op.case_values, op.caseRegions, strict=True))
    replace_by_body(op, regions.get(to_signed(number, 64), op.defaultRegion), [], rewriter)
    return True


PATTERNS: Sequence[Pattern] = (region_with_one_block, region_with_blocks, switch_on_constant)
