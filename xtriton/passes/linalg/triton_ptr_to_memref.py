"""``triton-ptr-to-memref``: functions take memrefs instead of pointers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from xtriton.analysis.requirements import Rule, pointers_to_elements, without_layouts
from xtriton.dialects import tt
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.func import CallOp, FuncOp, ReturnOp
from xtriton.interfaces.calls import CallableOpInterface
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.base import Pass
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.passes.common.cse import CSE
from xtriton.passes.linalg.casts import address_type, reconcile_casts, unranked_memref
from xtriton.rewriting.dialect_conversion import (
    Conversion,
    ConversionTarget,
    TypeConverter,
    apply_partial_conversion,
    conversion_pattern,
    structural,
    unrealized_casts,
)
from xtriton.rewriting.pattern import PatternSet


@dataclass(frozen=True)
class TritonPtrToMemref(Pass):
    """Convert pointer arguments and results of functions to unranked memrefs.

    before: ``func.func @f(%arg0: !tt.ptr<f32>)``
    after:  ``func.func @f(%arg0: memref<*xf32>)``
    """

    name: ClassVar[str] = "triton-ptr-to-memref"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, pointers_to_elements)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        types = TypeConverter(memory_type, source=unrealized_casts, target=unrealized_casts)
        target = ConversionTarget()
        target.set_unknown(lambda op: True)
        target.add_dynamically_legal(
            lambda op: types.is_legal_signature(cast("CallableOpInterface", op).type), FuncOp, tt.FuncOp
        )
        target.add_dynamically_legal(types.is_legal_op, CallOp, ReturnOp, tt.CallOp, tt.ReturnOp)
        patterns = PatternSet([entry_signature, structural.convert_in_place])
        apply_partial_conversion(module, target, patterns, types, folding="never")
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


@conversion_pattern(FuncOp, tt.FuncOp)
def entry_signature(op: FuncOp | tt.FuncOp, rewriter: Conversion) -> bool:
    """Convert the type of a function and the arguments of its entry; other blocks keep their pointers."""
    op.properties["function_type"] = rewriter.types.function_type(op.type)
    if op.body.first_block is not None:
        rewriter.convert_arguments(op.body.first_block)
    return True
