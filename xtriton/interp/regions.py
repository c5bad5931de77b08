"""Execution of regions: a single block in order, several blocks by their control flow.

Where lanes diverge at a branch, they are split into groups. The group that is first in the region's reverse post-order
runs first, and groups that wait for the same block are merged: lanes that leave a loop wait for those that stay, so
that the code after it runs once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.interp.certainty import certain
from xtriton.interp.errors import UnsupportedError
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array
from xtriton.interp.values import Value, merge, take
from xtriton.ir.walk import operations_in

if TYPE_CHECKING:
    from xtriton.interp.compiler import CompiledBlock, Scope


@dataclass
class CompiledRegion:
    """A compiled region. ``captures`` are the slots of values from above that it uses."""

    blocks: list[CompiledBlock]
    captures: tuple[int, ...]
    successors: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """For blocks that end in a branch: the positions of the successors."""

    @staticmethod
    def of(scope: Scope, region: Region) -> CompiledRegion:
        """Compile ``region`` in a function's scope."""
        captures = scope.slots_of(captured(region))
        order = reverse_post_order(region)
        positions = {block: index for index, block in enumerate(order)}
        successors = {
            positions[block]: [positions[successor] for successor in block.last_op.successors]
            for block in order
            if block.last_op is not None and block.last_op.successors
        }
        return CompiledRegion([scope.block(block) for block in order], captures, successors)

    @property
    def terminator(self) -> Operation | None:
        """The terminator of a single-block region."""
        return self.blocks[0].terminator

    def run(self, frame: Frame, arguments: Sequence[Value]) -> list[Value]:
        """Run in all lanes of the frame. Returns the operands of the region's terminator."""
        if not self.successors:
            block = self.blocks[0]
            block.enter(frame, arguments)
            return block.handed_on(frame)
        return _Flow(self, frame).run(arguments)


def captured(region: Region) -> list[SSAValue]:
    """The values from above that operations in a region use, in the order of their first use."""
    inside: set[SSAValue] = set()
    used: dict[SSAValue, None] = {}
    for block in region.blocks:
        inside.update(block.args)
    for op in operations_in(region):
        inside.update(op.results)
        for inner in op.regions:
            for block in inner.blocks:
                inside.update(block.args)
        used.update(dict.fromkeys(op.operands))
    return [value for value in used if value not in inside]


def reverse_post_order(region: Region) -> list[Block]:
    """The reachable blocks in reverse post-order."""
    done: list[Block] = []
    seen: set[Block] = set()
    entry = region.blocks[0]
    stack: list[tuple[Block, list[Block]]] = [(entry, _successors(entry))]
    seen.add(entry)
    while stack:
        block, left = stack[-1]
        while left:
            successor = left.pop()
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, _successors(successor)))
                break
        else:
            done.append(block)
            stack.pop()
    return done[::-1]


def _successors(block: Block) -> list[Block]:
    return list(block.last_op.successors) if block.last_op is not None else []


@dataclass
class _Group:
    """Lanes about to enter a block: their indices in the region's frame, their frame, the block's arguments."""

    lanes: Array
    frame: Frame
    arguments: list[Value]


@dataclass
class _Flow:
    """One execution of a region of several blocks."""

    region: CompiledRegion
    frame: Frame
    waiting: dict[int, list[_Group]] = field(default_factory=dict[int, list[_Group]])
    finished: list[tuple[Array, list[Value]]] = field(default_factory=list[tuple[Array, list[Value]]])
    rounds: int = 0
    """How often a back edge was taken: as in ``scf`` loops, once an iteration."""

    def run(self, arguments: Sequence[Value]) -> list[Value]:
        every = np.arange(self.frame.lanes)
        self.waiting[0] = [_Group(every, self.frame, list(arguments))]
        while self.waiting:
            position = min(self.waiting)
            group = self._merged(self.waiting.pop(position))
            block = self.region.blocks[position]
            block.enter(group.frame, group.arguments)
            if position in self.region.successors:
                self._branch(position, block, group)
            else:
                self.finished.append((group.lanes, block.handed_on(group.frame)))
        count = self.frame.lanes
        columns = zip(*(values for _, values in self.finished), strict=True)
        return [
            merge([(lanes, value) for (lanes, _), value in zip(self.finished, column, strict=True)], count)
            for column in columns
        ]

    def _branch(self, position: int, block: CompiledBlock, group: _Group) -> None:
        assert block.terminator is not None
        targets = self.region.successors[position]
        values = block.handed_on(group.frame)
        chosen, groups = _choice(block.terminator, group.frame, values)
        if chosen.shape[0] == 1 or (chosen == chosen[0]).all():
            index = int(chosen[0])
            self._send(position, targets[index], _Group(group.lanes, group.frame, list(groups[index])))
            return
        for index in np.unique(chosen):
            lanes = np.flatnonzero(chosen == index)
            frame = group.frame
            defined = [slot for slot, value in enumerate(frame.values) if value is not None]
            narrowed = frame.narrowed(lanes, defined)
            arguments = [take(value, lanes) for value in groups[int(index)]]
            self._send(position, targets[int(index)], _Group(group.lanes[lanes], narrowed, arguments))

    def _send(self, position: int, target: int, group: _Group) -> None:
        if target <= position:
            self.rounds += 1
            self.frame.run.count_iteration(self.region.blocks[position].terminator, self.rounds, group.frame)
        self.waiting.setdefault(target, []).append(group)

    def _merged(self, groups: list[_Group]) -> _Group:
        if len(groups) == 1:
            return groups[0]
        lanes = np.sort(np.concatenate([group.lanes for group in groups]))
        places = [np.searchsorted(lanes, group.lanes) for group in groups]
        count = len(lanes)

        def merged(values: Iterable[Value]) -> Value:
            return merge(list(zip(places, values, strict=True)), count)

        rows = zip(*(group.frame.values for group in groups), strict=True)
        values = [None if any(part is None for part in row) else merged(row) for row in rows]
        frame = Frame(self.frame.run, self.frame.programs[lanes], values)
        arguments = [merged(row) for row in zip(*(group.arguments for group in groups), strict=True)]
        return _Group(lanes, frame, arguments)


def _choice(op: Operation, frame: Frame, values: list[Value]) -> tuple[Array, list[list[Value]]]:
    """The successor of each lane, and the arguments for each successor."""
    from xtriton.dialects.upstream.cf import BranchOp, CondBranchOp, SwitchOp

    match op:
        case BranchOp():
            return np.zeros(1, np.int64), [values]
        case CondBranchOp():
            condition = certain(frame, op, values[0], "the condition")
            split = 1 + len(op.trueDestOperands)
            return np.where(condition, 0, 1), [values[1:split], values[split:]]
        case SwitchOp():
            flag = certain(frame, op, values[0], "the flag").astype(np.int64)
            chosen = np.zeros(flag.shape, np.int64)
            groups = [values[1 : 1 + len(op.defaultOperands)]]
            start = 1 + len(op.defaultOperands)
            width = flag.dtype.itemsize * 8
            for index, (case, operands) in enumerate(zip(op.cases, op.case_operands, strict=True)):
                wrapped = (case + (1 << (width - 1))) % (1 << width) - (1 << (width - 1))
                chosen = np.where(flag == wrapped, index + 1, chosen)
                groups.append(values[start : start + len(operands)])
                start += len(operands)
            return chosen, groups
        case _:
            raise UnsupportedError(op, "the interpreter does not know this branch")
