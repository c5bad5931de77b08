"""Patterns for branches between blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.dialects.builtin import i1
from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.cf import AssertOp, BranchOp, CondBranchOp, SwitchOp
from xtriton.dialects.upstream.llvm import control as llvm
from xtriton.folds.elements import constant, integer_of
from xtriton.folds.folding import constant_of
from xtriton.interfaces.branch import BranchOpInterface, branches_to
from xtriton.ir.creation import is_block_argument
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, V3_8, by_version, since


class Jump(NamedTuple):
    """A block, and the values passed for its arguments."""

    block: Block
    values: Sequence[SSAValue]


def single_predecessor(block: Block) -> Block | None:
    """The block with the only branch to ``block``."""
    use = block.first_use
    return use.operation.parent if use is not None and block.has_one_use() else None


def _forwards_in_cycle(branch: BranchOp, start: Block | None) -> bool:
    """Whether the blocks after ``branch`` that only branch form a cycle without ``start``; Triton 3.6 never ends."""
    block = branch.dest
    seen: list[Block] = []
    while block not in seen:
        following = block.first_op
        if block is start or not isinstance(following, BranchOp):
            return False
        seen.append(block)
        block = following.dest
    return block is not seen[-1]


def _ends_in_cycle(branch: BranchOp, start: Block | None) -> bool:
    """Whether unconditional branches lead from ``branch`` to a block that they have left before."""
    seen = {branch.parent}
    following: Operation | None = branch
    while isinstance(following, BranchOp):
        if following.dest in seen:
            return True
        seen.add(following.dest)
        following = following.dest.last_op
    return False


_IS_CYCLIC = by_version({V3_6: _forwards_in_cycle, V3_7: _ends_in_cycle})


def collapsed(jump: Jump, start: Block | None) -> Jump | None:
    """The target of a jump from ``start`` to a block that only branches; ``None`` if the block does more."""
    block = jump.block
    branch = block.first_op
    if not isinstance(branch, BranchOp):
        return None
    if any(use.operation is not branch for argument in block.args for use in argument.uses):
        return None
    if branch.dest is block or _IS_CYCLIC.now()(branch, start):
        return None
    values = [
        jump.values[value.index] if is_block_argument(value) and value.block is block else value
        for value in branch.operands
    ]
    return Jump(branch.dest, values)


@pattern(BranchOp)
def branch_to_block_without_other_predecessors(op: BranchOp, rewriter: Rewriter) -> bool:
    """Merge a block into its only predecessor."""
    target, block = op.dest, op.parent
    if block is None or target is block or not target.has_one_use():
        return False
    values = list(op.operands)
    rewriter.erase(op)
    rewriter.merge_block_into(target, block, values)
    return True


@pattern(BranchOp)
def branch_to_branch(op: BranchOp, rewriter: Rewriter) -> bool:
    """A branch to a block that only branches is redirected to that block's target."""
    jump = collapsed(Jump(op.dest, op.operands), op.parent)
    if jump is None:
        return False
    rewriter.replace_by(op, BranchOp(jump.block, jump.values))
    return True


@pattern(BranchOp, CondBranchOp, SwitchOp, llvm.BrOp, llvm.CondBrOp, llvm.SwitchOp, versions=since(V3_8))
def arguments_with_one_value(op: BranchOpInterface, rewriter: Rewriter) -> bool:
    """Arguments of a successor to which all of its branches, at least two, pass the same value.

    The last pattern of the two branches, but the first one of ``cf.switch``.
    """
    changed = False
    for block in op.successors:
        branches = branches_to(block)
        if branches is None or len(branches) < 2:
            continue
        for argument in block.args:
            passed = {branch.successor_operands(successor)[argument.index] for branch, successor in branches}
            only = passed.pop()
            if argument.first_use is not None and not passed and only is not argument:
                rewriter.replace_all_uses(argument, only)
                changed = True
    return changed


def _true(op: CondBranchOp) -> Jump:
    return Jump(op.trueDest, op.trueDestOperands)


def _false(op: CondBranchOp) -> Jump:
    return Jump(op.falseDest, op.falseDestOperands)


@pattern(CondBranchOp)
def conditional_branch_on_constant(op: CondBranchOp, rewriter: Rewriter) -> bool:
    """A constant condition selects one successor."""
    number = integer_of(constant_of(op.condition))
    if number is None:
        return False
    jump = _true(op) if number else _false(op)
    rewriter.replace_by(op, BranchOp(jump.block, jump.values))
    return True


@pattern(CondBranchOp)
def conditional_branch_to_branch(op: CondBranchOp, rewriter: Rewriter) -> bool:
    """A conditional branch to a block that only branches is redirected to that block's target, on either side."""
    true, false = collapsed(_true(op), op.parent), collapsed(_false(op), op.parent)
    if true is None and false is None:
        return False
    true, false = true or _true(op), false or _false(op)
    rewriter.replace_by(op, CondBranchOp(op.condition, true.block, true.values, false.block, false.values))
    return True


@pattern(CondBranchOp)
def conditional_branch_to_one_block(op: CondBranchOp, rewriter: Rewriter) -> bool:
    """A conditional branch with equal successors becomes a branch, with selects for the arguments."""
    if op.trueDest is not op.falseDest:
        return False
    true, false = list(op.trueDestOperands), list(op.falseDestOperands)
    if true == false:
        rewriter.replace_by(op, BranchOp(op.trueDest, true))
        return True
    if any(block is not op.parent for block in op.trueDest.predecessors()):
        return False
    merged = [
        a if a is b else rewriter.insert(SelectOp(op.condition, a, b)).result for a, b in zip(true, false, strict=True)
    ]
    rewriter.replace_by(op, BranchOp(op.trueDest, merged))
    return True


@pattern(CondBranchOp)
def conditional_branch_after_same_condition(op: CondBranchOp, rewriter: Rewriter) -> bool:
    """A condition that the only predecessor has already tested is known."""
    block = op.parent
    predecessor = single_predecessor(block) if block is not None else None
    before = predecessor.last_op if predecessor is not None else None
    if not isinstance(before, CondBranchOp) or before.condition is not op.condition:
        return False
    jump = _true(op) if block is before.trueDest else _false(op)
    rewriter.replace_by(op, BranchOp(jump.block, jump.values))
    return True


@pattern(CondBranchOp)
def condition_in_its_branches(op: CondBranchOp, rewriter: Rewriter) -> bool:
    """The condition is true in the block reached only by its true edge, and false in the other."""
    changed = False
    for target, number in ((op.trueDest, 1), (op.falseDest, 0)):
        if single_predecessor(target) is None:
            continue
        known: Operation | None = None
        for use in tuple(op.condition.uses):
            if use.operation.parent is target:
                known = known or rewriter.insert(ConstantOp(constant(i1, number)))
                rewriter.set_operand(use.operation, use.index, known.results[0])
                changed = True
    return changed


@pattern(AssertOp)
def assertion_of_truth(op: AssertOp, rewriter: Rewriter) -> bool:
    """An assertion of a constant true condition."""
    if not integer_of(constant_of(op.arg)):
        return False
    rewriter.erase(op)
    return True


PATTERNS: Sequence[Pattern] = (
    branch_to_block_without_other_predecessors,
    branch_to_branch,
    conditional_branch_on_constant,
    conditional_branch_to_branch,
    conditional_branch_to_one_block,
    conditional_branch_after_same_condition,
    condition_in_its_branches,
    assertion_of_truth,
    arguments_with_one_value,
)
