"""Simplification of regions: unreachable blocks, dead operations and arguments (MLIR's ``RegionUtils``)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from xtriton.interfaces.branch import BranchOpInterface
from xtriton.interfaces.effects import would_be_trivially_dead
from xtriton.ir.block_order import depth_first
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in, regions_in
from xtriton.rewriting.block_merging import drop_redundant_arguments, merge_identical_blocks
from xtriton.rewriting.rewriter import Rewriter, post_order


def simplify_regions(region: Region, rewriter: Rewriter, *, merge_blocks: bool) -> bool:
    """Erase unreachable and dead code, and with ``merge_blocks`` merge identical blocks.

    Returns whether anything changed.
    """
    ops = operations_in(region)
    branches = has_branches(region, ops)
    may_have_dead_code = (branches and _has_block_arguments(region)) or _has_dead(ops)
    if not branches and not may_have_dead_code:
        return False
    changed = branches and erase_unreachable_blocks(region, rewriter)
    if changed or may_have_dead_code:
        changed |= erase_dead_code(region, rewriter)
    if merge_blocks and branches:
        changed |= merge_identical_blocks(regions_in(region), rewriter)
        changed |= drop_redundant_arguments(regions_in(region), rewriter)
    return changed


def has_branches(region: Region, ops: Sequence[Operation]) -> bool:
    """Whether ``region`` or one in it has several blocks; ``ops`` are the operations in ``region``, in any order."""
    if region.first_block is not region.last_block:
        return True
    nested = [inner for op in ops if op.regions for inner in op.regions]
    return any(inner.first_block is not inner.last_block for inner in nested)


def _has_block_arguments(region: Region) -> bool:
    """Whether blocks after the first one of a region have arguments."""
    return any(block.args for inner in regions_in(region) for block in inner.blocks if block is not inner.first_block)


def _has_dead(ops: Sequence[Operation]) -> bool:
    """Whether one of the operations is dead.

    Without arguments of blocks that are branched to, a value is used after it is defined, so of several dead operations
    the last one has no users.
    """
    for op in ops:
        for result in op.results:
            if result.first_use is not None:
                break
        else:
            if would_be_trivially_dead(op):
                return True
    return False


def erase_unreachable_blocks(region: Region, rewriter: Rewriter) -> bool:
    """Erase the blocks without predecessors, here and in nested regions. Returns whether there were any."""
    changed = False
    for inner in regions_in(region):
        entry = inner.first_block
        if entry is None or entry.next_block is None:
            continue
        reachable = reachable_blocks(entry)
        dead = [block for block in inner.blocks if block not in reachable]
        for block in dead:
            for value in (*block.args, *(result for op in block.ops for result in op.results)):
                value.erase(safe_erase=False)
        for block in dead:
            _detach_from_successors(block)
        for block in dead:
            rewriter.erase_block(block)
        changed |= bool(dead)
    return changed


def _detach_from_successors(block: Block) -> None:
    """Unreachable blocks may branch to each other: drop their successors, so that each can be erased separately."""
    for op in block.ops:
        if op.successors:
            op.successors = ()


def reachable_blocks(entry: Block) -> set[Block]:
    """The blocks reachable from ``entry``, including it."""
    return set(depth_first(entry)[0])


class _Liveness:
    """The operations and block arguments that an effect depends on."""

    def __init__(self, region: Region) -> None:
        self.live: set[Operation | BlockArgument] = set()
        self._pending: list[Operation | BlockArgument] = []
        for inner in regions_in(region):
            for block in inner.blocks:
                for op in block.ops:
                    if has_trait(op, IsTerminator) or not would_be_trivially_dead(op):
                        self._mark(op)
        while self._pending:
            self._spread(self._pending.pop())

    def _mark(self, thing: Operation | BlockArgument) -> None:
        if thing not in self.live:
            self.live.add(thing)
            self._pending.append(thing)

    def _mark_value(self, value: SSAValue) -> None:
        owner = value.owner
        if is_operation(owner):
            self._mark(owner)
        elif is_block_argument(value):
            self._mark(value)

    def _spread(self, thing: Operation | BlockArgument) -> None:
        if is_block_argument(thing):
            self._spread_to_predecessors(thing)
            return
        if not thing.successors:
            for operand in thing.operands:
                self._mark_value(operand)
            return
        is_branch = isinstance(thing, BranchOpInterface)
        for operand in thing.operands[: thing.DECIDING_OPERANDS] if is_branch else thing.operands:
            self._mark_value(operand)
        if not is_branch:
            for successor in thing.successors:
                for argument in successor.args:
                    self._mark(argument)

    def _spread_to_predecessors(self, argument: BlockArgument) -> None:
        for use in argument.block.uses:
            branch = use.operation
            if isinstance(branch, BranchOpInterface):
                self._mark_value(branch.successor_operands(use.index)[argument.index])


def erase_dead_code(region: Region, rewriter: Rewriter) -> bool:
    """Erase dead operations, including cycles, and dead block arguments. Returns whether there were any."""
    live = _Liveness(region).live
    return _erase_dead(region, live, rewriter)


def _erase_dead(region: Region, live: set[Operation | BlockArgument], rewriter: Rewriter) -> bool:
    entry = region.first_block
    if entry is None:
        return False
    single = entry.next_block is None
    changed = False
    for block in tuple(post_order(region)):
        if not single:
            _drop_dead_operands(block, live)
        op = block.last_op
        while op is not None:
            previous = op.prev_op
            if op not in live:
                for result in op.results:
                    if result.first_use is not None:
                        result.erase(safe_erase=False)
                rewriter.erase(op)
                changed = True
            else:
                for inner in op.regions:
                    changed |= _erase_dead(inner, live, rewriter)
            op = previous
    if not single:
        for block in region.blocks:
            if block is not entry:
                for argument in [argument for argument in block.args if argument not in live]:
                    block.erase_arg(argument, safe_erase=False)
    return changed


def _drop_dead_operands(block: Block, live: set[Operation | BlockArgument]) -> None:
    last = block.last_op
    if not isinstance(last, BranchOpInterface):
        return
    for number, successor in enumerate(last.successors):
        values = last.successor_operands(number)
        kept = [
            value
            for value, argument in zip(values, successor.args, strict=True)
            if argument in live or successor.prev_block is None
        ]
        if len(kept) < len(values):
            last.set_successor_operands(number, kept)
