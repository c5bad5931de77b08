"""``gluon-resolve-auto-encodings``: replace automatic layouts by those that their users set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from xtriton.dialects.gluon import AutoEncodingAttr, SetAutoLayoutOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.base import Pass
from xtriton.passes.gluon.layout_inference import Seed, check_resolved, has_encoding, infer_layouts
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class GluonResolveAutoEncodingsPass(Pass):
    """Infer automatic layouts from the layouts that `gluon.set_auto_layout` sets.

    before: ``%0 = arith.constant dense<7> : tensor<16xi32, #gluon.auto_encoding>``,
            ``%1 = gluon.set_auto_layout %0 : tensor<16xi32, #gluon.auto_encoding> -> tensor<16xi32, #blocked>``
    after:  ``%0 = arith.constant dense<7> : tensor<16xi32, #blocked>``

    Layouts propagate from these operations to operands and results; two that differ are an error at the value. Another
    error is a value that no layout reaches.
    """

    name: ClassVar[str] = "gluon-resolve-auto-encodings"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        is_auto = has_encoding(AutoEncodingAttr)
        for function in module.body.ops:
            if isinstance(function, FuncOp):
                infer_layouts(function, is_auto, [_seed(op) for op in _set_layouts(function)])
        rewriter = Rewriter()
        for op in _set_layouts(module):
            rewriter.replace(op, [op.src])
        check_resolved(module, is_auto)


def _set_layouts(root: ModuleOp | FuncOp) -> list[SetAutoLayoutOp]:
    return [op for op in operations_inside_out(root) if isinstance(op, SetAutoLayoutOp)]


def _seed(op: SetAutoLayoutOp) -> Seed:
    encoding: Attribute | None = encoding_of(op.result.type)
    assert encoding is not None, "the verifier requires an encoding"
    return op.src, encoding
