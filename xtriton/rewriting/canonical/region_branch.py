"""Patterns for values that structured control flow passes, on all operations with the interface (since 3.7).

A *successor input* is a block argument or a result that takes a forwarded operand: an iter_arg, the result of a loop or
of an ``scf.if``. An operation is rebuilt around its regions, so that the arguments that stay keep their locations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.interfaces.region_branch import RegionBranchOpInterface, incoming_values, tied_values
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, since


def _inputs(op: RegionBranchOpInterface) -> Iterator[SSAValue]:
    """The successor inputs of an operation: arguments of its regions, then results."""
    seen: set[SSAValue] = set()
    for edge in op.edges():
        for value in edge.successor.inputs:
            if value not in seen:
                seen.add(value)
                yield value


@pattern(ForOp, IfOp, WhileOp, versions=since(V3_7))
def inputs_with_one_value(op: RegionBranchOpInterface, rewriter: Rewriter) -> bool:
    """Successor inputs that can only be one value, which is defined before the operation."""
    changed = False
    for value in list(_inputs(op)):
        if value.first_use is None:
            continue
        only = _only_value(op, value)
        if only is not None and not _is_inside(only, op):
            rewriter.replace_all_uses(value, only)
            changed = True
    return changed


def _only_value(op: RegionBranchOpInterface, start: SSAValue) -> SSAValue | None:
    """The one value that reaches a successor input, through other ones; ``None`` if there are several."""
    inputs = set(_inputs(op))
    reaching: SSAValue | None = None
    seen = {start}
    pending = [start]
    while pending:
        for value in incoming_values(pending.pop()) or ():
            if value in inputs:
                if value not in seen:
                    seen.add(value)
                    pending.append(value)
            elif reaching is None or reaching is value:
                reaching = value
            else:
                return None
    return reaching


def _is_inside(value: SSAValue, op: Operation) -> bool:
    owner = value.owner
    inside = owner if isinstance(owner, Operation) else owner.parent_op()
    return inside is not None and op.is_ancestor(inside)


@pattern(ForOp, IfOp, WhileOp, versions=since(V3_7))
def repeated_inputs(op: RegionBranchOpInterface, rewriter: Rewriter) -> bool:
    """Successor inputs of one region, or results, that take the same values."""
    changed = False
    first: dict[tuple[object, tuple[SSAValue, ...]], SSAValue] = {}
    for value in list(_inputs(op)):
        key = (value.owner, tuple(incoming_values(value) or ()))
        same = first.setdefault(key, value)
        if same is not value and value.first_use is not None:
            rewriter.replace_all_uses(value, same)
            changed = True
    return changed


@pattern(ForOp, IfOp, WhileOp, versions=since(V3_7))
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
        for argument in reversed([one for one in block.args if one in gone]):
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


PATTERNS: Sequence[Pattern] = (inputs_with_one_value, repeated_inputs, dead_inputs)
