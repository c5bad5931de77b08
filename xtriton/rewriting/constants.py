"""New constants, and unique ones at the start of a region (MLIR's ``OperationFolder``)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import LocationAttr, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove

from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.folds.elements import Number, constant
from xtriton.folds.folding import dialect_of, materialize
from xtriton.ir.builder import Builder
from xtriton.ir.creation import detach, insert_before
from xtriton.ir.listener import Listener
from xtriton.ir.locations import UNKNOWN, Location
from xtriton.ir.traits import has_trait
from xtriton.rewriting.rewriter import Rewriter


def insert_constant(
    builder: Builder, number: Number, type_: Attribute = i32, location: Location | None = None
) -> SSAValue:
    """A new ``arith.constant`` at the insertion point: a scalar, or a tensor with equal elements."""
    return builder.insert(ConstantOp(constant(type_, number)), location).result


_Key = tuple[str, Attribute, Attribute | None]
"""The key of a constant: dialect, value, and type unless it is that of the value."""


def _key(dialect: str, value: Attribute, type_: Attribute) -> _Key:
    return (dialect, value, None if dialect == "arith" else type_)


class ConstantFolder:
    """Keeps one operation for each constant, at the start of the outermost region that may hold it.

    A constant that has replaced another, or has left its block, no longer corresponds to a source location, which it
    loses.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self._rewriter = Rewriter(listener)
        self._scopes: dict[Region, dict[_Key, Operation]] = {}
        self._owned: dict[Operation, tuple[Region, _Key]] = {}
        self.moved = False
        """Whether constants have been moved to other blocks."""

    def owns(self, op: Operation | None) -> bool:
        """Whether ``op`` is one of the constants kept here."""
        return op in self._owned

    def insert_known(self, op: Operation, value: Attribute) -> bool:
        """Add an existing constant. Returns whether it stays; otherwise an equal one has replaced it."""
        block = op.parent
        assert block is not None
        if op in self._owned:
            first = block.first_op
            if first is not op and not self.owns(op.prev_op):
                assert first is not None
                self._move_to_front(op, first)
            return True
        region = _insertion_region(block)
        target = region.first_block
        assert target is not None
        scope = self._scopes.setdefault(region, {})
        key = _key(dialect_of(op), value, op.results[0].type)
        known = scope.setdefault(key, op)
        if known is not op:
            self._rewriter.replace(op, known.results)
            known.location = cast("LocationAttr", UNKNOWN)
            return False
        first = target.first_op
        if block is not target or (first is not op and not self.owns(op.prev_op)):
            assert first is not None
            self._move_to_front(op, first)
            if block is not target:
                self.moved = True
                op.location = cast("LocationAttr", UNKNOWN)
        self._owned[op] = region, key
        return True

    def get_or_create(self, block: Block, value: Attribute, type_: Attribute, dialect: str) -> Operation | None:
        """The constant ``value`` for use in ``block``; ``None`` if it cannot be materialised."""
        region = _insertion_region(block)
        key = _key(dialect, value, type_)
        scope = self._scopes.setdefault(region, {})
        known = scope.get(key)
        if known is not None:
            known.location = cast("LocationAttr", UNKNOWN)
            return known
        target = region.first_block
        assert target is not None
        op = materialize(value, type_, dialect)
        if op is None:
            return None
        self._rewriter.at_start(target)
        self._rewriter.location = UNKNOWN
        self._rewriter.insert(op)
        own = _key(dialect_of(op), value, type_)
        existing = scope.get(own)
        if existing is not None:
            self._rewriter.erase(op)
            op = existing
        scope[key] = scope[own] = op
        self._owned[op] = region, own
        return op

    def _move_to_front(self, op: Operation, first: Operation) -> None:
        # As in MLIR the listener is not notified: only the position changes.
        detach(op)
        insert_before(op, first)


def _insertion_region(block: Block) -> Region:
    """The outermost region around ``block`` for its constants: the nearest that is isolated from above."""
    while True:
        region = block.parent
        assert region is not None
        owner = region.parent
        if owner is None or owner.parent is None or has_trait(owner, IsolatedFromAbove):
            return region
        block = owner.parent
