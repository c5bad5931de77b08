"""The users of values of pipelined loops, and which of them a schedule has first."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from xdsl.ir import Operation

from xtriton.analysis.dominance import ancestor_in_block
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.diagnostics import error
from xtriton.ir.traits import has_trait
from xtriton.passes.ttgir.pipeline.schedule import CoarseSchedule, Place


def _any(op: Operation) -> bool:
    return True


def top_level_users(op: Operation, loop: ForOp, accepts: Callable[[Operation], bool] = _any) -> dict[Operation, None]:
    """The operations directly in the loop body that use ``op``, themselves or in their regions.

    Views of memory are looked through, as are values that the loop carries to the next iteration. Other users count if
    they are accepted.
    """
    users: dict[Operation, None] = {}
    pending = [use for result in op.results for use in result.uses]
    seen: set[Operation | int] = set()
    while pending:
        use = pending.pop()
        user = use.operation
        if user is loop.body.last_op:
            if use.index not in seen:
                seen.add(use.index)
                pending.extend(loop.iter_args[use.index].uses)
        elif has_trait(user, MemDescView):
            if user not in seen:
                seen.add(user)
                pending.extend(use for result in user.results for use in result.uses)
        elif accepts(user):
            inside = ancestor_in_block(user, loop.body)
            if inside is not None:
                users[inside] = None
    return users


def place_of(op: Operation, schedule: CoarseSchedule) -> Place:
    """The stage and cluster of ``op``. Raises ``DiagnosticError`` if it has none."""
    place = schedule.get(op)
    if place is None:
        raise error(op.location, f"'{op.name}' op not found in the schedule")
    return place


def first_user(ops: Iterable[Operation], loop: ForOp, schedule: CoarseSchedule) -> Operation:
    """The user of ``ops`` that the schedule has first: by stage, then cluster, then program order.

    Raises ``DiagnosticError`` if there are none, or if one is not scheduled.
    """
    first: Operation | None = None
    location = loop.location
    for op in ops:
        location = op.location
        for user in top_level_users(op, loop):
            place_of(user, schedule)
            if first is None or schedule.is_op_before(user, first):
                first = user
    if first is None:
        raise error(location, "a load that is pipelined has no users")
    return first
