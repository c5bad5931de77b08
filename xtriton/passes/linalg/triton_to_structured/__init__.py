"""``triton-to-structured``: accesses through tensors of pointers become accesses to strided blocks of memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.common.canonicalize import Canonicalize
from xtriton.passes.linalg.triton_to_structured.prepass import carry_states
from xtriton.passes.linalg.triton_to_structured.rewrite import StructuredRewrite


@dataclass(frozen=True)
class TritonToStructured(Pass):
    """Access strided blocks of memory instead of single elements through tensors of pointers.

    before: ``%1 = tt.addptr %splat_of_base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>``, ``tt.load %1``
    after:  ``%1 = tts.make_tptr %base to sizes: [8], strides: [1], offsets: [0], ...``, ``"tts.load"(%1)``
    """

    name: ClassVar[str] = "triton-to-structured"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR
    enable_make_gather_scatter: bool = option(True, "gather and scatter where one dimension is not structured")
    run_prepass_only: bool = option(False, "only let loops carry tts.get_structured_state")
    skip_prepass: bool = option(False, "do not let loops carry states of pointers")
    use_unsafe_mask: bool = option(False, "accepted for triton-shared's sake: masks are always handled safely")
    safe: bool = option(False, "assume nothing that triton-shared assumes of addresses and integers that wrap around")
    guards: bool = option(True, "with safe: assert that no integer wraps around, or else access single elements")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if not self.skip_prepass:
            Canonicalize().apply_to(ctx, module)
            carry_states(module)
        if not self.run_prepass_only:
            rewrite = StructuredRewrite(
                ctx.diagnostics, gathers=self.enable_make_gather_scatter, safe=self.safe, guards=self.guards
            )
            rewrite.run(module)
