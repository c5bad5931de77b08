"""``tritongpu-promote-lhs-to-tmem``: allocates computed left operands of MMAs in tensor memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.analysis.mma import comes_from_load
from xtriton.dialects.ttg.attributes import EncodingAttr, encoding_attr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttg.verify import num_warps_of
from xtriton.dialects.ttng.attributes import TensorMemorySpaceAttr
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, default_registers, registers_suit
from xtriton.ir.context import Context
from xtriton.ir.traits import encoding_of
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import DistributedEncoding, NVMMAShared, TensorMemory
from xtriton.layouts.tensor_memory import ctas_of_memory
from xtriton.passes.base import Pass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_8, by_version


@dataclass(frozen=True)
class TritonNvidiaGPUPromoteLHSToTMemPass(Pass):
    """Move left operands of tcgen05 MMAs from shared to tensor memory.

    before: ``%a = ttg.local_alloc %x``, ``ttng.tc_gen5_mma %a, %b, %d``
    after:  ``%a = ttng.tmem_alloc %x``, ``ttng.tc_gen5_mma %a, %b, %d``
    """

    name: ClassVar[str] = "tritongpu-promote-lhs-to-tmem"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, _PATTERNS)


@pattern(TCGen5MMAOp, TCGen5MMAScaledOp)
def lhs_from_registers(op: TCGen5MMAOp | TCGen5MMAScaledOp, rewriter: Rewriter) -> bool:
    """A left operand that is allocated in shared memory in the same region is moved to tensor memory."""
    alloc = op.a.owner
    if not isinstance(alloc, LocalAllocOp) or alloc.parent_region() is not op.parent_region() or alloc.src is None:
        return False
    if bit_width(alloc.type.element_type) not in _WIDTHS.now() or _is_padded(alloc.type):
        return False
    source_type = cast("TensorType[Attribute]", alloc.src.type)
    layout = cast("DistributedEncoding", cast("EncodingAttr", encoding_of(source_type)).layout())
    memory = _memory_type(alloc.type, layout, cast("TensorMemory", cast("MemDescType", op.d.type).layout()))
    source: SSAValue = alloc.src
    rewriter.after(alloc)
    if not registers_suit(op, source_type, memory):
        knobs = Knobs.from_environment()
        if comes_from_load(source) and not knobs.allow_lhs_tmem_layout_conversion:
            return False
        encoding = default_registers(memory, num_warps_of(op), layout.cta_layout, knobs)
        type_ = TensorType(source_type.element_type, source_type.get_shape(), encoding)
        source = rewriter.insert(ConvertLayoutOp(source, result=type_)).result
    new = rewriter.insert(TMEMAllocOp(source, result=memory))
    # The driver is not notified: the old allocation, if dead now, is erased when it is visited again.
    op.operands[0] = new.result
    return True


_WIDTHS = by_version({V3_6: (16, 32), V3_8: (8, 16, 32)})
"""The widths of elements that are moved."""


def _is_padded(memory: MemDescType) -> bool:
    layout = memory.layout()
    return isinstance(layout, NVMMAShared) and layout.fp4_padded


def _memory_type(shared: MemDescType, layout: DistributedEncoding, accumulator: TensorMemory) -> MemDescType:
    """The operand in tensor memory: rows as in the accumulator, all columns in one block."""
    shape, parts = shared.get_shape(), ctas_of_memory(layout.cta_layout)
    encoding = TensorMemory(accumulator.block_m, shape[1], 1, two_ctas=accumulator.two_ctas, **parts)
    return MemDescType(shape, shared.element_type, encoding_attr(encoding), TensorMemorySpaceAttr())


_PATTERNS = PatternSet([lhs_from_registers])
