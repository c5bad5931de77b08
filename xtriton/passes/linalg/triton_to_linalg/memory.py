"""Loads and stores as copies between memory and tensors."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import MemRefType, i1
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineMap

from xtriton.dialects import tt
from xtriton.dialects.upstream import affine, linalg, memref, tensor
from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate, OrIOp
from xtriton.dialects.upstream.bufferization import MaterializeInDestinationOp, ToTensorOp
from xtriton.dialects.upstream.memref.layouts import row_major_type, subview_type
from xtriton.dialects.upstream.mixed import OpFoldResult, static_of
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.ir.narrowing import is_tensor_type
from xtriton.passes.linalg.masks import MaskState
from xtriton.passes.linalg.pointers import Guards
from xtriton.passes.linalg.scalars import scalar_of
from xtriton.passes.linalg.triton_to_linalg.pointers import Pointers
from xtriton.passes.linalg.triton_to_linalg.unsupported import StructureError, made_by
from xtriton.rewriting import mixed
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

_FIRST = AffineMap(0, 0, (AffineConstantExpr(0),))


def lower_load(op: tt.LoadOp, pointers: Pointers, rewriter: Rewriter, *, guards: Guards | None) -> None:
    """A load copies the enabled elements to a new buffer, which becomes the tensor."""
    if not is_tensor_type(op.result.type):
        if op.mask is not None:
            raise StructureError(op, "a load of one element under a mask")
        place = pointers.scalar_memory_of(op.ptr, op)
        rewriter.replace_by(op, affine.LoadOp(place, _FIRST))
        return
    source = pointers.memory_of(op.ptr, op)
    type_ = _ranked(source, op)
    buffer = rewriter.insert(memref.AllocOp(memref=row_major_type(type_.element_type, type_.get_shape()))).memref
    if op.mask is None:
        rewriter.insert(memref.CopyOp(source, buffer))
    else:
        sizes = _mask_sizes(op.mask, op, rewriter, guards=guards)
        if op.other is not None:
            value = scalar_of(op.other, rewriter)
            if value is None:
                raise StructureError(op, f"what a mask leaves out is made by {made_by(op.other)}")
            _fill_rest(value, buffer, sizes, rewriter)
        views = [subview(memory, sizes, rewriter) for memory in (source, buffer)]
        rewriter.insert(memref.CopyOp(*views))
    rewriter.replace_by(op, ToTensorOp(buffer, restrict=True, writable=True))


def lower_store(op: tt.StoreOp, pointers: Pointers, rewriter: Rewriter, *, guards: Guards | None) -> None:
    """A store writes the enabled part of the tensor."""
    if not is_tensor_type(op.value.type):
        if op.mask is not None:
            raise StructureError(op, "a store of one element under a mask")
        place = pointers.scalar_memory_of(op.ptr, op)
        rewriter.insert(affine.StoreOp(op.value, place, _FIRST))
        rewriter.erase(op)
        return
    target, value = pointers.memory_of(op.ptr, op), op.value
    _ranked(target, op)
    if op.mask is not None:
        sizes = _mask_sizes(op.mask, op, rewriter, guards=guards)
        zeros, ones = [0] * len(sizes), [1] * len(sizes)
        value = rewriter.insert(tensor.ExtractSliceOp.of(value, zeros, sizes, ones)).result
        target = subview(target, sizes, rewriter)
    rewriter.insert(MaterializeInDestinationOp(value, target, writable=True))
    rewriter.erase(op)


def _ranked(memory: SSAValue, op: tt.LoadOp | tt.StoreOp) -> MemRefType[Attribute]:
    type_ = memory.type
    if not isinstance(type_, MemRefType):
        raise StructureError(op, "a tensor of pointers whose elements have no known order")
    return cast("MemRefType[Attribute]", cast("Attribute", type_))


def _mask_sizes(
    mask: SSAValue, op: tt.LoadOp | tt.StoreOp, rewriter: Rewriter, *, guards: Guards | None
) -> list[OpFoldResult]:
    """How many elements of each dimension a mask enables."""
    state = MaskState(guards=guards)
    if not state.parse(mask, rewriter):
        raise StructureError(op, state.reason)
    if not state.is_mask or state.unstructured:
        raise StructureError(op, "a mask that does not let through the first elements of each dimension")
    return state.dims


def subview(source: SSAValue, sizes: list[OpFoldResult], rewriter: Rewriter) -> SSAValue:
    """The leading elements of each dimension of a memref."""
    zeros, ones = [0] * len(sizes), [1] * len(sizes)
    type_ = subview_type(cast("MemRefType[Attribute]", source.type), zeros, static_of(sizes), ones)
    return rewriter.insert(memref.SubViewOp.of(source, zeros, sizes, ones, type_)).result


def _fill_rest(value: SSAValue, buffer: SSAValue, sizes: list[OpFoldResult], rewriter: Rewriter) -> None:
    """Fill a buffer first unless all of it is copied to."""
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    partial: SSAValue = insert_constant(rewriter, 0, i1)
    for size, extent in zip(sizes, shape, strict=True):
        whole = mixed.index_constant(extent, rewriter)
        copied = mixed.as_value(size, rewriter)
        less = rewriter.insert(CmpIOp(CmpIPredicate.SLT, copied, whole)).result
        partial = rewriter.insert(OrIOp(partial, less)).result
    then = Region(Block())
    rewriter.insert(IfOp(partial, thenRegion=then))
    with rewriter.elsewhere():
        rewriter.at_end(then.block)
        rewriter.insert(linalg.FillOp([value], [buffer]))
        rewriter.insert(YieldOp())
