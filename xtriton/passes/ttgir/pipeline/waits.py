"""Waits for asynchronous copies in pipelined loops: the number of pending commit groups, and merging."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.shape import int_value
from xtriton.dialects.ttg.memory import AsyncCommitGroupOp, AsyncWaitOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.walk import operations_inside_out
from xtriton.rewriting.rewriter import Rewriter


def update_waits(module: ModuleOp) -> None:
    """Let each wait of ``module`` leave later commit groups than its own pending; merge waits."""
    waits = [op for op in operations_inside_out(module.body) if isinstance(op, AsyncWaitOp)]
    for wait in waits:
        wait.properties["num"] = IntegerAttr(_groups_after(wait), i32)
    _merge(waits)


def _groups_after(wait: AsyncWaitOp) -> int:
    """The least number of groups that are committed between the group of the only token of ``wait`` and the wait."""
    if len(wait.operands) != 1:
        return 0
    (token,) = wait.operands
    region = token.op.parent_region() if is_result(token) else token.owner.parent
    place: Operation = wait
    while place.parent_region() is not region:
        around = place.parent_op()
        assert around is not None
        place = around
    search = _Search()
    return search.fewest(token, place, 0)


class _Search:
    """Branch-and-bound search over the paths from the commits of a token to a wait."""

    def __init__(self) -> None:
        self.least: int | None = None

    def fewest(self, token: SSAValue, sink: Operation, behind: int) -> int:
        """The least number of commits found from those of ``token`` to ``sink``, and ``behind`` after that.

        As in Triton, it is 0 for a token whose commit is not found, but that does not end other paths.
        """
        if is_result(token):
            behind += _commits_between(token.op.next_op, sink)
            self.least = behind if self.least is None else min(self.least, behind)
            return self.least
        assert is_block_argument(token)
        loop = token.block.parent_op()
        if not isinstance(loop, ForOp):
            return 0
        behind += _commits_between(loop.body.first_op, sink)
        if self.least is not None and behind >= self.least:
            return self.least
        end, carried = loop.yield_operation, loop.tied(token)
        assert end is not None and carried is not None
        before = self.fewest(carried.init, loop, behind)
        previous = self.fewest(carried.yielded, end, behind)
        found = min(before, previous)
        return found if self.least is None else min(found, self.least)


def _commits_between(first: Operation | None, end: Operation) -> int:
    """The number of commits from ``first`` up to ``end`` in their block; those in regions do not count."""
    count = 0
    op = first
    while op is not None and op is not end:
        count += isinstance(op, AsyncCommitGroupOp)
        op = op.next_op
    return count


def _merge(waits: list[AsyncWaitOp]) -> None:
    """Merge waits without a commit or control flow between them into the first, with their least count."""
    rewriter = Rewriter()
    merged: dict[AsyncWaitOp, AsyncWaitOp] = {}
    for wait in waits:
        if wait in merged:
            continue
        group = _waits_from(wait)
        if len(group) == 1:
            continue
        rewriter.before(wait)
        tokens = [token for other in group for token in other.operands]
        fewest = min(int_value(other.num) for other in group)
        new = rewriter.insert(AsyncWaitOp(tokens, num=fewest), wait.location)
        merged.update(dict.fromkeys(group, new))
    for wait, new in merged.items():
        rewriter.replace(wait, new.results)


def _waits_from(wait: AsyncWaitOp) -> list[AsyncWaitOp]:
    group = [wait]
    op = wait.next_op
    while op is not None and not isinstance(op, AsyncCommitGroupOp | RegionBranchOpInterface):
        if isinstance(op, AsyncWaitOp):
            group.append(op)
        op = op.next_op
    return group
