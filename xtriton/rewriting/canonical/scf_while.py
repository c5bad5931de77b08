"""Patterns for ``scf.while``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import LocationAttr, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith.attributes import CmpIPredicate
from xtriton.dialects.upstream.arith.compare import CmpIOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.scf.branches import IfOp
from xtriton.dialects.upstream.scf.loops import WhileOp
from xtriton.dialects.upstream.scf.terminators import ConditionOp, YieldOp, yield_of
from xtriton.folds.elements import constant
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.locations import Location
from xtriton.ir.walk import operations_in
from xtriton.rewriting.canonical.arith import INVERTED
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of
from xtriton.versions import V3_7, before, since


def _block(types: Sequence[Attribute], locations: Sequence[Location]) -> Block:
    block = Block(arg_types=types)
    for argument, location in zip(block.args, locations, strict=True):
        argument.location = cast("LocationAttr", location)
    return block


def _new_while(op: WhileOp, inits: Sequence[SSAValue], types: Sequence[Attribute]) -> WhileOp:
    """A loop with empty regions. Arguments are located at their inits and at the loop."""
    return WhileOp(
        inits,
        result_types=types,
        before=Region(_block([init.type for init in inits], [location_of(init) for init in inits])),
        after=Region(_block(types, [op.location] * len(types))),
    )


def _replace_end(end: Operation, new: Operation, rewriter: Rewriter) -> None:
    """Replace a terminator, and restore the insertion point."""
    with rewriter.elsewhere():
        rewriter.before(end)
        rewriter.replace_by(end, new, end.location)


def _unchanging(op: WhileOp) -> list[bool]:
    """Which arguments of the before region are loop-invariant."""
    after = op.after.block
    passed = op.condition_operation.args
    found: list[bool] = []
    for init, argument, value in zip(op.inits, op.before.block.args, yield_of(op.after.block).operands, strict=True):
        same = value is init
        if is_block_argument(value) and value.block is after:
            same = same or passed[value.index] is argument or passed[value.index] is init
        found.append(same)
    return found


@pattern(WhileOp, versions=before(V3_7))
def unchanging_arguments(op: WhileOp, rewriter: Rewriter) -> bool:
    """Before-region arguments that are loop-invariant."""
    unchanging = _unchanging(op)
    if not any(unchanging):
        return False
    inits = [init for init, same in zip(op.inits, unchanging, strict=True) if not same]
    end = yield_of(op.after.block)
    values = [value for value, same in zip(end.operands, unchanging, strict=True) if not same]
    old = op.before.block.args
    locations = [argument.location for argument, same in zip(old, unchanging, strict=True) if not same]
    _replace_end(end, YieldOp(values), rewriter)
    new = WhileOp(
        inits,
        result_types=[result.type for result in op.results],
        before=Region(_block([init.type for init in inits], locations)),
        after=Region(),
    )
    rewriter.insert(new)
    remaining = iter(new.before.block.args)
    arguments = [init if same else next(remaining) for init, same in zip(op.inits, unchanging, strict=True)]
    rewriter.merge_block_into(op.before.block, new.before.block, arguments)
    rewriter.move_blocks(op.after, new.after)
    rewriter.replace(op, new.results)
    return True


@pattern(WhileOp, versions=before(V3_7))
def values_from_outside_the_first_region(op: WhileOp, rewriter: Rewriter) -> bool:
    """Outside values that the condition forwards are used directly."""
    before, end = op.before.block, op.condition_operation
    passed = list(end.args)
    outside = [_block_of(value) is not before for value in passed]
    if not any(outside):
        return False
    kept = [value for value, same in zip(passed, outside, strict=True) if not same]
    old = op.after.block.args
    locations = [argument.location for argument, same in zip(old, outside, strict=True) if not same]
    _replace_end(end, ConditionOp(end.condition, kept), rewriter)
    types = [value.type for value in kept]
    new = WhileOp(list(op.inits), result_types=types, before=Region(), after=Region(_block(types, locations)))
    rewriter.insert(new)
    arguments, results = iter(new.after.block.args), iter(new.results)
    rows = list(zip(passed, outside, strict=True))
    inside_values: list[SSAValue] = [value if same else next(arguments) for value, same in rows]
    outside_values: list[SSAValue] = [value if same else next(results) for value, same in rows]
    rewriter.merge_block_into(op.after.block, new.after.block, inside_values)
    rewriter.move_blocks(op.before, new.before)
    rewriter.replace(op, outside_values)
    return True


def _block_of(value: SSAValue) -> Block | None:
    """The block in which ``value`` is defined."""
    owner = value.owner
    return owner.parent if is_operation(owner) else owner


@pattern(WhileOp)
def condition_in_second_region(op: WhileOp, rewriter: Rewriter) -> bool:
    """The condition, forwarded to the after region, is true there."""
    end = op.condition_operation
    known: SSAValue | None = None
    for value, argument in zip(end.args, op.after.block.args, strict=True):
        if value is end.condition and argument.first_use is not None:
            known = known or rewriter.insert(ConstantOp(constant(i1, 1))).result
            rewriter.replace_all_uses(argument, known)
    return known is not None


@pattern(WhileOp)
def comparison_in_second_region(op: WhileOp, rewriter: Rewriter) -> bool:
    """A repeated comparison in the after region that equals the condition, or its negation."""
    end = op.condition_operation
    first = end.condition.owner
    if not isinstance(first, CmpIOp):
        return False
    predicate = CmpIPredicate.of(first.predicate)
    changed = False
    for value, argument in zip(end.args, op.after.block.args, strict=True):
        for side in (0, 1):
            if value is not first.operands[side]:
                continue
            for use in tuple(argument.uses):
                again = use.operation
                if not isinstance(again, CmpIOp) or again.operands[1 - side] is not first.operands[1 - side]:
                    continue
                other = CmpIPredicate.of(again.predicate)
                if other not in (predicate, INVERTED[predicate]):
                    continue
                known = ConstantOp(constant(i1, int(other is predicate)))
                rewriter.insert(known, again.location)
                rewriter.replace(again, known.results)
                changed = True
    return changed


@pattern(WhileOp, versions=before(V3_7))
def unused_results(op: WhileOp, rewriter: Rewriter) -> bool:
    """Results that are dead, also in the after region."""
    end = op.condition_operation
    after = op.after.block
    kept = [
        index
        for index, (result, argument) in enumerate(zip(op.results, after.args, strict=True))
        if result.first_use is not None or argument.first_use is not None
    ]
    if len(kept) == len(op.results):
        return False
    _replace_end(end, ConditionOp(end.condition, [end.args[index] for index in kept]), rewriter)
    types = [op.results[index].type for index in kept]
    new = WhileOp(
        list(op.inits), result_types=types, before=Region(), after=Region(_block(types, [op.location] * len(types)))
    )
    rewriter.insert(new)
    rewriter.move_blocks(op.before, new.before)
    for position, index in enumerate(kept):
        rewriter.replace_all_uses(after.args[index], new.after.block.args[position])
        rewriter.replace_all_uses(op.results[index], new.results[position])
    for argument in tuple(after.args):
        after.erase_arg(argument)
    rewriter.merge_block_into(after, new.after.block)
    rewriter.erase(op)
    return True


@pattern(WhileOp, versions=before(V3_7))
def repeated_results(op: WhileOp, rewriter: Rewriter) -> bool:
    """A value that is forwarded several times is forwarded once."""
    end = op.condition_operation
    passed = list(end.args)
    unique = list(dict.fromkeys(passed))
    if len(unique) == len(passed):
        return False
    places = [unique.index(value) for value in passed]
    new = rewriter.insert(_new_while(op, list(op.inits), [value.type for value in unique]))
    _replace_end(end, ConditionOp(end.condition, unique), rewriter)
    rewriter.merge_block_into(op.before.block, new.before.block, new.before.block.args)
    rewriter.merge_block_into(op.after.block, new.after.block, [new.after.block.args[place] for place in places])
    rewriter.replace(op, [new.results[place] for place in places])
    return True


@pattern(WhileOp, versions=before(V3_7))
def unused_arguments(op: WhileOp, rewriter: Rewriter) -> bool:
    """Before-region arguments that are dead."""
    before = op.before.block
    kept = [index for index, argument in enumerate(before.args) if argument.first_use is not None]
    if len(kept) == len(before.args):
        return False
    end = yield_of(op.after.block)
    for argument in [argument_ for argument_ in before.args if argument_.first_use is None]:
        before.erase_arg(argument)
    types = [result.type for result in op.results]
    new = rewriter.insert(_new_while(op, [op.inits[index] for index in kept], types))
    _replace_end(end, YieldOp([end.operands[index] for index in kept]), rewriter)
    rewriter.merge_block_into(before, new.before.block, new.before.block.args)
    rewriter.merge_block_into(op.after.block, new.after.block, new.after.block.args)
    rewriter.replace(op, new.results)
    return True


@pattern(WhileOp)
def arguments_handed_on_in_another_order(op: WhileOp, rewriter: Rewriter) -> bool:
    """If the condition forwards all arguments as a permutation, forward them in order."""
    end = op.condition_operation
    before, passed = list(op.before.block.args), list(end.args)
    if before == passed or len(before) != len(passed) or set(before) != set(passed):
        return False
    places = [before.index(value) for value in passed]  # pyright: ignore[reportArgumentType]
    _replace_end(end, ConditionOp(end.condition, before), rewriter)
    types: list[Attribute] = [argument.type for argument in before]
    new = rewriter.insert(_new_while(op, list(op.inits), types))
    rewriter.merge_block_into(op.before.block, new.before.block, new.before.block.args)
    rewriter.merge_block_into(op.after.block, new.after.block, [new.after.block.args[place] for place in places])
    rewriter.replace(op, [new.results[place] for place in places])
    return True


@pattern(WhileOp, versions=since(V3_7))
def if_before_the_condition(op: WhileOp, rewriter: Rewriter) -> bool:
    """An ``scf.if`` on the loop's condition, the last operation before it: its then region moves to the after region.

    Values of the before region that the then region uses are forwarded by the condition; the loop's results are the
    values that the else region, which must be otherwise empty, yields. Two cases differ from MLIR's pattern, which
    miscompiles them: a result of the ``scf.if`` may be forwarded several times, and the pattern does not apply if the
    then region yields a value of the before region.
    """
    end = op.condition_operation
    branch = end.prev_op
    if not isinstance(branch, IfOp) or branch.condition is not end.condition or not _only_yields(branch.elseRegion):
        return False
    then_values, else_values = (_yielded(region) for region in (branch.thenRegion, branch.elseRegion))
    if any(_block_of(value) is op.before.block for value in then_values):
        return False
    for value, argument in zip(list(end.args), op.after.block.args, strict=True):
        if value.owner is branch:
            rewriter.replace_all_uses(argument, then_values[branch.results.index(value)])  # pyright: ignore[reportArgumentType]
    for result, value in zip(branch.results, else_values, strict=True):
        rewriter.replace_all_uses(result, value)
    used = _used_of(op.before, branch.thenRegion)
    new = WhileOp(
        list(op.inits),
        result_types=[*(result.type for result in op.results), *(value.type for value in used)],
        before=Region(),
        after=Region(),
    )
    rewriter.insert(new)
    rewriter.move_blocks(op.before, new.before)
    rewriter.move_blocks(op.after, new.after)
    end.operands = [*end.operands, *used]
    rewriter.modified(end)
    for value in used:
        argument = block_argument(new.after.block, value.type, op.location)
        for use in [use for use in value.uses if branch.thenRegion.is_ancestor(use.operation)]:
            rewriter.set_operand(use.operation, use.index, argument)
    then = branch.thenRegion.block
    assert then.last_op is not None
    rewriter.erase(then.last_op)
    first = new.after.block.first_op
    assert first is not None
    rewriter.inline_block_before(then, first, [])
    rewriter.erase(branch)
    rewriter.replace(op, new.results[: len(op.results)])
    return True


def _only_yields(region: Region) -> bool:
    """Whether a region does nothing but yield values, or has no blocks."""
    block = region.first_block
    return block is None or block.first_op is block.last_op


def _yielded(region: Region) -> list[SSAValue]:
    block = region.first_block
    return [] if block is None or block.last_op is None else list(block.last_op.operands)


def _used_of(source: Region, region: Region) -> list[SSAValue]:
    """The values defined directly in ``source`` that ``region`` uses, in the order of the uses."""
    block = source.block
    used = (operand for op in operations_in(region) for operand in op.operands if _block_of(operand) is block)
    return list(dict.fromkeys(used))


PATTERNS: Sequence[Pattern] = (
    unchanging_arguments,
    values_from_outside_the_first_region,
    condition_in_second_region,
    comparison_in_second_region,
    unused_results,
    repeated_results,
    unused_arguments,
    arguments_handed_on_in_another_order,
    if_before_the_condition,
)
