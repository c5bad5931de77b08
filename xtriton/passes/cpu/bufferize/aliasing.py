"""Which tensors share memory, and whether one may be overwritten where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, SSAValue, Use

from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp

LOOPS = (ForOp, WhileOp)
Roots = frozenset[SSAValue]
"""The memory that a value lies in: what made it. More than one where it depends on a condition."""


def _block_of(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner if isinstance(owner, Block) else owner.parent


def _ancestors(op: Operation) -> Iterator[Operation]:
    current: Operation | None = op
    while current is not None:
        yield current
        current = current.parent_op()


def _is_inside(block: Block | None, op: Operation) -> bool:
    while block is not None:
        parent = block.parent_op()
        if parent is op:
            return True
        block = parent.parent if parent is not None else None
    return False


@dataclass
class Positions:
    """The position of each operation in its block, as it was when the block was first met."""

    _blocks: dict[Block, dict[Operation, int]] = field(default_factory=dict[Block, "dict[Operation, int]"])

    def of(self, op: Operation) -> int:
        """How many operations of its block come before ``op``."""
        block = op.parent
        assert block is not None
        known = self._blocks.get(block)
        if known is None or op not in known:
            known = self._blocks[block] = {inner: position for position, inner in enumerate(block.ops)}
        return known[op]


def comes_after(one: Operation, other: Operation, positions: Positions) -> bool:
    """Whether ``one`` may run after ``other`` within one iteration of all loops around both.

    Operations in different branches of an ``scf.if`` do not follow one another.
    """
    above = {op.parent: op for op in _ancestors(other)}
    for op in _ancestors(one):
        mine = above.get(op.parent)
        if mine is None:
            continue
        if op is not mine:
            return positions.of(op) > positions.of(mine)
        if op is one:  # the operands of what is around come first
            return False
        return not isinstance(op, IfOp) or op is other
    return True


def reads_output(op: StructuredOp, index: int) -> bool:
    """Whether the region of a structured operation looks at the old element of an output."""
    arguments = op.output_arguments
    return not arguments or arguments[index].first_use is not None


def _reads(use: Use) -> bool:
    """Whether a use of a tensor looks at its elements."""
    op = use.operation
    if isinstance(op, StructuredOp) and use.index >= len(op.ins):
        return reads_output(op, use.index - len(op.ins))
    return True


@dataclass
class Aliases:
    """The tensors that lie in each piece of memory, as far as they have been met."""

    by_root: dict[SSAValue, list[SSAValue]] = field(default_factory=dict[SSAValue, "list[SSAValue]"])
    positions: Positions = field(default_factory=Positions)

    def add(self, value: SSAValue, roots: Roots) -> None:
        """Note that a tensor lies in ``roots``."""
        for root in roots:
            self.by_root.setdefault(root, []).append(value)

    def of(self, roots: Roots) -> Iterable[SSAValue]:
        """The tensors in any of ``roots``."""
        return [value for root in roots for value in self.by_root.get(root, ())]

    def may_overwrite(self, roots: Roots, op: Operation, allowed: Iterable[SSAValue] = ()) -> bool:
        """Whether nobody looks at a tensor in ``roots`` once ``op`` has written there.

        ``op`` itself may look at ``allowed``: at an element before it writes it.
        """
        fine = set(allowed)
        return not any(_is_seen_after(value, op, fine, self.positions) for value in self.of(roots))


def _crosses_blocks(home: Block, op: Operation) -> bool:
    """Whether ``op`` is in another block than ``home`` of a region with several, which may be gone through again."""
    region = home.parent
    if region is None or region.first_block is region.last_block:
        return False
    return not any(one.parent is home for one in _ancestors(op))


def _is_seen_after(value: SSAValue, op: Operation, allowed: set[SSAValue], positions: Positions) -> bool:
    home = _block_of(value)
    if home is not None and _crosses_blocks(home, op):
        return True
    loops = [one for one in _ancestors(op) if isinstance(one, LOOPS) and one is not op and not _is_inside(home, one)]
    for use in value.uses:
        user = use.operation
        if not _reads(use):
            continue
        if user is op:
            if value not in allowed or loops:
                return True
            continue
        if comes_after(user, op, positions) or any(_is_inside(user.parent, loop) for loop in loops):
            return True
    return False
