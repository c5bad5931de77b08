"""Which tensors share memory, and whether one may be overwritten in place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue, Use

from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.ir.walk import ancestors

LOOPS = (ForOp, WhileOp)
Roots = frozenset[SSAValue]
"""The allocations that a value may lie in; several if it depends on a condition."""


def _block_of(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner if isinstance(owner, Block) else owner.parent


@dataclass
class Positions:
    """The position of each operation in its block, numbered when the block is first seen."""

    _blocks: dict[Block, dict[Operation, int]] = field(default_factory=dict[Block, "dict[Operation, int]"])

    def of(self, op: Operation) -> int:
        """The number of operations before ``op`` in its block."""
        block = op.parent
        assert block is not None
        known = self._blocks.get(block)
        if known is None or op not in known:
            known = self._blocks[block] = {inner: position for position, inner in enumerate(block.ops)}
        return known[op]


def comes_after(operation: Operation, other: Operation, positions: Positions) -> bool:
    """Whether ``operation`` may run after ``other`` within one iteration of all loops around both.

    Operations in different branches of an ``scf.if`` do not follow one another.
    """
    above = {op.parent: op for op in ancestors(other, inclusive=True)}
    for op in ancestors(operation, inclusive=True):
        mine = above.get(op.parent)
        if mine is None:
            continue
        if op is not mine:
            return positions.of(op) > positions.of(mine)
        if op is operation:  # operands of the enclosing operations come first
            return False
        return not isinstance(op, IfOp) or op is other
    return True


def reads_output(op: StructuredOp, index: int) -> bool:
    """Whether the region of a structured operation reads the old element of an output."""
    arguments = op.output_arguments
    return not arguments or arguments[index].first_use is not None


def _reads(use: Use) -> bool:
    """Whether a use of a tensor reads its elements."""
    op = use.operation
    if isinstance(op, StructuredOp) and use.index >= len(op.ins):
        return reads_output(op, use.index - len(op.ins))
    return True


@dataclass
class Aliases:
    """The tensors known so far to lie in each allocation."""

    by_root: dict[SSAValue, list[SSAValue]] = field(default_factory=dict[SSAValue, "list[SSAValue]"])
    positions: Positions = field(default_factory=Positions)

    def add(self, value: SSAValue, roots: Roots) -> None:
        """Record that a tensor lies in ``roots``."""
        for root in roots:
            self.by_root.setdefault(root, []).append(value)

    def of(self, roots: Roots) -> Iterable[SSAValue]:
        """The tensors in any of ``roots``."""
        return [value for root in roots for value in self.by_root.get(root, ())]

    def may_overwrite(self, roots: Roots, op: Operation, allowed: Iterable[SSAValue] = ()) -> bool:
        """Whether all tensors in ``roots`` are dead once ``op`` has written there.

        ``op`` itself may read ``allowed``, if it reads each element before it writes it.
        """
        fine = set(allowed)
        return not any(_is_seen_after(value, op, fine, self.positions) for value in self.of(roots))


def _crosses_blocks(home: Block, op: Operation) -> bool:
    """Whether ``op`` is outside of block ``home`` of a multi-block region, which may be executed again."""
    region = home.parent
    if region is None or region.first_block is region.last_block:
        return False
    return not any(ancestor.parent is home for ancestor in ancestors(op, inclusive=True))


def _is_seen_after(value: SSAValue, op: Operation, allowed: set[SSAValue], positions: Positions) -> bool:
    home = _block_of(value)
    if home is not None and _crosses_blocks(home, op):
        return True
    loops = [
        outer
        for outer in ancestors(op)
        if isinstance(outer, LOOPS) and not (home is not None and outer.is_ancestor(home))
    ]
    for use in value.uses:
        user = use.operation
        if not _reads(use):
            continue
        if user is op:
            if value not in allowed or loops:
                return True
            continue
        if comes_after(user, op, positions) or any(loop.is_ancestor(user) and loop is not user for loop in loops):
            return True
    return False
