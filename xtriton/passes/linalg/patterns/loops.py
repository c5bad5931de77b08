"""Loops for operations that ``linalg`` cannot express."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, LocationAttr
from xdsl.ir import Block, Region, SSAValue

from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.rewriter import Rewriter

Step = Callable[[SSAValue, Sequence[SSAValue]], Sequence[SSAValue]]
"""Computes the next loop-carried values from the induction variable and the current ones."""


def counted_loop(
    start: int, end: int, values: Sequence[SSAValue], step: Step, rewriter: Rewriter
) -> Sequence[SSAValue]:
    """``scf.for`` from ``start`` to ``end``; returns its results. ``step`` inserts with the rewriter."""
    bounds = [index_constant(number, rewriter) for number in (start, end, 1)]
    block = Block(arg_types=[IndexType(), *(value.type for value in values)])
    for argument in block.args:
        argument.location = cast("LocationAttr", rewriter.location)
    loop = ForOp(bounds[0], bounds[1], bounds[2], values, region=Region(block))
    with rewriter.elsewhere():
        rewriter.at_end(block)
        new = step(loop.induction_variable, loop.iter_args)
        rewriter.insert(YieldOp(new))
    return rewriter.insert(loop).results
