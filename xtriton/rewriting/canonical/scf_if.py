"""Patterns for ``scf.if``."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.arith.integer import AndIOp, XOrIOp
from xtriton.dialects.upstream.scf.branches import IfOp
from xtriton.dialects.upstream.scf.terminators import YieldOp, yield_of
from xtriton.folds.elements import constant, integer_of, is_one, is_zero
from xtriton.folds.folding import constant_of
from xtriton.ir.creation import is_operation
from xtriton.rewriting.canonical.scf_for import replace_by_body
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, before


def _new_if(condition: SSAValue, types: Sequence[Attribute]) -> IfOp:
    """An ``scf.if`` whose regions have no blocks yet."""
    return IfOp(condition, Region(), result_types=types)


def _else_block(op: IfOp) -> Block | None:
    return op.elseRegion.first_block


def _only_yields(block: Block | None) -> bool:
    return block is None or block.first_op is block.last_op


def _replace_yield(region: Region, values: Sequence[SSAValue], rewriter: Rewriter) -> None:
    """Replace the yielded values of a region."""
    end = yield_of(region.block)
    rewriter.at_end(region.block)
    rewriter.insert(YieldOp(values), end.location)
    rewriter.erase(end)


@pattern(IfOp)
def consecutive_ifs_on_one_condition(op: IfOp, rewriter: Rewriter) -> bool:
    """Merge consecutive ``scf.if`` on the same or the negated condition."""
    before = op.prev_op
    if not isinstance(before, IfOp):
        return False
    branches = _branches_under(op, before)
    if branches is None:
        return False
    then, otherwise = branches
    _use_what_is_yielded(before, then, otherwise, rewriter)
    types = [value.type for value in (*before.results, *op.results)]
    merged = rewriter.insert(_new_if(before.condition, types))
    for source, target, block in (
        (before.thenRegion, merged.thenRegion, then),
        (before.elseRegion, merged.elseRegion, otherwise),
    ):
        rewriter.move_blocks(source, target)
        if block is not None:
            _append(target, block, rewriter)
    count = len(before.results)
    rewriter.replace(before, merged.results[:count])
    rewriter.replace(op, merged.results[count:])
    return True


def _is_negation(value: SSAValue, of: SSAValue) -> bool:
    owner = value.owner
    return isinstance(owner, XOrIOp) and owner.lhs is of and is_one(constant_of(owner.rhs))


def _branches_under(op: IfOp, before: IfOp) -> tuple[Block | None, Block | None] | None:
    """The blocks of ``op`` that run if the condition of ``before`` is true, and if it is false."""
    if op.condition is before.condition:
        return op.thenRegion.block, _else_block(op)
    if _is_negation(op.condition, before.condition) or _is_negation(before.condition, op.condition):
        return _else_block(op), op.thenRegion.block
    return None


def _use_what_is_yielded(before: IfOp, then: Block | None, otherwise: Block | None, rewriter: Rewriter) -> None:
    """Replace results of ``before`` in the blocks by the values yielded on the same side."""
    if not before.results:
        return
    ends = yield_of(before.thenRegion.block), yield_of(before.elseRegion.block)
    rows = zip(before.results, ends[0].operands, ends[1].operands, strict=True)
    for result, true, false in rows:
        for use in tuple(result.uses):
            for block, value in ((then, true), (otherwise, false)):
                if block is not None and block.parent is not None and block.parent.is_ancestor(use.operation):
                    rewriter.set_operand(use.operation, use.index, value)
                    break


def _append(region: Region, block: Block, rewriter: Rewriter) -> None:
    """Append a block to a region; the region yields the values of both."""
    if region.first_block is None:
        assert block.parent is not None
        rewriter.move_blocks(block.parent, region)
        return
    first = yield_of(region.block)
    second = block.last_op
    assert second is not None
    rewriter.merge_block_into(block, region.block)
    rewriter.at_end(region.block)
    rewriter.insert(YieldOp([*first.operands, *second.operands]), second.location)
    rewriter.erase(first)
    rewriter.erase(second)


@pattern(IfOp)
def nested_ifs(op: IfOp, rewriter: Rewriter) -> bool:
    """An ``scf.if`` that only contains another becomes one on the conjunction."""
    inner = op.thenRegion.block.first_op
    if not isinstance(inner, IfOp) or inner.next_op is not op.thenRegion.block.last_op:
        return False
    if not _only_yields(_else_block(op)) or not _only_yields(_else_block(inner)):
        return False
    then = list(yield_of(op.thenRegion.block).operands)
    otherwise = list(yield_of(op.elseRegion.block).operands) if _else_block(op) is not None else []
    selected: list[int] = []
    for index, value in enumerate(then):
        if value.owner is inner:
            place = _result_number(inner, value)
            if yield_of(inner.elseRegion.block).operands[place] is not otherwise[index]:
                return False
            then[index] = yield_of(inner.thenRegion.block).operands[place]
        else:
            selected.append(index)
    both = rewriter.insert(AndIOp(op.condition, inner.condition))
    merged = rewriter.insert(_new_if(both.result, [result.type for result in op.results]))
    results: list[SSAValue] = list(merged.results)
    rewriter.before(merged)
    for index in selected:
        results[index] = rewriter.insert(SelectOp(op.condition, then[index], otherwise[index])).result
    rewriter.move_blocks(inner.thenRegion, merged.thenRegion)
    _replace_yield(merged.thenRegion, then, rewriter)
    if otherwise:
        merged.elseRegion.add_block(Block())
        rewriter.at_end(merged.elseRegion.block)
        rewriter.insert(YieldOp(otherwise))
    rewriter.replace(op, results)
    return True


def _result_number(op: Operation, value: SSAValue) -> int:
    return next(number for number, result in enumerate(op.results) if result is value)


@pattern(IfOp)
def condition_in_its_regions(op: IfOp, rewriter: Rewriter) -> bool:
    """The condition is true in the then region and false in the else region."""
    if constant_of(op.condition) is not None:
        return False
    changed = False
    known: dict[int, SSAValue] = {}
    for use in tuple(op.condition.uses):
        if use.operation.parent is op.parent:
            continue  # as most are where many branches have the same condition
        for number, region in ((1, op.thenRegion), (0, op.elseRegion)):
            if region.is_ancestor(use.operation):
                if number not in known:
                    known[number] = rewriter.insert(ConstantOp(constant(i1, number))).result
                rewriter.set_operand(use.operation, use.index, known[number])
                changed = True
                break
    return changed


@pattern(IfOp)
def values_from_outside(op: IfOp, rewriter: Rewriter) -> bool:
    """Results that are outside values in both branches become ``arith.select``."""
    if not op.results:
        return False
    true, false = list(yield_of(op.thenRegion.block).operands), list(yield_of(op.elseRegion.block).operands)
    inside = [_defined_in(a, op.thenRegion) or _defined_in(b, op.elseRegion) for a, b in zip(true, false, strict=True)]
    if all(inside):
        return False
    types = [value.type for value, stays in zip(true, inside, strict=True) if stays]
    new = rewriter.insert(_new_if(op.condition, types))
    rewriter.move_blocks(op.thenRegion, new.thenRegion)
    rewriter.move_blocks(op.elseRegion, new.elseRegion)
    rewriter.before(new)
    results: list[SSAValue] = []
    remaining = iter(new.results)
    for a, b, stays in zip(true, false, inside, strict=True):
        if stays:
            results.append(next(remaining))
        else:
            results.append(a if a is b else rewriter.insert(SelectOp(op.condition, a, b)).result)
    for region, values in ((new.thenRegion, true), (new.elseRegion, false)):
        _replace_yield(region, [value for value, stays in zip(values, inside, strict=True) if stays], rewriter)
    rewriter.replace(op, results)
    return True


def _defined_in(value: SSAValue, region: Region) -> bool:
    """Whether ``value`` is defined directly in ``region``."""
    owner = value.owner
    return (owner.parent_region() if is_operation(owner) else owner.parent) is region


@pattern(IfOp)
def empty_else(op: IfOp, rewriter: Rewriter) -> bool:
    """An else region without operations."""
    block = _else_block(op)
    if op.results or block is None or not _only_yields(block):
        return False
    new = _new_if(op.condition, [])
    new.attributes.update(op.attributes)
    rewriter.insert(new)
    rewriter.move_blocks(op.thenRegion, new.thenRegion)
    rewriter.erase(op)
    return True


@pattern(IfOp, versions=before(V3_7))
def known_condition(op: IfOp, rewriter: Rewriter) -> bool:
    """A constant condition selects one region."""
    number = integer_of(constant_of(op.condition))
    if number is None:
        return False
    region = op.thenRegion if number else op.elseRegion
    if region.first_block is None:
        rewriter.erase(op)
    else:
        replace_by_body(op, region, [], rewriter)
    return True


@pattern(IfOp, versions=before(V3_7))
def unused_results(op: IfOp, rewriter: Rewriter) -> bool:
    """Dead results."""
    used = [index for index, result in enumerate(op.results) if result.first_use is not None]
    if len(used) == len(op.results):
        return False
    new = rewriter.insert(_new_if(op.condition, [op.results[index].type for index in used]))
    for source, target in ((op.thenRegion, new.thenRegion), (op.elseRegion, new.elseRegion)):
        target.add_block(Block())
        rewriter.merge_block_into(source.block, target.block)
        end = yield_of(target.block)
        end.operands = [end.operands[index] for index in used]
        rewriter.modified(end)
    for index, result in zip(used, new.results, strict=True):
        rewriter.replace_all_uses(op.results[index], result)
    rewriter.erase(op)
    return True


@pattern(IfOp)
def results_that_repeat_the_condition(op: IfOp, rewriter: Rewriter) -> bool:
    """Results that are the condition, its negation, or the same value on both sides."""
    if not op.results:
        return False
    changed = False
    rows = zip(yield_of(op.thenRegion.block).operands, yield_of(op.elseRegion.block).operands, op.results, strict=True)
    for true, false, result in tuple(rows):
        if result.first_use is None:
            continue
        if true is false:
            replacement: SSAValue = true
        elif result.type != i1:
            continue
        elif is_zero(constant_of(true)) and is_one(constant_of(false)):
            one = rewriter.insert(ConstantOp(constant(i1, 1)))
            replacement = rewriter.insert(XOrIOp(op.condition, one.result)).result
        elif is_one(constant_of(true)) and is_zero(constant_of(false)):
            replacement = op.condition
        else:
            continue
        rewriter.replace_all_uses(result, replacement)
        changed = True
    return changed


PATTERNS: Sequence[Pattern] = (
    consecutive_ifs_on_one_condition,
    nested_ifs,
    condition_in_its_regions,
    values_from_outside,
    empty_else,
    known_condition,
    unused_results,
    results_that_repeat_the_condition,
)
