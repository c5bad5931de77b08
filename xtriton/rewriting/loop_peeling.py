"""Peeling the last iteration of a loop (Triton's ``peelLoopEpilogue``)."""

from __future__ import annotations

from xdsl.ir import Block, Region, SSAValue

from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, DivSIOp, MulIOp, SubIOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.rewriting.cloning import Mapping, clone_blocks
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter


def peel_last_iteration(loop: ForOp) -> IfOp:
    """Move the last iteration of ``loop`` after it, into an ``scf.if`` that tests whether there is any iteration."""
    rewriter = Rewriter()
    rewriter.start_at(loop)
    shorter = rewriter.insert(SubIOp(loop.upperBound, loop.step)).result
    rewriter.after(loop)
    last = last_induction_value(loop, rewriter)
    runs = rewriter.insert(CmpIOp(CmpIPredicate.SLT, loop.lowerBound, loop.upperBound)).result
    uses = [use for result in loop.results for use in result.uses]
    mapping: Mapping = dict(zip(loop.iter_args, loop.results, strict=True))
    mapping[loop.induction_variable] = last
    region = Region(clone_blocks(loop.region, mapping))
    for argument in tuple(region.block.args):
        region.block.erase_arg(argument, safe_erase=False)
    otherwise = Block()
    types = [result.type for result in loop.results]
    peeled = rewriter.insert(IfOp(runs, region, Region(otherwise), result_types=types))
    for use in uses:
        result = use.operation.operands[use.index]
        use.operation.operands[use.index] = peeled.results[loop.results.index(result)]
    rewriter.at_end(otherwise)
    rewriter.insert(YieldOp(loop.results))
    loop.operands[1] = shorter
    return peeled


def last_induction_value(loop: ForOp, rewriter: Rewriter) -> SSAValue:
    """The induction variable of the last iteration, at the insertion point: ``(ub - lb - 1) / step * step + lb``."""
    distance = rewriter.insert(SubIOp(loop.upperBound, loop.lowerBound)).result
    one = insert_constant(rewriter, 1, distance.type)
    distance = rewriter.insert(SubIOp(distance, one)).result
    steps = rewriter.insert(DivSIOp(distance, loop.step)).result
    offset = rewriter.insert(MulIOp(steps, loop.step)).result
    return rewriter.insert(AddIOp(offset, loop.lowerBound)).result
