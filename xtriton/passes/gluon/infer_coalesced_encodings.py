"""``gluon-infer-coalesced-encodings``: choose the layouts of loads and stores that ask for coalesced ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.coalescing import Coalescing
from xtriton.analysis.memory_accesses import accessed_tensor
from xtriton.dialects.gluon import CoalescedEncodingAttr
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.verify import module_of, num_ctas, num_warps_of, threads_per_warp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.encoding import CTALayout
from xtriton.passes.base import Pass
from xtriton.passes.gluon.layout_inference import Seed, check_resolved, has_encoding, infer_layouts

_IS_COALESCED = has_encoding(CoalescedEncodingAttr)


@dataclass(frozen=True)
class GluonInferCoalescedEncodingsPass(Pass):
    """Choose coalesced layouts for loads and stores through tensors with `#gluon.coalesced_encoding`.

    before: ``%1 = tt.load %0 : tensor<1024x!tt.ptr<f32>, #gluon.coalesced_encoding>``
    after:  ``%1 = tt.load %0 : tensor<1024x!tt.ptr<f32>, #blocked>`` with ``sizePerThread = [4]`` if pointers are
            contiguous and aligned to 16 bytes

    All values that are connected with an access get its layout; two that differ are an error at the value. Pointers
    and masks end at a ``gluon.set_auto_layout``, whose operand ``gluon-resolve-auto-encodings`` infers.
    """

    name: ClassVar[str] = "gluon-infer-coalesced-encodings"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        coalescing = Coalescing(ModuleAxisInfo(module))
        lanes = threads_per_warp(module)
        for function in module.body.ops:
            if isinstance(function, FuncOp):
                infer_layouts(function, _IS_COALESCED, list(_seeds(function, coalescing, lanes)))
        check_resolved(module, _IS_COALESCED)


def _seeds(function: FuncOp, coalescing: Coalescing, lanes: int) -> Iterator[Seed]:
    """The operands of coalesced accesses, with the layout of the access.

    Raises :class:`DiagnosticError` for clusters of several CTAs, for which Triton's pass has no layouts either.
    """
    for op in operations_inside_out(function):
        type_ = accessed_tensor(op)
        if type_ is None or not _IS_COALESCED(type_):
            continue
        ctas = num_ctas(module_of(op))
        if ctas != 1:
            raise error(op.location, f"'{op.name}' op coalesced layouts are for clusters of one CTA, not of {ctas}")
        shape = tuple(type_.get_shape())
        layout = coalescing.encoding(op, type_, num_warps_of(op), lanes, shape, CTALayout.default(len(shape)))
        for operand in op.operands:
            yield operand, encoding_attr(layout)
