"""``triton-to-ptr``: Triton pointers become untyped addresses, with offsets in bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, without_layouts
from xtriton.dialects import tptr, tt
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref, scf
from xtriton.dialects.upstream.arith import MulIOp, SelectOp
from xtriton.dialects.upstream.func import FuncOp
from xtriton.ir.context import Context
from xtriton.passes.base import Pass
from xtriton.passes.linalg.atomics import element_atomic, zero_or_null
from xtriton.passes.linalg.casts import address_type, unrealized_cast
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter, location_of

_STRUCTURAL = (scf.ForOp, scf.IfOp, scf.WhileOp, scf.YieldOp, scf.ConditionOp, SelectOp)
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
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, consistent_ranks)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        _Conversion().run(module)


def _is_converted(op: Operation) -> bool:
    """Whether an operation is on untyped pointers after the conversion."""
    if isinstance(op, _POINTER_OPS):
        scalar = op.operands[1] if isinstance(op, tt.StoreOp) else op.results[0]
        return not isinstance(scalar.type, TensorType) and _touches_pointers(op)
    if isinstance(op, _STRUCTURAL):
        return True
    return op.name.startswith(("linalg.", "tensor."))


def _touches_pointers(op: Operation) -> bool:
    return any(address_type(value.type) != value.type for value in (*op.operands, *op.results))


class _Conversion:
    """One walk over a module. Converted values change their type in place; other users get casts."""

    def __init__(self) -> None:
        self._rewriter = Rewriter()
        self._types: dict[SSAValue, Attribute] = {}
        """The original types of retyped values."""
        self._addresses: dict[SSAValue, SSAValue] = {}
        self._sizes: dict[tuple[Block, Attribute, Attribute], SSAValue] = {}

    def run(self, module: Operation) -> None:
        ops = list(module.walk())
        converted = [op for op in ops if _is_converted(op)]
        kept = set(ops) - set(converted)
        for op in converted:
            for value in (
                *op.results,
                *(arg for region in op.regions for block in region.blocks for arg in block.args),
            ):
                self._retype(value)
        for op in ops:
            self._rewriter.start_at(op)
            for index, operand in enumerate(op.operands):
                if op in kept:
                    self._keep(op, index, operand)
                elif operand not in self._types and address_type(operand.type) != operand.type:
                    self._rewriter.set_operand(op, index, self._address_of(operand))
        for op in converted:
            if isinstance(op, _POINTER_OPS):
                self._rewriter.start_at(op)
                self._replace(op)

    def _retype(self, value: SSAValue) -> None:
        type_ = address_type(value.type)
        if type_ != value.type:
            self._types[value] = value.type
            self._rewriter.set_type(value, type_)

    def _keep(self, op: Operation, index: int, operand: SSAValue) -> None:
        """Cast an operand of an operation that is not converted back to its original type."""
        type_ = self._types.get(operand)
        if type_ is not None:
            self._rewriter.set_operand(op, index, unrealized_cast(operand, type_, self._rewriter))

    def _address_of(self, value: SSAValue) -> SSAValue:
        known = self._addresses.get(value)
        if known is None:
            rewriter = self._rewriter
            with rewriter.elsewhere():
                if isinstance(value.owner, Operation):
                    rewriter.after(value.owner)
                else:
                    rewriter.at_start(value.owner)
                rewriter.location = location_of(value)
                known = self._addresses[value] = unrealized_cast(value, address_type(value.type), rewriter)
        return known

    def _pointee(self, value: SSAValue) -> Attribute:
        """The pointee type of a pointer before the conversion."""
        type_ = self._types.get(value)
        if type_ is None:
            # The operand is a cast of a pointer whose type has not changed.
            owner = cast("Operation", value.owner)
            type_ = owner.operands[0].type
        return cast("PointerType", type_).pointee_type

    def _replace(self, op: Operation) -> None:
        rewriter = self._rewriter
        match op:
            case tt.AddPtrOp():
                pointee = self._pointee(op.result)
                distance = rewriter.insert(MulIOp(op.offset, self._size(op, pointee))).result
                rewriter.replace_by(op, tptr.PtrAddOp(op.ptr, distance))
            case tt.BitcastOp():
                rewriter.replace(op, [op.src])
            case tt.IntToPtrOp():
                rewriter.replace_by(op, tptr.IntToPtrOp(op.src))
            case tt.PtrToIntOp():
                rewriter.replace_by(op, tptr.PtrToIntOp(op.src, op.result.type))
            case tt.LoadOp():
                self._load(op)
            case tt.StoreOp():
                self._store(op)
            case tt.AtomicRMWOp() | tt.AtomicCASOp():
                memory = rewriter.insert(tptr.ToMemrefOp(op.ptr, memref.row_major_type(op.result.type, [1]))).res
                place = mixed.index_constant(0, rewriter)
                rewriter.replace(op, [element_atomic(op, memory, place, op.operands[1:], rewriter)])
            case _:
                raise AssertionError(op.name)

    def _size(self, op: tt.AddPtrOp, pointee: Attribute) -> SSAValue:
        """The element size in bytes, computed once per function."""
        block = _entry(op)
        key = (block, pointee, op.offset.type)
        size = self._sizes.get(key)
        if size is None:
            with self._rewriter.elsewhere():
                self._rewriter.at_start(block)
                size = self._rewriter.insert(tptr.TypeOffsetOp(pointee, op.offset.type)).result
            self._sizes[key] = size
        return size

    def _load(self, op: tt.LoadOp) -> None:
        rewriter = self._rewriter
        memory = rewriter.insert(tptr.ToMemrefOp(op.ptr, memref.row_major_type(op.result.type, [1]))).res
        first = mixed.index_constant(0, rewriter)
        if op.mask is None:
            rewriter.replace_by(op, memref.LoadOp(memory, [first]))
            return
        read, skip = Block(), Block()
        with rewriter.elsewhere():
            rewriter.at_end(read)
            loaded = rewriter.insert(memref.LoadOp(memory, [first])).result
            rewriter.insert(scf.YieldOp([loaded]))
            rewriter.at_end(skip)
            other = op.other or zero_or_null(op.result.type, rewriter)
            rewriter.insert(scf.YieldOp([other]))
        rewriter.replace_by(
            op, scf.IfOp(op.mask, result_types=[op.result.type], thenRegion=Region(read), elseRegion=Region(skip))
        )

    def _store(self, op: tt.StoreOp) -> None:
        rewriter = self._rewriter
        if op.mask is not None:
            block = Block()
            rewriter.insert(scf.IfOp(op.mask, thenRegion=Region(block)))
            rewriter.at_end(block)
            rewriter.insert(scf.YieldOp())
            assert block.first_op is not None
            rewriter.before(block.first_op)
        memory = rewriter.insert(tptr.ToMemrefOp(op.ptr, memref.row_major_type(op.value.type, [1]))).res
        first = mixed.index_constant(0, rewriter)
        rewriter.insert(memref.StoreOp(op.value, memory, [first]))
        rewriter.erase(op)


def _entry(op: Operation) -> Block:
    """The entry block of the enclosing function."""
    parent: Operation = op
    while not isinstance(parent, tt.FuncOp | FuncOp):
        outer = parent.parent_op()
        assert outer is not None
        parent = outer
    return parent.body.blocks[0]
