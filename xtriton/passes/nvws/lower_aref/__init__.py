"""``nvws-lower-aref``: lowers arefs to buffers with barriers for full and empty slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.nvws.aref import ArefCreateOp, ArefGetEnterOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass, option
from xtriton.passes.nvws.assign_stage_phase import NVWSAssignStagePhase
from xtriton.passes.nvws.lower_aref.combine import combine_arefs
from xtriton.passes.nvws.lower_aref.lowering import lower_aref
from xtriton.passes.nvws.lower_aref.multi_buffer import add_buffers, is_filled_by_loads
from xtriton.passes.ttgir.warp_specialization.specialized_loops import Loop, specialized_loops
from xtriton.rewriting.greedy import GreedyConfig, rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, by_version


@dataclass(frozen=True)
class NVWSLowerAref(Pass):
    """Lower arefs to buffers and barriers.

    before: ``nvws.aref.put.enter %aref[%stage, %phase]``, ``nvws.descriptor_load``, ``nvws.aref.put.exit``
    after:  ``ttng.wait_barrier %empty[%stage], %phase``, ``ttng.barrier_expect %full[%stage]``,
            ``ttng.async_tma_copy_global_to_local``
    """

    name: ClassVar[str] = "nvws-lower-aref"
    num_stages: int = option(3, "number of pipeline stages")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for loop in specialized_loops(module):
            _COMBINE.now()(loop)
        for aref in [op for op in operations_inside_out(module) if isinstance(op, ArefCreateOp)]:
            if is_filled_by_loads(aref):
                add_buffers(aref, self.num_stages)
        NVWSAssignStagePhase().apply(ctx, module)
        config = GreedyConfig(fold=False, unique_constants=False)
        rewrite_greedily(module, PatternSet([lower_aref(ctx.diagnostics, self.num_stages)]), config)
        for function in [op for op in operations_inside_out(module) if isinstance(op, FuncOp)]:
            _hoist_poison(function)


def _combine_across_loops(loop: Loop) -> None:
    """Combine all arefs that are read in a loop."""
    assert isinstance(loop, ForOp)
    combine_arefs(loop, [op for op in operations_inside_out(loop) if isinstance(op, ArefGetEnterOp)])


def _combine_in_each_loop(loop: Loop) -> None:
    """Combine arefs that are read in the same loop body."""
    for inner in [op for op in operations_inside_out(loop) if isinstance(op, ForOp)]:
        combine_arefs(inner, [op for op in inner.body.ops if isinstance(op, ArefGetEnterOp)])


_COMBINE = by_version({V3_6: _combine_across_loops, V3_7: _combine_in_each_loop})


def _hoist_poison(function: FuncOp) -> None:
    """Move poison, which belongs to no partition, to the start of the function."""
    block = function.body.first_block
    for op in [op for op in operations_inside_out(function) if isinstance(op, PoisonOp)]:
        first = block.first_op if block is not None else None
        if first is not None and first is not op:
            Rewriter.move_in_place(op, first)
