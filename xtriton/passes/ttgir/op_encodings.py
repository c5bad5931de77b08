"""Changing the layout of an operation, with conversions before and after it."""

from __future__ import annotations

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import tensor_type, with_encoding
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorScatterOp
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import AsyncCopyGlobalToLocalOp
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter


def change_encoding(op: Operation, encoding: Attribute) -> Operation:
    """Replace ``op`` by one on tensors of another encoding, and convert its operands and results."""
    rewriter = Rewriter()
    rewriter.start_at(op)
    operands = [
        operand
        if tensor_type(operand) is None or _keeps_layout(op, operand)
        else insert_conversion(operand, encoding, rewriter, op.location)
        for operand in op.operands
    ]
    new = rewriter.insert(clone_with(op, operands, [_changed(op, result, encoding) for result in op.results]))
    for result, changed in zip(op.results, new.results, strict=True):
        value: SSAValue = changed
        if changed.type != result.type:
            value = rewriter.insert(ConvertLayoutOp(changed, result=result.type)).result
        rewriter.replace_all_uses(result, value)
    rewriter.erase(op)
    return new


def _keeps_layout(op: Operation, operand: SSAValue) -> bool:
    """Whether an operand keeps its layout: the row indices of gathers and scatters."""
    return isinstance(op, DescriptorGatherOp | DescriptorScatterOp) and operand is op.x_offsets


def _changed(op: Operation, result: SSAValue, encoding: Attribute) -> Attribute:
    type_ = tensor_type(result)
    return result.type if type_ is None or isinstance(op, AsyncCopyGlobalToLocalOp) else with_encoding(type_, encoding)
