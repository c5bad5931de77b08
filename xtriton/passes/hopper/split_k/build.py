"""A rewriter that inserts scalar arithmetic, branches, and accesses to the workspace."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from xdsl.dialects.builtin import IntegerAttr, TensorType, i32
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.enums import CacheModifier, MemSemantic, MemSyncScope, RMWOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivUIOp,
    MulIOp,
    RemUIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.gpu import BarrierOp
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.folds.elements import constant
from xtriton.ir.traits import element_type, encoding_of, shape_of
from xtriton.layouts.distributed import Slice
from xtriton.layouts.encodings import DistributedEncoding
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import shape_of_tensor, with_inferred_types


class Branch:
    """An ``scf.if`` that is being built."""

    def __init__(self, builder: Builder, op: IfOp) -> None:
        self.op = op
        self._builder = builder

    def results(self, *values: SSAValue) -> None:
        """End the current region with its results."""
        self._builder.insert(YieldOp(*values))

    def otherwise(self) -> None:
        """Continue with the second region."""
        self._builder.at_end(self.op.elseRegion.block)


class Builder(Rewriter):
    """Inserts operations on i32, and accesses to memory."""

    def number(self, value: int, type_: Attribute = i32) -> SSAValue:
        """A constant."""
        return self.insert(ConstantOp(constant(type_, value))).result

    def add(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.addi``"""
        return self.insert(AddIOp(first, second)).result

    def subtract(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.subi``"""
        return self.insert(SubIOp(first, second)).result

    def multiply(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.muli``"""
        return self.insert(MulIOp(first, second)).result

    def divide(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.divui``"""
        return self.insert(DivUIOp(first, second)).result

    def remainder(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.remui``"""
        return self.insert(RemUIOp(first, second)).result

    def both(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.andi``"""
        return self.insert(AndIOp(first, second)).result

    def not_less(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.cmpi sge``"""
        return self.insert(CmpIOp(CmpIPredicate.SGE, first, second)).result

    def equal(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.cmpi eq``"""
        return self.insert(CmpIOp(CmpIPredicate.EQ, first, second)).result

    def select(self, condition: SSAValue, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.select``"""
        return self.insert(SelectOp(condition, first, second)).result

    def add_floats(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.addf``"""
        return self.insert(AddFOp(first, second)).result

    @contextmanager
    def branch(self, condition: SSAValue, types: Sequence[Attribute]) -> Generator[Branch]:
        """An ``scf.if`` with two regions, at first in the one that runs if the condition is true."""
        op = self.insert(IfOp(condition, types, Region(Block()), Region(Block())))
        with self.elsewhere():
            self.at_end(op.thenRegion.block)
            yield Branch(self, op)

    # Memory

    def offset(self, pointer: SSAValue, elements: SSAValue) -> SSAValue:
        """A pointer so many elements further."""
        return self.insert(tt.AddPtrOp.build(operands=[pointer, elements], result_types=[pointer.type])).result

    def as_integers(self, pointer: SSAValue) -> SSAValue:
        """A pointer to i32 of the same address."""
        return self.insert(tt.BitcastOp.build(operands=[pointer], result_types=[PointerType(i32, 1)])).result

    def row_major(self, base: SSAValue, type_: Attribute) -> SSAValue:
        """Pointers from ``base`` on to the elements of a row-major tensor of a type."""
        shape, encoding = shape_of(type_) or (), encoding_of(type_)
        assert encoding is not None
        offsets = self._ranges(type_)
        pointers_type = TensorType(base.type, shape, encoding)
        pointers = self.insert(tt.SplatOp.build(operands=[base], result_types=[pointers_type])).result
        return self.insert(tt.AddPtrOp.build(operands=[pointers, offsets], result_types=[pointers_type])).result

    def _ranges(self, type_: Attribute) -> SSAValue:
        """The number of each element of a tensor of rank 1 or 2 in row-major order."""
        shape, encoding = shape_of(type_), encoding_of(type_)
        assert shape is not None and encoding is not None
        if len(shape) == 1:
            return self._range(shape[0], encoding)
        numbers = TensorType(i32, shape, encoding)
        parts: list[SSAValue] = []
        layout = layout_of(encoding)
        assert isinstance(layout, DistributedEncoding)
        for dim in (0, 1):
            range_ = self._range(shape[dim], encoding_attr(Slice(1 - dim, layout)))
            if dim == 0:
                range_ = self.multiply(range_, self._splat(shape[1], range_.type))
            axis: dict[str, Attribute] = {"axis": IntegerAttr(1 - dim, i32)}
            wide = self.insert(with_inferred_types(tt.ExpandDimsOp, [range_], axis)).result
            parts.append(self.insert(tt.BroadcastOp.build(operands=[wide], result_types=[numbers])).result)
        return self.add(*parts)

    def _range(self, extent: int, encoding: Attribute) -> SSAValue:
        bounds: dict[str, Attribute] = {"start": IntegerAttr(0, i32), "end": IntegerAttr(extent, i32)}
        type_ = TensorType(i32, [extent], encoding)
        return self.insert(tt.MakeRangeOp.build(result_types=[type_], properties=bounds)).result

    def _splat(self, value: int, type_: Attribute) -> SSAValue:
        return self.insert(ConstantOp(constant(type_, value))).result

    def store(self, pointers: SSAValue, value: SSAValue) -> None:
        """Store to one pointer, or to a tensor of them."""
        self.insert(tt.StoreOp.build(operands=[pointers, value, None]))

    def load(self, pointers: SSAValue) -> SSAValue:
        """Load what other SMs stored: from the L2 cache, as the L1 caches are not coherent."""
        properties: dict[str, Attribute] = {"cache": CacheModifier.CG.attr}
        pointee, encoding = element_type(pointers.type), encoding_of(pointers.type)
        assert isinstance(pointee, PointerType) and encoding is not None
        type_ = TensorType(pointee.pointee_type, shape_of_tensor(pointers), encoding)
        op = tt.LoadOp.build(operands=[pointers, None, None], result_types=[type_], properties=properties)
        return self.insert(op).result

    def count_arrival(self, counter: SSAValue) -> SSAValue:
        """Add one to a counter once the stores of all threads are visible to the GPU. Returns what it was before.

        A scalar atomic is executed by one thread, and does not wait for the others: the barrier does.
        """
        self.insert(BarrierOp.create())
        properties: dict[str, Attribute] = {
            "atomic_rmw_op": RMWOp.ADD.attr,
            "sem": MemSemantic.ACQUIRE_RELEASE.attr,
            "scope": MemSyncScope.GPU.attr,
        }
        operands = [counter, self.number(1), None]
        return self.insert(tt.AtomicRMWOp.build(operands=operands, result_types=[i32], properties=properties)).result
