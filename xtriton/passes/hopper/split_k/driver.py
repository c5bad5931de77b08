"""The pass ``hopper-split-k``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import Rule, consistent_ranks, tensors_with_layouts, without_partitions
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.hopper.split_k.plan import Plan
from xtriton.passes.hopper.split_k.rewrite import SplitKRewrite
from xtriton.passes.hopper.split_k.schedule import COMBINE, MOST_PARTS, Costs, costs_of
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.remarks import counted, remark


@dataclass(frozen=True)
class SplitK(Pass):
    """Split the tiles of an incomplete wave of a persistent kernel along K over several programs.

    A program that computes a part of a tile stores its sums in a workspace, and counts the parts of the tile with an
    atomic. The program that completes the tile adds the parts in the order of their steps, so that the result does not
    depend on timing, and runs the epilogue. No program waits for another. The launch computes how many tiles are split,
    none where that would take longer, and gives the workspace.

    before: ``scf.for %tile = %program to %tiles { %sum = scf.for %k = 0 to 56 iter_args(%s = 0) {...}; store %sum }``
    after:  ``scf.for %tile = %program to %whole { as before }``
            ``scf.if %has_part { %sum = scf.for %i = 0 to %past - %first iter_args(%s = 0) {...}; store %sum aside;``
            ``%earlier = tt.atomic_rmw add; scf.if %completes { %all = the parts in order; store %all } }``
    """

    name: ClassVar[str] = "hopper-split-k"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, tensors_with_layouts, consistent_ranks)
    most_parts: int = option(MOST_PARTS, "the greatest number of parts of a tile")
    combine: int = option(COMBINE, "cycles that it costs to count a part of a tile, and to wait for the last one")
    force: bool = option(False, "split tiles even where that takes longer")

    def __post_init__(self) -> None:
        for name, least in (("most_parts", 2), ("combine", 0)):
            if not least <= getattr(self, name) < 1 << 20:
                raise ValueError(
                    f"{name.replace('_', '-')} is {getattr(self, name)}: it must be from {least} to 1048575"
                )

    def _costs(self, plan: Plan) -> Costs:
        if self.force:
            return Costs(1, 0, 0, 0, self.most_parts)
        return costs_of(plan.steps.cycles, plan.steps.bytes, plan.elements, self.most_parts, self.combine)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if not isinstance(function, FuncOp) or not function.is_public or function.is_declaration:
                continue
            try:
                plan = Plan(function)
            except Unsupported as found:
                remark(ctx, found.op, f"tiles are not split along K: '{found.op.name}' op {found.reason}")
                continue
            SplitKRewrite(plan, self._costs(plan)).run()
            text = f"tiles of an incomplete wave are split along K, into at most {self.most_parts} parts"
            remark(ctx, function, f"{text}, with {counted(len(plan.groups), 'epilogue')}")
