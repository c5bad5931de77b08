"""``tritongpu-reduce-data-duplication``: converts to dot operands through shared memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute

from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.upstream.constraints import bit_width
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.layouts.conversions import needs_shared_memory
from xtriton.layouts.distributed import DistributedEncoding
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encodings import order_for_memory, to_linear_layout
from xtriton.layouts.operand_memory import swizzled_for_operand
from xtriton.passes.base import Pass
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class TritonGPUReduceDataDuplication(Pass):
    """Convert layouts to dot operands through shared memory, without duplicated elements.

    before: ``%1 = ttg.convert_layout %0 : tensor<.., #blocked> -> tensor<.., #ttg.dot_op<..>>``
    after:  ``%1 = ttg.local_alloc %0 : (tensor<.., #blocked>) -> !ttg.memdesc<.., #shared, #smem>``,
            ``%2 = ttg.local_load %1 : !ttg.memdesc<.., #shared, #smem> -> tensor<.., #ttg.dot_op<..>>``

    Dot operand layouts replicate data across threads, which a conversion would write to shared memory repeatedly.
    Conversions within warps stay.
    """

    name: ClassVar[str] = "tritongpu-reduce-data-duplication"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, ConvertLayoutOp) and (type_ := _memory_type(op)) is not None:
                rewriter = Rewriter()
                rewriter.start_at(op)
                memory = rewriter.insert(LocalAllocOp(op.src, result=type_))
                load = LocalLoadOp(memory.result, result=op.result.type)
                rewriter.replace_by(op, load)


def _memory_type(op: ConvertLayoutOp) -> MemDescType | None:
    """The memory to convert through, if applicable; only operands of dots that are numbers are."""
    before, after = (cast("TensorType[Attribute]", value.type) for value in (op.src, op.result))
    source, target = layout_of(before.encoding), layout_of(after.encoding)
    bits = bit_width(before.element_type)
    if not isinstance(source, DistributedEncoding) or not isinstance(target, DotOperand) or bits is None:
        return None
    shape = tuple(before.get_shape())
    if not needs_shared_memory(to_linear_layout(source, shape), to_linear_layout(target, shape)):
        return None
    order = order_for_memory(source, shape)
    encoding = swizzled_for_operand(target, shape, order, source.cta_layout, bits)
    return MemDescType(shape, after.element_type, encoding_attr(encoding), SharedMemorySpaceAttr())
