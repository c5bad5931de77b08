"""``triton-to-ptr``: Triton pointers become untyped addresses, with offsets in bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, inside_functions, pointers_in_memory, without_layouts
from xtriton.dialects import tptr, tt
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref, scf
from xtriton.dialects.upstream.arith import MulIOp, SelectOp
from xtriton.interfaces.calls import CallableOpInterface
from xtriton.interfaces.region_branch import RegionBranchOpInterface, RegionBranchTerminatorOpInterface
from xtriton.ir.context import Context
from xtriton.ir.walk import parent_of_type
from xtriton.passes.base import Pass
from xtriton.passes.linalg.atomics import element_atomic, zero_or_null
from xtriton.passes.linalg.casts import address_type
from xtriton.rewriting import mixed
from xtriton.rewriting.dialect_conversion import (
    ConversionTarget,
    TypeConverter,
    apply_partial_conversion,
    unrealized_casts,
)
from xtriton.rewriting.dialect_conversion.pattern import Conversion, conversion_pattern
from xtriton.rewriting.dialect_conversion.structural import convert_in_place
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import Rewriter, location_of

_POINTER_OPS = (
    tt.AddPtrOp,
    tt.BitcastOp,
    tt.IntToPtrOp,
    tt.PtrToIntOp,
    tt.LoadOp,
    tt.StoreOp,
    tt.AtomicRMWOp,
    tt.AtomicCASOp,
)


@dataclass(frozen=True)
class TritonToPtr(Pass):
    """Lower the remaining pointers to untyped byte addresses.

    before: ``%1 = tt.addptr %0, %offset : !tt.ptr<f32>, i32``, ``%2 = tt.load %1``
    after:  ``%1 = tptr.ptradd %0 %offset_in_bytes``, ``%m = tptr.to_memref %1``, ``%2 = memref.load %m[%c0]``
    """

    name: ClassVar[str] = "triton-to-ptr"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, inside_functions, consistent_ranks, pointers_in_memory)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        types = TypeConverter(address_type, source=unrealized_casts, target=_cast_at_definition)
        target = ConversionTarget()
        target.set_unknown(lambda op: not _takes_any_type(op) or types.is_legal_op(op))
        target.add_dynamically_legal(types.is_legal_op, "linalg", "tensor")
        target.add_dynamically_legal(lambda op: _is_on_tensor(op) or types.is_legal_op(op), *_POINTER_OPS)
        patterns = PatternSet([*_PATTERNS, conversion_pattern(tt.AddPtrOp)(_AddPtr().lower), convert_in_place])
        apply_partial_conversion(module, target, patterns, types, folding="never")


def _cast_at_definition(
    values: Sequence[SSAValue], types: Sequence[Attribute], rewriter: Rewriter
) -> Sequence[SSAValue]:
    """A cast with the location of the pointer, not of its first user."""
    rewriter.location = location_of(values[0])
    return unrealized_casts(values, types, rewriter)


def _takes_any_type(op: Operation) -> bool:
    return isinstance(op, RegionBranchOpInterface | RegionBranchTerminatorOpInterface | SelectOp)


def _is_on_tensor(op: Operation) -> bool:
    scalar = op.value if isinstance(op, tt.StoreOp) else op.results[0]
    return isinstance(scalar.type, TensorType)


class _AddPtr:
    """The pattern for ``tt.addptr``: element sizes in bytes are computed once per function."""

    def __init__(self) -> None:
        self._sizes: dict[tuple[Block, Attribute, Attribute], SSAValue] = {}

    def lower(self, op: tt.AddPtrOp, rewriter: Conversion) -> bool:
        """The distance in bytes is the offset times the element size."""
        pointer, pointee = rewriter.converted(op.ptr), cast("PointerType", op.result.type).pointee_type
        distance = rewriter.insert(MulIOp(op.offset, self._size(op, pointee, rewriter))).result
        rewriter.replace_by(op, tptr.PtrAddOp(pointer, distance))
        return True

    def _size(self, op: tt.AddPtrOp, pointee: Attribute, rewriter: Conversion) -> SSAValue:
        block = _entry(op)
        key = (block, pointee, op.offset.type)
        size = self._sizes.get(key)
        if size is None:
            with rewriter.elsewhere():
                rewriter.at_start(block)
                size = rewriter.insert(tptr.TypeOffsetOp(pointee, op.offset.type)).result
            self._sizes[key] = size
        return size


def _entry(op: Operation) -> Block:
    """The entry block of the enclosing function."""
    function = parent_of_type(op, CallableOpInterface)
    assert function is not None
    return function.regions[0].blocks[0]


@conversion_pattern(tt.BitcastOp)
def bitcast(op: tt.BitcastOp, rewriter: Conversion) -> bool:
    """Addresses are untyped."""
    rewriter.replace(op, [rewriter.converted(op.src)])
    return True


@conversion_pattern(tt.IntToPtrOp)
def int_to_ptr(op: tt.IntToPtrOp, rewriter: Conversion) -> bool:
    """An integer as an address."""
    rewriter.replace_by(op, tptr.IntToPtrOp(op.src))
    return True


@conversion_pattern(tt.PtrToIntOp)
def ptr_to_int(op: tt.PtrToIntOp, rewriter: Conversion) -> bool:
    """An address as an integer."""
    rewriter.replace_by(op, tptr.PtrToIntOp(rewriter.converted(op.src), op.result.type))
    return True


@conversion_pattern(tt.AtomicRMWOp, tt.AtomicCASOp)
def atomic(op: tt.AtomicRMWOp | tt.AtomicCASOp, rewriter: Conversion) -> bool:
    """An atomic operation on the element at an address."""
    pointer, *operands = rewriter.operands(op)
    memory, place = _element_at(pointer, op.result.type, rewriter)
    rewriter.replace(op, [element_atomic(op, memory, place, operands, rewriter)])
    return True


@conversion_pattern(tt.LoadOp)
def load(op: tt.LoadOp, rewriter: Conversion) -> bool:
    """Load the element at an address; with a mask in an ``scf.if``."""
    memory, place = _element_at(rewriter.converted(op.ptr), op.result.type, rewriter)
    if op.mask is None:
        rewriter.replace_by(op, memref.LoadOp(memory, [place]))
        return True
    type_ = rewriter.types.single(op.result.type)
    read, skip = Block(), Block()
    with rewriter.elsewhere():
        rewriter.at_end(read)
        loaded = rewriter.insert(memref.LoadOp(memory, [place])).result
        rewriter.insert(scf.YieldOp([loaded]))
        rewriter.at_end(skip)
        other = zero_or_null(type_, rewriter) if op.other is None else rewriter.converted(op.other)
        rewriter.insert(scf.YieldOp([other]))
    rewriter.replace_by(op, scf.IfOp(op.mask, result_types=[type_], thenRegion=Region(read), elseRegion=Region(skip)))
    return True


@conversion_pattern(tt.StoreOp)
def store(op: tt.StoreOp, rewriter: Conversion) -> bool:
    """Store the element at an address; with a mask in an ``scf.if``."""
    pointer, value = rewriter.converted(op.ptr), rewriter.converted(op.value)
    if op.mask is not None:
        block = Block()
        rewriter.insert(scf.IfOp(op.mask, thenRegion=Region(block)))
        rewriter.at_end(block)
        rewriter.before(rewriter.insert(scf.YieldOp()))
    memory, place = _element_at(pointer, op.value.type, rewriter)
    rewriter.insert(memref.StoreOp(value, memory, [place]))
    rewriter.erase(op)
    return True


def _element_at(pointer: SSAValue, type_: Attribute, rewriter: Conversion) -> tuple[SSAValue, SSAValue]:
    """The memory of one element of ``type_`` at an address, and the index of the element in it."""
    element = memref.row_major_type(rewriter.types.single(type_), [1])
    memory = rewriter.insert(tptr.ToMemrefOp(pointer, element)).res
    return memory, mixed.index_constant(0, rewriter)


_PATTERNS = (bitcast, int_to_ptr, ptr_to_int, atomic, load, store)
