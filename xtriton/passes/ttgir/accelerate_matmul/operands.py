"""Operands of matrix instructions in shared memory or in registers."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.mma import without_conversions
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity
from xtriton.ir.narrowing import tensor
from xtriton.ir.traits import shape_of_tensor
from xtriton.layouts.encodings import DistributedEncoding, SharedEncoding, order_for_memory
from xtriton.layouts.mma_operands import dot_operand_for, nvmma_shared_for_shape
from xtriton.layouts.orders import Order, matrix_order
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import layout_of_tensor


def in_registers(value: SSAValue, op_idx: int, result: DistributedEncoding, bits: int, rewriter: Rewriter) -> SSAValue:
    """Operand ``op_idx`` of an instruction with this result; its loaded elements had ``bits`` bits."""
    encoding = encoding_attr(dot_operand_for(op_idx, result, bits))
    return insert_conversion(value, encoding, rewriter, location_of(value))


def allocated(value: SSAValue, layout: SharedEncoding, rewriter: Rewriter) -> LocalAllocOp:
    """A shared memory allocation initialised with a tensor, right after its definition."""
    element = tensor(value.type).element_type
    type_ = MemDescType(shape_of_tensor(value), element, encoding_attr(layout), SharedMemorySpaceAttr())
    with rewriter.elsewhere():
        rewriter.after_value(value)
        return rewriter.insert(LocalAllocOp(value, result=type_), location_of(value))


class SharedOperands:
    """Allocates operands of a dot in shared memory."""

    def __init__(self, rewriter: Rewriter, warnings: DiagnosticEngine | None = None, product: Operation | None = None):
        """With ``product``, warns where the memory order of an operand differs from its register order."""
        self._rewriter = rewriter
        self._warnings = warnings
        self._product = product

    def put(
        self,
        value: SSAValue,
        op_idx: int,
        *,
        any_order: bool,
        fp4_padded: bool = False,
        k_major: bool = True,
    ) -> SSAValue:
        """An operand in shared memory, in register order if the instruction supports ``any_order``.

        Otherwise k is contiguous, or, if not ``k_major``, the other dimension.
        """
        source = without_conversions(value)
        layout, shape = layout_of_tensor(source), shape_of_tensor(source)
        held = order_for_memory(layout, shape)
        order = held if any_order else matrix_order(2, row_major=(op_idx == 0) == k_major)
        if order != held:
            self._warn(op_idx, order)
        bits = bit_width(source.type)
        memory = nvmma_shared_for_shape(shape, order, layout.cta_layout, bits, fp4_padded=fp4_padded)
        return allocated(source, memory, self._rewriter).result

    def _warn(self, op_idx: int, order: Order) -> None:
        if self._product is None or self._warnings is None:
            return
        message = (
            f"Warning: Forcing a different order [{order[0]}, {order[1]}] on SMEM than the register order for the "
            f"operand {op_idx}. Registers will be transposed before SMEM store and the pipelined load for this operand "
            "will be disabled, so poor performance is expected. Recommendation: consider transposing the operand in "
            "global memory to remove the need to transpose the tensor in registers."
        )
        self._warnings.emit(Diagnostic(Severity.WARNING, self._product.location, message))
