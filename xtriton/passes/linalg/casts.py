"""Casts between pointer types that stay until both sides have been converted."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import NoneAttr, TensorType, UnrankedMemRefType, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tptr import POINTER
from xtriton.dialects.tt import PointerType
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.rewriting.rewriter import Rewriter, location_of


def unranked_memref(pointee: Attribute) -> UnrankedMemRefType[Attribute]:
    """``memref<*xT>``: memory of which only the element type is known. Pointer elements become untyped pointers."""
    return UnrankedMemRefType(address_type(pointee), NoneAttr())


def address_type(type_: Attribute) -> Attribute:
    """The untyped pointer type for Triton pointers to elements; other types are unchanged."""
    if isinstance(type_, PointerType):
        return type_ if isinstance(type_.pointee_type, TensorType) else POINTER
    if is_tensor_type(type_) and isinstance(type_.element_type, PointerType):
        return TensorType(POINTER, type_.get_shape())
    return type_


def unrealized_cast(value: SSAValue, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    """``value`` cast to another type; a later pass removes the cast."""
    return rewriter.insert(UnrealizedConversionCastOp.get([value], [type_])).results[0]


class Materializer:
    """Materialises pointers as memrefs: one cast for each pointer, next to its definition."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._known: dict[SSAValue, SSAValue] = {}

    def memory_at(self, pointer: SSAValue) -> SSAValue:
        """The memory that a scalar pointer points to, as ``memref<*xT>``."""
        known = self._known.get(pointer)
        if known is not None:
            return known
        rewriter = self._rewriter
        with rewriter.elsewhere():
            rewriter.after_value(pointer)
            rewriter.location = location_of(pointer)
            type_ = unranked_memref(cast("PointerType", pointer.type).pointee_type)
            memory = unrealized_cast(pointer, type_, rewriter)
        self._known[pointer] = memory
        return memory


def reconcile_casts(root: Operation) -> None:
    """Remove casts that cancel out, and dead casts (MLIR's ``reconcileUnrealizedCasts``)."""
    rewriter = Rewriter()
    casts = [op for op in operations_in(root) if type(op) is UnrealizedConversionCastOp]
    for op in casts:
        types = [result.type for result in op.results]
        source: UnrealizedConversionCastOp | None = op
        while source is not None:
            if [value.type for value in source.inputs] == types:
                for result, value in zip(op.results, source.inputs, strict=True):
                    rewriter.replace_all_uses(result, value)
                break
            source = _cast_before(source)
    for op in reversed(casts):
        if all(result.first_use is None for result in op.results):
            rewriter.erase(op)


def _cast_before(op: UnrealizedConversionCastOp) -> UnrealizedConversionCastOp | None:
    """The cast whose results are exactly the operands of ``op``."""
    if not op.inputs:
        return None
    owner = op.inputs[0].owner
    if isinstance(owner, UnrealizedConversionCastOp) and tuple(owner.results) == tuple(op.inputs):
        return owner
    return None
