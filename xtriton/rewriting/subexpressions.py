"""Common subexpression elimination (MLIR's ``CSE``): of equivalent operations, the first one stays.

Known operations are kept in scopes that follow the dominator tree, so that a replaced operation is always dominated by
its replacement.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp, UnknownLoc, UnregisteredOp
from xdsl.ir import Block, Operation, Region
from xdsl.traits import IsolatedFromAbove, IsTerminator, MemoryEffectKind

from xtriton.analysis.equivalence import OperationKeys
from xtriton.interfaces.effects import effects_of, is_memory_effect_free, is_trivially_dead, stated_effects
from xtriton.ir.dominance import dominator_tree
from xtriton.ir.traits import has_trait
from xtriton.versions import V3_9, active_version, since

_ERASES_AT_ONCE = since(V3_9)
"""Before 3.9, useless operations are erased at the end: a region that has one differs from a region without it."""


def eliminate_common_subexpressions(root: Operation) -> bool:
    """Erase the operations in ``root`` that are equivalent to an earlier one, and trivially dead ones.

    Returns whether there were any.
    """
    elimination = _Elimination()
    for region in root.regions:
        elimination.region(region, _Scope())
    elimination.finish()
    return elimination.changed


@dataclass
class _Scope:
    """The operations known in a block, in addition to those of the enclosing scopes."""

    outer: _Scope | None = None
    known: dict[Hashable, Operation] = field(default_factory=dict[Hashable, Operation])

    def find(self, key: Hashable) -> Operation | None:
        scope: _Scope | None = self
        while scope is not None:
            op = scope.known.get(key)
            if op is not None:
                return op
            scope = scope.outer
        return None


class _Elimination:
    def __init__(self) -> None:
        self._useless: list[Operation] = []
        """The operations to erase, in this order. The objects live until the end, so that identities stay valid."""
        self._erases_at_once = active_version() in _ERASES_AT_ONCE
        self.changed = False
        self._key = OperationKeys().key
        self._unwritten_until: dict[Operation, Operation | None] = {}
        """For a read: an operation up to which memory is not written and that stays; ``None`` if a write was found."""

    def finish(self) -> None:
        """Erase what is still to be erased."""
        if not self._erases_at_once:
            for op in self._useless:
                op.detach()
                op.erase()

    def region(self, region: Region, outer: _Scope) -> None:
        entry = region.first_block
        if entry is None:
            return
        if entry.next_block is None:
            self._block(entry, _Scope(outer), ordered=not isinstance(region.parent, ModuleOp | UnregisteredOp))
            return
        children = dominator_tree(entry)
        pending = [(entry, outer)]
        while pending:
            block, around = pending.pop()
            scope = _Scope(around)
            self._block(block, scope, ordered=True)
            pending.extend((child, scope) for child in reversed(children[block]))

    def _block(self, block: Block, scope: _Scope, *, ordered: bool) -> None:
        """Simplify the operations of a block, which may be used before they are defined if the region is unordered."""
        for op in list(block.ops):
            if op.regions:
                inner = _Scope() if has_trait(op, IsolatedFromAbove) else scope
                for region in op.regions:
                    self.region(region, inner)
            self._simplify(op, scope, ordered=ordered)
        self._unwritten_until.clear()

    def _simplify(self, op: Operation, scope: _Scope, *, ordered: bool) -> None:
        if has_trait(op, IsTerminator):
            return
        if is_trivially_dead(op):
            self._erase(op)
            return
        for region in op.regions:
            if region.first_block is not region.last_block:
                return
        free = is_memory_effect_free(op)
        if not free and not _only_reads(op):
            return
        key = self._key(op)
        existing = scope.find(key)
        if existing is None or not (free or self._reads_the_same(existing, op)):
            scope.known[key] = op
            return
        self.changed = True
        for result, other in zip(op.results, existing.results, strict=True):
            if ordered:
                result.replace_all_uses_with(other)
            else:  # Keys hold operands: those of known operations must not change any more.
                result.replace_uses_with_if(other, lambda use: scope.find(self._key(use.operation)) is None)
        if all(result.first_use is None for result in op.results):
            self._erase(op)
        if isinstance(existing.location, UnknownLoc):
            existing.location = op.location

    def _erase(self, op: Operation) -> None:
        """Erase an operation without uses, now or at the end."""
        self.changed = True
        self._useless.append(op)
        if self._erases_at_once:
            op.detach()
            op.erase()

    def _reads_the_same(self, existing: Operation, op: Operation) -> bool:
        """Whether memory is not written between two operations of a block."""
        if existing.parent is not op.parent:
            return False
        last = self._unwritten_until.get(existing, existing)
        while last is not None and last.next_op is not op:
            last = last.next_op
            if last is not None and _may_write(last):
                last = None
        self._unwritten_until[existing] = last
        return last is not None


def _only_reads(op: Operation) -> bool:
    """Whether ``op`` itself has only read effects; its regions are not considered."""
    effects = stated_effects(op)
    return bool(effects) and all(effect.kind is MemoryEffectKind.READ for effect in effects)


def _may_write(op: Operation) -> bool:
    effects = effects_of(op)
    return effects is None or any(effect.kind is MemoryEffectKind.WRITE for effect in effects)
