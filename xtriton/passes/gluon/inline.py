"""``gluon-inline``: inline functions without changing the values that layouts are inferred for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.passes.base import Pass
from xtriton.passes.common.inline import inline_functions
from xtriton.passes.gluon.simplify_control_flow import GluonSimplifyControlFlow


@dataclass(frozen=True)
class GluonInline(Pass):
    """Inline calls, callees first, and simplify the control flow of each function before it is inlined.

    before: ``%1 = tt.call @set_layout(%0) : (tensor<16xi32, #gluon.auto_encoding>) -> tensor<16xi32, #blocked>``
    after:  ``%1 = gluon.set_auto_layout %0 : tensor<16xi32, #gluon.auto_encoding> -> tensor<16xi32, #blocked>``
    """

    name: ClassVar[str] = "gluon-inline"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        inline_functions(ctx, module, GluonSimplifyControlFlow())
