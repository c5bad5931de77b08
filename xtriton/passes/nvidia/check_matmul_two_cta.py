"""``triton-nvidia-check-matmul-two-cta``: either all MMAs of a module run on one CTA, or all on a CTA pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import BoolAttr, ModuleOp, i1

from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error, note
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass

TWO_CTAS = "ttng.two-ctas"
"""The module attribute that says whether MMAs run on CTA pairs (``cta_group::2``)."""


@dataclass(frozen=True)
class TritonNvidiaGPUCheckMatmulTwoCTAPass(Pass):
    """Check that all MMAs agree on one-CTA or two-CTA mode, and record the mode on the module.

    before: ``module { ... ttng.tc_gen5_mma ... {two_ctas} }``
    after:  ``module attributes {"ttng.two-ctas" = true} { ... ttng.tc_gen5_mma ... {two_ctas} }``
    """

    name: ClassVar[str] = "triton-nvidia-check-matmul-two-cta"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        first: TCGen5MMAOp | None = None
        for op in operations_inside_out(module):
            if not isinstance(op, TCGen5MMAOp):
                continue
            if first is None:
                first = op
            elif (op.two_ctas is None) != (first.two_ctas is None):
                raise _disagreement(first, op)
        paired = first is not None and first.two_ctas is not None
        module.attributes[TWO_CTAS] = BoolAttr(int(paired), i1)


def _disagreement(first: TCGen5MMAOp, op: TCGen5MMAOp) -> Exception:
    paired = first.two_ctas is not None
    return error(
        op.location,
        "inconsistent two_ctas setting across matmuls; expected all matmuls to "
        f"{'enable' if paired else 'disable'} two_ctas.",
        (note(first.location, f"first matmul here has two_ctas={str(paired).lower()}."),),
    )
