"""``tritongpu-combine-tensor-select-and-if``: fuses tensor selects into an ``scf.if`` on the same condition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import ClassVar

from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.dominance import Dominance, ancestor_in_region, is_before
from xtriton.dialects.upstream.arith import SelectOp
from xtriton.dialects.upstream.scf import IfOp, YieldOp, yield_of
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import Replacements, replace_if_by_wider


@dataclass(frozen=True)
class TritonGPUCombineTensorSelectAndIf(Pass):
    """Merge an ``arith.select`` into an ``scf.if`` on the same condition.

    before: ``%0 = arith.select %c, %a, %b``, ``scf.if %c { ... }``
    after:  ``%0 = scf.if %c { ... scf.yield %a } else { scf.yield %b }``
    """

    name: ClassVar[str] = "tritongpu-combine-tensor-select-and-if"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        selects = [op for op in operations_in(module) if isinstance(op, SelectOp)]
        _choose_in_branches(selects)
        dominance = Dominance()
        merged: dict[IfOp, list[SelectOp]] = {}
        for select in selects:
            conditional = _conditional_for(select, dominance)
            if conditional is not None:
                merged.setdefault(conditional, []).append(select)
        for conditional, its_selects in merged.items():
            _merge(conditional, its_selects)


def _conditionals(condition: SSAValue) -> list[IfOp]:
    """The ``scf.if`` ops on a condition, the latest use first."""
    return [use.operation for use in condition.uses if isinstance(use.operation, IfOp)]


def _choose_in_branches(selects: list[SelectOp]) -> None:
    """Replace selects inside an ``scf.if`` on the same condition by the operand that is selected there."""
    known: dict[tuple[SSAValue, SSAValue], list[Operation]] = {}
    for select in selects:
        for conditional in _conditionals(select.condition):
            for user in [use.operation for use in select.result.uses]:
                if ancestor_in_region(user, conditional.thenRegion) is not None:
                    known.setdefault((select.result, select.true_value), []).append(user)
                elif ancestor_in_region(user, conditional.elseRegion) is not None:
                    known.setdefault((select.result, select.false_value), []).append(user)
    for (result, chosen), users in known.items():
        for user in users:
            for use in [use for use in result.uses if use.operation is user]:
                user.operands[use.index] = chosen


def _conditional_for(select: SelectOp, dominance: Dominance) -> IfOp | None:
    """The first ``scf.if`` that can yield the operands of a select: after it in its block, and before all its users.

    Scalar selects are cheap and stay.
    """
    if not is_tensor_type(select.result.type):
        return None
    nearby = list(dict.fromkeys(if_ for if_ in _conditionals(select.condition) if if_.parent is select.parent))
    for conditional in sorted(nearby, key=cmp_to_key(lambda a, b: -1 if is_before(a, b) else 1)):
        if is_before(select, conditional) and all(
            dominance.dominates(conditional, use.operation) for use in select.result.uses
        ):
            return conditional
    return None


def _merge(conditional: IfOp, selects: list[SelectOp]) -> None:
    """Let ``conditional`` yield the operands of the selects, and replace the selects by its results."""
    rewriter = Rewriter()
    later: Replacements = []
    new = replace_if_by_wider(conditional, [select.result.type for select in selects], rewriter, later)
    new.attributes.clear()  # As in Triton, the attributes of the scf.if are dropped.
    _yield_too(new.thenRegion.block, [select.true_value for select in selects], rewriter, conditional.location)
    _yield_too(new.elseRegion.block, [select.false_value for select in selects], rewriter, conditional.location)
    for old, result in later:
        rewriter.replace_all_uses(old, result)
    for select, result in zip(selects, new.results[len(later) :], strict=True):
        rewriter.replace(select, [result])
    rewriter.erase(conditional)


def _yield_too(block: Block, values: list[SSAValue], rewriter: Rewriter, location: LocationAttr) -> None:
    end = yield_of(block)
    rewriter.before(end)
    rewriter.insert(YieldOp([*end.operands, *values]), location)
    rewriter.erase(end)
