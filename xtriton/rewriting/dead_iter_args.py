"""Dead loop-carried values (Triton's ``populateForOpDeadArgumentElimination``)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.dataflow.liveness import Liveness
from xtriton.analysis.loops import is_defined_outside
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.effects import would_be_trivially_dead
from xtriton.interfaces.loop_like import Carried, LoopLikeOpInterface
from xtriton.interfaces.region_branch import branching_owner, incoming_values
from xtriton.ir.creation import is_result
from xtriton.ir.walk import operations_in, operations_inside_out
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, by_version


@pattern(ForOp)
def dead_iter_args(op: ForOp, rewriter: Rewriter) -> bool:
    """Yield the iter_arg itself where its value is dead outside of the next iterations.

    Folding of the now invariant iter_args, and dead code elimination, are left to other patterns.
    """
    live = _Liveness(op)
    for carried in op.all_carried():
        if carried.result.first_use is not None:
            live.mark(carried.yielded)
    if len(live.values) == len(op.results) or not live.spread():
        return False
    dead = [position for position, carried in enumerate(op.all_carried()) if _may_drop(op, carried, live.values)]
    return _DROP.now()(op, dead, rewriter)


def _yield_iter_args(op: ForOp, dead: Sequence[int], rewriter: Rewriter) -> bool:
    """Before 3.7: yield the iter_args themselves."""
    for position in dead:
        op.set_yielded(position, op.iter_args[position])
    if dead:
        rewriter.modified(op)
    return bool(dead)


def _use_inits(op: ForOp, dead: Sequence[int], rewriter: Rewriter) -> bool:
    """Since 3.7: use the initial values instead of the iter_args."""
    changed = False
    for position in dead:
        argument = op.iter_args[position]
        changed |= argument.first_use is not None
        rewriter.replace_all_uses(argument, op.init_args[position])
    return changed


_DROP = by_version({V3_6: _yield_iter_args, V3_7: _use_inits})


def use_inits_of_dead_iter_args(op: Operation) -> None:
    """Use the initial values instead of dead iter_args, in all loops of an operation without results.

    Liveness analysis finds them (Triton's ``runDeadIterArgElimination``, since 3.8); dead code elimination follows.
    """
    liveness = Liveness(op)
    rewriter = Rewriter()
    for loop in operations_inside_out(op):
        if isinstance(loop, LoopLikeOpInterface):
            for argument, init in zip(loop.iter_args, loop.init_args, strict=False):
                if not liveness.is_live(argument):
                    rewriter.replace_all_uses(argument, init)


def _may_drop(op: ForOp, carried: Carried, live: set[SSAValue]) -> bool:
    if carried.yielded in live or carried.yielded is carried.iter_arg:
        return False
    # A value from outside is the result if the loop runs at all, and the initial value if it does not.
    return not is_defined_outside(carried.yielded, op) or carried.yielded is carried.init


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
        for op in operations_in(self._loop.body):
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
        op = branching_owner(value)
        if isinstance(op, WhileOp) and is_result(value):
            return False
        if isinstance(op, ForOp | IfOp):
            for source in incoming_values(value) or ():
                self.mark(source)
            if isinstance(op, IfOp):
                self.mark(op.condition)
        elif is_result(value):
            self._mark_all(value.op)
        return True
