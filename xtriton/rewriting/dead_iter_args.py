"""Values that loops carry though nobody needs them (Triton's ``populateForOpDeadArgumentElimination``)."""

from __future__ import annotations

from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xtriton.analysis.loops import is_defined_outside
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.effects import would_be_trivially_dead
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(ForOp)
def dead_iter_args(op: ForOp, rewriter: Rewriter) -> bool:
    """Yield the iter_arg itself where its value is dead outside of the next iterations.

    Folding of the now invariant iter_args, and dead code elimination, are left to other patterns.
    """
    end = op.body.last_op
    assert isinstance(end, YieldOp)
    live = _Liveness(op)
    for result, value in zip(op.results, end.operands, strict=True):
        if result.first_use is not None:
            live.mark(value)
    if len(live.values) == len(op.results) or not live.spread():
        return False
    dead = [index for index in range(len(op.results)) if _may_drop(op, end, index, live.values)]
    for index in dead:
        end.operands[index] = op.iter_args[index]
    if dead:
        rewriter.modified(op)
    return bool(dead)


def _may_drop(op: ForOp, end: YieldOp, index: int, live: set[SSAValue]) -> bool:
    value = end.operands[index]
    if value in live or value is op.iter_args[index]:
        return False
    # A value from outside is the result if the loop runs at all, and the initial value if it does not.
    return not is_defined_outside(value, op) or value is op.initArgs[index]


class _Liveness:
    """The values defined in a loop that an effect, or a result of the loop, depends on."""

    def __init__(self, loop: ForOp) -> None:
        self.values: set[SSAValue] = set()
        self._loop = loop
        self._pending: list[SSAValue] = []

    def mark(self, value: SSAValue) -> None:
        """Mark a value as live."""
        if value not in self.values and not is_defined_outside(value, self._loop):
            self.values.add(value)
            self._pending.append(value)

    def spread(self) -> bool:
        """Propagate liveness to a fixed point. Returns whether all control flow is supported."""
        for op in self._loop.body.walk():
            if not isinstance(op, YieldOp | ForOp) and not would_be_trivially_dead(op):
                self._mark_all(op)
        while self._pending:
            if not self._spread_from(self._pending.pop()):
                return False
        return True

    def _mark_all(self, op: Operation) -> None:
        for operand in op.operands:
            self.mark(operand)

    def _spread_from(self, value: SSAValue) -> bool:
        if isinstance(value, BlockArgument):
            self._spread_from_argument(value)
            return True
        assert isinstance(value, OpResult)
        op = value.op
        if isinstance(op, WhileOp):
            return False
        if isinstance(op, ForOp):
            self.mark(op.initArgs[value.index])
            self._mark_yielded(op, value.index)
        elif isinstance(op, IfOp):
            self.mark(op.condition)
            self._mark_yielded(op, value.index)
        else:
            self._mark_all(op)
        return True

    def _mark_yielded(self, op: Operation, index: int) -> None:
        for region in op.regions:
            end = region.block.last_op
            assert end is not None
            self.mark(end.operands[index])

    def _spread_from_argument(self, argument: BlockArgument) -> None:
        loop = argument.block.parent_op()
        if isinstance(loop, ForOp) and argument.index:
            self._mark_yielded(loop, argument.index - 1)
            self.mark(loop.initArgs[argument.index - 1])
