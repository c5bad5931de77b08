"""``triton-to-structured``: accesses through tensors of pointers become accesses to strided blocks of memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.passes.linalg.triton_to_structured.prepass import carry_states
from xtriton.passes.linalg.triton_to_structured.rewrite import StructuredRewrite


@dataclass(frozen=True)
class TritonToStructured(Pass):
    """Convert pointer arithmetic to strided blocks, or to gathers in one dimension.

    before: ``%1 = tt.addptr %splat_of_base, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>``, ``tt.load %1``
    after:  ``%1 = tts.make_tptr %base to sizes: [8], strides: [1], offsets: [0], ...``, ``"tts.load"(%1)``
    """

    name: ClassVar[str] = "triton-to-structured"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR
    enable_make_gather_scatter: bool = option(True, "use gathers and scatters where one dimension is unstructured")
    run_prepass_only: bool = option(False, "only run the prepass, which makes tts.get_structured_state loop-carried")
    skip_prepass: bool = option(False, "skip the prepass that makes pointer states loop-carried")
    use_unsafe_mask: bool = option(False, "accepted for compatibility; masks are always handled safely")
    safe: bool = option(False, "drop triton-shared's assumptions about addresses and integer overflow")
    guards: bool = option(True, "with safe: assert that no integer overflows; otherwise access single elements")
    rows: bool = option(False, "with guards: assert that blocks numbered through rows with gaps do not cross them")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if not self.skip_prepass:
            Canonicalizer().apply_to(ctx, module)
            carry_states(module)
        if not self.run_prepass_only:
            rewrite = StructuredRewrite(
                ctx.diagnostics,
                gathers=self.enable_make_gather_scatter,
                safe=self.safe,
                guards=self.guards,
                rows=self.rows,
            )
            rewrite.run(module)
