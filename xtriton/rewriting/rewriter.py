"""Changing IR in place, with a listener notified of each change.

New operations get the location of the operation that they replace implicitly: :attr:`Rewriter.location` is the location
of the operation that is being rewritten, and :meth:`Rewriter.insert` sets it on operations without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from xtriton.ir.block_order import depth_first
from xtriton.ir.builder import Builder
from xtriton.ir.creation import (
    detach,
    discard,
    insert_before,
    is_block_argument,
    is_operation,
    replace_use,
    user_of,
)
from xtriton.ir.locations import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

_Op = TypeVar("_Op", bound=Operation)


class Rewriter(Builder):
    """Creates, replaces and erases operations (MLIR's ``RewriterBase``)."""

    @staticmethod
    def move_in_place(op: Operation, place: Operation) -> None:
        """Move ``op`` before ``place`` as part of a modification that the caller reports."""
        detach(op)
        insert_before(op, place)

    # Changing

    @staticmethod
    def set_type(value: SSAValue, type_: Attribute) -> None:
        """Set the type of a value, as part of a modification of its operation that the caller reports."""
        value._type = type_  # pyright: ignore[reportPrivateUsage]

    @staticmethod
    def detach_argument(argument: BlockArgument) -> None:
        """Remove an argument from its block; its uses are still to be replaced."""
        block = argument.block
        for following in block.args[argument.index + 1 :]:
            following.index -= 1
        block._args = tuple(other for other in block.args if other is not argument)  # pyright: ignore[reportPrivateUsage]

    def modified(self, op: Operation) -> None:
        """Notify the listener that ``op`` has been modified in place."""
        self.listener.modified(op)

    def set_operand(self, op: Operation, index: int, value: SSAValue) -> None:
        """Set one operand."""
        op.operands[index] = value
        self.listener.modified(op)

    def replace_all_uses(self, value: SSAValue, replacement: SSAValue) -> None:
        """Replace all uses of ``value`` with ``replacement``."""
        if replacement is value:
            return
        use = value.first_use
        while use is not None:
            replace_use(use, replacement)
            self.listener.modified(user_of(use))
            use = value.first_use

    # Replacing and erasing

    def replace(self, op: Operation, values: Sequence[SSAValue]) -> None:
        """Replace the results of ``op`` by values and erase it."""
        for result, value in zip(op.results, values, strict=True):
            self.replace_all_uses(result, value)
        self.erase(op)

    def replace_by(self, op: Operation, new: _Op, location: Location | None = None) -> _Op:
        """Replace ``op`` by a new operation with as many results."""
        self.insert(new, location)
        self.replace(op, new.results)
        return new

    def erase(self, op: Operation) -> None:
        """Erase ``op``, whose results must be dead, and its regions, innermost and last operations first."""
        for region in reversed(op.regions):
            for block in tuple(post_order(region)):
                while (inner := block.last_op) is not None:
                    for result in inner.results:
                        if result.first_use is not None:  # only in unreachable code
                            result.erase(safe_erase=False)
                    self.erase(inner)
        self.listener.erased(op)
        discard(op)

    def erase_block(self, block: Block) -> None:
        """Erase a block and its operations; it must have no predecessors and no live values."""
        while (inner := block.last_op) is not None:
            self.erase(inner)
        region = block.parent
        assert region is not None
        region.erase_block(block)

    # Regions

    def inline_block_before(self, block: Block, place: Operation, values: Sequence[SSAValue]) -> None:
        """Move the operations of ``block`` before ``place``, with ``values`` for its arguments, and erase the block.

        Users of the arguments are reported as modified; the moved operations are not reported (MLIR's
        ``inlineBlockBefore`` reports them as inserted).
        """
        for argument, value in zip(block.args, values, strict=True):
            self.replace_all_uses(argument, value)
        while (op := block.first_op) is not None:
            detach(op)
            insert_before(op, place)
            self.listener.inserted(op)
        self._drop(block)

    def merge_block_into(self, block: Block, target: Block, values: Sequence[SSAValue] = ()) -> None:
        """Move the operations of ``block`` to the end of ``target``, and erase it."""
        for argument, value in zip(block.args, values, strict=True):
            self.replace_all_uses(argument, value)
        while (op := block.first_op) is not None:
            op.detach()
            target.add_op(op)
            self.listener.inserted(op)
        self._drop(block)

    @staticmethod
    def _drop(block: Block) -> None:
        if block.parent is not None:
            block.parent.detach_block(block)
        block.erase()

    @staticmethod
    def move_blocks(source: Region, target: Region) -> None:
        """Move the blocks of ``source`` to the end of ``target``."""
        source.move_blocks(target)

    @staticmethod
    def move_blocks_before(source: Region, place: Block) -> None:
        """Move the blocks of ``source`` before a block."""
        source.move_blocks_before(place)


def post_order(region: Region) -> Iterator[Block]:
    """The blocks reachable from the entry in post-order; then the unreachable ones."""
    entry = region.first_block
    if entry is None:
        return
    if entry.next_block is None:
        yield entry
        return
    _, order = depth_first(entry)
    yield from order
    reached = set(order)
    yield from [block for block in region.blocks if block not in reached]


def location_of(value: SSAValue) -> Location:
    """The location of the operation that defines a value, or of the block argument."""
    owner = value.owner
    if is_operation(owner):
        return owner.location
    assert is_block_argument(value)
    return value.location


def block_argument(block: Block, type_: Attribute, location: Location) -> BlockArgument:
    """Append an argument to ``block``."""
    return block.insert_arg(type_, len(block.args), cast("LocationAttr", location))
