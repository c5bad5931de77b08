"""A rewriter that inserts scalar arithmetic, and accesses to the workspace."""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.attributes import CachePolicy
from xtriton.dialects.tt.enums import CacheModifier, MemSemantic, MemSyncScope, RMWOp
from xtriton.dialects.tt.memory import hints_of
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AddIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    DivUIOp,
    MaxSIOp,
    MulIOp,
    RemUIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.gpu import BarrierOp
from xtriton.folds.elements import constant
from xtriton.layouts.distributed import Linear
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import BLOCK, LANE, REGISTER, WARP
from xtriton.passes.hopper.warp_specialize.schedule import registers_of
from xtriton.rewriting.rewriter import Rewriter

_VECTOR_BITS = 128
"""The widest vector that a thread stores."""


def flat(type_: TensorType[Attribute], warps: int) -> TensorType[Attribute]:
    """The type of rank 1 to which threads can reshape a tensor, each its own elements.

    Its layout is such that they store them as vectors, and a warp consecutive ones.
    """
    count = prod(type_.get_shape())
    vector = min(_VECTOR_BITS // bit_width(type_.element_type), count // (32 * warps))
    sizes = ((REGISTER, vector), (LANE, 32), (WARP, warps), (REGISTER, count // (vector * 32 * warps)))
    bases: dict[str, tuple[tuple[int, ...], ...]] = {REGISTER: (), LANE: (), WARP: (), BLOCK: ()}
    at = 1
    for name, size in sizes:
        for _ in range(size.bit_length() - 1):
            bases[name] += ((at,),)
            at *= 2
    return TensorType(type_.element_type, [count], encoding_attr(Linear(LinearLayout(bases, {"dim0": count}))))


def can_be_flat(type_: TensorType[Attribute], warps: int) -> bool:
    """Whether each element of a tensor is in one register of one thread."""
    return registers_of(type_) * 32 * warps == prod(type_.get_shape())


def _tensor_type(value: SSAValue) -> TensorType[Attribute]:
    return cast("TensorType[Attribute]", value.type)


class Builder(Rewriter):
    """Inserts operations on i32, and accesses to memory."""

    def number(self, value: int, type_: Attribute = i32) -> SSAValue:
        """A constant."""
        return self.insert(ConstantOp(constant(type_, value))).result

    def add(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.addi``"""
        return self.insert(AddIOp(first, second)).result

    def maximum(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.maxsi``"""
        return self.insert(MaxSIOp(first, second)).result

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

    def less(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.cmpi slt``"""
        return self.insert(CmpIOp(CmpIPredicate.SLT, first, second)).result

    def equal(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.cmpi eq``"""
        return self.insert(CmpIOp(CmpIPredicate.EQ, first, second)).result

    def select(self, condition: SSAValue, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.select``"""
        return self.insert(SelectOp(condition, first, second)).result

    def add_floats(self, first: SSAValue, second: SSAValue) -> SSAValue:
        """``arith.addf``"""
        return self.insert(AddFOp(first, second)).result

    def zeros(self, type_: Attribute) -> SSAValue:
        """A tensor of zeros."""
        return self.insert(ConstantOp(constant(type_, 0.0))).result

    # Memory

    def offset(self, pointer: SSAValue, elements: SSAValue) -> SSAValue:
        """A pointer so many elements further."""
        return self.insert(tt.AddPtrOp(pointer, elements)).result

    def consecutive(self, base: SSAValue, type_: TensorType[Attribute]) -> SSAValue:
        """Pointers to as many elements from ``base`` on as a tensor of a type has, in the layout of :func:`flat`."""
        flat_type = flat(type_, self._warps())
        (count,), encoding = flat_type.get_shape(), flat_type.encoding
        numbers = TensorType(i32, [count], encoding)
        range_ = self.insert(tt.MakeRangeOp(start=0, end=count, result=numbers)).result
        spread = self.insert(tt.SplatOp(base, result=TensorType(base.type, [count], encoding))).result
        return self.insert(tt.AddPtrOp(spread, range_)).result

    def flattened(self, value: SSAValue) -> SSAValue:
        """A tensor in the type of :func:`flat`: each thread keeps its elements."""
        return self._reordered(value, flat(_tensor_type(value), self._warps()))

    def unflattened(self, value: SSAValue, type_: TensorType[Attribute]) -> SSAValue:
        """The tensor of a type that :func:`flattened` made ``value`` of."""
        return self._reordered(value, type_)

    def _reordered(self, value: SSAValue, type_: TensorType[Attribute]) -> SSAValue:
        return self.insert(tt.ReshapeOp(value, allow_reorder=True, result=type_)).result

    def _warps(self) -> int:
        assert self._block is not None
        around = self._block.parent_op()
        assert around is not None
        return maybe_num_warps(around) or 1

    def store(self, pointers: SSAValue, value: SSAValue) -> None:
        """Store to one pointer, or to a tensor of them."""
        self.insert(tt.StoreOp(pointers, value))

    def load(self, pointers: SSAValue) -> SSAValue:
        """Load values that other SMs stored: from the L2 cache, as the L1 caches are not coherent."""
        load = tt.LoadOp(pointers)
        load.properties.update(hints_of(CachePolicy(CacheModifier.CG)))
        return self.insert(load).result

    def count_arrival(self, counter: SSAValue) -> SSAValue:
        """Add one to a counter once the stores of all threads are visible to the GPU. Returns the previous count.

        A scalar atomic is executed by one thread, and does not wait for the others: the barrier does.
        """
        self.insert(BarrierOp())
        add = tt.AtomicRMWOp(
            counter,
            self.number(1),
            atomic_rmw_op=RMWOp.ADD,
            sem=MemSemantic.ACQUIRE_RELEASE,
            scope=MemSyncScope.GPU,
            result=i32,
        )
        return self.insert(add).result
