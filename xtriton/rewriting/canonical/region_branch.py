"""Patterns for values that structured control flow passes, on all operations with the interface (since 3.7).

A *successor input* is a block argument or a result that takes a forwarded operand: an iter_arg, the result of a loop or
of an ``scf.if``. An operation is rebuilt around its regions, so that the arguments that stay keep their locations.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.scf import ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp
from xtriton.folds.folding import constant_of
from xtriton.interfaces.region_branch import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    tied_values,
)
from xtriton.ir.creation import defining_or_parent_op
from xtriton.rewriting.canonical import scf_for, scf_if
from xtriton.rewriting.pattern import Pattern, only_for, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, since

_BRANCHES = (ForOp, IfOp, WhileOp, IndexSwitchOp, ExecuteRegionOp)


def _incoming(op: RegionBranchOpInterface) -> dict[SSAValue, list[SSAValue]]:
    """The values that reach each successor input: arguments of the regions, then results, in the order of the edges."""
    found: dict[SSAValue, list[SSAValue]] = {}
    for edge in op.possible_edges():
        for value, source in zip(edge.successor.inputs, edge.values, strict=False):
            found.setdefault(value, []).append(source)
    return found


class _Incoming:
    """The values that reach each successor input while inputs are replaced one after the other."""

    def __init__(self, op: RegionBranchOpInterface) -> None:
        self._op = op
        self._collect()

    def _collect(self) -> None:
        self.values = _incoming(self._op)
        self._reached: dict[SSAValue, list[SSAValue]] = {}
        for target, sources in self.values.items():
            for source in dict.fromkeys(sources):
                self._reached.setdefault(source, []).append(target)

    def replace(self, old: SSAValue, new: SSAValue, rewriter: Rewriter) -> None:
        """Replace all uses of a successor input."""
        rewriter.replace_all_uses(old, new)
        if isinstance(self._op, WhileOp):  # whose condition may be a constant now, and end the loop
            self._collect()
            return
        targets = self._reached.pop(old, [])
        self._reached.setdefault(new, []).extend(targets)
        for target in targets:
            self.values[target] = [new if source is old else source for source in self.values[target]]


@pattern(*_BRANCHES, versions=since(V3_7))
def inputs_with_one_value(op: RegionBranchOpInterface, rewriter: Rewriter) -> bool:
    """Successor inputs that can only be one value, which is defined before the operation."""
    changed = False
    incoming = _Incoming(op)
    for value in list(incoming.values):
        if value.first_use is None:
            continue
        only = _only_value(incoming.values, value)
        if only is not None and not _is_inside(only, op):
            incoming.replace(value, only, rewriter)
            changed = True
    return changed


def _only_value(incoming: dict[SSAValue, list[SSAValue]], start: SSAValue) -> SSAValue | None:
    """The one value that reaches a successor input, through other ones; ``None`` if there are several."""
    reaching: SSAValue | None = None
    seen = {start}
    pending = [start]
    while pending:
        for value in incoming[pending.pop()]:
            if value in incoming:
                if value not in seen:
                    seen.add(value)
                    pending.append(value)
            elif reaching is None or reaching is value:
                reaching = value
            else:
                return None
    return reaching


def _is_inside(value: SSAValue, op: Operation) -> bool:
    inside = defining_or_parent_op(value)
    return inside is not None and op.is_ancestor(inside)


@pattern(*_BRANCHES, versions=since(V3_7))
def repeated_inputs(op: RegionBranchOpInterface, rewriter: Rewriter) -> bool:
    """Successor inputs of one region, or results, that take the same values."""
    changed = False
    first: dict[tuple[object, tuple[SSAValue, ...]], SSAValue] = {}
    incoming = _Incoming(op)
    for value in list(incoming.values):
        key = (value.owner, tuple(incoming.values[value]))
        same = first.setdefault(key, value)
        if same is not value and value.first_use is not None:
            incoming.replace(value, same, rewriter)
            changed = True
    return changed


@pattern(*_BRANCHES, versions=since(V3_7))
def dead_inputs(op: RegionBranchOpInterface, rewriter: Rewriter) -> bool:
    """Successor inputs without uses, as far as all that are tied to each other are dead."""
    dead = [tied for tied in tied_values(op) if all(target.first_use is None for target in tied.targets)]
    if not dead:
        return False
    gone = {target for tied in dead for target in tied.targets}
    operands: dict[Operation, set[int]] = {}
    for source, index in (source for tied in dead for source in tied.sources):
        operands.setdefault(source, set()).add(index)
    for source, indices in operands.items():
        source.operands = [value for index, value in enumerate(source.operands) if index not in indices]
        if source is not op:
            rewriter.modified(source)
    _rebuild(op, gone, rewriter)
    return True


def _rebuild(op: Operation, gone: set[SSAValue], rewriter: Rewriter) -> None:
    """Replace ``op`` by an operation without some of its results and region arguments, around its regions."""
    kept = [result for result in op.results if result not in gone]
    regions = [op.detach_region(region) for region in list(op.regions)]
    for block in (block for region in regions for block in region.blocks):
        for argument in reversed([argument for argument in block.args if argument in gone]):
            block.erase_arg(argument)
    new = type(op).create(
        operands=op.operands,
        result_types=[result.type for result in kept],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=regions,
    )
    with rewriter.elsewhere():
        rewriter.before(op)
        rewriter.insert(new, op.location)
    for old, result in zip(kept, new.results, strict=True):
        rewriter.replace_all_uses(old, result)
    rewriter.erase(op)


@pattern(*_BRANCHES, versions=since(V3_7))
def single_path(op: RegionBranchOpInterface, rewriter: Rewriter) -> bool:
    """Inline the regions that control flow runs one after the other, if there is only one way and no loop."""
    if isinstance(op, ExecuteRegionOp) and op.no_inline is not None:
        return False
    path = _single_path(op)
    if path is None:
        return False
    values = [op.operands[index] for index in op.entry_operands(path[0])]
    for successor in path[:-1]:
        assert successor.region is not None
        block = successor.region.block
        end = block.last_op
        assert isinstance(end, RegionBranchTerminatorOpInterface)
        rewriter.inline_block_before(block, op, _arguments(op, block, successor, values))
        following = path[path.index(successor) + 1]
        values = [end.operands[index] for index in end.successor_operands(following)]
        rewriter.erase(end)
    rewriter.replace(op, values)
    return True


def _single_path(op: RegionBranchOpInterface) -> list[RegionSuccessor] | None:
    """The successors that control flow takes one after the other, the last one past the operation.

    ``None`` if there are several ways, a cycle, or regions with several blocks.
    """
    taken = op.taken_entry_successors([constant_of(operand) for operand in op.operands])
    path: list[RegionSuccessor] = []
    seen: set[Region] = set()
    while len(taken) == 1:
        (successor,) = taken
        path.append(successor)
        region = successor.region
        if region is None:
            return path
        end = region.block.last_op if len(region.blocks) == 1 else None
        if region in seen or not isinstance(end, RegionBranchTerminatorOpInterface):
            return None
        seen.add(region)
        taken = end.successors_taken([constant_of(operand) for operand in end.operands])
    return None


def _arguments(
    op: RegionBranchOpInterface, block: Block, successor: RegionSuccessor, values: list[SSAValue]
) -> list[SSAValue]:
    """The values of all arguments of a region's block; an induction variable is the lower bound."""
    passed = dict(zip(successor.inputs, values, strict=True))
    return [
        op.lowerBound if isinstance(op, ForOp) and index == 0 else passed[argument]
        for index, argument in enumerate(block.args)
    ]


PATTERNS: Sequence[Pattern] = (inputs_with_one_value, repeated_inputs, dead_inputs, single_path)

FOR_PATTERNS: Sequence[Pattern] = (*scf_for.PATTERNS, *only_for(PATTERNS, ForOp))
"""All patterns of ``scf.for``."""

IF_PATTERNS: Sequence[Pattern] = (*scf_if.PATTERNS, *only_for(PATTERNS, IfOp))
"""All patterns of ``scf.if``."""
