"""``triton-nvidia-check-matmul-two-cta``: either all MMAs of a module run on one CTA, or all on a CTA pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, ModuleOp, i1

from xtriton.dialects.ttng.tcgen05 import MMAv5Op, TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error, note
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.versions import V3_6, V3_8, ByVersion, by_version

TWO_CTAS = "ttng.two-ctas"
"""The module attribute that says whether MMAs run on CTA pairs (``cta_group::2``)."""

_COUNTED: ByVersion[tuple[type[MMAv5Op], ...]] = by_version(
    {V3_6: (TCGen5MMAOp,), V3_8: (TCGen5MMAOp, TCGen5MMAScaledOp)}
)
"""The operations that have a mode."""


@dataclass(frozen=True)
class TritonNvidiaGPUCheckMatmulTwoCTAPass(Pass):
    """Check that all MMAs agree on one-CTA or two-CTA mode, and record the mode on the module.

    before: ``module { ... ttng.tc_gen5_mma ... {two_ctas} }``
    after:  ``module attributes {"ttng.two-ctas" = true} { ... ttng.tc_gen5_mma ... {two_ctas} }``
    """

    name: ClassVar[str] = "triton-nvidia-check-matmul-two-cta"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        first: MMAv5Op | None = None
        counted = _COUNTED.now()
        for op in operations_inside_out(module):
            if not isinstance(op, counted):
                continue
            if first is None:
                first = op
            elif (op.two_ctas is None) != (first.two_ctas is None):
                raise _disagreement(first, op)
        paired = first is not None and first.two_ctas is not None
        module.attributes[TWO_CTAS] = BoolAttr(int(paired), i1)


def _disagreement(first: MMAv5Op, op: MMAv5Op) -> Exception:
    paired = first.two_ctas is not None
    return error(
        op.location,
        "inconsistent two_ctas setting across matmuls; expected all matmuls to "
        f"{'enable' if paired else 'disable'} two_ctas.",
        (note(first.location, f"first matmul here has two_ctas={str(paired).lower()}."),),
    )
