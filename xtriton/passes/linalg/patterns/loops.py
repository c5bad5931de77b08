"""Loops that conversions put around what ``linalg`` cannot say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, LocationAttr
from xdsl.ir import Block, Region, SSAValue

from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.rewriter import Rewriter

Step = Callable[[SSAValue, Sequence[SSAValue]], Sequence[SSAValue]]
"""Makes the new values of an iteration from its number and the old ones."""


def counted_loop(
    start: int, end: int, values: Sequence[SSAValue], step: Step, rewriter: Rewriter
) -> Sequence[SSAValue]:
    """``scf.for`` from ``start`` to ``end``; gives the last values. ``step`` inserts with the rewriter."""
    bounds = [index_constant(number, rewriter) for number in (start, end, 1)]
    block = Block(arg_types=[IndexType(), *(value.type for value in values)])
    for argument in block.args:
        argument.location = cast("LocationAttr", rewriter.location)
    loop = ForOp.create(
        operands=[*bounds, *values], result_types=[value.type for value in values], regions=[Region(block)]
    )
    with rewriter.elsewhere():
        rewriter.at_end(block)
        new = step(block.args[0], block.args[1:])
        rewriter.insert(YieldOp.create(operands=new))
    return rewriter.insert(loop).results
