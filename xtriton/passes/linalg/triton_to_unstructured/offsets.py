"""Visits a program and computes offsets next to pointers.

The type that replaces that of a pointer follows from its base and from the widths of the offsets that are added to it,
not from its type, so this is no dialect conversion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, IntegerType, TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from xtriton.dialects import tt, tts
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, ExtSIOp, SelectOp, TruncIOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.folds.elements import integer_of, width_of
from xtriton.interfaces.region_branch import receiving_values
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.linalg.atomics import lower_atomic
from xtriton.passes.linalg.casts import Materializer
from xtriton.passes.linalg.pointers.visitor import bytes_of
from xtriton.passes.linalg.scalars import scalar_of
from xtriton.passes.linalg.triton_to_unstructured.bases import SHAPE_OPS, Bases, is_pointer_like
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter, location_of


@dataclass(frozen=True)
class Place:
    """A base pointer and offsets, in elements."""

    base: SSAValue
    offset: SSAValue


def offset_type(pointers: Attribute, width: int) -> Attribute:
    """The offset type for a pointer or a tensor of pointers."""
    shape = shape_of(pointers)
    integer = IntegerType(width)
    return integer if shape is None else TensorType(integer, shape)


class OffsetRewrite:
    """One walk over a module."""

    def __init__(
        self, diagnostics: DiagnosticEngine, width: int, through_branches: bool = False, *, exact: bool = False
    ) -> None:
        self._diagnostics = diagnostics
        self._exact = exact
        self._width = self._widest = width
        self._rewriter = Rewriter()
        self._bases = Bases(through_branches=through_branches)
        self._memory = Materializer(self._rewriter)
        self._places: dict[SSAValue, Place] = {}
        self._casts: dict[tuple[SSAValue, Attribute], SSAValue] = {}

    def run(self, module: Operation) -> None:
        """Rewrite a module."""
        for op in operations_in(module):
            if op.parent is not None or op is module:
                self._visit(op)

    def _points(self, value: SSAValue) -> bool:
        """Whether a value is pointers, or the loop-carried offsets that replace them."""
        return value in self._places or is_pointer_like(value)

    # Offsets

    def _visit(self, op: Operation) -> None:
        self._rewriter.start_at(op)
        match op:
            case tt.FuncOp() | FuncOp():
                widths = [width_of(inner.offset.type) for inner in operations_in(op) if isinstance(inner, tt.AddPtrOp)]
                self._widest = 64 if self._exact else max([self._width, *widths])
            case ForOp():
                self._enter(op)
            case WhileOp():
                self._enter_while(op)
            case IfOp():
                self._restore(op)
                self._retype_all(op.results)
            case YieldOp() | ConditionOp():
                self._forward(op)
            case tt.AddPtrOp() if is_pointer_like(op.result):
                self._add(op)
            case _ if isinstance(op, SHAPE_OPS) and is_pointer_like(op.results[0]):
                self._reshape(op)
            case tt.BitcastOp() if isinstance(op.result.type, TensorType) and self._points(op.src):
                self._bitcast(op)
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
        """The base and offsets of pointers; ``None`` if they have more than one base."""
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
            rewriter.after_value(base)
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
        if self._exact and _is_zero(place.offset):
            self._places[op.result] = Place(place.base, op.offset)
            return
        width = 64 if self._exact else max(width_of(place.offset.type), width_of(op.offset.type))
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

    def _bitcast(self, op: tt.BitcastOp) -> None:
        """Cast the base instead of each pointer, if elements keep their size."""
        place = self._place(op.src)
        pointer = element_type(op.result.type)
        if place is None or bytes_of(pointer) != bytes_of(place.base.type):
            self._restore(op)
            return
        base = self._casts.get((place.base, pointer))
        if base is None:
            with self._rewriter.elsewhere():
                self._rewriter.after_value(place.base)
                cast_ = tt.BitcastOp(place.base, result=pointer)
                base = self._casts[place.base, pointer] = self._rewriter.insert(cast_).result
        self._bases.set(op.result, base)
        self._places[op.result] = Place(base, place.offset)

    # Loops

    def _enter(self, loop: ForOp) -> None:
        """Carry offsets instead of pointers that keep their base through a loop."""
        for index, argument in enumerate(loop.iter_args):
            if not is_pointer_like(argument):
                continue
            initial = loop.init_args[index]
            base = self._bases.of(argument)
            if base is None or base is argument:
                self._set(loop, loop.init_operands[index], self._pointer(initial))
                continue
            place = self._place(initial)
            assert place is not None
            width = 64 if self._exact else max(width_of(place.offset.type), self._carried_width(loop, index))
            offset = self._widened(place.offset, width)
            type_ = offset.type
            for value in (argument, loop.results[index]):
                self._retype(value, type_, Place(base, value))
            self._set(loop, loop.init_operands[index], offset)

    def _retype(self, value: SSAValue, type_: Attribute, place: Place) -> None:
        self._rewriter.set_type(value, type_)
        self._places[value] = place

    def _set(self, op: Operation, index: int, value: SSAValue) -> None:
        self._rewriter.set_operand(op, index, value)

    def _carried_width(self, loop: ForOp, index: int) -> int:
        """The width of the widest offset that a loop moves a pointer by."""
        width, value = self._width, loop.yielded_values[index]
        while True:
            owner = value.owner
            if isinstance(owner, tt.AddPtrOp):
                width = max(width, width_of(owner.offset.type))
            elif isinstance(owner, ForOp):
                inner = cast("OpResult", value).index
                width = max(width, self._carried_width(owner, inner))
                value = owner.init_args[inner]
                continue
            elif not isinstance(owner, SHAPE_OPS):
                return width
            value = cast("Operation", owner).operands[0]

    def _retype_all(self, values: Sequence[SSAValue]) -> None:
        """Retype pointers that have a base elsewhere to offsets of the widest type."""
        for value in values:
            base = self._bases.of(value) if is_pointer_like(value) else None
            if base is not None and base is not value:
                self._retype(value, offset_type(value.type, self._widest), Place(base, value))

    def _enter_while(self, loop: WhileOp) -> None:
        for values in (loop.before.block.args, loop.after.block.args, loop.results):
            self._retype_all(values)
        self._forward(loop)

    def _forward(self, op: WhileOp | YieldOp | ConditionOp) -> None:
        """Replace the operands that ``op`` forwards to offsets by offsets, widened to the type of the target."""
        for index in op.forwarded_operands():
            target = next(iter(receiving_values(op, index)), None)
            if target is None:
                continue
            value = op.operands[index]
            carried = self._places.get(target)
            if carried is not None and carried.offset is target:
                place = self._place(value)
                assert place is not None
                self._set(op, index, self._widened(place.offset, width_of(target.type)))
            elif is_pointer_like(value) or value in self._places:
                self._set(op, index, self._pointer(value))

    # Materialisation of pointers

    def _pointer(self, value: SSAValue) -> SSAValue:
        """Pointers rebuilt from their base and offsets, for operations that require pointers."""
        place = self._places.get(value)
        if place is None or place.base is value:
            return value
        base = place.base
        shape = shape_of(place.offset.type)
        if shape is not None:
            type_ = TensorType(base.type, shape)
            base = self._rewriter.insert(tt.SplatOp(base, result=type_)).result
        return self._rewriter.insert(tt.AddPtrOp(base, place.offset)).result

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
        if isinstance(element_type(op.result.type), PointerType) or _is_address(place, op.ptr):
            self._restore(op)  # pointers in memory are not elements that can be gathered
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
        if isinstance(element_type(op.value.type), PointerType) or _is_address(place, op.ptr):
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
        offsets: list[OpFoldResult] = op.mixed_offsets
        # Where addresses wrap around, an offset would be relative to the wrapped address.
        free = [dim for dim, extent in enumerate(op.mixed_shape) if op.is_block_pointer or extent == 0]
        if not free:
            self._restore(op)
            return
        dim = next((dim for dim in free if not isinstance(offsets[dim], int)), free[0])
        moved = mixed.as_index(place.offset, self._rewriter)
        own = mixed.as_value(offsets[dim], self._rewriter)
        offsets[dim] = self._rewriter.insert(AddIOp(moved, own)).result
        order = dense_numbers(op.order)
        new = tts.MakeTensorPtrOp.of(place.base, op.block_sizes, op.mixed_strides, offsets, op.mixed_shape, order)
        self._rewriter.replace_by(op, new)


def _is_zero(offset: SSAValue) -> bool:
    """Whether an offset, or each offset of a tensor, is 0."""
    while isinstance(offset.owner, SHAPE_OPS):
        offset = offset.owner.operands[0]
    return isinstance(offset.owner, ConstantOp) and integer_of(offset.owner.value) == 0


def _is_address(place: Place, pointer: SSAValue) -> bool:
    """Whether a scalar pointer is its own base and the result of an operation: a plain address."""
    return place.base is pointer and is_operation(pointer.owner) and not isinstance(pointer.owner, tt.IntToPtrOp)
