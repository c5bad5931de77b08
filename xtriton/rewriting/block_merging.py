"""Merging of identical blocks, and of redundant block arguments (MLIR's ``RegionUtils``)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from xtriton.interfaces.branch import branches_to
from xtriton.ir.creation import is_operation
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of


def merge_identical_blocks(regions: Sequence[Region], rewriter: Rewriter) -> bool:
    """Merge blocks with the same operations and successors; differing operands become block arguments.

    Returns whether any were merged.
    """
    changed = False
    for region in reversed(regions):
        while _merge_in_region(region, rewriter):
            changed = True
    return changed


def _merge_in_region(region: Region, rewriter: Rewriter) -> bool:
    entry = region.first_block
    if entry is None or entry.next_block is None:
        return False
    by_successors: dict[tuple[Block, ...], list[Block]] = {}
    for block in region.blocks:
        last = block.last_op
        if block is not entry and last is not None:
            by_successors.setdefault(tuple(last.successors), []).append(block)
    changed = False
    for blocks in by_successors.values():
        if len(blocks) < 2:
            continue
        clusters: list[_Cluster] = []
        for block in blocks:
            if _may_merge(block) and not any(cluster.add(block) for cluster in clusters):
                clusters.append(_Cluster(block))
        for cluster in clusters:
            changed |= cluster.merge(rewriter)
    return changed


def _may_merge(block: Block) -> bool:
    return not any(op.regions for op in block.ops) and not any(_used_outside(value, block) for value in block.args)


def _used_outside(value: SSAValue, block: Block) -> bool:
    return any(use.operation.parent is not block for use in value.uses)


class _Cluster:
    """Blocks that are identical except for some operands defined elsewhere."""

    def __init__(self, leader: Block) -> None:
        self.leader = leader
        self.others: list[Block] = []
        self._differing: set[tuple[int, int]] = set()
        """The numbers of operations, and of their operands, that differ between the blocks."""

    def add(self, block: Block) -> bool:
        """Add a block if it is identical to the leader."""
        leader = self.leader
        if leader.arg_types != block.arg_types:
            return False
        ours, theirs = list(leader.ops), list(block.ops)
        if len(ours) != len(theirs):
            return False
        numbers = _numbers(leader), _numbers(block)
        differing: set[tuple[int, int]] = set()
        for at, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            if not _equal_but_for_operands(a, b):
                return False
            for index, (x, y) in enumerate(zip(a.operands, b.operands, strict=True)):
                if x is y:
                    continue
                inside = x in numbers[0], y in numbers[1]
                if x.type != y.type or inside[0] != inside[1]:
                    return False
                if inside[0]:
                    if numbers[0][x] != numbers[1][y]:
                        return False
                elif not (_may_be_passed(leader, x) and _may_be_passed(block, y)):
                    return False
                else:
                    differing.add((at, index))
            if any(_used_outside(value, block) for value in b.results):
                return False
            if any(_used_outside(value, leader) for value in a.results):
                return False
        self._differing |= differing
        self.others.append(block)
        return True

    def merge(self, rewriter: Rewriter) -> bool:
        """Replace all blocks by the leader. Returns whether anything was merged."""
        blocks = [self.leader, *self.others]
        if not self.others:
            return False
        if self._differing:
            if any(branches_to(block) is None for block in blocks):
                return False
            self._pass_as_arguments(blocks, rewriter)
        for block in self.others:
            for use in tuple(block.uses):
                op, index = use.operation, use.index
                op.successors = [self.leader if i == index else successor for i, successor in enumerate(op.successors)]
            rewriter.erase_block(block)
        return True

    def _pass_as_arguments(self, blocks: Sequence[Block], rewriter: Rewriter) -> None:
        lists = [list(block.ops) for block in blocks]
        places = sorted(self._differing)
        values = [[ops[at].operands[index] for at, index in places] for ops in lists]
        # As in MLIR, an argument is shared only with the first one that has the same value for the leader.
        firsts: dict[SSAValue, tuple[int, BlockArgument]] = {}
        kept: list[int] = []
        for number, (at, index) in enumerate(places):
            value = values[0][number]
            first, argument = firsts.get(value, (number, None))
            if argument is None or any(row[first] is not row[number] for row in values):
                argument = block_argument(self.leader, value.type, location_of(value))
                firsts.setdefault(value, (number, argument))
                kept.append(number)
            rewriter.set_operand(lists[0][at], index, argument)
        for block, row in zip(blocks, values, strict=True):
            for op, successor in branches_to(block) or ():
                passed = [*op.successor_operands(successor), *(row[number] for number in kept)]
                op.set_successor_operands(successor, passed)


def _numbers(block: Block) -> dict[SSAValue, int]:
    """The values that a block defines, numbered in order."""
    values = [*block.args, *(result for op in block.ops for result in op.results)]
    return {value: number for number, value in enumerate(values)}


def _equal_but_for_operands(a: Operation, b: Operation) -> bool:
    return (
        a.name == b.name
        and len(a.operands) == len(b.operands)
        and a.properties == b.properties
        and a.attributes == b.attributes
        and a.result_types == b.result_types
    )


def _may_be_passed(block: Block, value: SSAValue) -> bool:
    """Whether predecessors can pass ``value`` to ``block``: not if the terminator that branches to it defines it."""
    owner = value.owner
    if not is_operation(owner) or owner.parent is None or owner is not owner.parent.last_op:
        return True
    return owner.parent not in block.predecessors()


def drop_redundant_arguments(regions: Sequence[Region], rewriter: Rewriter) -> bool:
    """Replace block arguments that have the same value on all incoming edges. Returns whether there were any."""
    changed = False
    for region in regions:
        for block in region.blocks:
            changed |= _drop_in_block(block, rewriter)
    return changed


def _drop_in_block(block: Block, rewriter: Rewriter) -> bool:
    ways = branches_to(block)
    if not ways:
        return False
    redundant: list[int] = []
    for index, argument in enumerate(block.args):
        passed = {op.successor_operands(successor)[index] for op, successor in ways}
        if len(passed) == 1:
            redundant.append(index)
            rewriter.replace_all_uses(argument, passed.pop())
    for index in reversed(redundant):
        block.erase_arg(block.args[index])
        for op, successor in ways:
            values = list(op.successor_operands(successor))
            del values[index]
            op.set_successor_operands(successor, values)
    return bool(redundant)
