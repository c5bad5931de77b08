"""Dominance and post-dominance of operations (MLIR's ``DominanceInfo``).

An operation in a region stands, towards operations outside of the region, for the operation around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.ir.block_order import successors_of
from xtriton.ir.creation import is_block_argument, is_operation, is_result
from xtriton.ir.dominance import dominator_tree
from xtriton.ir.walk import reached


def is_before(first: Operation, second: Operation) -> bool:
    """Whether ``first`` comes before ``second`` in their block: both sides are walked, until one finds the other."""
    forward, backward = first.next_op, first.prev_op
    while forward is not None or backward is not None:
        if forward is second:
            return True
        if backward is second:
            return False
        forward = forward.next_op if forward is not None else None
        backward = backward.prev_op if backward is not None else None
    return False


def ancestor_in_region(op: Operation, region: Region | None) -> Operation | None:
    """``op``, or the operation around it that stands in ``region``."""
    current: Operation | None = op
    while current is not None and current.parent_region() is not region:
        current = current.parent_op()
    return current


def ancestor_in_block(op: Operation, block: Block | None) -> Operation | None:
    """``op``, or the operation around it that stands in ``block``."""
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current


def first_in_block(ops: Iterable[Operation]) -> Operation:
    """The first of operations of one block."""
    return reduce(lambda first, op: op if op is not first and is_before(op, first) else first, ops)


def last_in_block(ops: Iterable[Operation]) -> Operation:
    """The last of operations of one block."""
    return reduce(lambda last, op: op if op is not last and is_before(last, op) else last, ops)


def ancestors_in_common_block(ops: Sequence[Operation]) -> list[Operation]:
    """``ops``, or the operations around them, in the innermost block that has one for each; ``[]`` without any."""
    block = ops[0].parent if ops else None
    while block is not None:
        inside = [around for op in ops if (around := ancestor_in_block(op, block)) is not None]
        if len(inside) == len(ops):
            return inside
        parent = block.parent_op()
        block = None if parent is None else parent.parent
    return []


class Dominance:
    """Remembers the trees of regions with several blocks, which must not get others; operations may come and go."""

    def __init__(self) -> None:
        self._dominators: dict[Region, dict[Block, Block]] = {}

    def value_dominates(self, value: SSAValue, user: Operation) -> bool:
        """Whether ``value`` dominates ``user``; results of operations that enclose ``user`` do not."""
        if is_block_argument(value):
            inside = ancestor_in_region(user, value.block.parent)
            return inside is not None and inside.parent is not None and self._block(value.block, inside.parent)
        owner = value.owner
        assert is_operation(owner) and is_result(value)
        return self.properly_dominates(owner, user)

    def properly_dominates(self, first: Operation, second: Operation) -> bool:
        """Whether ``first`` is another operation than ``second``, does not enclose it, and always comes before it."""
        inside = ancestor_in_region(second, first.parent_region())
        if inside is None or inside is first:
            return False
        if inside.parent is first.parent:
            return is_before(first, inside)
        assert first.parent is not None and inside.parent is not None
        return self._block(first.parent, inside.parent)

    def dominates(self, first: Operation, second: Operation) -> bool:
        """Whether ``first`` is ``second``, encloses it, or always comes before it."""
        return first.is_ancestor(second) or self.properly_dominates(first, second)

    def _block(self, first: Block, second: Block) -> bool:
        """Whether all ways into ``second``, of the same region, lead through ``first``."""
        if first is second:
            return True
        region = first.parent
        assert region is not None and region.first_block is not None
        immediate = self._dominators.get(region)
        if immediate is None:
            tree = dominator_tree(region.first_block)
            immediate = {child: block for block, children in tree.items() for child in children}
            self._dominators[region] = immediate
        if second not in immediate and second is not region.first_block:
            return True  # the block is unreachable
        at: Block | None = second
        while at is not None and at is not first:
            at = immediate.get(at)
        return at is first


def post_dominates(last: Operation, op: Operation) -> bool:
    """Whether ``last`` is ``op``, or all ways from ``op`` to the end of the region of ``last`` lead through it."""
    inside = ancestor_in_region(op, last.parent_region())
    if inside is None:
        return False
    if inside is last or inside.parent is last.parent:
        return inside is last or is_before(inside, last)
    assert inside.parent is not None
    return not _ends_without(inside.parent, last.parent)


def _ends_without(start: Block, avoided: Block | None) -> bool:
    """Whether some way leads from ``start`` to a block without successors past ``avoided``."""

    def following(block: Block) -> list[Block]:
        return [successor for successor in successors_of(block) if successor is not avoided]

    return any(not successors_of(block) for block in reached([start], following))
