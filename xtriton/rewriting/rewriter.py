"""Changing IR in place, with somebody told of each change.

New operations get the location of what they replace without being told: :attr:`Rewriter.location` is the location of
the operation that is being rewritten, and :meth:`Rewriter.insert` gives it to what has none.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr, UnknownLoc
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from xtriton.ir.block_order import depth_first
from xtriton.ir.listener import Listener
from xtriton.ir.locations import UNKNOWN, Location

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

_Op = TypeVar("_Op", bound=Operation)


class Rewriter:
    """Creates, replaces and erases operations (MLIR's ``RewriterBase``)."""

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener or Listener()
        self.location: Location = UNKNOWN
        """What :meth:`insert` gives to operations without a location."""
        self._block: Block | None = None
        self._before: Operation | None = None

    # Where to insert

    def start_at(self, op: Operation) -> None:
        """Insert before ``op`` from now on, with its location."""
        self._block, self._before = op.parent, op
        self.location = op.location

    def before(self, op: Operation) -> None:
        """Insert before ``op`` from now on."""
        self._block, self._before = op.parent, op

    def after(self, op: Operation) -> None:
        """Insert after ``op`` from now on."""
        self._block, self._before = op.parent, op.next_op

    def at_start(self, block: Block) -> None:
        """Insert at the start of ``block`` from now on."""
        self._block, self._before = block, block.first_op

    def at_end(self, block: Block) -> None:
        """Insert at the end of ``block`` from now on."""
        self._block, self._before = block, None

    @contextmanager
    def elsewhere(self) -> Generator[None]:
        """Come back to the present place and location afterwards."""
        saved = self._block, self._before, self.location
        try:
            yield
        finally:
            self._block, self._before, self.location = saved

    # Creating

    def insert(self, op: _Op, location: Location | None = None) -> _Op:
        """Put a new operation into its place, with ``location`` or else :attr:`location` if it has none."""
        if location is not None:
            op.location = cast("LocationAttr", location)
        elif isinstance(op.location, UnknownLoc):
            op.location = cast("LocationAttr", self.location)
        block, before = self._block, self._before
        assert block is not None, "no place to insert at"
        if before is None:
            block.add_op(op)
        else:
            block.insert_op_before(op, before)
        self.listener.inserted(op)
        return op

    @staticmethod
    def move_in_place(op: Operation, place: Operation) -> None:
        """Move ``op`` in front of ``place`` as a part of changing it, which the caller tells of."""
        op.detach()
        block = place.parent
        assert block is not None
        block.insert_op_before(op, place)

    # Changing

    @staticmethod
    def set_type(value: SSAValue, type_: Attribute) -> None:
        """Give a value another type, as a part of changing its operation, which the caller tells of."""
        value._type = type_  # pyright: ignore[reportPrivateUsage]

    def modified(self, op: Operation) -> None:
        """Say that ``op`` has been changed in place."""
        self.listener.modified(op)

    def set_operand(self, op: Operation, index: int, value: SSAValue) -> None:
        """Change one operand."""
        op.operands[index] = value
        self.listener.modified(op)

    def replace_all_uses(self, value: SSAValue, replacement: SSAValue) -> None:
        """Use ``replacement`` wherever ``value`` is used."""
        if replacement is value:
            return
        use = value.first_use
        while use is not None:
            user = use.operation
            user.operands[use.index] = replacement
            self.listener.modified(user)
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
        """Erase ``op``, whose results nothing may use, and all that is in it, innermost and last first."""
        for region in reversed(op.regions):
            for block in tuple(post_order(region)):
                while (inner := block.last_op) is not None:
                    for result in inner.results:
                        if result.first_use is not None:  # only in unreachable code
                            result.erase(safe_erase=False)
                    self.erase(inner)
        self.listener.erased(op)
        if op.parent is None:
            op.erase()
        else:
            op.parent.erase_op(op)

    def erase_block(self, block: Block) -> None:
        """Erase a block and all in it; nothing may branch to it or use its values."""
        while (inner := block.last_op) is not None:
            self.erase(inner)
        region = block.parent
        assert region is not None
        region.erase_block(block)

    # Regions

    def inline_block_before(self, block: Block, place: Operation, values: Sequence[SSAValue]) -> None:
        """Move the operations of ``block`` in front of ``place``, ``values`` for its arguments, and erase the block.

        Users of the arguments are told; the moved operations are not new to anybody (MLIR's ``inlineBlockBefore``
        announces them as inserted).
        """
        for argument, value in zip(block.args, values, strict=True):
            self.replace_all_uses(argument, value)
        target = place.parent
        assert target is not None
        while (op := block.first_op) is not None:
            op.detach()
            target.insert_op_before(op, place)
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
        """Move the blocks of ``source`` in front of a block."""
        source.move_blocks_before(place)


def post_order(region: Region) -> Iterator[Block]:
    """The blocks that can be reached from the entry, successors first; then those that cannot."""
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
    """Where a value comes from: the location of its operation, or of the block argument that it is."""
    owner = value.owner
    if isinstance(owner, Operation):
        return owner.location
    assert isinstance(value, BlockArgument)
    return value.location


def block_argument(block: Block, type_: Attribute, location: Location) -> BlockArgument:
    """A new last argument of ``block``."""
    return block.insert_arg(type_, len(block.args), cast("LocationAttr", location))
