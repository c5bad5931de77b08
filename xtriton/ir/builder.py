"""Inserting operations: an insertion point and a location (MLIR's ``OpBuilder``).

:class:`xtriton.rewriting.rewriter.Rewriter` and the builders of regions are subclasses.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr, UnknownLoc
from xdsl.ir import Block, Operation, SSAValue

from xtriton.ir.creation import append, insert_before, is_operation
from xtriton.ir.listener import Listener
from xtriton.ir.locations import UNKNOWN, Location

if TYPE_CHECKING:
    from collections.abc import Generator

_Op = TypeVar("_Op", bound=Operation)


class Builder:
    """Inserts operations and notifies a listener of each."""

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener or Listener()
        self.location: Location = UNKNOWN
        """The location that :meth:`insert` sets on operations without one."""
        self._block: Block | None = None
        self._before: Operation | None = None

    # Insertion point

    def start_at(self, op: Operation) -> None:
        """Set the insertion point before ``op``, and the location to that of ``op``."""
        self._block, self._before = op.parent, op
        self.location = op.location

    def before(self, op: Operation) -> None:
        """Set the insertion point before ``op``."""
        self._block, self._before = op.parent, op

    def after(self, op: Operation) -> None:
        """Set the insertion point after ``op``."""
        self._block, self._before = op.parent, op.next_op

    def after_value(self, value: SSAValue) -> None:
        """Set the insertion point to after the definition of ``value``, or to the start of its block."""
        owner = value.owner
        if is_operation(owner):
            self.after(owner)
        else:
            self.at_start(owner)

    def at_start(self, block: Block) -> None:
        """Set the insertion point to the start of ``block``."""
        self._block, self._before = block, block.first_op

    def at_end(self, block: Block) -> None:
        """Set the insertion point to the end of ``block``."""
        self._block, self._before = block, None

    @property
    def insertion_block(self) -> Block:
        """The block of the insertion point, which must have been set."""
        assert self._block is not None, "no place to insert at"
        return self._block

    @contextmanager
    def elsewhere(self) -> Generator[None]:
        """Restore the insertion point and location on exit."""
        saved = self._block, self._before, self.location
        try:
            yield
        finally:
            self._block, self._before, self.location = saved

    # Inserting

    def insert(self, op: _Op, location: Location | None = None) -> _Op:
        """Insert a new operation, with ``location``, or :attr:`location` if it has none."""
        if location is not None:
            op.location = cast("LocationAttr", location)
        elif type(op.location) is UnknownLoc:
            op.location = cast("LocationAttr", self.location)
        block, before = self._block, self._before
        assert block is not None, "no place to insert at"
        if before is None:
            append(op, block)
        else:
            insert_before(op, before)
        self.listener.inserted(op)
        return op

    def insert_value(self, op: Operation, location: Location | None = None) -> SSAValue:
        """Insert a new operation, and return its first result."""
        return self.insert(op, location).results[0]
