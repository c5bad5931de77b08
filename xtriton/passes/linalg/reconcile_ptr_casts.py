"""``reconcile-ptr-casts``: casts between pointers and memory become operations of ``tptr``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, UnrankedMemRefType, UnrealizedConversionCastOp

from xtriton.dialects import tptr
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.ptr import PtrType
from xtriton.ir.context import Context
from xtriton.passes.base import Pass
from xtriton.passes.linalg.casts import unrealized_cast
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class ReconcilePtrCasts(Pass):
    """Turn casts between pointers and unranked memory into ``tptr.from_memref`` and ``tptr.to_memref``.

    before: ``%1 = builtin.unrealized_conversion_cast %0 : memref<*xf32> to !tt.ptr<f32>``
    after:  ``%cast = memref.cast %0 : memref<*xf32> to memref<1xf32>``, ``%1 = tptr.from_memref %cast``
    """

    name: ClassVar[str] = "reconcile-ptr-casts"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewriter = Rewriter()
        for op in [op for op in module.walk() if isinstance(op, UnrealizedConversionCastOp)]:
            if len(op.inputs) == len(op.results) == 1:
                rewriter.start_at(op)
                _join(op, rewriter)
        for op in [op for op in module.walk() if isinstance(op, UnrealizedConversionCastOp)]:
            if op.results and all(result.first_use is None for result in op.results):
                rewriter.erase(op)
            elif len(op.inputs) == len(op.results) == 1:
                rewriter.start_at(op)
                _lower(op, rewriter)


def _join(op: UnrealizedConversionCastOp, rewriter: Rewriter) -> None:
    """Cast from where a chain of casts begins, if this is the end of one."""
    value = op.inputs[0]
    while isinstance(owner := value.owner, UnrealizedConversionCastOp) and len(owner.inputs) == len(owner.results) == 1:
        value = owner.inputs[0]
    if value is op.inputs[0]:
        return
    type_ = op.results[0].type
    rewriter.replace(op, [value if value.type == type_ else unrealized_cast(value, type_, rewriter)])


def _lower(op: UnrealizedConversionCastOp, rewriter: Rewriter) -> None:
    value, result = op.inputs[0], op.results[0]
    source, target = value.type, result.type
    if isinstance(source, UnrankedMemRefType) and isinstance(target, PointerType | PtrType):
        ranked = rewriter.insert(memref.CastOp(value, memref.row_major_type(source.element_type, [1]))).dest
        rewriter.replace_by(op, tptr.FromMemrefOp(ranked))
    elif isinstance(source, PointerType | PtrType) and isinstance(target, UnrankedMemRefType):
        element = target.element_type
        one = rewriter.insert(tptr.ToMemrefOp(value, memref.row_major_type(element, [1]))).res
        flat = memref.row_major_type(element, [DYNAMIC])
        # Users take the memory at the pointer in whatever extent they know it to have.
        rewriter.replace_by(op, memref.ReinterpretCastOp(one, [0], [1], [1], flat))
