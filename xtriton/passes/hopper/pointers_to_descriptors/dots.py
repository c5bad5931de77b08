"""Whether tiles are operands or results of dots."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.ir import Block, SSAValue

from xtriton.dialects import tt
from xtriton.interfaces.region_branch import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    incoming_values,
    receiving_values,
)
from xtriton.ir.traits import Elementwise, has_trait
from xtriton.ir.walk import reached

_DOTS = (tt.DotOp, tt.DotScaledOp)
_RESHAPING = (tt.TransOp, tt.ReshapeOp, tt.ExpandDimsOp, tt.BroadcastOp, tt.SplitOp, tt.JoinOp)


def is_read_by_dot(value: SSAValue) -> bool:
    """Whether a tile becomes an operand of a dot, element by element or in another shape."""
    return _reaches(value, _users)


def is_made_by_dot(value: SSAValue) -> bool:
    """Whether a tile is computed from the result of a dot, element by element or in another shape."""
    return _reaches(value, _makers)


def _reaches(value: SSAValue, step: Callable[[SSAValue], Iterator[SSAValue | None]]) -> bool:
    start: list[SSAValue | None] = [value]
    return any(found is None for found in reached(start, lambda found: () if found is None else step(found)))


def _users(value: SSAValue) -> Iterator[SSAValue | None]:
    """The values computed from a value; ``None`` for an operand of a dot."""
    for use in value.uses:
        op = use.operation
        if isinstance(op, _DOTS):
            if use.index < 2:
                yield None
        elif isinstance(op, RegionBranchOpInterface | RegionBranchTerminatorOpInterface):
            yield from receiving_values(op, use.index)
        elif isinstance(op, _RESHAPING) or has_trait(op, Elementwise):
            yield from op.results


def _makers(value: SSAValue) -> Iterator[SSAValue | None]:
    """The values from which a value is computed; ``None`` for a dot."""
    op = value.owner
    if isinstance(op, Block | RegionBranchOpInterface):
        yield from incoming_values(value) or ()
    elif isinstance(op, _DOTS):
        yield None
    elif isinstance(op, _RESHAPING) or has_trait(op, Elementwise):
        yield from op.operands
