"""Goes over a program and computes offsets next to pointers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, TensorType
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.dialects import tt, tts
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, ExtSIOp, SelectOp, TruncIOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.mixed import DYNAMIC, Mixed
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.linalg.atomics import lower_atomic
from xtriton.passes.linalg.casts import Materializer
from xtriton.passes.linalg.scalars import scalar_of
from xtriton.passes.linalg.triton_to_unstructured.bases import SHAPE_OPS, Bases, is_pointer_like
from xtriton.rewriting import mixed
from xtriton.rewriting.elements import width_of
from xtriton.rewriting.rewriter import Rewriter, location_of


@dataclass(frozen=True)
class Place:
    """Where pointers point: offsets, in elements, from a base."""

    base: SSAValue
    offset: SSAValue


def offset_type(pointers: Attribute, width: int) -> Attribute:
    """The type of the offsets of a pointer or of a tensor of pointers."""
    shape = shape_of(pointers)
    integer = IntegerType(width)
    return integer if shape is None else TensorType(integer, shape)


class OffsetRewrite:
    """One walk over a module."""

    def __init__(self, diagnostics: DiagnosticEngine, width: int) -> None:
        self._diagnostics = diagnostics
        self._width = width
        self._rewriter = Rewriter()
        self._bases = Bases()
        self._memory = Materializer(self._rewriter)
        self._places: dict[SSAValue, Place] = {}

    def run(self, module: Operation) -> None:
        """Rewrite a module."""
        for op in list(module.walk()):
            if op.parent is not None or op is module:
                self._visit(op)

    def _points(self, value: SSAValue) -> bool:
        """Whether a value is pointers, or offsets that a loop carries in their place."""
        return value in self._places or is_pointer_like(value)

    # Offsets

    def _visit(self, op: Operation) -> None:
        self._rewriter.start_at(op)
        match op:
            case tt.FuncOp() | FuncOp():
                pass  # its arguments get offsets where they are used
            case ForOp():
                self._enter(op)
            case YieldOp() if isinstance(op.parent_op(), ForOp):
                self._yield(op)
            case tt.AddPtrOp():
                self._add(op)
            case _ if isinstance(op, SHAPE_OPS) and is_pointer_like(op.results[0]):
                self._reshape(op)
            case tt.LoadOp() if self._points(op.ptr):
                self._load(op)
            case tt.StoreOp() if self._points(op.ptr):
                self._store(op)
            case tt.AtomicRMWOp() | tt.AtomicCASOp() if self._points(op.ptr):
                self._atomic(op)
            case tts.MakeTensorPtrOp():
                self._make(op)
            case _:
                self._restore(op)

    def _place(self, value: SSAValue) -> Place | None:
        """Where pointers point; ``None`` if they have more than one base."""
        base = self._bases.of(value)
        if base is None:
            return None
        known = self._places.get(value)
        if known is None:
            assert base is value, "pointers are used before they are made"
            known = self._places[value] = Place(value, self._zero(value))
        return known

    def _zero(self, base: SSAValue) -> SSAValue:
        rewriter = self._rewriter
        with rewriter.elsewhere():
            if isinstance(base, BlockArgument):
                rewriter.at_start(base.owner)
            else:
                rewriter.after(cast("Operation", base.owner))
            rewriter.location = location_of(base)
            return rewriter.insert(ConstantOp(IntegerAttr(0, IntegerType(self._width)))).result

    def _widened(self, offset: SSAValue, width: int) -> SSAValue:
        shape = shape_of(offset.type)
        integer = IntegerType(width)
        type_ = integer if shape is None else TensorType(integer, shape)
        now = width_of(offset.type)
        if now == width:
            return offset
        cast_ = ExtSIOp if now < width else TruncIOp
        return self._rewriter.insert(cast_(offset, type_)).results[0]

    def _add(self, op: tt.AddPtrOp) -> None:
        place = self._place(op.ptr)
        if place is None:
            return
        width = max(width_of(place.offset.type), width_of(op.offset.type))
        before = self._widened(place.offset, width)
        added = self._widened(op.offset, width)
        offset = self._rewriter.insert(AddIOp(before, added)).result
        self._places[op.result] = Place(place.base, offset)

    def _reshape(self, op: Operation) -> None:
        place = self._place(op.operands[0])
        if place is None:
            return
        type_ = offset_type(op.results[0].type, width_of(place.offset.type))
        copy = type(op).create(operands=[place.offset], result_types=[type_], properties=dict(op.properties))
        self._places[op.results[0]] = Place(place.base, self._rewriter.insert(copy).results[0])

    # Loops

    def _enter(self, loop: ForOp) -> None:
        """Let a loop carry offsets instead of the pointers that keep their base."""
        for index, argument in enumerate(loop.iter_args):
            if not is_pointer_like(argument):
                continue
            initial = loop.initArgs[index]
            base = self._bases.of(argument)
            if base is None or base is argument:
                self._set(loop, index + 3, self._pointer(initial))
                continue
            place = self._place(initial)
            assert place is not None
            width = max(width_of(place.offset.type), self._carried_width(loop, index))
            offset = self._widened(place.offset, width)
            type_ = offset.type
            for value in (argument, loop.results[index]):
                self._retype(value, type_, Place(base, value))
            self._set(loop, index + 3, offset)

    def _retype(self, value: SSAValue, type_: Attribute, place: Place) -> None:
        self._rewriter.set_type(value, type_)
        self._places[value] = place

    def _set(self, op: Operation, index: int, value: SSAValue) -> None:
        self._rewriter.set_operand(op, index, value)

    def _carried_width(self, loop: ForOp, index: int) -> int:
        """The width of the widest offset that a loop moves a pointer by."""
        end = loop.body.last_op
        assert end is not None
        width, value = self._width, end.operands[index]
        while True:
            owner = value.owner
            if isinstance(owner, tt.AddPtrOp):
                width = max(width, width_of(owner.offset.type))
            elif isinstance(owner, ForOp):
                inner = list(owner.results).index(value)
                width = max(width, self._carried_width(owner, inner))
                value = owner.initArgs[inner]
                continue
            elif not isinstance(owner, SHAPE_OPS):
                return width
            value = cast("Operation", owner).operands[0]

    def _yield(self, op: YieldOp) -> None:
        loop = cast("ForOp", op.parent_op())
        for index, value in enumerate(op.operands):
            carried = self._places.get(loop.iter_args[index])
            if carried is not None and carried.offset is loop.iter_args[index]:
                place = self._place(value)
                assert place is not None
                self._set(op, index, self._widened(place.offset, width_of(carried.offset.type)))
            elif is_pointer_like(value):
                self._set(op, index, self._pointer(value))

    # Where pointers are wanted all the same

    def _pointer(self, value: SSAValue) -> SSAValue:
        """Pointers by their base and offsets, for what cannot do with these."""
        place = self._places.get(value)
        if place is None or place.base is value:
            return value
        base = place.base
        shape = shape_of(place.offset.type)
        if shape is not None:
            type_ = TensorType(base.type, shape)
            base = self._rewriter.insert(tt.SplatOp.create(operands=[base], result_types=[type_])).result
        moved = tt.AddPtrOp.create(operands=[base, place.offset], result_types=[base.type])
        return self._rewriter.insert(moved).result

    def _restore(self, op: Operation) -> None:
        for index, operand in enumerate(op.operands):
            if operand in self._places and (is_pointer_like(operand) or self._places[operand].offset is operand):
                self._set(op, index, self._pointer(operand))

    # Accesses

    def _unknown(self, op: Operation) -> None:
        message = f"'{op.name}' op accesses memory by pointers with several bases: each is accessed on its own"
        self._diagnostics.emit(Diagnostic(Severity.REMARK, op.location, message))

    def _load(self, op: tt.LoadOp) -> None:
        place = self._place(op.ptr)
        if place is None:
            self._unknown(op)
            return
        if isinstance(element_type(op.result.type), PointerType):
            self._restore(op)  # pointers in memory are no elements that can be gathered
            return
        other, varying = op.other, False
        if other is not None:
            scalar = scalar_of(other, self._rewriter)
            varying, other = scalar is None, scalar
        loaded = self._rewriter.insert(tts.GatherOp(place.base, place.offset, op.mask, other)).result
        if varying:
            assert op.mask is not None and op.other is not None
            loaded = self._rewriter.insert(SelectOp(op.mask, loaded, op.other)).result
        self._rewriter.replace(op, [loaded])

    def _store(self, op: tt.StoreOp) -> None:
        place = self._place(op.ptr)
        if place is None:
            self._unknown(op)
            return
        if isinstance(element_type(op.value.type), PointerType):
            self._restore(op)
            return
        self._rewriter.insert(tts.ScatterOp(place.base, place.offset, op.value, op.mask))
        self._rewriter.erase(op)

    def _atomic(self, op: tt.AtomicRMWOp | tt.AtomicCASOp) -> None:
        place = self._place(op.ptr)
        if place is None:
            self._unknown(op)
            return
        memory = self._memory.memory_at(place.base)
        flat = memref.row_major_type(element_type(op.result.type), [DYNAMIC])
        whole = self._rewriter.insert(memref.CastOp(memory, flat)).dest
        lower_atomic(op, whole, place.offset, self._rewriter)

    def _make(self, op: tts.MakeTensorPtrOp) -> None:
        """Let structured pointers start from a base, and add the offset to theirs."""
        place = self._place(op.base)
        if place is None or place.base is op.base:
            return
        offsets: list[Mixed] = op.mixed_offsets
        dim = next((dim for dim, offset in enumerate(offsets) if not isinstance(offset, int)), 0)
        moved = mixed.as_index(place.offset, self._rewriter)
        own = mixed.as_value(offsets[dim], self._rewriter)
        offsets[dim] = self._rewriter.insert(AddIOp(moved, own)).result
        order = dense_numbers(op.order)
        new = tts.MakeTensorPtrOp(place.base, op.block_sizes, op.mixed_strides, offsets, op.mixed_shape, order)
        self._rewriter.replace_by(op, new)
