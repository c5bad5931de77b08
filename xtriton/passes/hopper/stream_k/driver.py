"""The pass ``hopper-stream-k``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import Rule, consistent_ranks, tensors_with_layouts
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.hopper.remarks import counted, remark
from xtriton.passes.hopper.stream_k.plan import Plan
from xtriton.passes.hopper.stream_k.rewrite import StreamKRewrite
from xtriton.passes.hopper.warp_specialize.unsupported import Unsupported


@dataclass(frozen=True)
class StreamK(Pass):
    """Let several programs of a persistent kernel compute a tile, where the tiles do not fill the last wave.

    The steps of the loop over K of the tiles of the last two waves are distributed evenly over the programs. A program
    that computes a part of a tile stores the sums in a workspace, and counts the parts of the tile with an atomic. The
    program that completes the tile adds the parts in the order of their steps, so that the result does not depend on
    timing, and runs the epilogue. No program waits for another. The launch computes how many tiles are shared, none
    where that would take longer, and gives the workspace.

    before: ``scf.for %tile { %sum = scf.for %k = 0 to 56 step 4 iter_args(%s = 0) {...}; store %sum }``
    after:  ``scf.for %tile { %sum = scf.for %k = %first to %last step 4 iter_args(%s = 0) {...};
            %completes = scf.if %is_part { store to the workspace; atomic_rmw } else { true };
            %all = scf.if %is_part_and_completes { add the parts } else { %sum }; scf.if %completes { store %all } }``
    """

    name: ClassVar[str] = "hopper-stream-k"
    requires: ClassVar[tuple[Rule, ...]] = (tensors_with_layouts, consistent_ranks)
    most_parts: int = option(4, "the greatest number of programs for each tile that are launched")
    fixup: int = option(2000, "cycles that it costs to combine a part of a tile with the others")

    def __post_init__(self) -> None:
        for name in ("most_parts", "fixup"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name.replace('_', '-')} must be at least 1")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if not isinstance(function, FuncOp) or not function.is_public or function.is_declaration:
                continue
            try:
                plan = Plan(function)
            except Unsupported as found:
                remark(ctx, found.op, f"tiles are not shared between programs: '{found.op.name}' op {found.reason}")
                continue
            StreamKRewrite(plan, self.most_parts, self.fixup).run()
            text = f"programs share the tiles of an incomplete wave, with {counted(len(plan.groups), 'epilogue')}"
            remark(ctx, function, text)
