"""Whether tiles are operands or results of dots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.traits import Elementwise, has_trait

_DOTS = (tt.DotOp, tt.DotScaledOp)
_RESHAPING = (tt.TransOp, tt.ReshapeOp, tt.ExpandDimsOp, tt.BroadcastOp, tt.SplitOp, tt.JoinOp)


def is_read_by_dot(value: SSAValue) -> bool:
    """Whether a tile becomes an operand of a dot, element by element or in another shape."""
    return _reaches(value, _users)


def is_made_by_dot(value: SSAValue) -> bool:
    """Whether a tile is computed from the result of a dot, element by element or in another shape."""
    return _reaches(value, _makers)


def _reaches(value: SSAValue, step: Callable[[SSAValue], Iterator[SSAValue | None]]) -> bool:
    pending, seen = [value], {value}
    while pending:
        for other in step(pending.pop()):
            if other is None:
                return True
            if other not in seen:
                seen.add(other)
                pending.append(other)
    return False


def _users(value: SSAValue) -> Iterator[SSAValue | None]:
    """The values computed from a value; ``None`` for an operand of a dot."""
    for use in value.uses:
        op = use.operation
        if isinstance(op, _DOTS):
            if use.index < 2:
                yield None
        elif isinstance(op, ForOp):
            if use.index > 2:
                yield op.iter_args[use.index - 3]
                yield op.results[use.index - 3]
        elif isinstance(op, YieldOp):
            around = op.parent_op()
            if isinstance(around, ForOp):
                yield around.iter_args[use.index]
            if isinstance(around, ForOp | IfOp):
                yield around.results[use.index]
        elif isinstance(op, _RESHAPING) or has_trait(op, Elementwise):
            yield from op.results


def _makers(value: SSAValue) -> Iterator[SSAValue | None]:
    """The values from which a value is computed; ``None`` for a dot."""
    if isinstance(value, BlockArgument):
        loop = value.block.parent_op()
        if isinstance(loop, ForOp) and value.index:
            yield loop.initArgs[value.index - 1]
            yield _last(loop, 0).operands[value.index - 1]
        return
    op, index = cast("OpResult", value).op, cast("OpResult", value).index
    if isinstance(op, _DOTS):
        yield None
    elif isinstance(op, ForOp):
        yield op.initArgs[index]
        yield _last(op, 0).operands[index]
    elif isinstance(op, IfOp):
        for region in range(2):
            yield _last(op, region).operands[index]
    elif isinstance(op, _RESHAPING) or has_trait(op, Elementwise):
        yield from op.operands


def _last(op: Operation, region: int) -> Operation:
    end = op.regions[region].block.last_op
    assert end is not None
    return end
