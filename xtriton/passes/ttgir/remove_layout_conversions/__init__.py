"""``tritongpu-remove-layout-conversions``: eliminates, hoists and rematerialises layout conversions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.remove_layout_conversions.forward import ForwardRewrite
from xtriton.passes.ttgir.remove_layout_conversions.forward_by_cloning import ForwardRewriteByCloning
from xtriton.passes.ttgir.remove_layout_conversions.hoisting import hoist_conversions
from xtriton.passes.ttgir.remove_layout_conversions.propagation import chosen_encodings
from xtriton.passes.ttgir.remove_layout_conversions.rematerialization import rematerialize
from xtriton.rewriting.canonical import ttg
from xtriton.rewriting.canonical.region_branch import FOR_PATTERNS, IF_PATTERNS
from xtriton.rewriting.dead_iter_args import dead_iter_args, use_inits_of_dead_iter_args
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import V3_6, V3_7, V3_8, by_version

_CONVERSIONS = PatternSet(ttg.PATTERNS)
_FLOW = (*FOR_PATTERNS, *IF_PATTERNS)
_LOOPS_AND_BRANCHES = PatternSet(_FLOW)
_DEAD_LOOPS_AND_BRANCHES = PatternSet((dead_iter_args, *_FLOW))
_ALL = PatternSet((dead_iter_args, *_FLOW, *ttg.PATTERNS))


def _clean_up_together(module: ModuleOp) -> None:
    """Remove dead loop-carried values and conversions with one set of patterns."""
    rewrite_greedily(module, _ALL)


def _clean_up_dead_arguments_last(module: ModuleOp) -> None:
    """Remove conversions, then dead loop-carried values."""
    rewrite_greedily(module, _CONVERSIONS)
    rewrite_greedily(module, _DEAD_LOOPS_AND_BRANCHES)


def _clean_up_dead_arguments_first(module: ModuleOp) -> None:
    """Remove uses of dead loop-carried values, then conversions, then loops and branches that became dead."""
    use_inits_of_dead_iter_args(module)
    rewrite_greedily(module, _CONVERSIONS)
    rewrite_greedily(module, _LOOPS_AND_BRANCHES)


_FORWARD = by_version({V3_6: ForwardRewriteByCloning, V3_8: ForwardRewrite})
_CLEAN_UP = by_version(
    {V3_6: _clean_up_together, V3_7: _clean_up_dead_arguments_last, V3_8: _clean_up_dead_arguments_first}
)


@dataclass(frozen=True)
class TritonGPURemoveLayoutConversions(Pass):
    """Remove layout conversions by propagation, rematerialization and hoisting.

    before: ``%0 = tt.splat %x : f32 -> tensor<.., #a>``, ``%1 = ttg.convert_layout %0 : .. -> tensor<.., #b>``,
            ``%2 = arith.addf %1, %loaded : tensor<.., #b>``
    after:  ``%0 = tt.splat %x : f32 -> tensor<.., #b>``, ``%1 = arith.addf %0, %loaded : tensor<.., #b>``

    First the encodings of loads and dots are propagated forward. Then the backward slices of the remaining conversions
    are rematerialised in the other layout where that is cheaper, until nothing changes. Last, conversions are hoisted
    to where there is less data, or where they are executed less often.
    """

    name: ClassVar[str] = "tritongpu-remove-layout-conversions"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        functions = [op for op in operations_inside_out(module.body) if isinstance(op, FuncOp)]
        for func in functions:
            _FORWARD.now()(chosen_encodings(func)).run(func)
        rewrite_greedily(module, _CONVERSIONS)
        while sum(map(rematerialize, functions)):  # all functions in each round
            rewrite_greedily(module, _CONVERSIONS)
        for func in functions:
            hoist_conversions(func)
        _CLEAN_UP.now()(module)
