"""Waits for asynchronous copies in pipelined loops: the number of pending commit groups, and merging."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.ttg.memory import AsyncCommitGroupOp, AsyncWaitOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.narrowing import int_value
from xtriton.ir.walk import operations_inside_out
from xtriton.rewriting.rewriter import Rewriter


def update_waits(module: ModuleOp) -> None:
    """Let each wait of ``module`` leave later commit groups than its own pending; merge waits."""
    waits = [op for op in operations_inside_out(module.body) if isinstance(op, AsyncWaitOp)]
    commits = _Commits()
    for wait in waits:
        wait.properties["num"] = IntegerAttr(_groups_after(wait, commits), i32)
    _merge(waits)


def _groups_after(wait: AsyncWaitOp, commits: _Commits) -> int:
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
    search = _Search(commits)
    return search.fewest(token, place, 0)


class _Search:
    """Branch-and-bound search over the paths from the commits of a token to a wait."""

    def __init__(self, commits: _Commits) -> None:
        self.least: int | None = None
        self._commits = commits

    def fewest(self, token: SSAValue, sink: Operation, behind: int) -> int:
        """The least number of commits found from those of ``token`` to ``sink``, and ``behind`` after that.

        As in Triton, it is 0 for a token whose commit is not found, but that does not end other paths.
        """
        if is_result(token):
            behind += self._commits.between(token.op.next_op, sink)
            self.least = behind if self.least is None else min(self.least, behind)
            return self.least
        assert is_block_argument(token)
        loop = token.block.parent_op()
        if not isinstance(loop, ForOp):
            return 0
        behind += self._commits.between(loop.body.first_op, sink)
        if self.least is not None and behind >= self.least:
            return self.least
        end, carried = loop.yield_operation, loop.tied(token)
        assert end is not None and carried is not None
        before = self.fewest(carried.init, loop, behind)
        previous = self.fewest(carried.yielded, end, behind)
        found = min(before, previous)
        return found if self.least is None else min(found, self.least)


class _Commits:
    """Counts the commits of each block once, as each wait of a long pipeline asks for almost all of them."""

    def __init__(self) -> None:
        self._places: dict[Operation, tuple[int, int]] = {}
        """For each operation of a block its position, and the number of commits before it."""
        self._total: dict[Block, int] = {}

    def between(self, first: Operation | None, end: Operation) -> int:
        """The number of commits from ``first`` up to ``end``; those in regions do not count.

        If ``end`` is not after ``first`` in its block, it is the number up to the end of the block.
        """
        if first is None:
            return 0
        block = first.parent
        assert block is not None
        if block not in self._total:
            count = 0
            for position, op in enumerate(block.ops):
                self._places[op] = position, count
                count += isinstance(op, AsyncCommitGroupOp)
            self._total[block] = count
        start, before = self._places[first]
        if end.parent is block and self._places[end][0] >= start:
            return self._places[end][1] - before
        return self._total[block] - before


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
