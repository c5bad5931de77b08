"""Parallel loops as nests of ``scf.for``, which run their iterations one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.scf import ForallOp, ForOp, ParallelOp, ReduceOp, YieldOp
from xtriton.dialects.upstream.scf.parallel import DYNAMIC
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of


def loops_of_parallel(op: ParallelOp) -> None:
    """Rewrite ``scf.parallel`` to one ``scf.for`` for each dimension; all of them carry the reductions.

    before: ``%r = scf.parallel (%i, %j) = (%a, %b) to (%c, %d) step (%e, %f) init (%x) { scf.reduce(%v) { g } }``
    after:  ``%r = scf.for %i = %a to %c step %e iter_args(%y = %x) { %s = scf.for %j ... { %t = g(%z, %v) } }``
    """
    bounds = list(zip(op.lowerBound, op.upperBound, op.step, strict=True))
    _loops(op, bounds, op.initVals, op.body)


def loops_of_forall(op: ForallOp) -> None:
    """One loop for each dimension of a loop without shared outputs; bounds that are numbers become constants."""
    rewriter = Rewriter()
    rewriter.before(op)
    groups = (
        (op.dynamicLowerBound, op.staticLowerBound),
        (op.dynamicUpperBound, op.staticUpperBound),
        (op.dynamicStep, op.staticStep),
    )
    lower, upper, step = [list(_values(op, rewriter, values, numbers)) for values, numbers in groups]
    _loops(op, list(zip(lower, upper, step, strict=True)), (), op.region.block)


def _values(op: Operation, rewriter: Rewriter, dynamic: Sequence[SSAValue], static: Attribute) -> Iterator[SSAValue]:
    values = iter(dynamic)
    for number in dense_numbers(static):
        if number == DYNAMIC:
            yield next(values)
        else:
            yield rewriter.insert(ConstantOp(IntegerAttr(number, IndexType())), op.location).result


def _loops(
    op: Operation, bounds: Sequence[tuple[SSAValue, SSAValue, SSAValue]], inits: Sequence[SSAValue], innermost: Block
) -> None:
    rewriter = Rewriter()
    rewriter.before(op)
    carried, variables, loops = list(inits), list[SSAValue](), list[ForOp]()
    for lower, upper, step in bounds:
        body = Block()
        variables.append(block_argument(body, IndexType(), op.location))
        arguments = [block_argument(body, value.type, location_of(value)) for value in carried]
        loop = rewriter.insert(ForOp(lower, upper, step, carried, region=Region(body)), op.location)
        loops.append(loop)
        carried = list[SSAValue](arguments)
        rewriter.at_end(body)
    for outer, inner in pairwise(loops):
        rewriter.at_end(outer.body)
        rewriter.insert(YieldOp(inner.results), op.location)
    end = innermost.last_op
    assert end is not None
    rewriter.merge_block_into(innermost, loops[-1].body, variables)
    rewriter.before(end)
    rewriter.insert(YieldOp(_reduced(end, carried, rewriter)), op.location)
    rewriter.erase(end)
    rewriter.replace(op, loops[0].results)


def _reduced(end: Operation, carried: Sequence[SSAValue], rewriter: Rewriter) -> list[SSAValue]:
    """The carried values combined with those of an iteration."""
    if not isinstance(end, ReduceOp):
        return []
    results: list[SSAValue] = []
    for before, given, region in zip(carried, end.operands, end.reductions, strict=True):
        combined = region.block.last_op
        assert combined is not None
        rewriter.inline_block_before(region.block, end, [before, given])
        results += combined.operands
        rewriter.erase(combined)
    return results
