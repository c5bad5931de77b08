"""Patterns for ``cf.switch``."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, VectorType, i32
from xdsl.ir import Attribute

from xtriton.dialects.upstream.cf import CASE_SEGMENTS, SEGMENTS, BranchOp, SwitchOp
from xtriton.folds.elements import integer_of, to_unsigned, width_of
from xtriton.folds.folding import constant_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.rewriting.canonical.cf import Jump, collapsed, single_predecessor
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter

Cases = list[tuple[int, Jump]]


def _default(op: SwitchOp) -> Jump:
    return Jump(op.defaultDestination, list(op.defaultOperands))


def _cases(op: SwitchOp) -> Cases:
    """The cases, with their values as unsigned integers."""
    width = width_of(op.flag.type)
    values = [to_unsigned(value, width) for value in op.cases]
    jumps = [Jump(block, list(values)) for block, values in zip(op.caseDestinations, op.case_operands, strict=True)]
    return list(zip(values, jumps, strict=True))


def _replace(op: SwitchOp, default: Jump, cases: Cases, rewriter: Rewriter) -> None:
    sizes = [len(jump.values) for _, jump in cases]
    properties: dict[str, Attribute] = {
        SEGMENTS: DenseArrayBase.from_list(i32, [1, len(default.values), sum(sizes)]),
        CASE_SEGMENTS: DenseArrayBase.from_list(i32, sizes),
    }
    if cases:
        type_ = VectorType(op.flag.type, [len(cases)])
        properties["case_values"] = DenseElementsAttr.of(type_, [value for value, _ in cases])
    new = SwitchOp.create(
        operands=[op.flag, *default.values, *(value for _, jump in cases for value in jump.values)],
        properties=properties,
        successors=[default.block, *(jump.block for _, jump in cases)],
    )
    rewriter.replace_by(op, new)


def _go(op: SwitchOp, value: int, rewriter: Rewriter) -> None:
    """Replace a switch by a branch to the successor of a value."""
    jump = next((jump for case, jump in _cases(op) if case == value), _default(op))
    rewriter.replace_by(op, BranchOp(jump.block, jump.values))


@pattern(SwitchOp)
def switch_without_cases(op: SwitchOp, rewriter: Rewriter) -> bool:
    """A switch with only a default successor is a branch."""
    if op.caseDestinations:
        return False
    rewriter.replace_by(op, BranchOp(op.defaultDestination, op.defaultOperands))
    return True


@pattern(SwitchOp)
def cases_like_default(op: SwitchOp, rewriter: Rewriter) -> bool:
    """Cases with the same successor and operands as the default."""
    default, cases = _default(op), _cases(op)
    kept = [case for case in cases if case[1] != default]
    if len(kept) == len(cases):
        return False
    _replace(op, default, kept, rewriter)
    return True


@pattern(SwitchOp)
def switch_on_constant(op: SwitchOp, rewriter: Rewriter) -> bool:
    """A constant flag selects one successor."""
    value = integer_of(constant_of(op.flag))
    if value is None:
        return False
    _go(op, value, rewriter)
    return True


@pattern(SwitchOp)
def switch_to_branch(op: SwitchOp, rewriter: Rewriter) -> bool:
    """Successors that only branch are replaced by their targets."""
    default, cases = _default(op), _cases(op)
    new_default = collapsed(default, op.parent)
    new_cases = [(value, collapsed(jump, op.parent)) for value, jump in cases]
    if new_default is None and all(jump is None for _, jump in new_cases):
        return False
    pairs = zip(cases, new_cases, strict=True)
    _replace(op, new_default or default, [(old[0], new[1] or old[1]) for old, new in pairs], rewriter)
    return True


def _switch_before(op: SwitchOp) -> SwitchOp | None:
    """The switch on the same flag that is the only predecessor."""
    block = single_predecessor(op.parent) if op.parent is not None else None
    before = block.last_op if block is not None else None
    return before if isinstance(before, SwitchOp) and before.flag is op.flag else None


@pattern(SwitchOp)
def switch_after_case_of_same_flag(op: SwitchOp, rewriter: Rewriter) -> bool:
    """In the block of a case the flag is constant."""
    before = _switch_before(op)
    if before is None or before.defaultDestination is op.parent:
        return False
    value = next(value for value, jump in _cases(before) if jump.block is op.parent)
    _go(op, value, rewriter)
    return True


@pattern(SwitchOp)
def switch_after_default_of_same_flag(op: SwitchOp, rewriter: Rewriter) -> bool:
    """In the default block the flag is none of the tested values."""
    before = _switch_before(op)
    if before is None or before.defaultDestination is not op.parent:
        return False
    excluded = {value for value, _ in _cases(before)}
    cases = _cases(op)
    kept = [case for case in cases if case[0] not in excluded]
    if len(kept) == len(cases):
        return False
    _replace(op, _default(op), kept, rewriter)
    return True


PATTERNS: Sequence[Pattern] = (
    switch_without_cases,
    cases_like_default,
    switch_on_constant,
    switch_to_branch,
    switch_after_case_of_same_flag,
    switch_after_default_of_same_flag,
)
