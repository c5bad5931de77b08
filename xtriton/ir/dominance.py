"""Verifies that definitions dominate uses, and that isolated regions use no values from above."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.parser.core import ForwardDeclaredValue
from xdsl.traits import IsolatedFromAbove

from xtriton.ir.block_order import depth_first
from xtriton.ir.creation import is_operation, is_result
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, error, note
from xtriton.ir.locations import UNKNOWN
from xtriton.ir.traits import has_trait


def verify_dominance(op: Operation) -> None:
    """Verify all uses inside ``op``, except those in nested isolated operations, which are verified separately.

    Raises :class:`DiagnosticError` at the first use that is not dominated.
    """
    _Dominance(op).regions(op)


class _Dominance:
    """``visible`` holds the values that may be used at the current point of the walk."""

    def __init__(self, top: Operation) -> None:
        self.visible: set[SSAValue] = set()
        self.top = top

    def op(self, op: Operation) -> None:
        if op.regions and not has_trait(op, IsolatedFromAbove):
            self.regions(op)

    def regions(self, op: Operation) -> None:
        for region in op.regions:
            self._region(region, ordered=not isinstance(op, ModuleOp | UnregisteredOp))

    def _region(self, region: Region, *, ordered: bool) -> None:
        first = region.first_block
        if first is None:
            return
        if not ordered:
            self._graph(region)
        elif first is region.last_block:
            defined = self._block(first, reachable=True)
            self.visible.difference_update(defined)
        else:
            self._control_flow(region, first)

    def _graph(self, region: Region) -> None:
        """A graph region: every value in it is visible everywhere in it."""
        defined = [value for block in region.blocks for value in _definitions(block)]
        self.visible.update(defined)
        for block in region.blocks:
            for op in block.ops:
                self._uses(op)
                self.op(op)
        self.visible.difference_update(defined)

    def _control_flow(self, region: Region, entry: Block) -> None:
        """Visit blocks in the order of the dominator tree; values defined in a block are visible in its subtree."""
        children = dominator_tree(entry)
        pending: list[tuple[Block, list[SSAValue] | None]] = [(entry, None)]
        while pending:
            block, leaving = pending.pop()
            if leaving is not None:
                self.visible.difference_update(leaving)
                continue
            defined = self._block(block, reachable=True)
            pending.append((block, defined))
            pending.extend((child, None) for child in children.get(block, ()))
        self._dead_code(region, [block for block in region.blocks if block not in children])

    def _dead_code(self, region: Region, dead: list[Block]) -> None:
        """Unreachable blocks: values that any other block defines are visible in the regions of their operations."""
        if not dead:
            return
        defined = [value for block in region.blocks for value in _definitions(block)]
        self.visible.update(defined)
        for block in dead:
            self.visible.difference_update(_definitions(block))
            self._block(block, reachable=False)
        self.visible.difference_update(defined)

    def _block(self, block: Block, *, reachable: bool) -> list[SSAValue]:
        """Verify a block; its definitions stay visible and are returned. Uses in dead code are not checked."""
        visible = self.visible
        defined: list[SSAValue] = list(block.args)
        visible.update(block.args)
        for op in block.ops:
            if reachable:
                self._uses(op)
            if op.regions:
                self.op(op)
            if op.results:
                visible.update(op.results)
                defined.extend(op.results)
        return defined

    def _uses(self, op: Operation) -> None:
        visible = self.visible
        for index, operand in enumerate(op.operands):
            if operand not in visible:
                raise self._error(op, index, operand)

    def _error(self, op: Operation, index: int, operand: SSAValue) -> DiagnosticError:
        if isinstance(operand, ForwardDeclaredValue):
            # Defined inside the operation itself: the parser saw the definition before this use.
            return error(op.location, "operation's operand is unlinked")
        top = self.top
        owner = operand.owner
        block = owner.parent if is_operation(owner) else owner
        if has_trait(top, IsolatedFromAbove) and (block is None or not top.is_ancestor(block)):
            return error(
                op.location,
                f"'{op.name}' op using value defined outside the region",
                (note(top.location, "required by region isolation constraints"),),
            )
        return error(op.location, f"operand #{index} does not dominate this use", (_definition_note(op, operand),))


def _definitions(block: Block) -> list[SSAValue]:
    return [*block.args, *(result for op in block.ops for result in op.results)]


def _definition_note(op: Operation, operand: SSAValue) -> Diagnostic:
    here = op.parent
    if is_result(operand):
        there = operand.op.parent
        if here is there:
            where = "op in the same block"
        else:
            where = f"op {_relation(here, there, 'is neither in a parent nor in a child region')}"
        return note(operand.op.location, f"operand defined here ({where})")
    owner = operand.owner
    assert isinstance(owner, Block)
    parent = owner.parent_op()
    index = owner.parent.get_block_index(owner) if owner.parent is not None else 0
    relation = _relation(here, owner, "neither in a parent nor in a child region")
    return note(
        parent.location if parent is not None else UNKNOWN,
        f"operand defined as a block argument (block #{index} {relation})",
    )


def _relation(here: Block | None, there: Block | None, unrelated: str) -> str:
    """The relation of one block's region to that of another, for the note."""
    if here is None or there is None:
        return unrelated
    inner, outer = here.parent, there.parent
    if inner is outer:
        return "in the same region"
    if outer is not None and inner is not None and outer.is_ancestor(inner):
        return "in a parent region"
    if outer is not None and inner is not None and inner.is_ancestor(outer):
        return "in a child region"
    return unrelated


def dominator_tree(entry: Block) -> dict[Block, list[Block]]:
    """The children of each reachable block in the dominator tree, in depth-first order.

    The algorithm is Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
    """
    found, left = depth_first(entry)
    order = left[::-1]
    number = {block: index for index, block in enumerate(order)}
    dominators: dict[Block, Block] = {entry: entry}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            preds = [pred for pred in block.predecessors() if pred in dominators]
            new = preds[0]
            for pred in preds[1:]:
                new = _common(pred, new, dominators, number)
            if dominators.get(block) is not new:
                dominators[block] = new
                changed = True
    children: dict[Block, list[Block]] = {block: [] for block in order}
    for block in found[1:]:
        children[dominators[block]].append(block)
    return children


def _common(a: Block, b: Block, dominators: dict[Block, Block], number: dict[Block, int]) -> Block:
    while a is not b:
        while number[a] > number[b]:
            a = dominators[a]
        while number[b] > number[a]:
            b = dominators[b]
    return a
