"""``triton-ptr-to-memref``: functions take memrefs instead of pointers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.analysis.requirements import Rule, pointers_to_elements, without_layouts
from xtriton.dialects import tt
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.func import CallOp, FuncOp, ReturnOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.base import Pass
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.passes.common.cse import CSE
from xtriton.passes.linalg.casts import address_type, reconcile_casts, unranked_memref, unrealized_cast
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class TritonPtrToMemref(Pass):
    """Convert pointer arguments and results of functions to unranked memrefs.

    before: ``func.func @f(%arg0: !tt.ptr<f32>)``
    after:  ``func.func @f(%arg0: memref<*xf32>)``
    """

    name: ClassVar[str] = "triton-ptr-to-memref"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, pointers_to_elements)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewriter = Rewriter()
        for op in list(module.walk()):
            rewriter.start_at(op)
            match op:
                case FuncOp() | tt.FuncOp():
                    _convert_function(op, rewriter)
                case CallOp() | ReturnOp() | tt.CallOp() | tt.ReturnOp():
                    _convert_operands(op, rewriter)
                    rewriter.after(op)
                    _convert_results(op, rewriter)
                case _:
                    continue
        reconcile_casts(module)
        Canonicalizer().apply_to(ctx, module)
        CSE().apply_to(ctx, module)


def memory_type(type_: Attribute) -> Attribute:
    """The memref type for a pointer or a tensor of pointers; other types stay. Pointer elements become untyped."""
    if isinstance(type_, PointerType):
        return unranked_memref(type_.pointee_type)
    if is_tensor_type(type_) and isinstance(type_.element_type, PointerType):
        return memref.row_major_type(address_type(type_.element_type.pointee_type), type_.get_shape())
    return type_


def _convert_function(op: FuncOp | tt.FuncOp, rewriter: Rewriter) -> None:
    type_ = cast("FunctionType", op.function_type)
    inputs, outputs = (list(map(memory_type, types.data)) for types in (type_.inputs, type_.outputs))
    op.properties["function_type"] = FunctionType.from_lists(inputs, outputs)
    block = op.body.first_block
    if block is None:
        return
    for argument in block.args:
        old, new = argument.type, memory_type(argument.type)
        if old == new:
            continue
        rewriter.set_type(argument, new)
        rewriter.at_start(block)
        if argument.first_use is not None:
            uses = list(argument.uses)
            pointer = unrealized_cast(argument, old, rewriter)
            for use in uses:
                rewriter.set_operand(use.operation, use.index, pointer)


def _convert_operands(op: Operation, rewriter: Rewriter) -> None:
    for index, operand in enumerate(op.operands):
        type_ = memory_type(operand.type)
        if type_ != operand.type:
            rewriter.set_operand(op, index, unrealized_cast(operand, type_, rewriter))


def _convert_results(op: Operation, rewriter: Rewriter) -> None:
    for result in op.results:
        old, new = result.type, memory_type(result.type)
        if old == new:
            continue
        uses = list(result.uses)
        rewriter.set_type(result, new)
        pointer = unrealized_cast(result, old, rewriter)
        for use in uses:
            rewriter.set_operand(use.operation, use.index, pointer)
