"""``triton-to-unstructured``: pointers become a base and offsets, accesses become gathers and scatters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.passes.common.cse import CSE
from xtriton.passes.linalg.triton_to_unstructured.offsets import OffsetRewrite


@dataclass(frozen=True)
class TritonToUnstructured(Pass):
    """Convert pointers to a base and offsets, and accesses to gathers and scatters.

    before: ``%1 = tt.addptr %splat_of_base, %offsets``, ``%2 = tt.load %1``
    after:  ``%2 = tts.gather %base[%offsets]``
    """

    name: ClassVar[str] = "triton-to-unstructured"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR
    offset_bit_width: int = option(32, "minimum bit width of offsets")
    through_branches: bool = option(False, "follow a single base through scf.if and scf.while")
    exact: bool = option(False, "add offsets in 64 bits unless their range is known to fit")

    def __post_init__(self) -> None:
        if self.offset_bit_width not in (8, 16, 32, 64):
            raise ValueError(f"offset-bit-width must be 8, 16, 32 or 64, not {self.offset_bit_width}")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        OffsetRewrite(ctx.diagnostics, self.offset_bit_width, self.through_branches, exact=self.exact).run(module)
        Canonicalizer().apply_to(ctx, module)
        CSE().apply_to(ctx, module)
