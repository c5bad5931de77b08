"""``reconcile-ptr-casts``: lowers casts between pointers and memrefs to ``tptr``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, UnrankedMemRefType, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects import tptr
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.ptr import PtrType
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.linalg.casts import reconcile_casts, unranked_memref
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class ReconcilePtrCasts(Pass):
    """Convert casts between pointers and unranked memrefs to ``tptr.from_memref`` and ``tptr.to_memref``.

    before: ``%1 = builtin.unrealized_conversion_cast %0 : memref<*xf32> to !tt.ptr<f32>``
    after:  ``%cast = memref.cast %0 : memref<*xf32> to memref<1xf32>``, ``%1 = tptr.from_memref %cast``
    """

    name: ClassVar[str] = "reconcile-ptr-casts"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewriter = Rewriter()
        reconcile_casts(module)
        casts = [op for op in operations_in(module) if type(op) is UnrealizedConversionCastOp]
        for op in casts:
            if len(op.inputs) == len(op.results) == 1:
                rewriter.start_at(op)
                _lower(op, rewriter)
        for op in reversed(casts):
            if op.parent is not None and op.results and all(result.first_use is None for result in op.results):
                rewriter.erase(op)


def _origin(op: UnrealizedConversionCastOp) -> SSAValue:
    """The source of a chain of casts between pointers; other casts are lowered by now."""
    value = op.inputs[0]
    while isinstance(owner := value.owner, UnrealizedConversionCastOp) and len(owner.inputs) == len(owner.results) == 1:
        value = owner.inputs[0]
    return value


def _lower(op: UnrealizedConversionCastOp, rewriter: Rewriter) -> None:
    value, target = _origin(op), op.results[0].type
    source = value.type
    if source == target:
        rewriter.replace(op, [value])
    elif isinstance(target, PointerType) and not all(_takes_any_pointer(use.operation) for use in op.results[0].uses):
        return  # an operation that takes Triton's pointers, for which the cast stays
    elif isinstance(source, UnrankedMemRefType) and isinstance(target, PointerType | PtrType):
        ranked = rewriter.insert(memref.CastOp(value, memref.row_major_type(_element(value), [1]))).dest
        rewriter.replace_by(op, tptr.FromMemrefOp(ranked))
    elif isinstance(source, PtrType) and isinstance(target, UnrankedMemRefType):
        element = rewriter.insert(tptr.ToMemrefOp(value, memref.row_major_type(_element(op.results[0]), [1]))).res
        flat = memref.row_major_type(_element(op.results[0]), [DYNAMIC])
        # Users view the memory at the pointer with the extent that they know.
        made = rewriter.insert(memref.ReinterpretCastOp.of(element, [0], [1], [1], flat)).result
        memory = unranked_memref(_element(op.results[0]))
        for use in list(op.results[0].uses):
            if not isinstance(use.operation, memref.CastOp | memref.ReinterpretCastOp):
                with rewriter.elsewhere():
                    rewriter.start_at(use.operation)
                    unranked = rewriter.insert(memref.CastOp(made, memory)).dest
                rewriter.set_operand(use.operation, use.index, unranked)
        rewriter.replace(op, [made])
    elif value is not op.inputs[0]:
        rewriter.replace_by(op, UnrealizedConversionCastOp.get([value], [target]))


def _takes_any_pointer(op: Operation) -> bool:
    return isinstance(op, UnrealizedConversionCastOp) or op.name.startswith("tptr.")


def _element(memory: SSAValue) -> Attribute:
    return cast("UnrankedMemRefType[Attribute]", memory.type).element_type
