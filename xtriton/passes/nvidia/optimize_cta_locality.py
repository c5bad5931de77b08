"""``triton-nvidia-gpu-optimize-cta-locality``: stores by the CTAs that have computed the values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.encoding_propagation import tensor_type
from xtriton.analysis.rematerialization import rematerializable_slice
from xtriton.dialects.tt.descriptor import DescriptorReduceOp, DescriptorScatterOp, DescriptorStoreOp
from xtriton.dialects.tt.memory import StoreOp
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.verify import num_ctas
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.conversions import minimal_conversion
from xtriton.layouts.tile import BLOCK
from xtriton.passes.base import Pass
from xtriton.passes.nvidia.cga_layouts import cga_layout_of, converted, linear_layout_of, with_cga_layout
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, VersionRange, since

_STORES = (StoreOp, DescriptorStoreOp, DescriptorReduceOp, DescriptorScatterOp)


@dataclass(frozen=True)
class TritonNvidiaGPUOptimizeCTALocalityPass(Pass):
    """Store values with the CTAs that hold them, if the other operands can be computed there as well.

    before: ``%y = ttg.convert_layout %x`` to a layout that other CTAs hold, ``tt.store %p, %y``
    after:  ``%y = ttg.convert_layout %x``, ``%q = ttg.convert_layout %p``, ``tt.store %q, %y`` in a layout of the CTAs
    that hold ``%x``
    """

    name: ClassVar[str] = "triton-nvidia-gpu-optimize-cta-locality"
    versions: ClassVar[VersionRange] = since(V3_9)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if num_ctas(module) == 1:
            return
        rewriter = Rewriter()
        for op in [op for op in operations_inside_out(module) if isinstance(op, ConvertLayoutOp)]:
            if not _moves_between_ctas(op):
                continue
            for use in tuple(op.result.uses):
                _store_in_place(op, use.operation, use.index, rewriter)
            if op.result.first_use is None:
                rewriter.erase(op)


def _moves_between_ctas(op: ConvertLayoutOp) -> bool:
    return BLOCK in minimal_conversion(linear_layout_of(op.src.type), linear_layout_of(op.result.type)).in_dim_names


def _store_in_place(op: ConvertLayoutOp, user: Operation, index: int, rewriter: Rewriter) -> None:
    """Have a store take the converted value, its operand ``index``, in a layout of the CTAs that hold its source."""
    if not isinstance(user, _STORES):
        return
    held = cga_layout_of(op.src.type)
    target = with_cga_layout(op.result.type, held) if held is not None else None
    if target is None:
        return
    others = [i for i, operand in enumerate(user.operands) if i != index and tensor_type(operand) is not None]
    if any(rematerializable_slice((user, other), target) is None for other in others):
        return
    rewriter.start_at(user)
    for i in sorted((index, *others)):
        value = op.src if i == index else user.operands[i]
        rewriter.set_operand(user, i, converted(value, target, rewriter))
