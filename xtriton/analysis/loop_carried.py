"""Values that loops carry from one iteration to the next."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import BlockArgument, OpResult, SSAValue

from xtriton.dialects.upstream.scf import ForOp


class Definition(NamedTuple):
    """The result that a value of a loop is, and how many iterations before."""

    result: OpResult
    distance: int


def definition_of(value: SSAValue, loop: ForOp) -> Definition | None:
    """The definition of ``value``; that of a loop-carried value is what an earlier iteration yields.

    ``None`` for the induction variable, arguments of other blocks, and values that the loop only passes around. The
    definition of a loop-carried value may be outside the loop.
    """
    if isinstance(value, OpResult):
        return Definition(value, 0)
    distance = 0
    seen: set[SSAValue] = set()
    end = loop.yield_operation
    assert end is not None
    while isinstance(value, BlockArgument):
        if value.block is not loop.body or value.index == 0:
            return None
        distance += 1
        value = end.operands[value.index - 1]
        if value in seen:
            return None
        seen.add(value)
    assert isinstance(value, OpResult)
    return Definition(value, distance)
