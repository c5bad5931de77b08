"""Definitions of values in a loop body, traced through loop-carried values to earlier iterations."""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import OpResult, SSAValue

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.creation import is_block_argument, is_result


class Definition(NamedTuple):
    """The operation result that defines a value in a loop body, and its distance in iterations."""

    result: OpResult
    distance: int


def definition_of(value: SSAValue, loop: ForOp) -> Definition | None:
    """The definition of ``value``; that of a loop-carried value is the operand that an earlier iteration yields.

    ``None`` for the induction variable, arguments of other blocks, and values that the loop only passes around. The
    definition of a loop-carried value may be outside the loop.
    """
    if is_result(value):
        return Definition(value, 0)
    distance = 0
    seen: set[SSAValue] = set()
    while is_block_argument(value):
        yielded = loop.tied_yielded(value)
        if yielded is None or yielded in seen:
            return None
        distance += 1
        value = yielded
        seen.add(value)
    assert is_result(value)
    return Definition(value, distance)
