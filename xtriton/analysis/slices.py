"""Slices: the operations that an operation is computed from, and the operations computed from it.

The sets and their orders are those of MLIR's ``SliceAnalysis``: some passes write operations in the order of a slice.
A slice is a ``dict`` whose keys are its operations in order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain

from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import IsolatedFromAbove

from xtriton.ir.creation import is_operation, operands_of
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import ancestors, children, operations_in, operations_inside_out

Filter = Callable[[Operation], bool]
"""Accepts the operations that a slice may contain; the search ends at operations that it rejects."""

Slice = dict[Operation, None]


def users_of(op: Operation) -> Iterator[Operation]:
    """The operations that use a result of ``op``, result by result, the latest use first."""
    for result in op.results:
        for use in result.uses:
            yield use.operation


def _always(op: Operation) -> bool:
    return True


# ---------------------------------------------------------------------------------------------------------- backward


def backward_slice(
    root: Operation | SSAValue,
    accepts: Filter = _always,
    *,
    inclusive: bool = False,
    omit_block_arguments: bool = False,
    omit_uses_from_above: bool = True,
) -> Slice:
    """The backward slice of ``root``, each operation after its operands.

    That includes, unless block arguments are omitted, the operations whose regions define the arguments that are used,
    and with ``omit_uses_from_above=False`` the values from outside that regions use. An operation that is isolated from
    above ends the search. A ``root`` that is a block argument stands for the parent operation of its block. The
    defaults are MLIR's.
    """
    op = _owner(root)
    found: Slice = {}
    if op is not None:
        sources = partial(
            _sources, omit_block_arguments=omit_block_arguments, omit_uses_from_above=omit_uses_from_above
        )
        _BackwardSearch(accepts, sources, found).visit(op)
        if not inclusive:
            found.pop(op, None)
    return found


def dependences(value: SSAValue, *, omit_block_arguments: bool = False) -> Slice:
    """All that ``value`` is computed from, the operation that defines it and uses in regions included."""
    return backward_slice(value, inclusive=True, omit_block_arguments=omit_block_arguments, omit_uses_from_above=False)


def _owner(root: Operation | SSAValue) -> Operation | None:
    if isinstance(root, Operation):
        return root
    owner = root.owner
    return owner.parent_op() if isinstance(owner, Block) else owner


class _BackwardSearch:
    """One search in post-order. Without recursion: chains of operations may be longer than Python's stack."""

    def __init__(self, accepts: Filter, sources: Callable[[Operation], Iterator[Operation]], found: Slice) -> None:
        self.accepts = accepts
        self.sources = sources
        self.found = found
        self.entered: set[Operation] = set()

    def visit(self, root: Operation) -> None:
        if not self._may_enter(root):
            return
        stack = [(root, self.sources(root))]
        while stack:
            op, sources = stack[-1]
            for source in sources:
                if self._may_enter(source):
                    stack.append((source, self.sources(source)))
                    break
            else:
                self.found[op] = None
                stack.pop()

    def _may_enter(self, op: Operation) -> bool:
        if op in self.entered or not _goes_on(op, self.accepts):
            return False
        self.entered.add(op)
        return True


def _sources(
    op: Operation, *, omit_block_arguments: bool = False, omit_uses_from_above: bool = True
) -> Iterator[Operation]:
    """The operations that ``op`` takes values from, the values used in its regions first."""
    for value in chain(() if omit_uses_from_above else values_from_above(op), op.operands):
        owner = value.owner
        if is_operation(owner):
            yield owner
        elif not omit_block_arguments and (around := owner.parent_op()) is not None and _has_one_block(around):
            yield around


def _goes_on(op: Operation, accepts: Filter) -> bool:
    """Whether a search backward may enter ``op``."""
    return not has_trait(op, IsolatedFromAbove) and accepts(op)


def _has_one_block(op: Operation) -> bool:
    return len(op.regions) == 1 and op.regions[0].first_block is op.regions[0].last_block


def values_from_above(op: Operation) -> Iterator[SSAValue]:
    """The values that operations in the regions of ``op`` use and that are defined outside the region, use by use."""
    for region in op.regions:
        inside = {region}
        for block in region.blocks:
            for inner in operations_in(block):
                inside.update(inner.regions)
        for block in region.blocks:
            for inner in operations_in(block):
                for value in inner.operands:
                    owner = value.owner
                    home = owner.parent if isinstance(owner, Block) else owner.parent_region()
                    if home not in inside:
                        yield value


def nested_operands(op: Operation) -> dict[SSAValue, None]:
    """The values that ``op`` and the operations in its regions use and that are defined outside ``op``, once each.

    Operands of nested operations come first, in post-order, and the operands of ``op`` last.
    """
    if not op.regions:
        return dict.fromkeys(operands_of(op))
    return operands_from_outside(operations_inside_out(op), set(op.walk_blocks()))


def operands_from_outside(ops: Iterable[Operation], inside: Collection[Block]) -> dict[SSAValue, None]:
    """The operands of operations that are not defined in the blocks ``inside``, once each."""
    found: dict[SSAValue, None] = {}
    for op in ops:
        for value in op.operands:
            owner = value.owner
            if (owner if isinstance(owner, Block) else owner.parent) not in inside:
                found[value] = None
    return found


# ----------------------------------------------------------------------------------------------------------- forward


def forward_slice(root: Operation | SSAValue, accepts: Filter = _always, *, inclusive: bool = False) -> Slice:
    """The forward slice of ``root``, each operation before its users.

    That includes all operations nested in these. A value as ``root`` stands for its users.
    """
    found: Slice = {}
    entered: set[Operation] = set()
    if isinstance(root, Operation):
        _search_forward(root, accepts, entered, found)
        if not inclusive:
            found.pop(root, None)
    else:
        for use in root.uses:
            _search_forward(use.operation, accepts, entered, found)
    return dict.fromkeys(reversed(found))


def _search_forward(root: Operation, accepts: Filter, entered: set[Operation], found: Slice) -> None:
    if root in entered or not accepts(root):
        return
    entered.add(root)
    stack = [(root, _dependents(root))]
    while stack:
        op, dependents = stack[-1]
        for dependent in dependents:
            if dependent not in entered and accepts(dependent):
                entered.add(dependent)
                stack.append((dependent, _dependents(dependent)))
                break
        else:
            found[op] = None
            stack.pop()


def _dependents(op: Operation) -> Iterator[Operation]:
    yield from children(op)
    yield from users_of(op)


# --------------------------------------------------------------------------------------------------------------- order


def in_program_order(ops: Collection[Operation]) -> list[Operation]:
    """The operations as they follow each other in the text, outer ones before those in them.

    This is MLIR's ``topologicalSort`` for regions whose blocks stand in an order of dominance, as printed ones do.
    """
    if len(ops) < 2:
        return list(ops)
    if len({op.parent for op in ops}) == 1:
        return _in_block_order(ops)
    top = _common_ancestor(ops)
    containers = {around for op in ops for around in _around_within(op, top)}
    missing = set(ops)
    ordered: list[Operation] = []
    pending = children(top)[::-1]
    while missing:
        op = pending.pop()
        if op in missing:
            missing.remove(op)
            ordered.append(op)
        if op in containers:
            pending.extend(reversed(children(op)))
    return ordered


def _in_block_order(ops: Collection[Operation]) -> list[Operation]:
    """The operations of one block, searched for in both directions from one of them: slices are close together."""
    start = next(iter(ops))
    missing = {op for op in ops if op is not start}
    before: list[Operation] = []
    after: list[Operation] = []
    back, forth = start.prev_op, start.next_op
    while missing:
        assert back is not None or forth is not None, "operations that are not in one block"
        if back is not None:
            if back in missing:
                missing.remove(back)
                before.append(back)
            back = back.prev_op
        if forth is not None:
            if forth in missing:
                missing.remove(forth)
                after.append(forth)
            forth = forth.next_op
    before.reverse()
    return [*before, start, *after]


def _around_within(op: Operation, top: Operation) -> Iterator[Operation]:
    for around in ancestors(op):
        if around is top:
            return
        yield around


def _common_ancestor(ops: Collection[Operation]) -> Operation:
    """The innermost operation around all of ``ops``."""
    first, *others = ops
    path = list(ancestors(first))
    for op in others:
        around = set(ancestors(op))
        while path and path[0] not in around:
            path.pop(0)
    assert path, "operations without an operation around all of them"
    return path[0]
